package dev.unitstr.ffm.internal.binding;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.unitstr.internal.binding.Packed;
import dev.unitstr.internal.binding.TensorChanges;
import dev.unitstr.internal.library.Abi;
import dev.unitstr.internal.memory.Region;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Changes tensors in native memory. The downcalls are not critical, so arguments on the heap are copied first. */
final class FfmTensorChanges implements TensorChanges {
    static final FfmTensorChanges OURS = new FfmTensorChanges();

    private FfmTensorChanges() {}

    @Override
    public long change(
            byte[] tensor,
            Region memory,
            long first,
            int count,
            int change,
            int fill,
            long number,
            @Nullable Texts texts) {
        MemorySegment segment = FfmBinding.segment(memory);
        if (!segment.isNative()) {
            return Packed.E_UNSUPPORTED;
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment text = MemorySegment.NULL;
            MemorySegment ends = MemorySegment.NULL;
            long size = 0;
            if (texts != null) {
                Objects.checkFromIndexSize(0, count, texts.ends().length);
                byte[] bytes = texts.bytes();
                size = texts.size();
                // The slice throws an exception if the size exceeds the array.
                text = bytes == null
                        ? MemorySegment.ofAddress(texts.address())
                        : arena.allocate(size)
                                .copyFrom(MemorySegment.ofArray(bytes).asSlice(0, size));
                ends = arena.allocateFrom(JAVA_LONG, texts.ends());
            }
            return (long) Handles.CHANGE.invokeExact(
                    arena.allocateFrom(JAVA_BYTE, tensor),
                    segment,
                    memory.byteSize(),
                    first,
                    (long) count,
                    change,
                    fill,
                    number,
                    text,
                    size,
                    ends);
        } catch (Throwable e) {
            throw FfmBinding.unchecked(e);
        }
    }

    @Override
    public long assign(
            byte[] tensor, Region memory, long index, byte[] from, Region fromMemory, long fromIndex, int change) {
        MemorySegment segment = FfmBinding.segment(memory);
        MemorySegment other = FfmBinding.segment(fromMemory);
        if (!segment.isNative() || !other.isNative()) {
            return Packed.E_UNSUPPORTED;
        }
        try (Arena arena = Arena.ofConfined()) {
            return (long) Handles.ASSIGN.invokeExact(
                    arena.allocateFrom(JAVA_BYTE, tensor),
                    segment,
                    memory.byteSize(),
                    index,
                    arena.allocateFrom(JAVA_BYTE, from),
                    other,
                    fromMemory.byteSize(),
                    fromIndex,
                    1L,
                    change);
        } catch (Throwable e) {
            throw FfmBinding.unchecked(e);
        }
    }

    @Override
    public long newOwner(long bytes, long[] results) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment made = arena.allocate(JAVA_LONG, OWNER_LONGS);
            long status = (long) Handles.OWNER.invokeExact(bytes, made);
            MemorySegment.copy(made, JAVA_LONG, 0, results, 0, OWNER_LONGS);
            return status;
        } catch (Throwable e) {
            throw FfmBinding.unchecked(e);
        }
    }

    @Override
    public long references(long owner, long change) {
        try {
            return (long) Handles.REFERENCES.invokeExact(MemorySegment.ofAddress(owner), change);
        } catch (Throwable e) {
            throw FfmBinding.unchecked(e);
        }
    }

    private static final class Handles {
        static final MethodHandle CHANGE = FfmBinding.link(
                "packed_change_tensor",
                Abi.PACKED_CHANGE_TENSOR,
                FunctionDescriptor.of(
                        JAVA_LONG, ADDRESS, ADDRESS, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_INT, JAVA_LONG,
                        ADDRESS, JAVA_LONG, ADDRESS));
        static final MethodHandle ASSIGN = FfmBinding.link(
                "packed_assign_tensor",
                Abi.PACKED_ASSIGN_TENSOR,
                FunctionDescriptor.of(
                        JAVA_LONG, ADDRESS, ADDRESS, JAVA_LONG, JAVA_LONG, ADDRESS, ADDRESS, JAVA_LONG, JAVA_LONG,
                        JAVA_LONG, JAVA_INT));
        static final MethodHandle OWNER = FfmBinding.link(
                "tensor_owner_new", Abi.TENSOR_OWNER_NEW, FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, ADDRESS));
        static final MethodHandle REFERENCES = FfmBinding.link(
                "tensor_owner_references",
                Abi.TENSOR_OWNER_REFERENCES,
                FunctionDescriptor.of(JAVA_LONG, ADDRESS, JAVA_LONG));
    }
}
