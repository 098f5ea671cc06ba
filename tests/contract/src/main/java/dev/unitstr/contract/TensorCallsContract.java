package dev.unitstr.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.unitstr.internal.binding.Encoding;
import dev.unitstr.internal.binding.Flags;
import dev.unitstr.internal.binding.Packed;
import dev.unitstr.internal.binding.TensorCalls;
import dev.unitstr.internal.binding.TensorOptions;
import dev.unitstr.internal.binding.TensorPart;
import dev.unitstr.internal.memory.ArrayRegion;
import dev.unitstr.internal.memory.BufferRegion;
import dev.unitstr.internal.memory.Region;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The tensor operations of a binding, on bytes that the test writes itself. */
@EveryRun
@Tag("route")
class TensorCallsContract {
    private static final int UTF_8 = Encoding.UTF_8.id();
    private static final int TF24 = 1;
    private static final int TF_LEGACY = 4;
    private static final int TFLITE = 5;
    private static final List<Integer> FORMATS = List.of(TF24, TF_LEGACY, TFLITE);
    private static final List<String> TEXTS = List.of(
            "",
            "a",
            "h\u00e9llo",
            "\u4e16\u754c",
            "a text that is longer than an element",
            "\ud83d\ude00",
            "z".repeat(200));

    private final TensorCalls calls = Bindings.ofThisRun().tensorCalls();

    /** The tensor as its drawing says. */
    private static byte[] image(int format, List<String> texts) {
        int count = texts.size();
        ByteBuffer image = ByteBuffer.allocate(10_000).order(ByteOrder.LITTLE_ENDIAN);
        int table = tableBytes(format, count);
        int at = table;
        if (format == TFLITE) {
            image.putInt(0, count).putInt(4, table);
        }
        for (int i = 0; i < count; i++) {
            byte[] bytes = texts.get(i).getBytes(StandardCharsets.UTF_8);
            if (format == TF24) {
                image.putInt(24 * i, bytes.length << 2 | 2)
                        .putInt(24 * i + 4, at - 24 * i)
                        .putInt(24 * i + 8, count);
            } else if (format == TF_LEGACY) {
                image.putLong(8 * i, at - table);
                int length = bytes.length;
                for (; length > 127; length >>= 7) {
                    image.put(at++, (byte) (length | 128));
                }
                image.put(at++, (byte) length);
            } else {
                image.putInt(4 * (i + 2), at + bytes.length);
            }
            image.put(at, bytes);
            at += bytes.length;
        }
        return Arrays.copyOf(image.array(), at);
    }

    private static int tableBytes(int format, int count) {
        return switch (format) {
            case TF24 -> 24 * count;
            case TF_LEGACY -> 8 * count;
            default -> 4 * (count + 2);
        };
    }

    private static byte[] options(int format, int count) {
        return TensorOptions.of(format, 0, 8, 1, count);
    }

    /** Whether the binding of this run reads such memory. */
    private static boolean isRead(Region region) {
        return switch (Run.binding()) {
            case "ffm" -> true;
            // By JNI only buffers that nobody can close; without preview features, since 22 that may be any of them.
            case "jni" ->
                region instanceof ArrayRegion
                        || Runtime.version().feature() < 22
                                && region instanceof BufferRegion buffer
                                && buffer.base().isDirect();
            default -> false;
        };
    }

    private static String text(long result, byte[] latin1, char[] chars) {
        int start = Packed.startOf(result);
        int length = Packed.lengthOf(result);
        return Packed.isCharsOf(result)
                ? new String(chars, start, length)
                : new String(latin1, start, length, StandardCharsets.ISO_8859_1);
    }

    @Test
    void isRead() {
        assertEquals(List.of("ffm", "jni").contains(Run.binding()), calls != null);
        if (calls == null) {
            return; // there is nothing to call
        }
        int count = TEXTS.size();
        byte[] all = String.join("", TEXTS).getBytes(StandardCharsets.UTF_8);
        int reads = 0;
        for (int format : FORMATS) {
            byte[] options = options(format, count);
            for (Regions.Maker maker : Regions.MAKERS) {
                Region region = maker.of(image(format, TEXTS)).region();
                TensorPart whole = new TensorPart(options, region).at(0, count);
                byte[] latin1 = new byte[all.length];
                char[] chars = new char[all.length];
                long[] results = new long[TensorOptions.ELEMENT_LONGS * count];
                long packed = calls.decode(whole, UTF_8, Flags.REPORT, latin1, chars, results);
                if (!isRead(region)) {
                    assertEquals(Packed.E_UNSUPPORTED, packed);
                    assertEquals(Packed.E_UNSUPPORTED, calls.describe(whole.at(0, count), results));
                    assertEquals(Packed.E_UNSUPPORTED, calls.copy(whole.at(0, 1), latin1, 1, results));
                    assertEquals(Packed.E_UNSUPPORTED, calls.validate(whole.at(0, 1), results));
                    continue;
                }
                reads++;
                assertEquals(Packed.of(Packed.DONE, 0, all.length, count, 0), packed);
                for (int i = 0; i < count; i++) {
                    assertEquals(TEXTS.get(i), text(results[i], latin1, chars));
                }
                assertEquals(count, calls.describe(whole.at(0, count), results));
                for (int i = 0; i < count; i++) {
                    byte[] bytes = TEXTS.get(i).getBytes(StandardCharsets.UTF_8);
                    byte[] found = new byte[bytes.length];
                    assertEquals(bytes.length, results[4 * i + 1]);
                    region.copyOut(results[4 * i + 3], found, bytes.length);
                    assertArrayEquals(bytes, found);
                }
                byte[] copied = new byte[all.length];
                packed = calls.copy(whole.at(0, count), copied, all.length, results);
                assertEquals(Packed.of(Packed.DONE, 0, all.length, count, 0), packed);
                assertArrayEquals(all, copied);
                assertEquals(all.length, results[count - 1]);
                packed = calls.copy(whole.at(1, count - 1), copied, 6, results);
                assertEquals(Packed.of(Packed.OUTPUT_FULL, 0, 1, 1, 0), packed);
                long[] state = new long[TensorOptions.STATE_LONGS];
                for (int i = 0; i < count; i++) {
                    assertEquals(1, calls.validate(whole.at(i, 1), state));
                }
                assertEquals(all.length, state[0]);
                assertEquals(Packed.E_RANGE, calls.validate(whole.at(count, 1), state));
            }
        }
        assertTrue(reads > 0);
    }

    @Test
    void whatIsWrongHasCodeAndField() {
        byte[] image = image(TF24, TEXTS);
        image[24] = (byte) (63 << 2); // an element that says it has 63 bytes inside
        Region region = new ArrayRegion(image);
        if (calls == null) {
            return; // isRead has tested that there is nothing to call
        }
        byte[] options = options(TF24, TEXTS.size());
        TensorPart part = new TensorPart(options, region);
        long[] results = new long[4 * TEXTS.size()];
        long packed = calls.describe(part.at(0, TEXTS.size()), results);
        assertEquals(List.of(Packed.REFUSED, 1), List.of(Packed.status(packed), Packed.written(packed)));
        assertEquals(List.of(3, 1), List.of(Packed.refusedCode(packed), Packed.refusedField(packed)));
        assertTrue(!Packed.isRefusedAsAWhole(packed));

        byte[] many = options(TF24, 1000);
        packed = calls.validate(new TensorPart(many, region).at(0, 0), results);
        assertEquals(List.of(1, 0), List.of(Packed.refusedCode(packed), Packed.refusedField(packed)));
        assertTrue(Packed.isRefusedAsAWhole(packed));

        byte[] malformed = image(TFLITE, List.of("a", "bcd"));
        malformed[malformed.length - 1] = (byte) 0xFF;
        packed = calls.decode(
                new TensorPart(options(TFLITE, 2), new ArrayRegion(malformed)).at(0, 2),
                UTF_8,
                Flags.REPORT,
                new byte[9],
                new char[9],
                results);
        assertEquals(Packed.of(Packed.MALFORMED, 0, 2, 1, 1), packed & ~(1L << 59)); // of whatever coder

        byte[] later = Arrays.copyOf(options, TensorOptions.STRUCT_SIZE + 8);
        TensorOptions.setLong(later, 0, later.length);
        assertEquals(1, describe(later, region, results), "a later struct that asks for nothing new");
        later[later.length - 1] = 1;
        assertEquals(Packed.E_UNKNOWN_FIELD, describe(later, region, results));
        TensorOptions.setLong(later, 0, TensorOptions.STRUCT_SIZE - 1);
        assertEquals(Packed.E_SIZE, describe(later, region, results));
    }

    @Test
    void everySizeOfTheOptions() {
        Region region = new ArrayRegion(image(TFLITE, TEXTS));
        if (calls == null) {
            return; // isRead has tested that there is nothing to call
        }
        int most = Run.binding().equals("jni") ? 512 : 4096;
        long[] results = new long[TensorOptions.ELEMENT_LONGS];
        byte[] options = Arrays.copyOf(options(TFLITE, TEXTS.size()), most);
        for (int size = 0; size < TensorOptions.STRUCT_SIZE; size++) {
            TensorOptions.setLong(options, 0, size);
            assertEquals(Packed.E_SIZE, describe(options, region, results), size + " bytes");
        }
        for (int size = TensorOptions.STRUCT_SIZE; size <= most; size++) {
            TensorOptions.setLong(options, 0, size);
            assertEquals(1, describe(options, region, results), size + " bytes");
        }
        for (long size : new long[] {4097, 1 << 20, 1L << 40, Long.MAX_VALUE, Long.MIN_VALUE, -1}) {
            TensorOptions.setLong(options, 0, size);
            long packed = describe(options, region, results);
            assertEquals(Packed.E_SIZE, packed, size + " bytes");
        }
        for (int at = TensorOptions.STRUCT_SIZE; at < most; at++) {
            options[at] = (byte) (1 << at % 8);
            TensorOptions.setLong(options, 0, at + 1);
            assertEquals(Packed.E_UNKNOWN_FIELD, describe(options, region, results), "byte " + at);
            TensorOptions.setLong(options, 0, most);
            assertEquals(Packed.E_UNKNOWN_FIELD, describe(options, region, results), "byte " + at);
            TensorOptions.setLong(options, 0, at);
            assertEquals(1, describe(options, region, results), "what is behind byte " + at);
            options[at] = 0;
        }
    }

    private long describe(byte[] options, Region region, long[] results) {
        return calls.describe(new TensorPart(options, region).at(0, 1), results);
    }
}
