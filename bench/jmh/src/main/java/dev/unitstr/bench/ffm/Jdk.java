package dev.unitstr.bench.ffm;

import dev.unitstr.bench.Fixed;
import dev.unitstr.bench.Texts;

/** The JDK's own calls. They need a terminator, and write one. */
final class Jdk extends SegmentContender {
    Jdk(Texts texts, SegmentMemory memory) {
        super(texts, memory);
    }

    @Override
    public String read(int i) {
        return source.getString(offsets[i], Fixed.CHARSET);
    }

    @Override
    public String readTerminated(int i) {
        return read(i);
    }

    @Override
    public long write(int i, int offset) {
        target.setString(offset, texts.string(i), Fixed.CHARSET);
        return 0;
    }
}
