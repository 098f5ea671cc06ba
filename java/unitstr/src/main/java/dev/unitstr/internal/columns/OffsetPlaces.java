package dev.unitstr.internal.columns;

import dev.unitstr.internal.binding.Binding;
import dev.unitstr.internal.memory.Region;
import dev.unitstr.internal.memory.Scratch;
import dev.unitstr.internal.text.Offsets;
import dev.unitstr.internal.text.RawBytes;
import dev.unitstr.internal.text.ReadRoute;
import dev.unitstr.internal.text.RegionStrings;
import org.jspecify.annotations.Nullable;

/** The places of adjacent strings, from a table of offsets. */
final class OffsetPlaces extends Places {
    private final Offsets.InMemory table;

    OffsetPlaces(Offsets.InMemory table, int start, int count, String name, @Nullable Validity validity) {
        super(start, count, name, validity);
        this.table = table;
    }

    @Override
    public void checkAccess(Binding binding) {
        RegionStrings.checkAccess(binding, table.entries());
    }

    @Override
    void fill(Binding binding, long first, int n, long[] pairs, Scratch scratch, @Nullable Key key) {
        long from = start + first;
        table.fill(binding, table.entries(), from, n, pairs, scratch);
        for (int i = 0; i < n; i++) {
            pairs[2 * i + 1] = Math.max(pairs[2 * i + 1], -Long.MAX_VALUE); // a hostile difference of NONE is no null
        }
        if (validity != null) {
            byte[] copy = scratch.bytes(n / 8 + 2);
            validity.read(binding, from, n, copy);
            for (int i = 0; i < n; i++) {
                if (Validity.isNull(copy, from, i)) {
                    pairs[2 * i + 1] = NONE;
                }
            }
        }
    }

    @Override
    int ascii(Binding binding, Region text, int first, int n, @Nullable String[] dst, int dstIndex, Scratch scratch) {
        long from = (long) start + first;
        long[] ends = scratch.spans(n + 1);
        int count = table.ends(binding, from, n, Binding.CHUNK_BYTES, ends, scratch);
        long begin = ends[0];
        int total = (int) (ends[count] - begin);
        if (count == 0 || begin < 0 || ends[count] > text.byteSize()) {
            return 0;
        }
        byte[] bits = nulls(binding, from, count);
        byte[] bytes = scratch.bytes(total);
        if (total > 0 && !RawBytes.readAscii(binding, text, begin, bytes, total, scratch.chars(total))) {
            return -1;
        }
        int at = 0;
        for (int i = 0; i < count; i++) {
            int end = (int) (ends[i + 1] - begin);
            boolean isNull = bits != null && Validity.isNull(bits, from, i);
            dst[dstIndex + i] = isNull ? null : ReadRoute.latin1(bytes, at, end - at);
            at = end;
        }
        return count;
    }

    @Override
    public RuntimeException wrong(Region text, long index, long offset, long size, int unitSize) {
        long end = offset + size; // the next offset again: size is the difference of the two
        String from = "offsets[" + (start + index) + "] is " + offset;
        String next = "offsets[" + (start + index + 1) + "]";
        if (end < offset) {
            return wrong(index, next + " is " + end + ": less than " + from);
        }
        if (offset < 0 || end > text.byteSize()) {
            return wrong(
                    index,
                    from + " and " + next + " is " + end + ": not within the data buffer, which has " + text.byteSize()
                            + " bytes" + text.boundsHint());
        }
        return wrong(
                index,
                from + " and " + next + " is " + end + ": more bytes than " + Integer.MAX_VALUE
                        + ", the maximum size of a string");
    }
}
