package dev.unitstr.internal.binding;

import org.jspecify.annotations.Nullable;

/**
 * The native operations on string tensors. Each returns {@link Packed#E_UNSUPPORTED} for memory that the binding cannot
 * pass to native code. An element that fails a check gives the status REFUSED: see {@link Packed#refusedCode},
 * {@link Packed#refusedField} and {@link Packed#isRefusedAsAWhole}; the elements before it were processed.
 *
 * <p>The operations that read check each element by itself. Rules that concern several elements
 * ({@link TensorOptions#STRICTNESS} 2, {@link TensorOptions#MAX_TOTAL_BYTES}) are checked by {@link #validate} only. A
 * caller that limits the total size adds up the bytes read.
 *
 * <p>{@link #change} and {@link #assign} are not critical calls, because they use the C heap and call owners that other
 * code may have created. The numbers of the changes are those of {@code USTR_TENSOR_CHANGE_*}; a test compares them
 * with {@code abi/v1.0.txt}.
 */
public interface TensorCalls {
    /** Makes elements empty, whatever their memory holds. Does not free what they own. */
    int INIT = 1;
    /** Replaces the string with a text, which the element then owns. */
    int COPY = 2;
    /** Appends a text to the string. */
    int APPEND = 3;
    /** Changes the length of the string. */
    int RESIZE = 4;
    /** Reserves capacity, so that the string can grow to a size without another allocation. */
    int RESERVE = 5;
    /** As {@link #RESERVE}, and at least doubles the capacity if it does not suffice. */
    int RESERVE_AMORTIZED = 6;
    /** Frees the memory that the element owns, and makes it empty. An element that owns nothing is unchanged. */
    int DEALLOC = 7;
    /** Makes the element a view of text at an address. */
    int VIEW = 8;
    /** Assigns another element to the element. */
    int ASSIGN = 9;
    /** As {@link #ASSIGN}, and takes over the memory that the other element owns. */
    int MOVE = 10;

    /** What is missing without these operations, for messages. */
    String WHAT = "strings of tensors that own memory or are changed in place";

    /** The number of results of {@link #newOwner}. */
    int OWNER_LONGS = 2;

    /**
     * Texts for elements, one after the other.
     *
     * @param bytes the texts; null if they are at {@code address}
     * @param address the address of the texts if {@code bytes} is null
     * @param ends the end of the text of each element, in bytes from the start of the first; not empty
     */
    record Texts(byte @Nullable [] bytes, long address, long[] ends) {
        /**
         * Returns the number of bytes that native code may read.
         *
         * @return the size of the texts in bytes
         */
        public long byteSize() {
            return bytes == null ? ends[ends.length - 1] : bytes.length;
        }
    }

    /**
     * Decodes texts, each as {@link Binding#decode} does, into the same two arrays. Decodes elements while their total
     * size in bytes is at most the length of {@code chars} and, without {@link Flags#CHARS}, of {@code latin1}. The
     * lengths of the arrays thus limit the text per call.
     *
     * @param part the elements
     * @param encoding the encoding
     * @param flags policy, {@link Flags#CONTINUED}, {@link Flags#CHARS}
     * @param latin1 receives Latin-1 text
     * @param chars receives other text
     * @param results receives one number for each decoded element: see {@link Packed#startOf}, {@link Packed#lengthOf},
     *     {@link Packed#isCharsOf}
     * @return written: elements; status DONE or OUTPUT_FULL (read: their bytes; OUTPUT_FULL with none written: the
     *     first element is too long for the arrays), MALFORMED (read and bad: bytes of the text of the next element) or
     *     REFUSED; or an error
     */
    long decode(TensorPart part, int encoding, int flags, byte[] latin1, char[] chars, long[] results);

    /**
     * Describes elements without reading their text.
     *
     * @param part the elements
     * @param results receives {@link TensorOptions#ELEMENT_LONGS} numbers for each element: its kind, the size of its
     *     text in bytes, its capacity in bytes, and the location of its text (bytes from the start of the tensor, or an
     *     address for the kinds LARGE, VIEW and PREALLOC)
     * @return written: elements; status DONE or REFUSED; or an error
     */
    long describe(TensorPart part, long[] results);

    /**
     * Copies texts, one after the other and unchanged: as many whole texts as fit.
     *
     * @param part the elements
     * @param bytes receives the texts
     * @param capacityBytes the number of bytes of {@code bytes} that may be written
     * @param results receives one number for each copied text: the index of its end in {@code bytes}
     * @return written: elements; status DONE, OUTPUT_FULL (read: their bytes) or REFUSED; or an error
     */
    long copy(TensorPart part, byte[] bytes, int capacityBytes, long[] results);

    /**
     * Checks elements, including the rules that concern several elements. Does not read their text.
     *
     * @param part the elements, at most 64 Ki; in later calls, those after the last element checked. The header is
     *     checked even if there are none
     * @param state the state carried from one call to the next: {@link TensorOptions#STATE_LONGS} numbers, zero before
     *     the first call; the first is the total size of the texts so far, in bytes
     * @return written: elements; status DONE or REFUSED; or an error
     */
    long validate(TensorPart part, long[] state);

    /**
     * Changes elements in place.
     *
     * @param part the elements; nothing else may use the memory during the call. The description has
     *     {@link TensorOptions#OWNER} for {@link #VIEW}
     * @param change the operation, {@link #INIT} to {@link #VIEW}
     * @param fill the byte that fills new space for {@link #RESIZE}; otherwise 0
     * @param number the size in bytes for {@link #RESIZE} and the reserve operations; otherwise 0
     * @param texts a text for each element for {@link #COPY}, {@link #APPEND} and {@link #VIEW}; otherwise null
     * @return written: elements; status DONE or REFUSED; or an error
     */
    long change(TensorPart part, int change, int fill, long number, @Nullable Texts texts);

    /**
     * Assigns or moves an element of a tensor to another element.
     *
     * @param target the element to change
     * @param source the element to assign
     * @param change {@link #ASSIGN} or {@link #MOVE}
     * @return as for {@link #change}
     */
    long assign(TensorPart target, TensorPart source, int change);

    /**
     * Creates an owner of zeroed bytes, with one reference to it.
     *
     * @param bytes the number of bytes
     * @param results receives {@link #OWNER_LONGS} numbers: the address of the owner and the address of the bytes
     * @return {@link Packed#DONE}, {@link Packed#REFUSED} if there is not enough memory, or an error
     */
    long newOwner(long bytes, long[] results);

    /**
     * Changes the reference count of an owner.
     *
     * @param owner the address of the owner
     * @param change the number to add to the count; may be negative
     * @return the new count, or an error
     */
    long references(long owner, long change);
}
