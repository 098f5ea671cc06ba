/**
 * Values in memory segments: the counterpart of {@code dev.unitstr.values} for Java 22 and later. It needs the artifact
 * {@code unitstr-tvm}, module {@code dev.unitstr.tvm}, which {@code unitstr-ffm} does not bring along.
 */
@org.jspecify.annotations.NullMarked
package dev.unitstr.ffm.values;
