package dev.unitstr.tensor;

import java.util.Optional;

/**
 * The result of {@link StringTensor#validate()}.
 *
 * @param elements the number of valid elements before the first violation
 * @param totalBytes the total size of the strings of these elements in bytes
 * @param error the first violation; empty if all elements are valid
 * @since 0.1.0
 */
public record ValidationReport(long elements, long totalBytes, Optional<TensorFormatException> error) {
    /**
     * Tests whether all elements are valid.
     *
     * @return true if there is no violation
     */
    public boolean isValid() {
        return error.isEmpty();
    }
}
