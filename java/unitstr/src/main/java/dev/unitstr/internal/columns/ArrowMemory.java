package dev.unitstr.internal.columns;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.internal.binding.ArrowCalls;
import dev.unitstr.internal.binding.Binding;
import dev.unitstr.internal.binding.Bindings;
import dev.unitstr.internal.binding.Packed;
import dev.unitstr.internal.binding.TensorCalls;
import dev.unitstr.internal.binding.TextErrors;
import dev.unitstr.internal.binding.ValueCalls;
import dev.unitstr.internal.memory.AddressRegion;
import dev.unitstr.internal.memory.Region;
import dev.unitstr.internal.memory.WordAccess;
import dev.unitstr.internal.text.RawBytes;
import dev.unitstr.internal.text.RegionStrings;
import java.nio.charset.StandardCharsets;

/**
 * The structs of Arrow's C data interface and C stream interface, at their addresses. Each member has 8 bytes, so a
 * member is named by its index.
 */
final class ArrowMemory {
    // struct ArrowSchema
    static final int SCHEMA_WORDS = 9;
    static final int FORMAT = 0;
    static final int NAME = 1;
    static final int FLAGS = 3;
    static final int SCHEMA_N_CHILDREN = 4;
    static final int SCHEMA_CHILDREN = 5;
    static final int SCHEMA_DICTIONARY = 6;
    static final int SCHEMA_RELEASE = 7;
    /** The flag of a column that may have nulls. */
    static final long NULLABLE = 2;

    // struct ArrowArray
    static final int ARRAY_WORDS = 10;
    static final int LENGTH = 0;
    static final int NULL_COUNT = 1;
    static final int OFFSET = 2;
    static final int N_BUFFERS = 3;
    static final int N_CHILDREN = 4;
    static final int BUFFERS = 5;
    static final int CHILDREN = 6;
    static final int DICTIONARY = 7;
    static final int RELEASE = 8;

    // struct ArrowArrayStream
    static final int STREAM_WORDS = 5;
    static final int GET_SCHEMA = 0;
    static final int GET_NEXT = 1;
    static final int GET_LAST_ERROR = 2;
    static final int STREAM_RELEASE = 3;

    private static final String WHAT = "Arrow's C data interface";

    final RegionStrings strings;
    private final Binding binding;
    private final ArrowCalls calls;
    private final TensorCalls owners;
    private final Region everything;
    private final WordAccess words;

    private ArrowMemory(RegionStrings strings) {
        this.strings = strings;
        binding = strings.binding();
        ArrowCalls arrow = binding.arrowCalls();
        ValueCalls values = binding.valueCalls();
        if (arrow == null || values == null) {
            throw Bindings.missing(binding, WHAT);
        }
        calls = arrow;
        owners = Bindings.tensorCalls(binding);
        everything = values.everything();
        words = (WordAccess) everything;
    }

    /**
     * Returns access by the binding of this JVM.
     *
     * @throws UnsupportedOperationException if that is plain Java
     */
    static ArrowMemory chosen() {
        return new ArrowMemory(RegionStrings.chosen());
    }

    /** Checks the address of a struct that a caller passed. */
    static void checkAddress(String parameter, long address) {
        if (address < AddressRegion.LEAST_ADDRESS || address % Long.BYTES != 0) {
            throw new IllegalArgumentException(parameter + " is " + address + ": less than "
                    + AddressRegion.LEAST_ADDRESS + ", or not a multiple of 8");
        }
    }

    long word(long struct, int index) {
        return words.getWord(place(struct) + 8L * index);
    }

    void put(long struct, int index, long word) {
        words.putWord(place(struct) + 8L * index, word);
    }

    private static long place(long address) {
        if (address < AddressRegion.LEAST_ADDRESS) {
            throw new IllegalArgumentException("a struct refers to address " + address + ", which cannot be mapped");
        }
        return address - AddressRegion.LEAST_ADDRESS;
    }

    /** Returns the C string at an address, and an empty one at address 0. */
    String text(long address) {
        return address == 0
                ? ""
                : strings.getStringTerminated(
                        everything, place(address), StandardCharsets.UTF_8, MalformedPolicy.REPLACE);
    }

    void write(byte[] bytes, long address) {
        RawBytes.write(binding, bytes, bytes.length, everything, place(address));
    }

    /** Calls the function of a struct that releases it. */
    void release(long struct, int index) {
        called(calls.call(ArrowCalls.CALL_RELEASE, word(struct, index), struct, 0));
    }

    /**
     * Calls a function of a stream that fills a struct.
     *
     * @throws IllegalStateException if the function fails
     */
    void get(long stream, int index, String name, long struct) {
        long error = called(calls.call(ArrowCalls.CALL_GET, word(stream, index), stream, struct));
        if (error != 0) {
            long function = word(stream, GET_LAST_ERROR);
            String text = function == 0 ? "" : text(called(calls.call(ArrowCalls.CALL_TEXT, function, stream, 0)));
            throw new IllegalStateException(
                    name + " of the stream failed with error " + (int) error + (text.isEmpty() ? "" : ": " + text));
        }
    }

    /** Makes a struct for a consumer from one of {@link ArrowCalls#SCHEMA} and so on. */
    void export(int kind, long from, long count, long owner, long to) {
        called(calls.export(kind, from, count, owner, to));
    }

    private long called(long result) {
        if (result < 0) {
            throw TextErrors.unexpected(binding, result);
        }
        return result;
    }

    /**
     * Native memory that this object has a reference to.
     *
     * @param owner the number of its owner, which counts the references
     * @param address the address of the first byte, a multiple of 16
     * @param calls counts references
     */
    record Block(long owner, long address, TensorCalls calls) implements AutoCloseable {
        @Override
        public void close() {
            calls.references(owner, -1);
        }
    }

    /** Allocates zeroed memory. */
    Block allocate(long bytes) {
        long[] results = new long[TensorCalls.OWNER_LONGS];
        long status = owners.newOwner(Math.max(bytes, 1), results);
        if (status == Packed.REFUSED) {
            throw new OutOfMemoryError("no memory for the " + bytes + " bytes of a column");
        }
        called(status);
        return new Block(results[0], results[1], owners);
    }

    /** Copies a struct. */
    void copy(long from, int count, long to) {
        for (int i = 0; i < count; i++) {
            put(to, i, word(from, i));
        }
    }
}
