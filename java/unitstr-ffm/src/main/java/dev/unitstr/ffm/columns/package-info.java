/** Columns of strings in memory segments: the counterpart of {@code dev.unitstr.columns} for Java 22 and later. */
@org.jspecify.annotations.NullMarked
package dev.unitstr.ffm.columns;
