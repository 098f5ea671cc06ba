package dev.unitstr.internal.text;

import dev.unitstr.internal.binding.Binding;
import dev.unitstr.internal.binding.Encoding;
import dev.unitstr.internal.binding.Flags;
import dev.unitstr.internal.binding.Packed;
import dev.unitstr.internal.memory.Region;
import dev.unitstr.internal.memory.Scratch;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Encodes texts in UTF-8 without one call of the binding per text:
 * <ul>
 * <li>ASCII: the chars of many texts are concatenated, and one call of the binding verifies that they have as many
 *     bytes as chars. When the texts are written, their chars are copied from the strings.
 * <li>Short texts that are not ASCII: the JDK encodes them. The bytes encoded for measuring are kept until they are
 *     written, up to a limit; texts beyond the limit are encoded again. Malformed text is replaced as the JDK replaces
 *     it, which is the definition of REPLACE.
 * </ul>
 *
 * <p>The thresholds are the points beyond which the alternatives took equal time, within measurement error: CPU time on
 * a busy AMD EPYC with AVX-512 (Zen 4), OpenJDK 25, 2026-11-22.
 */
final class EncodedTexts {
    /** The maximum length, in chars, of a text that the JDK encodes. */
    static final int MOST = 512;
    /** The maximum length, in chars, of a non-ASCII text that the JDK encodes; known only after encoding it. */
    static final int MOST_OTHER = 8;
    /** The number of texts left to the binding after a non-ASCII text longer than {@link #MOST_OTHER}. */
    private static final int OTHERS = Binding.BATCH_TEXTS;
    /** The maximum length, in chars, of a text that is concatenated with others. */
    private static final int MOST_ASCII = 4096;
    /** The maximum total length, in chars, of concatenated texts. */
    private static final int TOGETHER = Binding.CHUNK_BYTES / Character.BYTES;
    /** The initial number of texts to concatenate, also used again after some texts were not ASCII. */
    private static final int FEW = 32;
    /** The maximum number of encoded bytes to keep. */
    private static final int KEPT = 4 << 20;

    /**
     * A run of consecutive texts.
     *
     * @param first the index of the first text
     * @param count the number of texts
     * @param isAscii whether all texts are ASCII
     * @param bytes the encoded texts; null if they must be encoded again
     */
    record Piece(int first, int count, boolean isAscii, byte @Nullable [] bytes) {
        int end() {
            return first + count;
        }
    }

    private final Binding binding;
    private final @Nullable String[] texts;
    private final int[] sizes;

    /** The pieces, in the order of the texts. */
    private final List<Piece> pieces = new ArrayList<>();
    /** The index of the piece that the last search found: texts are written in order. */
    private int last;

    private int kept;
    private int together = FEW;
    /** Texts before this index are not concatenated. */
    private int singly;

    private byte[] some = {};

    /**
     * Creates an object without encoded texts.
     *
     * @param binding the binding that measures concatenated texts
     * @param texts the texts
     * @param sizes receives the size of each text in bytes
     */
    EncodedTexts(Binding binding, @Nullable String[] texts, int[] sizes) {
        this.binding = binding;
        this.texts = texts;
        this.sizes = sizes;
        this.singly = !binding.isNative() ? texts.length : 0; // the JDK is faster than the Java binding
    }

    /**
     * Encodes or measures texts until one is left to the binding.
     *
     * @param from the index of the first text
     * @param to the end index
     * @return the end index of the texts that were encoded or measured
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

    /**
     * Measures a group of texts if they are ASCII. Returns the end index of the group, or {@code from} if some are not.
     */
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
            // Without an error, as many bytes as chars means that all are ASCII.
            long packed = binding.measure(chars, filled, Encoding.UTF_8.id(), Flags.REPORT);
            boolean whole = Packed.isDone(packed);
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

    /** Encodes texts one by one, until one is too long or shows that the binding is faster. Returns the end index. */
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
     * Returns the end index of the texts to leave to the binding.
     *
     * @param from the index at which {@link #encode} stopped
     * @param to the end index
     * @return the end index of the texts for the binding
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

    /** Returns the piece that contains a text, otherwise the next piece; null if there is none. */
    @Nullable
    Piece from(int text) {
        if (last > 0 && pieces.get(last - 1).end() > text) {
            last = 0; // the texts are written again
        }
        while (last < pieces.size() && pieces.get(last).end() <= text) {
            last++;
        }
        return last < pieces.size() ? pieces.get(last) : null;
    }

    /**
     * Writes the part of a piece that covers the given texts.
     *
     * @param piece the piece
     * @param from the index of the first text
     * @param to the end index
     * @return the number of bytes written
     */
    long write(Piece piece, int from, int to, Region region, long offset) {
        byte[] encoded = piece.bytes;
        if (encoded == null) {
            return writeEach(piece.isAscii, from, to, region, offset);
        }
        int start = sum(piece.first, from);
        int bytes = to == piece.end() ? encoded.length - start : sum(from, to);
        if (bytes == 0) {
            return 0;
        }
        if (region.base() instanceof byte[] target) {
            System.arraycopy(encoded, start, target, Math.toIntExact(offset), bytes);
        } else {
            byte[] part = start == 0 ? encoded : Arrays.copyOfRange(encoded, start, start + bytes);
            RawBytes.write(binding, part, bytes, region, offset);
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

    /** Writes texts from the strings, by way of an array unless the memory is one. */
    private long writeEach(boolean isAscii, int from, int to, Region region, long offset) {
        if (isAscii && region.base() instanceof byte[] target) {
            int at = Math.toIntExact(offset);
            for (int i = from; i < to; i++) {
                at += copyAscii(texts[i], target, at);
            }
            return at - offset;
        }
        some = some.length < Binding.CHUNK_BYTES ? new byte[Binding.CHUNK_BYTES] : some;
        long at = offset;
        int filled = 0;
        for (int i = from; i < to; i++) {
            if (sizes[i] > Binding.CHUNK_BYTES - filled) {
                RawBytes.write(binding, some, filled, region, at);
                at += filled;
                filled = 0;
            }
            if (isAscii) {
                filled += copyAscii(texts[i], some, filled);
            } else {
                byte[] encoded = texts[i].getBytes(StandardCharsets.UTF_8);
                System.arraycopy(encoded, 0, some, filled, encoded.length);
                filled += encoded.length;
            }
        }
        RawBytes.write(binding, some, filled, region, at);
        return at + filled - offset;
    }

    static int copyAscii(String text, byte[] target, int index) {
        int length = text.length();
        WriteRoute.lowBytes(text, 0, length, target, index);
        return length;
    }
}
