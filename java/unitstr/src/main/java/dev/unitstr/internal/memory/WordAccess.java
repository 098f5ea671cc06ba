package dev.unitstr.internal.memory;

/** A region whose numbers can be read and written without an array in between: what calls need to be short. */
public interface WordAccess {
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

    /**
     * Writes two.
     *
     * @param offset where, in bytes
     * @param first the first eight bytes
     * @param second those after them
     */
    default void putWords(long offset, long first, long second) {
        putWord(offset, first);
        putWord(offset + Long.BYTES, second);
    }

    /**
     * Whether a number costs no more than a load.
     *
     * @return whether Java reads it itself
     */
    boolean isCheap();
}
