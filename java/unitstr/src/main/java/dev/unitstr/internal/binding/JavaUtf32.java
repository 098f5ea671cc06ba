package dev.unitstr.internal.binding;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** UTF-32 with a fixed byte order, as the JDK decodes it: surrogates are not malformed. */
final class JavaUtf32 extends JavaCodec {
    static final JavaCodec LITTLE = new JavaUtf32(ByteOrder.LITTLE_ENDIAN);
    static final JavaCodec BIG = new JavaUtf32(ByteOrder.BIG_ENDIAN);

    private static final VarHandle LITTLE_UNITS =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle BIG_UNITS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

    private final boolean little;

    private JavaUtf32(ByteOrder order) {
        super(4, REPLACEMENT);
        this.little = order == ByteOrder.LITTLE_ENDIAN;
    }

    private int unit(byte[] text, int at) {
        return little ? (int) LITTLE_UNITS.get(text, at) : (int) BIG_UNITS.get(text, at);
    }

    @Override
    long step(byte[] text, int at, int end) {
        int left = end - at;
        if (left < 4) {
            return stepped(UNFINISHED, left);
        }
        int unit = unit(text, at);
        return stepped(Character.isValidCodePoint(unit) ? unit : MALFORMED, 4);
    }

    @Override
    int latin1Run(byte[] text, int at, int end, byte[] latin1, int index) {
        int units = (end - at) / 4;
        for (int i = 0; i < units; i++) {
            int unit = unit(text, at + 4 * i);
            if (unit >>> 8 != 0) {
                return i;
            }
            latin1[index + i] = (byte) unit;
        }
        return units;
    }

    @Override
    int charsRun(byte[] text, int at, int end, char[] chars, int index) {
        int units = (end - at) / 4;
        for (int i = 0; i < units; i++) {
            int unit = unit(text, at + 4 * i);
            if (unit >>> 16 != 0) {
                return i;
            }
            chars[index + i] = (char) unit;
        }
        return units;
    }

    @Override
    int size(int codePoint) {
        return 4;
    }

    @Override
    void put(int codePoint, byte[] target, int index) {
        if (little) {
            LITTLE_UNITS.set(target, index, codePoint);
        } else {
            BIG_UNITS.set(target, index, codePoint);
        }
    }

    @Override
    int encodeRun(char[] chars, int at, int end, byte[] target, int index) {
        int i = at;
        while (i < end && !Character.isSurrogate(chars[i])) {
            put(chars[i], target, index + 4 * (i - at));
            i++;
        }
        return i - at;
    }
}
