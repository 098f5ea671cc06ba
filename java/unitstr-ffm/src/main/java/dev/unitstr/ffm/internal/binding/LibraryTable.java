package dev.unitstr.ffm.internal.binding;

import dev.unitstr.internal.library.Abi;
import dev.unitstr.internal.library.LibrarySearch;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
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
    /** The name of the binding. */
    static final String NAME = "ffm";

    private final Path file;
    private final String version;
    private final ByteBuffer table;

    private LibraryTable(LibrarySearch.Opened<MemorySegment> opened) {
        file = opened.file();
        version = opened.version();
        table = sized(opened.library(), opened.header().structSize());
        for (Abi.Entry entry : Abi.Entry.values()) {
            address(file.toString(), table, entry);
        }
    }

    /**
     * Returns the table. The first call loads the library and checks that this jar can call it.
     *
     * @return the table of the library
     * @throws LinkageError if no place works, or the library lacks a function; the message of the first call's error
     *     names each place with its reason
     */
    static LibraryTable opened() {
        return Library.TABLE;
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
     */
    static MethodHandle link(Downcall call) {
        LibraryTable library = opened();
        return link(library.file.toString(), library.table, call);
    }

    private static MethodHandle link(String library, ByteBuffer table, Downcall call) {
        Abi.Entry entry = Objects.requireNonNull(call.entry);
        return handle(MemorySegment.ofAddress(address(library, table, entry)), call);
    }

    private static long address(String library, ByteBuffer table, Abi.Entry entry) {
        long address = table.getLong((int) entry.offset());
        if (address == 0) {
            throw new UnsatisfiedLinkError(library + " has no " + entry);
        }
        return address;
    }

    @SuppressWarnings("restricted")
    private static MethodHandle handle(MemorySegment function, Downcall call) {
        return Linker.nativeLinker().downcallHandle(function, call.type(), call.options());
    }

    /**
     * Sets the size of memory, so that reading past its end throws an exception and does not crash. Returns a buffer,
     * because the JDK generates eleven classes for the first reads of a segment: about 15 ms of CPU time.
     */
    @SuppressWarnings("restricted")
    private static ByteBuffer sized(MemorySegment start, long bytes) {
        return start.reinterpret(bytes).asByteBuffer().order(ByteOrder.nativeOrder());
    }

    /** The table of the library, loaded on first use. */
    private static final class Library {
        static final LibraryTable TABLE = new LibraryTable(LibrarySearch.open(new Loader()));

        static {
            // Loads a JDK class that is otherwise loaded when the first arena is created. Only if it is loaded can the
            // compiler eliminate the allocation in ofArray (64 bytes per call of decode, on JDK 25).
            Arena.ofConfined().close();
        }
    }

    /**
     * Opens one file. The library is represented by its table, whose address is 0 if it does not support {@link
     * Abi#MAJOR}.
     */
    private static final class Loader implements LibrarySearch.Loader<MemorySegment> {
        private static final int CLOSE_ON_EXEC = 1; // MFD_CLOEXEC
        private static final int MAX_VERSION_BYTES = 256; // with the zero byte
        private static final long HEADER_BYTES = Abi.FEATURES + Long.BYTES;

        @Override
        public String binding() {
            return NAME;
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
                throw Downcall.unchecked(e);
            }
        }

        @Override
        public Path memoryFile(byte[] content) throws IOException {
            MethodHandle handle = ofC("memfd_create", Downcall.MEMFD_CREATE);
            int descriptor;
            try (Arena arena = Arena.ofConfined()) {
                descriptor = (int) handle.invokeExact(arena.allocateFrom("unitstr"), CLOSE_ON_EXEC);
            } catch (Throwable e) {
                throw Downcall.unchecked(e);
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
                throw Downcall.unchecked(e);
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
            ByteBuffer header = sized(library, HEADER_BYTES);
            return new Abi.Header(
                    header.getLong((int) Abi.STRUCT_SIZE),
                    header.getInt((int) Abi.ABI_MAJOR),
                    header.getInt((int) Abi.ABI_MINOR),
                    header.getLong((int) Abi.FEATURES));
        }

        @Override
        public String version(MemorySegment library) {
            ByteBuffer table = sized(library, Abi.Entry.VERSION.offset() + Long.BYTES);
            MethodHandle handle = link("the library", table, Downcall.VERSION);
            ByteBuffer text;
            try {
                text = sized((MemorySegment) handle.invokeExact(), MAX_VERSION_BYTES);
            } catch (Throwable e) {
                throw Downcall.unchecked(e);
            }
            int bytes = 0;
            while (text.get(bytes) != 0) {
                bytes++;
            }
            return StandardCharsets.US_ASCII.decode(text.limit(bytes)).toString();
        }
    }
}
