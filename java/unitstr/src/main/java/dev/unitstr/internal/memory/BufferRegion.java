package dev.unitstr.internal.memory;

import java.nio.ByteBuffer;
import java.nio.ReadOnlyBufferException;
import java.util.Objects;

/**
 * A byte buffer of any kind, up to its current limit. The position, limit, mark and order of the caller's buffer are
 * not changed.
 */
public final class BufferRegion extends Region {
    /**
     * Whether a direct buffer may be over memory that can be closed: from Java 22 on, from 19 on if preview features
     * are enabled, and before if the incubator module is present. In that case, the address of a buffer must not be
     * passed to native code.
     */
    public static final boolean MAY_CLOSE = mayClose(Runtime.version().feature());

    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final ByteBuffer callers;
    private final int bytes;

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

    /**
     * Returns the caller's buffer, whose position and limit its owner may change at any time.
     *
     * @return the buffer
     */
    @Override
    public ByteBuffer base() {
        return callers;
    }

    /**
     * Returns a part of the memory as a buffer.
     *
     * @param offset the offset of the first byte
     * @param bytes the number of bytes
     * @return a new buffer; read-only if the caller's buffer is
     */
    public ByteBuffer slice(long offset, int bytes) {
        return callers.duplicate().clear().slice(Math.toIntExact(offset), bytes);
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

    private static boolean mayClose(int feature) {
        if (feature >= 22) {
            return true;
        }
        return feature >= 19
                ? Previews.ENABLED
                : ModuleLayer.boot().findModule("jdk.incubator.foreign").isPresent();
    }
}
