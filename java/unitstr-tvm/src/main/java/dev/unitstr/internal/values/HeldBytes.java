package dev.unitstr.internal.values;

import java.util.function.LongUnaryOperator;

/**
 * Estimates the native memory that an object of libtvm_ffi holds, for {@link Unclosed}. The addresses in an object are
 * followed, because the library created it. Numbers in it are not trusted: a wrong one only makes the estimate wrong.
 */
final class HeldBytes {
    /**
     * The maximum for one object. With more, a single tensor would raise the limit of {@link Unclosed} so far that
     * nothing else causes a collection.
     */
    static final long MOST = 1L << 30;
    /** The number of elements that are read. The others are assumed to hold as much. */
    private static final int READ = 16;
    /** The size of a small object in the library, in bytes. */
    private static final int OBJECT_BYTES = 64;

    /** The size of a pair in a map, with its links, in bytes. */
    private static final int PAIR = 3 * TvmSlots.SLOT;

    private static final int CELL = TvmSlots.HEADER;
    private static final int COUNT = CELL + Long.BYTES;

    private final LongUnaryOperator memory;
    private int left = READ;

    private HeldBytes(LongUnaryOperator memory) {
        this.memory = memory;
    }

    /**
     * Returns the size of what an object holds, without the object itself.
     *
     * @param memory returns the word at an address
     * @param code the type code
     * @param object the address
     * @param isNew whether no other thread can have the object yet. Only then the elements of a list or dict are read
     * @return the approximate size in bytes, at most {@link #MOST}; 0 if it is not known
     */
    static long of(LongUnaryOperator memory, int code, long object, boolean isNew) {
        return new HeldBytes(memory).bytes(code, object, isNew);
    }

    /**
     * Returns the size of what an object holds.
     *
     * @param ours whether nothing else refers to the object that contains this one. Only then the elements of a list or
     *     dict are read, because otherwise native code may be changing it
     */
    private long bytes(int code, long object, boolean ours) {
        boolean alone = ours && (int) word(object) == 1;
        return switch (code) {
            case TvmSlots.STR, TvmSlots.BYTES -> count(object);
            case TvmSlots.ERROR ->
                Math.min(MOST, count(object) + count(object + TvmSlots.SLOT) + count(object + 2 * TvmSlots.SLOT));
            case TvmSlots.SHAPE -> times(count(object), Long.BYTES);
            case TvmSlots.TENSOR -> tensor(object + CELL);
            case TvmSlots.ARRAY -> elements(object, alone);
            case TvmSlots.LIST -> alone ? elements(object, true) : times(count(object), TvmSlots.SLOT);
            case TvmSlots.MAP -> pairs(object, alone);
            case TvmSlots.DICT -> alone ? pairs(object, true) : times(count(object), PAIR);
            default -> 0;
        };
    }

    private long word(long address) {
        return memory.applyAsLong(address);
    }

    /** Returns the number of bytes of a text, or of elements of a container. */
    private long count(long object) {
        return Math.min(Math.max(0, word(object + COUNT)), MOST);
    }

    /** Multiplies two numbers, of which the first is at most MOST. */
    private static long times(long a, long b) {
        return b != 0 && a > MOST / b ? MOST : a * b;
    }

    /** Returns the size of the data of a DLTensor: from its first element to its last. */
    private long tensor(long tensor) {
        long numbers = word(tensor + 16); // int32_t ndim; uint8_t code, bits; uint16_t lanes
        int dimensions = (int) numbers;
        long bits = (numbers >>> 40 & 0xFF) * (numbers >>> 48);
        long shape = word(tensor + 24);
        long strides = word(tensor + 32);
        if (dimensions < 0 || dimensions > TvmTensor.MOST_DIMENSIONS || dimensions > 0 && shape < LiveMemory.LEAST) {
            return 0;
        }
        long product = 1;
        long last = 0;
        for (int i = 0; i < dimensions; i++) {
            long size = word(shape + (long) i * Long.BYTES);
            if (size <= 0) {
                return 0;
            }
            product = times(product, size);
            if (strides >= LiveMemory.LEAST) {
                long stride = word(strides + (long) i * Long.BYTES);
                long distance = Math.abs(Math.max(stride, -Long.MAX_VALUE));
                last = Math.min(MOST, last + times(Math.min(size - 1, MOST), distance));
            }
        }
        long elements = strides >= LiveMemory.LEAST ? Math.min(MOST, last + 1) : product;
        return Math.min(MOST, (elements * bits + Byte.SIZE - 1) / Byte.SIZE);
    }

    private long elements(long object, boolean ours) {
        long count = count(object);
        long data = word(object + CELL);
        long sum = 0;
        long seen = 0;
        for (; seen < count && left > 0 && data >= LiveMemory.LEAST; seen++) {
            sum += element(data + seen * TvmSlots.SLOT, ours);
        }
        return Math.min(MOST, times(count, TvmSlots.SLOT) + scaled(sum, seen, count));
    }

    private long pairs(long object, boolean ours) {
        long count = count(object);
        long data = word(object + CELL);
        long slots = word(object + COUNT + Long.BYTES);
        boolean small = slots < 0;
        long next = small ? 0 : word(object + 64);
        long sum = 0;
        long seen = 0;
        for (; seen < count && left > 0 && data >= LiveMemory.LEAST; seen++) {
            if (!small && (next < 0 || next >= slots)) {
                break;
            }
            long pair = data + (small ? seen * 2 * TvmSlots.SLOT : TvmSlots.mapItem(next));
            sum += element(pair, ours) + element(pair + TvmSlots.SLOT, ours);
            next = small ? 0 : word(pair + 2 * TvmSlots.SLOT + Long.BYTES);
        }
        return Math.min(MOST, times(count, PAIR) + scaled(sum, seen, count));
    }

    /** Returns the size of an element, if it is an object. */
    private long element(long slot, boolean ours) {
        left--;
        int code = (int) word(slot);
        long object = code < TvmSlots.OBJECT ? 0 : word(slot + Long.BYTES);
        return object < LiveMemory.LEAST ? 0 : OBJECT_BYTES + bytes(code, object, ours);
    }

    private static long scaled(long sum, long seen, long count) {
        return seen == 0 ? 0 : Math.min(MOST, Math.min(sum, MOST) * count / seen);
    }
}
