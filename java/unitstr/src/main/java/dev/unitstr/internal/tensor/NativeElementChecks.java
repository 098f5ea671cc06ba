package dev.unitstr.internal.tensor;

import dev.unitstr.internal.binding.Binding;
import dev.unitstr.internal.binding.Packed;
import dev.unitstr.internal.binding.TensorOptions;
import dev.unitstr.internal.binding.TextErrors;
import dev.unitstr.internal.memory.Scratch;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Looks at many elements by one native call, which checks them itself. Where there is no such call, or one of them is
 * wrong, the answer is that Java has to look, which then says what is wrong.
 */
final class NativeElementChecks {
    /** What a short tensor gets for each element before it asks again. */
    private static final int GUESS = 64;

    private static final int LEAST = 4 * 1024;

    private final TensorReader reader;
    private final Binding binding;
    private byte @Nullable [] options;

    NativeElementChecks(TensorReader reader) {
        this.reader = reader;
        this.binding = reader.memory.binding();
        this.options = reader.options();
    }

    /**
     * How long strings are.
     *
     * @param dst takes the sizes in bytes of the first strings
     * @return of how many, each of which passed the checks
     */
    int lengths(int[] dst) {
        int done = 0;
        while (options != null && done < dst.length) {
            int n = Math.min(dst.length - done, Elements.MOST / TensorOptions.ELEMENT_LONGS);
            Scratch scratch = Scratch.acquire();
            try {
                long[] results = scratch.results(n * TensorOptions.ELEMENT_LONGS);
                long packed = binding.tensorElements(options, reader.memory.region(), done, n, results);
                if (count(packed) < n) {
                    return done;
                }
                for (int i = 0; i < n; i++) {
                    dst[done + i] = (int) results[TensorOptions.ELEMENT_LONGS * i + 1];
                }
            } finally {
                scratch.release();
            }
            done += n;
        }
        return done;
    }

    /**
     * Checks all elements, and all of them together.
     *
     * @return how many bytes the strings have; -1 if Java has to look
     */
    long validate() {
        long limit = reader.checks.totalLimit(reader.memory.byteSize());
        if (options == null || limit == 0) { // 0 says something else to native code
            return -1;
        }
        TensorOptions.setLong(options, TensorOptions.MAX_TOTAL_BYTES, limit);
        long[] state = new long[TensorOptions.STATE_LONGS];
        for (long first = 0; first < reader.count; first += Elements.MOST) {
            int n = (int) Math.min(reader.count - first, Elements.MOST);
            if (count(binding.validateTensor(options, reader.memory.region(), first, n, state)) < n) {
                return -1;
            }
        }
        return state[0];
    }

    /**
     * Copies strings.
     *
     * @param first the first
     * @param n how many, at most
     * @param dst takes them, where they are in the tensor
     * @param budget what they may have
     * @return how many; 0 if the next is for Java
     */
    int copy(int first, int n, byte[][] dst, TensorBudget budget) {
        if (options == null) {
            return 0;
        }
        Scratch scratch = Scratch.acquire();
        try {
            int room = Math.min(Binding.CHUNK_BYTES, Math.max(LEAST, GUESS * n));
            byte[] bytes = scratch.bytes(room);
            long[] ends = scratch.results(n);
            int done = count(binding.copyTensor(options, reader.memory.region(), first, n, bytes, room, ends));
            if (done == 0 || ends[done - 1] > budget.left()) {
                return 0;
            }
            int start = 0;
            for (int i = 0; i < done; i++) {
                int end = (int) ends[i];
                dst[first + i] = Arrays.copyOfRange(bytes, start, end);
                start = end;
            }
            budget.spend(start, done);
            return done;
        } finally {
            scratch.release();
        }
    }

    /** How many elements passed; after none did because there is no such call, it is not asked again. */
    private int count(long packed) {
        if (packed == Packed.E_UNSUPPORTED) {
            options = null;
            return 0;
        }
        if (Packed.isError(packed)) {
            throw TextErrors.unexpected(binding, packed);
        }
        return Packed.written(packed);
    }
}
