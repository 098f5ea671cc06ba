package dev.unitstr.examples.segments.bindings;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.util.NoSuchElementException;

/** A C library and its functions. It stays loaded for the life of the JVM. */
@SuppressWarnings("restricted") // looking up a library and linking to it is what this class is for
public final class CLibrary {
    private final SymbolLookup symbols;

    private CLibrary(SymbolLookup symbols) {
        this.symbols = symbols;
    }

    /**
     * Opens a library.
     *
     * @param file its file name, such as {@code libsqlite3.so.0}
     * @param debianPackage the package that brings it
     * @return the library
     * @throws MissingLibrary if the file can't be opened
     */
    public static CLibrary open(String file, String debianPackage) {
        try {
            return new CLibrary(SymbolLookup.libraryLookup(file, Arena.global()));
        } catch (IllegalArgumentException e) {
            throw new MissingLibrary(file, debianPackage);
        }
    }

    /**
     * Opens the C library that the JVM itself is linked with.
     *
     * @return the library
     */
    public static CLibrary standard() {
        return new CLibrary(Linker.nativeLinker().defaultLookup());
    }

    /**
     * Links a function that returns something.
     *
     * @param name its name
     * @param result what it returns
     * @param arguments what it takes
     * @return a handle to call it with
     */
    public MethodHandle function(String name, MemoryLayout result, MemoryLayout... arguments) {
        return Linker.nativeLinker().downcallHandle(symbol(name), FunctionDescriptor.of(result, arguments));
    }

    /**
     * Links a function that returns nothing.
     *
     * @param name its name
     * @param arguments what it takes
     * @return a handle to call it with
     */
    public MethodHandle procedure(String name, MemoryLayout... arguments) {
        return Linker.nativeLinker().downcallHandle(symbol(name), FunctionDescriptor.ofVoid(arguments));
    }

    private MemorySegment symbol(String name) {
        return symbols.find(name).orElseThrow(() -> new NoSuchElementException(name));
    }
}
