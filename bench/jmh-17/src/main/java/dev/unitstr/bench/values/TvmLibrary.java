package dev.unitstr.bench.values;

import dev.unitstr.tvm.TvmRuntime;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The library whose functions are called: libtvm_ffi ({@code tvm-ffi}), or one that behaves like it in what is measured
 * here and costs less inside ({@code stand-in}).
 *
 * @param path its file
 * @param runtime what has opened it
 */
public record TvmLibrary(Path path, TvmRuntime runtime) {
    private static final String FETCHED = "apache-tvm-ffi-0.1.15.post2/tvm_ffi/lib/libtvm_ffi.so";

    /**
     * Opens it.
     *
     * @param name which of both
     * @return the library
     */
    public static TvmLibrary open(String name) {
        return switch (name) {
            case "tvm-ffi" -> {
                Path path = fetched();
                TvmLibrary library = new TvmLibrary(path, TvmRuntime.open(path));
                library.runtime.load(path.resolveSibling("libtvm_ffi_testing.so"));
                yield library;
            }
            case "stand-in" -> {
                Path path = standIn();
                yield new TvmLibrary(path, TvmRuntime.open(path));
            }
            default -> throw new IllegalArgumentException(name + ": neither tvm-ffi nor stand-in");
        };
    }

    private static Path fetched() {
        String named = System.getenv("UNITSTR_TVM_FFI");
        Path path =
                named != null ? Path.of(named) : Path.of("target", "live-tvm").resolve(FETCHED);
        if (!Files.exists(path)) {
            throw new IllegalStateException("no libtvm_ffi at " + path.toAbsolutePath()
                    + ": tests/interop/tvm/run fetches it; or set UNITSTR_TVM_FFI to its path");
        }
        return path;
    }

    private static Path standIn() {
        try (InputStream library = TvmLibrary.class.getResourceAsStream("/dev/unitstr/bench/libstandin.so")) {
            Path file = Files.createTempFile("standin", ".so");
            file.toFile().deleteOnExit();
            Files.write(file, library.readAllBytes());
            return file;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
