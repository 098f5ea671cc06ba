package dev.unitstr.spi.values;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.spi.ArrayRegion;
import dev.unitstr.values.AnyValue;
import dev.unitstr.values.CallFrame;
import dev.unitstr.values.Dialect;
import dev.unitstr.values.PackedFunction;
import dev.unitstr.values.ValueFormatException.Field;
import dev.unitstr.values.ValueKind;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The memory of calls: an error, a result, arguments; and for each argument a string of ours, which is written again
 * and again as long as nobody else keeps it.
 */
final class TvmFrame implements CallFrame {
    private static final int RESULT = 32;
    private static final int ARGS = 48;
    /** Texts are at first given so much room. */
    private static final int LEAST_TEXT = 64;
    /** Longer ones do not keep their memory. */
    private static final int MOST_TEXT = 1 << 16;
    /** Where a string of ours has its text. */
    private static final int TEXT = 40;

    /** The address while a call goes on: whoever is called back may not write what the caller reads. */
    private static final long BUSY = -1;

    private final TvmHost host;
    private final ValueCalls calls;
    /** 0 if it was given back. */
    private long memory;

    private int room;
    /** Whether there may be a result. */
    private boolean called;
    /** Whether after the last call all was done: an overflow of the stack may come in between. */
    private boolean settled = true;

    private final byte[] one = {0};
    /** Objects that arguments refer to, each with a reference. */
    private long[] texts = new long[MAX_ARGS];
    /** Of those that are strings to be written again; else -1. */
    private int[] capacities = new int[MAX_ARGS];
    /** Which arguments are in their texts. */
    private boolean[] used = new boolean[MAX_ARGS];

    TvmFrame(TvmHost host) {
        this.host = host;
        this.calls = host.calls;
        grow(MAX_ARGS);
        host.frames.incrementAndGet();
    }

    /** Whether it is to be kept for other calls. */
    boolean isSmall() {
        return room == MAX_ARGS;
    }

    private void grow(int args) {
        long larger = calls.allocate(ARGS + (long) args * TvmSlots.SLOT);
        if (larger <= 0) {
            throw new OutOfMemoryError("a frame of " + args + " arguments");
        }
        if (memory != 0) {
            calls.free(memory);
        }
        memory = larger;
        room = args;
        if (args > texts.length) {
            texts = java.util.Arrays.copyOf(texts, args);
            capacities = java.util.Arrays.copyOf(capacities, args);
            used = java.util.Arrays.copyOf(used, args);
        }
    }

    private long memory() {
        if (memory <= 0) {
            throw new IllegalStateException(memory == 0 ? "the frame is closed" : "a call by this frame goes on");
        }
        return memory;
    }

    long errorAddress() {
        return memory();
    }

    private long arg(int index) {
        long address = memory() + ARGS + (long) Objects.checkIndex(index, room) * TvmSlots.SLOT;
        if (!settled) {
            settle();
        }
        return address;
    }

    /** Who has the texts is not known: they are left to them. */
    private void settle() {
        settled = true;
        for (int i = 0; i < texts.length; i++) {
            boolean argument = used[i];
            forget(i);
            if (argument) {
                putNull(i);
            }
        }
    }

    private void put(int index, int code, int length, long word) {
        host.write(arg(index), Integer.toUnsignedLong(code) | (long) length << 32, word);
        used[index] = false;
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
        arg(index);
        int chars = text.length();
        if (chars <= TvmSlots.SMALL && putSmall(index, text, chars)) {
            return;
        }
        int worst = chars <= MOST_TEXT / 3
                ? 3 * chars
                : Math.toIntExact(host.strings.encodedUnits(text, StandardCharsets.UTF_8, MalformedPolicy.REPLACE));
        long object = reserve(index, worst);
        int bytes = (int) host.strings.copy(
                text,
                StandardCharsets.UTF_8,
                0,
                host.everything,
                object + TEXT - LiveMemory.LEAST,
                chars,
                MalformedPolicy.REPLACE);
        host.write(object + TEXT + bytes, one);
        host.write(object + TEXT - Long.BYTES, (long) bytes);
        put(index, TvmSlots.STR, 0, object);
        used[index] = true;
    }

    private boolean putSmall(int index, String text, int chars) {
        long word = 0;
        for (int i = 0; i < chars; i++) {
            char c = text.charAt(i);
            if (c >= 0x80) {
                byte[] utf8 = host.strings.encode(text, StandardCharsets.UTF_8, 0, chars, MalformedPolicy.REPLACE);
                return putSmall(index, TvmSlots.SMALL_STR, utf8);
            }
            word |= (long) c << 8 * i;
        }
        put(index, TvmSlots.SMALL_STR, chars, word);
        return true;
    }

    private boolean putSmall(int index, int code, byte[] bytes) {
        if (bytes.length > TvmSlots.SMALL) {
            return false;
        }
        long word = 0;
        for (int i = 0; i < bytes.length; i++) {
            word |= (bytes[i] & 0xFFL) << 8 * i;
        }
        put(index, code, bytes.length, word);
        return true;
    }

    /** A string of ours that nobody else has, with so much room. */
    private long reserve(int index, int bytes) {
        if (texts[index] != 0 && capacities[index] >= bytes) {
            return texts[index];
        }
        forget(index);
        int capacity = Math.max(LEAST_TEXT, bytes);
        texts[index] = object(calls.textNew(TvmSlots.STR, null, capacity));
        capacities[index] = capacity;
        return texts[index];
    }

    private static long object(long address) {
        if (address <= 0) {
            throw new OutOfMemoryError("native code has no memory for a text: " + address);
        }
        return address;
    }

    private void forget(int index) {
        if (texts[index] != 0) {
            calls.release(texts[index]);
            texts[index] = 0;
            used[index] = false;
        }
    }

    void putAll(@Nullable Object[] args) {
        if (args.length > room) {
            memory();
            grow(args.length);
        }
        boolean all = false;
        try {
            for (int i = 0; i < args.length; i++) {
                put(i, args[i]);
            }
            all = true;
        } finally {
            if (!all) {
                settle(); // what an argument refers to is not kept for one that there is no value for
            }
        }
    }

    /** Any argument. What it refers to stays the caller's. */
    void put(int index, @Nullable Object value) {
        if (value instanceof CharSequence text) {
            putString(index, text.toString());
        } else if (value instanceof Character text) {
            putString(index, text.toString());
        } else if (value instanceof TvmFunction function) {
            put(index, TvmSlots.FUNCTION, 0, function.address);
        } else if (value instanceof byte[] bytes) {
            if (!putSmall(index, TvmSlots.SMALL_BYTES, bytes)) {
                forget(index);
                long object = object(calls.textNew(TvmSlots.BYTES, bytes, bytes.length));
                texts[index] = object;
                capacities[index] = -1; // never for another text
                put(index, TvmSlots.BYTES, 0, object);
                used[index] = true;
            }
        } else if (value instanceof RegionPad pad && pad.dialect() == Dialect.TVM_FFI) {
            putValue(index, pad);
        } else {
            RegionPad pad = RegionPad.copy(
                    new ValueContext(Dialect.TVM_FFI, Memory.NONE, host.strings, null), new byte[TvmSlots.SLOT]);
            pad.set(value);
            byte[] bits = pad.bits();
            put(index, Bits.i32(bits, 0), Bits.i32(bits, 4), Bits.i64(bits, 8));
        }
    }

    private void putValue(int index, RegionPad pad) {
        byte[] bits = pad.bits();
        int code = Bits.i32(bits, 0);
        if (code == TvmSlots.STR || code == TvmSlots.BYTES) {
            // A result that was copied: it has an address, and nothing is there.
            byte[] text = pad.asBytes();
            if (code == TvmSlots.BYTES) {
                put(index, text);
                return;
            }
            forget(index);
            texts[index] = object(calls.textNew(code, text, text.length));
            capacities[index] = -1;
            put(index, code, 0, texts[index]);
            used[index] = true;
            return;
        }
        TvmSlots.FORMAT.read(bits);
        long word = Bits.i64(bits, 8);
        if (code >= TvmSlots.OBJECT) {
            pad.check(word, TvmSlots.HEADER);
            // A reference of its own: whoever is called back may close the caller's.
            forget(index);
            calls.retain(word);
            texts[index] = word;
            capacities[index] = -1;
        } else if (code >= TvmSlots.DL_TENSOR_PTR && code <= TvmSlots.OBJECT_RVALUE_REF) {
            pad.check(word, 1);
        }
        put(index, code, Bits.i32(bits, 4), word);
        used[index] = code >= TvmSlots.OBJECT;
    }

    @Override
    public void invoke(PackedFunction function, int args) {
        if (!(Objects.requireNonNull(function, "function") instanceof TvmFunction ours)) {
            throw new IllegalArgumentException(
                    "function is a " + function.getClass().getName() + ": not one of ours");
        }
        if (args < 0 || args > room) {
            throw new IndexOutOfBoundsException("args is " + args + ": not between 0 and " + room);
        }
        dropResult();
        long at = memory;
        called = true;
        settled = false;
        int status;
        try {
            memory = BUSY;
            status = calls.call(ours.runtime.number, ours.address, at + ARGS, args, at + RESULT, at);
        } finally {
            memory = at;
            settled = true;
            for (int i = 0; i < args; i++) {
                if (used[i]) {
                    settled = false;
                    afterCall(i);
                    settled = true;
                }
            }
            java.lang.ref.Reference.reachabilityFence(ours);
        }
        check(status);
    }

    /** A text that somebody keeps is theirs from now on. */
    private void afterCall(int index) {
        if (capacities[index] < 0 || capacities[index] > MOST_TEXT || host.word(texts[index]) != TvmSlots.FRESH_REFS) {
            forget(index);
            putNull(index);
        }
    }

    /** Throws what was raised. */
    void check(int status) {
        if (status == ValueCalls.RAISED) {
            throw host.raised(memory);
        }
        if (status != ValueCalls.DONE) {
            throw TvmHost.unexpected(status);
        }
    }

    // The result

    void own(long view) {
        dropResult();
        called = true;
        check(calls.own(view, memory + RESULT));
    }

    /** An owned copy of the first argument as the result. */
    void ownFirst() {
        try {
            own(arg(0));
        } finally {
            forget(0);
        }
    }

    private byte[] result() {
        return host.bytes(memory() + RESULT, TvmSlots.SLOT);
    }

    byte[] takeResult() {
        byte[] result = result();
        host.write(memory + RESULT, 0, 0);
        called = false;
        return result;
    }

    void dropResult() {
        long result = memory() + RESULT;
        if (!called) {
            return;
        }
        called = false;
        if ((int) host.word(result) >= TvmSlots.OBJECT) {
            long object = host.word(result + Long.BYTES);
            host.write(result, 0, 0);
            calls.release(object);
        }
    }

    private AnyValue value() {
        ValueContext context = new ValueContext(Dialect.TVM_FFI, host.memory, host.strings, null);
        return context.make(new ArrayRegion(result()), 0, TvmSlots.SLOT);
    }

    @Override
    public ValueKind kind() {
        return value().kind();
    }

    @Override
    public long getLong() {
        long result = memory() + RESULT;
        return (int) host.word(result) == TvmSlots.INT ? host.word(result + Long.BYTES) : value().asLong();
    }

    @Override
    public double getDouble() {
        long result = memory() + RESULT;
        return (int) host.word(result) == TvmSlots.FLOAT
                ? Double.longBitsToDouble(host.word(result + Long.BYTES))
                : value().asDouble();
    }

    @Override
    public String getString() {
        byte[] result = result();
        int code = Bits.i32(result, 0);
        if (code == TvmSlots.SMALL_STR && (Bits.i64(result, 8) & 0x8080_8080_8080_8080L) == 0) {
            int length = SlotFormat.small(Bits.i32(result, 4), 4, TvmSlots.SMALL);
            return new String(result, 8, length, StandardCharsets.ISO_8859_1);
        }
        if (code == TvmSlots.STR) {
            long object = Bits.i64(result, 8);
            long size = host.word(object + TvmSlots.HEADER + Long.BYTES);
            int bytes = (int) SlotFormat.size(size, Field.SIZE, 32, object);
            return bytes == 0
                    ? ""
                    : host.strings.getStringOfBytes(
                            host.everything,
                            host.word(object + TvmSlots.HEADER) - LiveMemory.LEAST,
                            bytes,
                            StandardCharsets.UTF_8,
                            MalformedPolicy.REPLACE);
        }
        return value().asString();
    }

    @Override
    public void close() {
        if (memory != 0) {
            dropResult();
            for (int i = 0; i < texts.length; i++) {
                forget(i);
            }
            calls.free(memory);
            memory = 0;
            host.frames.decrementAndGet();
        }
    }
}
