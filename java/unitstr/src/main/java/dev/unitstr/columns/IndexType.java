package dev.unitstr.columns;

/**
 * The type of the indices of a dictionary-encoded column: a number in native byte order for each row.
 *
 * @since 0.1.0
 */
public enum IndexType {
    /** One byte, signed. */
    INT8(1, Byte.MAX_VALUE),
    /** One byte, unsigned. */
    UINT8(1, 0xFF),
    /** Two bytes, signed. */
    INT16(2, Short.MAX_VALUE),
    /** Two bytes, unsigned. */
    UINT16(2, 0xFFFF),
    /** Four bytes, signed; the type that most producers use. */
    INT32(4, Integer.MAX_VALUE),
    /** Four bytes, unsigned. */
    UINT32(4, 0xFFFF_FFFFL);

    private final int byteSize;
    private final long most;

    IndexType(int byteSize, long most) {
        this.byteSize = byteSize;
        this.most = most;
    }

    /**
     * Returns the size of an index.
     *
     * @return the size in bytes: 1, 2 or 4
     */
    public int byteSize() {
        return byteSize;
    }

    /**
     * Returns the largest index.
     *
     * @return the maximum value of this type
     */
    public long most() {
        return most;
    }
}
