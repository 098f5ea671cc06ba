/**
 * The command-line tool: {@code inspect} shows the bytes of a string tensor, {@code convert} writes its strings in
 * another format. Each command is a class. The facts ({@code TensorFacts}) are separate from their display
 * ({@code HexView}, {@code JsonView}). {@code Exit} defines the exit codes. An
 * {@code IllegalArgumentException} is an error that the user can correct.
 */
@org.jspecify.annotations.NullMarked
package dev.unitstr.cli;
