package dev.unitstr.bench.ffm.tensor;

import dev.unitstr.bench.tensor.Form;
import dev.unitstr.bench.tensor.TensorTexts;
import dev.unitstr.ffm.tensor.SegmentTensor;
import dev.unitstr.ffm.tensor.SegmentTensors;
import dev.unitstr.tensor.StringTensorBuilder;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** unitstr. */
final class Ours extends SegmentTensorContender {
    private final SegmentTensor tensor;

    Ours(TensorTexts texts, boolean parallel) {
        super(texts);
        Form form = texts.form();
        SegmentTensor all = SegmentTensor.of(memory, TensorTexts.COUNT, form.layout(), form.trust());
        tensor = parallel ? all.parallel() : all;
    }

    @Override
    public String[] decode() {
        return tensor.toStrings();
    }

    @Override
    public long encode() {
        try (Arena arena = Arena.ofConfined()) {
            return encode(arena).byteSize();
        }
    }

    private MemorySegment encode(Arena arena) {
        Form form = texts.form();
        StringTensorBuilder builder =
                StringTensorBuilder.of(form.layout()).kind(form.kind()).addAll(texts.strings());
        return SegmentTensors.build(builder, arena);
    }

    @Override
    protected String[] encodedAndRead() {
        return Plain.read(encode(Arena.global()), texts.form());
    }

    @Override
    public int[] lengths() {
        return tensor.byteLengths();
    }
}
