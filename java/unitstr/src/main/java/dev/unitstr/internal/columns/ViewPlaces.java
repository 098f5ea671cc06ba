package dev.unitstr.internal.columns;

import dev.unitstr.internal.binding.Binding;
import dev.unitstr.internal.memory.AddressRegion;
import dev.unitstr.internal.memory.JoinedRegion;
import dev.unitstr.internal.memory.Region;
import dev.unitstr.internal.memory.Scratch;
import dev.unitstr.internal.text.RawBytes;
import dev.unitstr.internal.text.ReadRoute;
import dev.unitstr.internal.text.RegionStrings;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * The places of strings, from views of 16 bytes: in the view itself, or in one of the data buffers. They are offsets in
 * one region that spans all of these: {@link #text}.
 */
final class ViewPlaces extends Places {
    /** The size of a view, in bytes. */
    static final int VIEW = 16;
    /** The maximum size of a string in a view, in bytes. */
    static final int MOST_INLINE = 12;
    /** The offset of the string in a view, or of its first bytes. */
    static final int INLINE_AT = 4;
    /** The offset of the index of the data buffer in a view. */
    static final int BUFFER_AT = 8;
    /** The offset of the offset into the data buffer in a view. */
    static final int OFFSET_AT = 12;

    /** The number of strings in views from which they are read without the others. */
    private static final int FEW = 64;

    private static final long NOT_ASCII = 0x8080808080808080L;
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
    static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.nativeOrder());

    /** In place of data buffers: the view of a longer string has its address, as in DuckDB. */
    static final Region[] ADDRESSES = {};

    private final Region views;
    private final Region[] data;

    ViewPlaces(Region views, Region[] data, int start, int count, String name, @Nullable Validity validity) {
        super(start, count, name, validity);
        this.views = views;
        this.data = data;
    }

    /**
     * Returns the region in which all strings are.
     *
     * @param views the views
     * @param data the data buffers; at addresses if the views are
     * @return a region for the offsets of {@link #fill}
     */
    static Region text(Region views, Region[] data) {
        if (views.isAddress()) {
            return new AddressRegion(AddressRegion.LEAST_ADDRESS, Long.MAX_VALUE);
        }
        Region[] parts = new Region[data.length + 1];
        parts[0] = views;
        System.arraycopy(data, 0, parts, 1, data.length);
        return new JoinedRegion(parts);
    }

    /** Returns the offset of a part in {@link #text}: of the views for 0, of a data buffer for its number plus 1. */
    private long startOf(int part) {
        if (!views.isAddress()) {
            return JoinedRegion.startOf(part);
        }
        return (part == 0 ? views : data[part - 1]).start() - AddressRegion.LEAST_ADDRESS;
    }

    @Override
    public void checkAccess(Binding binding) {
        RegionStrings.checkAccess(binding, views, 0);
    }

    @Override
    void fill(Binding binding, long first, int n, long[] pairs, Scratch scratch, @Nullable Key key) {
        long from = start + first;
        byte[] copy = scratch.bytes(n * VIEW);
        if (validity != null) {
            validity.read(binding, from, n, copy);
            for (int i = 0; i < n; i++) {
                pairs[2 * i + 1] = Validity.isNull(copy, from, i) ? NONE : 0;
            }
        }
        RawBytes.readPiece(binding, views, from * VIEW, copy, n * VIEW, scratch.chars(n * VIEW));
        long inline = startOf(0) + from * VIEW + INLINE_AT;
        for (int i = 0; i < n; i++) {
            if (validity != null && pairs[2 * i + 1] == NONE) {
                continue;
            }
            int view = i * VIEW;
            int size = (int) INTS.get(copy, view);
            pairs[2 * i] = size >= 0 && size <= MOST_INLINE ? inline + view : place(first + i, size, copy, view);
            boolean mayMatch = key == null || key.mayHaveSize(size) && key.mayStart(copy, view + INLINE_AT);
            pairs[2 * i + 1] = mayMatch ? size : NONE;
        }
    }

    /** Checks a view whose string is elsewhere, and returns the place of the string. */
    private long place(long row, int size, byte[] copy, int view) {
        if (size < 0) {
            throw wrong(
                    row,
                    data == ADDRESSES
                            ? "the length in its view is " + Integer.toUnsignedLong(size) + ": more than "
                                    + Integer.MAX_VALUE
                            : "the length in its view is " + size + ": negative");
        }
        if (data == ADDRESSES) {
            long address = (long) LONGS.get(copy, view + BUFFER_AT);
            if (address < AddressRegion.LEAST_ADDRESS || address > Long.MAX_VALUE - size) {
                throw wrong(row, "the address in its view is " + address + ": no memory of " + size + " bytes");
            }
            return address - AddressRegion.LEAST_ADDRESS;
        }
        int buffer = (int) INTS.get(copy, view + BUFFER_AT);
        int offset = (int) INTS.get(copy, view + OFFSET_AT);
        if (buffer < 0 || buffer >= data.length) {
            throw wrong(
                    row,
                    "the index of the data buffer in its view is " + buffer + ": the column has " + data.length
                            + " data buffers");
        }
        long limit = data[buffer].byteSize();
        if (offset < 0 || offset > limit - size) {
            throw wrong(
                    row,
                    "the offset in its view is " + offset + ", for " + size + " bytes: not within data buffer " + buffer
                            + ", which has " + limit + " bytes");
        }
        return startOf(buffer + 1) + offset;
    }

    /** Only for strings in views: copies the views and creates the strings from the copy. */
    @Override
    int ascii(Binding binding, Region text, int first, int n, @Nullable String[] dst, int dstIndex, Scratch scratch) {
        long from = (long) start + first;
        byte[] bits = nulls(binding, from, n);
        byte[] copy = scratch.bytes(n * VIEW);
        RawBytes.readPiece(binding, views, from * VIEW, copy, n * VIEW, scratch.chars(n * VIEW));
        long all = 0;
        int count = 0;
        for (; count < n; count++) {
            int view = count * VIEW;
            boolean isInline = Integer.compareUnsigned((int) INTS.get(copy, view), MOST_INLINE) <= 0;
            if (!isInline && (bits == null || !Validity.isNull(bits, from, count))) {
                all |= (int) INTS.get(copy, view + INLINE_AT);
                break;
            }
            all |= (long) LONGS.get(copy, view + INLINE_AT) | (int) INTS.get(copy, view + OFFSET_AT);
        }
        if ((all & NOT_ASCII) != 0) {
            return -1;
        }
        if (count < n && count < FEW) {
            return 0;
        }
        for (int i = 0; i < count; i++) {
            int view = i * VIEW;
            boolean isNull = bits != null && Validity.isNull(bits, from, i);
            dst[dstIndex + i] = isNull ? null : ReadRoute.latin1(copy, view + INLINE_AT, (int) INTS.get(copy, view));
        }
        return count;
    }

    @Override
    public RuntimeException wrong(Region text, long index, long offset, long size, int unitSize) {
        return new IllegalStateException("view " + index + " became invalid after it was checked");
    }
}
