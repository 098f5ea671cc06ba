package dev.unitstr.internal.binding;

import dev.unitstr.internal.memory.Region;
import dev.unitstr.internal.memory.Scratch;

/** A binding to native code. Memory that native code must not access is copied through an array. */
public abstract class NativeBinding implements Binding {
    /** For subclasses. */
    protected NativeBinding() {}

    /**
     * Performs {@link #decode} on a copy of the memory.
     *
     * @param base as for {@link #decode}, but not null
     * @param offset as for {@link #decode}
     * @param bytes as for {@link #decode}
     * @param encoding as for {@link #decode}
     * @param flags as for {@link #decode}
     * @param latin1 as for {@link #decode}
     * @param chars as for {@link #decode}
     * @return the same as {@link #decode}
     */
    protected final long decodeCopy(
            Object base, long offset, int bytes, int encoding, int flags, byte[] latin1, char[] chars) {
        Scratch scratch = Scratch.acquire();
        try {
            byte[] copy = scratch.bytes(bytes);
            Region.copyOut(base, offset, copy, 0, bytes);
            return decode(copy, 0, bytes, encoding, flags, latin1, chars);
        } finally {
            scratch.release();
        }
    }

    /**
     * Performs {@link #encode} into an array, and copies the result.
     *
     * @param source as for {@link #encode}
     * @param chars as for {@link #encode}
     * @param base as for {@link #encode}, but not null
     * @param offset as for {@link #encode}
     * @param capacityBytes as for {@link #encode}
     * @param encoding as for {@link #encode}
     * @param flags as for {@link #encode}
     * @return the same as {@link #encode}
     */
    protected final long encodeCopy(
            char[] source, int chars, Object base, long offset, long capacityBytes, int encoding, int flags) {
        Scratch scratch = Scratch.acquire();
        try {
            // No encoding needs more than 4 bytes per char and a byte order mark.
            int capacity = (int) Math.min(capacityBytes, 4L * chars + 4);
            byte[] copy = scratch.bytes(capacity);
            long packed = encode(source, chars, copy, 0, capacity, encoding, flags);
            if (!Packed.isError(packed)) {
                Region.copyIn(copy, base, offset, Packed.written(packed));
            }
            return packed;
        } finally {
            scratch.release();
        }
    }

    /**
     * Performs {@link #contentEquals} on a copy of the memory.
     *
     * @param base as for {@link #contentEquals}, but not null
     * @param offset as for {@link #contentEquals}
     * @param bytes as for {@link #contentEquals}
     * @param encoding as for {@link #contentEquals}
     * @param flags as for {@link #contentEquals}
     * @param text as for {@link #contentEquals}
     * @param chars as for {@link #contentEquals}
     * @return the same as {@link #contentEquals}
     */
    protected final long contentEqualsCopy(
            Object base, long offset, int bytes, int encoding, int flags, char[] text, int chars) {
        Scratch scratch = Scratch.acquire();
        try {
            byte[] copy = scratch.bytes(bytes);
            Region.copyOut(base, offset, copy, 0, bytes);
            return contentEquals(copy, 0, bytes, encoding, flags, text, chars);
        } finally {
            scratch.release();
        }
    }
}
