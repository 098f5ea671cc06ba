package dev.unitstr.tensor;

import dev.unitstr.internal.tensor.TensorFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Collection;

/**
 * Writes tensors of strings, maps files of them, and turns one layout into another, where no choices are needed:
 * {@link StringTensorBuilder} has these.
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
     * Writes texts in UTF-8 into new memory on the heap.
     *
     * @param layout how the tensor is to lie in memory
     * @param strings the texts
     * @return a buffer with nothing else in it, from its position 0 to its limit
     * @throws NullPointerException if an argument is null
     * @throws TensorFormatException if a text is null, or the layout can't hold it
     * @throws IllegalArgumentException if it needs more than a buffer can have
     */
    public static ByteBuffer write(TensorLayout layout, String... strings) {
        return StringTensorBuilder.of(layout).addAll(strings).build();
    }

    /**
     * Writes texts in UTF-8 into new memory on the heap.
     *
     * @param layout how the tensor is to lie in memory
     * @param texts the texts
     * @return a buffer with nothing else in it, from its position 0 to its limit
     * @throws NullPointerException if an argument is null
     * @throws TensorFormatException if a text is null, or the layout can't hold it
     * @throws IllegalArgumentException if it needs more than a buffer can have
     */
    public static ByteBuffer write(TensorLayout layout, Collection<? extends CharSequence> texts) {
        return StringTensorBuilder.of(layout).addAll(texts).build();
    }

    /**
     * Writes strings that are encoded already into new memory on the heap.
     *
     * @param layout how the tensor is to lie in memory
     * @param strings the strings: any bytes
     * @return a buffer with nothing else in it, from its position 0 to its limit
     * @throws NullPointerException if an argument is null
     * @throws TensorFormatException if a string is null, or the layout can't hold it
     * @throws IllegalArgumentException if it needs more than a buffer can have
     */
    public static ByteBuffer write(TensorLayout layout, byte[][] strings) {
        return StringTensorBuilder.of(layout).addAll(strings).build();
    }

    /**
     * Writes the bytes of a tensor's strings in another layout, into new memory on the heap.
     *
     * @param tensor the tensor
     * @param layout how the new one is to lie in memory
     * @return a buffer with nothing else in it, from its position 0 to its limit
     * @throws NullPointerException if an argument is null
     * @throws TensorFormatException if an element is bad, or the layout can't hold it
     * @throws IllegalArgumentException if it needs more than a buffer can have
     */
    public static ByteBuffer convert(StringTensor tensor, TensorLayout layout) {
        return StringTensorBuilder.of(layout).addAll(tensor).build();
    }

    /**
     * Writes texts in UTF-8 into a file, as {@link StringTensorBuilder#writeFile(Path)} does.
     *
     * @param file the file
     * @param layout how the tensor is to lie in the file
     * @param strings the texts
     * @return how large the file is, in bytes
     * @throws NullPointerException if an argument is null
     * @throws TensorFormatException if a text is null, or the layout can't hold it
     * @throws IOException if it can't be written; then there is no new file
     */
    public static long writeFile(Path file, TensorLayout layout, String... strings) throws IOException {
        return StringTensorBuilder.of(layout).addAll(strings).writeFile(file);
    }

    /**
     * Maps a file, not to be written. Nothing in it is trusted: addresses are refused.
     *
     * <p>The mapping ends when the garbage collector finds that nothing refers to it any more. A file that is cut short
     * meanwhile may end the process when it is read. On Java 22 and later,
     * {@code dev.unitstr.ffm.tensor.SegmentTensors} maps files of any size, until an arena is closed.
     *
     * @param file the file
     * @param layout how the tensor lies in the file
     * @param count how many elements it has
     * @return the tensor
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException if {@code count < 0}, or the file is larger than 2<sup>31</sup> - 1 bytes, which
     *     is the most of a buffer
     * @throws IOException if the file can't be read
     * @throws TensorFormatException as {@link StringTensor#of(ByteBuffer, long, TensorLayout, Trust)}
     */
    public static StringTensor map(Path file, TensorLayout layout, long count) throws IOException {
        return StringTensor.of(TensorFiles.map(file), count, layout);
    }
}
