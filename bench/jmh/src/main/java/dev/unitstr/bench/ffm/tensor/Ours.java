package dev.unitstr.bench.ffm.tensor;

import dev.unitstr.bench.tensor.Form;
import dev.unitstr.bench.tensor.TensorTexts;
import dev.unitstr.ffm.tensor.SegmentTensor;
import dev.unitstr.ffm.tensor.SegmentTensors;
import dev.unitstr.tensor.StringTensorBuilder;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** unitstr. */
class Ours extends SegmentTensorContender {
    private final SegmentTensor tensor;
    /** What is written, as by the other contenders. */
    private MemorySegment kept = MemorySegment.NULL;

    Ours(TensorTexts texts, boolean parallel) {
        super(texts);
        Form form = texts.form();
        SegmentTensor all = SegmentTensor.of(memory, TensorTexts.COUNT, form.layout(), form.trust());
        tensor = parallel ? all.parallel() : all;
    }

    /** Allocates new memory for each tensor that is written, which the arena zeroes. */
    static Ours built(TensorTexts texts) {
        return new Ours(texts, false) {
            @Override
            public long encode() {
                try (Arena arena = Arena.ofConfined()) {
                    return SegmentTensors.build(builder(), arena).byteSize();
                }
            }

            @Override
            protected String[] encodedAndRead() {
                return Plain.read(SegmentTensors.build(builder(), Arena.global()), texts.form());
            }
        };
    }

    @Override
    public String[] decode() {
        return tensor.toStrings();
    }

    final StringTensorBuilder builder() {
        Form form = texts.form();
        return StringTensorBuilder.of(form.layout()).kind(form.kind()).addAll(texts.strings());
    }

    @Override
    public long encode() {
        if (kept.byteSize() == 0) {
            kept = Arena.global().allocate(builder().byteSize(), Long.BYTES);
        }
        return SegmentTensors.writeTo(builder(), kept, 0);
    }

    @Override
    protected String[] encodedAndRead() {
        encode();
        return Plain.read(kept, texts.form());
    }

    @Override
    public int[] lengths() {
        return tensor.byteLengths();
    }
}
