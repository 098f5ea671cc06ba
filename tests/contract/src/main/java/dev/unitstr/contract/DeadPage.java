package dev.unitstr.contract;

import java.nio.ByteBuffer;

/**
 * A mapping whose second half ends the JVM when native code touches it: the file is shorter by then, but not on Windows.
 * Needs no native access.
 */
public final class DeadPage {
    /** How many bytes there are before it: whole pages of any usual size. */
    public static final int LIVE = 64 * 1024;
    /** How many bytes the mapping seems to have. */
    public static final int MAPPED = 2 * LIVE;

    private DeadPage() {}

    /** Maps {@link #MAPPED} bytes of a file, which is then cut to {@link #LIVE}. */
    public static <M> M map(Mapping.Mapper<M> mapper) {
        return Mapping.withFile(file -> {
            file.write(ByteBuffer.wrap(new byte[MAPPED]));
            M mapping = mapper.map(file);
            if (!Run.onWindows()) { // which does not cut a mapped file
                file.truncate(LIVE);
            }
            return mapping;
        });
    }
}
