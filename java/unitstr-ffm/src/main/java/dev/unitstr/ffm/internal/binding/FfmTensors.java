package dev.unitstr.ffm.internal.binding;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.unitstr.internal.binding.NativeBinding;
import dev.unitstr.internal.binding.TensorChanges;
import dev.unitstr.internal.binding.ValueCalls;
import dev.unitstr.internal.library.Abi;
import dev.unitstr.internal.memory.Region;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import org.jspecify.annotations.Nullable;

/** The string tensor operations of {@link FfmBinding}. */
abstract class FfmTensors extends NativeBinding {
    FfmTensors() {}

    @Override
    public long decodeTensor(
            byte[] tensor,
            Region source,
            long first,
            int count,
            int encoding,
            int flags,
            byte[] latin1,
            char[] chars,
            long[] results) {
        MemorySegment segment = FfmBinding.segment(source);
        try {
            return (long) Handles.DECODE.invokeExact(
                    MemorySegment.ofArray(tensor),
                    segment,
                    source.byteSize(),
                    first,
                    (long) count,
                    encoding,
                    flags,
                    MemorySegment.ofArray(latin1),
                    (long) latin1.length,
                    MemorySegment.ofArray(chars),
                    (long) chars.length,
                    MemorySegment.ofArray(results));
        } catch (Throwable e) {
            throw FfmBinding.unchecked(e);
        }
    }

    @Override
    public long tensorElements(byte[] tensor, Region source, long first, int count, long[] results) {
        MemorySegment segment = FfmBinding.segment(source);
        try {
            return (long) Handles.ELEMENTS.invokeExact(
                    MemorySegment.ofArray(tensor),
                    segment,
                    source.byteSize(),
                    first,
                    (long) count,
                    MemorySegment.ofArray(results));
        } catch (Throwable e) {
            throw FfmBinding.unchecked(e);
        }
    }

    @Override
    public long copyTensor(
            byte[] tensor, Region source, long first, int count, byte[] bytes, int capacityBytes, long[] results) {
        MemorySegment segment = FfmBinding.segment(source);
        try {
            return (long) Handles.COPY.invokeExact(
                    MemorySegment.ofArray(tensor),
                    segment,
                    source.byteSize(),
                    first,
                    (long) count,
                    MemorySegment.ofArray(bytes),
                    (long) capacityBytes,
                    MemorySegment.ofArray(results));
        } catch (Throwable e) {
            throw FfmBinding.unchecked(e);
        }
    }

    @Override
    public long validateTensor(byte[] tensor, Region source, long first, int count, long[] state) {
        MemorySegment segment = FfmBinding.segment(source);
        try {
            return (long) Handles.VALIDATE.invokeExact(
                    MemorySegment.ofArray(tensor),
                    segment,
                    source.byteSize(),
                    first,
                    (long) count,
                    MemorySegment.ofArray(state));
        } catch (Throwable e) {
            throw FfmBinding.unchecked(e);
        }
    }

    @Override
    public long putTensor(
            byte[] tensor,
            Region table,
            long tableOffset,
            Region data,
            long dataOffset,
            long dataBytes,
            long first,
            long position,
            byte @Nullable [] source,
            long[] ends,
            int count,
            long[] results) {
        MemorySegment bytes = source == null ? MemorySegment.NULL : MemorySegment.ofArray(source);
        MemorySegment tableSegment = FfmBinding.segment(table);
        MemorySegment dataSegment = FfmBinding.segment(data);
        try {
            return (long) Handles.PUT.invokeExact(
                    MemorySegment.ofArray(tensor),
                    tableSegment,
                    tableOffset,
                    dataSegment,
                    dataOffset,
                    dataBytes,
                    first,
                    position,
                    bytes,
                    source == null ? Long.MAX_VALUE : (long) source.length,
                    MemorySegment.ofArray(ends),
                    (long) count,
                    MemorySegment.ofArray(results));
        } catch (Throwable e) {
            throw FfmBinding.unchecked(e);
        }
    }

    @Override
    public @Nullable ValueCalls valueCalls() {
        return FfmValues.OURS;
    }

    @Override
    public @Nullable TensorChanges tensorChanges() {
        return FfmTensorChanges.OURS;
    }

    /** The downcall handles, linked with the first tensor. */
    private static final class Handles {
        static final MethodHandle DECODE = FfmBinding.critical(
                "packed_decode_tensor",
                Abi.PACKED_DECODE_TENSOR,
                FunctionDescriptor.of(
                        JAVA_LONG, ADDRESS, ADDRESS, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_INT, ADDRESS,
                        JAVA_LONG, ADDRESS, JAVA_LONG, ADDRESS));
        static final MethodHandle ELEMENTS = FfmBinding.critical(
                "packed_tensor_elements",
                Abi.PACKED_TENSOR_ELEMENTS,
                FunctionDescriptor.of(JAVA_LONG, ADDRESS, ADDRESS, JAVA_LONG, JAVA_LONG, JAVA_LONG, ADDRESS));
        static final MethodHandle COPY = FfmBinding.critical(
                "packed_copy_tensor",
                Abi.PACKED_COPY_TENSOR,
                FunctionDescriptor.of(
                        JAVA_LONG, ADDRESS, ADDRESS, JAVA_LONG, JAVA_LONG, JAVA_LONG, ADDRESS, JAVA_LONG, ADDRESS));
        static final MethodHandle VALIDATE = FfmBinding.critical(
                "packed_validate_tensor",
                Abi.PACKED_VALIDATE_TENSOR,
                FunctionDescriptor.of(JAVA_LONG, ADDRESS, ADDRESS, JAVA_LONG, JAVA_LONG, JAVA_LONG, ADDRESS));
        static final MethodHandle PUT = FfmBinding.critical(
                "packed_put_tensor",
                Abi.PACKED_PUT_TENSOR,
                FunctionDescriptor.of(
                        JAVA_LONG, ADDRESS, ADDRESS, JAVA_LONG, ADDRESS, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG,
                        ADDRESS, JAVA_LONG, ADDRESS, JAVA_LONG, ADDRESS));
    }
}
