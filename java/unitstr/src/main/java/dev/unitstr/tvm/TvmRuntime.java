package dev.unitstr.tvm;

import dev.unitstr.internal.values.BoundRuntime;
import java.nio.file.Path;
import java.util.List;

/**
 * A library of packed functions, libtvm_ffi, in this process.
 *
 * <pre>{@code
 * TvmRuntime runtime = TvmRuntime.open(Path.of("libtvm_ffi.so"));
 * String same = runtime.function("testing.echo").call("a\0b \ud83d\ude00").asString();
 * runtime.register("app.upper", call -> call.arg(0).asString().toUpperCase());
 * String upper = runtime.function("app.upper").call("loud").asString(); // LOUD
 * }</pre>
 *
 * <p>The library is loaded so that the JVM's handlers of signals stay, and refused if its version or its layout is
 * another one. It is never unloaded. Errors of either side go to the other one: {@link TvmException}.
 *
 * <p>The library's table of global functions is not safe for threads. All that goes through this class holds one lock of
 * the process; other libraries that register functions at the same time may still race. All methods may be called from
 * any thread. Not to be implemented by others.
 *
 * @since 0.1.0
 */
public interface TvmRuntime extends AutoCloseable {
    /**
     * Loads libtvm_ffi, or finds it again.
     *
     * @param library its file
     * @return the runtime
     * @throws NullPointerException if {@code library} is null
     * @throws UnsupportedOperationException if only plain Java is left, as native access is denied or there is no native
     *     library, or that is too old, or not for this platform
     * @throws IllegalStateException if the library can't be loaded, or is of a version that is not accepted (0.1.8
     *     and later, below 0.2), or laid out in another way, or if another copy of it is already loaded; the message says
     *     which
     */
    static TvmRuntime open(Path library) {
        return BoundRuntime.open(library);
    }

    /**
     * Loads a library of functions that registers itself with libtvm_ffi.
     *
     * @param library its file
     * @throws NullPointerException if {@code library} is null
     * @throws IllegalStateException if it can't be loaded, or is another copy of libtvm_ffi
     */
    void load(Path library);

    /**
     * Loads a module: a shared library that exports functions as {@code __tvm_ffi_<name>}, such as TVM's compiler writes.
     * It stays loaded as long as the process, and the JVM keeps its handlers of signals.
     *
     * @param library its file; the library chooses the loader by the suffix, so it has to end in {@code .so}
     * @return the module
     * @throws NullPointerException if {@code library} is null
     * @throws IllegalStateException if the file can't be loaded
     * @throws TvmException if libtvm_ffi refuses it
     */
    TvmModule loadModule(Path library);

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
     * Looks up a global function. The library is asked each time, so a function that is called often is to be kept.
     *
     * @param name its name
     * @return the function
     * @throws NullPointerException if {@code name} is null
     * @throws IllegalArgumentException if there is none of this name
     */
    TvmFunction function(String name);

    /**
     * Whether there is a global function of this name now, whoever has registered or removed it.
     *
     * @param name its name
     * @return whether there is
     * @throws NullPointerException if {@code name} is null
     */
    boolean has(String name);

    /**
     * Lists all global functions.
     *
     * @return the names, sorted; unmodifiable, and as they are now
     * @throws IllegalArgumentException if the library has no {@code ffi.FunctionListGlobalNamesFunctor}
     */
    List<String> functionNames();

    /**
     * Makes a Java function global, in the place of another one of the same name too. Who found that keeps it.
     *
     * @param name its name
     * @param handler what it does
     * @throws NullPointerException if an argument is null
     * @throws IllegalStateException if {@link #freezeRegistry} was called
     */
    void register(String name, TvmHandler handler);

    /**
     * Removes a global function, of Java or of the library. Does nothing if there is none of this name. Who found it
     * keeps it.
     *
     * @param name its name
     * @throws NullPointerException if {@code name} is null
     * @throws IllegalStateException if {@link #freezeRegistry} was called
     * @throws TvmException if the library refuses
     */
    void unregister(String name);

    /**
     * A Java function without a name, to be passed as an argument.
     *
     * @param handler what it does
     * @return the function; it goes when neither side has it any more
     * @throws NullPointerException if {@code handler} is null
     */
    TvmFunction functionOf(TvmHandler handler);

    /** From now on {@link #register} and {@link #unregister} throw, of every runtime in this process. */
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
