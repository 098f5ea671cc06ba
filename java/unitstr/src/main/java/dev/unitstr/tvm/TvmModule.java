package dev.unitstr.tvm;

import java.util.List;

/**
 * A library of functions that {@link TvmRuntime#loadModule} loaded. It stays loaded as long as the process.
 *
 * <p>A module may be passed as an argument of {@link TvmFunction#call}. All methods may be called by any thread. Not to
 * be implemented by others.
 *
 * @since 0.1.0
 */
public interface TvmModule {
    /**
     * Looks up a function of the module, or of the modules that it imports.
     *
     * @param name the name, without the prefix {@code __tvm_ffi_} that its symbol has
     * @return the function
     * @throws NullPointerException if {@code name} is null
     * @throws IllegalArgumentException if there is no function of this name
     */
    TvmFunction function(String name);

    /**
     * Lists the functions that the module's file exports, as it was when it was loaded. Functions of imported modules are
     * not among them.
     *
     * @return the names, sorted; unmodifiable
     * @throws UnsupportedOperationException if the file is no shared library (ELF, 64-bit, little-endian)
     */
    List<String> functionNames();
}
