package dev.unitstr.bench.ffm.tensor;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.unitstr.bench.tensor.Form;
import dev.unitstr.bench.tensor.TensorImage;
import dev.unitstr.bench.tensor.TensorTexts;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;

/** A call for each string, which copies it to memory that its element owns, as {@code TF_TString_Copy} does; then all is freed. */
final class Copies extends SegmentTensorContender {
    private static final MethodHandle COPY = Calls.function(
            "rival_copy", FunctionDescriptor.ofVoid(JAVA_LONG, ADDRESS, JAVA_LONG), Linker.Option.critical(true));
    private static final MethodHandle FREE =
            Calls.function("rival_free", FunctionDescriptor.ofVoid(JAVA_LONG, JAVA_LONG));

    private final MemorySegment table =
            Arena.global().allocate((long) TensorImage.ELEMENT * TensorTexts.COUNT, Long.BYTES);

    Copies(TensorTexts texts) {
        super(texts);
    }

    @Override
    public long encode() {
        write();
        return free();
    }

    private void write() {
        String[] strings = texts.strings();
        try {
            for (int i = 0; i < strings.length; i++) {
                byte[] text = strings[i].getBytes(StandardCharsets.UTF_8);
                COPY.invokeExact(table.address() + element(i), MemorySegment.ofArray(text), (long) text.length);
            }
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    private long free() {
        try {
            FREE.invokeExact(table.address(), (long) TensorTexts.COUNT);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
        return table.byteSize();
    }

    @Override
    protected String[] encodedAndRead() {
        write();
        String[] strings = Plain.read(table, Form.TF24_LARGE);
        free();
        return strings;
    }
}
