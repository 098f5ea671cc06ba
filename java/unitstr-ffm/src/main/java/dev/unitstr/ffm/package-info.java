/**
 * Reads and writes strings in memory segments, with lengths in code units of the charset.
 *
 * <p>A wrong pointer, or a wrong size in {@code reinterpret}, can crash the process. {@code docs/troubleshooting.md} of the
 * project says how to find the call that passed it in the JVM's report, {@code hs_err_pid….log}.
 */
@org.jspecify.annotations.NullMarked
package dev.unitstr.ffm;
