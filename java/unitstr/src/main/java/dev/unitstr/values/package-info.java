/**
 * Slots of values in the formats of RFC 97, libtvm_ffi and libmatx, read and written in place; lists of RFC 97; the
 * arguments of old TVM. For implementers of such a format. On 64-bit little-endian machines only.
 */
@org.jspecify.annotations.NullMarked
package dev.unitstr.values;
