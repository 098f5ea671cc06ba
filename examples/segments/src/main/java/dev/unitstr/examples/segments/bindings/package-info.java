/** The smallest bindings to four C libraries that the tour needs. */
package dev.unitstr.examples.segments.bindings;
