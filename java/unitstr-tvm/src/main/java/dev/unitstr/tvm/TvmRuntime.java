package dev.unitstr.tvm;

import dev.unitstr.internal.values.RuntimeOpener;
import java.nio.file.Path;
import java.util.List;

/**
 * The library libtvm_ffi, loaded into this process, and its registry of global functions.
 *
 * <pre>{@code
 * TvmRuntime runtime = TvmRuntime.open(Path.of("libtvm_ffi.so"));
 * String same = runtime.function("testing.echo").call("a\0b \ud83d\ude00").asString();
 * runtime.register("app.upper", call -> call.arg(0).asString().toUpperCase(Locale.ROOT));
 * String upper = runtime.function("app.upper").call("loud").asString(); // LOUD
 * }</pre>
 *
 * <p>Loading the library keeps the JVM's signal handlers. A library with an unsupported version or memory layout is
 * rejected. The library is never unloaded. Errors cross the border in both directions: see {@link TvmException}.
 *
 * <p>The library's table of global functions is not thread-safe. All calls through this class hold one lock per
 * process; other libraries that register functions at the same time may still race with them. All methods may be called
 * from any thread.
 *
 * <p>This interface is not intended to be implemented by user code.
 *
 * @since 0.1.0
 */
public interface TvmRuntime extends AutoCloseable {
    /**
     * Loads libtvm_ffi, or returns a runtime for the library if it is already loaded.
     *
     * @param library the file of the library
     * @return the runtime
     * @throws NullPointerException if {@code library} is null
     * @throws UnsupportedOperationException if only the plain Java binding is available, because native access is
     *     denied or the native library of unitstr is missing, too old or for another platform; or if the platform is
     *     not 64-bit Linux
     * @throws IllegalStateException if the library cannot be loaded, has an unsupported version (supported: 0.1.8 and
     *     later, below 0.2) or an unexpected memory layout, or if another copy of it is already loaded; the message
     *     gives the reason
     */
    static TvmRuntime open(Path library) {
        return RuntimeOpener.open(library);
    }

    /**
     * Loads a shared library that registers its functions with libtvm_ffi.
     *
     * @param library the file of the library
     * @throws NullPointerException if {@code library} is null
     * @throws IllegalStateException if the library cannot be loaded, or is another copy of libtvm_ffi
     */
    void load(Path library);

    /**
     * Loads a module: a shared library that exports functions as {@code __tvm_ffi_<name>}, such as TVM's compiler
     * writes. The module remains loaded until the process ends. Loading it keeps the JVM's signal handlers.
     *
     * @param library the file of the module; the name must end in {@code .so}, because libtvm_ffi chooses the loader by
     *     the suffix
     * @return the module
     * @throws NullPointerException if {@code library} is null
     * @throws IllegalStateException if the file cannot be loaded
     * @throws TvmException if libtvm_ffi rejects the module
     */
    TvmModule loadModule(Path library);

    /**
     * Returns the version of the library.
     *
     * @return the version, such as {@code 0.1.16}
     */
    String version();

    /**
     * Returns the warnings that loading the library produced.
     *
     * @return the warnings, one per line; empty if there were none
     */
    String warnings();

    /**
     * Looks up a global function. Each call queries the library; keep the result if you call the function often.
     *
     * @param name the name of the function
     * @return the function
     * @throws NullPointerException if {@code name} is null
     * @throws IllegalArgumentException if there is no function of this name
     */
    TvmFunction function(String name);

    /**
     * Tests whether a global function of this name exists now. The result includes functions that other code registered
     * or removed.
     *
     * @param name the name of the function
     * @return true if the function exists
     * @throws NullPointerException if {@code name} is null
     */
    boolean has(String name);

    /**
     * Lists all global functions.
     *
     * @return the current names, sorted; unmodifiable
     * @throws IllegalArgumentException if the library has no {@code ffi.FunctionListGlobalNamesFunctor}
     */
    List<String> functionNames();

    /**
     * Registers a Java function under a global name that no function has yet.
     *
     * @param name the name of the function
     * @param handler the implementation
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException if a function of this name exists, of Java or of native code
     * @throws IllegalStateException if {@link #freezeRegistry} was called
     */
    void register(String name, TvmHandler handler);

    /**
     * Registers a Java function under a global name, unless a function of this name exists. Of several threads that do so
     * at the same time, one succeeds.
     *
     * <pre>{@code
     * if (!runtime.registerIfAbsent("app.upper", handler)) {
     *     log("another library brings app.upper");
     * }
     * }</pre>
     *
     * @param name the name of the function
     * @param handler the implementation
     * @return whether the function was registered
     * @throws NullPointerException if an argument is null
     * @throws IllegalStateException if {@link #freezeRegistry} was called
     */
    boolean registerIfAbsent(String name, TvmHandler handler);

    /**
     * Registers a Java function under a global name, in place of any function of the same name. Code that already looked
     * up the replaced function keeps it. The library itself, and this class, look some functions up when they need them:
     * replace such a one ({@code ffi.Array}) only by one that does the same.
     *
     * @param name the name of the function
     * @param handler the implementation
     * @throws NullPointerException if an argument is null
     * @throws IllegalStateException if {@link #freezeRegistry} was called
     */
    void replace(String name, TvmHandler handler);

    /**
     * Removes a global function, whether implemented in Java or in native code. Does nothing if there is no function of
     * this name. Code that already looked up the function keeps it.
     *
     * @param name the name of the function
     * @throws NullPointerException if {@code name} is null
     * @throws IllegalStateException if {@link #freezeRegistry} was called
     * @throws TvmException if the library rejects the removal
     */
    void unregister(String name);

    /**
     * Creates a Java function without a name, to be passed as an argument.
     *
     * @param handler the implementation
     * @return the function; it is released when neither Java nor native code refers to it
     * @throws NullPointerException if {@code handler} is null
     */
    TvmFunction functionOf(TvmHandler handler);

    /**
     * Freezes the registry: from now on, {@link #register}, {@link #registerIfAbsent}, {@link #replace} and
     * {@link #unregister} of every runtime in this process throw.
     */
    void freezeRegistry();

    /**
     * Creates reusable memory for calls.
     *
     * @return a new frame
     */
    CallFrame frame();

    /** Has no effect: the library cannot be unloaded. */
    @Override
    void close();
}
