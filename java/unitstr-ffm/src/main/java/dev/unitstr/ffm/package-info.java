/** Reads and writes strings in memory segments, with lengths in code units of the charset. */
@org.jspecify.annotations.NullMarked
package dev.unitstr.ffm;
