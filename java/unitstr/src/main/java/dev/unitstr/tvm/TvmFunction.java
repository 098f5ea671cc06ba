package dev.unitstr.tvm;

import dev.unitstr.Ucs4String;
import org.jspecify.annotations.Nullable;

/**
 * A function of libtvm_ffi. It may be called by any thread, and it lives as long as this object.
 *
 * <p>Arguments are what {@link dev.unitstr.values.Slot#set(Object)} takes, of any length; {@link TvmFunction}, {@link TvmModule} and
 * any {@link Value} of TVM_FFI; {@link Ucs4String}, which becomes UTF-8 with lone surrogates replaced;
 * {@link java.util.List}, which becomes an {@code ffi.Array}, and {@link java.util.Map}, which becomes an
 * {@code ffi.Map}, both of what is accepted here. Text may have at most 2,147,483,606 bytes in UTF-8. Containers may be 256
 * deep in each other, have 1,048,576 arguments each (a pair of a map is two) and 16,777,216 elements in all, and must not
 * hold themselves.
 *
 * <p>Not to be implemented by others.
 *
 * @since 0.1.0
 */
public interface TvmFunction {
    /**
     * Calls it. A text that is returned is copied; an object is released when the garbage collector finds the value.
     *
     * <p>Values that are not closed hold native memory that the garbage collector doesn't see. When they hold about
     * 64 MiB, counted by the text of the arguments and by the result without what it holds, and twice as much as was left
     * the last time, the calling thread requests a garbage collection. Large results are better closed:
     * {@link #callOwned}.
     *
     * @param args the arguments
     * @return the result
     * @throws NullPointerException if {@code args} itself is null: one argument that is null is
     *     {@code call((Object) null)}
     * @throws IllegalArgumentException if an argument is of no class that there is a value for, or larger or deeper than
     *     above, or a container that holds itself
     * @throws OutOfMemoryError if there is no native memory for a text
     * @throws TvmException if the function raises an error
     */
    Value call(@Nullable Object... args);

    /**
     * Calls it.
     *
     * @param args the arguments
     * @return the result; to be closed
     * @throws NullPointerException if {@code args} itself is null
     * @throws IllegalArgumentException as {@link #call}
     * @throws OutOfMemoryError if there is no native memory for a text
     * @throws TvmException if the function raises an error
     */
    OwnedValue callOwned(@Nullable Object... args);
}
