package dev.unitstr.tensor;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.MalformedTextException;
import dev.unitstr.NativeMemory;
import dev.unitstr.internal.tensor.RegionTensor;
import dev.unitstr.internal.tensor.TensorMemory;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;

/**
 * A read-only view of a string tensor in the memory of TensorFlow, TFLite, a mapped file or a buffer. Creating the view
 * copies nothing. The view never frees the memory.
 *
 * <pre>{@code
 * ByteBuffer image = StringTensors.write(TensorLayout.TF24, "token", "na\u00efve", "\u4e16\u754c");
 * StringTensor tensor = StringTensor.of(image, 3, TensorLayout.TF24);
 * System.out.println(tensor.get(1));                          // naïve
 * System.out.println(Arrays.toString(tensor.toStrings()));    // all of them, by one native call
 * System.out.println(Arrays.toString(tensor.byteLengths()));  // [5, 6, 6]
 * }</pre>
 *
 * <p><b>Units.</b> Indices count elements. Every length, size and offset is in bytes. Text is UTF-8 unless a charset is
 * passed. Malformed text is replaced as by {@code new String(bytes, charset)} unless {@link MalformedPolicy#REPORT} is
 * passed.
 *
 * <p><b>Malformed data.</b> If the bytes of an element violate the layout, methods throw {@link TensorFormatException},
 * which names the violation, the element and the field. No string outside the memory is read, whatever the bytes are,
 * unless {@link Trust} permits following addresses. Each element is copied once, and the copy is checked and used: if
 * another thread changes the memory at the same time, a method returns some string or throws an exception. As with
 * every mapping, a mapped file must not be truncated while its memory is in use.
 *
 * <p><b>Lifetime.</b> A tensor over a buffer has the lifetime of the buffer. The caller must keep a tensor at an
 * address alive as long as this object is used, and also the memory of addresses in its elements (kinds LARGE, VIEW,
 * PREALLOC). Addresses require the native library; without it, methods that follow them throw
 * {@link UnsupportedOperationException}.
 *
 * <p><b>Threads.</b> All methods may be called from any thread that may access the memory.
 *
 * <p>For memory segments, see {@code dev.unitstr.ffm.tensor.SegmentTensor}.
 *
 * <p>This interface is not intended to be implemented by user code.
 *
 * @since 0.1.0
 */
public interface StringTensor extends Iterable<String> {
    /**
     * Returns a tensor in a byte buffer. Equivalent to {@link #of(ByteBuffer, long, TensorLayout, Trust)} with
     * {@link Trust#UNTRUSTED_BUFFER}.
     *
     * @param memory the tensor's memory, from index 0 to the limit
     * @param count the number of elements
     * @param layout the layout of the tensor
     * @return the tensor
     */
    static StringTensor of(ByteBuffer memory, long count, TensorLayout layout) {
        return of(memory, count, layout, Trust.UNTRUSTED_BUFFER);
    }

    /**
     * Returns a tensor in a byte buffer whose bytes state the number of elements, with {@link Trust#UNTRUSTED_BUFFER}.
     *
     * @param memory the tensor's memory, from index 0 to the buffer's current limit
     * @param layout {@link TensorLayout#TFLITE}; no other layout stores the number of elements
     * @return the tensor
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException if the layout is not {@link TensorLayout#TFLITE}
     * @throws TensorFormatException with {@code COUNT} if the stored count is negative; otherwise under the conditions
     *     of {@link #of(ByteBuffer, long, TensorLayout, Trust)}
     */
    static StringTensor of(ByteBuffer memory, TensorLayout layout) {
        return RegionTensor.of(TensorMemory.of(memory), layout, Trust.UNTRUSTED_BUFFER);
    }

    /**
     * Returns a tensor in a byte buffer.
     *
     * @param memory the tensor's memory, from index 0 to the buffer's current limit; heap, direct or mapped, at any
     *     alignment. Later changes of the buffer's position, limit and order have no effect, and this method changes
     *     none of them
     * @param count the number of elements
     * @param layout the layout of the tensor
     * @param trust how far the bytes are trusted
     * @return the tensor
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException if {@code count < 0}
     * @throws TensorFormatException with {@code TABLE_TRUNCATED} if the memory is too small for {@code count} elements;
     *     with {@code COUNT} if the bytes of a {@link TensorLayout#TFLITE} tensor state another count. Whether the last
     *     string ends where the memory does is tested when that string is read ({@code END_OFFSET})
     */
    static StringTensor of(ByteBuffer memory, long count, TensorLayout layout, Trust trust) {
        return RegionTensor.of(TensorMemory.of(memory), count, layout, trust);
    }

    /**
     * Returns a tensor at an address, such as the result of {@code TF_TensorData}.
     *
     * @param memory the tensor's memory, which must remain valid as long as this object is used; its size may be the
     *     result of {@code TF_TensorByteSize}
     * @param count the number of elements
     * @param layout the layout of the tensor
     * @param trust how far the bytes are trusted
     * @return the tensor
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException if {@code count < 0}, or the address is below 4096 and {@code count} is not 0
     * @throws UnsupportedOperationException if only the plain Java binding is available, because native access is
     *     denied or there is no native library; the message names the option to add
     * @throws TensorFormatException under the conditions of {@link #of(ByteBuffer, long, TensorLayout, Trust)}
     */
    static StringTensor of(NativeMemory memory, long count, TensorLayout layout, Trust trust) {
        return RegionTensor.of(TensorMemory.of(memory), count, layout, trust);
    }

    /**
     * Returns a tensor at an address whose bytes state the number of elements.
     *
     * @param memory the tensor's memory, which must remain valid as long as this object is used
     * @param layout {@link TensorLayout#TFLITE}; no other layout stores the number of elements
     * @param trust how far the bytes are trusted
     * @return the tensor
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException if the layout is not {@link TensorLayout#TFLITE}
     * @throws UnsupportedOperationException under the conditions of {@link #of(NativeMemory, long, TensorLayout, Trust)}
     * @throws TensorFormatException under the conditions of {@link #of(ByteBuffer, TensorLayout)}
     */
    static StringTensor of(NativeMemory memory, TensorLayout layout, Trust trust) {
        return RegionTensor.of(TensorMemory.of(memory), layout, trust);
    }

    /**
     * Returns the layout of this tensor.
     *
     * @return the layout
     */
    TensorLayout layout();

    /**
     * Returns how far the bytes are trusted.
     *
     * @return the trust passed on creation, or the default
     */
    Trust trust();

    /**
     * Returns a view of this tensor with the given strictness.
     *
     * @param strictness how strictly the bytes are checked; the default is {@link Strictness#STANDARD}
     * @return a tensor over the same memory
     * @throws NullPointerException if {@code strictness} is null
     */
    StringTensor withStrictness(Strictness strictness);

    /**
     * Returns a view of this tensor that limits the size of a string.
     *
     * @param bytes the maximum size of a string in bytes; the default is 2<sup>31</sup> - 1
     * @return a tensor over the same memory
     * @throws IllegalArgumentException if {@code bytes < 0} or {@code bytes > Integer.MAX_VALUE}
     */
    StringTensor withMaxBytes(long bytes);

    /**
     * Returns a view of this tensor that limits the total size of all strings. Every method that reads all elements
     * checks the limit, including {@link #contentEquals(StringTensor)}.
     *
     * @param bytes the maximum total size in bytes. The default is the size of the memory for
     *     {@link Trust#UNTRUSTED_BUFFER} (a thousand elements may share one long string), otherwise no limit
     * @return a tensor over the same memory
     * @throws IllegalArgumentException if {@code bytes < 0}
     */
    StringTensor withMaxTotalBytes(long bytes);

    /**
     * Returns a view of this tensor that permits only strings at addresses inside the given ranges. The check applies
     * to {@link Trust#TRUSTED_POINTERS_CHECKED} and {@link Trust#TRUSTED}: a string outside the ranges is rejected with
     * {@code POINTER_RANGE}; an empty string is not checked. {@link Trust#UNTRUSTED_BUFFER} rejects every address
     * anyway.
     *
     * @param ranges the only memory in which strings may be
     * @return a tensor over the same memory
     * @throws NullPointerException if {@code ranges} or an element of it is null
     */
    StringTensor withAddresses(NativeMemory... ranges);

    /**
     * Returns a view of this tensor whose {@code toStrings} methods decode parts of the tensor in parallel, in the
     * common pool. The result is the same, including exceptions. One thread decodes everything if other threads may not
     * access the memory, or if there are few elements. The gain is limited by memory bandwidth, because creating the
     * String objects takes most of the time, and busy cores add nothing; the benchmark plan {@code tensors} measures
     * it.
     *
     * @return a tensor over the same memory
     */
    StringTensor parallel();

    /**
     * Returns the number of elements.
     *
     * @return the number of elements
     */
    long size();

    /**
     * Returns where an element stores its string. Nothing else of the element is checked.
     *
     * @param index the index of the element
     * @return the kind
     * @throws IndexOutOfBoundsException if {@code index < 0} or {@code index >= size()}
     * @throws TensorFormatException if the layout has a table of offsets and the entry cannot be read
     */
    StringKind kind(long index);

    /**
     * Returns the content of an element, including addresses, without any validation.
     *
     * @param index the index of the element
     * @return the content
     * @throws IndexOutOfBoundsException if {@code index < 0} or {@code index >= size()}
     * @throws TensorFormatException if the layout has a table of offsets and the entry cannot be read
     */
    StringElement element(long index);

    /**
     * Returns the location and value of each field of an element, without any validation. For tools that display a
     * tensor and mark invalid bytes. A string that is not stored in the element is not included.
     *
     * @param index the index of the element
     * @return the fields that can be located, in the order of their bytes in the table
     * @throws IndexOutOfBoundsException if {@code index < 0} or {@code index >= size()}
     * @throws IllegalStateException if the arena of the memory is closed
     */
    List<ElementField> fields(long index);

    /**
     * Returns the size of a string. Does not read its bytes.
     *
     * @param index the index of the element
     * @return the size in bytes
     * @throws IndexOutOfBoundsException if {@code index < 0} or {@code index >= size()}
     * @throws TensorFormatException if the element is invalid
     */
    int byteLength(long index);

    /**
     * Decodes a string. Equivalent to {@link #get(long, Charset, MalformedPolicy)} with UTF-8 and
     * {@link MalformedPolicy#REPLACE}.
     *
     * @param index the index of the element
     * @return the text
     */
    default String get(long index) {
        return get(index, StandardCharsets.UTF_8, MalformedPolicy.REPLACE);
    }

    /**
     * Decodes a string. Equivalent to {@link #get(long, Charset, MalformedPolicy)} with
     * {@link MalformedPolicy#REPLACE}.
     *
     * @param index the index of the element
     * @param charset the encoding
     * @return the text
     */
    default String get(long index, Charset charset) {
        return get(index, charset, MalformedPolicy.REPLACE);
    }

    /**
     * Decodes a string. To decode all strings, {@link #toStrings()} costs far less per string.
     *
     * @param index the index of the element
     * @param charset the encoding
     * @param policy how malformed text is handled
     * @return the text
     * @throws NullPointerException if an argument is null
     * @throws IndexOutOfBoundsException if {@code index < 0} or {@code index >= size()}
     * @throws IllegalStateException if the arena of the memory is closed
     * @throws UnsupportedOperationException if the string is at an address and only the plain Java binding is available
     * @throws TensorFormatException if the element is invalid
     * @throws MalformedTextException if the text is malformed and {@code policy} is {@link MalformedPolicy#REPORT
     *     REPORT}; the exception names the element
     */
    String get(long index, Charset charset, MalformedPolicy policy);

    /**
     * Copies the bytes of a string.
     *
     * @param index the index of the element
     * @return a new array
     * @throws IndexOutOfBoundsException if {@code index < 0} or {@code index >= size()}
     * @throws UnsupportedOperationException if the string is at an address and only the plain Java binding is available
     * @throws TensorFormatException if the element is invalid
     */
    byte[] bytes(long index);

    /**
     * Returns a read-only view of the bytes of a string. The view of a {@link StringKind#SMALL} string reflects changes
     * of its element.
     *
     * @param index the index of the element
     * @return a read-only buffer, from position 0 to its limit, with the lifetime of the tensor's memory
     * @throws IndexOutOfBoundsException if {@code index < 0} or {@code index >= size()}
     * @throws UnsupportedOperationException if the tensor or the string is at an address, which a buffer cannot view on
     *     Java 17, or in a heap segment of other elements than bytes, which a buffer cannot view at all: use {@link #bytes}
     *     for a copy, or {@code SegmentTensor} for a segment
     * @throws TensorFormatException if the element is invalid
     */
    ByteBuffer view(long index);

    /**
     * Compares a string with a text.
     *
     * @param index the index of the element
     * @param text the text
     * @return true if decoding the element as UTF-8, with malformed text replaced, results in {@code text}
     * @throws NullPointerException if {@code text} is null
     * @throws IndexOutOfBoundsException if {@code index < 0} or {@code index >= size()}
     * @throws TensorFormatException if the element is invalid
     */
    boolean contentEquals(long index, CharSequence text);

    /**
     * Compares the strings of two tensors, regardless of their layouts. Cost: reads at most the bytes that
     * {@link #withMaxTotalBytes} permits for either tensor.
     *
     * @param other the other tensor
     * @return true if both tensors have the same number of elements, and all strings are equal byte for byte
     * @throws NullPointerException if {@code other} is null
     * @throws TensorFormatException if, before the first pair that differs, an element of either tensor is invalid or
     *     its strings exceed the total limit
     */
    boolean contentEquals(StringTensor other);

    /**
     * Returns an iterator over the decoded strings, each as {@link #get(long)} returns it. The iterator decodes several
     * strings ahead: an exception is thrown when the first string of such a part is requested.
     *
     * @return an iterator that does not support removal
     */
    @Override
    Iterator<String> iterator();

    /**
     * Returns a stream of the strings, as {@link #iterator()} returns them.
     *
     * @return a sequential stream
     */
    Stream<String> stream();

    /**
     * Decodes all strings. Equivalent to {@link #toStrings(Charset, MalformedPolicy)} with UTF-8 and
     * {@link MalformedPolicy#REPLACE}.
     *
     * @return a new array
     */
    default String[] toStrings() {
        return toStrings(StandardCharsets.UTF_8, MalformedPolicy.REPLACE);
    }

    /**
     * Decodes all strings. Equivalent to {@link #toStrings(Charset, MalformedPolicy)} with
     * {@link MalformedPolicy#REPLACE}.
     *
     * @param charset the encoding
     * @return a new array
     */
    default String[] toStrings(Charset charset) {
        return toStrings(charset, MalformedPolicy.REPLACE);
    }

    /**
     * Decodes all strings.
     *
     * <p>Cost: one native call for each group of at most 1024 strings with 64 KiB in total.
     *
     * @param charset the encoding
     * @param policy how malformed text is handled
     * @return a new array
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException if there are more elements than an array can hold: use {@link #getStrings} to
     *     decode them in parts
     * @throws IllegalStateException if the arena of the memory is closed
     * @throws UnsupportedOperationException if a string is at an address and only the plain Java binding is available
     * @throws TensorFormatException if an element is invalid, or the total size exceeds the limit
     * @throws MalformedTextException if a text is malformed and {@code policy} is {@link MalformedPolicy#REPORT
     *     REPORT}; the exception names the element
     */
    String[] toStrings(Charset charset, MalformedPolicy policy);

    /**
     * Decodes a range of strings into an array. The limit on the total size applies to the range.
     *
     * @param first the index of the first element
     * @param charset the encoding
     * @param dst the target array
     * @param dstIndex the index in {@code dst} of the first string
     * @param count the number of elements
     * @param policy how malformed text is handled
     * @throws NullPointerException if an argument is null
     * @throws IndexOutOfBoundsException if the range of elements is not inside this tensor, or the target range is not
     *     inside {@code dst}
     * @throws TensorFormatException under the conditions of {@link #toStrings(Charset, MalformedPolicy)}
     * @throws MalformedTextException under the conditions of {@link #toStrings(Charset, MalformedPolicy)}
     */
    void getStrings(long first, Charset charset, String[] dst, int dstIndex, int count, MalformedPolicy policy);

    /**
     * Copies the bytes of all strings.
     *
     * @return a new array of new arrays
     * @throws IllegalArgumentException if there are more elements than an array can hold
     * @throws UnsupportedOperationException if a string is at an address and only the plain Java binding is available
     * @throws TensorFormatException if an element is invalid, or the total size exceeds the limit
     */
    byte[][] toByteArrays();

    /**
     * Returns the sizes of all strings. Does not read the bytes of strings.
     *
     * @return a new array of sizes in bytes
     * @throws IllegalArgumentException if there are more elements than an array can hold
     * @throws TensorFormatException if an element is invalid
     */
    int[] byteLengths();

    /**
     * Finds the strings of a range of elements in the tensor's memory. For code that passes the encoded text on without
     * a copy. Checks each element as {@link #byteLength} does, and does not read the bytes of strings.
     *
     * <p>Cost: one native call for 256 elements.
     *
     * @param first the index of the first element
     * @param offsets receives the start of each string, in bytes from the start of the tensor's memory; 0 for an empty
     *     string
     * @param byteLengths receives the size of each string in bytes
     * @param count the number of elements
     * @throws NullPointerException if an argument is null
     * @throws IndexOutOfBoundsException if the range of elements is not inside this tensor, or an array is shorter than
     *     {@code count}
     * @throws TensorFormatException if an element is invalid; the arrays then have the values of some elements before it
     * @throws UnsupportedOperationException if a string is at an address, which {@link Trust} permits
     */
    void locate(long first, long[] offsets, int[] byteLengths, int count);

    /**
     * Returns the total size of all strings. Does not read the bytes of strings.
     *
     * @return the size in bytes
     * @throws TensorFormatException if an element is invalid, or the total size exceeds the limit
     */
    long totalBytes();

    /**
     * Returns the index of the first string that is not valid UTF-8. Equivalent to {@link #firstMalformed(Charset)}
     * with UTF-8.
     *
     * @return the index of the first element whose text is malformed; -1 if there is none
     */
    default long firstMalformed() {
        return firstMalformed(StandardCharsets.UTF_8);
    }

    /**
     * Returns the index of the first string with malformed text. Cost: as {@code toStrings}, without creating strings.
     *
     * @param charset the encoding
     * @return the index of the first element whose text is malformed; -1 if there is none
     * @throws NullPointerException if {@code charset} is null
     * @throws TensorFormatException if an element before the first malformed text is invalid
     */
    long firstMalformed(Charset charset);

    /**
     * Validates every element, and the tensor as a whole. Does not read the bytes of strings. Cost: one pass over the
     * elements.
     *
     * @return the number of valid elements and the first violation, if any
     */
    ValidationReport validate();
}
