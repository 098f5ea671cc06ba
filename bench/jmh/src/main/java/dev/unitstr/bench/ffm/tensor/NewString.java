package dev.unitstr.bench.ffm.tensor;

import dev.unitstr.bench.tensor.Rivals;
import dev.unitstr.bench.tensor.TensorTexts;

/** Strings that native code makes. */
final class NewString extends SegmentTensorContender {
    private final int longest = texts.longest();

    NewString(TensorTexts texts) {
        super(texts);
        Rivals.load();
    }

    @Override
    public String[] decode() {
        String[] strings = new String[TensorTexts.COUNT];
        Rivals.newStrings(memory.address(), strings.length, longest, strings);
        return strings;
    }
}
