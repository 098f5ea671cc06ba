package dev.unitstr.internal.memory;

import java.nio.ByteBuffer;
import java.nio.ReadOnlyBufferException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A byte buffer of any kind, up to its current limit. The position, limit, mark and order of the caller's buffer are
 * not changed.
 */
public final class BufferRegion extends Region implements BufferSource {
    /**
     * Whether a direct buffer may be over memory that can be closed: from Java 22 on, from 19 on if preview features
     * are enabled, and before if the incubator module is present. In that case, the address of a buffer must not be
     * passed to native code.
     */
    public static final boolean MAY_CLOSE = mayClose(Runtime.version().feature());

    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final ByteBuffer callers;
    private final int bytes;
    private @Nullable ByteBuffer own;

    /**
     * Creates a region for a buffer.
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
            own = buffer = callers.duplicate().clear().limit(bytes); // the caller may have changed the limit
        }
        return buffer;
    }

    /**
     * Returns the caller's buffer, for native code that uses only its address.
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
        if (MAY_CLOSE && callers.isDirect()) { // closing an arena does not affect heap buffers
            NOTHING.put(0, callers, 0, 0); // the only operation that accesses no byte and checks the arena
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
        return Math.toIntExact(offset); // RegionStrings has checked that it does not exceed the limit, an int
    }
}
