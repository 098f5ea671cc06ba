package dev.unitstr.contract;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.SplittableRandom;

/** Encoded texts to read, sound and broken, always whole units. */
public final class Encoded {
    private static final byte[] BOUNDARY = Hex.bytes(
            "00 61 7F 80 8F 90 9F A0 BF C0 C1 C2 DF E0 E1 ED EF F0 F1 F4 F5 FE FF 80 80 80 BF A0 BB BF 9F 98");

    private static final int[] UNITS_16 = {
        0, 0x61, 0x7f, 0x80, 0xff, 0x100, 0xd7ff, 0xd800, 0xd83d, 0xdbff, 0xdc00, 0xde00, 0xdfff, 0xe000, 0xfeff,
        0xfffe, 0xffff
    };

    private static final int[] UNITS_32 = {
        0,
        0x61,
        0xff,
        0x100,
        0xd7ff,
        0xd800,
        0xdbff,
        0xdc00,
        0xdfff,
        0xe000,
        0xfeff,
        0xffff,
        0x10000,
        0x1f600,
        0x10ffff,
        0x110000,
        0x7fffffff,
        0x80000000,
        0xfffe0000,
        0xffffffff
    };

    private Encoded() {}

    /** A random encoded text of at most about {@code maxUnits}. */
    public static byte[] next(SplittableRandom random, Charset charset, int maxUnits) {
        int unitSize = Charsets.unitSize(charset);
        byte[] bytes = switch (random.nextInt(6)) {
            case 0 -> units(random, charset, maxUnits);
            case 1 -> random(random, unitSize * random.nextInt(Math.min(maxUnits, 12) + 1));
            case 2, 3 -> mutated(random, valid(random, charset, maxUnits));
            default -> valid(random, charset, maxUnits);
        };
        if (random.nextInt(4) == 0) {
            bytes = concat(mark(random, unitSize), bytes);
        }
        int end = Math.min(bytes.length / unitSize, maxUnits);
        if (end > 0 && random.nextInt(4) == 0) {
            end = random.nextInt(end);
        }
        return Arrays.copyOf(bytes, end * unitSize);
    }

    /** Near-limit units only. */
    private static byte[] units(SplittableRandom random, Charset charset, int maxUnits) {
        int unitSize = Charsets.unitSize(charset);
        int count = random.nextInt(Math.min(maxUnits, 24) + 1);
        ByteBuffer bytes = ByteBuffer.allocate(count * unitSize).order(order(random, charset));
        for (int i = 0; i < count; i++) {
            switch (unitSize) {
                case 1 -> bytes.put(BOUNDARY[random.nextInt(BOUNDARY.length)]);
                case 2 -> bytes.putShort((short) UNITS_16[random.nextInt(UNITS_16.length)]);
                default -> bytes.putInt(UNITS_32[random.nextInt(UNITS_32.length)]);
            }
        }
        return bytes.array();
    }

    /** Encodes text as an encoder that keeps lone surrogates in UTF-16 and UTF-32. */
    private static byte[] valid(SplittableRandom random, Charset charset, int maxUnits) {
        String text = Texts.next(random, maxUnits);
        switch (Charsets.unitSize(charset)) {
            case 1:
                boolean own = charset.canEncode() && random.nextInt(8) > 0;
                return text.getBytes(own ? charset : StandardCharsets.UTF_8);
            case 2:
                ByteBuffer shorts = ByteBuffer.allocate(2 * text.length()).order(order(random, charset));
                text.chars().forEach(c -> shorts.putShort((short) c));
                return shorts.array();
            default:
                int[] points = text.codePoints().toArray();
                ByteBuffer ints = ByteBuffer.allocate(4 * points.length).order(order(random, charset));
                for (int point : points) {
                    ints.putInt(point);
                }
                return ints.array();
        }
    }

    private static byte[] mutated(SplittableRandom random, byte[] bytes) {
        for (int i = random.nextInt(1 + Math.min(bytes.length, 3)); i > 0; i--) {
            bytes[random.nextInt(bytes.length)] =
                    random.nextBoolean() ? BOUNDARY[random.nextInt(BOUNDARY.length)] : (byte) random.nextInt();
        }
        return bytes;
    }

    private static byte[] random(SplittableRandom random, int count) {
        byte[] bytes = new byte[count];
        random.nextBytes(bytes);
        return bytes;
    }

    private static byte[] mark(SplittableRandom random, int unitSize) {
        String[] marks = switch (unitSize) {
            case 1 -> new String[] {"EF BB BF"};
            case 2 -> new String[] {"FE FF", "FF FE"};
            default -> new String[] {"00 00 FE FF", "FF FE 00 00"};
        };
        return Hex.bytes(marks[random.nextInt(marks.length)]);
    }

    private static ByteOrder order(SplittableRandom random, Charset charset) {
        boolean little = charset.name().toUpperCase(Locale.ROOT).contains("LE");
        return little ^ random.nextInt(16) == 0 ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN;
    }

    public static byte[] concat(byte[]... parts) {
        int size = 0;
        for (byte[] part : parts) {
            size += part.length;
        }
        ByteBuffer all = ByteBuffer.allocate(size);
        for (byte[] part : parts) {
            all.put(part);
        }
        return all.array();
    }
}
