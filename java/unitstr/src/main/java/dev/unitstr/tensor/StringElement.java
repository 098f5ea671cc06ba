package dev.unitstr.tensor;

/**
 * The content of an element, without any validation. For tools that display a tensor; to read a string, use
 * {@link StringTensor#get(long)}.
 *
 * @param index the index of the element
 * @param kind where the string is stored
 * @param byteLength the size of the string in bytes, as an unsigned number
 * @param capacityBytes the size that the string can grow to in place; 0 if it must not be written
 * @param offset the start of the string, in bytes from the start of the tensor's memory, as an unsigned number; -1 if
 *     it is at an address
 * @param address the address of the string in the process that wrote the element; 0 if it is in the tensor's memory
 * @since 0.1.0
 */
public record StringElement(
        long index, StringKind kind, long byteLength, long capacityBytes, long offset, long address) {}
