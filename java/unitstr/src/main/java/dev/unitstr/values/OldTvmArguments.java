package dev.unitstr.values;

import dev.unitstr.internal.values.OldArguments;
import dev.unitstr.tvm.Value;
import dev.unitstr.tvm.ValueFormatException;
import org.jspecify.annotations.Nullable;

/**
 * The arguments of a function of TVM from the time before values had sizes: types and words in two arrays, strings without
 * a length.
 *
 * <pre>{@code
 * // int f(void *handle, int n, int *codes, V *values, int *out_code, V *out), V a union of 8 bytes
 * try (OldTvmArguments args = OldTvmArguments.create(false)) {
 *     args.add("hello");
 *     args.add(7);
 *     status = function(handle, args.size(), args.codes(), args.values(), outCode, out); // by a binding of yours
 * }
 * Value result = OldTvmArguments.read(code, word, ValueMemory.live());
 * }</pre>
 *
 * <p>What may be added is what {@link Slot#set(Object)} takes, and any {@link Value}. Texts are copied: as a C string
 * (11), or with a length (12) if they hold a NUL, as binaries do; UCS-4 becomes UTF-8. C strings and byte arrays that were
 * borrowed, and objects, go as they are. Truth values go as the numbers 0 and 1 where the function does not know them.
 *
 * <p>One thread at a time. Not to be implemented by others.
 *
 * @since 0.1.0
 */
public interface OldTvmArguments extends AutoCloseable {
    /**
     * No arguments yet, in native memory that is given back by {@link #close}.
     *
     * @param bools whether the function knows truth values (15), as that of the last versions does
     * @return the arguments
     * @throws UnsupportedOperationException if only plain Java is left, as native access is denied or there is no native
     *     library
     */
    static OldTvmArguments create(boolean bools) {
        return OldArguments.create(bools);
    }

    /**
     * What a type and a word say, of a result or an argument. Texts are borrowed.
     *
     * @param code the type
     * @param word the word
     * @param memory what may be read behind addresses
     * @return the value, of RFC 97
     * @throws NullPointerException if {@code memory} is null
     * @throws ValueFormatException if there is no such type
     */
    static Slot read(int code, long word, ValueMemory memory) {
        return OldArguments.read(code, word, memory);
    }

    /**
     * Adds one.
     *
     * @param value the argument, or null
     * @throws IllegalArgumentException if it is of no class that there is a value for
     * @throws ValueFormatException of an unknown value, or a text that may not be read
     */
    void add(@Nullable Object value);

    /**
     * How many there are.
     *
     * @return how many
     */
    int size();

    /**
     * The type of an argument.
     *
     * @param index which
     * @return its code
     * @throws IndexOutOfBoundsException if {@code index < 0} or {@code index >= size()}
     */
    int code(int index);

    /**
     * The word of an argument.
     *
     * @param index which
     * @return a number, the bits of one, or an address
     * @throws IndexOutOfBoundsException if {@code index < 0} or {@code index >= size()}
     */
    long word(int index);

    /**
     * Where the types are: to be asked for after the last {@link #add}.
     *
     * @return the address of as many {@code int32_t}
     */
    long codes();

    /**
     * Where the words are: to be asked for after the last {@link #add}.
     *
     * @return the address of as many {@code int64_t}
     */
    long values();

    /** Gives back the memory. In an arena, does nothing: that closes it. */
    @Override
    void close();
}
