package dev.unitstr.ffm.internal.binding;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.unitstr.ffm.internal.memory.SegmentRegion;
import dev.unitstr.internal.binding.Packed;
import dev.unitstr.internal.binding.TensorCalls;
import dev.unitstr.internal.binding.TensorPart;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The string tensor operations of {@link FfmBinding}. The downcalls that read are critical and take arrays as they are;
 * the others take copies, and change native memory only.
 */
final class FfmTensors implements TensorCalls {
    static final FfmTensors OURS = new FfmTensors();

    private FfmTensors() {}

    @Override
    public long decode(TensorPart part, int encoding, int flags, byte[] latin1, char[] chars, long[] results) {
        try {
            return (long) Handles.DECODE.invokeExact(
                    MemorySegment.ofArray(part.options()),
                    SegmentRegion.segmentOf(part.memory()),
                    part.memory().byteSize(),
                    part.first(),
                    (long) part.count(),
                    encoding,
                    flags,
                    MemorySegment.ofArray(latin1),
                    (long) latin1.length,
                    MemorySegment.ofArray(chars),
                    (long) chars.length,
                    MemorySegment.ofArray(results));
        } catch (Throwable e) {
            throw Downcall.unchecked(e);
        }
    }

    @Override
    public long describe(TensorPart part, long[] results) {
        return longs(Handles.ELEMENTS, part, results);
    }

    @Override
    public long copy(TensorPart part, byte[] bytes, int capacityBytes, long[] results) {
        try {
            return (long) Handles.COPY.invokeExact(
                    MemorySegment.ofArray(part.options()),
                    SegmentRegion.segmentOf(part.memory()),
                    part.memory().byteSize(),
                    part.first(),
                    (long) part.count(),
                    MemorySegment.ofArray(bytes),
                    (long) capacityBytes,
                    MemorySegment.ofArray(results));
        } catch (Throwable e) {
            throw Downcall.unchecked(e);
        }
    }

    @Override
    public long validate(TensorPart part, long[] state) {
        return longs(Handles.VALIDATE, part, state);
    }

    /** Calls a function whose only other argument is an array. */
    private static long longs(MethodHandle function, TensorPart part, long[] array) {
        try {
            return (long) function.invokeExact(
                    MemorySegment.ofArray(part.options()),
                    SegmentRegion.segmentOf(part.memory()),
                    part.memory().byteSize(),
                    part.first(),
                    (long) part.count(),
                    MemorySegment.ofArray(array));
        } catch (Throwable e) {
            throw Downcall.unchecked(e);
        }
    }

    @Override
    public long change(TensorPart part, int change, int fill, long number, @Nullable Texts texts) {
        MemorySegment memory = SegmentRegion.segmentOf(part.memory());
        if (!memory.isNative()) {
            return Packed.E_UNSUPPORTED;
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment text = MemorySegment.NULL;
            MemorySegment ends = MemorySegment.NULL;
            long size = 0;
            if (texts != null) {
                Objects.checkFromIndexSize(0, part.count(), texts.ends().length);
                byte[] bytes = texts.bytes();
                size = texts.byteSize();
                text = bytes == null ? MemorySegment.ofAddress(texts.address()) : arena.allocateFrom(JAVA_BYTE, bytes);
                ends = arena.allocateFrom(JAVA_LONG, texts.ends());
            }
            return (long) Handles.CHANGE.invokeExact(
                    arena.allocateFrom(JAVA_BYTE, part.options()),
                    memory,
                    part.memory().byteSize(),
                    part.first(),
                    (long) part.count(),
                    change,
                    fill,
                    number,
                    text,
                    size,
                    ends);
        } catch (Throwable e) {
            throw Downcall.unchecked(e);
        }
    }

    @Override
    public long assign(TensorPart target, TensorPart source, int change) {
        MemorySegment to = SegmentRegion.segmentOf(target.memory());
        MemorySegment from = SegmentRegion.segmentOf(source.memory());
        if (!to.isNative() || !from.isNative()) {
            return Packed.E_UNSUPPORTED;
        }
        try (Arena arena = Arena.ofConfined()) {
            return (long) Handles.ASSIGN.invokeExact(
                    arena.allocateFrom(JAVA_BYTE, target.options()),
                    to,
                    target.memory().byteSize(),
                    target.first(),
                    arena.allocateFrom(JAVA_BYTE, source.options()),
                    from,
                    source.memory().byteSize(),
                    source.first(),
                    change);
        } catch (Throwable e) {
            throw Downcall.unchecked(e);
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
            throw Downcall.unchecked(e);
        }
    }

    @Override
    public long references(long owner, long change) {
        try {
            return (long) Handles.REFERENCES.invokeExact(MemorySegment.ofAddress(owner), change);
        } catch (Throwable e) {
            throw Downcall.unchecked(e);
        }
    }

    /** The downcall handles, linked with the first tensor. */
    private static final class Handles {
        static final MethodHandle DECODE = LibraryTable.link(Downcall.DECODE_TENSOR);
        static final MethodHandle ELEMENTS = LibraryTable.link(Downcall.TENSOR_ELEMENTS);
        static final MethodHandle COPY = LibraryTable.link(Downcall.COPY_TENSOR);
        static final MethodHandle VALIDATE = LibraryTable.link(Downcall.VALIDATE_TENSOR);
        static final MethodHandle CHANGE = LibraryTable.link(Downcall.CHANGE_TENSOR);
        static final MethodHandle ASSIGN = LibraryTable.link(Downcall.ASSIGN_TENSOR);
        static final MethodHandle OWNER = LibraryTable.link(Downcall.TENSOR_OWNER_NEW);
        static final MethodHandle REFERENCES = LibraryTable.link(Downcall.TENSOR_OWNER_REFERENCES);
    }
}
