package dev.unitstr.ffm.internal.binding;

import dev.unitstr.internal.library.Abi;
import dev.unitstr.internal.library.NativeLibrary;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The function table that {@code ustr_get_java_api} returns. All restricted methods are called in this module, so it is
 * the only one that a user names in {@code --enable-native-access}.
 */
final class LibraryTable {
    private final Path file;
    private final String version;
    private final MemorySegment table;

    private LibraryTable(NativeLibrary.Opened<MemorySegment> opened) {
        file = opened.file();
        version = opened.version();
        table = sized(opened.library(), opened.header().structSize());
    }

    /**
     * Loads the library and checks that this jar can call it.
     *
     * @return the table of the library
     * @throws UnsatisfiedLinkError if no place works; the message names each place with its reason
     */
    static LibraryTable open() {
        return new LibraryTable(NativeLibrary.open(new Loader()));
    }

    /**
     * Returns the file of the library.
     *
     * @return the path of the file
     */
    Path file() {
        return file;
    }

    /**
     * Returns the version of the library.
     *
     * @return a version such as {@code 1.2.3}
     */
    String version() {
        return version;
    }

    /**
     * Links a function.
     *
     * @param call a function of the table
     * @return the downcall handle
     * @throws UnsatisfiedLinkError if the pointer is null
     */
    MethodHandle link(Downcall call) {
        return link(file.toString(), table, call);
    }

    private static MethodHandle link(String library, MemorySegment table, Downcall call) {
        Abi.Entry entry = Objects.requireNonNull(call.entry);
        MemorySegment function = table.get(ValueLayout.ADDRESS, entry.offset());
        if (function.address() == 0) {
            throw new UnsatisfiedLinkError(library + " has no " + entry);
        }
        return handle(function, call);
    }

    @SuppressWarnings("restricted")
    private static MethodHandle handle(MemorySegment function, Downcall call) {
        return Linker.nativeLinker().downcallHandle(function, call.type(), call.options());
    }

    /** Sets the size of the table, so that reading past its end throws an exception and does not crash. */
    @SuppressWarnings("restricted")
    private static MemorySegment sized(MemorySegment table, long bytes) {
        return table.reinterpret(bytes);
    }

    /**
     * Opens one file. The library is represented by its table, whose address is 0 if it does not support {@link
     * Abi#MAJOR}.
     */
    private static final class Loader implements NativeLibrary.Loader<MemorySegment> {
        private static final int CLOSE_ON_EXEC = 1; // MFD_CLOEXEC
        private static final long HEADER_BYTES = Abi.FEATURES + Long.BYTES;

        @Override
        public String binding() {
            return FfmBinding.NAME;
        }

        @Override
        @SuppressWarnings("restricted")
        public MemorySegment load(Path file) {
            // By name: the method that takes a Path resolves it, and a file in memory has no other path.
            MemorySegment getApi = SymbolLookup.libraryLookup(file.toString(), Arena.global())
                    .find("ustr_get_java_api")
                    .orElseThrow(() -> new UnsatisfiedLinkError("no symbol ustr_get_java_api"));
            MethodHandle handle = handle(getApi, Downcall.GET_JAVA_API);
            try {
                return (MemorySegment) handle.invokeExact(Abi.MAJOR);
            } catch (Throwable e) {
                throw FfmBinding.unchecked(e);
            }
        }

        @Override
        public Path memoryFile(byte[] content) throws IOException {
            MethodHandle handle = ofC("memfd_create", Downcall.MEMFD_CREATE);
            int descriptor;
            try (Arena arena = Arena.ofConfined()) {
                descriptor = (int) handle.invokeExact(arena.allocateFrom("unitstr"), CLOSE_ON_EXEC);
            } catch (Throwable e) {
                throw FfmBinding.unchecked(e);
            }
            if (descriptor < 0) {
                throw new IOException("the kernel refuses memfd_create");
            }
            Path file = Path.of("/proc/self/fd/" + descriptor);
            try {
                Files.write(file, content, StandardOpenOption.WRITE);
            } catch (IOException e) {
                close(descriptor);
                throw e;
            }
            // Not closed: the linker takes a path that it has seen for the library that it loaded from there.
            return file;
        }

        private static void close(int descriptor) throws IOException {
            MethodHandle handle = ofC("close", Downcall.CLOSE);
            try {
                int ignored = (int) handle.invokeExact(descriptor);
            } catch (Throwable e) {
                throw FfmBinding.unchecked(e);
            }
        }

        private static MethodHandle ofC(String name, Downcall call) throws IOException {
            MemorySegment function = Linker.nativeLinker()
                    .defaultLookup()
                    .find(name)
                    .orElseThrow(() -> new IOException("the C library has no " + name));
            return handle(function, call);
        }

        @Override
        public Abi.@Nullable Header header(MemorySegment library) {
            if (library.address() == 0) {
                return null;
            }
            MemorySegment header = sized(library, HEADER_BYTES);
            return new Abi.Header(
                    header.get(ValueLayout.JAVA_LONG, Abi.STRUCT_SIZE),
                    header.get(ValueLayout.JAVA_INT, Abi.ABI_MAJOR),
                    header.get(ValueLayout.JAVA_INT, Abi.ABI_MINOR),
                    header.get(ValueLayout.JAVA_LONG, Abi.FEATURES));
        }

        @Override
        public String version(MemorySegment library) {
            MemorySegment table = sized(library, Abi.Entry.VERSION.offset() + ValueLayout.ADDRESS.byteSize());
            MethodHandle handle = link("the library", table, Downcall.VERSION);
            try {
                return FfmBinding.asciiTerminated((MemorySegment) handle.invokeExact());
            } catch (Throwable e) {
                throw FfmBinding.unchecked(e);
            }
        }
    }
}
