/** Implements the string operations: argument checks, choice of the route, chunks and results. */
@org.jspecify.annotations.NullMarked
package dev.unitstr.internal.text;
