/**
 * The border to native code: the interface of a binding, its results, and the JNI and plain Java bindings.
 */
@org.jspecify.annotations.NullMarked
package dev.unitstr.internal.binding;
