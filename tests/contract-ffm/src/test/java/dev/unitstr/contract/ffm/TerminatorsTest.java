package dev.unitstr.contract.ffm;

import dev.unitstr.contract.BufferMemory;
import dev.unitstr.contract.DeadPage;
import dev.unitstr.contract.Memory;
import dev.unitstr.contract.Run;
import dev.unitstr.contract.TerminatorsContract;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.List;

@EveryRun
class TerminatorsTest extends TerminatorsContract {
    TerminatorsTest() {
        super(SegmentKind.ALL);
    }

    @Override
    protected List<Memory> beforeADeadPage() {
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
}
