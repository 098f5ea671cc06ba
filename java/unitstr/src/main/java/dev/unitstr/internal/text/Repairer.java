package dev.unitstr.internal.text;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.internal.binding.Encoding;
import dev.unitstr.internal.binding.Packed;
import org.jspecify.annotations.Nullable;

/**
 * Decodes the errors of one text, from its start on. Beside {@link Repairs}, which looks at one error, it knows what came
 * before: LOSSLESS reports two surrogates that form a pair but were encoded separately.
 */
final class Repairer {
    private static final long NONE = -1;
    private static final int UTF_32_BYTES = 4;

    private final Coding coding;
    /** The end of a lone high surrogate that was decoded last, in bytes from the start of the text. */
    private long highEnd = NONE;
    /** Whether the last piece followed such a surrogate. */
    private boolean startsAfterHigh;

    Repairer(Coding coding) {
        this.coding = coding;
    }

    /** Forgets the text. */
    void reset() {
        highEnd = NONE;
    }

    /**
     * Decodes a malformed sequence.
     *
     * @param bad the malformed bytes
     * @param count their number: 1 to 4
     * @param at the offset of the sequence in the text, in bytes
     * @return the chars; null if the error must be reported
     */
    @Nullable
    String decode(byte[] bad, int count, long at) {
        String text = coding.repairs() ? Repairs.decode(bad, count, coding) : null;
        if (text == null || coding.policy() != MalformedPolicy.LOSSLESS) {
            return text;
        }
        char surrogate = text.charAt(0);
        if (at == highEnd && Character.isLowSurrogate(surrogate)) {
            return null;
        }
        if (coding.encoding() == Encoding.UTF_8 && Character.isHighSurrogate(surrogate)) {
            highEnd = at + count;
        }
        return text;
    }

    /**
     * Tests whether units of a piece of LOSSLESS UTF-32 form a surrogate pair, with each other or with the unit before the
     * piece. A binding decodes them, to the same chars as those of the supplementary character.
     *
     * @param packed the result of decoding the piece
     * @param chars the chars, if the result has chars
     * @param at the offset of the piece in the text, in bytes
     * @return true if the result must be passed to {@link #endBeforePair}
     */
    boolean hasPair(long packed, char[] chars, long at) {
        int units = Packed.read(packed) / UTF_32_BYTES;
        if (coding.policy() != MalformedPolicy.LOSSLESS || coding.unitSize() < UTF_32_BYTES || units == 0) {
            return false;
        }
        startsAfterHigh = at == highEnd;
        highEnd = NONE;
        int count = Packed.written(packed);
        if (!Packed.isChars(packed) || count == 0) {
            return false;
        }
        if (Character.isHighSurrogate(chars[count - 1])) {
            highEnd = at + (long) units * UTF_32_BYTES;
        }
        // A supplementary character starts with its high surrogate, so a low one at the start is a unit.
        return startsAfterHigh && Character.isLowSurrogate(chars[0])
                || Character.codePointCount(chars, 0, count) != units;
    }

    /**
     * Ends a piece before the second unit of a surrogate pair.
     *
     * @param packed the result of decoding the piece
     * @param bytes the piece
     * @param order the encoding, in the byte order of the text
     * @return the result up to that unit, which is malformed
     */
    long endBeforePair(long packed, byte[] bytes, Encoding order) {
        boolean afterHigh = startsAfterHigh;
        int written = 0;
        for (int at = 0; at < Packed.read(packed); at += UTF_32_BYTES) {
            int unit = (int) Words.INTS.get(bytes, at);
            unit = order == Encoding.UTF_32_NATIVE ? unit : Integer.reverseBytes(unit);
            if (afterHigh && isSurrogate(unit, Character.MIN_LOW_SURROGATE) && written <= Packed.written(packed)) {
                return Packed.of(Packed.MALFORMED, 1, at, written, UTF_32_BYTES);
            }
            afterHigh = isSurrogate(unit, Character.MIN_HIGH_SURROGATE);
            written += Character.charCount(unit);
        }
        throw new IllegalStateException("the memory changed while it was read");
    }

    /** Tests for one of the 1,024 surrogates from the first on. */
    private static boolean isSurrogate(int unit, char first) {
        return (unit & ~0x3FF) == first;
    }
}
