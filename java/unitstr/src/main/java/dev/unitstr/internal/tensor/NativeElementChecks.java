package dev.unitstr.internal.tensor;

import dev.unitstr.internal.binding.Binding;
import dev.unitstr.internal.binding.Packed;
import dev.unitstr.internal.binding.TensorOptions;
import dev.unitstr.internal.binding.TextErrors;
import dev.unitstr.internal.memory.Scratch;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Checks and reads many elements by one native call. If there is no such native call, or an element is invalid, the
 * methods return early, and the caller checks the elements in Java, which throws the precise exception.
 */
final class NativeElementChecks {
    /** The initial buffer capacity per element, in bytes. */
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
     * Reads the sizes of strings.
     *
     * @param dst receives the sizes in bytes of the first strings
     * @return the number of sizes written; each of these elements passed the checks
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
     * Validates all elements, and the tensor as a whole.
     *
     * @return the total size of the strings in bytes; -1 if the caller must validate in Java
     */
    long validate() {
        long limit = reader.checks.totalLimit(reader.memory.byteSize());
        if (options == null || limit == 0) { // native code reads a limit of 0 as no limit
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
     * @param first the index of the first element
     * @param n the maximum number of elements
     * @param dst receives the strings, at the indices of their elements
     * @param budget the remaining limit on the total size
     * @return the number of strings copied; 0 if the next must be copied in Java
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

    /** Returns how many elements passed. After E_UNSUPPORTED, native code is not called again. */
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
