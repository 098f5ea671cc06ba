package dev.unitstr.tensor;

/**
 * What an element says, as it is: nothing of it was checked. For tools that show a tensor; to read a string,
 * {@link StringTensor#get(long)}.
 *
 * @param index which element
 * @param kind where it has its string
 * @param byteLength the size of the string in bytes, as an unsigned number
 * @param capacityBytes the size that it can grow to where it is; 0 where nobody may write
 * @param offset where the string is, in bytes from the start of the tensor's memory, as an unsigned number; -1 if it is
 *     at an address
 * @param address where the string is in the process that wrote the element; 0 if it is in the tensor's memory
 * @since 0.1.0
 */
public record StringElement(
        long index, StringKind kind, long byteLength, long capacityBytes, long offset, long address) {}
