package dev.unitstr.contract;

import java.nio.charset.Charset;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Random texts, read and written by some verbs each, against the running JDK: {@code -Dunitstr.records} says how many. */
@EveryRun
@Tag("jdk")
@Tag("route")
@Tag("tier")
class DifferentialContract {
    private static final int MAX_UNITS = 120;
    private static final int ROOM = 4 * MAX_UNITS + 4;

    private final List<? extends MemoryKind> kinds = Kinds.HERE.memory();

    static List<Charset> ours() {
        return Charsets.ours();
    }

    @ParameterizedTest
    @MethodSource("ours")
    void readsAsTheJdkDecodes(Charset charset) {
        SplittableRandom random = Run.random(charset);
        List<Memory> memories = kinds.stream().map(k -> k.allocate(64 + ROOM)).toList();
        for (int i = Run.records(); i > 0; i--) {
            byte[] bytes = Encoded.next(random, charset, MAX_UNITS);
            Memory memory = memories.get(i % memories.size());
            long at = random.nextInt(4) == 0 ? memory.size() - bytes.length : random.nextInt(64);
            Reads.checkSome(random.nextInt(), memory, at, bytes, charset, Oracle.decodeFault(bytes, charset));
        }
    }

    @ParameterizedTest
    @MethodSource("ours")
    void writesAsTheJdkEncodes(Charset charset) {
        SplittableRandom random = Run.random(charset);
        List<Memory> memories = kinds.stream()
                .map(k -> k.allocate(64 + ROOM + 2 * Writes.BORDER))
                .toList();
        for (int i = Run.records(); i > 0; i--) {
            String text = Texts.next(random, MAX_UNITS);
            int from = random.nextInt(4) == 0 ? random.nextInt(text.length() + 1) : 0;
            int count = random.nextInt(4) == 0 ? random.nextInt(text.length() - from + 1) : text.length() - from;
            Memory memory = memories.get(i % memories.size());
            long at = Writes.BORDER + random.nextInt(64);
            Writes.checkSome(random.nextInt(), memory, at, text, from, count, charset);
        }
    }
}
