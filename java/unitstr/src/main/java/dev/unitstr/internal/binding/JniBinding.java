package dev.unitstr.internal.binding;

import dev.unitstr.internal.library.Abi;
import dev.unitstr.internal.library.LibrarySearch;
import dev.unitstr.internal.library.LibrarySearch.Opened;
import dev.unitstr.internal.memory.OffHeap;
import dev.unitstr.internal.memory.Region;
import dev.unitstr.internal.memory.Scratch;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The JNI binding.
 *
 * <p>Native code accesses memory at an address, for which the caller is responsible, and a direct buffer on JDKs where
 * only the garbage collector frees such buffers. Another thread may close any other memory during a call, so that
 * memory is copied through an array: {@link Region} checks each copy.
 */
public final class JniBinding extends NativeBinding {
    private static final String NAME = "jni";

    /** Constructs the binding without touching native code. */
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
        return new String(JniNatives.version0(), StandardCharsets.UTF_8);
    }

    @Override
    public Optional<String> library() {
        return Optional.ofNullable(Library.OPENED).map(opened -> opened.file().toString());
    }

    @Override
    public boolean isCallExpensive() {
        return true;
    }

    @Override
    public long decode(
            @Nullable Object base, long offset, int bytes, int encoding, int flags, byte[] latin1, char[] chars) {
        int kind = JniNatives.kind(base, offset, bytes);
        if (kind == JniNatives.NOWHERE) {
            return decodeCopy(base, offset, bytes, encoding, flags, latin1, chars);
        }
        if (JniNatives.isOutside(kind)
                && bytes <= OffHeap.MOST
                && bytes <= Math.min(latin1.length, chars.length)) { // decoded text has at most this many chars
            Scratch scratch = Scratch.acquire();
            try {
                OffHeap memory = scratch.offHeap();
                if (memory != null) {
                    long packed = JniNatives.decodeShort0(
                            kind, base, offset, bytes, encoding, flags, memory.buffer(), OffHeap.ROOM);
                    if (!Packed.isError(packed)) {
                        if (Packed.isChars(packed)) {
                            memory.getChars(chars, Packed.written(packed));
                        } else {
                            memory.getLatin1(latin1, Packed.written(packed));
                        }
                    }
                    return packed;
                }
            } finally {
                scratch.release();
            }
        }
        return JniNatives.decode0(
                kind, base, offset, bytes, encoding, flags, latin1, latin1.length, chars, chars.length);
    }

    @Override
    public long encode(
            char[] source, int chars, @Nullable Object base, long offset, long capacityBytes, int encoding, int flags) {
        int kind = JniNatives.kind(base, offset, capacityBytes);
        if (kind == JniNatives.NOWHERE) {
            return encodeCopy(source, chars, base, offset, capacityBytes, encoding, flags);
        }
        if (JniNatives.isOutside(kind) && chars <= OffHeap.MOST) {
            Scratch scratch = Scratch.acquire();
            try {
                OffHeap memory = scratch.offHeap();
                if (memory != null) {
                    memory.putChars(source, chars);
                    return JniNatives.encodeShort0(
                            memory.buffer(), OffHeap.ROOM, chars, kind, base, offset, capacityBytes, encoding, flags);
                }
            } finally {
                scratch.release();
            }
        }
        return JniNatives.encode0(source, chars, kind, base, offset, capacityBytes, encoding, flags);
    }

    @Override
    public long measure(char[] source, int chars, int encoding, int flags) {
        return JniNatives.measure0(source, chars, encoding, flags);
    }

    @Override
    public long findZero(@Nullable Object base, long offset, long maxUnits, int unitSize) {
        long bytes = base == null ? 0 : Math.multiplyExact(maxUnits, unitSize);
        int kind = JniNatives.kind(base, offset, bytes);
        return JniNatives.isOutside(kind)
                ? JniNatives.findZero0(kind, base, offset, maxUnits, unitSize)
                : Region.findZero(base, offset, maxUnits, unitSize);
    }

    @Override
    public long contentEquals(
            @Nullable Object base, long offset, int bytes, int encoding, int flags, char[] text, int chars) {
        int kind = JniNatives.kind(base, offset, bytes);
        return kind != JniNatives.NOWHERE
                ? JniNatives.equal0(kind, base, offset, bytes, encoding, flags, text, chars)
                : contentEqualsCopy(base, offset, bytes, encoding, flags, text, chars);
    }

    @Override
    public long query(@Nullable Object base, long offset, int bytes, int encoding, int flags, Query query) {
        int kind = JniNatives.kind(base, offset, bytes);
        if (kind != JniNatives.NOWHERE) {
            return JniNatives.query0(kind, base, offset, bytes, encoding, flags, query.ordinal());
        }
        Scratch scratch = Scratch.acquire();
        try {
            byte[] copy = scratch.bytes(bytes);
            Region.copyOut(base, offset, copy, 0, bytes);
            return query(copy, 0, bytes, encoding, flags, query);
        } finally {
            scratch.release();
        }
    }

    @Override
    public long decodeBatch(Region source, Scratch texts, int count, int bytes, int encoding, int flags) {
        int kind = JniNatives.kind(source);
        long[] spans = texts.spans(count);
        byte[] latin1 = texts.bytes(bytes);
        char[] chars = texts.chars(bytes);
        long[] results = texts.results(count);
        Object base = source.base();
        if (JniNatives.isOutside(kind)) {
            long size = source.byteSize();
            return JniNatives.decodeBatch0(
                    kind, base, source.start(), size, spans, count, encoding, flags, latin1, chars, results);
        }
        Scratch scratch = Scratch.acquire();
        try {
            byte[] copy = scratch.bytes(CHUNK_BYTES);
            long[] copied = scratch.spans(count);
            source.copyOutTexts(spans, count, copy);
            int end = 0;
            for (int i = 0; i < count; i++) {
                long size = spans[2 * i + 1];
                copied[2 * i] = end;
                copied[2 * i + 1] = size;
                end += (int) size;
            }
            return JniNatives.decodeBatch0(
                    JniNatives.ARRAY, copy, 0, end, copied, count, encoding, flags, latin1, chars, results);
        } finally {
            scratch.release();
        }
    }

    @Override
    public long encodeBatch(
            Scratch texts, int count, Region target, long offset, long capacityBytes, int encoding, int flags) {
        Object base = target.base();
        long place = target.start() + offset;
        int kind = JniNatives.kind(base, place, capacityBytes);
        long[] ends = texts.spans(count);
        int chars = (int) ends[count - 1];
        char[] source = texts.chars(chars);
        long[] results = texts.results(count);
        if (JniNatives.isOutside(kind)) {
            return JniNatives.encodeBatch0(
                    source, chars, ends, count, kind, base, place, capacityBytes, encoding, flags, results);
        }
        Scratch scratch = Scratch.acquire();
        try {
            // No encoding needs more than 4 bytes per char and per byte order mark.
            int capacity = (int) Math.min(capacityBytes, 4L * (chars + count));
            byte[] copy = scratch.bytes(capacity);
            long packed = JniNatives.encodeBatch0(
                    source, chars, ends, count, JniNatives.ARRAY, copy, 0, capacity, encoding, flags, results);
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
    public long measureBatch(Scratch texts, int count, int encoding, int flags) {
        long[] ends = texts.spans(count);
        int chars = (int) ends[count - 1];
        return JniNatives.measureBatch0(texts.chars(chars), chars, ends, count, encoding, flags, texts.results(count));
    }

    @Override
    public TensorCalls tensorCalls() {
        return JniTensors.OURS;
    }

    @Override
    public ValueCalls valueCalls() {
        return JniValues.INSTANCE;
    }

    @Override
    public ArrowCalls arrowCalls() {
        return JniArrow.OURS;
    }

    @Override
    public String lastPanic() {
        return new String(JniNatives.lastPanic0(), StandardCharsets.UTF_8);
    }

    /**
     * Clears the native memory of this thread that still holds text. Does nothing if this binding was never opened.
     */
    public static void clearScratch() {
        if (LibrarySearch.opened(NAME).isPresent()) {
            JniNatives.clearScratch0();
        }
    }

    /** The result of loading the library, computed once. */
    private static final class Library {
        static final @Nullable Opened<Path> OPENED;
        static final @Nullable Throwable PROBLEM;

        static {
            Opened<Path> opened = null;
            Throwable problem = null;
            try {
                opened = LibrarySearch.open(new JniLoader());
            } catch (LinkageError | RuntimeException e) {
                problem = e;
            }
            OPENED = opened;
            PROBLEM = problem;
        }
    }

    private static final class JniLoader implements LibrarySearch.Loader<Path> {
        @Override
        public String binding() {
            return NAME;
        }

        /**
         * Loads the library. A system property tells it which class declares its native methods: the name differs if a
         * build tool has relocated this package. Such a tool changes neither the name of the property nor the lock, so
         * all copies of unitstr in this JVM use the same lock.
         */
        @Override
        @SuppressWarnings("restricted") // since JDK 24
        public Path load(Path file) {
            // All copies of this class in the JVM share the property, so they share one lock.
            synchronized (JniNatives.PROPERTY.intern()) {
                System.setProperty(
                        JniNatives.PROPERTY, JniNatives.class.getName().replace('.', '/'));
                try {
                    System.load(file.toString());
                } finally {
                    System.clearProperty(JniNatives.PROPERTY);
                }
            }
            return file;
        }

        @Override
        public Abi.@Nullable Header header(Path file) {
            long[] numbers;
            try {
                numbers = JniNatives.abi0();
            } catch (UnsatisfiedLinkError e) {
                throw new UnsatisfiedLinkError(
                        "no symbol that binds the native methods of " + JniNatives.class.getName());
            }
            return numbers == null || numbers.length < 4
                    ? null
                    : new Abi.Header(numbers[0], (int) numbers[1], (int) numbers[2], numbers[3]);
        }

        @Override
        public String version(Path file) {
            long natives = JniNatives.abi0()[4];
            if (natives < JniNatives.COUNT) {
                throw new UnsatisfiedLinkError("ABI mismatch: the library has " + natives + " of the "
                        + JniNatives.COUNT + " native methods that this jar calls");
            }
            return new String(JniNatives.version0(), StandardCharsets.UTF_8);
        }

        @Override
        public boolean stays() {
            return true;
        }
    }
}
