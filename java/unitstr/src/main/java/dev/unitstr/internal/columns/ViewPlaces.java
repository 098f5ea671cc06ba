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

    /** The least number of strings that are read by one copy if the next string is not adjacent. */
    private static final int FEW = 16;

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
        RegionStrings.checkAccess(binding, views);
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
        if (data == ADDRESSES) {
            long address = (long) LONGS.get(copy, view + BUFFER_AT);
            if (size < 0 || address < AddressRegion.LEAST_ADDRESS || address > Long.MAX_VALUE - size) {
                throw wrong(row, wrongAddress(size, address));
            }
            return address - AddressRegion.LEAST_ADDRESS;
        }
        int buffer = (int) INTS.get(copy, view + BUFFER_AT);
        int offset = (int) INTS.get(copy, view + OFFSET_AT);
        if (size < 0 || buffer < 0 || buffer >= data.length || offset < 0 || offset > data[buffer].byteSize() - size) {
            throw wrong(row, wrongPlace(size, buffer, offset));
        }
        return startOf(buffer + 1) + offset;
    }

    // The messages are not made in place(), which the JIT compiler would then not inline.

    private static String wrongAddress(int size, long address) {
        return size < 0
                ? "the length in its view is " + Integer.toUnsignedLong(size) + ": more than " + Integer.MAX_VALUE
                : "the address in its view is " + address + ": no memory of " + size + " bytes";
    }

    private String wrongPlace(int size, int buffer, int offset) {
        if (size < 0) {
            return "the length in its view is " + size + ": negative";
        }
        if (buffer < 0 || buffer >= data.length) {
            return "the index of the data buffer in its view is " + buffer + ": the column has " + data.length
                    + " data buffers";
        }
        return "the offset in its view is " + offset + ", for " + size + " bytes: not within data buffer " + buffer
                + ", which has " + data[buffer].byteSize() + " bytes" + data[buffer].boundsHint();
    }

    /** Copies the views, and the strings of data buffers if they are adjacent, as builders write them. */
    @Override
    int ascii(Binding binding, Region text, int first, int n, @Nullable String[] dst, int dstIndex, Scratch scratch) {
        long from = (long) start + first;
        byte[] bits = nulls(binding, from, n);
        byte[] copy = scratch.bytes(n * VIEW);
        RawBytes.readPiece(binding, views, from * VIEW, copy, n * VIEW, scratch.chars(n * VIEW));
        long all = 0;
        long begin = 0;
        int total = 0;
        int count = 0;
        for (; count < n; count++) {
            int view = count * VIEW;
            if (bits != null && Validity.isNull(bits, from, count)) {
                continue;
            }
            int size = (int) INTS.get(copy, view);
            if (Integer.compareUnsigned(size, MOST_INLINE) <= 0) {
                all |= (long) LONGS.get(copy, view + INLINE_AT) | (int) INTS.get(copy, view + OFFSET_AT);
                continue;
            }
            long place = place(first + count, size, copy, view);
            begin = total == 0 ? place : begin;
            if (place != begin + total || size > Binding.CHUNK_BYTES - total) {
                break;
            }
            total += size;
        }
        if ((all & NOT_ASCII) != 0) {
            return -1;
        }
        if (count < n && count < FEW) {
            return 0;
        }
        Scratch more = Scratch.acquire();
        try {
            byte[] data = more.bytes(total);
            if (total > 0 && !RawBytes.readAscii(binding, text, begin, data, total, more.chars(total))) {
                return -1;
            }
            int at = 0;
            for (int i = 0; i < count; i++) {
                int view = i * VIEW;
                int size = (int) INTS.get(copy, view);
                if (bits != null && Validity.isNull(bits, from, i)) {
                    dst[dstIndex + i] = null;
                } else if (size <= MOST_INLINE) {
                    dst[dstIndex + i] = ReadRoute.latin1(copy, view + INLINE_AT, size);
                } else {
                    dst[dstIndex + i] = ReadRoute.latin1(data, at, size);
                    at += size;
                }
            }
            return count;
        } finally {
            more.release();
        }
    }

    @Override
    public RuntimeException wrong(Region text, long index, long offset, long size, int unitSize) {
        return new IllegalStateException("view " + index + " became invalid after it was checked");
    }
}
