package dev.unitstr.tensor;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.MalformedTextException;
import dev.unitstr.NativeMemory;
import dev.unitstr.internal.tensor.RegionMutableTensor;
import dev.unitstr.internal.tensor.RegionTensorBuilder;
import dev.unitstr.internal.tensor.TensorMemory;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/**
 * A string tensor of TensorFlow or unitstr whose elements are changed in place. The operations correspond to
 * TensorFlow's {@code TF_TString_*} functions: they grow strings in the same way and allocate the same blocks from the
 * C heap, so TensorFlow may free what unitstr allocated and vice versa.
 *
 * <pre>{@code
 * MutableStringTensor strings = MutableStringTensor.init(NativeMemory.of(address, 3 * 24), 3, TensorLayout.TF24_FROM_2_21);
 * strings.copy(0, "a text that the element owns, as it is longer than 22 bytes");
 * strings.append(0, ", and more of it");
 * strings.assign(1, strings, 0);
 * System.out.println(strings.strings().get(1));
 * strings.deallocAll(); // or TensorFlow does
 * }</pre>
 *
 * <p>{@link TensorLayout#TF24_UP_TO_2_20} and {@link TensorLayout#TF24_FROM_2_21} support all operations.
 * {@link TensorLayout#RFC16} and {@link TensorLayout#RFC24} support {@link #copy} and {@link #dealloc}; the other
 * operations throw {@link UnsupportedOperationException}. In these two layouts, a text is written to the element's
 * original memory whenever that has the capacity, otherwise to a new block. The capacity of an element of kind
 * {@link StringKind#OFFSET} is the current size of its string: writing a shorter text reduces the capacity, and a
 * longer text after that requires a block.
 *
 * <p><b>Version.</b> {@link TensorLayout#TF24} names no version of TensorFlow. In this layout, an operation that would
 * create, change or release an element of kind {@link StringKind#VIEW} throws {@link TensorFormatException} with
 * {@code UNSUPPORTED}, and its message names the layouts to choose from: TensorFlow 2.21 reads the address of an owner
 * from bytes that 2.20 leaves unspecified. All other operations work as in the layouts with a version.
 *
 * <p><b>Trust.</b> Elements are checked as with {@link Trust#TRUSTED_POINTERS_CHECKED} before they are changed. The
 * operations write to the addresses in the elements and free them on the C heap, so the code that creates this object
 * must ensure that they are valid. In a layout {@linkplain TensorLayout.ViewAbi#FROM_2_21 from 2.21 on}, this includes
 * the owner of each view, which is called; in {@link TensorLayout.ViewAbi#UP_TO_2_20}, the owner is not read.
 *
 * <p><b>Failure.</b> An operation that throws has changed nothing. {@link TensorFormatException} names the violation,
 * the element and the field; {@link OutOfMemoryError} means that the C heap has no memory.
 *
 * <p><b>Lifetime.</b> Memory that an element owns is freed only by {@link #dealloc} and by operations that replace the
 * string. For memory segments, see {@code dev.unitstr.ffm.tensor.SegmentTensors}. No other code may use the memory, or
 * a string of an element, while an operation changes it.
 *
 * <p>This interface is not intended to be implemented by user code.
 *
 * @since 0.1.0
 */
public interface MutableStringTensor {
    /**
     * Returns a tensor over existing elements, such as {@code TF_TensorData} of a tensor that TensorFlow created.
     *
     * @param memory the elements and the strings of kind {@link StringKind#OFFSET}; must remain valid as long as this
     *     object is used
     * @param count the number of elements
     * @param layout the layout of the elements
     * @return the tensor
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException if {@code count < 0}, the address is below 4096 and {@code count} is not 0, or the
     *     layout has no elements or is that of another machine
     * @throws UnsupportedOperationException if only the plain Java binding is available, or the native library is too
     *     old; the message names what is missing
     * @throws TensorFormatException with {@code TABLE_TRUNCATED} if the memory is too small for {@code count} elements
     */
    static MutableStringTensor of(NativeMemory memory, long count, TensorLayout layout) {
        return RegionMutableTensor.of(TensorMemory.of(memory), count, layout);
    }

    /**
     * Initializes memory with arbitrary content, such as that of {@code TF_AllocateTensor}, to empty strings and
     * returns a tensor over it.
     *
     * @param memory the memory of the elements
     * @param count the number of elements
     * @param layout the layout of the elements
     * @return the tensor
     * @throws IllegalArgumentException under the conditions of {@link #of}
     * @throws UnsupportedOperationException under the conditions of {@link #of}
     * @throws TensorFormatException under the conditions of {@link #of}
     */
    static MutableStringTensor init(NativeMemory memory, long count, TensorLayout layout) {
        return RegionMutableTensor.of(TensorMemory.of(memory), count, layout).emptied();
    }

    /**
     * Initializes memory to empty strings with a fixed capacity each. Writing a text that fits allocates nothing.
     *
     * @param memory the elements, then the texts: at least {@code count * (elementBytes + room)} bytes
     * @param count the number of elements
     * @param room the capacity of each element in bytes
     * @param layout {@link TensorLayout#RFC16} or {@link TensorLayout#RFC24}
     * @return the tensor
     * @throws IllegalArgumentException under the conditions of {@link #of}, if the layout is not one of the two, or if
     *     {@code room < 0} or {@code room > 1073741823}
     * @throws IndexOutOfBoundsException if the memory is too small
     * @throws UnsupportedOperationException under the conditions of {@link #of}
     */
    static MutableStringTensor preallocate(NativeMemory memory, int count, int room, TensorLayout layout) {
        return RegionTensorBuilder.preallocate(TensorMemory.of(memory), count, room, layout);
    }

    /**
     * Returns a tensor for reading the same memory.
     *
     * @return a tensor over the same memory, in which every change is visible
     */
    StringTensor strings();

    /**
     * Returns the number of elements.
     *
     * @return the number of elements
     */
    long size();

    /**
     * Replaces a string by a text. Equivalent to {@link #copy(long, CharSequence, Charset, MalformedPolicy)} with UTF-8
     * and {@link MalformedPolicy#REPLACE}.
     *
     * @param index the index of the element
     * @param text the text
     */
    default void copy(long index, CharSequence text) {
        copy(index, text, StandardCharsets.UTF_8, MalformedPolicy.REPLACE);
    }

    /**
     * Replaces a string by a copy of a text, which the element owns.
     *
     * @param index the index of the element
     * @param text the text
     * @param charset the encoding
     * @param policy how malformed or unmappable text is handled
     * @throws NullPointerException if an argument is null
     * @throws IndexOutOfBoundsException if {@code index < 0} or {@code index >= size()}
     * @throws TensorFormatException if the element is invalid, or the text is too long
     * @throws MalformedTextException if the text is malformed and {@code policy} is {@link MalformedPolicy#REPORT}
     * @throws OutOfMemoryError if the C heap has no memory
     */
    void copy(long index, CharSequence text, Charset charset, MalformedPolicy policy);

    /**
     * Replaces a string by a copy of the given bytes, which the element owns.
     *
     * @param index the index of the element
     * @param bytes any bytes
     * @throws NullPointerException if {@code bytes} is null
     * @throws IndexOutOfBoundsException under the conditions of {@link #copy(long, CharSequence, Charset,
     *     MalformedPolicy)}
     * @throws TensorFormatException under the conditions of {@link #copy(long, CharSequence, Charset, MalformedPolicy)}
     * @throws OutOfMemoryError if the C heap has no memory
     */
    void copy(long index, byte[] bytes);

    /**
     * Appends a text in UTF-8 to a string; malformed text is replaced. Otherwise equivalent to {@link #append(long,
     * byte[])}.
     *
     * @param index the index of the element
     * @param text the text
     */
    default void append(long index, CharSequence text) {
        append(index, text, StandardCharsets.UTF_8, MalformedPolicy.REPLACE);
    }

    /**
     * Appends a text to a string. Otherwise equivalent to {@link #append(long, byte[])}.
     *
     * @param index the index of the element
     * @param text the text
     * @param charset the encoding
     * @param policy how malformed or unmappable text is handled
     * @throws MalformedTextException if the text is malformed and {@code policy} is {@link MalformedPolicy#REPORT}
     */
    void append(long index, CharSequence text, Charset charset, MalformedPolicy policy);

    /**
     * Appends bytes to a string. The element then owns the whole string. If {@code bytes} is empty, this method has no
     * effect.
     *
     * @param index the index of the element
     * @param bytes any bytes
     * @throws NullPointerException if {@code bytes} is null
     * @throws IndexOutOfBoundsException if {@code index < 0} or {@code index >= size()}
     * @throws TensorFormatException if the element is invalid, or the string would be too long
     * @throws OutOfMemoryError if the C heap has no memory
     */
    void append(long index, byte[] bytes);

    /**
     * Changes the size of a string. The element becomes {@link StringKind#SMALL} up to 22 bytes,
     * {@link StringKind#LARGE} above.
     *
     * @param index the index of the element
     * @param bytes the new size in bytes
     * @param fill the value of the added bytes
     * @throws IllegalArgumentException if {@code bytes < 0}
     * @throws IndexOutOfBoundsException if {@code index < 0} or {@code index >= size()}
     * @throws TensorFormatException if the element is invalid, or the size is too large
     * @throws OutOfMemoryError if the C heap has no memory
     */
    void resize(long index, long bytes, byte fill);

    /**
     * Ensures that a string can grow to the given size without another allocation. Has no effect if {@code bytes} is at
     * most 22.
     *
     * @param index the index of the element
     * @param bytes the required capacity in bytes
     * @throws IllegalArgumentException if {@code bytes < 0}
     * @throws IndexOutOfBoundsException if {@code index < 0} or {@code index >= size()}
     * @throws TensorFormatException if the element is invalid, or the size is too large
     * @throws OutOfMemoryError if the C heap has no memory
     */
    void reserve(long index, long bytes);

    /**
     * Ensures a capacity like {@link #reserve}, but at least doubles the capacity if it is too small.
     *
     * @param index the index of the element
     * @param bytes the required capacity in bytes
     * @throws IllegalArgumentException if {@code bytes < 0}
     * @throws IndexOutOfBoundsException if {@code index < 0} or {@code index >= size()}
     * @throws TensorFormatException under the conditions of {@link #reserve}
     * @throws OutOfMemoryError if the C heap has no memory
     */
    void reserveAmortized(long index, long bytes);

    /**
     * Assigns another element to an element. The string of a LARGE element is copied; the copy of a VIEW refers to the
     * same bytes (and counts as a reference to its owner); an OFFSET becomes a VIEW. Has no effect if both are the same
     * element.
     *
     * @param index the index of the element
     * @param from the tensor of the other element; if a view is created, its memory must remain valid as long as the
     *     view
     * @param fromIndex the index of the other element in {@code from}
     * @throws NullPointerException if {@code from} is null
     * @throws IndexOutOfBoundsException if an index is out of range
     * @throws TensorFormatException if either element is invalid; with {@code UNSUPPORTED} if a view has an owner, and
     *     the layout of this tensor is up to 2.20
     * @throws OutOfMemoryError if the C heap has no memory
     */
    void assign(long index, MutableStringTensor from, long fromIndex);

    /**
     * Moves another element to an element: like {@link #assign}, but transfers the memory or the owner's reference that
     * the other element has, and leaves that element empty. An element that has neither, such as {@link StringKind#SMALL},
     * is copied and remains, as in TensorFlow. Allocates nothing.
     *
     * @param index the index of the element
     * @param from the tensor of the other element, with a layout of the same version
     * @param fromIndex the index of the other element in {@code from}
     * @throws NullPointerException if {@code from} is null
     * @throws IndexOutOfBoundsException if an index is out of range
     * @throws TensorFormatException under the conditions of {@link #assign}
     */
    void move(long index, MutableStringTensor from, long fromIndex);

    /**
     * Makes an element a view of borrowed bytes. They must remain valid as long as the view.
     *
     * @param index the index of the element
     * @param text the bytes
     * @throws NullPointerException if {@code text} is null
     * @throws IllegalArgumentException if the address is below 4096 and the size is not 0
     * @throws IndexOutOfBoundsException if {@code index < 0} or {@code index >= size()}
     * @throws TensorFormatException if the element is invalid, or the size is too large
     */
    void assignView(long index, NativeMemory text);

    /**
     * Makes an element a view of bytes that an owner keeps alive ({@code TF_TString_AssignViewWithOwner}).
     *
     * @param index the index of the element
     * @param owner the owner
     * @param offset the start of the view, in bytes from the start of the owner's memory
     * @param bytes the number of bytes
     * @throws NullPointerException if {@code owner} is null
     * @throws IndexOutOfBoundsException if {@code index} is out of range, or the bytes are not inside the owner's
     *     memory
     * @throws IllegalStateException if the owner is closed
     * @throws TensorFormatException if the element is invalid, or the size is too large; with {@code UNSUPPORTED} if
     *     the layout is up to 2.20
     */
    void assignView(long index, StringOwner owner, long offset, long bytes);

    /**
     * Frees the memory that an element owns; the element becomes empty. Has no effect on an element that owns nothing.
     *
     * @param index the index of the element
     * @throws IndexOutOfBoundsException if {@code index < 0} or {@code index >= size()}
     * @throws TensorFormatException if the element is invalid
     */
    void dealloc(long index);

    /**
     * Frees the memory that the elements own, in order, until an element is invalid.
     *
     * @throws TensorFormatException if an element is invalid; the elements before it have been freed
     */
    void deallocAll();
}
