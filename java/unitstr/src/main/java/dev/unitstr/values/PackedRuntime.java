package dev.unitstr.values;

import dev.unitstr.spi.values.TvmRuntime;
import java.nio.file.Path;

/**
 * A library of packed functions, libtvm_ffi, in this process.
 *
 * <pre>{@code
 * PackedRuntime runtime = PackedRuntime.openTvm(Path.of("libtvm_ffi.so"));
 * String same = runtime.function("testing.echo").call("a\0b \ud83d\ude00").asString();
 * runtime.register("app.upper", call -> call.ret(call.arg(0).asString().toUpperCase()));
 * String upper = runtime.function("app.upper").call("loud").asString(); // LOUD
 * }</pre>
 *
 * <p>The library is loaded so that the JVM's handlers of signals stay, and refused if its version or its layout is
 * another one. It is never unloaded. Errors of either side go to the other one: {@link PackedException}.
 *
 * <p>The library's table of global functions is not safe for threads. All that goes through this class holds one lock of
 * the process; other libraries that register functions at the same time may still race. All methods may be called from
 * any thread. Not to be implemented by others.
 *
 * @since 0.1.0
 */
public interface PackedRuntime extends AutoCloseable {
    /**
     * Loads libtvm_ffi, or finds it again.
     *
     * @param library its file
     * @return the runtime
     * @throws NullPointerException if {@code library} is null
     * @throws UnsupportedOperationException if only plain Java is left, as native access is denied or there is no native
     *     library, or that is too old, or not for this platform
     * @throws IllegalStateException if the library can't be loaded, or is of another version, or laid out in another way;
     *     the message says which
     */
    static PackedRuntime openTvm(Path library) {
        return TvmRuntime.open(library);
    }

    /**
     * Loads a library of functions that registers itself with libtvm_ffi.
     *
     * @param library its file
     * @throws NullPointerException if {@code library} is null
     * @throws IllegalStateException if it can't be loaded
     */
    void load(Path library);

    /**
     * The version of the library.
     *
     * @return such as {@code 0.1.16}
     */
    String version();

    /**
     * What there was to say when the library was loaded.
     *
     * @return lines; empty if there was nothing
     */
    String warnings();

    /**
     * A global function.
     *
     * @param name its name
     * @return the function
     * @throws NullPointerException if {@code name} is null
     * @throws IllegalArgumentException if there is none of this name
     */
    PackedFunction function(String name);

    /**
     * Whether there is a global function.
     *
     * @param name its name
     * @return whether there is
     */
    boolean has(String name);

    /**
     * Makes a Java function global, in the place of another one of the same name too. Who found that keeps it.
     *
     * @param name its name
     * @param handler what it does
     * @throws NullPointerException if an argument is null
     * @throws IllegalStateException if {@link #freezeRegistry} was called
     */
    void register(String name, PackedHandler handler);

    /**
     * A Java function without a name, to be passed as an argument.
     *
     * @param handler what it does
     * @return the function; it goes when neither side has it any more
     * @throws NullPointerException if {@code handler} is null
     */
    PackedFunction functionOf(PackedHandler handler);

    /** From now on no function can be made global by this process' unitstr; looking one up needs no lock. */
    void freezeRegistry();

    /**
     * Memory for many calls.
     *
     * @return new memory
     */
    CallFrame frame();

    /** Does nothing that can be undone: the library stays, as it can't be unloaded. */
    @Override
    void close();
}
