package dev.unitstr.bench;

import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.util.function.Supplier;

/** Direct buffers for a cell: one for each text, and one to write to. */
final class Buffers {
    final ByteBuffer target;

    private final String[] texts;
    private final ByteBuffer[] sources = new ByteBuffer[Texts.COUNT];

    Buffers(Charset charset, String[] texts) {
        this.texts = texts;
        for (int i = 0; i < Texts.COUNT; i++) {
            byte[] bytes = texts[i].getBytes(charset);
            sources[i] = ByteBuffer.allocateDirect(bytes.length).put(0, bytes);
        }
        target = ByteBuffer.allocateDirect(4 * texts[0].length());
    }

    String text(int i) {
        return texts[i];
    }

    ByteBuffer source(int i) {
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
        for (int i = 0; i < Texts.COUNT; i++) {
            benchmark.run();
            if (!sources[i].equals(target.slice(0, sources[i].capacity()))) {
                throw new AssertionError("wrote something else than " + texts[i]);
            }
        }
    }
}
