package dev.unitstr.contract.ffm;

import dev.unitstr.columns.ColumnFormat;
import dev.unitstr.columns.IndexType;
import dev.unitstr.columns.StringColumn;
import dev.unitstr.columns.StringColumnBuilder;
import dev.unitstr.contract.ColumnKind;
import dev.unitstr.ffm.columns.SegmentColumns;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.stream.Stream;

/** Segments that columns lie in. */
public enum SegmentColumnKind implements ColumnKind {
    HEAP,
    NATIVE,
    /** At an odd address. */
    NATIVE_SLICE;

    public static final List<SegmentColumnKind> ALL = List.of(values());

    private MemorySegment segment(long bytes) {
        return switch (this) {
            case HEAP -> MemorySegment.ofArray(new byte[(int) bytes]);
            case NATIVE -> Arena.ofAuto().allocate(bytes, 8);
            case NATIVE_SLICE -> Arena.ofAuto().allocate(bytes + 3).asSlice(3);
        };
    }

    private MemorySegment segment(byte[] bytes) {
        return bytes == null ? null : segment(bytes.length).copyFrom(MemorySegment.ofArray(bytes));
    }

    @Override
    public StringColumn of(ColumnFormat format, int count, byte[] validity, byte[] entries, byte[]... data) {
        MemorySegment[] segments = Stream.of(data).map(this::segment).toArray(MemorySegment[]::new);
        return SegmentColumns.of(format, count, segment(validity), segment(entries), segments);
    }

    @Override
    public StringColumn dictionary(StringColumn values, IndexType type, int count, byte[] validity, byte[] indices) {
        return SegmentColumns.dictionary(values, type, count, segment(validity), segment(indices));
    }

    @Override
    public StringColumn build(StringColumnBuilder builder) {
        SegmentAllocator allocator = (bytes, alignment) -> segment(bytes);
        return SegmentColumns.build(builder, allocator);
    }

    @Override
    public List<byte[]> buffers(StringColumn column) {
        return SegmentColumns.segments(column).stream()
                .map(segment -> segment == null ? null : segment.toArray(ValueLayout.JAVA_BYTE))
                .toList();
    }

    @Override
    public boolean hasAddresses() {
        return false; // memory at an address requires a binding that reaches it
    }
}
