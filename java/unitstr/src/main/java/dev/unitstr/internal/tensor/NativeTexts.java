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

/** Decodes elements by native code that reads and checks them itself, where there is such code. */
final class NativeTexts {
    /** What a short tensor gets for each element before it asks again. */
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
     * Decodes some elements.
     *
     * @param first the first
     * @param n how many, at most
     * @param mostBytes the most bytes that their texts may have
     * @param dst takes the texts; null to look at them only
     * @param dstIndex where the first goes
     * @param bytes takes at index 0 how many bytes the texts have
     * @return how many; 0 if the next has to be decoded in Java
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
                return 0; // which element is wrong first, and how, Java finds out; and it has room for long texts
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

    /** A method of its own, so that what a short loop needs is in registers. */
    private static void strings(byte[] latin1, char[] chars, long[] results, int n, String[] dst, int dstIndex) {
        for (int i = 0; i < n; i++) {
            dst[dstIndex + i] = PlacedTexts.string(latin1, chars, results[i]);
        }
    }
}
