/**
 * Functions and values of libtvm_ffi: calls of its functions, registration of Java functions, and access to results.
 * Works on 64-bit little-endian machines only.
 */
@org.jspecify.annotations.NullMarked
package dev.unitstr.tvm;
