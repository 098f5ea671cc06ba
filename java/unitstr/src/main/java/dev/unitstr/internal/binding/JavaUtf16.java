package dev.unitstr.internal.binding;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** UTF-16 with a fixed byte order, as the JDK decodes it: an error includes the unit after a lone high surrogate. */
final class JavaUtf16 extends JavaCodec {
    static final JavaCodec LITTLE = new JavaUtf16(ByteOrder.LITTLE_ENDIAN);
    static final JavaCodec BIG = new JavaUtf16(ByteOrder.BIG_ENDIAN);

    // One handle per byte order, each a constant: a handle in an instance field is slow to call.
    private static final VarHandle LITTLE_UNITS =
            MethodHandles.byteArrayViewVarHandle(char[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle BIG_UNITS = MethodHandles.byteArrayViewVarHandle(char[].class, ByteOrder.BIG_ENDIAN);

    private final boolean little;

    private JavaUtf16(ByteOrder order) {
        super(2, REPLACEMENT);
        this.little = order == ByteOrder.LITTLE_ENDIAN;
    }

    private char unit(byte[] text, int at) {
        return little ? (char) LITTLE_UNITS.get(text, at) : (char) BIG_UNITS.get(text, at);
    }

    @Override
    long step(byte[] text, int at, int end) {
        int left = end - at;
        if (left < 2) {
            return stepped(UNFINISHED, 1);
        }
        char unit = unit(text, at);
        if (!Character.isSurrogate(unit)) {
            return stepped(unit, 2);
        }
        if (Character.isLowSurrogate(unit)) {
            return stepped(MALFORMED, 2);
        }
        if (left < 4) {
            return stepped(UNFINISHED, left);
        }
        char next = unit(text, at + 2);
        return stepped(Character.isLowSurrogate(next) ? Character.toCodePoint(unit, next) : MALFORMED, 4);
    }

    @Override
    int latin1Run(byte[] text, int at, int end, byte[] latin1, int index) {
        int units = (end - at) / 2;
        for (int i = 0; i < units; i++) {
            char unit = unit(text, at + 2 * i);
            if (unit > 0xFF) {
                return i;
            }
            latin1[index + i] = (byte) unit;
        }
        return units;
    }

    @Override
    int charsRun(byte[] text, int at, int end, char[] chars, int index) {
        int units = (end - at) / 2;
        for (int i = 0; i < units; i++) {
            char unit = unit(text, at + 2 * i);
            if (Character.isSurrogate(unit)) {
                return i;
            }
            chars[index + i] = unit;
        }
        return units;
    }

    @Override
    int size(int codePoint) {
        return codePoint < 0x10000 ? 2 : 4;
    }

    @Override
    void put(int codePoint, byte[] target, int index) {
        if (codePoint < 0x10000) {
            putUnit((char) codePoint, target, index);
        } else {
            putUnit(Character.highSurrogate(codePoint), target, index);
            putUnit(Character.lowSurrogate(codePoint), target, index + 2);
        }
    }

    private void putUnit(char unit, byte[] target, int index) {
        if (little) {
            LITTLE_UNITS.set(target, index, unit);
        } else {
            BIG_UNITS.set(target, index, unit);
        }
    }

    @Override
    int encodeRun(char[] chars, int at, int end, byte[] target, int index) {
        int i = at;
        while (i < end && !Character.isSurrogate(chars[i])) {
            putUnit(chars[i], target, index + 2 * (i - at));
            i++;
        }
        return i - at;
    }
}
