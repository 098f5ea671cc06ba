package dev.unitstr.interop.tensorflow;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;

/**
 * TFLite's own writer and reader of string tensors, {@code tflite::DynamicBuffer} and {@code tflite::GetString} of
 * tflite-runtime 2.14.0. C++ without a C interface: the names are GCC's, the buffer is laid out as its methods show.
 */
final class Lite {
    private static final String LIBRARY = "_pywrap_tensorflow_interpreter_wrapper.so";

    /** {@code std::vector<char> data, std::vector<size_t> offset, size_t max_length}; a vector is begin, end and limit. */
    private static final long DATA = 0;

    private static final long OFFSETS = 24;
    private static final long MAX_LENGTH = 48;
    private static final long BYTES = 56;

    private final MethodHandle addString;
    private final MethodHandle writeToBuffer;
    private final MethodHandle destroy;
    private final MethodHandle stringCount;
    private final MethodHandle string;

    /**
     * Loads it, without Python.
     *
     * @param directory where the library is, and libpython.so, which has Python's symbols and nothing behind them
     */
    Lite(Path directory) throws Throwable {
        Functions.openForAll(directory.resolve("libpython.so").toAbsolutePath());
        Functions library = Functions.open(directory.resolve(LIBRARY).toAbsolutePath());
        addString = library.function("_ZN6tflite13DynamicBuffer9AddStringEPKcm", JAVA_INT, ADDRESS, ADDRESS, JAVA_LONG);
        writeToBuffer = library.function("_ZN6tflite13DynamicBuffer13WriteToBufferEPPc", JAVA_INT, ADDRESS, ADDRESS);
        destroy = library.procedure("_ZN6tflite13DynamicBufferD1Ev", ADDRESS);
        stringCount = library.function("_ZN6tflite14GetStringCountEPKv", JAVA_INT, ADDRESS);
        string = library.function(
                "_ZN6tflite9GetStringEPKvi",
                MemoryLayout.structLayout(ADDRESS.withName("str"), JAVA_LONG.withName("len")),
                ADDRESS,
                JAVA_INT);
    }

    /** The tensor that TFLite makes of texts. */
    byte[] write(byte[][] texts) throws Throwable {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment buffer = arena.allocate(BYTES, 8);
            MemorySegment first = Functions.malloc(8); // the buffer frees it: GCC's operator delete is free
            first.set(JAVA_LONG, 0, 0);
            buffer.set(JAVA_LONG, OFFSETS, first.address());
            buffer.set(JAVA_LONG, OFFSETS + 8, first.address() + 8);
            buffer.set(JAVA_LONG, OFFSETS + 16, first.address() + 8);
            buffer.set(JAVA_LONG, MAX_LENGTH, Integer.MAX_VALUE);
            for (byte[] text : texts) {
                int status =
                        (int) addString.invokeExact(buffer, arena.allocateFrom(JAVA_BYTE, text), (long) text.length);
                if (status != 0) {
                    throw new IllegalStateException("AddString says " + status);
                }
            }
            MemorySegment out = arena.allocate(ADDRESS);
            int bytes = (int) writeToBuffer.invokeExact(buffer, out);
            MemorySegment written = Functions.at(out.get(JAVA_LONG, 0), bytes);
            byte[] tensor = written.toArray(JAVA_BYTE);
            Functions.free(written);
            destroy.invokeExact(buffer);
            return tensor;
        }
    }

    /** The texts that TFLite finds in a tensor. */
    byte[][] read(byte[] tensor) throws Throwable {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = arena.allocateFrom(JAVA_BYTE, tensor);
            byte[][] texts = new byte[(int) stringCount.invokeExact(memory)][];
            for (int i = 0; i < texts.length; i++) {
                MemorySegment found = (MemorySegment) string.invokeExact((SegmentAllocator) arena, memory, i);
                long address = found.get(JAVA_LONG, 0);
                long bytes = found.get(JAVA_LONG, 8);
                texts[i] = Functions.at(address, bytes).toArray(JAVA_BYTE);
            }
            return texts;
        }
    }
}
