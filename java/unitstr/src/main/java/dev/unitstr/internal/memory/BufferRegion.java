package dev.unitstr.internal.memory;

import java.nio.ByteBuffer;
import java.nio.ReadOnlyBufferException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A byte buffer of any kind, up to the limit it has now. Position, limit, mark and order of the caller's buffer stay.
 */
public final class BufferRegion extends Region implements BufferSource {
    /**
     * Whether a direct buffer may be memory that someone closes: from 22 on, as a preview from 19 on, and before that if
     * the incubator's module is there. Then its address is no argument for native code.
     */
    public static final boolean MAY_CLOSE = mayClose(Runtime.version().feature());

    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final ByteBuffer callers;
    private final int bytes;
    private @Nullable ByteBuffer own;

    /**
     * Wraps a buffer.
     *
     * @param buffer the buffer
     * @throws NullPointerException if {@code buffer} is null
     */
    public BufferRegion(ByteBuffer buffer) {
        this.callers = Objects.requireNonNull(buffer, "buffer");
        this.bytes = buffer.limit();
    }

    @Override
    public ByteBuffer buffer() {
        ByteBuffer buffer = own;
        if (buffer == null) {
            own = buffer = callers.duplicate().clear().limit(bytes); // the caller's limit may be another one by now
        }
        return buffer;
    }

    /**
     * The caller's buffer, for native code that asks it for nothing but its address.
     *
     * @return the buffer, or null if it has no address
     */
    @Nullable
    public ByteBuffer direct() {
        return callers.isDirect() ? callers : null;
    }

    @Override
    public long byteSize() {
        return bytes;
    }

    @Override
    public void checkWritable() {
        if (callers.isReadOnly()) {
            throw new ReadOnlyBufferException();
        }
    }

    @Override
    public void checkAccess() {
        if (MAY_CLOSE && callers.isDirect()) { // an arena can't take a Java array away
            NOTHING.put(0, callers, 0, 0); // the one operation that touches no byte and still asks the arena
        }
    }

    @Override
    public void copyOut(long offset, byte[] target, int targetIndex, int bytes) {
        callers.get(index(offset), target, targetIndex, bytes);
    }

    @Override
    public void copyIn(byte[] source, long offset, int bytes) {
        callers.put(index(offset), source, 0, bytes);
    }

    @Override
    public long findZero(long offset, long maxUnits, int unitSize) {
        for (long unit = 0; unit < maxUnits; unit++) {
            int start = index(offset + unit * unitSize);
            int bits = 0;
            for (int i = start; i < start + unitSize; i++) {
                bits |= callers.get(i);
            }
            if (bits == 0) {
                return unit;
            }
        }
        return maxUnits;
    }

    private static boolean mayClose(int feature) {
        if (feature >= 22) {
            return true;
        }
        return feature >= 19
                ? Previews.ENABLED
                : ModuleLayer.boot().findModule("jdk.incubator.foreign").isPresent();
    }

    private static int index(long offset) {
        return Math.toIntExact(offset); // RegionStrings has checked it against a limit, which is an int
    }
}
