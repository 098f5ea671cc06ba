package dev.unitstr.internal.tensor;

import dev.unitstr.NativeMemory;
import dev.unitstr.internal.binding.Packed;
import dev.unitstr.internal.binding.TensorOptions;
import dev.unitstr.internal.memory.AddressRegion;
import dev.unitstr.internal.memory.Scratch;
import dev.unitstr.internal.text.Checks;
import dev.unitstr.tensor.Strictness;
import dev.unitstr.tensor.TensorFormatException;
import dev.unitstr.tensor.TensorFormatException.Code;
import dev.unitstr.tensor.TensorFormatException.Field;
import dev.unitstr.tensor.TensorLayout;
import dev.unitstr.tensor.TensorLayout.Format;
import dev.unitstr.tensor.Trust;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads and checks elements in plain Java, with the same results as native code: the first check that fails, in the
 * order of {@code formats::StringTensor} of the Rust core. Each element is copied once, and only the copy is used. No
 * string is read.
 *
 * <p>{@link Elements} has the fields of the formats whose elements are structs. Two formats are tables of offsets:
 * TensorFlow's C API until 2.3 ({@code tensorflow/c/tf_tensor.cc} of 2.3) and TFLite ({@code
 * tensorflow/lite/string_util.h}).
 */
public final class TensorReader {
    private static final Code[] CODES = Code.values();
    private static final Field[] FIELDS = Field.values();

    final TensorMemory memory;
    final long count;
    final TensorLayout layout;
    final TensorChecks checks;
    /** The end of the table in bytes. */
    final long table;

    /**
     * Checks the table as a whole.
     *
     * @throws TensorFormatException if the memory is too small for the table, or the stored count differs from
     *     {@code count}
     */
    private TensorReader(TensorMemory memory, long count, TensorLayout layout, TensorChecks checks) {
        this.memory = memory;
        this.count = count;
        this.layout = layout;
        this.checks = checks;
        long size = memory.byteSize();
        long extra = layout.format() == Format.TFLITE ? 2 : 0;
        int entry = layout.format().elementBytes();
        if (count > size / entry - extra) {
            String detail = "the memory has " + size + " bytes: too few for the table of " + count + " elements, of "
                    + entry + " bytes each" + (extra == 0 ? "" : ", and " + extra + " more")
                    + memory.region().boundsHint();
            throw TensorFormatException.ofWhole(Code.TABLE_TRUNCATED, count, Field.TABLE, detail);
        }
        this.table = layout.tableBytes(count);
        memory.checkAccess(0, table);
        if (layout.format() == Format.TFLITE) {
            checkStoredCount();
        }
    }

    /**
     * Checks the arguments and the table as a whole.
     *
     * @param memory the memory
     * @param count the number of elements
     * @param layout the layout of the tensor
     * @param trust how far the bytes are trusted
     * @return the reader
     */
    public static TensorReader of(TensorMemory memory, long count, TensorLayout layout, Trust trust) {
        Objects.requireNonNull(layout, "layout");
        TensorChecks checks = new TensorChecks(trust);
        Checks.notNegative("count", count);
        return new TensorReader(memory, count, layout, checks);
    }

    /**
     * Checks the arguments and the table as a whole, with the count stored in the bytes.
     *
     * @param memory the memory
     * @param layout the layout of the tensor: TFLite
     * @param trust how far the bytes are trusted
     * @return the reader
     */
    public static TensorReader of(TensorMemory memory, TensorLayout layout, Trust trust) {
        Objects.requireNonNull(layout, "layout");
        Objects.requireNonNull(trust, "trust");
        if (layout.format() != Format.TFLITE) {
            throw new IllegalArgumentException("layout is " + layout + ": only TFLITE says in its bytes how many"
                    + " elements there are; pass the count");
        }
        return of(memory, storedCount(memory), layout, trust);
    }

    private TensorReader(TensorReader other, TensorChecks checks) {
        this.memory = other.memory;
        this.count = other.count;
        this.layout = other.layout;
        this.table = other.table;
        this.checks = checks;
    }

    /**
     * Checks liveness, and the rules that concern no single element.
     *
     * @throws TensorFormatException if a tensor without elements is invalid
     */
    void open() {
        TensorFormatException error = checkWhole();
        if (error != null) {
            throw error;
        }
    }

    /** Equivalent to {@link #open}, but returns the violation, or null. */
    @Nullable
    TensorFormatException checkWhole() {
        memory.checkAccess(0, table);
        return count == 0 && layout.format() == Format.TFLITE ? checkEmpty() : null;
    }

    TensorReader with(TensorChecks other) {
        return new TensorReader(this, other);
    }

    /** Encodes this tensor for native code, which does not support all checks: see {@link TensorChecks#isNative}. */
    byte[] options() {
        byte[] options = TensorOptions.of(
                layout.format().ordinal() + 1,
                layout.order() == ByteOrder.BIG_ENDIAN ? 1 : 0,
                layout.wordBytes(),
                layout.viewAbi() == TensorLayout.ViewAbi.FROM_2_21 ? 1 : 0,
                count);
        TensorOptions.setInt(options, TensorOptions.TRUST, checks.trust().ordinal());
        TensorOptions.setInt(
                options, TensorOptions.STRICTNESS, checks.strictness().ordinal());
        TensorOptions.setLong(options, TensorOptions.MAX_BYTES, checks.maxBytes());
        return options;
    }

    /**
     * Returns the exception for a violation that native code found, with the message of this reader.
     *
     * @param packed a result with status {@link Packed#REFUSED}
     * @param index the index of the element
     * @return the exception
     */
    TensorFormatException refused(long packed, long index) {
        Elements one = new Elements(1);
        read(index, 1, one);
        if (one.error != null && one.error.code().id() == Packed.refusedCode(packed)) {
            return one.error;
        }
        // Java sees no such violation: another thread has changed the memory.
        String detail = "found by the native library";
        return Packed.isRefusedAsAWhole(packed)
                ? TensorFormatException.ofWhole(codeOf(packed), count, fieldOf(packed), detail)
                : new TensorFormatException(codeOf(packed), index, fieldOf(packed), detail);
    }

    static Code codeOf(long packed) {
        return CODES[Packed.refusedCode(packed) - 1];
    }

    static Field fieldOf(long packed) {
        return FIELDS[Packed.refusedField(packed)];
    }

    /**
     * Decodes elements without any check.
     *
     * @return the number of elements; fewer than requested if {@link Elements#error} gives a reason
     */
    int fields(long first, int n, Elements out) {
        out.error = null;
        switch (layout.format()) {
            case TF_LEGACY -> {
                return legacyFields(first, n, out);
            }
            case TFLITE -> {
                return tfliteFields(first, n, out);
            }
            default -> {
                int size = layout.format().elementBytes();
                Scratch scratch = Scratch.acquire();
                try {
                    byte[] raw = scratch.bytes(n * size);
                    memory.read(first * size, raw, n * size);
                    out.decode(raw, first, n, layout);
                } finally {
                    scratch.release();
                }
                return n;
            }
        }
    }

    /**
     * Decodes and checks elements.
     *
     * @param first the index of the first element
     * @param n the number of elements, at most {@link Elements#MOST}; all must exist
     * @param out receives the decoded elements
     * @return the number of elements that passed; fewer than requested if {@link Elements#error} gives a reason
     */
    int read(long first, int n, Elements out) {
        int there = fields(first, n, out);
        TensorFormatException end = out.error;
        for (int i = 0; i < there; i++) {
            TensorFormatException error = wrong(first + i, i, out);
            if (error != null) {
                out.error = error;
                return i;
            }
        }
        out.error = end;
        return there;
    }

    /** Reads elements, like {@link #read}, and throws if one is invalid. */
    Elements readAll(long first, int n, Elements out) {
        read(first, n, out);
        if (out.error != null) {
            throw out.error;
        }
        return out;
    }

    void checkIndex(long index) {
        if (index < 0 || index >= count) {
            throw new IndexOutOfBoundsException(
                    "index is " + index + ": not an element of a tensor of " + count + " elements");
        }
    }

    /** Returns the memory that contains the string of a checked element. */
    TensorMemory memory(Elements e, int i) {
        return e.isInside(i) ? memory : memory.at(e.places[i], e.bytes[i]);
    }

    /** Returns the offset of the string of a checked element in its {@link #memory}. */
    long offset(Elements e, int i) {
        return e.isInside(i) && e.bytes[i] > 0 ? e.places[i] : 0;
    }

    /** Copies the string of a checked element to the start of an array. */
    void copy(Elements e, int i, byte[] dst) {
        memory(e, i).read(offset(e, i), dst, (int) e.bytes[i]);
    }

    private @Nullable TensorFormatException wrong(long index, int i, Elements e) {
        TensorFormatException error;
        if (e.kinds[i] == Elements.SMALL) {
            error = inside(index, i, e);
        } else if (e.isAddress(i)) {
            error = outside(index, i, e);
        } else {
            error = inMemory(index, i, e);
        }
        if (error == null && checks.strictness() == Strictness.STRICT) {
            if (e.counts[i] != Elements.NO_COUNT && e.counts[i] != count) {
                String detail = "its count is " + e.counts[i] + ": the tensor has " + count + " elements";
                return new TensorFormatException(Code.COUNT, index, Field.COUNT, detail);
            }
            if (!e.padded[i]) {
                return new TensorFormatException(
                        Code.PADDING, index, Field.PADDING, "bytes that no field uses are not zero");
            }
        }
        return error;
    }

    private @Nullable TensorFormatException inside(long index, int i, Elements e) {
        if (e.bytes[i] > e.capacities[i]) {
            String detail = "its size is " + e.bytes[i] + " bytes: more than " + e.capacities[i]
                    + ", the capacity of the element";
            return new TensorFormatException(Code.SMALL_SIZE, index, Field.SIZE, detail);
        }
        return limit(index, i, e);
    }

    private @Nullable TensorFormatException inMemory(long index, int i, Elements e) {
        long all = memory.byteSize();
        long at = e.places[i];
        long size = e.bytes[i];
        if (Long.compareUnsigned(at, all) > 0) {
            String detail = "its string would start at byte " + Long.toUnsignedString(at) + ": the memory has " + all
                    + " bytes";
            return new TensorFormatException(Code.OFFSET_RANGE, index, Field.OFFSET, detail);
        }
        if (Long.compareUnsigned(size, all - at) > 0) {
            String detail = "its string would have " + Long.toUnsignedString(size) + " bytes from byte " + at
                    + " on: the memory has " + all + " bytes";
            return new TensorFormatException(Code.OFFSET_RANGE, index, Field.SIZE, detail);
        }
        if (size > 0 && at < table) {
            String detail = "its string would start at byte " + at + ": the table ends at byte " + table;
            return new TensorFormatException(Code.OFFSET_INTO_TABLE, index, Field.OFFSET, detail);
        }
        return limit(index, i, e);
    }

    private @Nullable TensorFormatException outside(long index, int i, Elements e) {
        if (checks.trust() == Trust.UNTRUSTED_BUFFER) {
            String detail = "a string of kind " + e.kind(i)
                    + " is at an address, which Trust.UNTRUSTED_BUFFER does not follow; for"
                    + " a live tensor of this process pass Trust.TRUSTED_POINTERS_CHECKED";
            return new TensorFormatException(Code.POINTER_REFUSED, index, Field.POINTER, detail);
        }
        if (!layout.isNative()) {
            String detail = "a string of kind " + e.kind(i) + " is at an address of another kind of machine, " + layout
                    + ", which has no meaning here";
            return new TensorFormatException(Code.POINTER_REFUSED, index, Field.POINTER, detail);
        }
        TensorFormatException tooLong = limit(index, i, e);
        if (tooLong != null) {
            return tooLong;
        }
        boolean checked = checks.trust() == Trust.TRUSTED_POINTERS_CHECKED;
        long size = e.bytes[i];
        if (checked && e.kinds[i] != Elements.VIEW && Long.compareUnsigned(e.capacities[i], size) < 0) {
            String detail = "its size is " + size + " bytes and its capacity " + Long.toUnsignedString(e.capacities[i]);
            return new TensorFormatException(Code.CAPACITY, index, Field.CAPACITY, detail);
        }
        if (size == 0) {
            return null;
        }
        long at = e.places[i];
        if (Long.compareUnsigned(at, AddressRegion.LEAST_ADDRESS) < 0) {
            String detail = "a string of " + size + " bytes is at address " + at
                    + (at == 0 ? "" : ": less than " + AddressRegion.LEAST_ADDRESS + ", where no memory is");
            return new TensorFormatException(Code.NULL_DATA, index, Field.POINTER, detail);
        }
        return checked || checks.ranges() != null ? range(index, at, size) : null;
    }

    private @Nullable TensorFormatException range(long index, long at, long size) {
        long end = at + size;
        if (Long.compareUnsigned(end, at) < 0) {
            String detail =
                    size + " bytes from address 0x" + Long.toHexString(at) + " on extend past the highest address";
            return new TensorFormatException(Code.POINTER_WRAPS, index, Field.SIZE, detail);
        }
        List<NativeMemory> ranges = checks.ranges();
        if (ranges == null) {
            return null;
        }
        for (NativeMemory range : ranges) {
            long last = range.address() + range.byteSize();
            if (Long.compareUnsigned(range.address(), at) <= 0 && Long.compareUnsigned(end, last) <= 0) {
                return null;
            }
        }
        String detail =
                size + " bytes at address 0x" + Long.toHexString(at) + " are not within one of the allowed ranges";
        return new TensorFormatException(Code.POINTER_RANGE, index, Field.POINTER, detail);
    }

    private @Nullable TensorFormatException limit(long index, int i, Elements e) {
        if (Long.compareUnsigned(e.bytes[i], checks.maxBytes()) > 0) {
            String detail = "a string of " + Long.toUnsignedString(e.bytes[i]) + " bytes: more than "
                    + checks.maxBytes() + ", the limit";
            return new TensorFormatException(Code.SIZE_LIMIT, index, Field.SIZE, detail);
        }
        return null;
    }

    // Tables of offsets

    /** Checks the count of a TFLite tensor, {@code i32 count}, against the number of elements. */
    private void checkStoredCount() {
        int said = number(memory, 0);
        if (said != count) {
            String detail = "the memory states " + said + " elements, not " + count;
            throw TensorFormatException.ofWhole(Code.COUNT, count, Field.COUNT, detail);
        }
    }

    /**
     * Returns the count at the start of a TFLite tensor.
     *
     * @param memory the tensor
     * @return the stored number of elements
     * @throws TensorFormatException if the memory is too small for a count, or the count is negative
     */
    private static long storedCount(TensorMemory memory) {
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
    private @Nullable TensorFormatException checkEmpty() {
        long end = number(memory, Integer.BYTES);
        TensorFormatException error = checkStart(end);
        return error != null ? error : checkEnd(0, end);
    }

    private static int number(TensorMemory memory, long offset) {
        byte[] raw = new byte[Integer.BYTES];
        memory.read(offset, raw, raw.length);
        return (int) Numbers.u32(raw, 0, false);
    }

    /** Checks the start of the first string. */
    private @Nullable TensorFormatException checkStart(long start) {
        if (isLenient() ? start >= table : start == table) {
            return null;
        }
        String detail = "the first string starts at byte " + start + ": the table ends at byte " + table;
        return offsetError(Code.FIRST_OFFSET, 0, Field.OFFSET, detail);
    }

    /** Returns the exception for an element, or for the whole tensor if it has none. */
    private TensorFormatException offsetError(Code code, long index, Field field, String detail) {
        return count == 0
                ? TensorFormatException.ofWhole(code, 0, field, detail)
                : new TensorFormatException(code, index, field, detail);
    }

    /** Checks the end of the last string, which is that of element {@code index}. */
    private @Nullable TensorFormatException checkEnd(long index, long end) {
        long size = memory.byteSize();
        if (isLenient() ? end <= size : end == size) {
            return null;
        }
        String detail = "the last string ends at byte " + end + ": the memory has " + size + " bytes";
        return offsetError(Code.END_OFFSET, index, Field.END, detail);
    }

    private boolean isLenient() {
        return checks.strictness() == Strictness.LENIENT;
    }

    /** Reads TFLite elements: {@code i32 offsets[count + 1]} at byte 4, relative to the start of the memory. */
    private int tfliteFields(long first, int n, Elements out) {
        Scratch scratch = Scratch.acquire();
        try {
            byte[] raw = scratch.bytes(4 * (n + 1));
            memory.read(4 * (first + 1), raw, 4 * (n + 1));
            long start = (int) Numbers.u32(raw, 0, false);
            for (int i = 0; i < n; i++) {
                long end = (int) Numbers.u32(raw, 4 * (i + 1), false);
                out.error = tfliteError(first + i, start, end);
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

    private @Nullable TensorFormatException tfliteError(long index, long start, long end) {
        TensorFormatException error = index == 0 ? checkStart(start) : null;
        if (error != null) {
            return error;
        }
        if (end < start) {
            String detail = "its string starts at byte " + start + ", and the next at byte " + end;
            return new TensorFormatException(Code.NOT_MONOTONIC, index, Field.OFFSET, detail);
        }
        return index + 1 == count ? checkEnd(index, end) : null;
    }

    /**
     * Reads TF_LEGACY elements: {@code u64 offsets[count]}, relative to the end of this table; a varint length precedes
     * each string.
     */
    private int legacyFields(long first, int n, Elements out) {
        boolean big = layout.order() == ByteOrder.BIG_ENDIAN;
        long size = memory.byteSize();
        Scratch scratch = Scratch.acquire();
        try {
            byte[] raw = scratch.bytes(8 * n + Numbers.MOST_VARINT);
            memory.read(8 * first, raw, 8 * n);
            byte[] varint = new byte[Numbers.MOST_VARINT];
            for (int i = 0; i < n; i++) {
                long offset = Numbers.u64(raw, 8 * i, big);
                if (Long.compareUnsigned(offset, size - table) >= 0) {
                    String detail = "its length would be " + Long.toUnsignedString(offset)
                            + " bytes after the table, which" + " is followed by " + (size - table);
                    out.error = new TensorFormatException(Code.OFFSET_RANGE, first + i, Field.OFFSET, detail);
                    return i;
                }
                long at = table + offset;
                int most = (int) Math.min(size - at, Numbers.MOST_VARINT);
                memory.read(at, varint, most);
                int used = Numbers.varintBytes(varint, most, isLenient());
                if (used == 0) {
                    String detail = "its length, at byte " + at
                            + ", is not terminated, has more than 64 bits, or is not the" + " shortest form";
                    out.error = new TensorFormatException(Code.VARINT, first + i, Field.SIZE, detail);
                    return i;
                }
                out.set(i, Elements.PLAIN, Numbers.varint(varint, used), 0, at + used);
            }
        } finally {
            scratch.release();
        }
        return n;
    }
}
