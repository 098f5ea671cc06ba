package dev.unitstr.internal;

import dev.unitstr.spi.Abi;
import dev.unitstr.spi.BatchStrings;
import dev.unitstr.spi.NativeLibrary;
import dev.unitstr.spi.NativeLibrary.Opened;
import dev.unitstr.spi.OffHeap;
import dev.unitstr.spi.Packed;
import dev.unitstr.spi.Region;
import dev.unitstr.spi.Scratch;
import dev.unitstr.spi.values.ValueCalls;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * JNI.
 *
 * <p>Native code reaches an address that the caller vouches for, and a direct buffer on JDKs where nothing but the
 * garbage collector frees one. All other memory may be closed by another thread during a call, so it is copied through
 * an array: {@link Region} checks each copy.
 */
public final class JniBinding extends JniTensors {
    private static final String NAME = "jni";

    /** Constructs it, touching nothing native. */
    public JniBinding() {}

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Optional<Throwable> tryOpen() {
        return Optional.ofNullable(Library.PROBLEM);
    }

    @Override
    public String version() {
        return new String(version0(), StandardCharsets.UTF_8);
    }

    @Override
    public Optional<String> library() {
        return Optional.ofNullable(Library.OPENED).map(opened -> opened.file().toString());
    }

    @Override
    public boolean isDear() {
        return true;
    }

    @Override
    public long decode(Region source, long offset, int bytes, int encoding, int flags, byte[] latin1, char[] chars) {
        if (Library.HAS_SHORT
                && bytes <= OffHeap.MOST
                && bytes <= Math.min(latin1.length, chars.length) // what it becomes is no longer
                && (source instanceof AddressRegion || direct(source) != null)) {
            Scratch scratch = Scratch.acquire();
            try {
                OffHeap memory = scratch.offHeap();
                if (memory != null) {
                    return decodeShort(source, offset, bytes, encoding, flags, latin1, chars, memory);
                }
            } finally {
                scratch.release();
            }
        }
        if (source instanceof AddressRegion region) {
            return decodeAddress0(
                    region.address(), offset, bytes, encoding, flags, latin1, latin1.length, chars, chars.length);
        }
        ByteBuffer direct = direct(source);
        if (direct != null) {
            return decodeBuffer0(
                    direct,
                    direct.capacity(),
                    offset,
                    bytes,
                    encoding,
                    flags,
                    latin1,
                    latin1.length,
                    chars,
                    chars.length);
        }
        Scratch scratch = Scratch.acquire();
        try {
            byte[] copy = scratch.bytes(bytes);
            source.copyOut(offset, copy, bytes);
            return decodeArray0(copy, bytes, encoding, flags, latin1, latin1.length, chars, chars.length);
        } finally {
            scratch.release();
        }
    }

    private static long decodeShort(
            Region source,
            long offset,
            int bytes,
            int encoding,
            int flags,
            byte[] latin1,
            char[] chars,
            OffHeap memory) {
        ByteBuffer result = memory.buffer();
        long packed;
        if (source instanceof AddressRegion region) {
            packed = decodeShortAddress0(region.address(), offset, bytes, encoding, flags, result, OffHeap.ROOM);
        } else {
            ByteBuffer direct = direct(source);
            packed =
                    decodeShortBuffer0(direct, direct.capacity(), offset, bytes, encoding, flags, result, OffHeap.ROOM);
        }
        if (!Packed.isError(packed)) {
            if (Packed.isChars(packed)) {
                memory.getChars(chars, Packed.written(packed));
            } else {
                memory.getLatin1(latin1, Packed.written(packed));
            }
        }
        return packed;
    }

    @Override
    public long encode(
            char[] source, int chars, Region target, long offset, long capacityBytes, int encoding, int flags) {
        if (Library.HAS_SHORT && chars <= OffHeap.MOST && (target instanceof AddressRegion || direct(target) != null)) {
            Scratch scratch = Scratch.acquire();
            try {
                OffHeap memory = scratch.offHeap();
                if (memory != null) {
                    return encodeShort(source, chars, target, offset, capacityBytes, encoding, flags, memory);
                }
            } finally {
                scratch.release();
            }
        }
        if (target instanceof AddressRegion region) {
            return encodeAddress0(source, chars, region.address(), offset, capacityBytes, encoding, flags);
        }
        ByteBuffer direct = direct(target);
        if (direct != null) {
            return encodeBuffer0(source, chars, direct, direct.capacity(), offset, capacityBytes, encoding, flags);
        }
        Scratch scratch = Scratch.acquire();
        try {
            // 4 bytes for each char and a byte order mark: no encoding needs more.
            int capacity = (int) Math.min(capacityBytes, 4L * chars + 4);
            byte[] copy = scratch.bytes(capacity);
            long packed = encodeArray0(source, chars, copy, capacity, encoding, flags);
            if (!Packed.isError(packed)) {
                target.copyIn(copy, offset, Packed.written(packed));
            }
            return packed;
        } finally {
            scratch.release();
        }
    }

    private static long encodeShort(
            char[] source,
            int chars,
            Region target,
            long offset,
            long capacityBytes,
            int encoding,
            int flags,
            OffHeap memory) {
        memory.putChars(source, chars);
        ByteBuffer text = memory.buffer();
        if (target instanceof AddressRegion region) {
            return encodeShortAddress0(
                    text, OffHeap.ROOM, chars, region.address(), offset, capacityBytes, encoding, flags);
        }
        ByteBuffer direct = direct(target);
        return encodeShortBuffer0(
                text, OffHeap.ROOM, chars, direct, direct.capacity(), offset, capacityBytes, encoding, flags);
    }

    @Override
    public long measure(char[] source, int chars, int encoding, int flags) {
        return measure0(source, chars, encoding, flags);
    }

    @Override
    public long findZero(Region source, long offset, long maxUnits, int unitSize) {
        if (source instanceof AddressRegion region) {
            return findZeroAddress0(region.address(), offset, maxUnits, unitSize);
        }
        ByteBuffer direct = direct(source);
        return direct != null
                ? findZeroBuffer0(direct, offset, maxUnits, unitSize)
                : source.findZero(offset, maxUnits, unitSize);
    }

    @Override
    public long contentEquals(Region source, long offset, int bytes, int encoding, int flags, char[] text, int chars) {
        if (source instanceof AddressRegion region) {
            return equalAddress0(region.address(), offset, bytes, encoding, flags, text, chars);
        }
        ByteBuffer direct = direct(source);
        if (direct != null) {
            return equalBuffer0(direct, offset, bytes, encoding, flags, text, chars);
        }
        Scratch scratch = Scratch.acquire();
        try {
            byte[] copy = scratch.bytes(bytes);
            source.copyOut(offset, copy, bytes);
            return equalArray0(copy, bytes, encoding, flags, text, chars);
        } finally {
            scratch.release();
        }
    }

    @Override
    public long decodeBatch(
            Region source,
            long[] spans,
            int count,
            int encoding,
            int flags,
            byte[] latin1,
            char[] chars,
            long[] results) {
        if (!Library.HAS_BATCH) {
            return Packed.E_UNSUPPORTED;
        }
        if (source instanceof AddressRegion region) {
            return decodeBatchAddress0(
                    region.address(), source.byteSize(), spans, count, encoding, flags, latin1, chars, results);
        }
        ByteBuffer direct = direct(source);
        if (direct != null) {
            long bytes = source.byteSize();
            return decodeBatchBuffer0(direct, bytes, spans, count, encoding, flags, latin1, chars, results);
        }
        Scratch scratch = Scratch.acquire();
        try {
            byte[] copy = scratch.bytes(CHUNK_BYTES);
            long[] copied = scratch.spans(count);
            BatchStrings.copyTexts(source, spans, count, copy);
            int end = 0;
            for (int i = 0; i < count; i++) {
                int bytes = (int) spans[2 * i + 1];
                copied[2 * i] = end;
                copied[2 * i + 1] = bytes;
                end += bytes;
            }
            return decodeBatchArray0(copy, end, copied, count, encoding, flags, latin1, chars, results);
        } finally {
            scratch.release();
        }
    }

    @Override
    public long encodeBatch(
            char[] source,
            int chars,
            long[] ends,
            int count,
            Region target,
            long offset,
            long capacityBytes,
            int encoding,
            int flags,
            long[] results) {
        if (!Library.HAS_BATCH) {
            return Packed.E_UNSUPPORTED;
        }
        if (target instanceof AddressRegion region) {
            long address = region.address();
            return encodeBatchAddress0(
                    source, chars, ends, count, address, offset, capacityBytes, encoding, flags, results);
        }
        ByteBuffer direct = direct(target);
        if (direct != null) {
            return encodeBatchBuffer0(
                    source, chars, ends, count, direct, offset, capacityBytes, encoding, flags, results);
        }
        Scratch scratch = Scratch.acquire();
        try {
            // 4 bytes for each char and for each byte order mark: no encoding needs more.
            int capacity = (int) Math.min(capacityBytes, 4L * (chars + count));
            byte[] copy = scratch.bytes(capacity);
            long packed = encodeBatchArray0(source, chars, ends, count, copy, capacity, encoding, flags, results);
            int done = Packed.isError(packed) ? 0 : Packed.written(packed);
            if (done > 0) {
                target.copyIn(copy, offset, (int) results[done - 1]);
            }
            return packed;
        } finally {
            scratch.release();
        }
    }

    @Override
    public long measureBatch(
            char[] source, int chars, long[] ends, int count, int encoding, int flags, long[] results) {
        return Library.HAS_BATCH
                ? measureBatch0(source, chars, ends, count, encoding, flags, results)
                : Packed.E_UNSUPPORTED;
    }

    @Override
    public @Nullable ValueCalls valueCalls() {
        return Library.HAS_VALUES ? JniValues.INSTANCE : null;
    }

    @Override
    public String lastPanic() {
        return new String(lastPanic0(), StandardCharsets.UTF_8);
    }

    /**
     * Overwrites the text that native memory of this thread still holds; does nothing if this binding was never opened.
     */
    public static void clearScratch() {
        if (NativeLibrary.opened(NAME).isPresent()) {
            clearScratch0();
        }
    }

    /** Whether the library is as new as tensors are. */
    static boolean hasTensors() {
        return Library.HAS_TENSORS;
    }

    /** Whether the library is as new as changes to tensors are. */
    static boolean hasTensorChanges() {
        return Library.HAS_TENSOR_CHANGES;
    }

    /** The buffer whose address native code may use: as an argument of the call it stays reachable. */
    static @Nullable ByteBuffer direct(Region region) {
        return !BufferRegion.MAY_CLOSE && region instanceof BufferRegion buffer ? buffer.direct() : null;
    }

    // What each returns is in Binding; arguments that do not fit their arrays come back as Packed.E_RANGE or throw.
    // Native
    // code is told the lengths of arrays and the size of a buffer, because asking costs it as much as a short text.

    private static native long[] abi0();

    private static native byte[] version0();

    private static native byte[] lastPanic0();

    private static native void clearScratch0();

    private static native long decodeArray0(
            byte[] source,
            int bytes,
            int encoding,
            int flags,
            byte[] latin1,
            int latin1Length,
            char[] chars,
            int charsLength);

    private static native long decodeAddress0(
            long address,
            long offset,
            int bytes,
            int encoding,
            int flags,
            byte[] latin1,
            int latin1Length,
            char[] chars,
            int charsLength);

    private static native long decodeBuffer0(
            ByteBuffer direct,
            long size,
            long offset,
            int bytes,
            int encoding,
            int flags,
            byte[] latin1,
            int latin1Length,
            char[] chars,
            int charsLength);

    private static native long decodeShortAddress0(
            long address, long offset, int bytes, int encoding, int flags, @Nullable ByteBuffer result, int room);

    private static native long decodeShortBuffer0(
            ByteBuffer direct, long size, long offset, int bytes, int encoding, int flags, ByteBuffer result, int room);

    private static native long encodeShortAddress0(
            ByteBuffer source,
            int room,
            int chars,
            long address,
            long offset,
            long capacityBytes,
            int encoding,
            int flags);

    private static native long encodeShortBuffer0(
            ByteBuffer source,
            int room,
            int chars,
            ByteBuffer direct,
            long size,
            long offset,
            long capacityBytes,
            int encoding,
            int flags);

    private static native long encodeArray0(
            char[] source, int chars, byte[] target, int capacityBytes, int encoding, int flags);

    private static native long encodeAddress0(
            char[] source, int chars, long address, long offset, long capacityBytes, int encoding, int flags);

    private static native long encodeBuffer0(
            char[] source,
            int chars,
            ByteBuffer direct,
            long size,
            long offset,
            long capacityBytes,
            int encoding,
            int flags);

    private static native long measure0(char[] source, int chars, int encoding, int flags);

    private static native long findZeroAddress0(long address, long offset, long maxUnits, int unitSize);

    private static native long findZeroBuffer0(ByteBuffer direct, long offset, long maxUnits, int unitSize);

    private static native long equalArray0(byte[] source, int bytes, int encoding, int flags, char[] text, int chars);

    private static native long equalAddress0(
            long address, long offset, int bytes, int encoding, int flags, char[] text, int chars);

    private static native long equalBuffer0(
            ByteBuffer direct, long offset, int bytes, int encoding, int flags, char[] text, int chars);

    private static native long decodeBatchArray0(
            byte[] source,
            int bytes,
            long[] spans,
            int count,
            int encoding,
            int flags,
            byte[] latin1,
            char[] chars,
            long[] results);

    private static native long decodeBatchAddress0(
            long address,
            long bytes,
            long[] spans,
            int count,
            int encoding,
            int flags,
            byte[] latin1,
            char[] chars,
            long[] results);

    private static native long decodeBatchBuffer0(
            ByteBuffer direct,
            long bytes,
            long[] spans,
            int count,
            int encoding,
            int flags,
            byte[] latin1,
            char[] chars,
            long[] results);

    private static native long encodeBatchArray0(
            char[] source,
            int chars,
            long[] ends,
            int count,
            byte[] target,
            int capacityBytes,
            int encoding,
            int flags,
            long[] results);

    private static native long encodeBatchAddress0(
            char[] source,
            int chars,
            long[] ends,
            int count,
            long address,
            long offset,
            long capacityBytes,
            int encoding,
            int flags,
            long[] results);

    private static native long encodeBatchBuffer0(
            char[] source,
            int chars,
            long[] ends,
            int count,
            ByteBuffer direct,
            long offset,
            long capacityBytes,
            int encoding,
            int flags,
            long[] results);

    private static native long measureBatch0(
            char[] source, int chars, long[] ends, int count, int encoding, int flags, long[] results);

    /** What came of loading, once. */
    private static final class Library {
        static final @Nullable Opened<Path> OPENED;
        static final @Nullable Throwable PROBLEM;
        /** Whether the library is as new as batches are. */
        static final boolean HAS_BATCH;
        /** Likewise tensors. */
        static final boolean HAS_TENSORS;
        /** Likewise changes to tensors. */
        static final boolean HAS_TENSOR_CHANGES;
        /** Likewise the native methods for short texts, which are in no table. */
        static final boolean HAS_SHORT;
        /** Likewise packed calls. */
        static final boolean HAS_VALUES;

        static {
            Opened<Path> opened = null;
            Throwable problem = null;
            try {
                opened = NativeLibrary.open(new JniLoader());
            } catch (LinkageError | RuntimeException e) {
                problem = e;
            }
            OPENED = opened;
            PROBLEM = problem;
            HAS_BATCH = opened != null && opened.header().structSize() >= Abi.BATCH_STRUCT_SIZE;
            HAS_TENSORS = opened != null && opened.header().structSize() >= Abi.TENSOR_STRUCT_SIZE;
            HAS_TENSOR_CHANGES = opened != null && opened.header().structSize() >= Abi.CHANGES_STRUCT_SIZE;
            HAS_VALUES = opened != null && opened.header().structSize() >= Abi.VALUES_STRUCT_SIZE;
            HAS_SHORT = opened != null && hasShort();
        }
    }

    /** Asks for nothing, into no memory: that is an error, if there is somebody to say so. */
    private static boolean hasShort() {
        try {
            return decodeShortAddress0(0, 0, 0, 0, 0, null, 0) < 0;
        } catch (UnsatisfiedLinkError e) {
            return false;
        }
    }

    private static final class JniLoader implements NativeLibrary.Loader<Path> {
        private static final String CLASS_PROPERTY = "unitstr.jni.class";

        @Override
        public String binding() {
            return NAME;
        }

        /**
         * Tells the library, by a system property, which class its natives belong to: its name differs where a build tool
         * has moved this package. Neither the property's name nor the lock's is one that such a tool would change, so
         * all copies of unitstr in this JVM wait for each other.
         */
        @Override
        @SuppressWarnings("restricted") // since JDK 24
        public Path load(Path file) {
            synchronized (CLASS_PROPERTY.intern()) {
                System.setProperty(CLASS_PROPERTY, JniBinding.class.getName().replace('.', '/'));
                try {
                    System.load(file.toString());
                } finally {
                    System.clearProperty(CLASS_PROPERTY);
                }
            }
            return file;
        }

        @Override
        public Abi.@Nullable Header header(Path file) {
            long[] numbers;
            try {
                numbers = abi0();
            } catch (UnsatisfiedLinkError e) {
                throw new UnsatisfiedLinkError("no symbol Java_dev_unitstr_internal_JniBinding_abi0");
            }
            return numbers == null || numbers.length < 4
                    ? null
                    : new Abi.Header(numbers[0], (int) numbers[1], (int) numbers[2], numbers[3]);
        }

        @Override
        public String version(Path file) {
            return new String(version0(), StandardCharsets.UTF_8);
        }

        @Override
        public boolean stays() {
            return true;
        }
    }
}
