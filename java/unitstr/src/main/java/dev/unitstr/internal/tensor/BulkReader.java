package dev.unitstr.internal.tensor;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.internal.binding.Binding;
import dev.unitstr.internal.binding.Encoding;
import dev.unitstr.internal.binding.Packed;
import dev.unitstr.internal.binding.TensorCalls;
import dev.unitstr.internal.binding.TensorOptions;
import dev.unitstr.internal.binding.TensorPart;
import dev.unitstr.internal.binding.TextErrors;
import dev.unitstr.internal.memory.Scratch;
import dev.unitstr.internal.text.BatchStrings;
import dev.unitstr.internal.text.Coding;
import dev.unitstr.tensor.Strictness;
import dev.unitstr.tensor.TensorFormatException;
import dev.unitstr.tensor.ValidationReport;
import java.nio.charset.Charset;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads and checks many elements by one native call. If there is no such native call, or an element is invalid, the
 * elements are read in Java, which throws the precise exception.
 */
final class BulkReader {
    /** The initial buffer capacity per element, in units. */
    private static final int GUESS = 64;

    private static final int LEAST = 4 * 1024;

    private final TensorReader reader;
    private final Binding binding;
    private final @Nullable Encoding encoding;
    private final int flags;
    private final byte[] options;
    private final TensorPart part;
    /** Null if the elements must be read in Java. */
    private @Nullable TensorCalls calls;
    /** The elements that {@link #copies} reads in Java. */
    private @Nullable Elements inJava;

    /**
     * Prepares to read elements without decoding them.
     *
     * @param reader the tensor
     */
    BulkReader(TensorReader reader) {
        this(reader, null, MalformedPolicy.REPLACE);
    }

    /**
     * Prepares to decode elements.
     *
     * @param reader the tensor
     * @param charset the encoding
     * @param policy how malformed text is handled
     */
    BulkReader(TensorReader reader, @Nullable Charset charset, MalformedPolicy policy) {
        this.reader = reader;
        this.binding = reader.memory.binding();
        Encoding encoding = charset == null ? null : Encoding.of(charset);
        this.encoding = encoding != null && Coding.isDirect(encoding, policy) ? encoding : null;
        this.flags = Coding.flags(policy);
        this.options = reader.options();
        this.part = new TensorPart(options, reader.memory.region());
        this.calls = reader.checks.isNative() ? binding.tensorCalls() : null;
    }

    /**
     * Decodes elements.
     *
     * @param first the index of the first element
     * @param n the maximum number of elements
     * @param dst receives the texts; null to validate only
     * @param dstIndex the index in {@code dst} of the first text
     * @param budget the remaining limit on the total size
     * @return the number of texts decoded; 0 if the next must be decoded in Java
     */
    int decode(long first, int n, String @Nullable [] dst, int dstIndex, TensorBudget budget) {
        if (calls == null || encoding == null) {
            return 0;
        }
        Scratch scratch = Scratch.acquire();
        try {
            int room = room(n);
            byte[] latin1 = scratch.bytes(room);
            char[] chars = scratch.chars(room);
            long[] results = scratch.results(n);
            long packed = calls.decode(part.at(first, n), encoding.id(), flags, latin1, chars, results);
            int done = count(packed);
            int status = Packed.isError(packed) ? Packed.DONE : Packed.status(packed);
            if (done == 0 && status == Packed.REFUSED) {
                throw reader.refused(packed, first);
            }
            boolean whole = status == Packed.DONE || status == Packed.OUTPUT_FULL;
            if (done == 0 || !whole || Packed.read(packed) > budget.left()) {
                // Java finds the first invalid element and the reason, and decodes texts that exceed the scratch buffer
                return 0;
            }
            if (dst != null) {
                strings(latin1, chars, results, done, dst, dstIndex);
            }
            budget.spend(Packed.read(packed), done);
            return done;
        } finally {
            scratch.release();
        }
    }

    /** A separate method, so that the JIT compiler keeps the variables of the short loop in registers. */
    private static void strings(byte[] latin1, char[] chars, long[] results, int n, String[] dst, int dstIndex) {
        for (int i = 0; i < n; i++) {
            dst[dstIndex + i] = BatchStrings.string(latin1, chars, results[i]);
        }
    }

    /** Returns the size of each string of a tensor that was {@linkplain TensorReader#open checked}, in bytes. */
    int[] lengths() {
        int[] all = new int[(int) reader.count];
        locate(0, null, all, all.length);
        return all;
    }

    /**
     * Finds the strings of elements of a tensor that was {@linkplain TensorReader#open checked}.
     *
     * @param first the index of the first element
     * @param offsets receives the start of each string in the tensor's memory, in bytes; null if only sizes are needed
     * @param lengths receives the size of each string in bytes
     * @param count the number of elements
     */
    void locate(long first, long @Nullable [] offsets, int[] lengths, int count) {
        Elements part = null;
        for (int done = describe(first, offsets, lengths, count); done < count; done += Elements.MOST) {
            int n = Math.min(count - done, Elements.MOST);
            part = reader.readAll(first + done, n, part == null ? new Elements(n) : part);
            for (int i = 0; i < n; i++) {
                lengths[done + i] = (int) part.bytes[i];
                if (offsets != null) {
                    offsets[done + i] = offset(first + done + i, part.kinds[i], lengths[done + i], part.places[i]);
                }
            }
        }
    }

    /** Reads the first elements by native calls, and returns their number. */
    private int describe(long first, long @Nullable [] offsets, int[] lengths, int count) {
        int done = 0;
        while (calls != null && done < count) {
            int n = Math.min(count - done, Elements.MOST / TensorOptions.ELEMENT_LONGS);
            Scratch scratch = Scratch.acquire();
            try {
                long[] results = scratch.results(n * TensorOptions.ELEMENT_LONGS);
                if (count(calls.describe(part.at(first + done, n), results)) < n) {
                    return done;
                }
                for (int i = 0; i < n; i++) {
                    int at = TensorOptions.ELEMENT_LONGS * i;
                    int bytes = (int) results[at + 1];
                    lengths[done + i] = bytes;
                    if (offsets != null) {
                        offsets[done + i] = offset(first + done + i, (int) results[at], bytes, results[at + 3]);
                    }
                }
            } finally {
                scratch.release();
            }
            done += n;
        }
        return done;
    }

    private static long offset(long index, int kind, int bytes, long place) {
        if (bytes == 0) {
            return 0;
        }
        if (kind == Elements.LARGE || kind == Elements.VIEW || kind == Elements.PREALLOC) {
            throw new UnsupportedOperationException("the string of element " + index
                    + " is at an address, not in the tensor's memory; bytes(index) copies it");
        }
        return place;
    }

    /** Validates all elements, and the tensor as a whole. */
    ValidationReport validate() {
        reader.memory.checkAccess(0, reader.table);
        long bytes = reader.count == 0 ? -1 : validateNatively();
        if (bytes >= 0) {
            return new ValidationReport(reader.count, bytes, Optional.empty());
        }
        TensorBudget budget = new TensorBudget(reader, reader.checks.strictness() == Strictness.STRICT);
        TensorFormatException error = budget.readAll();
        return new ValidationReport(budget.elements(), budget.total(), Optional.ofNullable(error));
    }

    /** Returns the total size of the strings in bytes; -1 if Java must find the first invalid element. */
    private long validateNatively() {
        long limit = reader.checks.totalLimit(reader.memory.byteSize());
        if (calls == null || limit == 0) { // native code reads a limit of 0 as no limit
            return -1;
        }
        TensorOptions.setLong(options, TensorOptions.MAX_TOTAL_BYTES, limit);
        long[] state = new long[TensorOptions.STATE_LONGS];
        for (long first = 0; first < reader.count; first += Elements.MOST) {
            int n = (int) Math.min(reader.count - first, Elements.MOST);
            if (count(calls.validate(part.at(first, n), state)) < n) {
                return -1;
            }
        }
        return state[0];
    }

    /** Returns a copy of each string of a tensor that was {@linkplain TensorReader#open checked}. */
    byte[][] copies() {
        byte[][] all = new byte[(int) reader.count][];
        TensorBudget budget = new TensorBudget(reader);
        for (int at = 0; at < all.length; ) {
            int n = Math.min(all.length - at, Elements.MOST);
            int done = copy(at, n, all, budget);
            at += done > 0 ? done : copyInJava(at, n, all, budget);
        }
        return all;
    }

    private int copyInJava(int first, int n, byte[][] dst, TensorBudget budget) {
        Elements part = inJava == null ? inJava = Elements.forAtMost(reader.count) : inJava;
        int good = budget.read(first, n, part);
        for (int i = 0; i < good; i++) {
            dst[first + i] = new byte[(int) part.bytes[i]];
            reader.copy(part, i, dst[first + i]);
        }
        if (part.error != null) {
            throw part.error;
        }
        return n;
    }

    /** Copies strings by one native call. Returns their number; 0 if the next must be copied in Java. */
    private int copy(int first, int n, byte[][] dst, TensorBudget budget) {
        if (calls == null) {
            return 0;
        }
        Scratch scratch = Scratch.acquire();
        try {
            int room = room(n);
            byte[] bytes = scratch.bytes(room);
            long[] ends = scratch.results(n);
            int done = count(calls.copy(part.at(first, n), bytes, room, ends));
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

    private static int room(int n) {
        return Math.min(Binding.CHUNK_BYTES, Math.max(LEAST, GUESS * n));
    }

    /** Returns how many elements passed. After E_UNSUPPORTED, native code is not called again. */
    private int count(long packed) {
        if (packed == Packed.E_UNSUPPORTED) {
            calls = null;
            return 0;
        }
        if (Packed.isError(packed)) {
            throw TextErrors.unexpected(binding, packed);
        }
        return Packed.written(packed);
    }
}
