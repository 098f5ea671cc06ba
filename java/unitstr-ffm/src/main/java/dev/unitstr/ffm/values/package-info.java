/** Values in memory segments: the counterpart of {@code dev.unitstr.values} for Java 22 and later. */
@org.jspecify.annotations.NullMarked
package dev.unitstr.ffm.values;
