/** The implementation of columns, for {@code dev.unitstr.columns} and {@code dev.unitstr.ffm.columns}. */
@org.jspecify.annotations.NullMarked
package dev.unitstr.internal.columns;
