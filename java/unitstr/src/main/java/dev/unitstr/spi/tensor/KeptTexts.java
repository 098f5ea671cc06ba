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
 * What was encoded to be measured is kept until it is written, up to a bound; behind that it is encoded anew. Malformed
 * text becomes what the JDK makes of it: that is what replacing means.
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

    private static final int SHIFT = 18;
    private static final int PIECE = 1 << SHIFT;
    private static final int PIECES = 16;
    private static final int FIRST_ROOM = 32;

    /** A place of what the binding encodes. */
    private static final int NONE = -1;
    /** A place of what has to be encoded again. */
    private static final int AGAIN = -2;

    private final @Nullable String[] texts;
    private final int[] sizes;
    /** Where each is: the number of a piece, and in the lower bits an index in that. */
    private final int[] places;

    private final List<byte[]> pieces = new ArrayList<>();
    private byte[] piece;
    private int used;

    /**
     * None yet.
     *
     * @param texts the texts
     * @param sizes takes how many bytes each has
     */
    KeptTexts(@Nullable String[] texts, int[] sizes) {
        this.texts = texts;
        this.sizes = sizes;
        this.places = new int[texts.length];
        Arrays.fill(places, NONE);
        this.piece = new byte[Math.min(PIECE, FIRST_ROOM * Math.min(texts.length, PIECE))];
        pieces.add(piece);
    }

    /**
     * Encodes texts up to one that is for the binding.
     *
     * @param from the first
     * @param to behind the last
     * @return behind the last that was encoded
     */
    int encode(int from, int to) {
        for (int i = from; i < to; i++) {
            String text = texts[i];
            int chars = text.length();
            if (chars > MOST) {
                return i;
            }
            byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
            sizes[i] = encoded.length;
            places[i] = keep(encoded);
            if (encoded.length != chars && chars > MOST_OTHER) {
                return i + 1;
            }
        }
        return to;
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

    private int keep(byte[] encoded) {
        int end = used + encoded.length;
        if (end > piece.length) {
            if (end <= PIECE) {
                piece = Arrays.copyOf(piece, Math.min(PIECE, Math.max(end, 2 * piece.length)));
                pieces.set(pieces.size() - 1, piece);
            } else if (pieces.size() < PIECES) {
                piece = new byte[PIECE];
                pieces.add(piece);
                used = 0;
                end = encoded.length;
            } else {
                return AGAIN;
            }
        }
        System.arraycopy(encoded, 0, piece, used, encoded.length);
        int place = (pieces.size() - 1 << SHIFT) + used;
        used = end;
        return place;
    }

    /** Whether a text is one of these. */
    boolean has(int i) {
        return places[i] != NONE;
    }

    /** Behind the last text that is written together with one. */
    int runEnd(int from, int to) {
        int end = from + 1;
        if (places[from] == AGAIN) {
            while (end < to && places[end] == AGAIN) {
                end++;
            }
            return end;
        }
        int next = places[from] + sizes[from];
        while (end < to && places[end] == next && (next & PIECE - 1) != 0) {
            next += sizes[end];
            end++;
        }
        return end;
    }

    /**
     * Writes what goes together.
     *
     * @param from the first
     * @param to what {@link #runEnd} said
     * @return how many bytes
     */
    long write(int from, int to, TensorMemory memory, long offset) {
        if (places[from] == AGAIN) {
            return encodeAgain(from, to, memory, offset);
        }
        int bytes = places[to - 1] + sizes[to - 1] - places[from];
        if (bytes == 0) {
            return 0;
        }
        byte[] kept = pieces.get(places[from] >> SHIFT);
        int start = places[from] & PIECE - 1;
        if (memory.region() instanceof ArrayRegion target) {
            System.arraycopy(kept, start, target.array(), Math.toIntExact(offset), bytes);
        } else {
            memory.write(start == 0 ? kept : Arrays.copyOfRange(kept, start, start + bytes), bytes, offset);
        }
        return bytes;
    }

    private long encodeAgain(int from, int to, TensorMemory memory, long offset) {
        byte[] some = new byte[Binding.CHUNK_BYTES];
        long at = offset;
        int filled = 0;
        for (int i = from; i < to; i++) {
            byte[] encoded = texts[i].getBytes(StandardCharsets.UTF_8);
            if (encoded.length > some.length - filled) {
                memory.write(some, filled, at);
                at += filled;
                filled = 0;
            }
            System.arraycopy(encoded, 0, some, filled, encoded.length);
            filled += encoded.length;
        }
        memory.write(some, filled, at);
        return at + filled - offset;
    }
}
