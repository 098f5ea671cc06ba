package dev.unitstr.values;

import org.jspecify.annotations.Nullable;

/**
 * A function of libtvm_ffi. It may be called by any thread, and it stays as long as the process.
 *
 * <p>Arguments are what {@link AnyPad#set(Object)} takes, of any length, and {@link PackedFunction}, and any
 * {@link AnyValue} of TVM_FFI, {@link OwnedAny} above all.
 *
 * <p>Not to be implemented by others.
 *
 * @since 0.1.0
 */
public interface PackedFunction {
    /**
     * Calls it. A text that is returned is copied; an object is released when the garbage collector finds the value.
     *
     * @param args the arguments
     * @return the result
     * @throws IllegalArgumentException if an argument is of no class that there is a value for
     * @throws PackedException if the function raises an error
     */
    AnyValue call(@Nullable Object... args);

    /**
     * Calls it.
     *
     * @param args the arguments
     * @return the result; to be closed
     * @throws IllegalArgumentException if an argument is of no class that there is a value for
     * @throws PackedException if the function raises an error
     */
    OwnedAny callOwned(@Nullable Object... args);
}
