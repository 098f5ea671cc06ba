/** The binding over the foreign function and memory interface. */
@org.jspecify.annotations.NullMarked
package dev.unitstr.ffm.internal.binding;
