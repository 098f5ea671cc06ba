/** Memory segments as the kind of memory that the engines work on. */
@org.jspecify.annotations.NullMarked
package dev.unitstr.ffm.internal.memory;
