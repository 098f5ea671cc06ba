package dev.unitstr.internal.values;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.Surrogates;
import dev.unitstr.Ucs4String;
import dev.unitstr.internal.binding.ValueCalls;
import dev.unitstr.internal.text.Checks;
import dev.unitstr.tvm.CallFrame;
import dev.unitstr.tvm.OwnedValue;
import dev.unitstr.tvm.TvmFunction;
import dev.unitstr.tvm.Value;
import dev.unitstr.tvm.ValueKind;
import dev.unitstr.values.Dialect;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The memory for calls of one thread: an error, a result and arguments. For each argument, the frame also keeps the
 * object that it refers to, or a string of this library that is reused.
 */
final class TvmFrame extends SlotWriter implements CallFrame {
    /** The maximum number of arguments of a call. */
    static final int MOST_ARGUMENTS = 1 << 20;

    private static final int RESULT = 32;
    private static final int ARGS = 48;
    private static final int WORD = Long.BYTES;
    private static final long NO_ASCII = 0x8080_8080_8080_8080L;

    /** The frame is ready for use. */
    private static final int OPEN = 0;
    /** A call is in progress: a callback may not write memory that the caller reads. */
    private static final int BUSY = 1;

    private static final int CLOSED = 2;

    private final TvmHost host;
    /** The runtime of a frame of a user; null if the host gets the frame back when it is closed, for other calls. */
    private final @Nullable BoundRuntime runtime;

    private final ValueCalls calls;
    private final Thread owner = Thread.currentThread();
    private int state = OPEN;
    private ValueCalls.Block memory;
    private ByteBuffer bytes;
    private int room = MAX_ARGS;

    /**
     * Two objects for each argument: the one that it refers to, and a string that was in its place before. Strings are
     * used in turn, because one may still be the result, or in use by the callee.
     */
    private @Nullable KeptObject[] kept = new KeptObject[2 * MAX_ARGS];
    /** The index after the last object. */
    private int keptEnd;
    /** For each argument of a user's frame: the Java object whose memory it refers to. */
    private final @Nullable Object[] held = new @Nullable Object[MAX_ARGS];
    /** The text of a result that is stored in the slot. */
    private final byte[] small = new byte[WORD];

    TvmFrame(TvmHost host, @Nullable BoundRuntime runtime) {
        super(host.strings);
        this.host = host;
        this.runtime = runtime;
        this.calls = host.calls;
        this.memory = calls.allocate(ARGS + MAX_ARGS * TvmSlots.SLOT);
        this.bytes = memory.bytes();
        host.frames.incrementAndGet();
    }

    /** Tests whether the frame has its initial size and so may be kept for other calls. */
    boolean isSmall() {
        return room == MAX_ARGS;
    }

    private void grow(int args) {
        ValueCalls.Block larger = calls.allocate(Math.addExact(ARGS, Math.multiplyExact(args, TvmSlots.SLOT)));
        ValueCalls.Block smaller = memory;
        kept = Arrays.copyOf(kept, 2 * args);
        memory = larger;
        bytes = larger.bytes();
        room = args;
        smaller.end().run();
    }

    /** Returns the memory. Throws if this thread may not use it now. */
    private ByteBuffer open() {
        if (state != OPEN || Thread.currentThread() != owner) {
            throw refused();
        }
        return bytes;
    }

    private IllegalStateException refused() {
        return new IllegalStateException(
                state == CLOSED
                        ? "the frame is closed: each call of runtime.frame() makes another"
                        : state == BUSY
                                ? "a call with this frame is in progress: use another frame for calls within it"
                                : "the frame belongs to another thread: each thread needs a frame of its own");
    }

    long errorAddress() {
        open();
        return memory.address();
    }

    private int slot(int index) {
        return ARGS + Checks.element(index, room, "the frame", "arguments") * TvmSlots.SLOT;
    }

    // Arguments

    @Override
    long put(long index, int code, int length, long word) {
        return putWords((int) index, Bits.word(code, length), word);
    }

    private long putWords(int index, long first, long second) {
        ByteBuffer bytes = open();
        int at = slot(index);
        bytes.putLong(at, first);
        bytes.putLong(at + WORD, second);
        return 0;
    }

    @Override
    public void put(int index, @Nullable Object value) {
        open();
        slot(index);
        if (isBurden(kept[2 * index])) {
            forget(2 * index);
        }
        put(Objects.requireNonNull(runtime), index, value, null, null);
        held[index] = value instanceof OwnTensor ? value : null;
    }

    @Override
    public void putLong(int index, long value) {
        put(index, TvmSlots.INT, 0, value);
    }

    @Override
    public void putDouble(int index, double value) {
        put(index, TvmSlots.FLOAT, 0, Double.doubleToRawLongBits(value));
    }

    private void putString(int index, String text) {
        if (putSmall(index, text) != NEEDS_OBJECT) {
            return;
        }
        put(index, TvmSlots.NONE, 0, 0); // if the rest fails, the argument is null
        KeptObject string = string(index, KeptObject.bytes(host.strings, text));
        string.write(host.strings, text);
        put(index, TvmSlots.STR, 0, string.address);
    }

    /** Returns a string with a capacity of at least {@code bytes} to which nothing else refers. */
    private KeptObject string(int index, int bytes) {
        KeptObject last = kept[2 * index];
        if (last != null && last.accepts(bytes)) {
            return last;
        }
        KeptObject former = kept[2 * index + 1];
        if (former != null && former.accepts(bytes)) {
            kept[2 * index] = former;
            kept[2 * index + 1] = last;
            return former;
        }
        KeptObject string = KeptObject.string(calls, bytes);
        if (last != null && last.capacity >= 0) {
            forget(2 * index + 1);
            kept[2 * index] = null;
            kept[2 * index + 1] = last;
        }
        keep(index, string);
        return string;
    }

    /** Takes over an object for an argument. */
    private void keep(int index, KeptObject object) {
        forget(2 * index);
        kept[2 * index] = object;
        keptEnd = Math.max(keptEnd, 2 * index + 2);
    }

    /** Releases an object. If its argument refers to it, or to a part of it, the argument becomes null. */
    private void forget(int at) {
        KeptObject object = kept[at];
        if (object != null) {
            int slot = slot(at / 2);
            if (Long.compareUnsigned(bytes.getLong(slot + WORD) - object.address, TvmSlots.TEXT) <= 0) {
                bytes.putLong(slot, 0);
                bytes.putLong(slot + WORD, 0);
            }
            kept[at] = null;
            calls.release(object.address);
        }
    }

    /**
     * Tests whether an object must not be kept. A string of this library may be kept even while a result refers to it,
     * because it may be unused again by its next turn.
     */
    private static boolean isBurden(@Nullable KeptObject object) {
        return object != null && (object.capacity > KeptObject.MOST_TEXT || object.capacity < 0);
    }

    private void putObject(int index, int code, KeptObject object) {
        keep(index, object);
        put(index, code, 0, object.address);
    }

    void putAll(BoundRuntime runtime, @Nullable Object[] args, @Nullable Containers within) {
        if (args.length > MOST_ARGUMENTS) {
            throw new IllegalArgumentException(
                    "args has " + args.length + " arguments: more than " + MOST_ARGUMENTS + ", the maximum");
        }
        if (args.length > room) {
            open();
            grow(args.length);
        }
        for (int i = 0; i < args.length; i++) {
            put(runtime, i, args[i], within, null);
        }
    }

    /** Writes the result of a Java function as argument 0. The caller keeps ownership of the objects it refers to. */
    void putResult(BoundRuntime runtime, @Nullable Object value) {
        put(runtime, 0, value, null, "the result of the Java function");
    }

    /**
     * Writes any argument. The caller keeps ownership of the objects it refers to.
     *
     * @param within the containers that contain the value; null for an argument
     * @param name names the argument in messages; null for "argument" and the index
     * @throws IllegalArgumentException if it is no value; the message names its place
     */
    private void put(
            BoundRuntime runtime,
            int index,
            @Nullable Object value,
            @Nullable Containers within,
            @Nullable String name) {
        if (putPlain(index, value) != NEEDS_OBJECT) {
            return;
        }
        if (value instanceof CharSequence || value instanceof Character) {
            putString(index, value.toString());
        } else if (value instanceof BoundFunction function) {
            calls.retain(function.address); // a callback may drop the caller's last reference
            Reference.reachabilityFence(function);
            putObject(index, TvmSlots.FUNCTION, KeptObject.of(function.address));
        } else if (value instanceof TvmTensor tensor) {
            putValue(index, tensor.slot);
        } else if (value instanceof OwnTensor tensor) {
            if (within != null || name != null) {
                throw new IllegalArgumentException((within == null ? name : within.place(index))
                        + " is a tensor in memory of Java, which can only be an argument by itself: nothing keeps it"
                        + " alive after the call");
            }
            put(index, TvmSlots.DL_TENSOR_PTR, 0, tensor.address);
        } else if (value instanceof BoundModule module) {
            putValue(index, (RegionSlot) module.value());
        } else if (value instanceof TvmListView list) { // before containers of Java, which these are, too
            putValue(index, list.value());
        } else if (value instanceof TvmMapView map) {
            putValue(index, map.value());
        } else if (value instanceof Rfc97ListView list) {
            List<@Nullable Object> copy = new ArrayList<>();
            list.forEach(element -> copy.add(element.toJava()));
            put(runtime, index, copy, within, name);
        } else if (Containers.accepts(value)) {
            // The frame takes over the new container, to which nothing else refers.
            long object = (within != null ? within : new Containers(runtime, name(index, name))).make(value);
            putObject(index, Containers.code(value), KeptObject.of(object));
        } else if (value instanceof Ucs4String text) {
            byte[] utf8 = text.toUtf8(MalformedPolicy.REPLACE, Surrogates.MALFORMED);
            if (putSmall(index, TvmSlots.SMALL_STR, utf8) == NEEDS_OBJECT) {
                putObject(index, TvmSlots.STR, KeptObject.of(calls, TvmSlots.STR, utf8));
            }
        } else if (value instanceof byte[] binary) {
            putObject(index, TvmSlots.BYTES, KeptObject.of(calls, TvmSlots.BYTES, binary));
        } else if (value instanceof ByteBuffer buffer) {
            put(runtime, index, RegionSlot.bytes(buffer), within, name);
        } else if (value instanceof RegionSlot pad && pad.dialect() == Dialect.TVM_FFI) {
            putValue(index, pad);
        } else if (value instanceof RegionSlot pad) {
            Object copy = pad.toJava(); // because the library knows no other dialect
            if (copy instanceof Value) {
                putOther(index, pad, within, name);
            } else {
                put(runtime, index, copy, within, name);
            }
        } else if (value instanceof OwnList list) {
            put(runtime, index, list.asValue().toJava(), within, name);
        } else {
            putOther(index, value, within, name);
        }
    }

    private void putOther(int index, Object value, @Nullable Containers within, @Nullable String name) {
        RegionSlot pad = RegionSlot.copy(host.plain, new byte[TvmSlots.SLOT]);
        if (!pad.setIfValue(value)) {
            throw FormatErrors.noValue(
                    within == null ? name(index, name) : within.place(index),
                    value,
                    FormatErrors.SLOT_VALUES + FormatErrors.MORE_ARGUMENTS);
        }
        byte[] bits = pad.bits();
        put(index, Bits.i32(bits, 0), Bits.i32(bits, 4), Bits.i64(bits, 8));
    }

    private static String name(int index, @Nullable String name) {
        return name != null ? name : "argument " + index;
    }

    /** Writes a value of libtvm_ffi. */
    void putValue(int index, RegionSlot pad) {
        byte[] bits = pad.bits();
        int code = Bits.i32(bits, 0);
        if (code == TvmSlots.STR || code == TvmSlots.BYTES || code == TvmSlots.RAW_STR || code == TvmSlots.BYTE_ARRAY) {
            putText(index, code, pad.asBytes());
            return;
        }
        TvmSlots.FORMAT.read(bits);
        long word = Bits.i64(bits, 8);
        if (code < TvmSlots.OBJECT) {
            if (code >= TvmSlots.DL_TENSOR_PTR && code <= TvmSlots.OBJECT_RVALUE_REF) {
                pad.check(word, 1);
            }
            put(index, code, Bits.i32(bits, 4), word);
            return;
        }
        pad.enter();
        try {
            pad.check(word, TvmSlots.HEADER);
            if (pad instanceof OwnedSlot owned) {
                owned.countAgain(bits);
            }
            // The frame takes its own reference, because a callback may close the caller's value.
            calls.retain(word);
        } finally {
            pad.exit();
        }
        keep(index, KeptObject.of(word));
        put(index, code, Bits.i32(bits, 4), word);
    }

    /**
     * Writes a copy of a text. The value may be a result that was copied, whose address is no longer valid, or refer to
     * memory that another thread frees during the call. C strings and byte arrays remain such, because some functions
     * accept only these: they are parts of the object.
     */
    private void putText(int index, int code, byte[] text) {
        boolean isString = code == TvmSlots.STR || code == TvmSlots.RAW_STR;
        KeptObject object = KeptObject.of(calls, isString ? TvmSlots.STR : TvmSlots.BYTES, text);
        keep(index, object);
        int part = code == TvmSlots.RAW_STR ? TvmSlots.TEXT : code == TvmSlots.BYTE_ARRAY ? TvmSlots.HEADER : 0;
        put(index, code, 0, object.address + part);
    }

    /** Prepares the frame for other calls: drops the result, and objects that are shared or take much memory. */
    void reset() {
        dropResult();
        for (int i = 0; i < keptEnd; i++) {
            if (isBurden(kept[i])) {
                forget(i);
            }
        }
    }

    // The call

    @Override
    public void invoke(TvmFunction function, int args) {
        if (!(function instanceof BoundFunction ours)) {
            throw notOurs(function);
        }
        open();
        if (args < 0 || args > room) {
            throw new IndexOutOfBoundsException("args is " + args + ": not between 0 and " + room);
        }
        dropResult();
        long at = memory.address();
        state = BUSY;
        int status;
        try {
            status = calls.call(ours.runtime.number, ours.address, at + ARGS, args, at + RESULT, at);
        } finally {
            state = OPEN;
            Reference.reachabilityFence(ours);
        }
        check(status);
    }

    private static RuntimeException notOurs(TvmFunction function) {
        return new IllegalArgumentException("function is a "
                + Objects.requireNonNull(function, "function").getClass().getName() + ": not created by unitstr");
    }

    /** Throws the exception for a status other than {@link ValueCalls#DONE}. */
    void check(int status) {
        if (status == ValueCalls.RAISED) {
            throw host.raised(bytes.getLong(0), bytes.getLong(WORD), bytes.getLong(2 * WORD));
        }
        if (status != ValueCalls.DONE) {
            throw TvmHost.unexpected(status);
        }
    }

    // The result

    /** Sets the result to an owned copy of the first argument. */
    void ownFirst() {
        dropResult();
        check(calls.own(memory.address() + ARGS, memory.address() + RESULT));
    }

    /** Sets the result to an owned copy of the first argument, which may become invalid before the result does. */
    void retainFirst() {
        if (bytes.getInt(ARGS) == TvmSlots.DL_TENSOR_PTR) {
            throw FormatErrors.notHere("a DLTensor* (type 7) cannot be retained: its memory belongs to the caller");
        }
        ownFirst();
    }

    /** Sets the result to an owned copy of a slot of two words. */
    void retain(long first, long second) {
        putWords(0, first, second);
        retainFirst();
    }

    /** Returns the type code of the result. */
    int resultCode() {
        return open().getInt(RESULT);
    }

    /** Returns the address of the object of the result. */
    long resultObject() {
        return open().getLong(RESULT + WORD);
    }

    /** Returns a copy of the text in the object of the result. */
    byte[] resultText() {
        long object = resultObject();
        KeptObject mine = kept[0];
        return mine != null && mine.address == object && mine.capacity >= 0 ? mine.copy() : host.textBytes(object);
    }

    /** Returns the total capacity of the arguments that are strings of this library, in bytes. */
    long textBytes(int args) {
        long sum = 0;
        for (int i = 0; i < Math.min(args, keptEnd / 2); i++) {
            KeptObject object = kept[2 * i];
            if (object != null && object.capacity > 0 && bytes.getInt(slot(i)) == TvmSlots.STR) {
                sum += object.capacity;
            }
        }
        return sum;
    }

    byte[] takeResult() {
        byte[] result = result();
        bytes.putLong(RESULT, 0);
        bytes.putLong(RESULT + WORD, 0);
        return result;
    }

    private byte[] result() {
        ByteBuffer bytes = open();
        byte[] slot = new byte[TvmSlots.SLOT];
        Bits.put(slot, 0, bytes.getLong(RESULT));
        Bits.put(slot, WORD, bytes.getLong(RESULT + WORD));
        return slot;
    }

    void dropResult() {
        ByteBuffer bytes = open();
        if (bytes.getInt(RESULT) >= TvmSlots.OBJECT) {
            long object = bytes.getLong(RESULT + WORD);
            bytes.putLong(RESULT, 0);
            bytes.putLong(RESULT + WORD, 0);
            calls.release(object);
        }
    }

    private Value value() {
        return RegionSlot.copy(host.live, result());
    }

    @Override
    public ValueKind kind() {
        return value().kind();
    }

    @Override
    public long getLong() {
        ByteBuffer bytes = open();
        return bytes.getInt(RESULT) == TvmSlots.INT ? bytes.getLong(RESULT + WORD) : value().asLong();
    }

    @Override
    public double getDouble() {
        ByteBuffer bytes = open();
        return bytes.getInt(RESULT) == TvmSlots.FLOAT
                ? Double.longBitsToDouble(bytes.getLong(RESULT + WORD))
                : value().asDouble();
    }

    @Override
    public byte[] getBytes() {
        return value().asBytes();
    }

    @Override
    public OwnedValue getOwned() {
        byte[] result = result();
        if (Bits.i32(result, 0) >= TvmSlots.OBJECT) {
            calls.retain(Bits.i64(result, WORD));
        }
        return OwnedSlot.of(host, runtime, result, 0);
    }

    @Override
    public String getString() {
        ByteBuffer bytes = open();
        long first = bytes.getLong(RESULT);
        long word = bytes.getLong(RESULT + WORD);
        if ((int) first == TvmSlots.SMALL_STR && (word & NO_ASCII) == 0) {
            int length = SlotFormat.small((int) (first >>> 32), 4, TvmSlots.SMALL);
            Bits.put(small, 0, word);
            return new String(small, 0, length, StandardCharsets.ISO_8859_1);
        }
        if ((int) first == TvmSlots.STR) {
            KeptObject mine = kept[0];
            return mine != null && mine.address == word && mine.capacity >= 0
                    ? mine.read(host.strings)
                    : host.text(word);
        }
        return value().asString();
    }

    // The end

    @Override
    public void close() {
        if (runtime == null) {
            host.release(this);
        } else if (state != CLOSED) {
            open();
            end();
        }
    }

    /**
     * Frees the memory of a frame that is not closed. The cleaner calls this after the thread has ended, when nothing
     * else refers to the frame.
     */
    void end() {
        long object = bytes.getInt(RESULT) >= TvmSlots.OBJECT ? bytes.getLong(RESULT + WORD) : 0;
        for (int i = 0; i < keptEnd; i++) {
            forget(i);
        }
        state = CLOSED;
        calls.release(object);
        memory.end().run();
        host.frames.decrementAndGet();
    }
}
