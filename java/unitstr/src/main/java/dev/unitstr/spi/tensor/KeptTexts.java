package dev.unitstr.spi.tensor;

import dev.unitstr.spi.ArrayRegion;
import dev.unitstr.spi.Binding;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Texts that the JDK encodes to UTF-8: it does not take the chars out of a string, as is done for a binding, and twice.
 * ASCII is joined first and encoded together, which takes neither an array nor a call for each. What was encoded to be
 * measured is kept until it is written, up to a bound; behind that it is encoded anew. Malformed text becomes what the JDK
 * makes of it: that is what replacing means.
 *
 * <p>Behind the limits both take the same time, within what was measured: CPU time on an AMD EPYC with AVX-512 (Zen 4)
 * that was busy, OpenJDK 25, 2026-11-22.
 */
final class KeptTexts {
    /** The most chars of a text. */
    static final int MOST = 512;
    /** The most chars of one that is not ASCII; which it is, nobody knows before. */
    static final int MOST_OTHER = 8;
    /** So many are left to the binding when one was found that is not ASCII and too long for it. */
    private static final int OTHERS = Binding.BATCH_TEXTS;
    /** So many are joined at first, and again when not all of them were ASCII. */
    private static final int FEW = 32;
    /** The most bytes that are kept. */
    private static final int KEPT = 4 << 20;

    /**
     * Texts that were encoded, one after the other.
     *
     * @param first the first of them
     * @param count how many
     * @param bytes all of them; null if they are to be encoded again
     */
    record Piece(int first, int count, byte @Nullable [] bytes) {
        int end() {
            return first + count;
        }
    }

    private final @Nullable String[] texts;
    private final int[] sizes;

    /** In the order of the texts. */
    private final List<Piece> pieces = new ArrayList<>();
    /** Where the last look ended. */
    private int last;

    private int kept;
    private StringBuilder joined = new StringBuilder();
    private int joins = FEW;
    /** Those before are not joined. */
    private int singly;

    private byte[] some = {};

    /**
     * None yet.
     *
     * @param texts the texts
     * @param sizes takes how many bytes each has
     */
    KeptTexts(@Nullable String[] texts, int[] sizes) {
        this.texts = texts;
        this.sizes = sizes;
    }

    /**
     * Encodes texts up to one that is for the binding.
     *
     * @param from the first
     * @param to behind the last
     * @return behind the last that was encoded
     */
    int encode(int from, int to) {
        for (int at = from; at < to; ) {
            int end = at < singly ? at : join(at, Math.min(to, at + joins));
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

    /** Encodes texts together, as many as are short enough and one piece. Behind the last, or the first if one is not ASCII. */
    private int join(int from, int to) {
        StringBuilder all = joined;
        all.setLength(0);
        int room = Binding.CHUNK_BYTES;
        int at = from;
        for (; at < to; at++) {
            String text = texts[at];
            int chars = text.length();
            room -= chars;
            if (chars > MOST || room < 0) {
                break;
            }
            sizes[at] = chars;
            all.append(text);
        }
        byte[] encoded = all.toString().getBytes(StandardCharsets.UTF_8);
        // As many bytes as chars: each has become one. A pair of surrogates from two texts would be four.
        if (encoded.length != all.length()) {
            joined = new StringBuilder(); // that one takes two bytes for each char from now on
            joins = FEW;
            singly = from + OTHERS;
            return from;
        }
        if (at > from) {
            keep(from, at, encoded);
            joins = Math.min(2 * joins, Binding.BATCH_TEXTS);
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
            keep(from, at, Arrays.copyOf(some, filled));
        }
        return at;
    }

    private void keep(int from, int to, byte[] encoded) {
        kept = encoded.length <= KEPT - kept ? kept + encoded.length : KEPT + 1; // and nothing more after that
        pieces.add(new Piece(from, to - from, kept <= KEPT ? encoded : null));
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

    /** The piece that starts with a text or behind it, if it was kept; all others behind it were not, if it was not. */
    @Nullable
    Piece keptFrom(int text) {
        Piece piece = from(text);
        if (piece != null && piece.first < text) {
            piece = from(piece.end());
        }
        return piece == null || piece.bytes == null ? null : piece;
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
            return encodeAgain(from, to, memory, offset);
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
