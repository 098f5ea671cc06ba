/**
 * Values of machine-learning runtimes: tagged slots of 16 to 136 bytes, with short text in them, and the objects that
 * they refer to. On 64-bit little-endian machines only.
 */
@org.jspecify.annotations.NullMarked
package dev.unitstr.values;
