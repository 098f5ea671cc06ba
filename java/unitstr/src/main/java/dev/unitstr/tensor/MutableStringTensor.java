package dev.unitstr.tensor;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.MalformedTextException;
import dev.unitstr.internal.memory.AddressRegion;
import dev.unitstr.internal.tensor.RegionMutableTensor;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/**
 * Strings that are changed where they are, in a tensor that TensorFlow or unitstr made: what TensorFlow's {@code
 * TF_TString_*} do, with the same growth of the same blocks of C's heap, so that either side frees what the other has
 * allocated.
 *
 * <pre>{@code
 * MutableStringTensor strings = MutableStringTensor.init(address, 3 * 24, 3, TensorLayout.TF24_FROM_2_21);
 * strings.copy(0, "a text that the element owns, as it is longer than 22 bytes");
 * strings.append(0, ", and more of it");
 * strings.assign(1, strings, 0);
 * System.out.println(strings.strings().get(1));
 * strings.deallocAll(); // or TensorFlow does
 * }</pre>
 *
 * <p>{@link TensorLayout#TF24_UP_TO_2_20} and {@link TensorLayout#TF24_FROM_2_21} have all operations. In
 * {@link TensorLayout#RFC16} and {@link TensorLayout#RFC24} strings become texts ({@link #copy}) and are given back
 * ({@link #dealloc}): a text is written into the place that its element began with whenever that has room, else into a
 * block of its own. The others throw {@link UnsupportedOperationException}. An element of kind {@link StringKind#OFFSET}
 * has room for as many bytes as its string has now: a shorter text that is written into it takes the rest of the room away,
 * and a longer one after that gets a block.
 *
 * <p><b>Version.</b> {@link TensorLayout#TF24} names no version of TensorFlow. In this layout an operation that would make,
 * change or release an element of kind {@link StringKind#VIEW} throws {@link TensorFormatException} with
 * {@code UNSUPPORTED}, which names the layouts to choose from: TensorFlow 2.21 reads the address of an owner where 2.20
 * leaves arbitrary bytes. All else works as in the layouts with a version.
 *
 * <p><b>Trust.</b> Elements are checked as by {@link Trust#TRUSTED_POINTERS_CHECKED} before they are changed, and the
 * addresses in them are written to and given back to C's heap: whoever makes this object vouches for them. In a layout
 * {@linkplain TensorLayout.ViewAbi#FROM_2_21 from 2.21 on} that is also the owner of each view, which is called;
 * {@link TensorLayout.ViewAbi#UP_TO_2_20} does not look at it.
 *
 * <p><b>Failure.</b> An operation that throws has changed nothing. {@link TensorFormatException} says what is wrong, in
 * which element, in which field; {@link OutOfMemoryError} that C's heap has no memory.
 *
 * <p><b>Lifetime.</b> What elements own is freed only by {@link #dealloc} and by what replaces it. For segments there is
 * {@code dev.unitstr.ffm.tensor.SegmentTensors}. Nobody else may use the memory, or an element's string, while it is
 * changed. Not to be implemented by others.
 *
 * @since 0.1.0
 */
public interface MutableStringTensor {
    /**
     * Elements that are there already, such as {@code TF_TensorData} of a tensor that TensorFlow made.
     *
     * @param address where they start; the memory has to stay as long as this object is used
     * @param capacityBytes how much memory there is, in bytes, strings of kind {@link StringKind#OFFSET} included
     * @param count how many elements
     * @param layout how they lie in memory
     * @return the tensor
     * @throws NullPointerException if {@code layout} is null
     * @throws IllegalArgumentException if {@code count < 0}, {@code address < 0}, {@code capacityBytes < 0}, the memory
     *     would go past the last address, {@code address} is 0 and {@code count} is not, or the layout has no elements or is
     *     another machine's
     * @throws UnsupportedOperationException if only plain Java is left, or the native library is older than this; the
     *     message says what is missing
     * @throws TensorFormatException with {@code TABLE_TRUNCATED} if the memory is too small for so many elements
     */
    static MutableStringTensor of(long address, long capacityBytes, long count, TensorLayout layout) {
        return RegionMutableTensor.of(new AddressRegion(address, capacityBytes), count, layout);
    }

    /**
     * Elements in memory that holds anything, such as that of {@code TF_AllocateTensor}: all become empty strings.
     *
     * @param address where they start
     * @param capacityBytes how much memory there is, in bytes
     * @param count how many elements
     * @param layout how they lie in memory
     * @return the tensor
     * @throws IllegalArgumentException as {@link #of}
     * @throws UnsupportedOperationException as {@link #of}
     * @throws TensorFormatException as {@link #of}
     */
    static MutableStringTensor init(long address, long capacityBytes, long count, TensorLayout layout) {
        return RegionMutableTensor.of(new AddressRegion(address, capacityBytes), count, layout)
                .emptied();
    }

    /**
     * Empty strings with room for some bytes each: nothing is allocated for a text that fits.
     *
     * @param address where the elements start; their room follows
     * @param capacityBytes how much memory there is, in bytes: at least {@code count * (elementBytes + room)}
     * @param count how many elements
     * @param room the bytes that each has room for
     * @param layout {@link TensorLayout#RFC16} or {@link TensorLayout#RFC24}
     * @return the tensor
     * @throws IllegalArgumentException as {@link #of}, if the layout is another one, or if {@code room} is negative or
     *     above 1073741823
     * @throws IndexOutOfBoundsException if there is not so much memory
     * @throws UnsupportedOperationException as {@link #of}
     */
    static MutableStringTensor preallocate(long address, long capacityBytes, int count, int room, TensorLayout layout) {
        return RegionMutableTensor.preallocate(new AddressRegion(address, capacityBytes), count, room, layout);
    }

    /**
     * The same tensor, to be read.
     *
     * @return a tensor over the same memory, which shows every change
     */
    StringTensor strings();

    /**
     * How many elements there are.
     *
     * @return how many
     */
    long size();

    /**
     * {@link #copy(long, CharSequence, Charset, MalformedPolicy)} with UTF-8 and {@link MalformedPolicy#REPLACE}.
     *
     * @param index which element
     * @param text the text
     */
    default void copy(long index, CharSequence text) {
        copy(index, text, StandardCharsets.UTF_8, MalformedPolicy.REPLACE);
    }

    /**
     * Makes a string a text, which its element owns then.
     *
     * @param index which element
     * @param text the text
     * @param charset the encoding
     * @param policy what to do about malformed or unmappable text
     * @throws NullPointerException if an argument is null
     * @throws IndexOutOfBoundsException if {@code index < 0} or {@code index >= size()}
     * @throws TensorFormatException if the element is bad, or the text too long
     * @throws MalformedTextException if the text is malformed and that is to be reported
     * @throws OutOfMemoryError if C's heap has no memory
     */
    void copy(long index, CharSequence text, Charset charset, MalformedPolicy policy);

    /**
     * Makes a string these bytes, which its element owns then.
     *
     * @param index which element
     * @param bytes any bytes
     * @throws NullPointerException if {@code bytes} is null
     * @throws IndexOutOfBoundsException as {@link #copy(long, CharSequence, Charset, MalformedPolicy)}
     * @throws TensorFormatException as {@link #copy(long, CharSequence, Charset, MalformedPolicy)}
     * @throws OutOfMemoryError if C's heap has no memory
     */
    void copy(long index, byte[] bytes);

    /**
     * {@link #append(long, byte[])} of a text in UTF-8, malformed text replaced.
     *
     * @param index which element
     * @param text the text
     */
    default void append(long index, CharSequence text) {
        append(index, text, StandardCharsets.UTF_8, MalformedPolicy.REPLACE);
    }

    /**
     * {@link #append(long, byte[])} of a text.
     *
     * @param index which element
     * @param text the text
     * @param charset the encoding
     * @param policy what to do about malformed or unmappable text
     * @throws MalformedTextException if the text is malformed and that is to be reported
     */
    void append(long index, CharSequence text, Charset charset, MalformedPolicy policy);

    /**
     * Goes on with these bytes; the element owns all of the string then. If there are none, nothing happens.
     *
     * @param index which element
     * @param bytes any bytes
     * @throws NullPointerException if {@code bytes} is null
     * @throws IndexOutOfBoundsException if {@code index < 0} or {@code index >= size()}
     * @throws TensorFormatException if the element is bad, or the string would be too long
     * @throws OutOfMemoryError if C's heap has no memory
     */
    void append(long index, byte[] bytes);

    /**
     * Makes a string so long: up to 22 bytes {@link StringKind#SMALL}, beyond that {@link StringKind#LARGE}.
     *
     * @param index which element
     * @param bytes its size
     * @param fill what is new
     * @throws IllegalArgumentException if {@code bytes < 0}
     * @throws IndexOutOfBoundsException if {@code index < 0} or {@code index >= size()}
     * @throws TensorFormatException if the element is bad, or the size too large
     * @throws OutOfMemoryError if C's heap has no memory
     */
    void resize(long index, long bytes, byte fill);

    /**
     * Sees to it that a string can become so long without another allocation. Up to 22 bytes nothing happens.
     *
     * @param index which element
     * @param bytes the size to come
     * @throws IllegalArgumentException if {@code bytes < 0}
     * @throws IndexOutOfBoundsException if {@code index < 0} or {@code index >= size()}
     * @throws TensorFormatException if the element is bad, or the size too large
     * @throws OutOfMemoryError if C's heap has no memory
     */
    void reserve(long index, long bytes);

    /**
     * {@link #reserve}, of twice the capacity at least if there is too little.
     *
     * @param index which element
     * @param bytes the size to come
     */
    void reserveAmortized(long index, long bytes);

    /**
     * Makes an element what another one is: a LARGE is copied, a VIEW shows the same (and counts for its owner), and an
     * OFFSET becomes a VIEW. Nothing happens if both are the same element.
     *
     * @param index which element
     * @param from the tensor of the other; its memory has to stay if a view of it is made
     * @param fromIndex which element that is
     * @throws NullPointerException if {@code from} is null
     * @throws IndexOutOfBoundsException if there is no such element
     * @throws TensorFormatException if either element is bad; with {@code UNSUPPORTED} if a view has an owner, and the
     *     layout here is up to 2.20
     * @throws OutOfMemoryError if C's heap has no memory
     */
    void assign(long index, MutableStringTensor from, long fromIndex);

    /**
     * {@link #assign}, and takes what the other owns: that is empty then. Allocates nothing.
     *
     * @param index which element
     * @param from the tensor of the other, of the same version
     * @param fromIndex which element that is
     */
    void move(long index, MutableStringTensor from, long fromIndex);

    /**
     * Makes an element show bytes, which nobody owns: they have to stay as long as it does.
     *
     * @param index which element
     * @param address where they start
     * @param bytes how many
     * @throws IllegalArgumentException if {@code bytes < 0}, {@code address < 0}, the bytes would go past the last address,
     *     or {@code address} is 0 and {@code bytes} is not
     * @throws IndexOutOfBoundsException if {@code index < 0} or {@code index >= size()}
     * @throws TensorFormatException if the element is bad, or the size too large
     */
    void assignView(long index, long address, long bytes);

    /**
     * Makes an element show bytes that an owner keeps ({@code TF_TString_AssignViewWithOwner}).
     *
     * @param index which element
     * @param owner the owner
     * @param offset where in its memory they start, in bytes
     * @param bytes how many
     * @throws NullPointerException if {@code owner} is null
     * @throws IndexOutOfBoundsException if there is no such element, or the bytes are not in the owner's memory
     * @throws IllegalStateException if the owner was closed
     * @throws TensorFormatException if the element is bad, or the size too large; with {@code UNSUPPORTED} if the layout
     *     is up to 2.20
     */
    void assignView(long index, StringOwner owner, long offset, long bytes);

    /**
     * Gives back what an element owns, which is empty then; one that owns nothing stays as it is.
     *
     * @param index which element
     * @throws IndexOutOfBoundsException if {@code index < 0} or {@code index >= size()}
     * @throws TensorFormatException if the element is bad
     */
    void dealloc(long index);

    /**
     * {@link #dealloc} of every element, up to one that is bad.
     *
     * @throws TensorFormatException if an element is bad; those before it are done
     */
    void deallocAll();
}
