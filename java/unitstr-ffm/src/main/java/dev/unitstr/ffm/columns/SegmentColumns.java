package dev.unitstr.ffm.columns;

import dev.unitstr.columns.ColumnFormat;
import dev.unitstr.columns.IndexType;
import dev.unitstr.columns.StringColumn;
import dev.unitstr.columns.StringColumnBuilder;
import dev.unitstr.ffm.internal.memory.SegmentRegion;
import dev.unitstr.ffm.internal.text.ChosenStrings;
import dev.unitstr.internal.columns.AbstractColumn;
import dev.unitstr.internal.columns.ColumnPlan;
import dev.unitstr.internal.columns.DictionaryColumn;
import dev.unitstr.internal.columns.RegionColumn;
import dev.unitstr.internal.columns.RegionColumnBuilder;
import dev.unitstr.internal.memory.Region;
import dev.unitstr.internal.text.Ours;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Static methods for columns of strings in memory segments of any size and kind.
 *
 * {@snippet :
 * try (Arena arena = Arena.ofConfined()) {
 *     StringColumnBuilder builder = StringColumnBuilder.of(ColumnFormat.UTF8).addAll(texts);
 *     StringColumn column = SegmentColumns.build(builder, arena);
 *     List<MemorySegment> buffers = SegmentColumns.segments(column); // validity or null, offsets, data
 * }
 * }
 *
 * <p>If the arena of a segment is closed, the methods of a column that read it throw {@link IllegalStateException}. If
 * the current thread may not access the segment, they throw {@link WrongThreadException}.
 *
 * @since 0.1.0
 */
public final class SegmentColumns {
    /** The alignment of buffers that Arrow recommends, in bytes. */
    private static final long ALIGNMENT = 64;

    private SegmentColumns() {}

    /**
     * Returns a column over segments. Behaves as {@link StringColumn#of(ColumnFormat, int, java.nio.ByteBuffer,
     * java.nio.ByteBuffer, java.nio.ByteBuffer...)}.
     *
     * @param format the format
     * @param count the number of rows
     * @param validity one bit for each row; null if no row is null
     * @param offsets {@code count + 1} offsets or {@code count} views
     * @param data the data buffers
     * @return the column
     * @throws NullPointerException if an argument other than {@code validity} is null
     * @throws IllegalArgumentException if {@code count < 0}, or the format has offsets and there is not exactly one data
     *     buffer
     * @throws IndexOutOfBoundsException if {@code validity} or {@code offsets} is too small for {@code count} rows
     */
    public static StringColumn of(
            ColumnFormat format,
            int count,
            @Nullable MemorySegment validity,
            MemorySegment offsets,
            MemorySegment... data) {
        Region[] regions = new Region[Objects.requireNonNull(data, "data").length];
        for (int i = 0; i < regions.length; i++) {
            regions[i] = new SegmentRegion(Objects.requireNonNull(data[i], "data"));
        }
        Region entries = new SegmentRegion(Objects.requireNonNull(offsets, "offsets"));
        return RegionColumn.of(ChosenStrings.chosen(), format, count, region(validity), entries, regions);
    }

    /**
     * Returns a dictionary-encoded column whose indices are in a segment. Behaves as
     * {@link StringColumn#dictionary(StringColumn, IndexType, int, java.nio.ByteBuffer, java.nio.ByteBuffer)}.
     *
     * @param values the dictionary
     * @param type the type of the indices
     * @param count the number of rows
     * @param validity one bit for each row; null if no row is null
     * @param indices {@code count} indices
     * @return the column
     * @throws NullPointerException if an argument other than {@code validity} is null
     * @throws IllegalArgumentException if {@code count < 0}, or {@code values} is dictionary-encoded
     * @throws IndexOutOfBoundsException if {@code validity} or {@code indices} is too small for {@code count} rows
     */
    public static StringColumn dictionary(
            StringColumn values, IndexType type, int count, @Nullable MemorySegment validity, MemorySegment indices) {
        Region numbers = new SegmentRegion(Objects.requireNonNull(indices, "indices"));
        return DictionaryColumn.of(ChosenStrings.chosen(), values, type, count, region(validity), numbers);
    }

    private static @Nullable Region region(@Nullable MemorySegment segment) {
        return segment == null ? null : new SegmentRegion(segment);
    }

    /**
     * Writes a column to a new segment. Allocates once, after all strings have been checked.
     *
     * @param builder the builder that contains the strings
     * @param allocator the allocator, such as an arena
     * @return the column
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException if {@code builder} was not created by {@link StringColumnBuilder#of}, the
     *     segment is read-only, or under the conditions of {@link StringColumnBuilder}
     * @throws IndexOutOfBoundsException if the allocator returns a segment that is smaller than requested
     */
    public static StringColumn build(StringColumnBuilder builder, SegmentAllocator allocator) {
        RegionColumnBuilder ours = Ours.cast(RegionColumnBuilder.class, builder, "builder");
        Objects.requireNonNull(allocator, "allocator");
        ColumnPlan plan = ours.plan(ChosenStrings.chosen());
        return plan.write(new SegmentRegion(allocator.allocate(plan.bytes(), ALIGNMENT)));
    }

    /**
     * Returns the buffers of a column over segments.
     *
     * @param column the column
     * @return segments in Arrow's order: validity (null if no row is null), offsets or views or indices, data. They
     *     begin {@link StringColumn#offset()} rows before the first row
     * @throws NullPointerException if {@code column} is null
     * @throws IllegalArgumentException if {@code column} is not over segments
     */
    public static List<@Nullable MemorySegment> segments(StringColumn column) {
        List<@Nullable MemorySegment> segments = new ArrayList<>();
        if (Objects.requireNonNull(column, "column") instanceof AbstractColumn ours) {
            for (Region region : ours.regions()) {
                if (region == null) {
                    segments.add(null);
                } else if (region instanceof SegmentRegion one) {
                    segments.add(one.segment());
                } else {
                    throw notSegments();
                }
            }
            return segments;
        }
        throw notSegments();
    }

    private static IllegalArgumentException notSegments() {
        return new IllegalArgumentException("the column is not over memory segments");
    }
}
