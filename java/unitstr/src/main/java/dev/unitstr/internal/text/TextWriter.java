package dev.unitstr.internal.text;

import dev.unitstr.Copied;
import dev.unitstr.MalformedTextException;
import dev.unitstr.internal.binding.Binding;
import dev.unitstr.internal.binding.Flags;
import dev.unitstr.internal.binding.Packed;
import dev.unitstr.internal.binding.TextErrors;
import dev.unitstr.internal.memory.Region;
import dev.unitstr.internal.memory.Scratch;

/**
 * Encodes strings into the encodings that unitstr converts itself, piece by piece. The caller has checked the
 * arguments.
 */
final class TextWriter {
    /**
     * The maximum number of chars of a piece: in every encoding, its bytes and a byte order mark fit in the arrays that
     * a scratch keeps.
     */
    static final int PIECE = Binding.CHUNK_BYTES / 4 - 1;

    private final Binding binding;
    private final boolean shortInJava;

    TextWriter(Binding binding, boolean shortInJava) {
        this.binding = binding;
        this.shortInJava = shortInJava;
    }

    /**
     * Encodes a range of a string, which is known to fit.
     *
     * @return the number of units
     */
    long write(String src, int srcIndex, int numChars, Coding coding, Region dst, long dstOffset, long capacityBytes) {
        if (numChars > PIECE) {
            Copied copied = writeUpTo(src, srcIndex, numChars, coding, dst, dstOffset, capacityBytes);
            if (copied.chars() != numChars) {
                throw new IllegalStateException("binding " + binding.name() + " wrote more than it measured");
            }
            return copied.units();
        }
        if (shortInJava && !dst.isAddress()) {
            long units = WriteRoute.write(src, srcIndex, numChars, coding, dst, dstOffset, capacityBytes);
            if (units >= 0) {
                return units;
            }
        }
        Scratch scratch = Scratch.acquire();
        try {
            char[] chars = scratch.chars(numChars);
            src.getChars(srcIndex, srcIndex + numChars, chars, 0);
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

    /** Encodes as many whole code points of a range of a string as fit. */
    Copied writeUpTo(
            String src, int srcIndex, int numChars, Coding coding, Region dst, long dstOffset, long capacityBytes) {
        int at = 0;
        long written = 0;
        Scratch scratch = Scratch.acquire();
        try {
            char[] piece = scratch.chars(Math.min(numChars, PIECE));
            while (true) {
                int chars = Math.min(numChars - at, PIECE);
                int flags = flags(coding, at, chars < numChars - at);
                src.getChars(srcIndex + at, srcIndex + at + chars, piece, 0);
                long place = dst.start() + dstOffset + written;
                int id = coding.encoding().id();
                long packed = binding.encode(piece, chars, dst.base(), place, capacityBytes - written, id, flags);
                boolean full = packed >= 0 && Packed.status(packed) == Packed.OUTPUT_FULL;
                if (!(full && Packed.read(packed) < chars) && !isSound(packed, chars, flags)) {
                    throw error(packed, coding, srcIndex + at, written);
                }
                at += Packed.read(packed);
                written += Packed.written(packed);
                if (at == numChars || full) {
                    return new Copied(at, written / coding.unitSize());
                }
            }
        } finally {
            scratch.release();
        }
    }

    private static int flags(Coding coding, int charsBefore, boolean hasMore) {
        return coding.flags() | (charsBefore > 0 ? Flags.CONTINUED : 0) | (hasMore ? Flags.MORE : 0);
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
     * Returns the encoded size of a range of a string, in bytes.
     *
     * @param prefix how to handle an error with REPORT: if true, measure the text before it; if false, throw
     * @return the number of bytes
     */
    long measure(String src, int srcIndex, int numChars, Coding coding, boolean prefix) {
        long bytes = 0;
        Scratch scratch = Scratch.acquire();
        try {
            char[] piece = scratch.chars(Math.min(numChars, PIECE));
            for (int at = 0; at < numChars; ) {
                int chars = Math.min(numChars - at, PIECE);
                int flags = flags(coding, at, chars < numChars - at);
                src.getChars(srcIndex + at, srcIndex + at + chars, piece, 0);
                long packed = binding.measure(piece, chars, coding.encoding().id(), flags);
                if (!isSound(packed, chars, flags)) {
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
