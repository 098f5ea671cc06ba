package dev.unitstr.bench.ffm;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import dev.unitstr.bench.Fixed;
import dev.unitstr.bench.Texts;
import java.lang.foreign.MemorySegment;

/** What people write today for text without a terminator: a byte array, a bulk copy and a charset. */
final class Copy extends SegmentContender {
    Copy(Texts texts, SegmentMemory memory) {
        super(texts, memory);
    }

    @Override
    public String read(int i) {
        byte[] copy = new byte[units[i] * texts.unitSize()];
        MemorySegment.copy(source, JAVA_BYTE, offsets[i], copy, 0, copy.length);
        return new String(copy, Fixed.CHARSET);
    }

    @Override
    public long write(int i, int offset) {
        byte[] copy = texts.string(i).getBytes(Fixed.CHARSET);
        MemorySegment.copy(copy, 0, target, JAVA_BYTE, offset, copy.length);
        return copy.length;
    }

    @Override
    public boolean contentEquals(int i) {
        byte[] copy = texts.string(i).getBytes(Fixed.CHARSET);
        long from = offsets[i];
        long to = from + (long) units[i] * texts.unitSize();
        return MemorySegment.mismatch(source, from, to, MemorySegment.ofArray(copy), 0, copy.length) < 0;
    }
}
