package dev.unitstr.tvm;

import dev.unitstr.Ucs4String;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A function of libtvm_ffi ({@code ffi.Function}; {@code PackedFunc} in earlier versions of TVM). Any thread may call
 * it. This object holds a reference that keeps the function alive.
 *
 * <pre>{@code
 * TvmFunction stringify = runtime.function("ffi.json.Stringify");
 * String json = stringify.call(List.of(1, Map.of("name", "Ada")), null).asString(); // [1,{"name":"Ada"}]
 * }</pre>
 *
 * <p>A function accepts any number of arguments up to the limit below. An argument may be: any object that
 * {@link dev.unitstr.values.Slot#set(Object)} accepts, with text and binaries of any length; a {@link TvmFunction}; a
 * {@link TvmModule}; a {@link TensorValue}, of which one that Java allocated is passed as a {@code DLTensor*} for the time
 * of the call; a {@link Value}, {@link ListValue} or {@link MapValue}, of which those of the dialect TVM_FFI are
 * passed as they are, and others are copied by {@link Value#toJava()}; a {@link Ucs4String}, which becomes UTF-8 with
 * lone surrogates replaced; a {@link java.util.Collection} or an array of any type but {@code byte[]}, which is a binary,
 * and {@code char[]}, which is refused: they become an {@code ffi.Array} in the order of iteration; or a
 * {@link java.util.Map}, which becomes an {@code ffi.Map}. The elements of containers must be accepted arguments
 * themselves.
 *
 * <p><b>A lone array.</b> Java passes an array of objects as all arguments of a method with a variable number of them:
 * {@code call(new Integer[] {1, 2})} has two arguments. Only for {@code String[]}, {@link #call(String[])} makes it one
 * argument, a list; primitive arrays are one argument by themselves. Write {@code call((Object) array)} to pass any array
 * as a list, and {@code call((Object[]) array)} to pass its elements as the arguments.
 *
 * <p>A borrowed text (a C string or a byte array) is copied. A borrowed tensor ({@code DLTensor*}) is passed as its
 * address, and must remain valid until the call returns.
 *
 * <p>Limits: a text may have at most 2,147,483,606 bytes in UTF-8. A call may have 1,048,576 arguments. Containers may
 * be nested 256 deep, may have 1,048,576 elements each (a pair of a map counts as two) and 16,777,216 elements in
 * total, and must not contain themselves.
 *
 * <p>This interface is not intended to be implemented by user code.
 *
 * @since 0.1.0
 */
public interface TvmFunction {
    /**
     * Calls this function. A returned text is copied; a returned object is released when the garbage collector finds
     * the value.
     *
     * <p>Values that are not closed hold native memory that the garbage collector does not see. When they hold about 64
     * MiB, and twice as much as remained after the previous collection, the calling thread requests a garbage
     * collection. The count includes the text of the arguments and the result, the data of tensors, and the elements
     * of lists and maps: the first 16 objects in them are read, and the others count as much on average. A list or dict
     * to which native code has another reference counts without its elements' own memory. If one has grown, its new
     * elements count in the same way as soon as it is an argument. One object counts for at most 1 GiB, and one of an
     * unknown type for 256 bytes. To release large results early, use {@link #callOwned}.
     *
     * @param args the arguments
     * @return the result
     * @throws NullPointerException if {@code args} itself is null; to pass a single null argument, use
     *     {@code call((Object) null)}
     * @throws IllegalArgumentException if an argument is of an unsupported class, and the message names its place; if a limit
     *     above is exceeded, a container contains itself, or a {@link java.math.BigInteger} is beyond the range of a long
     * @throws OutOfMemoryError if native memory for a text cannot be allocated
     * @throws TvmException if the function raises an error
     */
    Value call(@Nullable Object... args);

    /**
     * Calls this function with one argument, a list of strings. Equivalent to {@code call((Object) list)}.
     *
     * @param list the strings, of which each may be null
     * @return the result
     * @throws NullPointerException if {@code list} is null; to pass a single null argument, use
     *     {@code call((Object) null)}
     * @throws IllegalArgumentException if a limit above is exceeded
     * @throws OutOfMemoryError if native memory for a text cannot be allocated
     * @throws TvmException if the function raises an error
     */
    default Value call(@Nullable String[] list) {
        return call((Object) Objects.requireNonNull(list, "list is null: to pass null, write (Object) null"));
    }

    /**
     * Calls this function and returns a result that the caller owns.
     *
     * @param args the arguments
     * @return the result; the caller must close it
     * @throws NullPointerException if {@code args} itself is null
     * @throws IllegalArgumentException under the conditions of {@link #call}
     * @throws OutOfMemoryError if native memory for a text cannot be allocated
     * @throws TvmException if the function raises an error
     */
    OwnedValue callOwned(@Nullable Object... args);

    /**
     * Calls this function with one argument, a list of strings, and returns a result that the caller owns. Equivalent to
     * {@code callOwned((Object) list)}.
     *
     * @param list the strings, of which each may be null
     * @return the result; the caller must close it
     * @throws NullPointerException if {@code list} is null
     * @throws IllegalArgumentException if a limit above is exceeded
     * @throws OutOfMemoryError if native memory for a text cannot be allocated
     * @throws TvmException if the function raises an error
     */
    default OwnedValue callOwned(@Nullable String[] list) {
        return callOwned((Object) Objects.requireNonNull(list, "list is null: to pass null, write (Object) null"));
    }
}
