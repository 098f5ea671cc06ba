package dev.unitstr.internal.binding;

/**
 * UTF-8 as the JDK decodes it: an error covers the bytes of the longest valid prefix, but an encoded surrogate is read
 * to its end. Runs are ASCII.
 */
final class JavaUtf8 extends JavaSingleByte {
    static final JavaCodec INSTANCE = new JavaUtf8();

    private JavaUtf8() {
        super(0x80);
    }

    @Override
    long step(byte[] text, int at, int end) {
        int lead = text[at];
        if (lead >= 0) {
            return stepped(lead, 1);
        }
        lead &= 0xFF;
        if (lead < 0xC2 || lead > 0xF4) {
            return stepped(MALFORMED, 1);
        }
        if (at + 1 >= end) {
            return stepped(UNFINISHED, 1);
        }
        int second = text[at + 1] & 0xFF;
        if (second < lowest(lead) || second > (lead == 0xF4 ? 0x8F : 0xBF)) {
            return stepped(MALFORMED, 1);
        }
        if (lead < 0xE0) {
            return stepped((lead & 0x1F) << 6 | second & 0x3F, 2);
        }
        if (at + 2 >= end) {
            return stepped(UNFINISHED, 2);
        }
        int third = text[at + 2];
        if (!isTrail(third)) {
            return stepped(MALFORMED, 2);
        }
        int value = second & 0x3F;
        value = value << 6 | third & 0x3F;
        if (lead < 0xF0) {
            boolean surrogate = lead == 0xED && second >= 0xA0;
            return stepped(surrogate ? MALFORMED : (lead & 0xF) << 12 | value, 3);
        }
        if (at + 3 >= end) {
            return stepped(UNFINISHED, 3);
        }
        int fourth = text[at + 3];
        return isTrail(fourth) ? stepped((lead & 7) << 18 | value << 6 | fourth & 0x3F, 4) : stepped(MALFORMED, 3);
    }

    /** Returns the smallest valid second byte. A smaller one would make the sequence overlong. */
    private static int lowest(int lead) {
        return lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
    }

    private static boolean isTrail(int b) {
        return (b & 0xC0) == 0x80;
    }

    @Override
    int size(int codePoint) {
        return codePoint < 0x80 ? 1 : codePoint < 0x800 ? 2 : codePoint < 0x10000 ? 3 : 4;
    }

    @Override
    void put(int codePoint, byte[] target, int index) {
        switch (size(codePoint)) {
            case 1 -> target[index] = (byte) codePoint;
            case 2 -> {
                target[index] = (byte) (0xC0 | codePoint >> 6);
                target[index + 1] = trail(codePoint);
            }
            case 3 -> {
                target[index] = (byte) (0xE0 | codePoint >> 12);
                target[index + 1] = trail(codePoint >> 6);
                target[index + 2] = trail(codePoint);
            }
            default -> {
                target[index] = (byte) (0xF0 | codePoint >> 18);
                target[index + 1] = trail(codePoint >> 12);
                target[index + 2] = trail(codePoint >> 6);
                target[index + 3] = trail(codePoint);
            }
        }
    }

    private static byte trail(int bits) {
        return (byte) (0x80 | bits & 0x3F);
    }
}
