/** The kinds of memory that operations access, and the scratch memory that they borrow. */
@org.jspecify.annotations.NullMarked
package dev.unitstr.internal.memory;
