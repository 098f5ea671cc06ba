/**
 * The binding over the foreign function and memory API.
 *
 * <p>No class uses one that uses it: {@code Downcall} lists the functions, {@code LibraryTable} links them, {@code
 * FfmBinding} and its parts call them.
 */
@org.jspecify.annotations.NullMarked
package dev.unitstr.ffm.internal.binding;
