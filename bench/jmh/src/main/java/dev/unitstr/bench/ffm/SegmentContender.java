package dev.unitstr.bench.ffm;

import dev.unitstr.bench.Contender;
import dev.unitstr.bench.Texts;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Who converts texts in memory segments. */
abstract class SegmentContender extends Contender {
    final SegmentMemory memory;
    final MemorySegment source;
    final MemorySegment target;
    final int[] offsets;
    final int[] units;

    SegmentContender(Texts texts, SegmentMemory memory) {
        super(texts);
        this.memory = memory;
        source = memory.source;
        target = memory.target;
        offsets = memory.offsets;
        units = memory.units;
    }

    @Override
    protected byte[] written(int bytes) {
        return target.asSlice(0, bytes).toArray(ValueLayout.JAVA_BYTE);
    }

    @Override
    public void close() {
        memory.close();
    }
}
