package dev.unitstr.internal.text;

import dev.unitstr.internal.binding.Packed;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A string that grows piece by piece: Latin-1 bytes up to the first char that is not Latin-1, then chars. */
final class TextBuilder {
    private static final byte[] NO_BYTES = {};
    private static final char[] NO_CHARS = {};

    private byte[] bytes = NO_BYTES;
    private char[] chars = NO_CHARS;
    private boolean wide;
    private int length;

    boolean isLatin1() {
        return !wide;
    }

    /**
     * Appends a piece.
     *
     * @param packed the length and the form of the piece
     * @param latin1 the piece, if it is Latin-1
     * @param utf16 the piece, if it is not
     * @param share the fraction of the whole text read so far, including this piece: greater than 0, at most 1; used to
     *     estimate the size of the rest
     */
    void append(long packed, byte[] latin1, char[] utf16, double share) {
        int more = Packed.written(packed);
        int least = length + more;
        if (least < 0) {
            throw new OutOfMemoryError("the text is too long for one array");
        }
        if (!wide && Packed.isChars(packed)) {
            char[] inflated = new char[size(least, 0, share)];
            for (int i = 0; i < length; i++) {
                inflated[i] = (char) (bytes[i] & 0xFF);
            }
            chars = inflated;
            bytes = NO_BYTES;
            wide = true;
        }
        if (!wide) {
            if (bytes.length < least) {
                bytes = Arrays.copyOf(bytes, size(least, bytes.length, share));
            }
            System.arraycopy(latin1, 0, bytes, length, more);
        } else {
            if (chars.length < least) {
                chars = Arrays.copyOf(chars, size(least, chars.length, share));
            }
            System.arraycopy(utf16, 0, chars, length, more);
        }
        length = least;
    }

    /** Appends text in place of an error. */
    void append(String text, double share) {
        boolean fits = !wide && text.chars().allMatch(c -> c < 0x100);
        byte[] latin1 = fits ? text.getBytes(StandardCharsets.ISO_8859_1) : NO_BYTES;
        append(Packed.of(Packed.DONE, fits ? 0 : 1, 0, text.length(), 0), latin1, text.toCharArray(), share);
    }

    /** Returns the estimated size of the whole text plus 1 %, but at least 1.5 times the old size. */
    private static int size(int least, int old, double share) {
        long guess = (long) (least / share * 1.01);
        return (int) Math.max(least, Math.min(Integer.MAX_VALUE - 8, Math.max(guess, old + (old >> 1L))));
    }

    @Override
    public String toString() {
        return wide ? new String(chars, 0, length) : new String(bytes, 0, length, StandardCharsets.ISO_8859_1);
    }
}
