/** Slots and lists in memory segments. */
@org.jspecify.annotations.NullMarked
package dev.unitstr.ffm.internal.values;
