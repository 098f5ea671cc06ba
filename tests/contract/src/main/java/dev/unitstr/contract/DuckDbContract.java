package dev.unitstr.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.unitstr.NativeMemory;
import dev.unitstr.columns.ColumnFormat;
import dev.unitstr.columns.ColumnFormatException;
import dev.unitstr.columns.StringColumn;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Columns over vectors of DuckDB's {@code string_t}. Without native code, their strings cannot be read. */
@EveryRun
@Tag("route")
class DuckDbContract {
    /** A vector, at any address. */
    private static final class Vector {
        final ByteBuffer entries;
        final ByteBuffer validity;
        /** The memory of the long strings. */
        final ByteBuffer heap;

        Vector(String... texts) {
            entries = ByteBuffer.allocateDirect(16 * texts.length + 1)
                    .slice(1, 16 * texts.length)
                    .order(ByteOrder.nativeOrder());
            validity = ByteBuffer.allocateDirect((texts.length + 63) / 64 * 8);
            int size = 0;
            for (String text : texts) {
                size += text == null ? 0 : text.length() * 3;
            }
            heap = ByteBuffer.allocateDirect(size + 1);
            for (int i = 0; i < texts.length; i++) {
                if (texts[i] != null) {
                    put(i, texts[i].getBytes(StandardCharsets.UTF_8));
                    validity.put(i / 8, (byte) (validity.get(i / 8) | 1 << i % 8));
                } else {
                    put(i, -1, -1); // not read
                }
            }
        }

        private void put(int row, byte[] bytes) {
            entries.putInt(16 * row, bytes.length);
            entries.put(16 * row + 4, bytes, 0, Math.min(bytes.length, bytes.length > 12 ? 4 : 12));
            if (bytes.length > 12) {
                entries.putLong(16 * row + 8, Addresses.of(heap) + heap.position());
                heap.put(bytes);
            }
        }

        void put(int row, int length, long address) {
            entries.putInt(16 * row, length);
            entries.putLong(16 * row + 8, address);
        }

        StringColumn column() {
            int count = entries.capacity() / 16;
            return StringColumn.ofDuckDb(
                    count,
                    NativeMemory.of(Addresses.of(validity), validity.capacity()),
                    NativeMemory.of(Addresses.of(entries), entries.capacity()));
        }
    }

    private static void unreachable(Executable call) {
        String message = assertThrows(UnsupportedOperationException.class, call).getMessage();
        assertTrue(message.contains(Run.NEEDS_NATIVE), message);
    }

    @Test
    void vectorsAreRead() {
        SplittableRandom random = new SplittableRandom(19);
        String[] texts = new String[5000];
        for (int i = 0; i < texts.length; i++) {
            String text = random.nextInt(3) == 0 ? "\u00e4\u4e16\ud83d\ude00" : "abcde";
            texts[i] = random.nextInt(5) == 0 ? null : text.repeat(random.nextInt(i % 500 == 0 ? 9000 : 6));
        }
        Vector vector = new Vector(texts);
        StringColumn column = vector.column();
        assertEquals(ColumnFormat.UTF8_VIEW, column.format());
        if (!Run.reachesAddresses()) {
            unreachable(column::toStrings);
            unreachable(() -> column.get(0));
            return;
        }
        assertArrayEquals(texts, column.toStrings());
        assertArrayEquals(
                Arrays.copyOfRange(texts, 100, 4000), column.slice(100, 3900).toStrings());
        int[] hashes = new int[texts.length];
        column.hashCodes(hashes);
        byte[][] bytes = column.toByteArrays();
        for (int i = 0; i < texts.length; i++) {
            assertEquals(texts[i], column.get(i));
            assertEquals(Objects.hashCode(texts[i]), hashes[i]);
            assertEquals(texts[i] == null, column.isNull(i));
            assertEquals(texts[i], bytes[i] == null ? null : new String(bytes[i], StandardCharsets.UTF_8));
        }
        int[] rows = new int[texts.length];
        for (String text : new String[] {"", "abcde", "abcdeabcde", "abcdeabcdeabcde", "\u00e4\u4e16\ud83d\ude00"}) {
            int found = column.selectEqual(text, rows);
            int next = 0;
            for (int i = 0; i < texts.length; i++) {
                if (text.equals(texts[i])) {
                    assertEquals(i, rows[next++]);
                }
            }
            assertEquals(next, found, text);
        }
        assertEquals(
                Arrays.stream(texts)
                        .filter(text -> text != null && text.startsWith("abcdea"))
                        .count(),
                column.selectPrefix("abcdea", rows));
    }

    @Test
    void numbersInHostileVectorsAreRefused() {
        if (!Run.reachesAddresses()) {
            return;
        }
        Vector vector = new Vector("a", "a longer string", null, "b");
        StringColumn column = vector.column().withName("city");
        for (long[] wrong :
                new long[][] {{-1, 0}, {Integer.MIN_VALUE, 0}, {13, 0}, {13, 4095}, {13, -1}, {13, Long.MIN_VALUE}}) {
            vector.put(1, (int) wrong[0], wrong[1]);
            int[] rows = new int[4];
            for (Executable read : new Executable[] {
                column::toStrings, column::toByteArrays, () -> column.get(1), () -> column.hashCodes(rows)
            }) {
                ColumnFormatException e = assertThrows(ColumnFormatException.class, read);
                assertEquals(1, e.row());
                assertEquals("city", e.column());
                String number = Long.toString(wrong[0] < 0 ? wrong[0] & 0xFFFFFFFFL : wrong[1]);
                assertTrue(e.getMessage().contains(number), e.getMessage());
            }
            assertEquals("b", column.get(3));
            assertNull(column.get(2));
        }
    }

    @Test
    void buffersThatAreTooSmallAreRefused() {
        NativeMemory memory = NativeMemory.of(8192, 64);
        NativeMemory bits = NativeMemory.of(8192, 0);
        String message = assertThrows(IndexOutOfBoundsException.class, () -> StringColumn.ofDuckDb(5, null, memory))
                .getMessage();
        assertEquals("views has 64 bytes: too few for 5 entries of 16 bytes", message);
        assertThrows(IndexOutOfBoundsException.class, () -> StringColumn.ofDuckDb(4, bits, memory));
        assertThrows(IllegalArgumentException.class, () -> StringColumn.ofDuckDb(-1, null, memory));
        assertThrows(NullPointerException.class, () -> StringColumn.ofDuckDb(0, null, null));
        assertEquals(4, StringColumn.ofDuckDb(4, null, memory).count());
    }
}
