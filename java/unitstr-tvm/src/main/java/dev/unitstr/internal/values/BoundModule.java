package dev.unitstr.internal.values;

import dev.unitstr.tvm.OwnedValue;
import dev.unitstr.tvm.TvmFunction;
import dev.unitstr.tvm.TvmModule;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A module of libtvm_ffi.
 *
 * @param runtime the runtime that loaded it
 * @param file its file; null if unknown
 * @param functionNames the exported functions; null if the file does not list them or is unknown
 * @param value never closed; it is released once neither this object nor anything that depends on its lifetime is
 *     reachable
 */
record BoundModule(
        BoundRuntime runtime, @Nullable Path file, @Nullable List<String> functionNames, OwnedValue value)
        implements TvmModule {
    @Override
    public TvmFunction function(String name) {
        Objects.requireNonNull(name, "name");
        // The dynamic linker ends a name at the first NUL.
        if (name.indexOf('\0') < 0) {
            try (OwnedValue found = runtime.function("ffi.ModuleGetFunction").callOwned(value, name, true)) {
                if (!found.isNull()) {
                    return found.asFunction();
                }
            }
        }
        throw new IllegalArgumentException(named() + " has no function " + name);
    }

    @Override
    public List<String> functionNames() {
        if (functionNames == null) {
            String reason = file == null ? "the file of the module is not known" : file + " is not a shared library";
            throw new UnsupportedOperationException(reason + ": its functions cannot be listed");
        }
        return functionNames;
    }

    private String named() {
        return file == null ? "the module" : "the module " + file;
    }

    @Override
    public String toString() {
        return file == null ? "module" : file.toString();
    }
}
