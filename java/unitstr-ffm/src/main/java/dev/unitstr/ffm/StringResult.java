package dev.unitstr.ffm;

import dev.unitstr.MalformedPolicy;
import java.lang.invoke.MethodHandle;
import java.nio.charset.Charset;

/**
 * Describes how a C function returns a text, for {@link StringCalls}: where the text is, how long it is, and who frees it.
 *
 * {@snippet :
 * // const char *sqlite3_errmsg(sqlite3 *)
 * StringResult message = StringResult.ofPointer(StandardCharsets.UTF_8);
 * // gchar *g_key_file_to_data(GKeyFile *, gsize *length, GError **); the caller frees the text
 * StringResult data = StringResult.ofPointer(StandardCharsets.UTF_8).withLengthAt(1, 8).withFree(gFree);
 * // int idn2_to_ascii_8z(const char *input, char **output, int flags); the caller frees the text
 * StringResult ascii = StringResult.ofPointerAt(1, StandardCharsets.UTF_8).withCheck(idn2Succeeded).withFree(idn2Free);
 * // SQLRETURN SQLDescribeColW(SQLHSTMT, SQLUSMALLINT, SQLWCHAR *name, SQLSMALLINT capacity, SQLSMALLINT *length, …)
 * StringResult name = StringResult.ofBuffer(2, 3, 128, UnitCharsets.UTF_16).withLengthAt(4, 2).withCheck(odbcSucceeded);
 * }
 *
 * <p>The factory tells the place: {@link #ofPointer a pointer that the function returns}, {@link #ofPointerAt a pointer
 * that it stores}, or {@link #ofBuffer a buffer that it fills}. Without other information, the text ends before its
 * first zero unit; {@link #withReturnedLength} and {@link #withLengthAt} tell where the function puts the length, and
 * {@link #withTerminatorCounted} that this length counts a terminator.
 *
 * <p>The text is copied into the string before the call returns. Memory that the function allocated leaks unless
 * {@link #withFree} names the function that frees it.
 *
 * <p>Indices are those of the parameters of the method handle that is adapted, as for {@link StringParameter}.
 * Instances are immutable. Methods throw a {@link NullPointerException} if an argument is null.
 *
 * @since 0.1.0
 */
public sealed interface StringResult permits TextResult {
    /**
     * Describes text to which the returned pointer points: {@code const char *f(…)}.
     *
     * @param charset the charset
     * @return the description
     */
    static StringResult ofPointer(Charset charset) {
        return TextResult.ofPointer(TextResult.RETURNED, charset);
    }

    /**
     * Describes text to which a pointer points that the function stores: {@code int f(…, const char **text)}. The
     * adapter passes the address of a pointer, which is null at first.
     *
     * @param index the index of the address
     * @param charset the charset
     * @return the description
     * @throws IllegalArgumentException if {@code index} is negative
     */
    static StringResult ofPointerAt(int index, Charset charset) {
        CallText.checkIndex("pointer", index);
        return TextResult.ofPointer(index, charset);
    }

    /**
     * Describes text that the function writes to a buffer: {@code int f(…, char *text, int capacity)}. The adapter
     * passes a buffer and its capacity. A text that ends at its first zero unit may also fill the buffer.
     *
     * @param pointer the index of the pointer to the buffer
     * @param capacity the index of the capacity: a {@code short}, an {@code int} or a {@code long}; or the index of the address of a
     *     capacity, in whose place the function stores the length, and which {@link #withLengthAt} must name
     * @param units the capacity, in code units of {@code charset}
     * @param charset the charset
     * @return the description
     * @throws IllegalArgumentException if an index is negative, both are equal, or {@code units} is not between 1 and
     *     {@code Integer.MAX_VALUE} divided by the size of a unit
     */
    static StringResult ofBuffer(int pointer, int capacity, long units, Charset charset) {
        return TextResult.ofBuffer(pointer, capacity, units, charset);
    }

    /**
     * Returns the same description for a function that returns the length of the text, a {@code short}, an {@code int} or
     * a {@code long}.
     *
     * @return the description
     * @throws IllegalStateException if the function returns the pointer
     */
    StringResult withReturnedLength();

    /**
     * Returns the same description for a function that stores the length of the text. The adapter passes the address of
     * an integer, which is 0 at first; or, if {@code index} is also the index of the capacity, the capacity. A function
     * that leaves the capacity there must have filled the buffer: the text has that length.
     *
     * @param index the index of the address
     * @param lengthBytes the size of the integer, in bytes: 2, 4 or 8; it has a sign
     * @return the description
     * @throws IllegalArgumentException if {@code index} is negative, or {@code lengthBytes} is neither 2, 4 nor 8
     */
    StringResult withLengthAt(int index, int lengthBytes);

    /**
     * Returns the same description for a function that counts the length and the capacity in bytes. Text at a pointer
     * must also have a length.
     *
     * @return the description
     */
    StringResult withLengthInBytes();

    /**
     * Returns the same description for a function whose length counts the terminator, as those of {@code confstr},
     * {@code GetUserNameW} and {@code RegQueryValueExW} do, or may count what is behind it. The text ends before its first
     * zero unit within the length; without one, it has that length. A length that equals the capacity is then that of a whole text, and a length
     * beyond it is the capacity that the function requires.
     *
     * @return the description; {@code StringCalls.adapt} throws an {@link IllegalArgumentException} if it has no length,
     *     or its charset does not encode NUL as one zero unit
     */
    StringResult withTerminatorCounted();

    /**
     * Returns the same description for a function that may be called again with a larger buffer. The adapter calls the
     * function again if the reported length is not less than the capacity, until it is or the buffer has
     * {@code maxUnits}; with {@link #withTerminatorCounted}, only if the length is greater than the capacity. Choose
     * this only if the function has no effect except to fill the buffer, and reports the length that the text requires,
     * as {@code snprintf} and {@code GetEnvironmentVariableW} do.
     *
     * <p>The function is called again with the same arguments. If it refuses to work after an error, as ICU does, reset
     * the error in a filter of {@code function}. The check of {@link #withCheck} is called after the last of these calls.
     * A function that fails and leaves the capacity in place of the length is therefore called again before the check.
     *
     * <p>Without a retry, and for the largest buffer, a length beyond the capacity is an {@link IllegalStateException}. So
     * is a returned length that equals the capacity if the last unit is zero: functions such as {@code snprintf} do not
     * count their terminator, and cut the text for it; others count it, see {@link #withTerminatorCounted}.
     *
     * @param maxUnits the largest capacity, in code units
     * @return the description
     * @throws IllegalStateException if there is no buffer
     * @throws IllegalArgumentException if {@code maxUnits} is less than the capacity, or greater than
     *     {@code Integer.MAX_VALUE} divided by the size of a unit
     */
    StringResult withRetryUpTo(long maxUnits);

    /**
     * Returns the same description for a text that may be null: the result is null if the pointer is. Otherwise a null
     * pointer causes an {@link IllegalStateException}, unless its length is 0. The text of a buffer, which is never null,
     * is null if its length is -1, as {@code SQL_NULL_DATA} in ODBC; without a length, a buffer cannot be nullable.
     *
     * @return the description
     */
    StringResult nullable();

    /**
     * Returns the same description with a policy for malformed text. Without one, malformed text is replaced.
     *
     * @param policy how to handle malformed text
     * @return the description
     */
    StringResult withPolicy(MalformedPolicy policy);

    /**
     * Returns the same description with a check of the function's own result, such as an error code. It is required if
     * the function returns neither the pointer nor the length, nor {@code void}.
     *
     * @param check is called with the result of the function before the text is read, and may throw an exception; its
     *     only parameter has the type of that result, and it returns {@code void}
     * @return the description
     */
    StringResult withCheck(MethodHandle check);

    /**
     * Returns the same description for text in memory that the caller has to free. After the text has been read, the
     * adapter calls {@code free} once, also if the check or the text causes an exception; not for a null pointer, nor for
     * an address below 4096 or a negative one, which the adapter refuses. A function whose check fails must therefore
     * leave a pointer to memory that has to be freed, a null pointer, or, for {@link #ofPointerAt}, the null pointer that
     * is there.
     *
     * <p>Memory must be freed by the function that belongs to the one which allocated it: {@code free} only for
     * {@code malloc} of the same C library.
     *
     * <p>Cost: a call allocates 40 bytes besides the string, the segment that the JDK makes of a returned pointer.
     *
     * @param free is called with the pointer, its only parameter; its result is dropped. An exception takes the place of
     *     the text or the earlier exception
     * @return the description
     * @throws IllegalArgumentException if {@code free} has not one parameter of the type {@code MemorySegment}
     * @throws IllegalStateException if the text is in a buffer, which belongs to the adapter
     */
    StringResult withFree(MethodHandle free);
}
