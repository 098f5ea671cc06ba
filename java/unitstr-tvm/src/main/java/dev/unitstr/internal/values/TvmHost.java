package dev.unitstr.internal.values;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.internal.binding.Bindings;
import dev.unitstr.internal.binding.Packed;
import dev.unitstr.internal.binding.TextErrors;
import dev.unitstr.internal.binding.ValueCalls;
import dev.unitstr.internal.memory.Region;
import dev.unitstr.internal.memory.WordAccess;
import dev.unitstr.internal.text.RegionStrings;
import dev.unitstr.tvm.TvmException;
import dev.unitstr.tvm.TvmHandler;
import dev.unitstr.tvm.ValueError;
import dev.unitstr.tvm.ValueFormatException;
import dev.unitstr.values.Dialect;
import java.lang.ref.Reference;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Receives the callbacks of native code and holds the exceptions that belong to its errors. There is one host per
 * binding.
 */
final class TvmHost implements ValueCalls.Dispatch {
    private static final Map<ValueCalls, TvmHost> HOSTS = new ConcurrentHashMap<>();
    private static final int FRAMES_KEPT = 8;
    private static final int DRAINED = 64;
    private static final int FRAMES = 24;
    private static final long COLLECT_MILLIS = 1_000;

    final ValueCalls calls;
    final RegionStrings strings;
    final Region everything;
    private final WordAccess words;
    /** The context of values that refer to nothing. */
    final ValueContext plain;
    /** The context of values of the library, which are valid only while the library keeps them. */
    final ValueContext live;

    private final int number;
    /** The handlers and exceptions. */
    private final SlotNumbers slots = new SlotNumbers();

    /** Writes the results of Java functions. */
    private final Results results;
    /** The memory held by values that were not closed. */
    final Unclosed unclosed = new Unclosed(TvmHost::collectGarbage);
    /** The runtimes by their native numbers: the same library always has the same number. */
    final Map<Integer, BoundRuntime> runtimes = new ConcurrentHashMap<>();
    /** The number of frames with memory. */
    final AtomicInteger frames = new AtomicInteger();

    private final ThreadLocal<Idle> idle = ThreadLocal.withInitial(Idle::new);

    private record Callback(BoundRuntime runtime, TvmHandler handler) {}

    /**
     * The idle frames of a thread. Their memory is freed after the thread has ended, because there may be many short
     * threads: virtual threads, or native threads that are attached only for a callback.
     */
    private static final class Idle {
        final ArrayDeque<TvmFrame> frames = new ArrayDeque<>();

        Idle() {
            ArrayDeque<TvmFrame> left = frames;
            OwnedLifetime.CLEANER.register(this, () -> left.forEach(TvmFrame::end));
        }
    }

    private TvmHost(ValueCalls calls, RegionStrings strings) {
        this.calls = calls;
        this.strings = strings;
        this.everything = calls.everything();
        this.words = (WordAccess) everything;
        this.plain = new ValueContext(Dialect.TVM_FFI, AddressSpace.NONE, strings, null);
        this.live = new ValueContext(Dialect.TVM_FFI, new LiveMemory(everything), strings, null);
        this.results = new Results(this);
        this.number = calls.hostNew(this);
        if (number == Packed.E_UNSUPPORTED) {
            throw new UnsupportedOperationException("packed calls are supported on 64-bit Linux only");
        }
        if (number <= 0) {
            throw unexpected(number);
        }
        Runtime.getRuntime().addShutdownHook(new Thread(() -> calls.hostClose(number)));
    }

    /**
     * Requests a garbage collection, and waits until the cleaner receives a new unreachable object; the same collection
     * then finds unreachable values. The wait is short, because a JVM may ignore the request.
     */
    private static void collectGarbage() {
        CountDownLatch found = new CountDownLatch(1);
        OwnedLifetime.CLEANER.register(new Object(), found::countDown);
        System.gc();
        try {
            boolean ignored = found.await(COLLECT_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    static TvmHost chosen() {
        RegionStrings strings = RegionStrings.chosen();
        ValueCalls calls = strings.binding().valueCalls();
        if (calls == null) {
            throw Bindings.missing(strings.binding(), "packed calls");
        }
        return HOSTS.computeIfAbsent(calls, key -> new TvmHost(key, strings));
    }

    static IllegalStateException unexpected(long status) {
        return new IllegalStateException(TextErrors.unexpectedStatus(status));
    }

    // Numbers in native memory

    long word(long address) {
        return words.getWord(address - LiveMemory.LEAST);
    }

    /** Returns the bytes of a string or binary object. */
    byte[] textBytes(long object) {
        long data = word(object + TvmSlots.HEADER);
        byte[] copy = new byte[textSize(object)];
        if (copy.length > 0) { // without the search of `live.reach`: every call that returns a text reads it here
            if (data < LiveMemory.LEAST) {
                throw FormatErrors.address(data, copy.length);
            }
            AddressSpace.read(strings, everything, data - LiveMemory.LEAST, copy, copy.length);
        }
        return copy;
    }

    private int textSize(long object) {
        return (int) Reach.size(count(object), 32, object);
    }

    /** Returns the number of bytes of a string or binary object, or of elements of a container. */
    long count(long object) {
        return word(object + TvmSlots.HEADER + Long.BYTES);
    }

    /**
     * Returns the approximate memory that the object of a slot holds, in bytes; 0 without an object.
     *
     * @param isNew whether no other thread can have the object yet
     */
    long heldBytes(byte[] slot, boolean isNew) {
        int code = Bits.i32(slot, 0);
        return code < TvmSlots.OBJECT
                ? 0
                : Unclosed.OBJECT_BYTES + HeldBytes.of(this::word, code, Bits.i64(slot, Long.BYTES), isNew);
    }

    /** Decodes the text of a string object, with replacement of malformed text. */
    String text(long object) {
        long data = word(object + TvmSlots.HEADER);
        int bytes = textSize(object);
        return bytes == 0
                ? ""
                : strings.getStringOfBytes(
                        everything, data - LiveMemory.LEAST, bytes, StandardCharsets.UTF_8, MalformedPolicy.REPLACE);
    }

    void write(long address, long word) {
        words.putWord(address - LiveMemory.LEAST, word);
    }

    /** Writes a slot. */
    void write(long address, long first, long second) {
        words.putWords(address - LiveMemory.LEAST, first, second);
    }

    // Frames

    TvmFrame acquire() {
        TvmFrame frame = idle.get().frames.pollLast();
        return frame != null ? frame : new TvmFrame(this, null);
    }

    void release(TvmFrame frame) {
        ArrayDeque<TvmFrame> free = idle.get().frames;
        if (free.size() < FRAMES_KEPT && frame.isSmall()) {
            frame.reset();
            free.addLast(frame);
        } else {
            frame.end();
        }
    }

    /** Returns a slot that owns a copy of a value. */
    byte[] owned(BoundRuntime runtime, @Nullable Object value) {
        try (TvmFrame frame = acquire()) {
            frame.putResult(runtime, value);
            frame.ownFirst();
            return frame.takeResult();
        } finally {
            // Keeps a function or value alive to which nothing else may refer.
            Reference.reachabilityFence(value);
        }
    }

    // Functions and errors

    private long put(Object value) {
        drain();
        return slots.add(value);
    }

    private void drain() {
        long[] dead = new long[DRAINED];
        int count;
        do {
            count = calls.drainDead(number, dead);
            for (int i = 0; i < count; i++) {
                slots.remove(dead[i]);
            }
        } while (count == DRAINED);
    }

    /** Returns the number of handlers and exceptions to which native code may still refer. */
    int held() {
        drain();
        return slots.count();
    }

    /** Creates a function that calls back, with a new reference. */
    long function(BoundRuntime runtime, TvmHandler handler) {
        long slot = put(new Callback(runtime, Objects.requireNonNull(handler, "handler")));
        try {
            return created(calls.functionNew(runtime.number, number, slot));
        } catch (Throwable e) {
            slots.remove(slot);
            throw e;
        }
    }

    private static long created(long object) {
        if (object <= 0) {
            throw unexpected(object);
        }
        return object;
    }

    @Override
    public long call(long slot, long args, int count, long first, long second, long result, long error) {
        try {
            Callback callback = (Callback) Objects.requireNonNull(slots.get(slot), "slot");
            HandlerCall call = new HandlerCall(callback.runtime(), args, count, first, second);
            try {
                return results.put(
                        callback.runtime(), result, callback.handler().call(call));
            } catch (Throwable thrown) {
                write(error, raise(callback.runtime(), thrown));
                return RAISED;
            } finally {
                call.end();
            }
        } catch (Throwable lost) {
            return FAILED; // native code reports a general error
        }
    }

    /** Makes outcomes of the results of Java functions: stores a result in the slot of the caller only if it must. */
    private static final class Results extends SlotWriter {
        private final TvmHost host;

        Results(TvmHost host) {
            super(host.strings);
            this.host = host;
        }

        @Override
        long put(long place, int code, int length, long word) {
            if (word << 8 >> 8 == word && code <= TvmSlots.SMALL_BYTES) {
                return word << 8 | INLINE | (long) length << 4 | code;
            }
            host.write(place, Bits.word(code, length), word);
            return STORED;
        }

        long put(BoundRuntime runtime, long place, @Nullable Object value) {
            long plain = putPlain(place, value);
            if (plain != NEEDS_OBJECT) {
                return plain;
            }
            if (value instanceof String text) {
                return putText(place, text);
            }
            byte[] owned = host.owned(runtime, value);
            host.write(place, Bits.i64(owned, 0), Bits.i64(owned, 8));
            return STORED;
        }

        /** Writes a new string, and transfers its reference to the slot. */
        private long putText(long place, String text) {
            KeptObject string = KeptObject.string(host.calls, KeptObject.bytes(host.strings, text));
            try {
                string.write(host.strings, text);
                return put(place, TvmSlots.STR, 0, string.address);
            } catch (Throwable e) {
                host.calls.release(string.address);
                throw e;
            }
        }
    }

    /** Creates an error that refers to the exception thrown. */
    private long raise(BoundRuntime runtime, Throwable thrown) {
        byte[] kind = utf8(kind(thrown));
        byte[] message = utf8(message(thrown));
        byte[] trace = utf8(trace(thrown));
        long slot = put(thrown);
        try {
            return created(calls.errorNew(runtime.number, number, slot, kind, message, trace));
        } catch (Throwable e) {
            slots.remove(slot);
            throw e;
        }
    }

    /** Calls a method of an exception, whose class may be foreign. Returns null if the method throws. */
    private static @Nullable String ask(Supplier<@Nullable String> method) {
        try {
            return method.get();
        } catch (Throwable other) {
            return null;
        }
    }

    private static String message(Throwable thrown) {
        String message = ask(thrown::getMessage);
        return message != null ? message : thrown.getClass().getName();
    }

    private static String trace(Throwable thrown) {
        StringBuilder trace = new StringBuilder();
        try {
            StackTraceElement[] elements = thrown.getStackTrace();
            for (int i = 0; i < Math.min(FRAMES, elements.length); i++) {
                trace.append("  at ").append(elements[i]).append('\n');
            }
        } catch (Throwable other) {
            // keep the elements so far
        }
        return trace.toString();
    }

    private static String kind(Throwable thrown) {
        if (thrown instanceof TvmException packed) {
            String kind = ask(packed::kind);
            return kind != null ? kind : "RuntimeError";
        } else if (thrown instanceof IndexOutOfBoundsException) {
            return "IndexError";
        } else if (thrown instanceof ClassCastException
                || thrown instanceof ValueFormatException format && format.code() == ValueFormatException.Code.KIND) {
            return "TypeError";
        } else if (thrown instanceof IllegalArgumentException || thrown instanceof ValueFormatException) {
            return "ValueError";
        }
        return "RuntimeError";
    }

    static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** Returns the exception for an error of a call, and takes over the error object. */
    TvmException raised(long object, long slot, long host) {
        if (object == 0) {
            return new TvmException("InternalError", "the library failed without setting an error", "", null);
        }
        Object thrown = host == number ? slots.get(slot) : null;
        try {
            ValueError said = TvmError.of(live.reach, Tag.object(Dialect.TVM_FFI, TvmSlots.ERROR, object));
            return new TvmException(said.kind(), said.message(), said.backtrace(), cause(thrown));
        } finally {
            calls.release(object);
            drain();
        }
    }

    private static @Nullable Throwable cause(@Nullable Object thrown) {
        return thrown instanceof Throwable cause ? cause : null;
    }
}
