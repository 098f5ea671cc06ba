/**
 * Columns of strings: many strings in the buffers of Apache Arrow's columnar format, read and written in place.
 * {@link dev.unitstr.columns.StringColumn} reads them, {@link dev.unitstr.columns.StringColumnBuilder} writes them. This
 * package does not depend on Arrow. For memory segments, see {@code dev.unitstr.ffm.columns}.
 */
@org.jspecify.annotations.NullMarked
package dev.unitstr.columns;
