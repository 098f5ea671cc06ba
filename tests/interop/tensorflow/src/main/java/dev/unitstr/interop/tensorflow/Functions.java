package dev.unitstr.interop.tensorflow;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;
import java.util.NoSuchElementException;

/** The functions of a library, which stays loaded for the life of the JVM, and the few of C that strings need. */
@SuppressWarnings("restricted") // looking up libraries and reading foreign memory is what this class is for
final class Functions {
    private static final int RTLD_LAZY = 1;
    private static final int RTLD_GLOBAL = 0x100;

    /** The C library. */
    static final Functions C = new Functions(Linker.nativeLinker().defaultLookup());

    private static final MethodHandle MALLOC = C.function("malloc", ADDRESS, JAVA_LONG);
    private static final MethodHandle FREE = C.procedure("free", ADDRESS);
    private static final MethodHandle STRLEN = C.function("strlen", JAVA_LONG, ADDRESS);
    private static final MethodHandle DLOPEN = C.function("dlopen", ADDRESS, ADDRESS, JAVA_INT);
    private static final MethodHandle DLERROR = C.function("dlerror", ADDRESS);

    private final SymbolLookup symbols;

    private Functions(SymbolLookup symbols) {
        this.symbols = symbols;
    }

    /** A library and, for lookups, what it depends on. */
    static Functions open(Path library) {
        return new Functions(SymbolLookup.libraryLookup(library, Arena.global()));
    }

    /** Makes a library's symbols those that others loaded later find. */
    static void openForAll(Path library) throws Throwable {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment handle =
                    (MemorySegment) DLOPEN.invokeExact(arena.allocateFrom(library.toString()), RTLD_LAZY | RTLD_GLOBAL);
            if (handle.equals(MemorySegment.NULL)) {
                throw new IllegalStateException(string((MemorySegment) DLERROR.invokeExact()));
            }
        }
    }

    MethodHandle function(String name, MemoryLayout result, MemoryLayout... arguments) {
        return Linker.nativeLinker().downcallHandle(symbol(name), FunctionDescriptor.of(result, arguments));
    }

    MethodHandle procedure(String name, MemoryLayout... arguments) {
        return Linker.nativeLinker().downcallHandle(symbol(name), FunctionDescriptor.ofVoid(arguments));
    }

    private MemorySegment symbol(String name) {
        return symbols.find(name).orElseThrow(() -> new NoSuchElementException(name));
    }

    /** A function pointer that C may call from any thread until the JVM ends. */
    static MemorySegment pointerTo(MethodHandle method, FunctionDescriptor descriptor) {
        return Linker.nativeLinker().upcallStub(method, descriptor, Arena.global());
    }

    static MemorySegment malloc(long bytes) throws Throwable {
        MemorySegment block = (MemorySegment) MALLOC.invokeExact(bytes);
        if (block.equals(MemorySegment.NULL)) {
            throw new OutOfMemoryError("malloc of " + bytes + " bytes");
        }
        return block.reinterpret(bytes);
    }

    static void free(MemorySegment block) throws Throwable {
        FREE.invokeExact(block);
    }

    /** Memory at an address that the other side vouches for. */
    static MemorySegment at(long address, long bytes) {
        return MemorySegment.ofAddress(address).reinterpret(bytes);
    }

    /** A string that ends in a NUL. */
    static String string(MemorySegment pointer) throws Throwable {
        long bytes = (long) STRLEN.invokeExact(pointer);
        return pointer.reinterpret(bytes + 1).getString(0);
    }
}
