package dev.unitstr.tvm;

/**
 * What an error value says.
 *
 * @param kind such as {@code ValueError}
 * @param message what it says
 * @param backtrace where it was raised, as the library writes it; may be empty
 * @since 0.1.0
 */
public record ValueError(String kind, String message, String backtrace) {}
