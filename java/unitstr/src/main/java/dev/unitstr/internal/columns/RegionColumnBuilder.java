package dev.unitstr.internal.columns;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.MalformedTextException;
import dev.unitstr.NativeMemory;
import dev.unitstr.columns.ColumnFormat;
import dev.unitstr.columns.IndexType;
import dev.unitstr.columns.StringColumn;
import dev.unitstr.columns.StringColumnBuilder;
import dev.unitstr.internal.memory.ArrayRegion;
import dev.unitstr.internal.memory.BufferRegion;
import dev.unitstr.internal.text.BufferTexts;
import dev.unitstr.internal.text.Checks;
import dev.unitstr.internal.text.RegionStrings;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** Collects the strings of a column. */
public final class RegionColumnBuilder implements StringColumnBuilder {
    private static final int MOST_ROWS = Integer.MAX_VALUE - 8;

    private final RegionStrings strings;
    private final ColumnFormat format;
    private MalformedPolicy policy = MalformedPolicy.REPLACE;
    private @Nullable IndexType type;
    /** Strings, or arrays of bytes. */
    private @Nullable Object[] rows = new Object[16];

    private int size;

    private RegionColumnBuilder(RegionStrings strings, ColumnFormat format) {
        this.strings = strings;
        this.format = Objects.requireNonNull(format, "format");
    }

    /**
     * Implements {@link StringColumnBuilder#of}.
     *
     * @param format the format
     * @return a new builder
     */
    public static RegionColumnBuilder of(ColumnFormat format) {
        return new RegionColumnBuilder(RegionStrings.chosen(), format);
    }

    @Override
    public RegionColumnBuilder policy(MalformedPolicy policy) {
        Checks.replacesOrReports(policy);
        this.policy = policy;
        return this;
    }

    @Override
    public RegionColumnBuilder dictionary(IndexType type) {
        this.type = Objects.requireNonNull(type, "type");
        return this;
    }

    @Override
    public RegionColumnBuilder add(@Nullable CharSequence text) {
        String string = text == null ? null : text.toString(); // may throw, or add rows itself
        reserve(1);
        rows[size++] = string;
        return this;
    }

    @Override
    public RegionColumnBuilder addAll(@Nullable String... strings) {
        return addRows(Objects.requireNonNull(strings, "strings"));
    }

    @Override
    public RegionColumnBuilder addAll(byte @Nullable [][] strings) {
        return addRows(Objects.requireNonNull(strings, "strings"));
    }

    private RegionColumnBuilder addRows(@Nullable Object[] more) {
        reserve(more.length);
        System.arraycopy(more, 0, rows, size, more.length);
        size += more.length;
        return this;
    }

    private void reserve(int more) {
        long least = (long) size + more;
        if (least > MOST_ROWS) {
            throw new IllegalArgumentException("the column would have " + least + " rows: more than " + MOST_ROWS);
        }
        if (least > rows.length) {
            rows = Arrays.copyOf(rows, (int) Math.max(least, Math.min(MOST_ROWS, 2L * rows.length)));
        }
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public long byteSize() {
        return plan(strings).bytes();
    }

    @Override
    public StringColumn build(IntFunction<ByteBuffer> allocator) {
        Objects.requireNonNull(allocator, "allocator");
        ColumnPlan plan = plan(strings);
        if (plan.bytes() > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("the column has " + plan.bytes() + " bytes: more than "
                    + Integer.MAX_VALUE + ", the maximum size of a buffer");
        }
        int bytes = (int) plan.bytes();
        ByteBuffer buffer = Objects.requireNonNull(allocator.apply(bytes), "the allocator's buffer");
        if (buffer.capacity() < bytes) {
            throw new IllegalArgumentException("the allocator's buffer has a capacity of " + buffer.capacity()
                    + " bytes: less than the requested " + bytes);
        }
        return plan.write(new BufferRegion(buffer.duplicate().clear()));
    }

    @Override
    public StringColumn writeTo(NativeMemory memory) {
        return plan(strings).write(BufferTexts.region(Objects.requireNonNull(memory, "memory")));
    }

    /**
     * Measures the column.
     *
     * @param strings the string operations that write it
     * @return the plan for writing it
     */
    public ColumnPlan plan(RegionStrings strings) {
        @Nullable String[] texts = new String[size];
        byte @Nullable [] @Nullable [] raw = null;
        for (int i = 0; i < size; i++) {
            if (rows[i] instanceof byte[] bytes) {
                raw = raw == null ? new byte[size][] : raw;
                raw[i] = format.isBinary() ? bytes : wellFormed(i, bytes);
            } else {
                texts[i] = (String) rows[i];
            }
        }
        return new ColumnPlan(strings, format, type, texts, raw, policy);
    }

    private byte[] wellFormed(int row, byte[] bytes) {
        ArrayRegion region = new ArrayRegion(bytes);
        if (strings.firstMalformed(region, 0, bytes.length, StandardCharsets.UTF_8) < 0) {
            return bytes;
        }
        try {
            return strings.getStringOfBytes(region, 0, bytes.length, StandardCharsets.UTF_8, policy)
                    .getBytes(StandardCharsets.UTF_8);
        } catch (MalformedTextException e) {
            throw e.inString(row);
        }
    }
}
