/** Implements the string operations on memory segments. */
@org.jspecify.annotations.NullMarked
package dev.unitstr.ffm.internal.text;
