/** The engine of values and of calls, for {@code dev.unitstr.tvm} and {@code dev.unitstr.values}. */
@org.jspecify.annotations.NullMarked
package dev.unitstr.internal.values;
