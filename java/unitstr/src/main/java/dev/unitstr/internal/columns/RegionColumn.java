package dev.unitstr.internal.columns;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.MalformedTextException;
import dev.unitstr.NativeMemory;
import dev.unitstr.columns.ColumnFormat;
import dev.unitstr.columns.IndexType;
import dev.unitstr.columns.StringColumn;
import dev.unitstr.internal.binding.Binding;
import dev.unitstr.internal.memory.JoinedRegion;
import dev.unitstr.internal.memory.Region;
import dev.unitstr.internal.memory.Scratch;
import dev.unitstr.internal.text.BufferTexts;
import dev.unitstr.internal.text.Offsets;
import dev.unitstr.internal.text.RawBytes;
import dev.unitstr.internal.text.ReadRoute;
import dev.unitstr.internal.text.RegionStrings;
import dev.unitstr.internal.text.Spans;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/** A column whose strings are in its own buffers. */
public final class RegionColumn extends AbstractColumn {
    /** The longest text whose hash code is computed here. The JDK hashes longer strings with vectors, in less time. */
    private static final int MOST_HASHED = 48;

    private static final Charset UTF_8 = StandardCharsets.UTF_8;
    /** The mean size of rows, in bytes, up to which a filter copies all rows. */
    private static final int SHORT = 128;

    private final ColumnFormat format;
    /** The offsets or the views. */
    private final Region entries;

    private final Region[] data;
    /** The memory of the strings, for the offsets that {@link #places} returns. */
    private final Region text;

    private final Places places;

    private RegionColumn(
            RegionStrings strings,
            Rows rows,
            ColumnFormat format,
            @Nullable Validity validity,
            Region entries,
            Region[] data) {
        super(strings, rows, validity);
        this.format = format;
        this.entries = entries;
        this.data = data;
        if (format.isView()) {
            this.text = ViewPlaces.text(entries, data);
            this.places = new ViewPlaces(entries, data, rows.start(), rows.count(), rows.name(), validity);
        } else {
            int all = rows.start() + rows.count();
            Offsets.InMemory table = new Offsets.InMemory(entries, 0, format.entryBytes(), all);
            this.text = data[0];
            this.places = new OffsetPlaces(table, rows.start(), rows.count(), rows.name(), validity);
        }
    }

    /**
     * Returns a column for the binding of this JVM, over byte buffers or memory at addresses.
     *
     * @param format the format
     * @param count the number of rows
     * @param validity a {@link java.nio.ByteBuffer} or a {@link NativeMemory}, or null
     * @param offsets the same for the offsets or views
     * @param data the same for the data buffers
     * @return the column
     */
    public static RegionColumn of(
            ColumnFormat format, int count, @Nullable Object validity, Object offsets, Object[] data) {
        Region[] regions = new Region[Objects.requireNonNull(data, "data").length];
        for (int i = 0; i < regions.length; i++) {
            regions[i] = region(Objects.requireNonNull(data[i], "data"));
        }
        Region bits = validity == null ? null : region(validity);
        Region entries = region(Objects.requireNonNull(offsets, "offsets"));
        return of(RegionStrings.chosen(), format, count, bits, entries, regions);
    }

    /** Returns the region of a buffer or of memory. The caller may change the limit of a buffer afterwards. */
    static Region region(Object memory) {
        return BufferTexts.region(memory instanceof ByteBuffer buffer ? buffer.duplicate() : memory);
    }

    /**
     * Implements {@link StringColumn#ofDuckDb}.
     *
     * @param count the number of rows
     * @param validity the validity bits, or null
     * @param views the vector
     * @return the column
     */
    public static RegionColumn ofDuckDb(int count, @Nullable NativeMemory validity, NativeMemory views) {
        Region bits = validity == null ? null : BufferTexts.region(validity);
        Region entries = BufferTexts.region(Objects.requireNonNull(views, "views"));
        return of(RegionStrings.chosen(), ColumnFormat.UTF8_VIEW, count, bits, entries, ViewPlaces.ADDRESSES);
    }

    /**
     * Returns a column, after a check of the sizes of its buffers.
     *
     * @param strings the string operations
     * @param format the format
     * @param count the number of rows
     * @param validity the validity bits, or null
     * @param entries the offsets or views
     * @param data the data buffers; all of the regions are at addresses, or none is
     * @return the column
     */
    public static RegionColumn of(
            RegionStrings strings,
            ColumnFormat format,
            int count,
            @Nullable Region validity,
            Region entries,
            Region... data) {
        Objects.requireNonNull(format, "format");
        boolean isView = format.isView();
        Validity bits = check(
                count, validity, isView ? "views" : "offsets", entries, count + (isView ? 0 : 1L), format.entryBytes());
        if (!isView && data.length != 1) {
            throw new IllegalArgumentException("data has " + data.length + " buffers: " + format + " has one");
        }
        if (data.length >= JoinedRegion.MOST_PARTS) {
            throw new IllegalArgumentException(
                    "data has " + data.length + " buffers: more than " + (JoinedRegion.MOST_PARTS - 1));
        }
        for (Region each : data) {
            each.checkAddress(0, each.byteSize());
        }
        Rows rows = new Rows(0, count, "", MalformedPolicy.REPLACE);
        return new RegionColumn(strings, rows, format, bits, entries, data);
    }

    @Override
    RegionColumn with(Rows rows) {
        return new RegionColumn(strings, rows, format, validity, entries, data);
    }

    @Override
    public ColumnFormat format() {
        return format;
    }

    @Override
    public @Nullable StringColumn values() {
        return null;
    }

    @Override
    public @Nullable IndexType indexType() {
        return null;
    }

    @Override
    public List<@Nullable Region> regions() {
        List<@Nullable Region> all = new ArrayList<>();
        all.add(validity == null ? null : validity.bits());
        all.add(entries);
        all.addAll(Arrays.asList(data));
        return all;
    }

    @Override
    void checkAccess() {
        places.checkAccess(binding);
    }

    @Override
    public boolean isNull(int row) {
        checkRow(row);
        checkAccess();
        return hasNullBit(row);
    }

    /** The place of a string in {@link #text}; its size is negative if the row is null. */
    private record Place(long offset, int size) {}

    private Place place(int row) {
        checkRow(row);
        checkAccess();
        Scratch scratch = Scratch.acquire();
        try {
            long[] pairs = scratch.spans(1);
            places.fill(binding, row, 1, pairs, scratch, null);
            long offset = pairs[0];
            long size = pairs[1];
            if (size == Spans.NONE) {
                return new Place(0, -1);
            }
            if (size < 0 || size > Integer.MAX_VALUE || offset < 0 || offset > text.byteSize() - size) {
                throw places.wrong(text, row, offset, size, 1);
            }
            return new Place(offset, (int) size);
        } finally {
            scratch.release();
        }
    }

    @Override
    public @Nullable String get(int row) {
        Place place = place(row);
        if (place.size < 0) {
            return null;
        }
        try {
            return strings.getStringOfBytes(part(place), inPart(place), place.size, UTF_8, rows.policy());
        } catch (MalformedTextException e) {
            throw e.inRow(rows.name(), row);
        }
    }

    private Region part(Place place) {
        return text instanceof JoinedRegion joined ? joined.partAt(place.offset) : text;
    }

    private long inPart(Place place) {
        return text instanceof JoinedRegion ? JoinedRegion.offsetInPart(place.offset) : place.offset;
    }

    @Override
    public byte @Nullable [] getBytes(int row) {
        Place place = place(row);
        if (place.size < 0) {
            return null;
        }
        byte[] bytes = new byte[place.size];
        if (bytes.length > 0) {
            RawBytes.read(binding, text, place.offset, bytes, bytes.length);
        }
        return bytes;
    }

    @Override
    public @Nullable NativeMemory memory(int row) {
        Place place = place(row);
        if (place.size < 0) {
            return null;
        }
        Region part = part(place);
        part.checkAccess();
        return NativeMemory.of(part.address() + inPart(place), place.size);
    }

    @Override
    boolean matches(int row, Key key) {
        try (Block block = new Block(binding, text, places, key)) {
            if (block.read(row, 1) == 1) {
                return block.size(0) >= 0 && key.equals(block.bytes, block.start(0));
            }
        }
        byte[] bytes = getBytes(row);
        return bytes != null && key.mayHaveSize(bytes.length) && key.equals(bytes, 0);
    }

    @Override
    public @Nullable String[] toStrings(int first, int count) {
        checkRange(first, count);
        checkAccess();
        @Nullable String[] all = new String[count];
        boolean mayBeAscii = true;
        boolean mayBeAdjacent = true;
        int most = Binding.BATCH_TEXTS - 1;
        for (int done = 0; done < count; ) {
            int at = first + done;
            int some = Math.min(count - done, most);
            int n = 0;
            if (mayBeAdjacent) {
                n = adjacentAscii(at, some, all, done);
                mayBeAdjacent = n > 0;
                mayBeAscii = n >= 0;
            }
            if (n == 0 && mayBeAscii) {
                n = ascii(at, some, all, done);
                mayBeAscii = n >= 0;
            }
            if (n <= 0) {
                n = decode(at, some, all, done);
            }
            done += n;
            most = Block.next(n);
        }
        return all;
    }

    private int decode(int first, int n, @Nullable String[] dst, int dstIndex) {
        try {
            return strings.batches().getSomeUtf8(text, places, first, n, dst, dstIndex, rows.policy());
        } catch (MalformedTextException e) {
            throw e.inRow(rows.name(), e.stringIndex());
        }
    }

    private int adjacentAscii(int first, int n, @Nullable String[] dst, int dstIndex) {
        Scratch scratch = Scratch.acquire();
        try {
            return places.ascii(binding, text, first, n, dst, dstIndex, scratch);
        } finally {
            scratch.release();
        }
    }

    /** Behaves as {@link Places#ascii} for strings in any place. */
    private int ascii(int first, int n, @Nullable String[] dst, int dstIndex) {
        try (Block block = new Block(binding, text, places, null)) {
            int count = block.readAscii(first, n);
            for (int i = 0; i < count; i++) {
                int size = block.size(i);
                dst[dstIndex + i] = size < 0 ? null : ReadRoute.latin1(block.bytes, block.start(i), size);
            }
            return count;
        }
    }

    /** Handles the rows of a block. */
    private interface Action {
        void take(int first, int n, Block block);
    }

    /**
     * Copies all rows, block by block.
     *
     * @param action handles the rows of a block
     * @param one handles a row that is too long for a block
     */
    private void each(@Nullable Key key, Action action, IntConsumer one) {
        int most = Binding.BATCH_TEXTS;
        for (int at = 0; at < rows.count(); ) {
            int n;
            try (Block block = new Block(binding, text, places, key)) {
                n = block.read(at, Math.min(rows.count() - at, most));
                action.take(at, n, block);
            }
            if (n == 0) {
                one.accept(at);
            }
            at += Math.max(n, 1);
            most = Block.next(n);
        }
    }

    @Override
    public byte @Nullable [][] toByteArrays() {
        checkAccess();
        byte[][] all = new byte[rows.count()][];
        each(
                null,
                (first, n, block) -> {
                    for (int i = 0; i < n; i++) {
                        int size = block.size(i);
                        int start = block.start(i);
                        all[first + i] = size < 0 ? null : Arrays.copyOfRange(block.bytes, start, start + size);
                    }
                },
                row -> all[row] = getBytes(row));
        return all;
    }

    @Override
    void hash(int[] dst) {
        int most = Binding.BATCH_TEXTS;
        for (int at = 0; at < rows.count(); ) {
            int n;
            try (Block block = new Block(binding, text, places, null)) {
                n = block.readAscii(at, Math.min(rows.count() - at, most));
                for (int i = 0; i < n; i++) {
                    dst[at + i] = hash(block.bytes, block.start(i), block.size(i));
                }
            }
            if (n <= 0) {
                n = Math.max(~n, 1);
                @Nullable String[] decoded = toStrings(at, n);
                for (int i = 0; i < n; i++) {
                    dst[at + i] = Objects.hashCode(decoded[i]);
                }
            }
            at += n;
            most = Block.next(n);
        }
    }

    /** Computes the hash code of a string of ASCII; 0 if the size is negative. */
    private static int hash(byte[] bytes, int start, int size) {
        if (size > MOST_HASHED) {
            return ReadRoute.latin1(bytes, start, size).hashCode();
        }
        int hash = 0;
        int at = start;
        int end = start + size;
        for (; at < end - 3; at += 4) { // one multiplication of the hash for four bytes
            hash = 31 * 31 * 31 * 31 * hash
                    + 31 * 31 * 31 * bytes[at]
                    + 31 * 31 * bytes[at + 1]
                    + 31 * bytes[at + 2]
                    + bytes[at + 3];
        }
        for (; at < end; at++) {
            hash = 31 * hash + bytes[at];
        }
        return hash;
    }

    @Override
    int select(Key key, int[] selection) {
        int[] found = {0};
        each(key, (first, n, block) -> found[0] = select(key, first, n, block, selection, found[0]), row -> {
            if (matches(row, key)) {
                selection[found[0]++] = row;
            }
        });
        return found[0];
    }

    private static int select(Key key, int first, int n, Block block, int[] selection, int from) {
        int found = from;
        for (int i = 0; i < n; i++) {
            if (block.size(i) >= 0 && key.mayHaveSize(block.size(i)) && key.equals(block.bytes, block.start(i))) {
                selection[found++] = first + i;
            }
        }
        return found;
    }
}
