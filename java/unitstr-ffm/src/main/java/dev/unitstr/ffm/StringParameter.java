package dev.unitstr.ffm;

import dev.unitstr.MalformedPolicy;
import java.lang.foreign.FunctionDescriptor;
import java.lang.invoke.MethodHandle;
import java.nio.charset.Charset;

/**
 * Describes how a C function takes a text, for {@link StringCalls}: by a pointer and a length, or by a pointer to text
 * that ends in a zero unit.
 *
 * <p>Indices are those of the parameters of the method handle or function descriptor that is adapted, from 0. A handle
 * that captures {@code errno} has one parameter more than its function: the captured state is the first.
 *
 * <p>Instances are immutable. Methods throw a {@link NullPointerException} if an argument is null.
 *
 * @since 0.1.0
 */
public sealed interface StringParameter permits TextParameter {
    /**
     * Describes a text that is passed as a pointer and a length, without a terminator. Zero units are text.
     *
     * @param pointer the index of the pointer
     * @param length the index of the length in code units of {@code charset}: an {@code int} or a {@code long}
     * @param charset the charset
     * @return the description
     * @throws IllegalArgumentException if an index is negative, or both are equal
     */
    static StringParameter of(int pointer, int length, Charset charset) {
        return TextParameter.of(pointer, length, charset);
    }

    /**
     * Describes a text that is passed as a pointer, and ends before its first zero unit.
     *
     * <p>A string that contains {@code '\0'} is refused by each call: the function would read only a part of it.
     *
     * @param pointer the index of the pointer
     * @param charset the charset
     * @return the description
     * @throws IllegalArgumentException if {@code pointer} is negative
     * @throws IllegalArgumentException if {@code charset} does not encode NUL as one zero unit: JIS_X0212-1990,
     *     x-JIS0208, x-IBM300, x-IBM834
     */
    static StringParameter ofTerminated(int pointer, Charset charset) {
        return TextParameter.ofTerminated(pointer, charset);
    }

    /**
     * Returns the same description for a function that counts the length in bytes, such as
     * {@code sqlite3_bind_text16}.
     *
     * @return the description
     * @throws IllegalStateException if the text has no length
     */
    StringParameter withLengthInBytes();

    /**
     * Returns the same description for a text that may be null: a null {@code String} is a null pointer, with the length
     * 0. Otherwise a call with a null string throws a {@link NullPointerException}, and an upcall with a null pointer
     * whose length is not 0 throws an {@link IllegalStateException}.
     *
     * @return the description
     */
    StringParameter nullable();

    /**
     * Returns the same description with a policy for malformed text. Without one, malformed text is replaced.
     *
     * @param policy how to handle malformed or unmappable text
     * @return the description
     * @see StringCalls#adapt(MethodHandle, StringParameter...)
     * @see StringCalls#adaptUpcall(MethodHandle, FunctionDescriptor, StringParameter...)
     */
    StringParameter withPolicy(MalformedPolicy policy);
}
