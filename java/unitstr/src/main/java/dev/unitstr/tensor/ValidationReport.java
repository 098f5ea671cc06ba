package dev.unitstr.tensor;

import java.util.Optional;

/**
 * What {@link StringTensor#validate()} found.
 *
 * @param elements how many elements are good, from the first on
 * @param totalBytes how long the strings of these are, together
 * @param error what is wrong with the next; empty if all are good
 * @since 0.1.0
 */
public record ValidationReport(long elements, long totalBytes, Optional<TensorFormatException> error) {
    /**
     * Whether all elements are good.
     *
     * @return whether there is no error
     */
    public boolean isValid() {
        return error.isEmpty();
    }
}
