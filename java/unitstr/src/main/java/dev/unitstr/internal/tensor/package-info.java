/** The implementation of string tensors, for {@code dev.unitstr.tensor} and {@code dev.unitstr.ffm.tensor}. */
@org.jspecify.annotations.NullMarked
package dev.unitstr.internal.tensor;
