/**
 * The binding over the foreign function and memory API.
 *
 * <p>The classes have no cycle: {@code Downcall} lists the functions, {@code LibraryTable} links them, {@code
 * FfmBinding} and its parts call them.
 */
@org.jspecify.annotations.NullMarked
package dev.unitstr.ffm.internal.binding;
