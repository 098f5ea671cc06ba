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

    SegmentContender(Texts texts, SegmentMemory memory) {
        super(texts);
        this.memory = memory;
        source = memory.source;
        target = memory.target;
    }

    @Override
    protected final byte[] written(long offset, int bytes) {
        return target.asSlice(offset, bytes).toArray(ValueLayout.JAVA_BYTE);
    }

    @Override
    public void close() {
        memory.close();
    }
}
