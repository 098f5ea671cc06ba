package dev.unitstr.internal.text;

import dev.unitstr.Copied;
import dev.unitstr.MalformedTextException;
import dev.unitstr.internal.binding.Binding;
import dev.unitstr.internal.binding.Flags;
import dev.unitstr.internal.binding.Packed;
import dev.unitstr.internal.binding.TextErrors;
import dev.unitstr.internal.memory.ArrayRegion;
import dev.unitstr.internal.memory.Region;
import dev.unitstr.internal.memory.Scratch;
import java.nio.CharBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Encodes texts into the encodings that unitstr converts itself, piece by piece. The caller has checked the arguments,
 * and a text is one of {@link Chars#of}.
 */
final class TextWriter {
    /**
     * The maximum number of chars of a piece: in every encoding, its bytes and a byte order mark fit in the arrays that
     * a scratch keeps.
     */
    static final int PIECE = Binding.CHUNK_BYTES / 4 - 1;

    /** The size of the piece after an error, in chars. */
    static final int AFTER_ERROR = 64;
    /** The result of {@link #writeRepaired} if the bytes do not fit. */
    static final long FULL = -1;
    /** The result of {@link #writeRepaired} if the error must be reported. */
    static final long REPORTED = -2;

    private final Binding binding;
    private final boolean shortInJava;

    TextWriter(Binding binding, boolean shortInJava) {
        this.binding = binding;
        this.shortInJava = shortInJava;
    }

    /**
     * Encodes a range of a text, which is known to fit.
     *
     * @return the number of units
     */
    long write(
            CharSequence src,
            int srcIndex,
            int numChars,
            Coding coding,
            Region dst,
            long dstOffset,
            long capacityBytes) {
        if (numChars > PIECE || coding.repairs()) {
            Copied copied = writeUpTo(src, srcIndex, numChars, coding, dst, dstOffset, capacityBytes);
            if (copied.chars() != numChars) {
                throw TextErrors.changed();
            }
            return copied.units();
        }
        if (shortInJava && !dst.isAddress() && src instanceof String string) {
            long units = WriteRoute.write(string, srcIndex, numChars, coding, dst, dstOffset, capacityBytes);
            if (units >= 0) {
                return units;
            }
        }
        Scratch scratch = Scratch.acquire();
        try {
            char[] chars = scratch.chars(numChars);
            Chars.copy(src, srcIndex, numChars, chars, 0);
            int flags = coding.flags();
            long place = dst.start() + dstOffset;
            int id = coding.encoding().id();
            long packed = binding.encode(chars, numChars, dst.base(), place, capacityBytes, id, flags);
            if (!isSound(packed, numChars, flags)) {
                throw error(packed, coding, srcIndex, 0);
            }
            return Packed.written(packed) / coding.unitSize();
        } finally {
            scratch.release();
        }
    }

    /**
     * Encodes a range of a text into an array of exactly the required size.
     *
     * @return the array
     */
    byte[] encode(CharSequence src, int srcIndex, int numChars, Coding coding) {
        long bytes = measure(src, srcIndex, numChars, coding, false);
        if (bytes > Integer.MAX_VALUE) {
            throw new OutOfMemoryError("the encoded text has " + bytes + " bytes: too many for one array");
        }
        byte[] encoded = new byte[(int) bytes];
        if (numChars > 0) {
            write(src, srcIndex, numChars, coding, new ArrayRegion(encoded), 0, bytes);
        }
        return encoded;
    }

    /** Encodes as many whole code points of a range of a text as fit. */
    Copied writeUpTo(
            CharSequence text,
            int srcIndex,
            int numChars,
            Coding coding,
            Region dst,
            long dstOffset,
            long capacityBytes) {
        // After an error, chars are read again: those of a buffer may be in the memory that was written.
        CharSequence src = coding.repairs() && text instanceof CharBuffer ? text.toString() : text;
        int at = 0;
        long written = 0;
        int most = PIECE;
        Scratch scratch = Scratch.acquire();
        try {
            char[] piece = scratch.chars(Math.min(numChars, PIECE));
            while (true) {
                int chars = Math.min(numChars - at, most);
                most = Math.min(4 * most, PIECE);
                int flags = flags(coding, written, chars < numChars - at);
                Chars.copy(src, srcIndex + at, chars, piece, 0);
                long place = dst.start() + dstOffset + written;
                int id = coding.encoding().id();
                long packed = binding.encode(piece, chars, dst.base(), place, capacityBytes - written, id, flags);
                boolean full = packed >= 0 && Packed.status(packed) == Packed.OUTPUT_FULL;
                boolean repairs = repairs(packed, chars, coding);
                if (!(full && Packed.read(packed) < chars) && !repairs && !isSound(packed, chars, flags)) {
                    throw error(packed, coding, srcIndex + at, written);
                }
                at += Packed.read(packed);
                written += Packed.written(packed);
                if (repairs) {
                    long repaired = writeRepaired(
                            piece[Packed.read(packed)],
                            coding,
                            dst,
                            dstOffset + written,
                            capacityBytes - written,
                            written > 0);
                    if (repaired == REPORTED) {
                        throw error(
                                packed, coding, srcIndex + at - Packed.read(packed), written - Packed.written(packed));
                    }
                    full = repaired == FULL;
                    if (!full) {
                        at += Packed.bad(packed);
                        written += repaired;
                        most = AFTER_ERROR;
                    }
                }
                if (at == numChars || full) {
                    return new Copied(at, written / coding.unitSize());
                }
            }
        } finally {
            scratch.release();
        }
    }

    /** Returns the flags for a piece. A byte order mark is written with the first char that is encoded. */
    private static int flags(Coding coding, long bytesBefore, boolean hasMore) {
        return coding.flags() | (bytesBefore > 0 ? Flags.CONTINUED : 0) | (hasMore ? Flags.MORE : 0);
    }

    /** Tests whether a piece was encoded up to an error that the policy may repair. */
    private static boolean repairs(long packed, int chars, Coding coding) {
        return coding.repairs()
                && Packed.isMalformed(packed)
                && Packed.bad(packed) > 0
                && Packed.read(packed) <= chars - Packed.bad(packed);
    }

    /**
     * Writes the bytes in place of an error.
     *
     * @param c the first char of the error
     * @param dst the memory; null to measure only
     * @param continued whether other text was written before
     * @return the number of bytes, {@link #FULL} or {@link #REPORTED}
     */
    long writeRepaired(
            char c, Coding coding, @Nullable Region dst, long dstOffset, long capacityBytes, boolean continued) {
        String replacement = coding.policy().replacement().orElse("");
        if (replacement.isEmpty()) {
            byte[] bytes = new byte[4];
            int count = Repairs.encode(c, coding, bytes);
            if (count < 0 || count > capacityBytes) {
                return count < 0 ? REPORTED : FULL;
            }
            if (dst != null && count > 0) {
                RawBytes.writePiece(binding, bytes, 0, count, dst, dstOffset, new char[4]);
            }
            return count;
        }
        char[] chars = replacement.toCharArray();
        int flags = flags(coding, continued ? 1 : 0, false);
        int id = coding.encoding().id();
        long packed = binding.measure(chars, chars.length, id, flags);
        if (!isSound(packed, chars.length, flags)) {
            return REPORTED; // the charset cannot encode the replacement
        }
        if (Packed.written(packed) > capacityBytes) {
            return FULL;
        }
        if (dst != null) {
            long place = dst.start() + dstOffset;
            packed = binding.encode(chars, chars.length, dst.base(), place, capacityBytes, id, flags);
            if (!isSound(packed, chars.length, flags)) {
                throw TextErrors.unexpected(binding, packed);
            }
        }
        return Packed.written(packed);
    }

    private RuntimeException error(long packed, Coding coding, int charIndex, long writtenBefore) {
        long units = packed < 0 ? 0 : (writtenBefore + Packed.written(packed)) / coding.unitSize();
        return TextErrors.encoding(binding, packed, coding.charset(), charIndex, units);
    }

    /**
     * Tests whether a piece was encoded up to its end, or up to a high surrogate at its end that the next piece may
     * complete.
     */
    private static boolean isSound(long packed, int chars, int flags) {
        if (packed < 0) {
            return false;
        }
        int read = Packed.read(packed);
        return switch (Packed.status(packed)) {
            case Packed.DONE -> read == chars;
            case Packed.INCOMPLETE -> (flags & Flags.MORE) != 0 && read > 0 && read == chars - 1;
            default -> false;
        };
    }

    /**
     * Returns the encoded size of a range of a text, in bytes.
     *
     * @param prefix how to handle an error with REPORT: if true, measure the text before it; if false, throw
     * @return the number of bytes
     */
    long measure(CharSequence src, int srcIndex, int numChars, Coding coding, boolean prefix) {
        long bytes = 0;
        Scratch scratch = Scratch.acquire();
        try {
            char[] piece = scratch.chars(Math.min(numChars, PIECE));
            int most = PIECE;
            for (int at = 0; at < numChars; ) {
                int chars = Math.min(numChars - at, most);
                most = Math.min(4 * most, PIECE);
                int flags = flags(coding, bytes, chars < numChars - at);
                Chars.copy(src, srcIndex + at, chars, piece, 0);
                long packed = binding.measure(piece, chars, coding.encoding().id(), flags);
                long repaired = REPORTED;
                if (repairs(packed, chars, coding)) {
                    char c = piece[Packed.read(packed)];
                    boolean continued = bytes + Packed.written(packed) > 0;
                    repaired = writeRepaired(c, coding, null, 0, Long.MAX_VALUE, continued);
                }
                if (repaired != REPORTED) {
                    at += Packed.bad(packed);
                    bytes += repaired;
                    most = AFTER_ERROR;
                } else if (!isSound(packed, chars, flags)) {
                    RuntimeException error = TextErrors.encoding(binding, packed, coding.charset(), srcIndex + at, 0);
                    if (prefix && error instanceof MalformedTextException) {
                        return bytes + Packed.written(packed);
                    }
                    throw error;
                }
                at += Packed.read(packed);
                bytes += Packed.written(packed);
            }
        } finally {
            scratch.release();
        }
        return bytes;
    }
}
