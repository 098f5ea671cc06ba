package dev.unitstr.bench.ffm;

import com.sun.jna.Pointer;
import dev.unitstr.bench.Texts;

/** JNA: text that ends in a NUL; wide text is {@code wchar_t}. */
final class Jna extends SegmentContender {
    private final Pointer from = new Pointer(source.address());
    private final Pointer to = new Pointer(target.address());
    private final boolean wide = texts.unitSize() > 1;

    Jna(Texts texts, SegmentMemory memory) {
        super(texts, memory);
    }

    @Override
    public String read(int i) {
        return wide ? from.getWideString(offsets[i]) : from.getString(offsets[i], "UTF-8");
    }

    @Override
    public long write(int i, int offset) {
        if (wide) {
            to.setWideString(offset, texts.string(i));
        } else {
            to.setString(offset, texts.string(i), "UTF-8");
        }
        return 0;
    }
}
