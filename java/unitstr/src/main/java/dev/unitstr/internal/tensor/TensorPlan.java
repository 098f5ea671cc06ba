package dev.unitstr.internal.tensor;

import dev.unitstr.internal.binding.Binding;
import dev.unitstr.internal.binding.Bindings;
import dev.unitstr.internal.memory.Region;
import dev.unitstr.internal.text.RegionStrings;
import dev.unitstr.internal.text.StringSource;
import dev.unitstr.tensor.StringKind;
import dev.unitstr.tensor.TensorFormatException;
import dev.unitstr.tensor.TensorFormatException.Code;
import dev.unitstr.tensor.TensorFormatException.Field;
import dev.unitstr.tensor.TensorLayout;
import dev.unitstr.tensor.TensorLayout.Format;
import org.jspecify.annotations.Nullable;

/**
 * A tensor that has been measured but not written: the size of each string, and the total size. All strings have been
 * checked.
 */
public final class TensorPlan {
    /** The maximum offset that an element of kind OFFSET can represent. */
    private static final long MOST_DISTANCE = 0xFFFF_FFFFL;

    final RegionStrings strings;
    final TensorLayout layout;
    final StringKind kind;
    final StringSource source;
    final int[] sizes;
    final int count;
    /** The end of the table in bytes. */
    final long table;
    /** The capacity of each element of kind PREALLOC in bytes; otherwise 0. */
    final int capacity;

    /** Whether views refer to memory of an owner. */
    private final boolean hasOwner;
    /** The maximum size of a string that is stored in its element, in bytes; negative if no string is. */
    private final int mostInside;

    private final long bytes;

    /**
     * Measures the strings of a builder.
     *
     * @param builder the layout, the kind and the options
     * @param texts the strings that are texts, otherwise null; a private copy
     * @param raw the strings that are bytes, otherwise null; null if none is
     */
    TensorPlan(RegionTensorBuilder builder, @Nullable String[] texts, byte @Nullable [] @Nullable [] raw) {
        this.strings = builder.strings;
        this.layout = builder.layout;
        this.kind = builder.kind;
        this.hasOwner = builder.hasOwner;
        this.mostInside = builder.shortAsSmall || kind == StringKind.VIEW ? layout.smallCapacity() : -1;
        this.count = texts.length;
        this.table = layout.tableBytes(count);
        checkNulls(texts, raw, builder.nullsAsEmpty);
        if (kind.isAddress() && !layout.isNative()) {
            String detail =
                    "elements of kind " + kind + " contain addresses of this process, which is not possible in the"
                            + " layout of another kind of machine, " + layout;
            throw new TensorFormatException(Code.UNSUPPORTED, 0, Field.POINTER, detail);
        }
        this.source = new StringSource(strings, texts, raw, builder.charset, builder.policy);
        this.sizes = source.measure();
        this.capacity = kind == StringKind.PREALLOC ? capacity(builder.capacity) : 0;
        this.bytes = kind == StringKind.PREALLOC ? table + (long) count * capacity : measure();
    }

    /**
     * Returns the size of the tensor.
     *
     * @return the size in bytes
     */
    public long bytes() {
        return bytes;
    }

    /**
     * Tests whether the tensor contains addresses.
     *
     * @return true if the target memory must have an address
     */
    public boolean hasAddresses() {
        return kind.isAddress();
    }

    /**
     * Writes the tensor.
     *
     * @param region the target region, which is large enough
     * @param offset the start of the tensor in bytes
     */
    public void write(Region region, long offset) {
        boolean owned = kind == StringKind.LARGE || hasOwner;
        if (owned) {
            Bindings.tensorCalls(strings.binding()); // throws if the binding cannot change elements
        }
        TensorMemory memory = new TensorMemory(region, strings);
        memory.checkAccess(offset, bytes);
        if (!owned) {
            long address = kind.isAddress() ? region.address() + offset : 0;
            new TensorWriter(this, memory, offset, new TensorWriter.Data(memory, offset, address, 0)).write();
        } else if (hasOwner) {
            new OwnedTensorWriter(this, memory, offset).writeViews();
        } else {
            new OwnedTensorWriter(this, memory, offset).writeLarge();
        }
    }

    /** Returns the maximum size of what precedes a string in the data, in bytes: a varint in TF_LEGACY. */
    int prefixBytes() {
        return layout.format() == Format.TF_LEGACY ? OffsetTables.MOST_VARINT : 0;
    }

    /**
     * Returns how many elements from {@code first} on are written together: their strings have at most
     * {@link Binding#CHUNK_BYTES}, unless it is only one.
     */
    int piece(int first) {
        int n = 0;
        long bytes = 0;
        while (first + n < count && n < Elements.MOST) {
            bytes += (long) prefixBytes() + Math.max(sizes[first + n], capacity);
            if (n > 0 && bytes > Binding.CHUNK_BYTES) {
                break;
            }
            n++;
        }
        return n;
    }

    /** Returns the total size of the strings of a piece in bytes. */
    int bytes(int first, int n) {
        int bytes = 0;
        for (int i = first; i < first + n; i++) {
            bytes = Math.addExact(bytes, sizes[i]);
        }
        return bytes;
    }

    /** Tests whether a string of kind OFFSET or VIEW is stored in its element. */
    boolean isInside(int i) {
        return sizes[i] <= mostInside;
    }

    /** Tests whether all strings of a piece are stored in their elements. */
    boolean areInside(int first, int n) {
        for (int i = first; i < first + n; i++) {
            if (!isInside(i)) {
                return false;
            }
        }
        return true;
    }

    private static void checkNulls(@Nullable String[] texts, byte @Nullable [] @Nullable [] raw, boolean nullsAsEmpty) {
        for (int i = 0; i < texts.length; i++) {
            if (texts[i] == null && (raw == null || raw[i] == null)) {
                if (!nullsAsEmpty) {
                    throw new TensorFormatException(
                            Code.NULL_ELEMENT,
                            i,
                            Field.TEXT,
                            "it is null, which a tensor cannot contain; nullsAsEmpty() writes an empty string instead");
                }
                texts[i] = ""; // the array is a private copy
            }
        }
    }

    private void check(int i, int most) {
        if (sizes[i] < 0 || sizes[i] > most) {
            String size = sizes[i] < 0 ? "more than " + Integer.MAX_VALUE : String.valueOf(sizes[i]);
            String detail = "a string of " + size + " bytes: more than " + most + ", the maximum of " + kind + " in "
                    + layout.format();
            throw new TensorFormatException(Code.SIZE_LIMIT, i, Field.SIZE, detail);
        }
    }

    private int capacity(int asked) {
        int longest = 0;
        for (int i = 0; i < count; i++) {
            check(i, asked < 0 ? RegionTensorBuilder.MOST_BYTES : asked);
            longest = Math.max(longest, sizes[i]);
        }
        return asked < 0 ? longest : asked;
    }

    /** Checks the size of each string, and returns the size of the tensor in bytes. */
    private long measure() {
        boolean elsewhere = kind == StringKind.LARGE || hasOwner;
        boolean lengths = layout.format() == Format.TF_LEGACY;
        boolean smallTotal = layout.format() == Format.TFLITE;
        long at = table;
        for (int i = 0; i < count; i++) {
            check(i, kind == StringKind.OFFSET ? RegionTensorBuilder.MOST_BYTES : Integer.MAX_VALUE);
            if (elsewhere || isInside(i)) {
                continue;
            }
            if (kind == StringKind.OFFSET) {
                checkDistance(i, at - (long) i * layout.format().elementBytes());
            }
            at += (lengths ? OffsetTables.varintBytes(sizes[i]) : 0) + sizes[i];
            if (smallTotal && at > Integer.MAX_VALUE) {
                String detail = "the tensor would have " + at + " bytes up to the end of this string: more than "
                        + Integer.MAX_VALUE + ", the maximum of an offset of TFLite";
                throw new TensorFormatException(Code.TOTAL_LIMIT, i, Field.SIZE, detail);
            }
        }
        return at;
    }

    private static void checkDistance(int i, long distance) {
        if (distance > MOST_DISTANCE) {
            String detail = "its string would be " + distance + " bytes after its element: more than " + MOST_DISTANCE
                    + ", the maximum of an OFFSET";
            throw new TensorFormatException(Code.DISTANCE, i, Field.OFFSET, detail);
        }
    }
}
