/** Kinds of memory that operations work on, and the scratch memory that they borrow. */
@org.jspecify.annotations.NullMarked
package dev.unitstr.internal.memory;
