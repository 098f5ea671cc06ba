/** Finds, extracts and loads the native library. */
@org.jspecify.annotations.NullMarked
package dev.unitstr.internal.library;
