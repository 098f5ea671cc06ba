/**
 * The border to native code: the interface of a binding, its results, and the JNI and plain Java bindings.
 *
 * <p>The classes have no cycle. From the lowest: numbers ({@code Packed}, {@code Flags}, {@code Encoding}), calls
 * ({@code Binding}, {@code TensorCalls}, {@code ValueCalls}, {@code ArrowCalls}), codecs and native methods, the bindings,
 * {@code Bindings}, {@code TextErrors}.
 */
@org.jspecify.annotations.NullMarked
package dev.unitstr.internal.binding;
