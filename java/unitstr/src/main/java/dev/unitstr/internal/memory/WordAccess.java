package dev.unitstr.internal.memory;

/** A region whose numbers can be read and written without an intermediate array, for short calls. */
public interface WordAccess {
    /**
     * Reads a word.
     *
     * @param offset the offset, in bytes; any alignment
     * @return eight bytes, little-endian
     */
    long getWord(long offset);

    /**
     * Writes a word.
     *
     * @param offset the offset, in bytes; any alignment
     * @param word eight bytes, little-endian
     */
    void putWord(long offset, long word);

    /**
     * Writes two words.
     *
     * @param offset the offset, in bytes; any alignment
     * @param first the first eight bytes
     * @param second the next eight bytes
     */
    default void putWords(long offset, long first, long second) {
        putWord(offset, first);
        putWord(offset + Long.BYTES, second);
    }

    /**
     * Tests whether access to a number costs no more than a load.
     *
     * @return true if Java accesses the memory directly
     */
    boolean isCheap();
}
