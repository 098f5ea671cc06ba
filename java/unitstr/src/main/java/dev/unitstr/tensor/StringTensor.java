package dev.unitstr.tensor;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.MalformedTextException;
import dev.unitstr.internal.memory.AddressRegion;
import dev.unitstr.internal.memory.BufferRegion;
import dev.unitstr.internal.tensor.RegionTensor;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;

/**
 * A tensor of strings in memory of others: TensorFlow's, TFLite's, or that of a mapped file. Nothing of it is copied
 * when this object is made; nothing is ever freed.
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
 * given, and malformed text is replaced as {@code new String(bytes, charset)} replaces it unless
 * {@link MalformedPolicy#REPORT} is given.
 *
 * <p><b>Bad bytes.</b> An element whose bytes are not what its layout allows is a {@link TensorFormatException}, which
 * says what is wrong, in which element, and in which field. No string outside of the memory is read, whatever the bytes
 * are, unless {@link Trust} lets addresses be followed. Each element is copied once and checked and read by that copy, so
 * that memory which others change meanwhile gives some string or an exception. As with every mapping, a mapped file must
 * not be cut short while its memory is in use.
 *
 * <p><b>Lifetime.</b> A tensor over a buffer follows the rules of the buffer. One at an address lives as long as the
 * caller says it does. Addresses need the native library; without, these methods throw
 * {@link UnsupportedOperationException}. Addresses inside of a tensor (kinds LARGE, VIEW, PREALLOC) are the caller's to
 * keep alive, too.
 *
 * <p><b>Threads.</b> All methods may be called from any thread that may access the memory.
 *
 * <p>For memory segments there is {@code dev.unitstr.ffm.tensor.SegmentTensor}. Not to be implemented by others.
 *
 * @since 0.1.0
 */
public interface StringTensor extends Iterable<String> {
    /**
     * {@link #of(ByteBuffer, long, TensorLayout, Trust)} with {@link Trust#UNTRUSTED_BUFFER}.
     *
     * @param memory the tensor's memory, from index 0 to the limit
     * @param count how many elements
     * @param layout how they lie in memory
     * @return the tensor
     */
    static StringTensor of(ByteBuffer memory, long count, TensorLayout layout) {
        return of(memory, count, layout, Trust.UNTRUSTED_BUFFER);
    }

    /**
     * A tensor in a byte buffer whose bytes say how many elements there are, with {@link Trust#UNTRUSTED_BUFFER}.
     *
     * @param memory the tensor's memory, from index 0 to the limit that it has now
     * @param layout {@link TensorLayout#TFLITE}; the bytes of all other layouts do not say the count
     * @return the tensor
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException if the layout is not {@link TensorLayout#TFLITE}
     * @throws TensorFormatException with {@code COUNT} if the count in the bytes is negative; else as
     *     {@link #of(ByteBuffer, long, TensorLayout, Trust)}
     */
    static StringTensor of(ByteBuffer memory, TensorLayout layout) {
        return RegionTensor.of(new BufferRegion(memory), layout, Trust.UNTRUSTED_BUFFER);
    }

    /**
     * A tensor in a byte buffer.
     *
     * @param memory the tensor's memory, from index 0 to the limit that it has now; heap, direct or mapped, at any
     *     alignment; its position, limit and order are neither used later nor changed
     * @param count how many elements
     * @param layout how they lie in memory
     * @param trust how far the bytes are trusted
     * @return the tensor
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException if {@code count < 0}
     * @throws TensorFormatException with {@code TABLE_TRUNCATED} if the memory is too small for so many elements, with
     *     {@code COUNT} or {@code END_OFFSET} if {@link TensorLayout#TFLITE} says otherwise
     */
    static StringTensor of(ByteBuffer memory, long count, TensorLayout layout, Trust trust) {
        return RegionTensor.of(new BufferRegion(memory), count, layout, trust);
    }

    /**
     * A tensor at an address, such as {@code TF_TensorData} returns.
     *
     * @param address where the memory starts; it has to stay there as long as this object is used
     * @param capacityBytes how much memory there is, in bytes, such as {@code TF_TensorByteSize} returns
     * @param count how many elements
     * @param layout how they lie in memory
     * @param trust how far the bytes are trusted
     * @return the tensor
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException if {@code count < 0}, {@code address < 0}, {@code capacityBytes < 0}, the memory
     *     would go past the last address, or {@code address} is 0 and {@code count} is not
     * @throws UnsupportedOperationException if only plain Java is left, as native access is denied or there is no
     *     native library; the message names the option to add
     * @throws TensorFormatException as {@link #of(ByteBuffer, long, TensorLayout, Trust)}
     */
    static StringTensor of(long address, long capacityBytes, long count, TensorLayout layout, Trust trust) {
        return RegionTensor.of(new AddressRegion(address, capacityBytes), count, layout, trust);
    }

    /**
     * A tensor at an address whose bytes say how many elements there are.
     *
     * @param address where the memory starts; it has to stay there as long as this object is used
     * @param capacityBytes how much memory there is, in bytes
     * @param layout {@link TensorLayout#TFLITE}; the bytes of all other layouts do not say the count
     * @param trust how far the bytes are trusted
     * @return the tensor
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException if the layout is not {@link TensorLayout#TFLITE}, {@code address < 0},
     *     {@code capacityBytes < 0}, or the memory would go past the last address
     * @throws UnsupportedOperationException as {@link #of(long, long, long, TensorLayout, Trust)}
     * @throws TensorFormatException as {@link #of(ByteBuffer, TensorLayout)}
     */
    static StringTensor of(long address, long capacityBytes, TensorLayout layout, Trust trust) {
        return RegionTensor.of(new AddressRegion(address, capacityBytes), layout, trust);
    }

    /**
     * The layout.
     *
     * @return what was given
     */
    TensorLayout layout();

    /**
     * How far the bytes are trusted.
     *
     * @return what was given, or the default
     */
    Trust trust();

    /**
     * How much memory the tensor has, strings in it included.
     *
     * @return bytes
     */
    long memoryBytes();

    /**
     * The same tensor, with its bytes looked at so exactly.
     *
     * @param strictness how exactly; {@link Strictness#STANDARD} if nothing is said
     * @return a tensor over the same memory
     * @throws NullPointerException if {@code strictness} is null
     */
    StringTensor withStrictness(Strictness strictness);

    /**
     * The same tensor, in which no string may be longer.
     *
     * @param bytes the most bytes of a string; 2<sup>31</sup> - 1 if nothing is said
     * @return a tensor over the same memory
     * @throws IllegalArgumentException if {@code bytes < 0} or {@code bytes > Integer.MAX_VALUE}
     */
    StringTensor withMaxBytes(long bytes);

    /**
     * The same tensor, in which all strings together may not be longer. Every method that reads all elements checks it,
     * {@link #contentEquals(StringTensor)} included.
     *
     * @param bytes the most bytes of all strings together; if nothing is said, {@link #memoryBytes()} where that is all
     *     that is trusted (a thousand elements may share one long string), else no limit
     * @return a tensor over the same memory
     * @throws IllegalArgumentException if {@code bytes < 0}
     */
    StringTensor withMaxTotalBytes(long bytes);

    /**
     * The same tensor, in which a string at an address has to lie inside one of these ranges, whether the trust is
     * {@link Trust#TRUSTED_POINTERS_CHECKED} or {@link Trust#TRUSTED}. A string outside of them is refused with
     * {@code POINTER_RANGE}; an empty string is not looked at. {@link Trust#UNTRUSTED_BUFFER} refuses every address anyway.
     *
     * @param startsAndEnds for each range the address of its first byte and the address after its last byte
     * @return a tensor over the same memory
     * @throws NullPointerException if {@code startsAndEnds} is null
     * @throws IllegalArgumentException if these are not pairs, a start is negative, or a start is above its end
     */
    StringTensor withAddresses(long... startsAndEnds);

    /**
     * The same tensor, of which {@code toStrings} decodes parts at the same time, by the common pool. The result is the
     * same, errors included. Where other threads may not access the memory, and for few elements, it stays one thread.
     * What it gains, the benchmarks of the plan {@code tensors} say: a String for each element takes most of the time, so
     * that memory is the bound, and processors that do something else anyway are none.
     *
     * @return a tensor over the same memory
     */
    StringTensor parallel();

    /**
     * How many elements there are.
     *
     * @return how many
     */
    long size();

    /**
     * Where an element has its string. Nothing else of it is looked at.
     *
     * @param index which element
     * @return the kind
     * @throws IndexOutOfBoundsException if {@code index < 0} or {@code index >= size()}
     * @throws TensorFormatException if the element of a table of offsets can't be read
     */
    StringKind kind(long index);

    /**
     * What an element says, addresses included, without any check.
     *
     * @param index which element
     * @return what it says
     * @throws IndexOutOfBoundsException if {@code index < 0} or {@code index >= size()}
     * @throws TensorFormatException if the element of a table of offsets can't be read
     */
    StringElement element(long index);

    /**
     * Where the fields of an element are, and what each says, without any check: for tools that show a tensor, and say
     * which byte of it is wrong. A string that is not inside of the element is not among them.
     *
     * @param index which element
     * @return those that can be found, in the order of their bytes in the table
     * @throws IndexOutOfBoundsException if {@code index < 0} or {@code index >= size()}
     * @throws IllegalStateException if the memory has been freed with its arena
     */
    List<ElementField> fields(long index);

    /**
     * How long a string is. No byte of it is touched.
     *
     * @param index which element
     * @return bytes
     * @throws IndexOutOfBoundsException if {@code index < 0} or {@code index >= size()}
     * @throws TensorFormatException if the element is bad
     */
    int byteLength(long index);

    /**
     * {@link #get(long, Charset, MalformedPolicy)} with UTF-8 and {@link MalformedPolicy#REPLACE}.
     *
     * @param index which element
     * @return its text
     */
    default String get(long index) {
        return get(index, StandardCharsets.UTF_8, MalformedPolicy.REPLACE);
    }

    /**
     * {@link #get(long, Charset, MalformedPolicy)} with {@link MalformedPolicy#REPLACE}.
     *
     * @param index which element
     * @param charset the encoding
     * @return its text
     */
    default String get(long index, Charset charset) {
        return get(index, charset, MalformedPolicy.REPLACE);
    }

    /**
     * Decodes a string. Who wants all of them calls {@link #toStrings()}, which costs far less for each.
     *
     * @param index which element
     * @param charset the encoding
     * @param policy what to do about malformed text
     * @return its text
     * @throws NullPointerException if an argument is null
     * @throws IndexOutOfBoundsException if {@code index < 0} or {@code index >= size()}
     * @throws IllegalStateException if the memory has been freed with its arena
     * @throws UnsupportedOperationException if the string is at an address and nothing native can be used
     * @throws TensorFormatException if the element is bad
     * @throws MalformedTextException if the text is malformed and {@code policy} is
     *     {@link MalformedPolicy#REPORT REPORT}; it says in which string
     */
    String get(long index, Charset charset, MalformedPolicy policy);

    /**
     * Copies a string's bytes.
     *
     * @param index which element
     * @return a new array
     * @throws IndexOutOfBoundsException if {@code index < 0} or {@code index >= size()}
     * @throws UnsupportedOperationException if the string is at an address and nothing native can be used
     * @throws TensorFormatException if the element is bad
     */
    byte[] bytes(long index);

    /**
     * A string's bytes where they are, not to be written. A view of kind {@link StringKind#SMALL} changes with its
     * element.
     *
     * @param index which element
     * @return a read-only buffer from its position 0 to its limit, of the same lifetime as the tensor's memory
     * @throws IndexOutOfBoundsException if {@code index < 0} or {@code index >= size()}
     * @throws UnsupportedOperationException if the tensor or the string is at an address: Java 17 has no buffer of that;
     *     {@link #bytes} copies it, and {@code SegmentTensor} has segments
     * @throws TensorFormatException if the element is bad
     */
    ByteBuffer view(long index);

    /**
     * Whether a string's UTF-8 is that of a text.
     *
     * @param index which element
     * @param text the text
     * @return whether decoding the element, malformed text replaced, gives this text
     * @throws NullPointerException if {@code text} is null
     * @throws IndexOutOfBoundsException if {@code index < 0} or {@code index >= size()}
     * @throws TensorFormatException if the element is bad
     */
    boolean contentEquals(long index, CharSequence text);

    /**
     * Whether another tensor has as many elements, with the same bytes, whatever its layout is. Cost: at most the bytes
     * that {@link #withMaxTotalBytes} allows either of them.
     *
     * @param other the other
     * @return whether all strings are the same, byte for byte
     * @throws NullPointerException if {@code other} is null
     * @throws TensorFormatException if an element of either is bad, or the strings of either up to there are longer
     *     together than it allows, unless an element before it differs
     */
    boolean contentEquals(StringTensor other);

    /**
     * The strings in their order, each as {@link #get(long)} gives it; decoded ahead in parts, so that an error shows
     * when the first of a part is asked for.
     *
     * @return an iterator that removes nothing
     */
    @Override
    Iterator<String> iterator();

    /**
     * The strings in their order, as {@link #iterator()} gives them.
     *
     * @return a sequential stream
     */
    Stream<String> stream();

    /**
     * {@link #toStrings(Charset, MalformedPolicy)} with UTF-8 and {@link MalformedPolicy#REPLACE}.
     *
     * @return a new array
     */
    default String[] toStrings() {
        return toStrings(StandardCharsets.UTF_8, MalformedPolicy.REPLACE);
    }

    /**
     * {@link #toStrings(Charset, MalformedPolicy)} with {@link MalformedPolicy#REPLACE}.
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
     * <p>Cost: one native call for as many as have 64 KiB together, at most 1024.
     *
     * @param charset the encoding
     * @param policy what to do about malformed text
     * @return a new array
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException if there are more than an array can have: {@link #getStrings} takes them in parts
     * @throws IllegalStateException if the memory has been freed with its arena
     * @throws UnsupportedOperationException if a string is at an address and nothing native can be used
     * @throws TensorFormatException if an element is bad, or all together are longer than is allowed
     * @throws MalformedTextException if a text is malformed and {@code policy} is
     *     {@link MalformedPolicy#REPORT REPORT}; it says in which string
     */
    String[] toStrings(Charset charset, MalformedPolicy policy);

    /**
     * Decodes some strings. The limit for all together counts for these.
     *
     * @param first the first of them
     * @param charset the encoding
     * @param dst takes them
     * @param dstIndex where the first goes
     * @param count how many
     * @param policy what to do about malformed text
     * @throws NullPointerException if an argument is null
     * @throws IndexOutOfBoundsException if there are not so many elements from {@code first} on, or not so much room in
     *     {@code dst} from {@code dstIndex} on
     * @throws TensorFormatException as {@link #toStrings(Charset, MalformedPolicy)}
     * @throws MalformedTextException as {@link #toStrings(Charset, MalformedPolicy)}
     */
    void getStrings(long first, Charset charset, String[] dst, int dstIndex, int count, MalformedPolicy policy);

    /**
     * Copies the bytes of all strings.
     *
     * @return a new array of new arrays
     * @throws IllegalArgumentException if there are more than an array can have
     * @throws UnsupportedOperationException if a string is at an address and nothing native can be used
     * @throws TensorFormatException if an element is bad, or all together are longer than is allowed
     */
    byte[][] toByteArrays();

    /**
     * How long all strings are. No byte of them is touched.
     *
     * @return a new array, in bytes
     * @throws IllegalArgumentException if there are more than an array can have
     * @throws TensorFormatException if an element is bad
     */
    int[] byteLengths();

    /**
     * How long all strings are, together. No byte of them is touched.
     *
     * @return bytes
     * @throws TensorFormatException if an element is bad, or all together are longer than is allowed
     */
    long totalBytes();

    /**
     * {@link #firstMalformed(Charset)} with UTF-8.
     *
     * @return the index of the first element whose text is malformed; -1 if there is none
     */
    default long firstMalformed() {
        return firstMalformed(StandardCharsets.UTF_8);
    }

    /**
     * Searches for malformed text. Cost: as {@code toStrings}, without the strings.
     *
     * @param charset the encoding
     * @return the index of the first element whose text is malformed; -1 if there is none
     * @throws NullPointerException if {@code charset} is null
     * @throws TensorFormatException if an element before that is bad
     */
    long firstMalformed(Charset charset);

    /**
     * Checks every element and all of them together. No string is touched. Cost: one pass over the elements.
     *
     * @return how far all is well, and what is wrong then
     */
    ValidationReport validate();

    /**
     * This tensor with several dimensions: an index for each instead of one.
     *
     * @param dimensions their sizes, whose product is {@link #size()}; none for a single element
     * @return a view of this tensor
     * @throws NullPointerException if {@code dimensions} is null
     * @throws IllegalArgumentException if a dimension is negative, or the product is not {@link #size()}
     */
    default ShapedStringTensor withShape(long... dimensions) {
        return new ShapedStringTensor(this, dimensions);
    }
}
