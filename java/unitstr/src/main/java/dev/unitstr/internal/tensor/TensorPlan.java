package dev.unitstr.internal.tensor;

import dev.unitstr.internal.binding.Binding;
import dev.unitstr.internal.text.StringSource;
import dev.unitstr.tensor.StringKind;
import dev.unitstr.tensor.TensorFormatException;
import dev.unitstr.tensor.TensorFormatException.Code;
import dev.unitstr.tensor.TensorFormatException.Field;
import dev.unitstr.tensor.TensorLayout;
import dev.unitstr.tensor.TensorLayout.Format;

/**
 * A tensor that has been measured but not written: the size of each string, and the total size. All strings have been
 * checked.
 */
public final class TensorPlan {
    /** The maximum size that an element of kind OFFSET or PREALLOC can represent. */
    private static final int MOST_BYTES = (1 << 30) - 1;
    /** The maximum offset that an element of kind OFFSET can represent. */
    private static final long MOST_DISTANCE = 0xFFFF_FFFFL;

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
    final boolean hasOwner;
    /** The maximum size of a string that is stored in its element, in bytes; negative if no string is. */
    private final int mostInside;

    private final long bytes;

    /**
     * Measures the strings.
     *
     * @param layout the layout
     * @param kind the kind of the elements that are not SMALL
     * @param shortAsSmall whether short strings of kind OFFSET are stored in their elements
     * @param hasOwner whether views refer to memory of an owner
     * @param capacity the capacity of each element of kind PREALLOC in bytes; negative for the size of the longest string
     * @param source the strings
     */
    TensorPlan(
            TensorLayout layout,
            StringKind kind,
            boolean shortAsSmall,
            boolean hasOwner,
            int capacity,
            StringSource source) {
        if (kind.isAddress() && !layout.isNative()) {
            String detail =
                    "elements of kind " + kind + " contain addresses of this process, which is not possible in the"
                            + " layout of another kind of machine, " + layout;
            throw new TensorFormatException(Code.UNSUPPORTED, 0, Field.POINTER, detail);
        }
        this.layout = layout;
        this.kind = kind;
        this.hasOwner = hasOwner;
        this.mostInside = shortAsSmall || kind == StringKind.VIEW ? layout.smallCapacity() : -1;
        this.source = source;
        this.sizes = source.measure();
        this.count = sizes.length;
        this.table = layout.tableBytes(count);
        this.capacity = kind == StringKind.PREALLOC ? capacity(capacity) : 0;
        this.bytes = kind == StringKind.PREALLOC ? table + (long) count * this.capacity : measure();
    }

    /** Checks the capacity of an element in bytes. */
    static int checkCapacity(String name, int bytes) {
        if (bytes < 0 || bytes > MOST_BYTES) {
            throw new IllegalArgumentException(name + " is " + bytes + ": not between 0 and " + MOST_BYTES);
        }
        return bytes;
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

    /** Returns the maximum size of what precedes a string in the data, in bytes: a varint in TF_LEGACY. */
    int prefixBytes() {
        return layout.format() == Format.TF_LEGACY ? Numbers.MOST_VARINT : 0;
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
            check(i, asked < 0 ? MOST_BYTES : asked);
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
            check(i, kind == StringKind.OFFSET ? MOST_BYTES : Integer.MAX_VALUE);
            if (elsewhere || isInside(i)) {
                continue;
            }
            if (kind == StringKind.OFFSET) {
                checkDistance(i, at - (long) i * layout.format().elementBytes());
            }
            at += (lengths ? Numbers.varintBytes(sizes[i]) : 0) + sizes[i];
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
