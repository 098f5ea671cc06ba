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
import dev.unitstr.internal.text.BatchWriter;
import dev.unitstr.internal.text.Checks;
import dev.unitstr.internal.text.Offsets;
import dev.unitstr.internal.text.RawBytes;
import dev.unitstr.internal.text.RegionStrings;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.Charset;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A column that has been measured and can be written. */
public final class ColumnPlan {
    private static final VarHandle SHORTS =
            MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.nativeOrder());

    /** The maximum number of rows whose numbers are written at once. */
    private static final int SOME = Binding.BATCH_TEXTS;

    private final RegionStrings strings;
    private final ColumnFormat format;
    private final @Nullable IndexType type;
    private final Charset charset;
    private final MalformedPolicy policy;

    private final int count;
    /** The validity bits, if a row is null. */
    private final byte @Nullable [] validity;
    /** The index of each row in {@link #values}, if there is a dictionary. */
    private final int @Nullable [] indices;
    /** The strings to write; empty for a null. */
    private final String[] values;
    /** The size of each string in bytes, if there are views. */
    private final int @Nullable [] sizes;

    private final long dataBytes;
    private final long indicesAt;
    private final long entriesAt;
    private final long dataAt;

    ColumnPlan(
            RegionStrings strings,
            ColumnFormat format,
            @Nullable IndexType type,
            @Nullable String[] texts,
            Charset charset,
            MalformedPolicy policy) {
        this.strings = strings;
        this.format = format;
        this.type = type;
        this.charset = charset;
        this.policy = policy;
        this.count = texts.length;
        this.validity = validity(texts);
        this.indices = type == null ? null : new int[count];
        this.values = type == null ? texts : distinct(texts, type, indices);
        this.sizes = format.isView() ? new int[values.length] : null;
        long total = measure();
        this.dataBytes = sizes == null ? total : longBytes(sizes);
        boolean isLarge = format.entryBytes() == Long.BYTES;
        if (dataBytes > Integer.MAX_VALUE && !isLarge) {
            throw new IllegalArgumentException("the strings have " + dataBytes + " bytes: more than "
                    + Integer.MAX_VALUE + ", the maximum of an offset in " + format);
        }
        this.indicesAt = validity == null ? 0 : aligned(validity.length);
        this.entriesAt = indicesAt + (type == null ? 0 : aligned((long) count * type.byteSize()));
        long entries = values.length + (format.isView() ? 0L : 1L);
        this.dataAt = entriesAt + aligned(entries * format.entryBytes());
    }

    private long measure() {
        try {
            return writer(0, values.length).measure(sizes);
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

    /** Returns the validity bits if a text is null, and replaces nulls by empty texts. */
    private static byte @Nullable [] validity(@Nullable String[] texts) {
        byte[] bits = null;
        for (int i = 0; i < texts.length; i++) {
            if (texts[i] == null) {
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

    /** Returns the distinct texts in the order of their first row, and stores the index of the text of each row. */
    private String[] distinct(String[] texts, IndexType type, int[] indices) {
        Map<String, Integer> known = new HashMap<>();
        String[] distinct = new String[texts.length];
        for (int i = 0; i < texts.length; i++) {
            if (isNull(i)) {
                continue; // index 0, which nobody reads
            }
            Integer before = known.putIfAbsent(texts[i], known.size());
            indices[i] = before != null ? before : known.size() - 1;
            distinct[indices[i]] = texts[i];
        }
        if (known.size() - 1L > type.most()) {
            throw new IllegalArgumentException("the strings have " + known.size() + " distinct values: more than "
                    + (type.most() + 1) + ", the number of indices of " + type);
        }
        return Arrays.copyOf(distinct, known.size());
    }

    private static long longBytes(int[] sizes) {
        long total = 0;
        for (int size : sizes) {
            if (size < 0) {
                throw new IllegalArgumentException(
                        "a string has more than " + Integer.MAX_VALUE + " bytes, the maximum of a view");
            }
            total += size > ViewPlaces.MOST_INLINE ? size : 0;
        }
        return total;
    }

    private BatchWriter writer(int from, int n) {
        return strings.batches().writer(values, from, n, charset, policy);
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
        Checks.bytes("offset", 0, bytes(), memory);
        RegionStrings.checkAccess(strings.binding(), memory, bytes());
        Region bits = null;
        if (validity != null) {
            bits = part(memory, 0, validity.length);
            RawBytes.write(strings.binding(), validity, validity.length, bits, 0);
        }
        Region entries = part(memory, entriesAt, dataAt - entriesAt);
        Region data = part(memory, dataAt, dataBytes);
        if (sizes != null) {
            writeViews(sizes, entries, data);
        } else {
            Offsets table = new Offsets.InMemory(entries, 0, format.entryBytes(), values.length);
            writer(0, values.length).write(data, 0, dataBytes, table);
        }
        if (type == null) {
            return RegionColumn.of(strings, format, count, bits, entries, data);
        }
        Region numbers = part(memory, indicesAt, (long) count * type.byteSize());
        writeIndices(type, indices, numbers);
        RegionColumn dictionary = RegionColumn.of(strings, format, values.length, null, entries, data);
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

    /** Encodes some strings at a time to an array, and copies them from there to the views and the data. */
    private void writeViews(int[] sizes, Region views, Region data) {
        byte[] encoded = new byte[Binding.CHUNK_BYTES];
        byte[] some = new byte[SOME * ViewPlaces.VIEW];
        long end = 0;
        for (int done = 0; done < values.length; ) {
            int n = 0;
            int total = 0;
            while (n < SOME && done + n < values.length && sizes[done + n] <= encoded.length - total) {
                total += sizes[done + n++];
            }
            if (n == 0) {
                encoded = new byte[sizes[done]];
                continue;
            }
            writer(done, n).write(new ArrayRegion(encoded), 0, encoded.length, null);
            int from = 0;
            int packed = 0;
            for (int i = 0; i < n; i++) {
                int size = sizes[done + i];
                int view = i * ViewPlaces.VIEW;
                Arrays.fill(some, view, view + ViewPlaces.VIEW, (byte) 0);
                ViewPlaces.INTS.set(some, view, size);
                boolean isInline = size <= ViewPlaces.MOST_INLINE;
                System.arraycopy(encoded, from, some, view + ViewPlaces.INLINE_AT, isInline ? size : 4);
                if (!isInline) {
                    ViewPlaces.INTS.set(some, view + ViewPlaces.OFFSET_AT, (int) end + packed);
                    System.arraycopy(encoded, from, encoded, packed, size); // never past what is still to be read
                    packed += size;
                }
                from += size;
            }
            if (packed > 0) {
                RawBytes.write(strings.binding(), encoded, packed, data, end);
                end += packed;
            }
            RawBytes.write(strings.binding(), some, n * ViewPlaces.VIEW, views, (long) done * ViewPlaces.VIEW);
            done += n;
        }
    }
}
