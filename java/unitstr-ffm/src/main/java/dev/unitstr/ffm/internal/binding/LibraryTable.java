package dev.unitstr.ffm.internal.binding;

import dev.unitstr.internal.library.Abi;
import dev.unitstr.internal.library.NativeLibrary;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The table of functions that {@code ustr_get_java_api} returns, and how to get at it. What is restricted by the JDK is done
 * here, in this module: a user names no other in {@code --enable-native-access}.
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
     * @return its table
     * @throws UnsatisfiedLinkError if there is no library to be had; the message names each place with its reason
     */
    static LibraryTable open() {
        return new LibraryTable(NativeLibrary.open(new Loader()));
    }

    /**
     * Where the library was found.
     *
     * @return its file
     */
    Path file() {
        return file;
    }

    /**
     * The library's version.
     *
     * @return a version such as {@code 1.2.3}
     */
    String version() {
        return version;
    }

    /**
     * Links a function.
     *
     * @param name its name, for messages
     * @param offset where its pointer is in the table, in bytes
     * @param type its type
     * @param options how to link it
     * @return its handle
     * @throws UnsatisfiedLinkError if its pointer is null
     */
    MethodHandle link(String name, long offset, FunctionDescriptor type, Linker.Option... options) {
        return link(file.toString(), table, name, offset, type, options);
    }

    @SuppressWarnings("restricted")
    private static MethodHandle link(
            String library,
            MemorySegment table,
            String name,
            long offset,
            FunctionDescriptor type,
            Linker.Option... options) {
        MemorySegment function = table.get(ValueLayout.ADDRESS, offset);
        if (function.address() == 0) {
            throw new UnsatisfiedLinkError(library + " has no " + name);
        }
        return Linker.nativeLinker().downcallHandle(function, type, options);
    }

    /** Gives the table a size: reading past it is then an exception, not a crash. */
    @SuppressWarnings("restricted")
    private static MemorySegment sized(MemorySegment table, long bytes) {
        return table.reinterpret(bytes);
    }

    /** Opens one file; the library is the table's address, 0 if it does not speak {@link Abi#MAJOR}. */
    private static final class Loader implements NativeLibrary.Loader<MemorySegment> {
        private static final long HEADER_BYTES = Abi.FEATURES + Long.BYTES;

        @Override
        public String binding() {
            return FfmBinding.NAME;
        }

        @Override
        @SuppressWarnings("restricted")
        public MemorySegment load(Path file) {
            MemorySegment getApi = SymbolLookup.libraryLookup(file, Arena.global())
                    .find("ustr_get_java_api")
                    .orElseThrow(() -> new UnsatisfiedLinkError("no symbol ustr_get_java_api"));
            MethodHandle handle = Linker.nativeLinker()
                    .downcallHandle(getApi, FunctionDescriptor.of(ValueLayout.ADDRESS, ValueLayout.JAVA_INT));
            try {
                return (MemorySegment) handle.invokeExact(Abi.MAJOR);
            } catch (Throwable e) {
                throw FfmBinding.unchecked(e);
            }
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
            MemorySegment table = sized(library, Abi.VERSION + ValueLayout.ADDRESS.byteSize());
            MethodHandle handle =
                    link("the library", table, "version", Abi.VERSION, FunctionDescriptor.of(ValueLayout.ADDRESS));
            try {
                return FfmBinding.asciiTerminated((MemorySegment) handle.invokeExact());
            } catch (Throwable e) {
                throw FfmBinding.unchecked(e);
            }
        }
    }
}
