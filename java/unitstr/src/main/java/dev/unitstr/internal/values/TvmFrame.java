package dev.unitstr.internal.values;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.Surrogates;
import dev.unitstr.Ucs4String;
import dev.unitstr.internal.binding.ValueCalls;
import dev.unitstr.tvm.CallFrame;
import dev.unitstr.tvm.TvmFunction;
import dev.unitstr.tvm.Value;
import dev.unitstr.tvm.ValueKind;
import dev.unitstr.values.Dialect;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The memory of calls, of one thread: an error, a result, arguments; and for each argument the object that it refers to,
 * or a string of ours that it may refer to again.
 */
final class TvmFrame extends SlotWriter implements CallFrame {
    private static final int RESULT = 32;
    private static final int ARGS = 48;
    private static final int WORD = Long.BYTES;
    private static final long NO_ASCII = 0x8080_8080_8080_8080L;

    /** Free to be used. */
    private static final int OPEN = 0;
    /** A call goes on: whoever is called back may not write what the caller reads. */
    private static final int BUSY = 1;

    private static final int CLOSED = 2;

    private final TvmHost host;
    private final ValueCalls calls;
    private final Thread owner = Thread.currentThread();
    private int state = OPEN;
    private ValueCalls.Block memory;
    private ByteBuffer bytes;
    private int room = MAX_ARGS;

    private @Nullable KeptObject[] kept = new KeptObject[MAX_ARGS];
    /** Strings that take turns with those: the last one may still be the result, or a callee's. */
    private @Nullable KeptObject[] others = new KeptObject[MAX_ARGS];
    /** Behind the last argument with an object. */
    private int keptEnd;
    /** The text of a small result. */
    private final byte[] small = new byte[WORD];

    TvmFrame(TvmHost host) {
        super(host.strings);
        this.host = host;
        this.calls = host.calls;
        this.memory = calls.allocate(ARGS + MAX_ARGS * TvmSlots.SLOT);
        this.bytes = memory.bytes();
        host.frames.incrementAndGet();
    }

    /** Whether it is to be kept for other calls. */
    boolean isSmall() {
        return room == MAX_ARGS;
    }

    private void grow(int args) {
        ValueCalls.Block larger = calls.allocate(Math.addExact(ARGS, Math.multiplyExact(args, TvmSlots.SLOT)));
        ValueCalls.Block smaller = memory;
        kept = Arrays.copyOf(kept, args);
        others = Arrays.copyOf(others, args);
        memory = larger;
        bytes = larger.bytes();
        room = args;
        smaller.end().run();
    }

    /** The memory, if this thread may use it now. */
    private ByteBuffer open() {
        if (state != OPEN || Thread.currentThread() != owner) {
            throw refused();
        }
        return bytes;
    }

    private IllegalStateException refused() {
        return new IllegalStateException(
                state == CLOSED
                        ? "the frame is closed"
                        : state == BUSY ? "a call by this frame goes on" : "the frame belongs to another thread");
    }

    long errorAddress() {
        open();
        return memory.address();
    }

    private int slot(int index) {
        return ARGS + Objects.checkIndex(index, room) * TvmSlots.SLOT;
    }

    // Arguments

    @Override
    void put(long index, int code, int length, long word) {
        ByteBuffer bytes = open();
        int at = slot((int) index);
        bytes.putLong(at, first(code, length));
        bytes.putLong(at + WORD, word);
    }

    @Override
    public void putNull(int index) {
        put(index, TvmSlots.NONE, 0, 0);
    }

    @Override
    public void putLong(int index, long value) {
        put(index, TvmSlots.INT, 0, value);
    }

    @Override
    public void putDouble(int index, double value) {
        put(index, TvmSlots.FLOAT, 0, Double.doubleToRawLongBits(value));
    }

    @Override
    public void putBoolean(int index, boolean value) {
        put(index, TvmSlots.BOOL, 0, value ? 1 : 0);
    }

    @Override
    public void putString(int index, String text) {
        if (putSmall(index, text)) {
            return;
        }
        putNull(index); // nothing that is half written
        KeptObject string = string(index, KeptObject.bytes(host.strings, text));
        string.write(host.strings, text);
        put(index, TvmSlots.STR, 0, string.address);
    }

    /** A string that nobody else has, with so much room. */
    private KeptObject string(int index, int bytes) {
        KeptObject cached = kept[index];
        if (cached != null && cached.capacity >= bytes && cached.isOurs()) {
            return cached;
        }
        KeptObject other = others[index];
        if (other != null && other.capacity >= bytes && other.isOurs()) {
            kept[index] = other;
            others[index] = cached;
            return other;
        }
        KeptObject string = KeptObject.string(calls, bytes);
        if (cached != null && cached.capacity >= 0) {
            kept[index] = null;
            others[index] = cached;
            if (other != null) {
                calls.release(other.address);
            }
        }
        keep(index, string);
        return string;
    }

    /** Takes over an object for an argument. */
    private void keep(int index, KeptObject object) {
        forget(index);
        kept[index] = object;
        keptEnd = Math.max(keptEnd, index + 1);
    }

    private void forget(int index) {
        KeptObject object = kept[index];
        if (object != null) {
            int at = slot(index);
            if (bytes.getLong(at + WORD) == object.address) {
                bytes.putLong(at, 0);
                bytes.putLong(at + WORD, 0);
            }
            kept[index] = null;
            calls.release(object.address);
        }
    }

    private void forgetOther(int index) {
        KeptObject object = others[index];
        if (object != null) {
            others[index] = null;
            calls.release(object.address);
        }
    }

    /** A string of ours is none, even if a result still has it: it may be free again when its turn comes. */
    private static boolean isBurden(@Nullable KeptObject object) {
        return object != null && (object.capacity > KeptObject.MOST_TEXT || object.capacity < 0);
    }

    private void putObject(int index, int code, KeptObject object) {
        keep(index, object);
        put(index, code, 0, object.address);
    }

    void putAll(BoundRuntime runtime, @Nullable Object[] args, @Nullable Containers within) {
        if (args.length > room) {
            open();
            grow(args.length);
        }
        for (int i = 0; i < args.length; i++) {
            put(runtime, i, args[i], within);
        }
    }

    /**
     * Any argument. What it refers to stays the caller's.
     *
     * @param within the containers that it is an element of; null of an argument
     */
    void put(BoundRuntime runtime, int index, @Nullable Object value, @Nullable Containers within) {
        if (putPlain(index, value)) {
            return;
        }
        if (value instanceof CharSequence || value instanceof Character) {
            putString(index, value.toString());
        } else if (value instanceof BoundFunction function) {
            put(index, TvmSlots.FUNCTION, 0, function.address);
        } else if (value instanceof BoundModule module) {
            putValue(index, (RegionSlot) module.value);
        } else if (value instanceof List || value instanceof Map) {
            // Taken over by the frame: nobody else has the new container.
            long object = (within != null ? within : new Containers(runtime)).make(value);
            putObject(index, Containers.code(value), KeptObject.of(object));
        } else if (value instanceof Ucs4String text) {
            byte[] utf8 = text.toUtf8(MalformedPolicy.REPLACE, Surrogates.MALFORMED);
            if (!putSmall(index, TvmSlots.SMALL_STR, utf8)) {
                putObject(index, TvmSlots.STR, KeptObject.of(calls, TvmSlots.STR, utf8));
            }
        } else if (value instanceof byte[] binary) {
            putObject(index, TvmSlots.BYTES, KeptObject.of(calls, TvmSlots.BYTES, binary));
        } else if (value instanceof RegionSlot pad && pad.dialect() == Dialect.TVM_FFI) {
            putValue(index, pad);
        } else {
            RegionSlot pad = RegionSlot.copy(host.plain, new byte[TvmSlots.SLOT]);
            pad.set(value);
            byte[] bits = pad.bits();
            put(index, Bits.i32(bits, 0), Bits.i32(bits, 4), Bits.i64(bits, 8));
        }
    }

    /** A value of libtvm_ffi. */
    void putValue(int index, RegionSlot pad) {
        byte[] bits = pad.bits();
        int code = Bits.i32(bits, 0);
        if (code == TvmSlots.STR || code == TvmSlots.BYTES) {
            // Maybe a result that was copied: it has an address, and nothing is there.
            putObject(index, code, KeptObject.of(calls, code, pad.asBytes()));
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
            // A reference of its own: whoever is called back may close the caller's.
            calls.retain(word);
        } finally {
            pad.exit();
        }
        keep(index, KeptObject.of(word));
        put(index, code, Bits.i32(bits, 4), word);
    }

    /** Before other calls: no result, and no object that somebody else has or that takes much memory. */
    void reset() {
        dropResult();
        for (int i = 0; i < keptEnd; i++) {
            if (isBurden(kept[i])) {
                forget(i);
            }
            if (isBurden(others[i])) {
                forgetOther(i);
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
                + Objects.requireNonNull(function, "function").getClass().getName() + ": not one of ours");
    }

    /** Throws what was raised. */
    void check(int status) {
        if (status == ValueCalls.RAISED) {
            throw host.raised(bytes.getLong(0), bytes.getLong(WORD), bytes.getLong(2 * WORD));
        }
        if (status != ValueCalls.DONE) {
            throw TvmHost.unexpected(status);
        }
    }

    // The result

    /** An owned copy of a slot somewhere as the result. */
    void own(long view) {
        dropResult();
        check(calls.own(view, memory.address() + RESULT));
    }

    /** An owned copy of the first argument as the result. */
    void ownFirst() {
        own(memory.address() + ARGS);
    }

    /** The code of the result. */
    int resultCode() {
        return open().getInt(RESULT);
    }

    /** The address of the result's object. */
    long resultObject() {
        return open().getLong(RESULT + WORD);
    }

    /** A copy of the text that the result's object has. */
    byte[] resultText() {
        long object = resultObject();
        KeptObject mine = kept[0];
        return mine != null && mine.address == object && mine.capacity >= 0 ? mine.copy() : host.textBytes(object);
    }

    /** The text of the arguments that are strings of ours, in bytes. */
    long textBytes(int args) {
        long sum = 0;
        for (int i = 0; i < Math.min(args, keptEnd); i++) {
            KeptObject object = kept[i];
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
        if (state != CLOSED) {
            open();
            end();
        }
    }

    /** Of a thread that has ended too: nobody else has the frame. */
    void end() {
        long object = bytes.getInt(RESULT) >= TvmSlots.OBJECT ? bytes.getLong(RESULT + WORD) : 0;
        for (int i = 0; i < keptEnd; i++) {
            forget(i);
            forgetOther(i);
        }
        state = CLOSED;
        calls.release(object);
        memory.end().run();
        host.frames.decrementAndGet();
    }
}
