/**
 * Slots of values in the formats of RFC 97, libtvm_ffi and libmatx, read and written in place; lists of RFC 97; and the
 * arguments of packed functions of earlier TVM versions. For developers who implement such a format. Works on 64-bit
 * little-endian machines only.
 */
@org.jspecify.annotations.NullMarked
package dev.unitstr.values;
