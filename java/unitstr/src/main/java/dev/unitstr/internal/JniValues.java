package dev.unitstr.internal;

import dev.unitstr.spi.Region;
import dev.unitstr.spi.values.LiveMemory;
import dev.unitstr.spi.values.ValueCalls;
import dev.unitstr.spi.values.Words;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** Packed calls by JNI: everything crosses as numbers and arrays of bytes. */
final class JniValues implements ValueCalls {
    static final JniValues INSTANCE = new JniValues();

    /** What was made a host, by the number that native code calls it by. */
    private static final List<Dispatch> HOSTS = new CopyOnWriteArrayList<>();

    /** What a call back returns if it can say nothing. */
    private static final int FAILED = 2;

    private static final int MESSAGE_BYTES = 4096;

    private JniValues() {}

    @Override
    public int hostNew(Dispatch dispatch) {
        int index;
        synchronized (HOSTS) {
            index = HOSTS.size();
            HOSTS.add(dispatch);
        }
        return (int) host0(index);
    }

    /** Called by native code only. */
    @SuppressWarnings("unused")
    private static int dispatch0(int host, long slot, long args, int count, long result, long error) {
        try {
            return HOSTS.get(host).call(slot, args, count, result, error);
        } catch (Throwable e) { // It says that it never throws; nothing may leave this.
            return FAILED;
        }
    }

    @Override
    public int hostClose(int host) {
        return (int) hostClose0(host);
    }

    @Override
    public int drainDead(int host, long[] slots) {
        return (int) drainDead0(host, slots);
    }

    @Override
    public int open(byte[] path, int flags, String[] message) {
        byte[] text = new byte[MESSAGE_BYTES];
        long[] results = new long[2];
        long status = open0(path, flags, text, results);
        int bytes = (int) Math.min(Math.max(results[1], 0), MESSAGE_BYTES);
        message[0] = new String(text, 0, bytes, StandardCharsets.UTF_8);
        return (int) (status < 0 ? status : results[0]);
    }

    @Override
    public long version(int runtime) {
        return version0(runtime);
    }

    @Override
    public long function(int runtime, byte[] name) {
        return function0(runtime, name);
    }

    @Override
    public int setGlobal(int runtime, byte[] name, long function, boolean replace, long error) {
        return (int) setGlobal0(runtime, name, function, replace ? 1 : 0, error);
    }

    @Override
    public int freeze(int runtime) {
        return (int) freeze0(runtime);
    }

    @Override
    public int call(int runtime, long function, long args, int count, long result, long error) {
        return (int) call0(runtime, function, args, count, result, error);
    }

    @Override
    public long functionNew(int runtime, int host, long slot) {
        return functionNew0(runtime, host, slot);
    }

    @Override
    public long errorNew(int runtime, int host, long slot, byte[] kind, byte[] message, byte[] backtrace, long cause) {
        return errorNew0(runtime, host, slot, kind, message, backtrace, cause);
    }

    @Override
    public long textNew(int code, byte @Nullable [] bytes, long capacity) {
        return textNew0(code, bytes, capacity);
    }

    @Override
    public void retain(long object) {
        retain0(object);
    }

    @Override
    public void release(long object) {
        release0(object);
    }

    @Override
    public int own(long view, long slot) {
        return (int) own0(view, slot);
    }

    @Override
    public Block allocate(int bytes) {
        long address = allocate0(bytes);
        if (address <= 0) {
            throw new OutOfMemoryError(bytes + " bytes for a call");
        }
        return block(address, bytes, () -> free0(address));
    }

    @Override
    public Block view(long address, int bytes) {
        return block(address, bytes, () -> {});
    }

    private static Block block(long address, int bytes, Runnable end) {
        ByteBuffer buffer = view0(address, bytes);
        if (buffer == null) {
            end.run();
            throw new OutOfMemoryError("a buffer");
        }
        buffer.order(ByteOrder.LITTLE_ENDIAN);
        return new Block(address, buffer, new BufferRegion(buffer), 0, end);
    }

    @Override
    public Region everything() {
        return Everything.ALL;
    }

    /** Numbers cross by themselves. */
    private static final class Everything extends AddressRegion implements Words {
        static final Everything ALL = new Everything();

        Everything() {
            super(LiveMemory.LEAST, Long.MAX_VALUE - LiveMemory.LEAST);
        }

        @Override
        public long getWord(long offset) {
            return word0(LiveMemory.LEAST + offset);
        }

        @Override
        public void putWord(long offset, long word) {
            putWord0(LiveMemory.LEAST + offset, word);
        }

        @Override
        public void putWords(long offset, long first, long second) {
            putWords0(LiveMemory.LEAST + offset, first, second);
        }

        @Override
        public boolean isNear() {
            return false;
        }
    }

    private static native long host0(int index);

    private static native long hostClose0(int host);

    private static native long drainDead0(int host, long[] slots);

    private static native long open0(byte[] path, int flags, byte[] text, long[] results);

    private static native long version0(int runtime);

    private static native long function0(int runtime, byte[] name);

    private static native long setGlobal0(int runtime, byte[] name, long function, int replace, long error);

    private static native long freeze0(int runtime);

    private static native long call0(int runtime, long function, long args, int count, long result, long error);

    private static native long functionNew0(int runtime, int host, long slot);

    private static native long errorNew0(
            int runtime, int host, long slot, byte[] kind, byte[] message, byte[] backtrace, long cause);

    private static native long textNew0(int code, byte @Nullable [] bytes, long capacity);

    private static native long retain0(long object);

    private static native long release0(long object);

    private static native long own0(long view, long slot);

    private static native long allocate0(long bytes);

    private static native long free0(long address);

    private static native @Nullable ByteBuffer view0(long address, int bytes);

    private static native long word0(long address);

    private static native long putWord0(long address, long word);

    private static native long putWords0(long address, long first, long second);
}
