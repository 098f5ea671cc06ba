package dev.unitstr.tensor;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.MalformedTextException;
import dev.unitstr.NativeMemory;
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
 * Collects strings and writes them as a tensor. Writing takes a pass that measures the strings, one allocation by an
 * allocator of the caller's choice, and a pass that encodes the strings directly into that memory.
 *
 * <pre>{@code
 * ByteBuffer image = StringTensorBuilder.of(TensorLayout.TFLITE)
 *         .nullsAsEmpty()
 *         .addAll("AB", "xyz123", null)
 *         .build(ByteBuffer::allocateDirect);
 * }</pre>
 *
 * <p>By default, a tensor contains all of its strings and uses relative offsets: it can be copied, sent and mapped.
 * Some kinds of elements contain addresses instead, and are valid only where they were written and as long as the
 * memory is: {@link StringKind#VIEW} in {@link TensorLayout#TF24} and {@link StringKind#PREALLOC} in the RFC layouts.
 * Elements of kind {@link StringKind#LARGE}, and those of {@link #ownedViews()}, also own memory: they require the
 * native library, and only {@link MutableStringTensor} or TensorFlow frees that memory. Layouts of other machines are
 * written in the format of those machines.
 *
 * <p>If a layout cannot hold a string, the builder throws {@link TensorFormatException}, which names the first such
 * string. If a text is malformed and the policy is {@link MalformedPolicy#REPORT}, it throws
 * {@link MalformedTextException}, which does the same. Both are thrown before anything is allocated or written.
 *
 * <p>Not safe for use by several threads at a time. To write memory segments, see
 * {@code dev.unitstr.ffm.tensor.SegmentTensors}.
 *
 * <p>This interface is not intended to be implemented by user code.
 *
 * @since 0.1.0
 */
public interface StringTensorBuilder {
    /**
     * Creates an empty builder.
     *
     * @param layout the layout of the tensor
     * @return a builder that writes UTF-8, replaces malformed text and rejects nulls
     * @throws NullPointerException if {@code layout} is null
     */
    static StringTensorBuilder of(TensorLayout layout) {
        return RegionTensorBuilder.of(layout);
    }

    /**
     * Sets the kind of the elements.
     *
     * <p>Layouts with elements: {@link StringKind#OFFSET} is the default. {@link StringKind#VIEW}, in
     * {@link TensorLayout#TF24} only, stores short strings in the elements and the others after the elements.
     * {@link StringKind#LARGE} stores the others in blocks of the C heap, which only
     * {@link MutableStringTensor#dealloc} or TensorFlow frees. {@link StringKind#PREALLOC} is available in
     * {@link TensorLayout#RFC16} and {@link TensorLayout#RFC24}. The two layouts with a table of offsets have only
     * {@link StringKind#PLAIN}.
     *
     * @param kind the kind
     * @return this builder
     * @throws NullPointerException if {@code kind} is null
     * @throws IllegalArgumentException if the layout has no elements of this kind, or this builder cannot write them
     */
    StringTensorBuilder kind(StringKind kind);

    /**
     * Writes strings that do not fit into an element as {@link StringKind#VIEW} of a separate block of memory. The
     * block is a {@link StringOwner} whose references TensorFlow counts too; it is freed when the last view of it is
     * released. The tensor itself consists of the elements only.
     *
     * @return this builder
     * @throws IllegalArgumentException if the layout is not {@link TensorLayout#TF24_FROM_2_21}
     */
    StringTensorBuilder ownedViews();

    /**
     * Writes strings of at most {@link TensorLayout#smallCapacity()} bytes as {@link StringKind#SMALL}, and only longer
     * strings after the elements. Without this option, a tensor of kind {@link StringKind#OFFSET} stores every string
     * after the elements. Readers get the same strings from both.
     *
     * @return this builder
     * @throws IllegalArgumentException if the kind is not {@link StringKind#OFFSET}: {@link StringKind#VIEW} and
     *     {@link StringKind#LARGE} always store short strings this way, {@link StringKind#PREALLOC} and
     *     {@link StringKind#PLAIN} never
     */
    StringTensorBuilder shortAsSmall();

    /**
     * Sets the capacity of each element of kind {@link StringKind#PREALLOC}.
     *
     * @param bytes the capacity in bytes; the default is the size of the longest string
     * @return this builder
     * @throws IllegalArgumentException if {@code bytes < 0} or {@code bytes > 1073741823}
     */
    StringTensorBuilder capacity(int bytes);

    /**
     * Sets the encoding of text.
     *
     * @param charset the encoding; the default is UTF-8
     * @return this builder
     * @throws NullPointerException if {@code charset} is null
     * @throws UnsupportedOperationException if {@code charset} cannot encode
     */
    StringTensorBuilder charset(Charset charset);

    /**
     * Sets how malformed or unmappable text is handled.
     *
     * @param policy the policy; the default is {@link MalformedPolicy#REPLACE}
     * @return this builder
     * @throws NullPointerException if {@code policy} is null
     */
    StringTensorBuilder policy(MalformedPolicy policy);

    /**
     * Writes nulls as empty strings. By default, nulls are rejected, because no layout supports them.
     *
     * @return this builder
     */
    StringTensorBuilder nullsAsEmpty();

    /**
     * Adds a text.
     *
     * @param text the text, whose current content is added; or null
     * @return this builder
     */
    StringTensorBuilder add(@Nullable CharSequence text);

    /**
     * Adds a string that is already encoded. The bytes may be arbitrary; they are neither copied nor validated.
     *
     * @param bytes the string, or null
     * @return this builder
     */
    StringTensorBuilder add(byte @Nullable [] bytes);

    /**
     * Adds texts.
     *
     * @param strings the texts; elements may be null
     * @return this builder
     * @throws NullPointerException if {@code strings} is null
     */
    StringTensorBuilder addAll(@Nullable String... strings);

    /**
     * Adds texts in iteration order.
     *
     * @param texts the texts, whose current content is added; elements may be null
     * @return this builder
     * @throws NullPointerException if {@code texts} is null
     */
    StringTensorBuilder addAll(Collection<? extends @Nullable CharSequence> texts);

    /**
     * Adds strings that are already encoded, as {@link #add(byte[])} does.
     *
     * @param strings the strings; elements may be null
     * @return this builder
     * @throws NullPointerException if {@code strings} is null
     */
    StringTensorBuilder addAll(byte @Nullable [][] strings);

    /**
     * Adds the bytes of all strings of a tensor of any layout.
     *
     * @param tensor the tensor; its strings are copied immediately
     * @return this builder
     * @throws NullPointerException if {@code tensor} is null
     * @throws TensorFormatException if an element is invalid, or the total size exceeds the tensor's limit
     */
    StringTensorBuilder addAll(StringTensor tensor);

    /**
     * Returns the number of strings added so far.
     *
     * @return the number of strings
     */
    int size();

    /**
     * Returns the size of the tensor. Cost: measures all strings.
     *
     * @return the size in bytes
     * @throws TensorFormatException with {@code NULL_ELEMENT} for the first null, if nulls are rejected; with
     *     {@code SIZE_LIMIT}, {@code TOTAL_LIMIT} or {@code DISTANCE} for the first string that the layout cannot hold
     * @throws MalformedTextException if a text is malformed and the policy is {@link MalformedPolicy#REPORT}
     */
    long byteSize();

    /**
     * Writes the tensor to a new heap buffer.
     *
     * @return a buffer that contains only the tensor, from position 0 to its limit
     * @throws TensorFormatException under the conditions of {@link #byteSize()}
     * @throws MalformedTextException under the conditions of {@link #byteSize()}
     * @throws IllegalArgumentException if the tensor exceeds the maximum size of a buffer, or contains addresses
     */
    default ByteBuffer build() {
        return build(ByteBuffer::allocate);
    }

    /**
     * Writes the tensor to a new buffer.
     *
     * @param allocator allocates a buffer of the given size in bytes; called once, after all strings have been checked
     * @return the buffer, from position 0 to its limit, which is the end of the tensor
     * @throws NullPointerException if {@code allocator} or its result is null
     * @throws ReadOnlyBufferException if the allocator's buffer is read-only
     * @throws TensorFormatException under the conditions of {@link #byteSize()}
     * @throws MalformedTextException under the conditions of {@link #byteSize()}
     * @throws IllegalArgumentException if the tensor exceeds the maximum size of a buffer, if the allocator's buffer is
     *     too small, or if the elements contain addresses, which a buffer does not support
     */
    ByteBuffer build(IntFunction<ByteBuffer> allocator);

    /**
     * Writes the tensor to an existing buffer.
     *
     * @param memory the buffer
     * @param index the start of the tensor, in bytes from the start of {@code memory}
     * @return the number of bytes written
     * @throws NullPointerException if {@code memory} is null
     * @throws ReadOnlyBufferException if {@code memory} is read-only
     * @throws IndexOutOfBoundsException if {@code index} is negative, or there are fewer than {@link #byteSize()} bytes
     *     from {@code index} on
     * @throws TensorFormatException under the conditions of {@link #byteSize()}
     * @throws MalformedTextException under the conditions of {@link #byteSize()}
     * @throws IllegalArgumentException if the elements contain addresses, which a buffer does not support
     */
    int writeTo(ByteBuffer memory, int index);

    /**
     * Writes the tensor at an address.
     *
     * @param memory the memory
     * @return the number of bytes written
     * @throws NullPointerException if {@code memory} is null
     * @throws IllegalArgumentException if the address is below 4096 and the tensor is not empty
     * @throws IndexOutOfBoundsException if the memory is too small
     * @throws UnsupportedOperationException if only the plain Java binding is available; the message names the option
     *     to add
     * @throws TensorFormatException under the conditions of {@link #byteSize()}
     * @throws MalformedTextException under the conditions of {@link #byteSize()}
     */
    long writeTo(NativeMemory memory);

    /**
     * Writes the tensor to a file atomically: the file is written completely or not at all. The tensor is first written
     * to a temporary file in the same directory, and that file is renamed when all of it is on the disk. An existing
     * regular file is replaced; the new file gets its permissions, and its owner and group as far as this process may
     * set them, without the permissions of the group if that cannot be set. If {@code file} is a symbolic link, the link
     * remains, and its target is written.
     *
     * @param file the file
     * @return the size of the file in bytes
     * @throws NullPointerException if {@code file} is null
     * @throws IOException if {@code file} exists and is not a regular file, such as a directory, a pipe or a device,
     *     which remains unchanged; or if the file cannot be written or renamed atomically, in which case no new file
     *     exists
     * @throws TensorFormatException under the conditions of {@link #byteSize()}
     * @throws MalformedTextException under the conditions of {@link #byteSize()}
     * @throws IllegalArgumentException if the elements contain addresses
     */
    long writeFile(Path file) throws IOException;
}
