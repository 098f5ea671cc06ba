package dev.unitstr.bench.ffm;

import dev.unitstr.bench.Fixed;
import dev.unitstr.bench.Texts;
import dev.unitstr.ffm.SegmentStrings;

/** unitstr. */
final class Ours extends SegmentContender {
    Ours(Texts texts, SegmentMemory memory) {
        super(texts, memory);
    }

    /** The same where {@code java.lang} is open to it. */
    static Ours opened(Texts texts, SegmentMemory memory) {
        if (!Object.class.getModule().isOpen("java.lang", SegmentStrings.class.getModule())) {
            throw new IllegalStateException("--add-opens=java.base/java.lang=ALL-UNNAMED is missing");
        }
        return new Ours(texts, memory);
    }

    @Override
    public String read(int i) {
        return SegmentStrings.getString(source, offsets[i], units[i], Fixed.CHARSET);
    }

    @Override
    long write(int i, int offset) {
        String text = texts.string(i);
        return SegmentStrings.copy(text, Fixed.CHARSET, 0, target, offset, text.length());
    }

    @Override
    public boolean contentEquals(int i) {
        return SegmentStrings.contentEquals(source, offsets[i], units[i], Fixed.CHARSET, texts.string(i));
    }
}
