/**
 * The border to native code: the interface of a binding, its results, and the bindings by JNI and in plain
 * Java.
 */
@org.jspecify.annotations.NullMarked
package dev.unitstr.internal.binding;
