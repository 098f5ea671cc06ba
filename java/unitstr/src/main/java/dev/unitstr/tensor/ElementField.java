package dev.unitstr.tensor;

/**
 * A field of an element of a tensor: its location and its value. For tools that display a tensor.
 *
 * @param field the field, as a {@link TensorFormatException} about it names it
 * @param name the field's name in the format: {@code size}, {@code cap}, {@code ptr}, {@code owner_ref},
 *     {@code offset}, {@code count}, {@code end}, {@code text}, {@code nul}, {@code unused}
 * @param offset the start of the field, in bytes from the start of the tensor's memory
 * @param bytes the size of the field in bytes
 * @param value the unsigned number in the field, without its kind bits; not validated; 0 if the field holds text or is
 *     unused
 * @since 0.1.0
 */
public record ElementField(TensorFormatException.Field field, String name, long offset, int bytes, long value) {}
