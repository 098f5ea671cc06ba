package dev.unitstr.bench.ffm;

import dev.unitstr.StringSpans;
import dev.unitstr.bench.Fixed;
import dev.unitstr.bench.Texts;
import dev.unitstr.ffm.SegmentStrings;
import java.util.Arrays;

/** unitstr. */
final class Ours extends SegmentContender {
    private final long[] batchOffsets =
            Arrays.stream(offsets).limit(texts.count()).asLongStream().toArray();
    private final long[] batchUnits = Arrays.stream(units).asLongStream().toArray();
    private final long[] places = new long[texts.count() + 1];
    private final String[] strings = texts.strings();

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
    public String readTerminated(int i) {
        return SegmentStrings.getStringTerminated(source, offsets[i], Fixed.CHARSET);
    }

    @Override
    public long write(int i, int offset) {
        String text = texts.string(i);
        return SegmentStrings.copy(text, Fixed.CHARSET, target, offset);
    }

    @Override
    public String[] readBatch() {
        return SegmentStrings.getStrings(source, StringSpans.of(batchOffsets, batchUnits), Fixed.CHARSET);
    }

    @Override
    public long writeBatch() {
        return SegmentStrings.copyStrings(strings, Fixed.CHARSET, target, 0, places);
    }

    @Override
    protected long place(int i) {
        return places[i];
    }

    @Override
    public boolean contentEquals(int i) {
        return SegmentStrings.contentEquals(source, offsets[i], units[i], Fixed.CHARSET, texts.string(i));
    }
}
