package dev.unitstr.tensor;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.MalformedTextException;
import dev.unitstr.internal.tensor.RegionTensorBuilder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ReadOnlyBufferException;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.Collection;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Collects strings and writes them as a tensor: a pass that measures, one allocation by whom the caller likes, a pass
 * that encodes straight into it.
 *
 * <pre>{@code
 * ByteBuffer image = StringTensorBuilder.of(TensorLayout.TFLITE)
 *         .nullsAsEmpty()
 *         .addAll("AB", "xyz123", null)
 *         .build(ByteBuffer::allocateDirect);
 * }</pre>
 *
 * <p>What is written by itself holds all of its strings: it can be copied, sent, and mapped, as its distances are
 * relative. Some kinds of elements have addresses instead, and are good where they were written only, as long as the
 * memory is there: {@link StringKind#VIEW} in {@link TensorLayout#TF24} and {@link StringKind#PREALLOC} in the layouts of
 * the RFC. Those of {@link StringKind#LARGE}, and of {@link #ownedViews()}, own memory besides, which needs the native
 * library and is freed only by {@link MutableStringTensor}, or by TensorFlow. Layouts of other machines are written for
 * them.
 *
 * <p>Strings that a layout can't hold are refused with a {@link TensorFormatException} that names the first of them, and
 * malformed text, where it is to be reported, with a {@link MalformedTextException} that does, before anything is
 * allocated or written.
 *
 * <p>Not to be used by several threads at once. Segments are written by {@code dev.unitstr.ffm.tensor.SegmentTensors}.
 * Not to be implemented by others.
 *
 * @since 0.1.0
 */
public interface StringTensorBuilder {
    /**
     * A new one, without strings.
     *
     * @param layout how the tensor is to lie in memory
     * @return a builder that writes UTF-8, replaces malformed text and refuses nulls
     * @throws NullPointerException if {@code layout} is null
     */
    static StringTensorBuilder of(TensorLayout layout) {
        return RegionTensorBuilder.of(layout);
    }

    /**
     * Chooses the kind of elements.
     *
     * @param kind {@link StringKind#OFFSET}, if nothing is said, in layouts with elements; there also
     *     {@link StringKind#VIEW} in {@link TensorLayout#TF24}, which keeps short strings inside of the elements and shows
     *     the others behind them, {@link StringKind#LARGE}, which has these in blocks of C's heap, that are freed by
     *     {@link MutableStringTensor#dealloc} or by TensorFlow only, and {@link StringKind#PREALLOC} in {@link TensorLayout#RFC16} and {@link TensorLayout#RFC24};
     *     {@link StringKind#PLAIN} in the two others
     * @return this
     * @throws NullPointerException if {@code kind} is null
     * @throws IllegalArgumentException if the layout has no such elements, or these are not written here
     */
    StringTensorBuilder kind(StringKind kind);

    /**
     * Writes elements of kind {@link StringKind#VIEW}, except for short strings, of memory of its own, which lives until
     * the last of them is gone: a {@link StringOwner} that TensorFlow counts too. The tensor itself is the elements alone.
     *
     * @return this
     * @throws IllegalArgumentException unless the layout is {@link TensorLayout#TF24_FROM_2_21}
     */
    StringTensorBuilder ownedViews();

    /**
     * Writes strings that fit into an element as {@link StringKind#SMALL}, and only the longer ones behind the elements:
     * up to {@link TensorLayout#smallCapacity()} bytes each. Without this an image of elements of kind
     * {@link StringKind#OFFSET} has every string behind them. What a program reads from either is the same.
     *
     * @return this
     * @throws IllegalArgumentException if the kind is not {@link StringKind#OFFSET}: {@link StringKind#VIEW} and
     *     {@link StringKind#LARGE} always do this, {@link StringKind#PREALLOC} and {@link StringKind#PLAIN} never
     */
    StringTensorBuilder shortAsSmall();

    /**
     * Says how much room each element of kind {@link StringKind#PREALLOC} has.
     *
     * @param bytes the room; if nothing is said, that of the longest string
     * @return this
     * @throws IllegalArgumentException if {@code bytes < 0} or {@code bytes > 1073741823}
     */
    StringTensorBuilder capacity(int bytes);

    /**
     * Chooses the encoding of text.
     *
     * @param charset the encoding; UTF-8 if nothing is said
     * @return this
     * @throws NullPointerException if {@code charset} is null
     * @throws UnsupportedOperationException if {@code charset} can't encode
     */
    StringTensorBuilder charset(Charset charset);

    /**
     * Chooses what is done about malformed or unmappable text.
     *
     * @param policy what; {@link MalformedPolicy#REPLACE} if nothing is said
     * @return this
     * @throws NullPointerException if {@code policy} is null
     */
    StringTensorBuilder policy(MalformedPolicy policy);

    /**
     * Writes empty strings in the place of nulls, which are refused otherwise: no layout has them.
     *
     * @return this
     */
    StringTensorBuilder nullsAsEmpty();

    /**
     * Adds a text.
     *
     * @param text the text as it is now, or null
     * @return this
     */
    StringTensorBuilder add(@Nullable CharSequence text);

    /**
     * Adds a string that is encoded already. It is not copied, and not looked at: it may be any bytes.
     *
     * @param bytes the string, or null
     * @return this
     */
    StringTensorBuilder add(byte @Nullable [] bytes);

    /**
     * Adds texts.
     *
     * @param strings the texts, or nulls
     * @return this
     * @throws NullPointerException if {@code strings} is null
     */
    StringTensorBuilder addAll(@Nullable String... strings);

    /**
     * Adds texts.
     *
     * @param texts the texts as they are now, or nulls, in the order of their iterator
     * @return this
     * @throws NullPointerException if {@code texts} is null
     */
    StringTensorBuilder addAll(Collection<? extends @Nullable CharSequence> texts);

    /**
     * Adds strings that are encoded already, as {@link #add(byte[])}.
     *
     * @param strings the strings, or nulls
     * @return this
     * @throws NullPointerException if {@code strings} is null
     */
    StringTensorBuilder addAll(byte @Nullable [][] strings);

    /**
     * Adds the bytes of a tensor's strings, whatever its layout is.
     *
     * @param tensor the tensor; its strings are copied now
     * @return this
     * @throws NullPointerException if {@code tensor} is null
     * @throws TensorFormatException if an element is bad, or all together are longer than is allowed
     */
    StringTensorBuilder addAll(StringTensor tensor);

    /**
     * Adds the bytes of a column's strings. Those that are not valid are nulls.
     *
     * @param column the column; its strings are copied now
     * @return this
     * @throws NullPointerException if {@code column} is null
     * @throws TensorFormatException if an offset is not within the column, or below the one before
     */
    StringTensorBuilder addAll(StringColumn column);

    /**
     * How many strings were added.
     *
     * @return how many
     */
    int size();

    /**
     * How much memory the tensor needs. Cost: the pass that measures.
     *
     * @return bytes
     * @throws TensorFormatException with {@code NULL_ELEMENT} for a null that is to be refused, with {@code SIZE_LIMIT},
     *     {@code TOTAL_LIMIT} or {@code DISTANCE} for the first string that the layout can't hold
     * @throws MalformedTextException if a text is malformed and that is to be reported
     */
    long byteSize();

    /**
     * Writes the tensor into new memory on the heap.
     *
     * @return a buffer with nothing else in it, from its position 0 to its limit
     * @throws TensorFormatException as {@link #byteSize()}
     * @throws MalformedTextException as {@link #byteSize()}
     * @throws IllegalArgumentException if it needs more than a buffer can have, or has addresses
     */
    default ByteBuffer build() {
        return build(ByteBuffer::allocate);
    }

    /**
     * Writes the tensor into new memory.
     *
     * @param allocator makes a buffer of a size in bytes, once, after all that can be wrong with the strings was found
     * @return the buffer, from its position 0 to its limit, which is that of the tensor
     * @throws NullPointerException if {@code allocator} or its buffer is null
     * @throws TensorFormatException as {@link #byteSize()}
     * @throws MalformedTextException as {@link #byteSize()}
     * @throws IllegalArgumentException if it needs more than a buffer can have, if the allocator's is too small, or if
     *     the elements are to have addresses, which those in a buffer have not
     */
    ByteBuffer build(IntFunction<ByteBuffer> allocator);

    /**
     * Writes the tensor into memory that is there.
     *
     * @param memory the memory
     * @param index where the tensor starts, in bytes from the start of {@code memory}
     * @return how much was written, in bytes
     * @throws NullPointerException if {@code memory} is null
     * @throws ReadOnlyBufferException if {@code memory} is read-only
     * @throws IndexOutOfBoundsException if there is not so much room from {@code index} on
     * @throws TensorFormatException as {@link #byteSize()}
     * @throws MalformedTextException as {@link #byteSize()}
     * @throws IllegalArgumentException if the elements are to have addresses, which those in a buffer have not
     */
    int writeTo(ByteBuffer memory, int index);

    /**
     * Writes the tensor at an address.
     *
     * @param address where the memory starts
     * @param capacityBytes how much of it there is, in bytes
     * @return how much was written, in bytes
     * @throws IllegalArgumentException if {@code address < 0}, {@code capacityBytes < 0}, the memory would go past the last
     *     address, or {@code address} is 0 and there is something to write
     * @throws IndexOutOfBoundsException if there is not so much room
     * @throws UnsupportedOperationException if only plain Java is left; the message names the option to add
     * @throws TensorFormatException as {@link #byteSize()}
     * @throws MalformedTextException as {@link #byteSize()}
     */
    long writeTo(long address, long capacityBytes);

    /**
     * Writes the tensor into a file that is there as a whole or not at all: under another name in the same directory,
     * which gets the file's name when all of it is on the disk. A regular file of that name is replaced; the new one has its
     * permissions, and its owner and group as far as this process may set them. A symbolic link stays, and the file that it
     * leads to is written.
     *
     * @param file the file
     * @return how large it is, in bytes
     * @throws NullPointerException if {@code file} is null
     * @throws IOException if there is something of that name that is not a regular file, such as a directory, a pipe or a
     *     device, which stays as it is; if the file can't be written, or not be renamed in one step; then there is no new
     *     file
     * @throws TensorFormatException as {@link #byteSize()}
     * @throws MalformedTextException as {@link #byteSize()}
     * @throws IllegalArgumentException if the elements are to have addresses
     */
    long writeFile(Path file) throws IOException;
}
