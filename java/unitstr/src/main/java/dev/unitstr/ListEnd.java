package dev.unitstr;

import dev.unitstr.internal.text.Checks;
import dev.unitstr.internal.text.ListBound;

/**
 * Where a list of strings ends that stand one behind the other, each with a terminator.
 *
 * <pre>{@code
 * byte[] file = Files.readAllBytes(Path.of("/proc/self/cmdline")); // "java\0-cp\0\0Main\0": an argument is empty
 * String[] arguments = BufferCStrings.getStringList(ByteBuffer.wrap(file), 0, ListEnd.MEMORY, StandardCharsets.UTF_8);
 * }</pre>
 *
 * <p>This interface is not intended to be implemented by user code: methods accept only instances created by this interface.
 *
 * @since 0.1.0
 */
public interface ListEnd {
    /**
     * An empty string ends the list, and is not part of it: {@code "a\0bc\0\0"}. It is an error if the memory ends before. The
     * block of {@code GetEnvironmentStringsW} has this form.
     */
    ListEnd EMPTY_STRING = new ListBound(true, false, Long.MAX_VALUE);

    /**
     * An empty string or the end of the memory ends the list, and the last string may lack its terminator. For a
     * {@code REG_MULTI_SZ} whose writer left out the last zeros.
     */
    ListEnd EMPTY_STRING_OR_MEMORY = new ListBound(true, true, Long.MAX_VALUE);

    /**
     * The end of the memory ends the list. Strings may be empty, and the last may lack its terminator. The memory must have
     * a known size. {@code /proc/PID/cmdline} has this form.
     */
    ListEnd MEMORY = new ListBound(false, true, Long.MAX_VALUE);

    /**
     * Returns the end of a list with a known number of strings. They may be empty, and each has a terminator.
     *
     * @param count the number of strings
     * @return the end
     * @throws IllegalArgumentException if {@code count} is negative
     */
    static ListEnd after(long count) {
        Checks.notNegative("count", count);
        return new ListBound(false, false, count);
    }
}
