/** The implementation of string tensors in memory segments. */
@org.jspecify.annotations.NullMarked
package dev.unitstr.ffm.internal.tensor;
