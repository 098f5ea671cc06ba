/**
 * The kinds of memory that operations access, and the scratch memory that they borrow.
 *
 * <p>The classes have no cycle. From the lowest: {@code OffHeap} and {@code CallState}, {@code Scratch}, {@code
 * Region}, its subclasses.
 */
@org.jspecify.annotations.NullMarked
package dev.unitstr.internal.memory;
