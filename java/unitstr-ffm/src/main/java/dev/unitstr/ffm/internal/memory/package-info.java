/** Memory segments as a kind of memory that operations access. */
@org.jspecify.annotations.NullMarked
package dev.unitstr.ffm.internal.memory;
