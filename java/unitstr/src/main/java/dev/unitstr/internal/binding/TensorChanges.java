package dev.unitstr.internal.binding;

import dev.unitstr.internal.memory.Region;
import org.jspecify.annotations.Nullable;

/**
 * Native operations that change strings of tensors in place: {@code packed_change_tensor} and the entries that belong
 * to it. None is a critical call, because they use the C heap and call owners that other code may have created. The
 * numbers are those of {@code USTR_TENSOR_CHANGE_*}; a test compares them with {@code abi/v1.0.txt}.
 */
public interface TensorChanges {
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

    /** The name of these operations in messages. */
    String WHAT = "strings of tensors that own memory or are changed where they are";

    /** The number of results of {@link #newOwner}. */
    int OWNER_LONGS = 2;

    /**
     * Texts for elements, one after the other.
     *
     * @param bytes the texts; null if they are at {@code address}
     * @param address the address of the texts if {@code bytes} is null
     * @param size the total size of the texts, in bytes
     * @param ends the end of each text
     */
    record Texts(byte @Nullable [] bytes, long address, long size, long[] ends) {}

    /**
     * Changes elements.
     *
     * @param tensor the description of the tensor: {@link TensorOptions}, with {@link TensorOptions#OWNER} for {@link
     *     #VIEW}
     * @param memory the memory of the tensor; nothing else may use it during the call
     * @param first the first element
     * @param count the number of elements
     * @param change the operation, {@link #INIT} to {@link #VIEW}
     * @param fill the byte that fills new space for {@link #RESIZE}; otherwise 0
     * @param number the size in bytes for {@link #RESIZE} and the reserve operations; otherwise 0
     * @param texts the texts for {@link #COPY}, {@link #APPEND} and {@link #VIEW}; otherwise null
     * @return written: elements; status DONE or REFUSED, as for {@link Binding#decodeTensor}; or an error, {@link
     *     Packed#E_UNSUPPORTED} if this memory cannot be changed
     */
    long change(
            byte[] tensor,
            Region memory,
            long first,
            int count,
            int change,
            int fill,
            long number,
            @Nullable Texts texts);

    /**
     * Assigns or moves an element of a tensor to another element.
     *
     * @param tensor the description of the target tensor
     * @param memory the memory of the target tensor
     * @param index the index of the target element
     * @param from the description of the source tensor
     * @param fromMemory the memory of the source tensor
     * @param fromIndex the index of the source element
     * @param change {@link #ASSIGN} or {@link #MOVE}
     * @return as for {@link #change}
     */
    long assign(byte[] tensor, Region memory, long index, byte[] from, Region fromMemory, long fromIndex, int change);

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

    /**
     * Returns the operations of a binding.
     *
     * @param binding the binding
     * @return the operations
     * @throws UnsupportedOperationException if the binding has none; the message says what is missing
     */
    static TensorChanges of(Binding binding) {
        TensorChanges changes = binding.tensorChanges();
        if (changes != null) {
            return changes;
        }
        throw missing(binding);
    }

    /**
     * Returns the exception for a library without these operations.
     *
     * @param binding the binding that uses the library
     * @return the exception
     */
    static UnsupportedOperationException missing(Binding binding) {
        return TextErrors.missing(binding, WHAT);
    }
}
