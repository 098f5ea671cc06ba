package dev.unitstr.columns;

/**
 * The format of a column. The numbers in its buffers are signed and in native byte order, at any alignment.
 *
 * <p>The formats with {@code BINARY} in their names differ from the others only in the type that Arrow gives them: their
 * strings are arbitrary bytes. A column decodes them as UTF-8 too.
 *
 * @since 0.1.0
 */
public enum ColumnFormat {
    /** Arrow's {@code utf8}: offsets of 4 bytes into one data buffer. */
    UTF8(Integer.BYTES),
    /** Arrow's {@code large_utf8}: offsets of 8 bytes into one data buffer. */
    LARGE_UTF8(Long.BYTES),
    /**
     * Arrow's {@code utf8_view}: views of 16 bytes. A view has the length of its string in bytes, and then the string if
     * it has at most 12 bytes; otherwise the first 4 bytes of the string, the index of a data buffer, and an offset into
     * that buffer. There may be any number of data buffers.
     */
    UTF8_VIEW(16),
    /** Arrow's {@code binary}: as {@link #UTF8}. */
    BINARY(Integer.BYTES),
    /** Arrow's {@code large_binary}: as {@link #LARGE_UTF8}. */
    LARGE_BINARY(Long.BYTES),
    /** Arrow's {@code binary_view}: as {@link #UTF8_VIEW}. */
    BINARY_VIEW(16);

    private final int entryBytes;

    ColumnFormat(int entryBytes) {
        this.entryBytes = entryBytes;
    }

    /**
     * Returns the size of an offset or a view.
     *
     * @return the size in bytes: 4 or 8 for an offset, 16 for a view
     */
    public int entryBytes() {
        return entryBytes;
    }

    /**
     * Tests whether the strings are described by views rather than by offsets.
     *
     * @return true if each string has a view
     */
    public boolean isView() {
        return this == UTF8_VIEW || this == BINARY_VIEW;
    }

    /**
     * Tests whether Arrow permits strings that are not UTF-8.
     *
     * @return true if the strings are arbitrary bytes
     */
    public boolean isBinary() {
        return this == BINARY || this == LARGE_BINARY || this == BINARY_VIEW;
    }
}
