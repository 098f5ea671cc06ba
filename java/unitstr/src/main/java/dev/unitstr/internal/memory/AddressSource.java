package dev.unitstr.internal.memory;

/** A {@link Region} that is an address with a capacity: nothing but the caller's word keeps its memory alive. */
public interface AddressSource {
    /**
     * Where the region starts.
     *
     * @return the address; 0 only if the region is empty
     */
    long address();
}
