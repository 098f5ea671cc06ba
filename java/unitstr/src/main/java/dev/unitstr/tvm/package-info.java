/**
 * Functions and values of libtvm_ffi: call its functions, register Java functions, read what comes back. On
 * 64-bit little-endian machines only.
 */
@org.jspecify.annotations.NullMarked
package dev.unitstr.tvm;
