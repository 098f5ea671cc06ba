/**
 * Data sources of Apache Spark for files of strings: {@code format("string-tensor")} and {@code format("arrow-strings")}.
 */
@NullMarked
package dev.unitstr.spark;

import org.jspecify.annotations.NullMarked;
