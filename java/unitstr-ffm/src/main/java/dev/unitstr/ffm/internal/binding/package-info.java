/** The binding over the foreign function and memory API. */
@org.jspecify.annotations.NullMarked
package dev.unitstr.ffm.internal.binding;
