package dev.unitstr.bench.ffm;

import dev.unitstr.bench.Texts;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.Charset;
import java.util.function.Supplier;

/** Native memory for a cell: a segment for each text, with the terminator that the JDK needs, and one to write to. */
final class Segments {
    final MemorySegment target;

    private final Charset charset;
    private final String[] texts;
    private final MemorySegment[] sources = new MemorySegment[Texts.COUNT];

    Segments(Charset charset, String[] texts) {
        this.charset = charset;
        this.texts = texts;
        for (int i = 0; i < Texts.COUNT; i++) {
            sources[i] = Arena.global().allocateFrom(texts[i], charset);
        }
        target = Arena.global().allocate(4L * texts[0].length() + 4, 4);
    }

    String text(int i) {
        return texts[i];
    }

    MemorySegment source(int i) {
        return sources[i];
    }

    /** Compares what a benchmark reads, from the first text to the last, with the texts. */
    void checkReads(Supplier<String> benchmark) {
        for (String text : texts) {
            if (!text.equals(benchmark.get())) {
                throw new AssertionError("read something else than " + text);
            }
        }
    }

    /** Compares what a benchmark writes, from the first text to the last, with what the charset writes. */
    void checkWrites(Runnable benchmark) {
        for (String text : texts) {
            benchmark.run();
            MemorySegment expected = MemorySegment.ofArray(text.getBytes(charset));
            if (target.asSlice(0, expected.byteSize()).mismatch(expected) >= 0) {
                throw new AssertionError("wrote something else than " + text);
            }
        }
    }
}
