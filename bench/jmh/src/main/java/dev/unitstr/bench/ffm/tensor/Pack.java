package dev.unitstr.bench.ffm.tensor;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.unitstr.bench.tensor.TensorTexts;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;

/** Native code that copies many strings together into an array, and the JDK's charset for each. */
final class Pack extends SegmentTensorContender {
    private static final int ROOM = 64 * 1024;
    private static final MethodHandle PACK = Calls.function(
            "rival_pack",
            FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, JAVA_LONG, ADDRESS, JAVA_LONG, ADDRESS),
            Linker.Option.critical(true));

    private final byte[] packed = new byte[ROOM];
    private final int[] ends = new int[ROOM / 8];
    private final MemorySegment packedSegment = MemorySegment.ofArray(packed);
    private final MemorySegment endsSegment = MemorySegment.ofArray(ends);

    Pack(TensorTexts texts) {
        super(texts);
    }

    @Override
    public String[] decode() {
        String[] strings = new String[TensorTexts.COUNT];
        for (int i = 0; i < strings.length; ) {
            int n = pack(i);
            int start = 0;
            for (int k = 0; k < n; k++) {
                strings[i++] = new String(packed, start, ends[k] - start, StandardCharsets.UTF_8);
                start = ends[k];
            }
        }
        return strings;
    }

    private int pack(int first) {
        long at = memory.address() + element(first);
        long most = Math.min(ends.length, TensorTexts.COUNT - first);
        try {
            return (int) (long) PACK.invokeExact(at, most, packedSegment, (long) ROOM, endsSegment);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }
}
