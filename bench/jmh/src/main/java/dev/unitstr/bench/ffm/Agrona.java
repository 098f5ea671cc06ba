package dev.unitstr.bench.ffm;

import dev.unitstr.bench.Texts;
import org.agrona.concurrent.UnsafeBuffer;

/** Agrona, which has ASCII only. */
final class Agrona extends SegmentContender {
    private final UnsafeBuffer from = new UnsafeBuffer(source.address(), (int) source.byteSize());
    private final UnsafeBuffer to = new UnsafeBuffer(target.address(), (int) target.byteSize());

    Agrona(Texts texts, SegmentMemory memory) {
        super(texts, memory);
    }

    @Override
    public String read(int i) {
        return from.getStringWithoutLengthAscii(offsets[i], units[i]);
    }

    @Override
    public long write(int i, int offset) {
        return to.putStringWithoutLengthAscii(offset, texts.string(i));
    }
}
