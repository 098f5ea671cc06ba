package dev.unitstr.tvm;

import org.jspecify.annotations.Nullable;

/**
 * A Java function that native code calls.
 *
 * <pre>{@code
 * runtime.register("app.upper", call -> call.arg(0).asString().toUpperCase(Locale.ROOT));
 * }</pre>
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface TvmHandler {
    /**
     * Computes the result of a call. If this method throws an exception, it is raised in native code as an error, and
     * the error keeps the exception as its cause: see {@link TvmException}.
     *
     * @param context the arguments; valid only until this method returns
     * @return the result, of any class that {@link TvmFunction#call} accepts as an argument, or null. The native caller
     *     gets a copy or its own reference: a returned value, such as an {@link OwnedValue}, must be open when this
     *     method returns, and is not closed: {@code return} within try-with-resources closes it too early
     * @throws Exception to raise an error in native code
     */
    @Nullable
    Object call(TvmCall context) throws Exception;
}
