package dev.unitstr.tvm;

/**
 * The content of an error value.
 *
 * @param kind the error kind, such as {@code ValueError}
 * @param message the error message
 * @param backtrace the backtrace as libtvm_ffi formats it; may be empty
 * @since 0.1.0
 */
public record ValueError(String kind, String message, String backtrace) {}
