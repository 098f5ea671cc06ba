/** String tensors on any region: what {@code dev.unitstr.tensor} and {@code dev.unitstr.ffm.tensor} share. */
@org.jspecify.annotations.NullMarked
package dev.unitstr.spi.tensor;
