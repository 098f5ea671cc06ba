/** The implementation of values and calls, for {@code dev.unitstr.tvm} and {@code dev.unitstr.values}. */
@org.jspecify.annotations.NullMarked
package dev.unitstr.internal.values;
