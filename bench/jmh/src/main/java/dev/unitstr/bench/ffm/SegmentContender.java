package dev.unitstr.bench.ffm;

import dev.unitstr.bench.Contender;
import dev.unitstr.bench.Texts;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

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
    public final long write(int i) {
        return write(i, 0);
    }

    /** Writes a text to a place in the target. */
    abstract long write(int i, int offset);

    /** Where a batch has written a text: where it is in the source, too. */
    long place(int i) {
        return offsets[i];
    }

    @Override
    public long writeBatch() {
        long sum = 0;
        for (int i = 0; i < texts.count(); i++) {
            sum += write(i, offsets[i]);
        }
        return sum;
    }

    @Override
    protected final void checkBatch() {
        writeBatch();
        for (int i = 0; i < texts.count(); i++) {
            byte[] expected = texts.encoded(i);
            require(Arrays.equals(written(place(i), expected.length), expected), i);
        }
    }

    @Override
    protected final byte[] written(int bytes) {
        return written(0, bytes);
    }

    private byte[] written(long offset, int bytes) {
        return target.asSlice(offset, bytes).toArray(ValueLayout.JAVA_BYTE);
    }

    @Override
    public void close() {
        memory.close();
    }
}
