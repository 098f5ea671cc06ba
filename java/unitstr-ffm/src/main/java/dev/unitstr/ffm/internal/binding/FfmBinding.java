package dev.unitstr.ffm.internal.binding;

import dev.unitstr.ffm.internal.memory.SegmentRegion;
import dev.unitstr.internal.binding.ArrowCalls;
import dev.unitstr.internal.binding.Binding;
import dev.unitstr.internal.binding.NativeBinding;
import dev.unitstr.internal.binding.Query;
import dev.unitstr.internal.binding.TensorCalls;
import dev.unitstr.internal.binding.ValueCalls;
import dev.unitstr.internal.memory.Region;
import dev.unitstr.internal.memory.Scratch;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * The binding over the foreign function and memory API. Each operation is one critical downcall.
 *
 * <p>Native code receives the caller's segment and an offset, never an address. The linker can therefore check liveness
 * and thread, keep a shared arena open during the call, and accept heap segments. {@link MemorySegment#ofArray(byte[])}
 * wraps scratch and text at the call, where the compiler can eliminate the wrapper.
 */
public final class FfmBinding extends NativeBinding {

    private static final int PANIC_TEXT_BYTES = 4096;

    /** The number of chars of a piece of a longer text. */
    private static final int LONG_CHARS = CHUNK_BYTES / 4 - 1;

    /** Constructs the binding, for the service loader. Does not touch native code. */
    public FfmBinding() {}

    @Override
    public String name() {
        return LibraryTable.NAME;
    }

    @Override
    public Optional<Throwable> tryOpen() {
        return Outcome.PROBLEM;
    }

    @Override
    public TensorCalls tensorCalls() {
        return FfmTensors.OURS;
    }

    @Override
    public ValueCalls valueCalls() {
        return FfmValues.OURS;
    }

    @Override
    public Region allMemory() {
        return SegmentRegion.allMemory(); // not by FfmValues, which needs an entry that old libraries lack
    }

    @Override
    public ArrowCalls arrowCalls() {
        return FfmArrow.OURS;
    }

    @Override
    public String version() {
        return LibraryTable.opened().version();
    }

    @Override
    public String jarVersion() {
        Properties properties = new Properties();
        try (InputStream in = FfmBinding.class.getResourceAsStream("/dev/unitstr/ffm/version.properties")) {
            if (in != null) {
                properties.load(in);
            }
        } catch (IOException e) {
            // Only the doctor calls this, and prints "unknown".
        }
        return properties.getProperty("version", "unknown");
    }

    @Override
    public Optional<String> library() {
        return Optional.of(LibraryTable.opened().file().toString());
    }

    // Short text in a buffer is copied through an array: the segment of a buffer would be allocated.

    @Override
    public long decode(
            @Nullable Object base, long offset, int bytes, int encoding, int flags, byte[] latin1, char[] chars) {
        if (base == null) {
            return decode(offset, bytes, encoding, flags, latin1, chars);
        }
        if (base instanceof byte[] array) {
            return decode(array, offset, bytes, encoding, flags, latin1, chars);
        }
        return base instanceof ByteBuffer && bytes < CHUNK_BYTES
                ? decodeCopy(base, offset, bytes, encoding, flags, latin1, chars)
                : decode(SegmentRegion.segmentOfBase(base), offset, bytes, encoding, flags, latin1, chars);
    }

    @Override
    public long encode(
            char[] source, int chars, @Nullable Object base, long offset, long capacityBytes, int encoding, int flags) {
        if (base == null) {
            return encode(source, chars, offset, capacityBytes, encoding, flags);
        }
        if (base instanceof byte[] array) {
            return encode(source, chars, array, offset, capacityBytes, encoding, flags);
        }
        return base instanceof ByteBuffer && chars < LONG_CHARS
                ? encodeCopy(source, chars, base, offset, capacityBytes, encoding, flags)
                : encode(source, chars, SegmentRegion.segmentOfBase(base), offset, capacityBytes, encoding, flags);
    }

    @Override
    public long measure(char[] source, int chars, int encoding, int flags) {
        return measureChars(source, chars, encoding, flags);
    }

    @Override
    public long findZero(@Nullable Object base, long offset, long maxUnits, int unitSize) {
        if (base instanceof ByteBuffer buffer) {
            return Region.findZero(buffer, offset, maxUnits, unitSize, FfmBinding::findZero);
        }
        return base instanceof byte[] array && maxUnits <= CHUNK_BYTES / Integer.BYTES
                ? findZero(array, offset, maxUnits, unitSize)
                : findZero(
                        base == null ? MemorySegment.NULL : SegmentRegion.segmentOfBase(base),
                        offset,
                        maxUnits,
                        unitSize);
    }

    @Override
    public long contentEquals(
            @Nullable Object base, long offset, int bytes, int encoding, int flags, char[] text, int chars) {
        if (base == null) {
            return contentEquals(offset, bytes, encoding, flags, text, chars);
        }
        if (base instanceof byte[] array) {
            return contentEquals(array, offset, bytes, encoding, flags, text, chars);
        }
        return base instanceof ByteBuffer && bytes < CHUNK_BYTES
                ? contentEqualsCopy(base, offset, bytes, encoding, flags, text, chars)
                : contentEquals(SegmentRegion.segmentOfBase(base), offset, bytes, encoding, flags, text, chars);
    }

    @Override
    public long query(@Nullable Object base, long offset, int bytes, int encoding, int flags, Query query) {
        MemorySegment source = base == null ? MemorySegment.NULL : SegmentRegion.segmentOfBase(base);
        try {
            return (long) QueryHandle.QUERY.invokeExact(source, offset, (long) bytes, encoding, flags, query.ordinal());
        } catch (Throwable e) {
            throw Downcall.unchecked(e);
        }
    }

    @Override
    public long decodeBatch(Region source, Scratch texts, int count, int bytes, int encoding, int flags) {
        MemorySegment segment = SegmentRegion.segmentOf(source);
        byte[] latin1 = texts.bytes(bytes);
        char[] chars = texts.chars(bytes);
        try {
            return (long) BatchHandles.DECODE.invokeExact(
                    segment,
                    source.byteSize(),
                    MemorySegment.ofArray(texts.spans(count)),
                    (long) count,
                    encoding,
                    flags,
                    MemorySegment.ofArray(latin1),
                    (long) latin1.length,
                    MemorySegment.ofArray(chars),
                    (long) chars.length,
                    MemorySegment.ofArray(texts.results(count)));
        } catch (Throwable e) {
            throw Downcall.unchecked(e);
        }
    }

    @Override
    public long encodeBatch(
            Scratch texts, int count, Region target, long offset, long capacityBytes, int encoding, int flags) {
        MemorySegment segment = SegmentRegion.segmentOf(target);
        long[] ends = texts.spans(count);
        long chars = ends[count - 1];
        try {
            return (long) BatchHandles.ENCODE.invokeExact(
                    MemorySegment.ofArray(texts.chars((int) chars)),
                    chars,
                    MemorySegment.ofArray(ends),
                    (long) count,
                    segment,
                    offset,
                    capacityBytes,
                    encoding,
                    flags,
                    MemorySegment.ofArray(texts.results(count)));
        } catch (Throwable e) {
            throw Downcall.unchecked(e);
        }
    }

    @Override
    public long measureBatch(Scratch texts, int count, int encoding, int flags) {
        long[] ends = texts.spans(count);
        long chars = ends[count - 1];
        try {
            return (long) BatchHandles.MEASURE.invokeExact(
                    MemorySegment.ofArray(texts.chars((int) chars)),
                    chars,
                    MemorySegment.ofArray(ends),
                    (long) count,
                    encoding,
                    flags,
                    MemorySegment.ofArray(texts.results(count)));
        } catch (Throwable e) {
            throw Downcall.unchecked(e);
        }
    }

    @Override
    public String lastPanic() {
        MethodHandle handle = LibraryTable.link(Downcall.LAST_PANIC);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment text = arena.allocate(PANIC_TEXT_BYTES);
            long bytes = (long) handle.invokeExact(text, text.byteSize());
            return new String(
                    text.asSlice(0, Math.min(bytes, text.byteSize())).toArray(ValueLayout.JAVA_BYTE),
                    StandardCharsets.UTF_8);
        } catch (Throwable e) {
            throw Downcall.unchecked(e);
        }
    }

    /** Performs {@link Binding#decode} on a segment. */
    public static long decode(
            MemorySegment source, long offset, int bytes, int encoding, int flags, byte[] latin1, char[] chars) {
        try {
            return (long) DecodeHandle.DECODE.invokeExact(
                    MemorySegment.ofArray(latin1),
                    (long) latin1.length,
                    MemorySegment.ofArray(chars),
                    (long) chars.length,
                    source,
                    offset,
                    (long) bytes,
                    (long) encoding,
                    (long) flags);
        } catch (Throwable e) {
            throw Downcall.unchecked(e);
        }
    }

    // Each wrapper of an array is created in the method that passes it to the handle: only then does the compiler
    // eliminate it regardless of its inlining decisions.

    private static long decode(
            byte[] source, long offset, int bytes, int encoding, int flags, byte[] latin1, char[] chars) {
        try {
            return (long) ArrayHandles.DECODE.invokeExact(
                    MemorySegment.ofArray(latin1),
                    (long) latin1.length,
                    MemorySegment.ofArray(chars),
                    (long) chars.length,
                    MemorySegment.ofArray(source),
                    offset,
                    (long) bytes,
                    (long) encoding,
                    (long) flags);
        } catch (Throwable e) {
            throw Downcall.unchecked(e);
        }
    }

    private static long decode(long address, int bytes, int encoding, int flags, byte[] latin1, char[] chars) {
        try {
            return (long) AddressHandles.DECODE.invokeExact(
                    MemorySegment.ofArray(latin1),
                    (long) latin1.length,
                    MemorySegment.ofArray(chars),
                    (long) chars.length,
                    address,
                    0L,
                    (long) bytes,
                    (long) encoding,
                    (long) flags);
        } catch (Throwable e) {
            throw Downcall.unchecked(e);
        }
    }

    /** Performs {@link Binding#encode} into a segment. */
    public static long encode(
            char[] source, int chars, MemorySegment target, long offset, long capacityBytes, int encoding, int flags) {
        try {
            return (long) EncodeHandle.ENCODE.invokeExact(
                    MemorySegment.ofArray(source), (long) chars, target, offset, capacityBytes, (long) encoding, (long)
                            flags);
        } catch (Throwable e) {
            throw Downcall.unchecked(e);
        }
    }

    private static long encode(
            char[] source, int chars, byte[] target, long offset, long capacityBytes, int encoding, int flags) {
        try {
            return (long) ArrayHandles.ENCODE.invokeExact(
                    MemorySegment.ofArray(source),
                    (long) chars,
                    MemorySegment.ofArray(target),
                    offset,
                    capacityBytes,
                    (long) encoding,
                    (long) flags);
        } catch (Throwable e) {
            throw Downcall.unchecked(e);
        }
    }

    private static long encode(char[] source, int chars, long address, long capacityBytes, int encoding, int flags) {
        try {
            return (long) AddressHandles.ENCODE.invokeExact(
                    MemorySegment.ofArray(source), (long) chars, address, 0L, capacityBytes, (long) encoding, (long)
                            flags);
        } catch (Throwable e) {
            throw Downcall.unchecked(e);
        }
    }

    /** Performs {@link Binding#measure}, without an instance. */
    public static long measureChars(char[] source, long chars, int encoding, int flags) {
        try {
            return (long) MeasureHandle.MEASURE.invokeExact(MemorySegment.ofArray(source), chars, encoding, flags);
        } catch (Throwable e) {
            throw Downcall.unchecked(e);
        }
    }

    /**
     * Tests whether text is encoded from the backing array of a String, which requires that the user opened {@code
     * java.lang}.
     */
    public static boolean readsStrings() {
        return StringBackingArray.AVAILABLE;
    }

    /** Performs {@link Binding#encode} into a segment on the first chars of a String, without a copy of them. */
    public static long encodeString(
            String src, long chars, MemorySegment target, long offset, long capacityBytes, int encoding, int flags) {
        byte[] value = StringBackingArray.value(src);
        int coder = StringBackingArray.coder(src, value);
        try {
            return (long) StringHandles.ENCODE.invokeExact(
                    MemorySegment.ofArray(value),
                    0L,
                    chars,
                    coder,
                    target,
                    offset,
                    capacityBytes,
                    (long) encoding,
                    (long) flags);
        } catch (Throwable e) {
            throw Downcall.unchecked(e);
        }
    }

    /** Performs {@link Binding#measure} on the first chars of a String, without a copy of them. */
    public static long measureString(String src, long chars, int encoding, int flags) {
        byte[] value = StringBackingArray.value(src);
        int coder = StringBackingArray.coder(src, value);
        try {
            return (long)
                    StringHandles.MEASURE.invokeExact(MemorySegment.ofArray(value), 0L, chars, coder, encoding, flags);
        } catch (Throwable e) {
            throw Downcall.unchecked(e);
        }
    }

    /**
     * Performs {@link Binding#findZero} in a segment. Each downcall is short, so that a search does not delay
     * safepoints.
     */
    public static long findZero(MemorySegment source, long offset, long maxUnits, int unitSize) {
        long window = CHUNK_BYTES >> Integer.numberOfTrailingZeros(unitSize);
        long done = 0;
        while (done < maxUnits) {
            long units = Math.min(window, maxUnits - done);
            long before = findZeroInWindow(source, offset + done * unitSize, units, unitSize);
            if (before < 0) {
                return before;
            }
            done += before;
            if (before < units) {
                break;
            }
        }
        return done;
    }

    private static long findZeroInWindow(MemorySegment source, long offset, long maxUnits, int unitSize) {
        try {
            return (long) FindZeroHandle.FIND_ZERO.invokeExact(source, offset, maxUnits, unitSize);
        } catch (Throwable e) {
            throw Downcall.unchecked(e);
        }
    }

    private static long findZero(byte[] source, long offset, long maxUnits, int unitSize) {
        try {
            return (long) ArrayHandles.FIND_ZERO.invokeExact(MemorySegment.ofArray(source), offset, maxUnits, unitSize);
        } catch (Throwable e) {
            throw Downcall.unchecked(e);
        }
    }

    /** Performs {@link Binding#contentEquals} on a segment. */
    public static long contentEquals(
            MemorySegment source, long offset, int bytes, int encoding, int flags, char[] text, int chars) {
        try {
            return (long) CompareHandle.COMPARE.invokeExact(
                    MemorySegment.ofArray(text), (long) chars, source, offset, (long) bytes, (long) encoding, (long)
                            flags);
        } catch (Throwable e) {
            throw Downcall.unchecked(e);
        }
    }

    private static long contentEquals(
            byte[] source, long offset, int bytes, int encoding, int flags, char[] text, int chars) {
        try {
            return (long) ArrayHandles.COMPARE.invokeExact(
                    MemorySegment.ofArray(text),
                    (long) chars,
                    MemorySegment.ofArray(source),
                    offset,
                    (long) bytes,
                    (long) encoding,
                    (long) flags);
        } catch (Throwable e) {
            throw Downcall.unchecked(e);
        }
    }

    private static long contentEquals(long address, int bytes, int encoding, int flags, char[] text, int chars) {
        try {
            return (long) AddressHandles.COMPARE.invokeExact(
                    MemorySegment.ofArray(text), (long) chars, address, 0L, (long) bytes, (long) encoding, (long)
                            flags);
        } catch (Throwable e) {
            throw Downcall.unchecked(e);
        }
    }

    /** The result of loading the library. */
    private static final class Outcome {
        static final Optional<Throwable> PROBLEM = initialise();

        private static Optional<Throwable> initialise() {
            try {
                LibraryTable.opened().version(); // any access initialises the class
                return Optional.empty();
            } catch (ExceptionInInitializerError e) { // wraps exceptions; errors are not wrapped
                return Optional.of(e.getException());
            } catch (LinkageError e) {
                return Optional.of(e);
            }
        }
    }

    // The downcall handles are constants, so a call through them costs no more than a native method. Each is linked on
    // first use, because the linker generates ten classes for each type of function, about 15 ms of CPU time.
    //
    // In each function, the arrays of this library come before the caller's memory. The linker acquires and releases
    // the session of each segment in the order of the arguments. The caller's segment may be of any kind; once the
    // compiler has seen three kinds, it cannot inline the call for that session. The sessions of arrays acquired after
    // that call may still be null at it, and the compiler then allocates these segments on the heap: 32 bytes per array
    // and call.

    /** The handle that decodes from a segment. */
    private static final class DecodeHandle {
        private static final MethodHandle DECODE = LibraryTable.link(Downcall.DECODE);
    }

    /** The handle that encodes into a segment. */
    private static final class EncodeHandle {
        private static final MethodHandle ENCODE = LibraryTable.link(Downcall.ENCODE);
    }

    /** The handle that searches a segment for a zero unit. */
    private static final class FindZeroHandle {
        private static final MethodHandle FIND_ZERO = LibraryTable.link(Downcall.FIND_ZERO);
    }

    /** The handle that compares a segment with text. */
    private static final class CompareHandle {
        private static final MethodHandle COMPARE = LibraryTable.link(Downcall.COMPARE);
    }

    /** The handle that measures text. */
    private static final class MeasureHandle {
        private static final MethodHandle MEASURE = LibraryTable.link(Downcall.MEASURE);
    }

    /**
     * The handles for buffers, whose memory is copied through an array; linked with the first buffer. The linker has
     * one class for all handles of a type, and the profile of that class records the kinds of segments passed. These
     * handles have a different type, so that their profile contains arrays only and the compiler can eliminate the
     * segments.
     */
    private static final class ArrayHandles {
        private static final MethodHandle DECODE = LibraryTable.link(Downcall.DECODE_ARRAY);
        private static final MethodHandle ENCODE = LibraryTable.link(Downcall.ENCODE_ARRAY);
        private static final MethodHandle FIND_ZERO = LibraryTable.link(Downcall.FIND_ZERO_ARRAY);
        private static final MethodHandle COMPARE = LibraryTable.link(Downcall.COMPARE_ARRAY);
    }

    /**
     * The handles for memory that the caller passes as an address, linked with the first address. They need no segment.
     */
    private static final class AddressHandles {
        private static final MethodHandle DECODE = LibraryTable.link(Downcall.DECODE_ADDRESS);
        private static final MethodHandle ENCODE = LibraryTable.link(Downcall.ENCODE_ADDRESS);
        private static final MethodHandle COMPARE = LibraryTable.link(Downcall.COMPARE_ADDRESS);
    }

    /** The handle for queries, linked with the first query. */
    private static final class QueryHandle {
        private static final MethodHandle QUERY = LibraryTable.link(Downcall.QUERY);
    }

    /** The handles for batches, linked with the first batch. */
    private static final class BatchHandles {
        private static final MethodHandle DECODE = LibraryTable.link(Downcall.DECODE_BATCH);
        private static final MethodHandle ENCODE = LibraryTable.link(Downcall.ENCODE_BATCH);
        private static final MethodHandle MEASURE = LibraryTable.link(Downcall.MEASURE_BATCH);
    }

    /** The handles for the backing array of a String, linked on first use. */
    private static final class StringHandles {
        private static final MethodHandle ENCODE = LibraryTable.link(Downcall.ENCODE_STRING);
        private static final MethodHandle MEASURE = LibraryTable.link(Downcall.MEASURE_STRING);
    }
}
