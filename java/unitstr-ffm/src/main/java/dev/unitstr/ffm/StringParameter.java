package dev.unitstr.ffm;

import dev.unitstr.MalformedPolicy;
import java.lang.foreign.FunctionDescriptor;
import java.lang.invoke.MethodHandle;
import java.nio.charset.Charset;

/**
 * Describes how a C function takes a text, for {@link StringCalls}: by a pointer and a length, or by a pointer to text
 * that ends in a zero unit; or several of the latter, by an array of pointers.
 *
 * {@snippet :
 * // int posix_spawnp(pid_t *, const char *file, const posix_spawn_file_actions_t *, const posix_spawnattr_t *,
 * //                  char *const argv[], char *const envp[])
 * StringParameter file = StringParameter.ofTerminated(1, StandardCharsets.UTF_8);
 * StringParameter arguments = StringParameter.ofPointers(4, StandardCharsets.UTF_8);
 * // SQLRETURN SQLPrepareW(SQLHSTMT, SQLWCHAR *sql, SQLINTEGER length)
 * StringParameter sql = StringParameter.of(1, 2, UnitCharsets.UTF_16);
 * // LSTATUS RegSetValueExW(HKEY, LPCWSTR name, DWORD, DWORD type, const BYTE *data, DWORD bytes)
 * StringParameter name = StringParameter.ofTerminated(1, UnitCharsets.UTF_16).nullable();
 * StringParameter data = StringParameter.of(4, 5, UnitCharsets.UTF_16).withLengthInBytes().withTerminatorCounted();
 * }
 *
 * <p>Indices are those of the parameters of the method handle or function descriptor that is adapted, from 0. A handle
 * that captures {@code errno} has one parameter more than its function: the captured state is the first. A length is a
 * {@code short}, an {@code int} or a {@code long}, with a sign: one that does not fit is refused by each call.
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
     * @param length the index of the length in code units of {@code charset}
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
     * <p>A string that contains {@code '\0'} is refused by each call: the function would read only a part of it, for
     * example another path than the one that was checked. {@link #withNulAllowed} allows it.
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
     * Describes texts that are passed as an array of pointers that ends with a null pointer: {@code char *const argv[]}.
     * The Java type is {@code String[]}. Each text is as that of {@link #ofTerminated}. An element is never null.
     *
     * @param pointer the index of the pointer to the first pointer
     * @param charset the charset
     * @return the description
     * @throws IllegalArgumentException if {@code pointer} is negative
     * @throws IllegalArgumentException if {@code charset} does not encode NUL as one zero unit
     */
    static StringParameter ofPointers(int pointer, Charset charset) {
        return TextParameter.ofPointers(pointer, charset);
    }

    /**
     * Describes texts that are passed as an array of pointers and its length: {@code const char *const *values, int
     * count}. The Java type is {@code String[]}. Each text is as that of {@link #ofTerminated}. With {@link #nullable}, a
     * null element is a null pointer.
     *
     * @param pointer the index of the pointer to the first pointer
     * @param count the index of the number of pointers
     * @param charset the charset
     * @return the description
     * @throws IllegalArgumentException if an index is negative, or both are equal
     * @throws IllegalArgumentException if {@code charset} does not encode NUL as one zero unit
     */
    static StringParameter ofPointers(int pointer, int count, Charset charset) {
        return TextParameter.ofPointers(pointer, count, charset);
    }

    /**
     * Returns the same description for a function that counts the length in bytes, such as
     * {@code sqlite3_bind_text16}.
     *
     * @return the description
     * @throws IllegalStateException if the text has no length, or the length counts pointers
     */
    StringParameter withLengthInBytes();

    /**
     * Returns the same description for a function that takes a text with a terminator, and a length that counts it, such
     * as {@code RegSetValueExW}. A string that contains {@code '\0'} is refused, as by {@link #ofTerminated}. In an upcall,
     * the text ends before its first zero unit within the length; without one, it has that length.
     *
     * @return the description
     * @throws IllegalStateException if the text has no length, or the length counts pointers
     * @throws IllegalArgumentException if the charset does not encode NUL as one zero unit
     */
    StringParameter withTerminatorCounted();

    /**
     * Returns the same description for a text that may contain {@code '\0'} before its terminator: for functions that take
     * several texts in one, such as {@code WritePrivateProfileSectionW}, whose text ends at two zero units. Pass
     * {@code "a=1\0b=2\0"}: the terminator is the second. A text without a terminator may always contain it.
     *
     * @return the description
     */
    StringParameter withNulAllowed();

    /**
     * Returns the same description for a text that may be null: a null {@code String} is a null pointer, with the length
     * 0. Otherwise a call with a null string throws a {@link NullPointerException}, and an upcall with a null pointer
     * whose length is not 0 throws an {@link IllegalStateException}. The same holds for a null array and, if it has a
     * length, for its elements.
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
