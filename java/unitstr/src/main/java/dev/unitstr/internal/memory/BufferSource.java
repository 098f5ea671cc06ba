package dev.unitstr.internal.memory;

import java.nio.ByteBuffer;

/** A {@link Region} that is a byte buffer: what lets a binding in another module turn it into what it needs. */
public interface BufferSource {
    /**
     * The memory as a buffer of its own: position 0, limit {@link Region#byteSize()}. Nobody else holds this object, so
     * its bounds are the ones that were checked, whatever another thread does to the caller's buffer meanwhile.
     *
     * @return the same object each time; read-only if the caller's buffer is
     */
    ByteBuffer buffer();
}
