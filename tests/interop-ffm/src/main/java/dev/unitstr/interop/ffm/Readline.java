package dev.unitstr.interop.ffm;

import static java.lang.foreign.ValueLayout.ADDRESS;

import dev.unitstr.examples.segments.bindings.CLibrary;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;

/** Completions of readline: {@code char **rl_completion_matches(const char *, char *(*)(const char *, int))}. */
@SuppressWarnings("restricted") // pointers to pointers
final class Readline {
    private final MethodHandle matches;
    private final MemorySegment fileNames;
    private final MethodHandle free = CLibrary.standard().procedure("free", ADDRESS);

    Readline() {
        CLibrary library = CLibrary.open("libreadline.so.8", "libreadline8");
        matches = library.function("rl_completion_matches", ADDRESS, ADDRESS, ADDRESS);
        fileNames = SymbolLookup.libraryLookup("libreadline.so.8", Arena.global())
                .find("rl_filename_completion_function")
                .orElseThrow();
    }

    /**
     * The names of files that begin with a text.
     *
     * @param text the text
     * @return pointers to them, for {@link #release}; a null pointer if there are none
     * @throws Throwable what a method handle may throw
     */
    MemorySegment completions(String text) throws Throwable {
        try (Arena arena = Arena.ofConfined()) {
            return (MemorySegment) matches.invokeExact(arena.allocateFrom(text), fileNames);
        }
    }

    /** Releases the pointers and the names, if there are any. */
    void release(MemorySegment completions) throws Throwable {
        if (completions.address() == 0) {
            return;
        }
        MemorySegment all = completions.reinterpret(Long.MAX_VALUE);
        for (long i = 0; !all.getAtIndex(ADDRESS, i).equals(MemorySegment.NULL); i++) {
            free.invokeExact(all.getAtIndex(ADDRESS, i));
        }
        free.invokeExact(completions);
    }
}
