package dev.unitstr.spi.values;

/** A region whose numbers can be read and written without an array in between: what calls need to be short. */
public interface Words {
    /**
     * Reads.
     *
     * @param offset where, in bytes
     * @return eight bytes, little-endian, at any alignment
     */
    long getWord(long offset);

    /**
     * Writes.
     *
     * @param offset where, in bytes
     * @param word eight bytes, little-endian, at any alignment
     */
    void putWord(long offset, long word);
}
