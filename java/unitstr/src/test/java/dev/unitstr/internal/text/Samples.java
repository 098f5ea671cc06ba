package dev.unitstr.internal.text;

import dev.unitstr.internal.binding.Encoding;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;

/** Texts that go wrong where codecs do: sequences at the edge of what is legal, and pieces of them. */
public final class Samples {
    private static final List<ByteOrder> ORDERS = List.of(ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN);
    private static final int[] BYTES = {
        0x00, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE2, 0xED, 0xEF, 0xF0,
        0xF1, 0xF3, 0xF4, 0xF5, 0xFE, 0xFF, 0xD8, 0xDC
    };
    private static final int[] UNITS_16 = {
        0x0000, 0x0041, 0x007F, 0x0080, 0x00E9, 0x00FF, 0x0100, 0x20AC, 0xD7FF, 0xD800, 0xD83D, 0xDBFF, 0xDC00, 0xDE00,
        0xDFFF, 0xE000, 0xFEFF, 0xFFFE, 0xFFFD, 0xFFFF
    };
    private static final int[] UNITS_32 = {
        0x00000000, 0x00000041, 0x000000E9, 0x000000FF, 0x00000100, 0x0000D7FF, 0x0000D800, 0x0000DBFF, 0x0000DC00,
        0x0000DFFF, 0x0000E000, 0x0000FEFF, 0x0000FFFE, 0x0000FFFF, 0x00010000, 0x0001F600, 0x0010FFFF, 0x00110000,
        0x7FFFFFFF, 0x80000000, 0xFFFE0000, 0xFFFFFFFF
    };
    private static final String[] TEXTS = {
        "a",
        "plain ASCII text",
        "\u00e9",
        "na\u00efve",
        "\u20ac",
        "\u4e2d\u6587",
        "\ud83d\ude00",
        "\0",
        "\ufeff",
        "\ufffe",
        "\ud83d",
        "\ude00",
        "\ud83d\ud83d\ude00",
        "\ude00\ud83d",
        "\uffff",
        "\u0100",
        "\u07ff\u0800"
    };

    /** Of how many records and combinations {@code make check} tries one. In CI these tests try all. */
    private static final int SHARE = Integer.getInteger("unitstr.share", 1) > 7 ? 4 : 1;

    private Samples() {}

    /** How many random records this run tries, of so many that CI tries. */
    public static int times(int times) {
        return (times + SHARE - 1) / SHARE;
    }

    /** Whether this run tries the combination with this number. */
    public static boolean tries(int number) {
        return number % SHARE == 0;
    }

    /** The charsets of the encodings, those that this JDK has. */
    public static List<Charset> charsets() {
        List<Charset> charsets = new ArrayList<>();
        for (Encoding encoding : Encoding.values()) {
            if (Charset.isSupported(encoding.charsetName())) {
                charsets.add(Charset.forName(encoding.charsetName()));
            }
        }
        return charsets;
    }

    /** Every sequence of a few edges, and what is left of it when its end is cut off. */
    public static void edges(int unitSize, Consumer<byte[]> test) {
        int[] edges = unitSize == 1 ? BYTES : unitSize == 2 ? UNITS_16 : UNITS_32;
        int length = unitSize == 1 ? 4 : unitSize == 2 ? 3 : 2;
        int count = (int) Math.pow(edges.length, length);
        for (ByteOrder order : ORDERS.subList(0, Math.min(2, unitSize))) {
            for (int i = 0; i < count; i++) {
                if (!tries(i / edges.length + i)) {
                    continue; // a sample tries a fourth of the first units; after another rest, another fourth
                }
                ByteBuffer bytes = ByteBuffer.allocate(length * unitSize).order(order);
                for (int rest = i; bytes.hasRemaining(); rest /= edges.length) {
                    int edge = edges[rest % edges.length];
                    switch (unitSize) {
                        case 1 -> bytes.put((byte) edge);
                        case 2 -> bytes.putChar((char) edge);
                        default -> bytes.putInt(edge);
                    }
                }
                for (int cut = 0; cut < unitSize; cut++) {
                    test.accept(Arrays.copyOf(bytes.array(), length * unitSize - cut));
                }
            }
        }
    }

    /** Encoded text, malformed more often than not. */
    public static byte[] bytes(Random random, int unitSize, int most) {
        ByteBuffer bytes = ByteBuffer.allocate(most + 64);
        bytes.order(random.nextBoolean() ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
        int length = random.nextInt(most + 1);
        boolean ascii = random.nextInt(4) == 0;
        while (bytes.position() < length) {
            int kind = random.nextInt(ascii ? 40 : 8);
            if (kind == 0) {
                bytes.put((byte) random.nextInt(256));
            } else if (unitSize == 1) {
                put1(bytes, random, kind);
            } else if (unitSize == 2) {
                bytes.putChar((char) (kind < 5 ? pick(random, UNITS_16) : 0x61));
            } else {
                bytes.putInt(kind < 5 ? pick(random, UNITS_32) : 0x61);
            }
        }
        byte[] result = new byte[random.nextInt(8) == 0 ? length : length / unitSize * unitSize];
        bytes.get(0, result);
        return result;
    }

    private static void put1(ByteBuffer bytes, Random random, int kind) {
        if (kind < 3) {
            bytes.put((byte) pick(random, BYTES));
        } else if (kind < 7) {
            bytes.put(TEXTS[random.nextInt(TEXTS.length)].getBytes(StandardCharsets.UTF_8));
        } else {
            bytes.put((byte) 0x61);
        }
    }

    /** Chars, with lone surrogates more often than not. */
    public static String chars(Random random, int most) {
        StringBuilder chars = new StringBuilder();
        int length = random.nextInt(most + 1);
        boolean ascii = random.nextInt(4) == 0;
        while (chars.length() < length) {
            int kind = random.nextInt(ascii ? 40 : 4);
            switch (kind) {
                case 0 -> chars.append((char) pick(random, UNITS_16));
                case 1 -> chars.append((char) random.nextInt(0x10000));
                case 2 -> chars.append(TEXTS[random.nextInt(TEXTS.length)]);
                default -> chars.append((char) (0x20 + random.nextInt(0x5F)));
            }
        }
        chars.setLength(length);
        return chars.toString();
    }

    private static int pick(Random random, int[] values) {
        return values[random.nextInt(values.length)];
    }
}
