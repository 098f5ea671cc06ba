package dev.unitstr.tvm;

import java.util.List;

/**
 * A library of functions ({@code ffi.Module} in TVM), loaded by {@link TvmRuntime#loadModule}, or found in a value by
 * {@link Value#asModule}. What {@code loadModule} has loaded remains loaded until the process ends.
 *
 * <p>A module may be passed as an argument of {@link TvmFunction#call}. All methods may be called from any thread.
 *
 * <p>This interface is not intended to be implemented by user code.
 *
 * @since 0.1.0
 */
public interface TvmModule {
    /**
     * Looks up a function of this module or of a module that it imports.
     *
     * @param name the name, without the prefix {@code __tvm_ffi_} that its symbol has
     * @return the function
     * @throws NullPointerException if {@code name} is null
     * @throws IllegalArgumentException if there is no function of this name
     */
    TvmFunction function(String name);

    /**
     * Lists the functions that the module's file exported when it was loaded. Functions of imported modules are not
     * included.
     *
     * @return the names, sorted; unmodifiable
     * @throws UnsupportedOperationException if the file is not a shared library (ELF, 64-bit, little-endian), or not
     *     known, because the module comes from {@link Value#asModule}
     */
    List<String> functionNames();
}
