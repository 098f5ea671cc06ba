package dev.unitstr.internal.text;

import dev.unitstr.MalformedTextException;
import dev.unitstr.internal.binding.Binding;
import dev.unitstr.internal.binding.ByteOrderMark;
import dev.unitstr.internal.binding.Encoding;
import dev.unitstr.internal.binding.Flags;
import dev.unitstr.internal.binding.Packed;
import dev.unitstr.internal.binding.Query;
import dev.unitstr.internal.binding.TextErrors;
import dev.unitstr.internal.memory.Region;
import dev.unitstr.internal.memory.Scratch;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Decodes text in the encodings that unitstr converts itself, piece by piece. The caller has checked the arguments. */
final class TextReader {
    /** The size of the piece after an error, in bytes. */
    static final int AFTER_ERROR = 64;

    private final Binding binding;
    private final boolean shortInJava;

    TextReader(Binding binding, boolean shortInJava) {
        this.binding = binding;
        this.shortInJava = shortInJava;
    }

    String string(Region region, long offset, int bytes, Coding coding) {
        if (bytes > Binding.CHUNK_BYTES || coding.repairs()) {
            return longString(new Pieces(binding, region, offset, bytes, coding));
        }
        Scratch scratch = Scratch.acquire();
        try {
            byte[] latin1 = scratch.bytes(bytes);
            char[] chars = scratch.chars(bytes);
            Encoding encoding = coding.encoding();
            if (shortInJava && !region.isAddress()) {
                String text = ReadRoute.read(region, offset, bytes, encoding, latin1, chars);
                if (text != null) {
                    return text;
                }
            }
            if (encoding == Encoding.UTF_8 && coding.flags() == Flags.REPLACE && !binding.isNative()) {
                // The JDK's decoder uses intrinsics and takes half the time of the plain Java binding.
                region.copyOut(offset, latin1, bytes);
                return new String(latin1, 0, bytes, StandardCharsets.UTF_8);
            }
            long start = region.start() + offset;
            long packed = binding.decode(region.base(), start, bytes, encoding.id(), coding.flags(), latin1, chars);
            if (!Packed.isDone(packed) || Packed.read(packed) != bytes) {
                throw TextErrors.decoding(binding, packed, coding.charset(), 0);
            }
            return string(packed, latin1, chars);
        } finally {
            scratch.release();
        }
    }

    private static String longString(Pieces pieces) {
        TextBuilder text = new TextBuilder();
        Scratch scratch = Scratch.acquire();
        try {
            byte[] latin1 = scratch.bytes(Binding.CHUNK_BYTES);
            char[] chars = scratch.chars(Binding.CHUNK_BYTES);
            while (pieces.hasNext()) {
                long packed = pieces.next(latin1, chars, text.isLatin1() ? 0 : Flags.CHARS);
                text.append(packed, latin1, chars, pieces.share());
                if (Packed.status(packed) == Packed.MALFORMED) {
                    text.append(pieces.repair(packed), pieces.share());
                }
            }
        } finally {
            scratch.release();
        }
        return text.toString();
    }

    int chars(Region region, long offset, int bytes, Coding coding, char[] dst, int dstIndex) {
        Pieces pieces = new Pieces(binding, region, offset, bytes, coding);
        int at = dstIndex;
        Scratch scratch = Scratch.acquire();
        try {
            byte[] latin1 = scratch.bytes(pieces.longest());
            char[] chars = scratch.chars(pieces.longest());
            while (pieces.hasNext()) {
                // Not directly into dst: a binding may store beyond the length that it reports.
                int written = Packed.written(pieces.nextOrThrow(latin1, chars, Flags.CHARS));
                if (written > dst.length - at) {
                    throw tooShort(dst.length, dstIndex);
                }
                System.arraycopy(chars, 0, dst, at, written);
                at += written;
            }
        } finally {
            scratch.release();
        }
        return at - dstIndex;
    }

    static IndexOutOfBoundsException tooShort(int length, int dstIndex) {
        return new IndexOutOfBoundsException(
                "dst has " + length + " chars: the text does not fit from dstIndex " + dstIndex + " on");
    }

    void append(Region region, long offset, int bytes, Coding coding, Appendable dst) throws IOException {
        Pieces pieces = new Pieces(binding, region, offset, bytes, coding);
        while (pieces.hasNext()) {
            String text = "";
            long packed;
            Scratch scratch = Scratch.acquire();
            try {
                byte[] latin1 = scratch.bytes(pieces.longest());
                char[] chars = scratch.chars(pieces.longest());
                if (dst instanceof StringBuilder builder) { // no user code, so it may see the scratch
                    packed = pieces.next(latin1, chars, Flags.CHARS);
                    builder.append(chars, 0, Packed.written(packed));
                } else {
                    packed = pieces.next(latin1, chars, 0);
                    text = string(packed, latin1, chars);
                }
            } finally {
                scratch.release(); // before user code runs
            }
            if (!text.isEmpty()) {
                dst.append(text);
            }
            pieces.check(packed);
        }
    }

    boolean equal(Region region, long offset, int bytes, Coding coding, CharSequence text) {
        int length = Chars.length(text);
        Pieces pieces = new Pieces(binding, region, offset, bytes, coding);
        int at = 0;
        Scratch scratch = Scratch.acquire();
        try {
            byte[] latin1 = scratch.bytes(pieces.longest());
            char[] chars = scratch.chars(pieces.longest());
            while (pieces.hasNext()) {
                int most = Math.min(length - at, pieces.longest());
                Chars.copy(text, at, most, chars, 0);
                long packed = pieces.nextEqual(chars, most);
                if (Packed.status(packed) == Packed.MISMATCH) {
                    return rest(pieces, latin1, chars);
                }
                at += Packed.written(packed);
            }
        } finally {
            scratch.release();
        }
        return at == length;
    }

    /**
     * Answers a query about a text, piece by piece.
     *
     * @return the number of bytes before the sequence at which the query stopped, or -1 if it read the whole text
     */
    int query(Region region, long offset, int bytes, Coding coding, Query query) {
        Pieces pieces = new Pieces(binding, region, offset, bytes, coding);
        while (pieces.hasNext()) {
            if (Packed.status(pieces.nextAnswer(query)) == Packed.MALFORMED) {
                return pieces.at;
            }
        }
        return -1;
    }

    /** Decodes the rest after a mismatch, because malformed text must be reported wherever it is. */
    private static boolean rest(Pieces pieces, byte[] latin1, char[] chars) {
        while (pieces.coding.stopsAtErrors() && pieces.hasNext()) {
            pieces.nextOrThrow(latin1, chars, 0);
        }
        return false;
    }

    static String string(long packed, byte[] latin1, char[] chars) {
        int length = Packed.written(packed);
        return Packed.isChars(packed)
                ? new String(chars, 0, length)
                : new String(latin1, 0, length, StandardCharsets.ISO_8859_1);
    }

    /** Iterates over the pieces of a text. */
    private static final class Pieces {
        private final Binding binding;
        private final Region region;
        private final long offset;
        private final int bytes;
        private final Coding coding;
        /** Null if the policy repairs nothing: most texts are read without it. */
        private final @Nullable Repairer repairer;

        private Encoding encoding;
        private int at;
        private boolean orderKnown;
        /** The maximum size of the next piece: small after an error, because more errors are likely. */
        private int most = Binding.CHUNK_BYTES;

        Pieces(Binding binding, Region region, long offset, int bytes, Coding coding) {
            this.binding = binding;
            this.region = region;
            this.offset = offset;
            this.bytes = bytes;
            this.coding = coding;
            this.repairer = coding.repairs() ? new Repairer(coding) : null;
            this.encoding = coding.encoding();
            this.orderKnown = (coding.flags() & Flags.CONTINUED) != 0;
        }

        boolean hasNext() {
            return at < bytes;
        }

        /** Returns the largest size of a piece, in bytes. */
        int longest() {
            return Math.min(bytes, Binding.CHUNK_BYTES);
        }

        /** Returns the fraction of the text that was read; greater than 0 after the first piece. */
        double share() {
            return (double) at / bytes;
        }

        /** Decodes a piece. The status is DONE or INCOMPLETE, or MALFORMED with the flag REPORT. */
        long next(byte[] latin1, char[] chars, int flags) {
            findOrder();
            int piece = Math.min(bytes - at, most);
            most = Math.min(4 * most, Binding.CHUNK_BYTES);
            long packed =
                    binding.decode(region.base(), place(), piece, encoding.id(), flags | flags(piece), latin1, chars);
            boolean asked = (flags & Flags.CHARS) == 0 || Packed.isChars(packed) || Packed.written(packed) == 0;
            if (packed >= 0 && !asked) {
                throw TextErrors.unexpected(binding, packed);
            }
            long decoded = advance(packed, piece);
            int start = at - Packed.read(decoded);
            if (repairer == null || !repairer.hasPair(decoded, chars, start)) {
                return decoded;
            }
            long ended = repairer.endBeforePair(decoded, bytesAt(start, Packed.read(decoded)), encoding.fixed());
            at = start + Packed.read(ended);
            return ended;
        }

        private byte[] bytesAt(int start, int count) {
            byte[] read = new byte[count];
            RawBytes.read(binding, region, offset + start, read, count);
            return read;
        }

        long nextOrThrow(byte[] latin1, char[] chars, int flags) {
            long packed = next(latin1, chars, flags);
            check(packed);
            return packed;
        }

        /**
         * Compares a piece. The status is DONE, INCOMPLETE or MISMATCH; after MISMATCH, the same piece is the next one.
         */
        long nextEqual(char[] text, int chars) {
            findOrder();
            int piece = Math.min(bytes - at, Binding.CHUNK_BYTES);
            long packed =
                    binding.contentEquals(region.base(), place(), piece, encoding.id(), flags(piece), text, chars);
            if (packed >= 0 && Packed.status(packed) == Packed.MISMATCH) {
                return packed;
            }
            advance(packed, piece);
            check(packed);
            if (Packed.written(packed) > chars) {
                throw TextErrors.unexpected(binding, packed);
            }
            return packed;
        }

        /** Answers a query about a piece. The status is DONE, INCOMPLETE or MALFORMED. */
        long nextAnswer(Query query) {
            findOrder();
            int piece = Math.min(bytes - at, Binding.CHUNK_BYTES);
            return advance(binding.query(region.base(), place(), piece, encoding.id(), flags(piece), query), piece);
        }

        /**
         * Skips the malformed sequence after the last piece.
         *
         * @return the chars in place of it
         * @throws MalformedTextException if the policy reports the error
         */
        String repair(long packed) {
            int bad = Packed.bad(packed);
            String repaired = repairer != null && bad <= bytes - at ? repairer.decode(bytesAt(at, bad), bad, at) : null;
            if (repaired == null) {
                throw TextErrors.decoding(binding, packed, coding.charset(), at - Packed.read(packed));
            }
            at += Repairs.bytes(bad, coding);
            most = AFTER_ERROR;
            return repaired;
        }

        /** Throws if the last piece was malformed. */
        void check(long packed) {
            if (Packed.status(packed) == Packed.MALFORMED) {
                throw TextErrors.decoding(binding, packed, coding.charset(), at - Packed.read(packed));
            }
        }

        /** Returns the place of the next piece, as a binding takes it. */
        private long place() {
            return region.start() + offset + at;
        }

        private int flags(int piece) {
            int flags = coding.flags();
            if (at > 0 || orderKnown) {
                flags |= Flags.CONTINUED;
            }
            return piece < bytes - at ? flags | Flags.MORE : flags;
        }

        /** Advances by the length that a call reports, after checking it: memory may change from call to call. */
        private long advance(long packed, int piece) {
            if (packed >= 0) {
                int read = Packed.read(packed);
                boolean sound = switch (Packed.status(packed)) {
                    case Packed.DONE -> read == piece;
                    case Packed.INCOMPLETE -> piece < bytes - at && read > 0 && read < piece;
                    case Packed.MALFORMED -> coding.stopsAtErrors() && read < piece;
                    default -> false;
                };
                if (sound) {
                    at += read;
                    return packed;
                }
            }
            throw TextErrors.unexpected(binding, packed);
        }

        /** Reads the byte order mark in the first piece, which determines the byte order of all pieces. */
        private void findOrder() {
            if (orderKnown || bytes <= Binding.CHUNK_BYTES && !coding.repairs() || encoding == encoding.fixed()) {
                return;
            }
            byte[] start = new byte[ByteOrderMark.MOST];
            int count = Math.min(bytes, ByteOrderMark.MOST);
            RawBytes.read(binding, region, offset, start, count);
            ByteOrderMark mark = ByteOrderMark.find(encoding, start, count);
            encoding = mark.encoding();
            at = mark.bytes();
            orderKnown = true;
        }
    }
}
