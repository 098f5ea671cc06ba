/** String tensors in memory segments: the counterpart of {@code dev.unitstr.tensor} for Java 22 and later. */
@org.jspecify.annotations.NullMarked
package dev.unitstr.ffm.tensor;
