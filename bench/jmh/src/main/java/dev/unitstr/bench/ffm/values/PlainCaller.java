package dev.unitstr.bench.ffm.values;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.unitstr.bench.values.Caller;
import dev.unitstr.bench.values.TvmLibrary;
import java.lang.foreign.AddressLayout;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.charset.StandardCharsets;

/**
 * FFM by hand, as short as it can be: {@code TVMFFIFunctionCall} with memory that is kept. An error is only noticed, an
 * exception in the function of Java would end the process, and a result of more than 7 bytes is not read.
 */
final class PlainCaller extends Caller {
    private static final int ARGS = 16;
    private static final int INT = 1;
    private static final int SMALL = 7;
    private static final int SMALL_STRING = 11;

    @SuppressWarnings("restricted")
    private static final AddressLayout SLOTS = ADDRESS.withTargetLayout(MemoryLayout.sequenceLayout(1024, JAVA_BYTE));

    /** A constant to the compiler; the function itself comes first. */
    private static final MethodHandle CALL = linked();

    private final MemorySegment memory = Arena.global().allocate(ARGS + 16, 16);
    private final MemorySegment args = memory.asSlice(ARGS);
    private final MemorySegment call;
    private final MemorySegment nop;
    private final MemorySegment echo;
    private final MemorySegment back;

    PlainCaller(TvmLibrary library) {
        try {
            Link link = new Link(library);
            call = link.symbols().find("TVMFFIFunctionCall").orElseThrow();
            nop = link.function("testing.nop");
            echo = link.function("testing.echo");
            back = link.back();
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    @SuppressWarnings("restricted")
    private static MethodHandle linked() {
        return Linker.nativeLinker()
                .downcallHandle(FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS, JAVA_INT, ADDRESS));
    }

    @SuppressWarnings("restricted")
    private record Link(SymbolLookup symbols) {
        Link(TvmLibrary library) {
            this(SymbolLookup.libraryLookup(library.path(), Arena.global()));
        }

        MethodHandle handle(String name, FunctionDescriptor type) {
            return Linker.nativeLinker().downcallHandle(symbols.find(name).orElseThrow(), type);
        }

        MemorySegment function(String name) throws Throwable {
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment bytes = arena.allocate(16);
                bytes.set(ADDRESS, 0, arena.allocateFrom(name));
                bytes.set(JAVA_LONG, 8, name.length());
                MemorySegment function = arena.allocate(ADDRESS);
                int status = (int) handle("TVMFFIFunctionGetGlobal", FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS))
                        .invokeExact(bytes, function);
                return status == 0 ? function.get(ADDRESS, 0) : MemorySegment.NULL;
            }
        }

        MemorySegment back() throws Throwable {
            MethodHandle java = MethodHandles.lookup()
                    .findStatic(
                            PlainCaller.class,
                            "back",
                            MethodType.methodType(
                                    int.class,
                                    MemorySegment.class,
                                    MemorySegment.class,
                                    int.class,
                                    MemorySegment.class));
            MemorySegment stub = Linker.nativeLinker()
                    .upcallStub(java, FunctionDescriptor.of(JAVA_INT, ADDRESS, SLOTS, JAVA_INT, SLOTS), Arena.global());
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment function = arena.allocate(ADDRESS);
                int status = (int) handle(
                                "TVMFFIFunctionCreate",
                                FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS, ADDRESS, ADDRESS))
                        .invokeExact(stub, stub, MemorySegment.NULL, function);
                return status == 0 ? function.get(ADDRESS, 0) : MemorySegment.NULL;
            }
        }
    }

    @SuppressWarnings("unused") // by its name
    private static int back(MemorySegment self, MemorySegment args, int count, MemorySegment result) {
        result.set(JAVA_LONG, 0, INT);
        result.set(JAVA_LONG, 8, args.get(JAVA_LONG, 8));
        return 0;
    }

    private void invoke(MemorySegment function, int count) {
        memory.set(JAVA_LONG, 0, 0);
        memory.set(JAVA_LONG, 8, 0);
        try {
            if ((int) CALL.invokeExact(call, function, args, count, memory) != 0) {
                throw new IllegalStateException("an error");
            }
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public long nop() {
        invoke(nop, 0);
        return 0;
    }

    @Override
    public String echo(String text) {
        int chars = text.length();
        if (chars > SMALL) {
            throw new UnsupportedOperationException();
        }
        long word = 0;
        for (int i = 0; i < chars; i++) {
            word |= (text.charAt(i) & 0xFFL) << 8 * i;
        }
        args.set(JAVA_LONG, 0, SMALL_STRING | (long) chars << 32);
        args.set(JAVA_LONG, 8, word);
        invoke(echo, 1);
        byte[] bytes = new byte[memory.get(JAVA_INT, 4)];
        MemorySegment.copy(memory, JAVA_BYTE, 8, bytes, 0, bytes.length);
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    @Override
    public long upcall(long number) {
        args.set(JAVA_LONG, 0, INT);
        args.set(JAVA_LONG, 8, number);
        invoke(back, 1);
        return memory.get(JAVA_LONG, 8);
    }
}
