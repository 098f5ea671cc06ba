/**
 * Finds, extracts and loads the native library.
 *
 * <p>No class uses one that uses it: {@code Abi} and {@code Platform} are the lowest, {@code LibrarySearch} is the highest.
 */
@org.jspecify.annotations.NullMarked
package dev.unitstr.internal.library;
