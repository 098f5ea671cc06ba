package dev.unitstr.internal.tensor;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.internal.binding.Binding;
import dev.unitstr.internal.binding.Encoding;
import dev.unitstr.internal.binding.Flags;
import dev.unitstr.internal.binding.Packed;
import dev.unitstr.internal.binding.TextErrors;
import dev.unitstr.internal.memory.Scratch;
import java.nio.charset.Charset;
import org.jspecify.annotations.Nullable;

/** Decodes elements by native code that also reads and checks them, if the binding has such code. */
final class NativeTexts {
    /** The initial buffer capacity per element, in units. */
    private static final int GUESS = 64;

    private static final int LEAST = 4 * 1024;

    private final TensorReader reader;
    private final Binding binding;
    private final int flags;
    private final @Nullable Encoding encoding;
    private byte @Nullable [] options;

    NativeTexts(TensorReader reader, Charset charset, MalformedPolicy policy) {
        this.reader = reader;
        this.binding = reader.memory.binding();
        this.encoding = Encoding.of(charset);
        this.flags = policy == MalformedPolicy.REPLACE ? Flags.REPLACE : Flags.REPORT;
        this.options = encoding == null ? null : reader.options();
    }

    /**
     * Decodes elements.
     *
     * @param first the index of the first element
     * @param n the maximum number of elements
     * @param mostBytes the maximum total size of their texts in bytes
     * @param dst receives the texts; null to validate only
     * @param dstIndex the index in {@code dst} of the first text
     * @param bytes receives at index 0 the total size of the texts in bytes
     * @return the number of texts decoded; 0 if the next must be decoded in Java
     */
    int read(long first, int n, long mostBytes, String @Nullable [] dst, int dstIndex, long[] bytes) {
        if (options == null || encoding == null) {
            return 0;
        }
        Scratch scratch = Scratch.acquire();
        try {
            int room = Math.min(Binding.CHUNK_BYTES, Math.max(LEAST, GUESS * n));
            byte[] latin1 = scratch.bytes(room);
            char[] chars = scratch.chars(room);
            long[] results = scratch.results(n);
            long packed = binding.decodeTensor(
                    options, reader.memory.region(), first, n, encoding.id(), flags, latin1, chars, results);
            if (packed == Packed.E_UNSUPPORTED) {
                options = null;
                return 0;
            }
            if (Packed.isError(packed)) {
                throw TextErrors.unexpected(binding, packed);
            }
            int done = Packed.written(packed);
            int status = Packed.status(packed);
            if (done == 0 && status == Packed.REFUSED) {
                throw reader.refused(packed, first);
            }
            boolean whole = status == Packed.DONE || status == Packed.OUTPUT_FULL;
            if (done == 0 || !whole || Packed.read(packed) > mostBytes) {
                // Java finds the first invalid element and the reason, and decodes texts that exceed the scratch buffer
                return 0;
            }
            if (dst != null) {
                strings(latin1, chars, results, done, dst, dstIndex);
            }
            bytes[0] = Packed.read(packed);
            return done;
        } finally {
            scratch.release();
        }
    }

    /** A separate method, so that the JIT compiler keeps the variables of the short loop in registers. */
    private static void strings(byte[] latin1, char[] chars, long[] results, int n, String[] dst, int dstIndex) {
        for (int i = 0; i < n; i++) {
            dst[dstIndex + i] = PlacedTexts.string(latin1, chars, results[i]);
        }
    }
}
