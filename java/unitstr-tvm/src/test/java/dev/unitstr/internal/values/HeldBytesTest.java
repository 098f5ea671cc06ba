package dev.unitstr.internal.values;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class HeldBytesTest {
    private static final long OBJECT = 0x10000;
    private static final long SHAPE = 0x20000;
    private static final long STRIDES = 0x30000;
    private static final long DATA = 0x40000;

    private final Map<Long, Long> words = new HashMap<>();

    private void put(long address, long... values) {
        for (int i = 0; i < values.length; i++) {
            words.put(address + 8L * i, values[i]);
        }
    }

    private long bytes(int code, long object) {
        return HeldBytes.of(address -> words.getOrDefault(address, 0L), code, object, true);
    }

    /** Writes a DLTensor: data, device, dimensions with type, shape, strides, offset. */
    private void tensor(long object, int dimensions, int bits, int lanes, long shape, long strides) {
        long numbers = dimensions & 0xFFFF_FFFFL | 2L << 32 | (long) bits << 40 | (long) lanes << 48;
        put(object + 24, DATA, 1, numbers, shape, strides, 0);
    }

    private long tensor(int bits, int lanes, long... shape) {
        put(SHAPE, shape);
        tensor(OBJECT, shape.length, bits, lanes, SHAPE, 0);
        return bytes(TvmSlots.TENSOR, OBJECT);
    }

    private long strided(long[] shape, long... strides) {
        put(SHAPE, shape);
        put(STRIDES, strides);
        tensor(OBJECT, shape.length, 32, 1, SHAPE, STRIDES);
        return bytes(TvmSlots.TENSOR, OBJECT);
    }

    @Test
    void tensors() {
        assertEquals(4 << 20, tensor(32, 1, 1024, 1024));
        assertEquals(2 * 3 * 5 * 8, tensor(64, 1, 2, 3, 5));
        assertEquals(12, tensor(4, 1, 23), "two in a byte");
        assertEquals(1, tensor(1, 1, 7));
        assertEquals(10 * 16, tensor(32, 4, 10), "vectors");
        assertEquals(4, tensor(32, 1), "without dimensions");
        assertEquals(0, tensor(32, 1, 5, 0, 7));
        assertEquals(400, strided(new long[] {10, 10}, 10, 1));
        assertEquals(400, strided(new long[] {10, 10}, 1, 10), "transposed");
        assertEquals(4 * 10, strided(new long[] {1000, 10}, 0, 1), "repeated rows");
        assertEquals(4 * (9 * 100 + 10), strided(new long[] {10, 10}, 100, 1), "a part of each row");
        assertEquals(400, strided(new long[] {10, 10}, -10, 1));
        assertEquals(0, strided(new long[] {10, 0}, 10, 1));
    }

    /** Nothing overflows, and no number lets one object count for more than the maximum. */
    @Test
    void shapesThatCannotBe() {
        assertEquals(0, tensor(32, 1, 5, -3));
        assertEquals(0, tensor(32, 1, Long.MIN_VALUE));
        assertEquals(HeldBytes.MOST, tensor(32, 1, Long.MAX_VALUE));
        assertEquals(HeldBytes.MOST, tensor(255, 65535, 1L << 32, 1L << 32, 1L << 32));
        assertEquals(HeldBytes.MOST, tensor(255, 65535, HeldBytes.MOST));
        assertEquals(HeldBytes.MOST, strided(new long[] {Long.MAX_VALUE, 2}, Long.MAX_VALUE, Long.MIN_VALUE));
        assertEquals(0, tensor(0, 0, Long.MAX_VALUE));
        for (int dimensions : new int[] {-1, Integer.MIN_VALUE, 65, Integer.MAX_VALUE}) {
            tensor(OBJECT, dimensions, 32, 1, SHAPE, 0);
            assertEquals(0, bytes(TvmSlots.TENSOR, OBJECT));
        }
        for (long none : new long[] {0, -8, 8}) {
            tensor(OBJECT, 2, 32, 1, none, 0);
            assertEquals(0, bytes(TvmSlots.TENSOR, OBJECT), "no shape");
        }
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 10_000; i++) {
            long[] shape = random.longs(3).map(n -> n >> random.nextInt(64)).toArray();
            long[] strides = random.longs(3).map(n -> n >> random.nextInt(64)).toArray();
            for (long bytes :
                    new long[] {tensor(random.nextInt(256), random.nextInt(65536), shape), strided(shape, strides)}) {
                assertTrue(bytes >= 0 && bytes <= HeldBytes.MOST, () -> bytes + " bytes");
            }
        }
    }

    /** Another thread may remove the elements of a list or dict, which frees them. */
    @Test
    void elementsThatMayBeRemovedAreNotRead() {
        for (int code : new int[] {TvmSlots.LIST, TvmSlots.DICT}) {
            put(OBJECT, 1, 0, 0, DATA, 5);
            long bytes = HeldBytes.of(
                    address -> {
                        assertTrue(address < DATA, () -> "read at " + Long.toHexString(address));
                        return words.getOrDefault(address, 0L);
                    },
                    code,
                    OBJECT,
                    false);
            assertEquals(5 * (code == TvmSlots.LIST ? 16 : 48), bytes);
        }
    }

    @Test
    void textsAndContainers() {
        for (long count : new long[] {0, 7, 200_000}) {
            put(OBJECT + 24, 0, count);
            assertEquals(count, bytes(TvmSlots.STR, OBJECT));
            assertEquals(count, bytes(TvmSlots.BYTES, OBJECT));
            assertEquals(8 * count, bytes(TvmSlots.SHAPE, OBJECT));
            assertEquals(16 * count, bytes(TvmSlots.LIST, OBJECT));
            assertEquals(16 * count, bytes(TvmSlots.ARRAY, OBJECT));
            assertEquals(48 * count, bytes(TvmSlots.MAP, OBJECT));
            assertEquals(48 * count, bytes(TvmSlots.DICT, OBJECT));
            assertEquals(0, bytes(TvmSlots.FUNCTION, OBJECT));
        }
        put(OBJECT + 24, 0, 5, 0, 100, 0, 3000);
        assertEquals(3105, bytes(TvmSlots.ERROR, OBJECT));
        for (long count : new long[] {-1, Long.MIN_VALUE, Long.MAX_VALUE}) {
            put(OBJECT + 24, DATA, count, count, count, count, count);
            for (int code = 0; code < 130; code++) {
                long bytes = bytes(code, OBJECT);
                assertTrue(bytes >= 0 && bytes <= HeldBytes.MOST, bytes + " bytes");
                assertTrue(code == TvmSlots.TENSOR || count > 0 || bytes == 0, bytes + " bytes");
            }
        }
    }

    /** The first elements are read, and stand for the others. */
    @Test
    void elements() {
        put(SHAPE, 1 << 20);
        tensor(DATA + 0x10000, 1, 32, 1, SHAPE, 0);
        for (int count : new int[] {1, 3, 64, 200}) {
            put(OBJECT + 24, DATA, count);
            for (int i = 0; i < count; i++) {
                put(DATA + 16L * i, TvmSlots.TENSOR, DATA + 0x10000);
            }
            assertEquals(Math.min(HeldBytes.MOST, count * (16 + 64 + (4L << 20))), bytes(TvmSlots.ARRAY, OBJECT));
            assertEquals(16L * count, bytes(TvmSlots.LIST, OBJECT), "not read: others may change it");
            put(OBJECT, TvmSlots.FRESH_REFS);
            assertEquals(bytes(TvmSlots.ARRAY, OBJECT), bytes(TvmSlots.LIST, OBJECT), "only here");
            put(OBJECT, TvmSlots.FRESH_REFS + 1);
            assertEquals(16L * count, bytes(TvmSlots.LIST, OBJECT), "not read: others may change it");
        }
        put(OBJECT + 24, DATA, 2, 1L << 63 | 4);
        for (int i = 0; i < 2; i++) {
            put(DATA + 32L * i, TvmSlots.INT, i, TvmSlots.TENSOR, DATA + 0x10000);
        }
        assertEquals(2 * (48 + 64 + (4L << 20)), bytes(TvmSlots.MAP, OBJECT), "a small map");
        put(OBJECT + 24, DATA, 5, 64, 0, 58, 20);
        for (int i = 0; i < 5; i++) {
            long next = i == 4 ? -1 : 21 + i;
            put(DATA + 784 + 16 + 48L * (4 + i), TvmSlots.INT, i, TvmSlots.TENSOR, DATA + 0x10000, 0, next);
        }
        assertEquals(5 * (48 + 64 + (4L << 20)), bytes(TvmSlots.MAP, OBJECT), "a large map");
        assertEquals(5 * 48, bytes(TvmSlots.DICT, OBJECT), "not read: others may change it");
        put(OBJECT, TvmSlots.FRESH_REFS);
        assertEquals(5 * (48 + 64 + (4L << 20)), bytes(TvmSlots.DICT, OBJECT), "only here");
        for (long broken : new long[] {-1, 64, Long.MAX_VALUE, Long.MIN_VALUE}) {
            put(OBJECT + 64, broken);
            assertEquals(5 * 48, bytes(TvmSlots.MAP, OBJECT));
        }
    }

    /** A list in an array that others share may be changed through that array. */
    @Test
    void listsInContainers() {
        long list = DATA + 0x20000;
        put(list, TvmSlots.FRESH_REFS, 0, 0, DATA + 0x30000, 1);
        put(DATA + 0x30000, TvmSlots.STR, DATA + 0x40000);
        put(DATA + 0x40000 + 24, 0, 5000);
        put(OBJECT + 24, DATA, 1);
        put(DATA, TvmSlots.LIST, list);
        put(OBJECT, TvmSlots.FRESH_REFS);
        assertEquals(16 + 64 + 16 + 64 + 5000, bytes(TvmSlots.ARRAY, OBJECT));
        put(OBJECT, TvmSlots.FRESH_REFS + 1);
        assertEquals(16 + 64 + 16, bytes(TvmSlots.ARRAY, OBJECT));
    }

    @Test
    void anArrayThatContainsItself() {
        put(OBJECT + 24, DATA, 1000);
        for (int i = 0; i < 1000; i++) {
            put(DATA + 16L * i, TvmSlots.ARRAY, OBJECT);
        }
        assertEquals(HeldBytes.MOST, bytes(TvmSlots.ARRAY, OBJECT));
    }
}
