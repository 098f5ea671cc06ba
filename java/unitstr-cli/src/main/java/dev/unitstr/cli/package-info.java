/**
 * The command line: {@code inspect} shows the bytes of a tensor of strings, {@code convert} writes them in another
 * format. Each command is a class; what it finds out ({@code TensorFacts}) and how that is shown ({@code HexView},
 * {@code JsonView}) are others.
 */
@org.jspecify.annotations.NullMarked
package dev.unitstr.cli;
