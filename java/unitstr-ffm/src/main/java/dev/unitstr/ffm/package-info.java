/** Strings in memory segments, counted in the code units of their charset. */
@org.jspecify.annotations.NullMarked
package dev.unitstr.ffm;
