package dev.unitstr;

/**
 * Where a list of strings ends that stand one behind the other, each with a terminator.
 *
 * <pre>{@code
 * byte[] file = Files.readAllBytes(Path.of("/proc/self/cmdline")); // "java\0-cp\0\0Main\0": an argument is empty
 * String[] arguments = BufferCStrings.getStringList(ByteBuffer.wrap(file), 0, ListEnd.MEMORY, StandardCharsets.UTF_8);
 * }</pre>
 *
 * @since 0.1.0
 */
public final class ListEnd {
    /**
     * An empty string ends the list, and is not part of it: {@code "a\0bc\0\0"}. It is an error if the memory ends before. The
     * block of {@code GetEnvironmentStringsW} has this form.
     */
    public static final ListEnd EMPTY_STRING = new ListEnd(true, false, Long.MAX_VALUE);

    /**
     * An empty string or the end of the memory ends the list, and the last string may lack its terminator. For a
     * {@code REG_MULTI_SZ} whose writer left out the last zeros.
     */
    public static final ListEnd EMPTY_STRING_OR_MEMORY = new ListEnd(true, true, Long.MAX_VALUE);

    /**
     * The end of the memory ends the list. Strings may be empty, and the last may lack its terminator. The memory must have
     * a known size. {@code /proc/PID/cmdline} has this form.
     */
    public static final ListEnd MEMORY = new ListEnd(false, true, Long.MAX_VALUE);

    private final boolean atEmpty;
    private final boolean atMemory;
    private final long count;

    private ListEnd(boolean atEmpty, boolean atMemory, long count) {
        this.atEmpty = atEmpty;
        this.atMemory = atMemory;
        this.count = count;
    }

    /**
     * Returns the end of a list with a known number of strings. They may be empty, and each has a terminator.
     *
     * @param count the number of strings
     * @return the end
     * @throws IllegalArgumentException if {@code count} is negative
     */
    public static ListEnd after(long count) {
        if (count < 0) {
            throw new IllegalArgumentException("count is " + count + ": negative");
        }
        return new ListEnd(false, false, count);
    }

    /**
     * Tests whether an empty string ends the list.
     *
     * @return true for {@link #EMPTY_STRING} and {@link #EMPTY_STRING_OR_MEMORY}
     */
    public boolean isEmptyString() {
        return atEmpty;
    }

    /**
     * Tests whether the end of the memory ends the list.
     *
     * @return true for {@link #MEMORY} and {@link #EMPTY_STRING_OR_MEMORY}
     */
    public boolean isMemory() {
        return atMemory;
    }

    /**
     * Returns the number of strings after which the list ends.
     *
     * @return the argument of {@link #after}; {@link Long#MAX_VALUE} otherwise
     */
    public long count() {
        return count;
    }

    @Override
    public String toString() {
        String after = count == Long.MAX_VALUE ? "" : "after " + count;
        return after
                + (atEmpty ? "empty string" : "")
                + (atEmpty && atMemory ? " or " : "")
                + (atMemory ? "memory" : "");
    }
}
