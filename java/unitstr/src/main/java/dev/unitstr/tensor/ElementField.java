package dev.unitstr.tensor;

/**
 * A field of an element of a tensor: where it is, and what it says. For tools that show a tensor.
 *
 * @param field which, as a {@link TensorFormatException} about it says
 * @param name what the format calls it: {@code size}, {@code cap}, {@code ptr}, {@code owner_ref}, {@code offset},
 *     {@code count}, {@code end}, {@code text}, {@code nul}, {@code unused}
 * @param offset where it starts, in bytes from the start of the tensor's memory
 * @param bytes how many bytes it has
 * @param value the number in it, without its bits for the kind, as an unsigned number; not checked; 0 if it holds text
 *     or nothing
 * @since 0.1.0
 */
public record ElementField(TensorFormatException.Field field, String name, long offset, int bytes, long value) {}
