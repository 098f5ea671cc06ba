package dev.unitstr.internal.memory;

/** A {@link Region} that is an address with a capacity. The caller is responsible for the lifetime of its memory. */
public interface AddressSource {
    /**
     * Returns the address of the region.
     *
     * @return the address; 0 only if the region is empty
     */
    long address();
}
