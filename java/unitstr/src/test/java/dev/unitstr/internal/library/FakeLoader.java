package dev.unitstr.internal.library;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Loads nothing: what comes of a file is what a test says. */
final class FakeLoader implements LibrarySearch.Loader<Path> {
    static final Abi.Header RIGHT = new Abi.Header(328, 1, 0, Abi.FEATURE_WCHAR_32);

    final List<Path> loaded = new ArrayList<>();
    final Map<Path, Abi.Header> headers = new HashMap<>();
    /** What loading a file throws; null lets it load. */
    Function<Path, @Nullable Throwable> problem = file -> null;
    /** Whether the files loaded are the library at all. */
    Function<Path, Boolean> ours = file -> true;

    /** Makes a file in memory; null if the binding cannot. */
    @Nullable
    Memory memory;

    interface Memory {
        Path file(byte[] content) throws IOException;
    }

    String version = Version.TEXT;
    boolean stays;

    @Override
    public String binding() {
        return "fake";
    }

    @Override
    public Path load(Path file) {
        Throwable thrown = problem.apply(file);
        if (thrown instanceof Error error) {
            throw error;
        }
        if (thrown != null) {
            throw (RuntimeException) thrown;
        }
        loaded.add(file);
        return file;
    }

    @Override
    public @Nullable Path memoryFile(byte[] content) throws IOException {
        return memory == null ? null : memory.file(content);
    }

    @Override
    public Abi.@Nullable Header header(Path file) {
        if (!ours.apply(file)) {
            throw new UnsatisfiedLinkError("no symbol ustr_get_api");
        }
        return headers.containsKey(file) ? headers.get(file) : RIGHT;
    }

    @Override
    public String version(Path file) {
        return version;
    }

    @Override
    public boolean stays() {
        return stays;
    }
}
