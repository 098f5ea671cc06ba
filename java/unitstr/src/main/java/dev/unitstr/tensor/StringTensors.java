package dev.unitstr.tensor;

import dev.unitstr.internal.tensor.TensorFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Objects;
import java.util.OptionalLong;

/**
 * Static methods that write string tensors, map files of them, and convert between layouts, with default options.
 * {@link StringTensorBuilder} has further options.
 *
 * <pre>{@code
 * StringTensors.writeFile(Path.of("tokens.tensor"), TensorLayout.TF24, "a", "token");
 * StringTensor tokens = StringTensors.map(Path.of("tokens.tensor"), TensorLayout.TF24, 2);
 * System.out.println(tokens.get(1)); // token
 * }</pre>
 *
 * @since 0.1.0
 */
public final class StringTensors {
    private StringTensors() {}

    /**
     * Writes texts in UTF-8 to a new heap buffer.
     *
     * @param layout the layout of the tensor
     * @param strings the texts
     * @return a buffer that contains only the tensor, from position 0 to its limit
     * @throws NullPointerException if an argument is null
     * @throws TensorFormatException if a text is null, or the layout cannot hold it
     * @throws IllegalArgumentException if the tensor exceeds the maximum size of a buffer
     */
    public static ByteBuffer write(TensorLayout layout, String... strings) {
        return StringTensorBuilder.of(layout).addAll(strings).build();
    }

    /**
     * Writes texts in UTF-8 to a new heap buffer.
     *
     * @param layout the layout of the tensor
     * @param texts the texts
     * @return a buffer that contains only the tensor, from position 0 to its limit
     * @throws NullPointerException if an argument is null
     * @throws TensorFormatException if a text is null, or the layout cannot hold it
     * @throws IllegalArgumentException if the tensor exceeds the maximum size of a buffer
     */
    public static ByteBuffer write(TensorLayout layout, Collection<? extends CharSequence> texts) {
        return StringTensorBuilder.of(layout).addAll(texts).build();
    }

    /**
     * Writes strings that are already encoded to a new heap buffer.
     *
     * @param layout the layout of the tensor
     * @param strings the strings: arbitrary bytes
     * @return a buffer that contains only the tensor, from position 0 to its limit
     * @throws NullPointerException if an argument is null
     * @throws TensorFormatException if a string is null, or the layout cannot hold it
     * @throws IllegalArgumentException if the tensor exceeds the maximum size of a buffer
     */
    public static ByteBuffer write(TensorLayout layout, byte[][] strings) {
        return StringTensorBuilder.of(layout).addAll(strings).build();
    }

    /**
     * Writes the strings of a tensor in another layout to a new heap buffer. The bytes of the strings are unchanged.
     *
     * @param tensor the tensor
     * @param layout the layout of the new tensor
     * @return a buffer that contains only the new tensor, from position 0 to its limit
     * @throws NullPointerException if an argument is null
     * @throws TensorFormatException if an element is invalid, or the layout cannot hold it
     * @throws IllegalArgumentException if the tensor exceeds the maximum size of a buffer
     */
    public static ByteBuffer convert(StringTensor tensor, TensorLayout layout) {
        return StringTensorBuilder.of(layout).addAll(tensor).build();
    }

    /**
     * Writes texts in UTF-8 to a file, as {@link StringTensorBuilder#writeFile(Path)} does.
     *
     * @param file the file
     * @param layout the layout of the tensor
     * @param strings the texts
     * @return the size of the file in bytes
     * @throws NullPointerException if an argument is null
     * @throws TensorFormatException if a text is null, or the layout cannot hold it
     * @throws IOException if the file cannot be written; then no new file exists
     */
    public static long writeFile(Path file, TensorLayout layout, String... strings) throws IOException {
        return StringTensorBuilder.of(layout).addAll(strings).writeFile(file);
    }

    /**
     * Maps a file read-only. Its content is not trusted: addresses are rejected.
     *
     * <p>The mapping ends when the garbage collector finds it unreachable. If the file is truncated while it is mapped,
     * reading it may crash the JVM. On Java 22 and later, {@code dev.unitstr.ffm.tensor.SegmentTensors} maps files of
     * any size and ends the mapping when an arena is closed.
     *
     * @param file the file
     * @param layout the layout of the tensor
     * @param count the number of elements
     * @return the tensor
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException if {@code count < 0}, or the file is larger than 2<sup>31</sup> - 1 bytes, the
     *     maximum size of a buffer
     * @throws IOException if the file cannot be read
     * @throws TensorFormatException under the conditions of {@link StringTensor#of(ByteBuffer, long, TensorLayout,
     *     Trust)}
     */
    public static StringTensor map(Path file, TensorLayout layout, long count) throws IOException {
        Objects.requireNonNull(file, "file");
        Objects.requireNonNull(layout, "layout");
        return StringTensor.of(TensorFiles.map(file), count, layout);
    }

    /**
     * Returns the number of elements that the bytes of a tensor state. Of {@link TensorLayout#TFLITE} it is in the header;
     * of the layouts with elements it is in the first element if that is of kind {@link StringKind#OFFSET}, as in every
     * tensor that unitstr writes by default. Memory without bytes is a tensor without elements, except of TFLITE.
     *
     * @param memory the tensor's memory, from index 0 to the buffer's current limit
     * @param layout the layout of the tensor
     * @return the number of elements, which is not checked: {@link StringTensor#of(ByteBuffer, long, TensorLayout)} checks
     *     it; empty if the bytes do not state it. A count of 2<sup>32</sup> or more is stated modulo 2<sup>32</sup>
     * @throws NullPointerException if an argument is null
     */
    public static OptionalLong storedCount(ByteBuffer memory, TensorLayout layout) {
        Objects.requireNonNull(memory, "memory");
        Objects.requireNonNull(layout, "layout");
        ByteBuffer little = memory.duplicate().order(ByteOrder.LITTLE_ENDIAN); // these fields are so on every machine
        int size = memory.limit();
        return switch (layout.format()) {
            case TFLITE -> size < 4 ? OptionalLong.empty() : OptionalLong.of(Math.max(little.getInt(0), 0));
            case TF_LEGACY -> size == 0 ? OptionalLong.of(0) : OptionalLong.empty();
            case TF24, RFC16, RFC24 -> {
                if (size == 0) {
                    yield OptionalLong.of(0);
                }
                boolean isOffset = size >= 12 && (little.get(0) & 3) == 2;
                yield isOffset ? OptionalLong.of(Integer.toUnsignedLong(little.getInt(8))) : OptionalLong.empty();
            }
        };
    }
}
