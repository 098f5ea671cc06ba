package dev.unitstr.internal.text;

import java.nio.CharBuffer;

/**
 * Copies of chars that make no string and run no user code: from a {@link String}, from a {@link StringBuilder}, and from
 * a {@link CharBuffer} that is direct or over an array.
 */
public final class Chars {
    private Chars() {}

    /** Tests whether {@link #copy} supports a text. */
    static boolean hasBulkCopy(CharSequence text) {
        return text instanceof String
                || text instanceof StringBuilder
                || text instanceof CharBuffer buffer && (buffer.hasArray() || buffer.isDirect());
    }

    /**
     * Returns a text that {@link #copy} supports, and that can be encoded piece by piece. A buffer of several pieces
     * becomes a string: its memory may be that to which the first piece is written.
     *
     * @param text any text, not null
     * @return the text itself, or its {@code toString()}
     */
    public static CharSequence of(CharSequence text) {
        return hasBulkCopy(text) && !(text instanceof CharBuffer && text.length() > TextWriter.PIECE)
                ? text
                : text.toString();
    }

    /**
     * Returns the length of a text. A call by the interface is slow in a JVM that has used several classes.
     *
     * @param text any text, not null
     * @return the number of chars
     */
    public static int length(CharSequence text) {
        return text instanceof String string ? string.length() : text.length();
    }

    /**
     * Searches for a NUL.
     *
     * @param text the text: a result of {@link #of}
     * @return the index of the first one, or -1
     */
    public static int indexOfNul(CharSequence text) {
        if (text instanceof String string) {
            return string.indexOf('\0');
        }
        int length = text.length();
        for (int i = 0; i < length; i++) {
            if (text.charAt(i) == '\0') {
                return i;
            }
        }
        return -1;
    }

    /**
     * Cuts off the blanks at the end of a text.
     *
     * @param text the text
     * @return the text before them; {@code text} itself if there are none
     */
    public static String withoutBlanks(String text) {
        int end = text.length();
        while (end > 0 && text.charAt(end - 1) == ' ') {
            end--;
        }
        return text.substring(0, end);
    }

    /**
     * Tests whether one of some units is zero, whatever their byte order.
     *
     * @param eight the units
     * @param unitSize the size of a unit, in bytes
     * @return true if one is
     */
    public static boolean hasZero(long eight, int unitSize) {
        long ones = unitSize == 1 ? 0x0101010101010101L : unitSize == 2 ? 0x0001000100010001L : 0x0000000100000001L;
        return (eight - ones & ~eight & ones << 8 * unitSize - 1) != 0;
    }

    /**
     * Copies a range of a text.
     *
     * @param text the text
     * @param from the index of the first char
     * @param count the number of chars
     * @param dst receives the chars
     * @param dstIndex the index in {@code dst} of the first char
     */
    static void copy(CharSequence text, int from, int count, char[] dst, int dstIndex) {
        if (text instanceof String string) {
            string.getChars(from, from + count, dst, dstIndex);
        } else if (text instanceof StringBuilder builder) {
            builder.getChars(from, from + count, dst, dstIndex);
        } else {
            CharBuffer buffer = (CharBuffer) text;
            buffer.get(buffer.position() + from, dst, dstIndex, count);
        }
    }
}
