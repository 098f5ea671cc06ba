package dev.unitstr.bench.ffm.tensor;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.unitstr.bench.tensor.Rivals;
import dev.unitstr.bench.tensor.TensorTexts;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;

/** Two native calls for each string, as the C API is meant: its size, and where it is. */
abstract class Calls extends SegmentTensorContender {
    private Calls(TensorTexts texts) {
        super(texts);
    }

    /** A function of {@code rivals.c}. */
    @SuppressWarnings("restricted")
    static MethodHandle function(String name, FunctionDescriptor type, Linker.Option... options) {
        Rivals.load();
        MemorySegment symbol = SymbolLookup.loaderLookup().find(name).orElseThrow();
        return Linker.nativeLinker().downcallHandle(symbol, type, options);
    }

    static Calls usual(TensorTexts texts) {
        return new Usual(texts);
    }

    static Calls critical(TensorTexts texts) {
        return new Critical(texts);
    }

    abstract long size(long element) throws Throwable;

    abstract MemorySegment data(long element) throws Throwable;

    @Override
    @SuppressWarnings("restricted")
    public String[] decode() {
        String[] strings = new String[TensorTexts.COUNT];
        try {
            for (int i = 0; i < strings.length; i++) {
                long element = memory.address() + element(i);
                byte[] copy = new byte[(int) size(element)];
                MemorySegment data = data(element).reinterpret(copy.length);
                MemorySegment.copy(data, JAVA_BYTE, 0, copy, 0, copy.length);
                strings[i] = new String(copy, StandardCharsets.UTF_8);
            }
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
        return strings;
    }

    @Override
    public int[] lengths() {
        int[] lengths = new int[TensorTexts.COUNT];
        try {
            for (int i = 0; i < lengths.length; i++) {
                lengths[i] = (int) size(memory.address() + element(i));
            }
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
        return lengths;
    }

    private static MethodHandle sizes(Linker.Option... options) {
        return function("rival_size", FunctionDescriptor.of(JAVA_LONG, JAVA_LONG), options);
    }

    private static MethodHandle places(Linker.Option... options) {
        return function("rival_data", FunctionDescriptor.of(ADDRESS, JAVA_LONG), options);
    }

    private static final class Usual extends Calls {
        private static final MethodHandle SIZE = sizes();
        private static final MethodHandle DATA = places();

        Usual(TensorTexts texts) {
            super(texts);
        }

        @Override
        long size(long element) throws Throwable {
            return (long) SIZE.invokeExact(element);
        }

        @Override
        MemorySegment data(long element) throws Throwable {
            return (MemorySegment) DATA.invokeExact(element);
        }
    }

    /** The same without the JVM's bookkeeping, which is right for functions as short as these. */
    private static final class Critical extends Calls {
        private static final MethodHandle SIZE = sizes(Linker.Option.critical(false));
        private static final MethodHandle DATA = places(Linker.Option.critical(false));

        Critical(TensorTexts texts) {
            super(texts);
        }

        @Override
        long size(long element) throws Throwable {
            return (long) SIZE.invokeExact(element);
        }

        @Override
        MemorySegment data(long element) throws Throwable {
            return (MemorySegment) DATA.invokeExact(element);
        }
    }
}
