package dev.unitstr.spi.values;

import dev.unitstr.values.OwnedAny;
import dev.unitstr.values.PackedFunction;
import dev.unitstr.values.PackedModule;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A module of libtvm_ffi. */
final class TvmModule implements PackedModule {
    private final TvmRuntime runtime;
    private final Path file;
    /** Null if the file does not say. */
    private final @Nullable List<String> names;

    /** Never closed: what lives as long as this object is released after it. */
    final OwnedAny value;

    TvmModule(TvmRuntime runtime, Path file, @Nullable List<String> names, OwnedAny value) {
        this.runtime = runtime;
        this.file = file;
        this.names = names;
        this.value = value;
    }

    @Override
    public PackedFunction function(String name) {
        Objects.requireNonNull(name, "name");
        // To the dynamic linker a name ends at its first NUL.
        if (name.indexOf('\0') < 0) {
            try (OwnedAny found = runtime.function("ffi.ModuleGetFunction").callOwned(value, name, true)) {
                if (!found.isNull()) {
                    return found.asFunction();
                }
            }
        }
        throw new IllegalArgumentException("the module " + file + " has no function " + name);
    }

    @Override
    public List<String> functionNames() {
        if (names == null) {
            throw new UnsupportedOperationException(file + " is no shared library: its functions can't be listed");
        }
        return names;
    }

    @Override
    public String toString() {
        return file.toString();
    }
}
