package dev.unitstr.internal.memory;

import java.nio.ByteBuffer;

/**
 * A {@link Region} that is a byte buffer. Allows a binding in another module to convert it to its own representation.
 */
public interface BufferSource {
    /**
     * Returns the memory as a private buffer with position 0 and limit {@link Region#byteSize()}. No other code has a
     * reference to this buffer, so its bounds are those that were checked, even if another thread changes the limit of
     * the caller's buffer.
     *
     * @return the same object each time; read-only if the caller's buffer is
     */
    ByteBuffer buffer();
}
