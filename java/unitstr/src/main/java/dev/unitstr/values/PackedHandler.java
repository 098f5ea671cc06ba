package dev.unitstr.values;

/**
 * A Java function that native code calls.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface PackedHandler {
    /**
     * Does the work. What it throws is raised in native code, as an error that remembers it: {@link PackedException}.
     *
     * @param context the arguments, and where the result goes; only until this method returns
     * @throws Exception whatever went wrong
     */
    void call(CallContext context) throws Exception;
}
