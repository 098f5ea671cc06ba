/** The engine of the string operations: argument checks, routes, chunks, results. */
@org.jspecify.annotations.NullMarked
package dev.unitstr.internal.text;
