package dev.unitstr.contract.ffm;

import dev.unitstr.Ucs4String;
import dev.unitstr.contract.BufferMemory;
import dev.unitstr.contract.DeadPage;
import dev.unitstr.contract.Kinds;
import dev.unitstr.contract.Memory;
import dev.unitstr.contract.Regions;
import dev.unitstr.contract.Run;
import dev.unitstr.contract.SlotKind;
import dev.unitstr.ffm.SegmentStrings;
import dev.unitstr.ffm.SegmentTexts;
import dev.unitstr.ffm.tensor.SegmentTensors;
import dev.unitstr.ffm.values.SegmentValues;
import dev.unitstr.tensor.StringTensor;
import dev.unitstr.tensor.TensorLayout;
import dev.unitstr.values.OldTvmArguments;
import dev.unitstr.values.Rfc97List;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;

/** Segments. */
public final class SegmentKinds implements Kinds {
    @Override
    public Class<?> code() {
        return SegmentStrings.class;
    }

    @Override
    public List<SegmentKind> memory() {
        return SegmentKind.ALL;
    }

    @Override
    public List<SegmentKind> aligned() {
        return List.of(SegmentKind.BYTES, SegmentKind.NATIVE);
    }

    @Override
    public List<Memory> beforeADeadPage() {
        MemorySegment mapped =
                DeadPage.map(file -> file.map(FileChannel.MapMode.READ_WRITE, 0, DeadPage.MAPPED, Arena.ofAuto()));
        ByteBuffer buffer = mapped.asByteBuffer();
        return List.of(
                new SegmentMemory(SegmentKind.MAPPED, mapped),
                new SegmentMemory(SegmentKind.MAPPED, Run.denied() ? mapped : unbounded(mapped), mapped),
                new BufferMemory(SegmentKind.AS_BUFFER, buffer, buffer.duplicate()));
    }

    /** Not in the denied run: it is a restricted call. */
    @SuppressWarnings("restricted")
    private static MemorySegment unbounded(MemorySegment segment) {
        return segment.reinterpret(Long.MAX_VALUE);
    }

    @Override
    public List<Regions.Maker> regions() {
        return SegmentRegions.MAKERS;
    }

    @Override
    public List<SegmentColumnKind> columns() {
        return SegmentColumnKind.ALL;
    }

    @Override
    public List<SlotKind> slots() {
        return List.of(
                SlotKind.of("native", (dialect, slot, memory) -> {
                    MemorySegment segment =
                            Arena.ofAuto().allocate(slot.length + 3).asSlice(3);
                    segment.copyFrom(MemorySegment.ofArray(slot));
                    return SegmentValues.wrapSlot(dialect, segment, memory);
                }),
                SlotKind.of("heap", (dialect, slot, memory) -> {
                    MemorySegment segment = MemorySegment.ofArray(new byte[slot.length]);
                    MemorySegment.copy(slot, 0, segment, ValueLayout.JAVA_BYTE, 0, slot.length);
                    return SegmentValues.wrapSlot(dialect, segment, memory);
                }));
    }

    @Override
    public List<Function<int[], Ucs4String>> ucs4() {
        return List.of(units -> SegmentTexts.wrapUcs4(MemorySegment.ofArray(units)), units -> {
            MemorySegment segment =
                    Arena.ofAuto().allocate(4L * units.length + 1).asSlice(1);
            return SegmentTexts.wrapUcs4(segment.copyFrom(MemorySegment.ofArray(units)));
        });
    }

    @Override
    public Rfc97List rfc97List() {
        return SegmentValues.list(Arena.ofAuto());
    }

    @Override
    public OldTvmArguments oldTvmArguments() {
        return SegmentValues.oldTvmArguments(Arena.ofAuto(), false);
    }

    @Override
    public StringTensor map(Path file, TensorLayout layout, long count) throws IOException {
        return SegmentTensors.map(file, layout, count, Arena.ofAuto());
    }

    @Override
    public Class<?> allocationProbe() {
        return SegmentAllocationProbe.class;
    }

    @Override
    public boolean triesCollectors() {
        return Run.binding().equals("ffm");
    }
}
