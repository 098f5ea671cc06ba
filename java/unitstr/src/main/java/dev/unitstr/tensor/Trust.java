package dev.unitstr.tensor;

/**
 * How far the bytes of a tensor are trusted. Whatever is chosen, a string that the layout places in the tensor's own
 * memory is never read outside of it.
 *
 * @since 0.1.0
 */
public enum Trust {
    /**
     * A file, a mapping, the network: only the memory that was given is known. No address is followed: elements of kind
     * {@link StringKind#LARGE}, {@link StringKind#VIEW} and {@link StringKind#PREALLOC} are refused.
     */
    UNTRUSTED_BUFFER,
    /**
     * Other code in this process: addresses are followed after all checks that can be made. A wild address can't be
     * told from a good one: following it may crash the process.
     */
    TRUSTED_POINTERS_CHECKED,
    /**
     * Straight from TensorFlow: only what costs nothing, or bounds the result, is checked; addresses only against the
     * ranges of {@link StringTensor#withAddresses}, if there are any.
     */
    TRUSTED
}
