package dev.unitstr.tensor;

/**
 * How far the bytes of a tensor are trusted. At every level, a string that the layout places in the tensor's own memory
 * is never read outside that memory.
 *
 * @since 0.1.0
 */
public enum Trust {
    /**
     * The bytes come from a file, a mapping or the network. No address is followed: elements of kind
     * {@link StringKind#LARGE}, {@link StringKind#VIEW} and {@link StringKind#PREALLOC} are rejected.
     */
    UNTRUSTED_BUFFER,
    /**
     * The bytes come from other code in this process. Addresses are followed after all possible checks. The checks
     * cannot detect every invalid address: following one may crash the JVM.
     */
    TRUSTED_POINTERS_CHECKED,
    /**
     * The bytes come directly from TensorFlow. Only checks that cost nothing or that bound the result are made;
     * addresses are checked only against the ranges of {@link StringTensor#withAddresses}, if any.
     */
    TRUSTED
}
