/**
 * Finds, extracts and loads the native library.
 *
 * <p>The classes have no cycle: {@code Abi} and {@code Platform} are the lowest, {@code LibrarySearch} is the highest.
 */
@org.jspecify.annotations.NullMarked
package dev.unitstr.internal.library;
