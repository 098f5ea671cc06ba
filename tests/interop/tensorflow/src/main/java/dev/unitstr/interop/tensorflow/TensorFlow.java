package dev.unitstr.interop.tensorflow;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;
import java.util.List;

/**
 * As much of TensorFlow's C interface as string tensors need: tensors, and operations that run at once. Tensors, handles
 * and operations are the pointers that TensorFlow gave; who gets one deletes it.
 */
final class TensorFlow {
    /** Numbers of {@code TF_DataType}. */
    static final int INT32 = 3;

    static final int STRING = 7;

    private final MethodHandle newTensor;
    private final MethodHandle allocateTensor;
    private final MethodHandle deleteTensor;
    private final MethodHandle tensorData;
    private final MethodHandle tensorByteSize;
    private final MethodHandle tensorElementCount;
    private final MethodHandle stringCopy;
    private final MethodHandle stringAssignView;
    private final MethodHandle stringDealloc;
    private final MethodHandle stringType;
    private final MethodHandle stringSize;
    private final MethodHandle stringCapacity;
    private final MethodHandle newHandle;
    private final MethodHandle deleteHandle;
    private final MethodHandle resolve;
    private final MethodHandle newOperation;
    private final MethodHandle deleteOperation;
    private final MethodHandle addInput;
    private final MethodHandle setType;
    private final MethodHandle setInt;
    private final MethodHandle execute;
    private final MethodHandle code;
    private final MethodHandle message;
    private final MemorySegment status;
    private final MemorySegment context;

    /** Its version, such as {@code 2.21.0}. */
    final String version;

    /**
     * Loads it, and makes the context that operations run in.
     *
     * @param directory where libtensorflow_cc.so.2 and, which that one finds by itself, libtensorflow_framework.so.2 are
     */
    TensorFlow(Path directory) throws Throwable {
        Functions library =
                Functions.open(directory.resolve("libtensorflow_cc.so.2").toAbsolutePath());
        newTensor = library.function(
                "TF_NewTensor", ADDRESS, JAVA_INT, ADDRESS, JAVA_INT, ADDRESS, JAVA_LONG, ADDRESS, ADDRESS);
        allocateTensor = library.function("TF_AllocateTensor", ADDRESS, JAVA_INT, ADDRESS, JAVA_INT, JAVA_LONG);
        deleteTensor = library.procedure("TF_DeleteTensor", ADDRESS);
        tensorData = library.function("TF_TensorData", ADDRESS, ADDRESS);
        tensorByteSize = library.function("TF_TensorByteSize", JAVA_LONG, ADDRESS);
        tensorElementCount = library.function("TF_TensorElementCount", JAVA_LONG, ADDRESS);
        stringCopy = library.procedure("TF_StringCopy", ADDRESS, ADDRESS, JAVA_LONG);
        stringAssignView = library.procedure("TF_StringAssignView", ADDRESS, ADDRESS, JAVA_LONG);
        stringDealloc = library.procedure("TF_StringDealloc", ADDRESS);
        stringType = library.function("TF_StringGetType", JAVA_INT, ADDRESS);
        stringSize = library.function("TF_StringGetSize", JAVA_LONG, ADDRESS);
        stringCapacity = library.function("TF_StringGetCapacity", JAVA_LONG, ADDRESS);
        newHandle = library.function("TFE_NewTensorHandle", ADDRESS, ADDRESS, ADDRESS);
        deleteHandle = library.procedure("TFE_DeleteTensorHandle", ADDRESS);
        resolve = library.function("TFE_TensorHandleResolve", ADDRESS, ADDRESS, ADDRESS);
        newOperation = library.function("TFE_NewOp", ADDRESS, ADDRESS, ADDRESS, ADDRESS);
        deleteOperation = library.procedure("TFE_DeleteOp", ADDRESS);
        addInput = library.procedure("TFE_OpAddInput", ADDRESS, ADDRESS, ADDRESS);
        setType = library.procedure("TFE_OpSetAttrType", ADDRESS, ADDRESS, JAVA_INT);
        setInt = library.procedure("TFE_OpSetAttrInt", ADDRESS, ADDRESS, JAVA_LONG);
        execute = library.procedure("TFE_Execute", ADDRESS, ADDRESS, ADDRESS, ADDRESS);
        code = library.function("TF_GetCode", JAVA_INT, ADDRESS);
        message = library.function("TF_Message", ADDRESS, ADDRESS);
        version = Functions.string(
                (MemorySegment) library.function("TF_Version", ADDRESS).invokeExact());
        status = (MemorySegment) library.function("TF_NewStatus", ADDRESS).invokeExact();
        MemorySegment options = (MemorySegment)
                library.function("TFE_NewContextOptions", ADDRESS).invokeExact();
        context = (MemorySegment)
                library.function("TFE_NewContext", ADDRESS, ADDRESS, ADDRESS).invokeExact(options, status);
        check("TFE_NewContext");
        library.procedure("TFE_DeleteContextOptions", ADDRESS).invokeExact(options);
    }

    /** Whether a view may have an owner: since 2.21. Before, what is behind its pointer means nothing. */
    boolean hasOwners() {
        String[] parts = version.split("\\.");
        return Integer.parseInt(parts[0]) > 2 || Integer.parseInt(parts[1]) >= 21;
    }

    /**
     * A tensor of one dimension over memory of ours, which TensorFlow reads where it is.
     *
     * @param deallocator what TensorFlow calls, with the memory, its size and {@code tag}, when it is done with it
     */
    MemorySegment newStrings(long count, MemorySegment memory, MemorySegment deallocator, long tag) throws Throwable {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment tensor = (MemorySegment) newTensor.invokeExact(
                    STRING,
                    arena.allocateFrom(JAVA_LONG, count),
                    1,
                    memory,
                    memory.byteSize(),
                    deallocator,
                    MemorySegment.ofAddress(tag));
            if (tensor.equals(MemorySegment.NULL)) {
                throw new IllegalStateException("TF_NewTensor refused " + count + " elements");
            }
            return tensor;
        }
    }

    /** A tensor of one dimension in TensorFlow's memory, all of its strings empty: it comes with garbage. */
    MemorySegment allocateStrings(long count) throws Throwable {
        MemorySegment tensor = allocate(STRING, count * Tstring.BYTES, count);
        data(tensor).fill((byte) 0);
        return tensor;
    }

    private MemorySegment allocate(int type, long bytes, long... shape) throws Throwable {
        try (Arena arena = Arena.ofConfined()) {
            return (MemorySegment)
                    allocateTensor.invokeExact(type, arena.allocateFrom(JAVA_LONG, shape), shape.length, bytes);
        }
    }

    void deleteTensor(MemorySegment tensor) throws Throwable {
        deleteTensor.invokeExact(tensor);
    }

    /** A tensor's memory. */
    MemorySegment data(MemorySegment tensor) throws Throwable {
        MemorySegment data = (MemorySegment) tensorData.invokeExact(tensor);
        return Functions.at(data.address(), (long) tensorByteSize.invokeExact(tensor));
    }

    long count(MemorySegment tensor) throws Throwable {
        return (long) tensorElementCount.invokeExact(tensor);
    }

    /** Writes a string into an element as TensorFlow does it. */
    void copyInto(MemorySegment element, byte[] text) throws Throwable {
        try (Arena arena = Arena.ofConfined()) {
            stringCopy.invokeExact(element, arena.allocateFrom(JAVA_BYTE, text), (long) text.length);
        }
    }

    /** Makes an element a view as TensorFlow does it. */
    void showIn(MemorySegment element, MemorySegment text) throws Throwable {
        stringAssignView.invokeExact(element, text, text.byteSize());
    }

    /** Frees what an element owns as TensorFlow does it. */
    void dealloc(MemorySegment element) throws Throwable {
        stringDealloc.invokeExact(element);
    }

    /** What TensorFlow says of an element: type, size, capacity. */
    List<Long> describe(MemorySegment element) throws Throwable {
        int type = (int) stringType.invokeExact(element);
        return List.of((long) type, (long) stringSize.invokeExact(element), (long) stringCapacity.invokeExact(element));
    }

    /** What operations take. It shares the tensor's memory; the tensor may be deleted before. */
    MemorySegment handle(MemorySegment tensor) throws Throwable {
        MemorySegment handle = (MemorySegment) newHandle.invokeExact(tensor, status);
        check("TFE_NewTensorHandle");
        return handle;
    }

    void deleteHandle(MemorySegment handle) throws Throwable {
        deleteHandle.invokeExact(handle);
    }

    /** The tensor of a handle, once what computes it is done. */
    MemorySegment resolve(MemorySegment handle) throws Throwable {
        MemorySegment tensor = (MemorySegment) resolve.invokeExact(handle, status);
        check("TFE_TensorHandleResolve");
        return tensor;
    }

    Operation operation(String name) throws Throwable {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment operation =
                    (MemorySegment) newOperation.invokeExact(context, arena.allocateFrom(name), status);
            check(name);
            return new Operation(name, operation);
        }
    }

    private void check(String what) throws Throwable {
        if ((int) code.invokeExact(status) != 0) {
            throw new IllegalStateException(
                    what + ": " + Functions.string((MemorySegment) message.invokeExact(status)));
        }
    }

    /** An operation with one output, to be run once. */
    final class Operation {
        private final String name;
        private final MemorySegment operation;

        private Operation(String name, MemorySegment operation) {
            this.name = name;
            this.operation = operation;
        }

        Operation input(MemorySegment handle) throws Throwable {
            addInput.invokeExact(operation, handle, status);
            check(name);
            return this;
        }

        /** An input of one dimension. */
        Operation ints(int... values) throws Throwable {
            return numbers(allocate(INT32, 4L * values.length, values.length), values);
        }

        /** An input that is a scalar. */
        Operation scalar(int value) throws Throwable {
            return numbers(allocate(INT32, 4), value);
        }

        private Operation numbers(MemorySegment tensor, int... values) throws Throwable {
            data(tensor).copyFrom(MemorySegment.ofArray(values));
            MemorySegment handle = handle(tensor);
            deleteTensor(tensor);
            input(handle);
            deleteHandle(handle); // the operation holds what it needs
            return this;
        }

        Operation type(String attribute, int type) throws Throwable {
            try (Arena arena = Arena.ofConfined()) {
                setType.invokeExact(operation, arena.allocateFrom(attribute), type);
            }
            return this;
        }

        Operation number(String attribute, long number) throws Throwable {
            try (Arena arena = Arena.ofConfined()) {
                setInt.invokeExact(operation, arena.allocateFrom(attribute), number);
            }
            return this;
        }

        /** Runs it; the result is a handle. */
        MemorySegment run() throws Throwable {
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment outputs = arena.allocate(ADDRESS);
                execute.invokeExact(operation, outputs, arena.allocateFrom(JAVA_INT, 1), status);
                check(name);
                deleteOperation.invokeExact(operation);
                return outputs.get(ADDRESS, 0);
            }
        }
    }
}
