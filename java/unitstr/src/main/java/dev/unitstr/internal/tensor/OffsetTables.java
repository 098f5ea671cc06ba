package dev.unitstr.internal.tensor;

import dev.unitstr.internal.memory.Scratch;
import dev.unitstr.tensor.Strictness;
import dev.unitstr.tensor.TensorFormatException;
import dev.unitstr.tensor.TensorFormatException.Code;
import dev.unitstr.tensor.TensorFormatException.Field;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * Reads the formats that consist of a table of offsets: TensorFlow's C API until 2.3 ({@code tensorflow/c/tf_tensor.cc}
 * of 2.3) and TFLite ({@code tensorflow/lite/string_util.h}).
 */
final class OffsetTables {
    /** The maximum size of a 64-bit varint, with 7 bits per byte. */
    static final int MOST_VARINT = 10;

    private OffsetTables() {}

    /** Checks the count of a TFLite tensor, {@code i32 count}, against the number of elements. */
    static void checkCount(TensorReader reader) {
        int said = number(reader.memory, 0);
        if (said != reader.count) {
            String detail = "the memory states " + said + " elements, not " + reader.count;
            throw TensorFormatException.ofWhole(Code.COUNT, reader.count, Field.COUNT, detail);
        }
    }

    /**
     * Returns the count at the start of a TFLite tensor.
     *
     * @param memory the tensor
     * @return the stored number of elements
     * @throws TensorFormatException if the memory is too small for a count, or the count is negative
     */
    static long countOf(TensorMemory memory) {
        if (memory.byteSize() < Integer.BYTES) {
            String detail =
                    "the memory has " + memory.byteSize() + " bytes: too few for the count of elements, of 4 bytes"
                            + memory.region().boundsHint();
            throw TensorFormatException.ofWhole(Code.TABLE_TRUNCATED, 0, Field.TABLE, detail);
        }
        memory.checkAccess(0, Integer.BYTES);
        int said = number(memory, 0);
        if (said < 0) {
            throw TensorFormatException.ofWhole(
                    Code.COUNT, 0, Field.COUNT, "the memory states " + said + " elements: negative");
        }
        return said;
    }

    /** Checks a TFLite tensor without elements: {@code i32 end}, which equals the start of the first string. */
    static @Nullable TensorFormatException checkEmpty(TensorReader reader) {
        long end = number(reader.memory, Integer.BYTES);
        TensorFormatException error = checkStart(reader, end);
        return error != null ? error : checkEnd(reader, 0, end);
    }

    private static int number(TensorMemory memory, long offset) {
        byte[] raw = new byte[Integer.BYTES];
        memory.read(offset, raw, raw.length);
        return (int) Numbers.u32(raw, 0, false);
    }

    /** Checks the start of the first string. */
    private static @Nullable TensorFormatException checkStart(TensorReader reader, long start) {
        if (isLenient(reader) ? start >= reader.table : start == reader.table) {
            return null;
        }
        String detail = "the first string starts at byte " + start + ": the table ends at byte " + reader.table;
        return error(reader, Code.FIRST_OFFSET, 0, Field.OFFSET, detail);
    }

    /** Returns the exception for an element, or for the whole tensor if it has none. */
    private static TensorFormatException error(TensorReader reader, Code code, long index, Field field, String detail) {
        return reader.count == 0
                ? TensorFormatException.ofWhole(code, 0, field, detail)
                : new TensorFormatException(code, index, field, detail);
    }

    /** Checks the end of the last string, which is that of element {@code index}. */
    private static @Nullable TensorFormatException checkEnd(TensorReader reader, long index, long end) {
        long size = reader.memory.byteSize();
        if (isLenient(reader) ? end <= size : end == size) {
            return null;
        }
        String detail = "the last string ends at byte " + end + ": the memory has " + size + " bytes";
        return error(reader, Code.END_OFFSET, index, Field.END, detail);
    }

    private static boolean isLenient(TensorReader reader) {
        return reader.checks.strictness() == Strictness.LENIENT;
    }

    /** Reads TFLite elements: {@code i32 offsets[count + 1]} at byte 4, relative to the start of the memory. */
    static int tflite(TensorReader reader, long first, int n, Elements out) {
        Scratch scratch = Scratch.acquire();
        try {
            byte[] raw = scratch.bytes(4 * (n + 1));
            reader.memory.read(4 * (first + 1), raw, 4 * (n + 1));
            long start = (int) Numbers.u32(raw, 0, false);
            for (int i = 0; i < n; i++) {
                long end = (int) Numbers.u32(raw, 4 * (i + 1), false);
                out.error = tfliteError(reader, first + i, start, end);
                if (out.error != null) {
                    return i;
                }
                out.set(i, Elements.PLAIN, end - start, 0, start);
                start = end;
            }
        } finally {
            scratch.release();
        }
        return n;
    }

    private static @Nullable TensorFormatException tfliteError(TensorReader reader, long index, long start, long end) {
        TensorFormatException error = index == 0 ? checkStart(reader, start) : null;
        if (error != null) {
            return error;
        }
        if (end < start) {
            String detail = "its string starts at byte " + start + ", and the next at byte " + end;
            return new TensorFormatException(Code.NOT_MONOTONIC, index, Field.OFFSET, detail);
        }
        return index + 1 == reader.count ? checkEnd(reader, index, end) : null;
    }

    /**
     * Reads TF_LEGACY elements: {@code u64 offsets[count]}, relative to the end of this table; a varint length precedes
     * each string.
     */
    static int legacy(TensorReader reader, long first, int n, Elements out) {
        boolean big = reader.layout.order() == ByteOrder.BIG_ENDIAN;
        long size = reader.memory.byteSize();
        Scratch scratch = Scratch.acquire();
        try {
            byte[] raw = scratch.bytes(8 * n + MOST_VARINT);
            reader.memory.read(8 * first, raw, 8 * n);
            byte[] varint = new byte[MOST_VARINT];
            for (int i = 0; i < n; i++) {
                long offset = Numbers.u64(raw, 8 * i, big);
                if (Long.compareUnsigned(offset, size - reader.table) >= 0) {
                    String detail = "its length would be " + Long.toUnsignedString(offset)
                            + " bytes after the table, which" + " is followed by " + (size - reader.table);
                    out.error = new TensorFormatException(Code.OFFSET_RANGE, first + i, Field.OFFSET, detail);
                    return i;
                }
                long at = reader.table + offset;
                int most = (int) Math.min(size - at, MOST_VARINT);
                reader.memory.read(at, varint, most);
                int used = varintBytes(varint, most, isLenient(reader));
                if (used == 0) {
                    String detail = "its length, at byte " + at
                            + ", is not terminated, has more than 64 bits, or is not the" + " shortest form";
                    out.error = new TensorFormatException(Code.VARINT, first + i, Field.SIZE, detail);
                    return i;
                }
                out.set(i, Elements.PLAIN, varint(varint, used), 0, at + used);
            }
        } finally {
            scratch.release();
        }
        return n;
    }

    /** Returns the number of bytes of a varint; 0 if it is invalid. */
    private static int varintBytes(byte[] bytes, int most, boolean lenient) {
        for (int i = 0; i < most; i++) {
            if (bytes[i] >= 0) {
                boolean fits = i < MOST_VARINT - 1 || bytes[i] <= 1; // 9 bytes hold 63 bits, so the tenth may be 0 or 1
                boolean shortest = i == 0 || bytes[i] != 0;
                return fits && (shortest || lenient) ? i + 1 : 0;
            }
        }
        return 0;
    }

    static long varint(byte[] bytes, int used) {
        long value = 0;
        for (int i = 0; i < used; i++) {
            value |= (bytes[i] & 0x7FL) << 7 * i;
        }
        return value;
    }

    /** Writes a varint and returns its end index. */
    static int putVarint(byte[] bytes, int at, int value) {
        int rest = value;
        int next = at;
        while (rest >= 0x80) {
            bytes[next++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[next++] = (byte) rest;
        return next;
    }

    static int varintBytes(int value) {
        return (38 - Integer.numberOfLeadingZeros(value | 1)) / 7;
    }
}
