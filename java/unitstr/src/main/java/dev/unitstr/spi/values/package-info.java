/** Values on any region: what a slot says, what it refers to, and the memory that may be read for that. */
@org.jspecify.annotations.NullMarked
package dev.unitstr.spi.values;
