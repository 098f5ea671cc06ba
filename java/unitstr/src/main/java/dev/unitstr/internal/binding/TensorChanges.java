package dev.unitstr.internal.binding;

import dev.unitstr.internal.memory.Region;
import org.jspecify.annotations.Nullable;

/**
 * What native code does to strings of tensors where they are: {@code packed_change_tensor} and what came with it. No call
 * is critical: C's heap is used, and owners are called that others may have made. Numbers are those of {@code
 * USTR_TENSOR_CHANGE_*}; a test compares them with {@code abi/v1.0.txt}.
 */
public interface TensorChanges {
    /** Elements that hold anything become empty. */
    int INIT = 1;
    /** The string becomes a text, which the element owns then. */
    int COPY = 2;
    /** The string goes on with a text. */
    int APPEND = 3;
    /** The string becomes so long. */
    int RESIZE = 4;
    /** The string can become so long without another allocation. */
    int RESERVE = 5;
    /** The same, and at least twice what there was if there is too little. */
    int RESERVE_AMORTIZED = 6;
    /** What the element owns is given back. */
    int DEALLOC = 7;
    /** The element shows text at an address. */
    int VIEW = 8;
    /** The element becomes what another is. */
    int ASSIGN = 9;
    /** The same, and takes what the other owns. */
    int MOVE = 10;

    /** What this is, for messages. */
    String WHAT = "strings of tensors that own memory or are changed where they are";

    /** How many numbers {@link #newOwner} gives. */
    int OWNER_LONGS = 2;

    /**
     * Texts for elements, one after the other.
     *
     * @param bytes the texts; null if they are at the address
     * @param address where they are otherwise
     * @param size how long all of them are, in bytes
     * @param ends for each element where its text ends
     */
    record Texts(byte @Nullable [] bytes, long address, long size, long[] ends) {}

    /**
     * Changes elements.
     *
     * @param tensor what the memory is: {@link TensorOptions}, with {@link TensorOptions#OWNER} for {@link #VIEW}
     * @param memory the tensor, which nobody else uses meanwhile
     * @param first the first element
     * @param count how many elements
     * @param change {@link #INIT} to {@link #VIEW}
     * @param fill what is new in {@link #RESIZE}; else 0
     * @param number the size of {@link #RESIZE} and of those that reserve; else 0
     * @param texts for {@link #COPY}, {@link #APPEND} and {@link #VIEW}; else null
     * @return written: elements; status DONE or REFUSED, as {@link Binding#decodeTensor}; or an error, {@link
     *     Packed#E_UNSUPPORTED} if such memory can't be changed
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
     * Changes an element by another.
     *
     * @param tensor what the memory is
     * @param memory the tensor
     * @param index which element
     * @param from what the other memory is
     * @param fromMemory the other tensor
     * @param fromIndex which element of it
     * @param change {@link #ASSIGN} or {@link #MOVE}
     * @return as {@link #change}
     */
    long assign(byte[] tensor, Region memory, long index, byte[] from, Region fromMemory, long fromIndex, int change);

    /**
     * Makes an owner of so many zeroes, with one reference to it.
     *
     * @param bytes how many
     * @param results takes {@link #OWNER_LONGS} numbers: the address of the owner, that of the bytes
     * @return {@link Packed#DONE}, {@link Packed#REFUSED} if there is no memory, or an error
     */
    long newOwner(long bytes, long[] results);

    /**
     * Counts references of an owner.
     *
     * @param owner its address
     * @param change how many more, or fewer if it is negative
     * @return how many there are; or an error
     */
    long references(long owner, long change);

    /**
     * What a binding has.
     *
     * @param binding the binding
     * @return its changes
     * @throws UnsupportedOperationException if it has none; the message says what is missing
     */
    static TensorChanges of(Binding binding) {
        TensorChanges changes = binding.tensorChanges();
        if (changes != null) {
            return changes;
        }
        throw missing(binding);
    }

    /**
     * For a library that does not have this.
     *
     * @param binding what calls it
     * @return the exception
     */
    static UnsupportedOperationException missing(Binding binding) {
        return TextErrors.missing(binding, WHAT);
    }
}
