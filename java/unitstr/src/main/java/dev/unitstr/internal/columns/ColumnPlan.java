package dev.unitstr.internal.columns;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.MalformedTextException;
import dev.unitstr.columns.ColumnFormat;
import dev.unitstr.columns.IndexType;
import dev.unitstr.columns.StringColumn;
import dev.unitstr.internal.binding.Binding;
import dev.unitstr.internal.memory.ArrayRegion;
import dev.unitstr.internal.memory.BufferRegion;
import dev.unitstr.internal.memory.Region;
import dev.unitstr.internal.text.Checks;
import dev.unitstr.internal.text.RawBytes;
import dev.unitstr.internal.text.RegionStrings;
import dev.unitstr.internal.text.StringSource;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A column that has been measured and can be written. */
public final class ColumnPlan {
    private static final VarHandle SHORTS =
            MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.nativeOrder());

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());

    /** The maximum number of rows whose numbers are written at once. */
    private static final int SOME = Binding.BATCH_TEXTS;

    private final RegionStrings strings;
    private final ColumnFormat format;
    private final @Nullable IndexType type;
    private final int count;
    /** The validity bits, if a row is null. */
    private final byte @Nullable [] validity;
    /** The index of each row in the dictionary, if there is one. */
    private final int @Nullable [] indices;
    /** The strings to write; empty for a null. */
    private final StringSource values;
    /** The size of each string in bytes. */
    private final int[] sizes;

    private final long dataBytes;
    private final long indicesAt;
    private final long entriesAt;
    private final long dataAt;

    /**
     * Measures strings.
     *
     * @param texts the strings that are texts, otherwise null; a private copy
     * @param raw the strings that are bytes, otherwise null; null if none is; a private copy
     */
    ColumnPlan(
            RegionStrings strings,
            ColumnFormat format,
            @Nullable IndexType type,
            @Nullable String[] texts,
            byte @Nullable [] @Nullable [] raw,
            MalformedPolicy policy) {
        this.strings = strings;
        this.format = format;
        this.type = type;
        this.count = texts.length;
        this.validity = validity(texts, raw);
        this.indices = type == null ? null : new int[count];
        int distinct = type == null ? count : encode(texts, raw, type, indices);
        byte[][] bytes = raw == null ? null : Arrays.copyOf(raw, distinct);
        this.values = new StringSource(strings, Arrays.copyOf(texts, distinct), bytes, StandardCharsets.UTF_8, policy);
        this.sizes = measure();
        this.dataBytes = total(format.isView() ? ViewPlaces.MOST_INLINE : 0);
        if (dataBytes > Integer.MAX_VALUE && format.entryBytes() != Long.BYTES) {
            throw new IllegalArgumentException("the strings have " + dataBytes + " bytes: more than "
                    + Integer.MAX_VALUE + ", the maximum of an offset in " + format);
        }
        this.indicesAt = validity == null ? 0 : aligned(validity.length);
        this.entriesAt = indicesAt + (type == null ? 0 : aligned((long) count * type.byteSize()));
        long entries = sizes.length + (format.isView() ? 0L : 1L);
        this.dataAt = entriesAt + aligned(entries * format.entryBytes());
    }

    private int[] measure() {
        try {
            return values.measure();
        } catch (MalformedTextException e) {
            int row = 0;
            while (indices != null && (indices[row] != e.stringIndex() || isNull(row))) {
                row++;
            }
            throw indices == null ? e : e.inString(row);
        }
    }

    private boolean isNull(int row) {
        return validity != null && Validity.isNull(validity, 0, row);
    }

    private static long aligned(long bytes) {
        return bytes + 7 & -8;
    }

    /** Returns the validity bits if a string is null, and replaces nulls by empty texts. */
    private static byte @Nullable [] validity(@Nullable String[] texts, byte @Nullable [] @Nullable [] raw) {
        byte[] bits = null;
        for (int i = 0; i < texts.length; i++) {
            if (texts[i] == null && (raw == null || raw[i] == null)) {
                if (bits == null) {
                    bits = new byte[(int) ((texts.length + 7L) / 8)];
                    for (int bit = 0; bit < texts.length; bit++) {
                        bits[bit >> 3] |= (byte) (1 << (bit & 7));
                    }
                }
                bits[i >> 3] &= (byte) ~(1 << (i & 7));
                texts[i] = "";
            }
        }
        return bits;
    }

    /**
     * Moves the distinct strings to the start of the arrays, in the order of their first row, and stores the index of
     * the string of each row. Returns their number.
     */
    private int encode(@Nullable String[] texts, byte @Nullable [] @Nullable [] raw, IndexType type, int[] indices) {
        Map<Object, Integer> known = new HashMap<>();
        for (int i = 0; i < count; i++) {
            if (isNull(i)) {
                continue; // index 0, which nobody reads
            }
            String text = texts[i];
            byte[] bytes = text == null ? raw[i] : null;
            Integer before = known.putIfAbsent(text == null ? ByteBuffer.wrap(bytes) : text, known.size());
            indices[i] = before != null ? before : known.size() - 1;
            if (before == null) {
                texts[indices[i]] = text;
                if (raw != null) {
                    raw[indices[i]] = bytes;
                }
            }
        }
        if (known.size() - 1L > type.most()) {
            throw new IllegalArgumentException("the strings have " + known.size() + " distinct values: more than "
                    + (type.most() + 1) + ", the number of indices of " + type);
        }
        return known.size();
    }

    /** Returns the total size of the strings that have more bytes than {@code inside}. */
    private long total(int inside) {
        long total = 0;
        for (int size : sizes) {
            if (size < 0) {
                throw new IllegalArgumentException(
                        "a string has more than " + Integer.MAX_VALUE + " bytes, the maximum of a row");
            }
            total += size > inside ? size : 0;
        }
        return total;
    }

    /**
     * Returns the size of all buffers.
     *
     * @return the size in bytes
     */
    public long bytes() {
        return dataAt + dataBytes;
    }

    /**
     * Writes the column.
     *
     * @param memory the memory, of which the first bytes are written
     * @return the column
     */
    public StringColumn write(Region memory) {
        memory.checkWritable();
        Checks.fits(bytes(), memory);
        RegionStrings.checkAccess(strings.binding(), memory, 0, bytes());
        Region bits = null;
        if (validity != null) {
            bits = part(memory, 0, validity.length);
            RawBytes.write(strings.binding(), validity, validity.length, bits, 0);
        }
        Region entries = part(memory, entriesAt, dataAt - entriesAt);
        Region data = part(memory, dataAt, dataBytes);
        if (format.isView()) {
            writeViews(entries, data);
        } else {
            writeOffsets(entries);
            values.write(0, sizes.length, data, 0, dataBytes);
        }
        if (type == null) {
            return RegionColumn.of(strings, format, count, bits, entries, data);
        }
        Region numbers = part(memory, indicesAt, (long) count * type.byteSize());
        writeIndices(type, indices, numbers);
        RegionColumn dictionary = RegionColumn.of(strings, format, sizes.length, null, entries, data);
        return DictionaryColumn.of(strings, dictionary, type, count, bits, numbers);
    }

    private static Region part(Region memory, long offset, long bytes) {
        return memory instanceof BufferRegion buffer
                ? new BufferRegion(buffer.slice(offset, Math.toIntExact(bytes)))
                : memory.part(offset, bytes);
    }

    private void writeIndices(IndexType type, int[] indices, Region numbers) {
        int size = type.byteSize();
        byte[] some = new byte[SOME * size];
        for (int done = 0; done < count; done += SOME) {
            int n = Math.min(SOME, count - done);
            for (int i = 0; i < n; i++) {
                int index = indices[done + i];
                switch (size) {
                    case 1 -> some[i] = (byte) index;
                    case 2 -> SHORTS.set(some, i * size, (short) index);
                    default -> ViewPlaces.INTS.set(some, i * size, index);
                }
            }
            RawBytes.write(strings.binding(), some, n * size, numbers, (long) done * size);
        }
    }

    private void writeOffsets(Region offsets) {
        int size = format.entryBytes();
        byte[] some = new byte[SOME * size];
        long end = 0;
        int n = 0;
        for (int i = 0; i <= sizes.length; i++) {
            if (size == Integer.BYTES) {
                ViewPlaces.INTS.set(some, n++ * size, (int) end);
            } else {
                LONGS.set(some, n++ * size, end);
            }
            if (n == SOME || i == sizes.length) {
                RawBytes.write(strings.binding(), some, n * size, offsets, (i + 1L - n) * size);
                n = 0;
            }
            end += i < sizes.length ? sizes[i] : 0;
        }
    }

    /** Encodes some strings at a time to an array, and copies them from there to the views and the data. */
    private void writeViews(Region views, Region data) {
        byte[] encoded = new byte[Binding.CHUNK_BYTES];
        byte[] some = new byte[SOME * ViewPlaces.VIEW];
        long end = 0;
        for (int done = 0; done < sizes.length; ) {
            int n = 0;
            int total = 0;
            while (n < SOME && done + n < sizes.length && sizes[done + n] <= encoded.length - total) {
                total += sizes[done + n++];
            }
            if (n == 0) {
                encoded = new byte[sizes[done]];
                continue;
            }
            values.write(done, n, new ArrayRegion(encoded), 0, total);
            int packed = putViews(done, n, encoded, some, (int) end);
            RawBytes.write(strings.binding(), encoded, packed, data, end);
            RawBytes.write(strings.binding(), some, n * ViewPlaces.VIEW, views, (long) done * ViewPlaces.VIEW);
            end += packed;
            done += n;
        }
    }

    /** Assembles views, and moves the long strings to the start of the array. Returns their total size. */
    private int putViews(int first, int n, byte[] encoded, byte[] views, int end) {
        Arrays.fill(views, 0, n * ViewPlaces.VIEW, (byte) 0);
        int from = 0;
        int packed = 0;
        for (int i = 0; i < n; i++) {
            int size = sizes[first + i];
            int view = i * ViewPlaces.VIEW;
            ViewPlaces.INTS.set(views, view, size);
            boolean isInline = size <= ViewPlaces.MOST_INLINE;
            System.arraycopy(encoded, from, views, view + ViewPlaces.INLINE_AT, isInline ? size : Integer.BYTES);
            if (!isInline) {
                ViewPlaces.INTS.set(views, view + ViewPlaces.OFFSET_AT, end + packed);
                System.arraycopy(encoded, from, encoded, packed, size);
                packed += size;
            }
            from += size;
        }
        return packed;
    }
}
