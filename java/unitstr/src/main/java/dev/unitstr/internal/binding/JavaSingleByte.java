package dev.unitstr.internal.binding;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** ISO-8859-1 and US-ASCII: one byte for each of the first code points of Unicode. */
class JavaSingleByte extends JavaCodec {
    static final JavaCodec LATIN_1 = new JavaSingleByte(0x100);
    static final JavaCodec ASCII = new JavaSingleByte(0x80);

    private static final VarHandle WORDS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long HIGH_BITS = 0x8080_8080_8080_8080L;

    private final int count;

    /**
     * Constructs a codec.
     *
     * @param count the number of code points with one byte: 0x80 or 0x100
     */
    JavaSingleByte(int count) {
        super(1, '?');
        this.count = count;
    }

    @Override
    long step(byte[] text, int at, int end) {
        int value = text[at] & 0xFF;
        return stepped(value < count ? value : MALFORMED, 1);
    }

    @Override
    int latin1Run(byte[] text, int at, int end, byte[] latin1, int index) {
        int length = run(text, at, end);
        System.arraycopy(text, at, latin1, index, length);
        return length;
    }

    @Override
    int charsRun(byte[] text, int at, int end, char[] chars, int index) {
        int length = run(text, at, end);
        for (int i = 0; i < length; i++) {
            chars[index + i] = (char) (text[at + i] & 0xFF);
        }
        return length;
    }

    private int run(byte[] text, int at, int end) {
        return count == 0x100 ? end - at : ascii(text, at, end);
    }

    /** Returns the number of ASCII bytes at the start. */
    private static int ascii(byte[] text, int at, int end) {
        int i = at;
        while (i + 8 <= end && ((long) WORDS.get(text, i) & HIGH_BITS) == 0) {
            i += 8;
        }
        while (i < end && text[i] >= 0) {
            i++;
        }
        return i - at;
    }

    @Override
    int size(int codePoint) {
        return codePoint < count ? 1 : 0;
    }

    @Override
    void put(int codePoint, byte[] target, int index) {
        target[index] = (byte) codePoint;
    }

    @Override
    int encodeRun(char[] chars, int at, int end, byte[] target, int index) {
        int i = at;
        while (i < end && chars[i] < count) {
            target[index + i - at] = (byte) chars[i];
            i++;
        }
        return i - at;
    }
}
