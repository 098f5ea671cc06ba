package dev.unitstr.internal.tensor;

import dev.unitstr.internal.binding.Binding;
import dev.unitstr.internal.binding.Encoding;
import dev.unitstr.internal.binding.Flags;
import dev.unitstr.internal.binding.JavaBinding;
import dev.unitstr.internal.binding.Packed;
import dev.unitstr.internal.memory.ArrayRegion;
import dev.unitstr.internal.memory.Scratch;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Texts that become UTF-8 without a call of the binding for each:
 *
 * <ul>
 *   <li>ASCII: the chars of many texts are put together, and one call of the binding finds that these are as many bytes.
 *       When it is written, it is copied out of the strings as it is.
 *   <li>Short texts that are not: the JDK encodes them. What was encoded to be measured is kept until it is written, up to
 *       a bound; behind that it is encoded anew. Malformed text becomes what the JDK makes of it: that is what replacing
 *       means.
 * </ul>
 *
 * <p>Behind the limits others take the same time, within what was measured: CPU time on an AMD EPYC with AVX-512 (Zen 4)
 * that was busy, OpenJDK 25, 2026-11-22.
 */
final class EncodedTexts {
    /** The most chars of a text that the JDK encodes. */
    static final int MOST = 512;
    /** The most chars of one that is not ASCII; which it is, nobody knows before. */
    static final int MOST_OTHER = 8;
    /** So many are left to the binding when one was found that is not ASCII and too long for it. */
    private static final int OTHERS = Binding.BATCH_TEXTS;
    /** The most chars of a text that is put together with others. */
    private static final int MOST_ASCII = 4096;
    /** The most chars of all of them. */
    private static final int TOGETHER = Binding.CHUNK_BYTES / Character.BYTES;
    /** So many are put together at first, and again when not all of them were ASCII. */
    private static final int FEW = 32;
    /** The most bytes that are kept. */
    private static final int KEPT = 4 << 20;

    /**
     * Texts one after the other.
     *
     * @param first the first of them
     * @param count how many
     * @param isAscii whether they are
     * @param bytes all of them, encoded; null if they are to be encoded again
     */
    record Piece(int first, int count, boolean isAscii, byte @Nullable [] bytes) {
        int end() {
            return first + count;
        }
    }

    private final Binding binding;
    private final @Nullable String[] texts;
    private final int[] sizes;

    /** In the order of the texts. */
    private final List<Piece> pieces = new ArrayList<>();
    /** Where the last look ended. */
    private int last;

    private int kept;
    private int together = FEW;
    /** Those before are not put together. */
    private int singly;

    private byte[] some = {};

    /**
     * None yet.
     *
     * @param binding who looks at what is put together
     * @param texts the texts
     * @param sizes takes how many bytes each has
     */
    EncodedTexts(Binding binding, @Nullable String[] texts, int[] sizes) {
        this.binding = binding;
        this.texts = texts;
        this.sizes = sizes;
        this.singly = binding instanceof JavaBinding ? texts.length : 0; // there the JDK is faster
    }

    /**
     * Encodes or measures texts up to one that is for the binding.
     *
     * @param from the first
     * @param to behind the last
     * @return behind the last that is one of these
     */
    int encode(int from, int to) {
        for (int at = from; at < to; ) {
            int end = at < singly ? at : ascii(at, Math.min(to, at + together));
            if (end == at) {
                int most = Math.min(to, at + OTHERS);
                end = encodeEach(at, most);
                if (end < most) {
                    return end;
                }
            }
            at = end;
        }
        return to;
    }

    /** Behind texts that are ASCII, as many as are looked at together; the first if not all of these are. */
    private int ascii(int from, int to) {
        int at = from;
        Scratch scratch = Scratch.acquire();
        try {
            char[] chars = scratch.chars(TOGETHER);
            int filled = 0;
            for (; at < to; at++) {
                String text = texts[at];
                int length = text.length();
                if (length > MOST_ASCII || length > TOGETHER - filled) {
                    break;
                }
                text.getChars(0, length, chars, filled);
                sizes[at] = length;
                filled += length;
            }
            // What is as many bytes as chars, and no error, is ASCII.
            long packed = binding.measure(chars, filled, Encoding.UTF_8.id(), Flags.REPORT);
            boolean whole = !Packed.isError(packed) && Packed.status(packed) == Packed.DONE;
            if (!whole || Packed.read(packed) != filled || Packed.written(packed) != filled) {
                together = FEW;
                singly = from + OTHERS;
                return from;
            }
        } finally {
            scratch.release();
        }
        together = Math.min(2 * together, Binding.BATCH_TEXTS);
        Piece before = pieces.isEmpty() ? null : pieces.get(pieces.size() - 1);
        if (before != null && before.isAscii && before.end() == from) {
            pieces.set(pieces.size() - 1, new Piece(before.first, at - before.first, true, null));
        } else if (at > from) {
            pieces.add(new Piece(from, at - from, true, null));
        }
        return at;
    }

    /** Encodes texts one by one, up to one that is for the binding, or shows that it is faster; behind the last one. */
    private int encodeEach(int from, int to) {
        int filled = 0;
        int at = from;
        boolean go = true;
        while (go && at < to && texts[at].length() <= MOST) {
            String text = texts[at];
            byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
            int end = filled + encoded.length;
            if (end > Binding.CHUNK_BYTES) {
                break;
            }
            if (end > some.length) {
                some = Arrays.copyOf(some, Math.max(end, Math.min(Binding.CHUNK_BYTES, 2 * some.length)));
            }
            System.arraycopy(encoded, 0, some, filled, encoded.length);
            filled = end;
            sizes[at] = encoded.length;
            go = encoded.length == text.length() || text.length() <= MOST_OTHER;
            at++;
        }
        if (at > from) {
            boolean fits = filled <= KEPT - kept;
            kept += fits ? filled : 0;
            pieces.add(new Piece(from, at - from, false, fits ? Arrays.copyOf(some, filled) : null));
        }
        return at;
    }

    /**
     * How far the binding goes then.
     *
     * @param from where {@link #encode} stopped
     * @param to behind the last
     * @return behind the last that is the binding's
     */
    int leave(int from, int to) {
        if (from < to && texts[from].length() <= MOST) {
            return Math.min(to, from + OTHERS);
        }
        int end = from;
        while (end < to && texts[end].length() > MOST) {
            end++;
        }
        return end;
    }

    /** The piece that has a text, or else the next one; null if there is none any more. */
    @Nullable
    Piece from(int text) {
        int low = 0;
        int high = pieces.size();
        if (last < high && pieces.get(last).first <= text) {
            low = last;
            high = Math.min(high, last + 2); // it goes on from where the last look ended, as a rule
            high = high < pieces.size() && pieces.get(high - 1).end() <= text ? pieces.size() : high;
        }
        while (low < high) {
            int middle = low + high >>> 1;
            if (pieces.get(middle).end() <= text) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        last = low;
        return low < pieces.size() ? pieces.get(low) : null;
    }

    /**
     * Writes what a piece has of some texts.
     *
     * @param piece the piece
     * @param from the first of them
     * @param to behind the last
     * @return how many bytes
     */
    long write(Piece piece, int from, int to, TensorMemory memory, long offset) {
        byte[] encoded = piece.bytes;
        if (encoded == null) {
            return piece.isAscii ? writeAscii(from, to, memory, offset) : encodeAgain(from, to, memory, offset);
        }
        int start = sum(piece.first, from);
        int bytes = to == piece.end() ? encoded.length - start : sum(from, to);
        if (bytes == 0) {
            return 0;
        }
        if (memory.region() instanceof ArrayRegion target) {
            System.arraycopy(encoded, start, target.array(), Math.toIntExact(offset), bytes);
        } else {
            memory.write(start == 0 ? encoded : Arrays.copyOfRange(encoded, start, start + bytes), bytes, offset);
        }
        return bytes;
    }

    private int sum(int from, int to) {
        int bytes = 0;
        for (int i = from; i < to; i++) {
            bytes += sizes[i];
        }
        return bytes;
    }

    private long writeAscii(int from, int to, TensorMemory memory, long offset) {
        if (memory.region() instanceof ArrayRegion target) {
            return copy(from, to, target.array(), Math.toIntExact(offset));
        }
        some = some.length < Binding.CHUNK_BYTES ? new byte[Binding.CHUNK_BYTES] : some;
        long at = offset;
        for (int i = from; i < to; ) {
            int end = i;
            int room = Binding.CHUNK_BYTES;
            while (end < to && sizes[end] <= room) {
                room -= sizes[end++];
            }
            int bytes = copy(i, end, some, 0);
            memory.write(some, bytes, at);
            at += bytes;
            i = end;
        }
        return at - offset;
    }

    /**
     * Takes ASCII out of strings. The method is deprecated because it takes one half of each char, which is all that these
     * have; every other way makes an array of each, or two.
     */
    @SuppressWarnings("deprecation")
    private int copy(int from, int to, byte[] target, int index) {
        int at = index;
        for (int i = from; i < to; i++) {
            String text = texts[i];
            int length = text.length();
            text.getBytes(0, length, target, at);
            at += length;
        }
        return at - index;
    }

    private long encodeAgain(int from, int to, TensorMemory memory, long offset) {
        byte[] again = new byte[Binding.CHUNK_BYTES];
        long at = offset;
        int filled = 0;
        for (int i = from; i < to; i++) {
            byte[] encoded = texts[i].getBytes(StandardCharsets.UTF_8);
            if (encoded.length > again.length - filled) {
                memory.write(again, filled, at);
                at += filled;
                filled = 0;
            }
            System.arraycopy(encoded, 0, again, filled, encoded.length);
            filled += encoded.length;
        }
        memory.write(again, filled, at);
        return at + filled - offset;
    }
}
