package dev.unitstr.internal.binding;

import dev.unitstr.internal.memory.AddressRegion;
import dev.unitstr.internal.memory.BufferRegion;
import dev.unitstr.internal.memory.Region;
import dev.unitstr.internal.memory.WordAccess;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The functions of libtvm_ffi over JNI. Arguments and results are numbers and byte arrays. */
final class JniValues implements ValueCalls {
    static final JniValues INSTANCE = new JniValues();

    private static final int MESSAGE_BYTES = 4096;

    private JniValues() {}

    @Override
    public int hostNew(Dispatch dispatch) {
        JniNatives.receiver = dispatch;
        return (int) JniNatives.hostNew0();
    }

    @Override
    public int hostClose(int host) {
        return (int) JniNatives.hostClose0(host);
    }

    @Override
    public int drainDead(int host, long[] slots) {
        return (int) JniNatives.drainDead0(host, slots);
    }

    @Override
    public int open(byte[] path, int flags, String[] message) {
        byte[] text = new byte[MESSAGE_BYTES];
        long[] results = new long[2];
        long status = JniNatives.open0(path, flags, text, results);
        int bytes = (int) Math.min(Math.max(results[1], 0), MESSAGE_BYTES);
        message[0] = new String(text, 0, bytes, StandardCharsets.UTF_8);
        return (int) (status < 0 ? status : results[0]);
    }

    @Override
    public long version(int runtime) {
        return JniNatives.runtimeVersion0(runtime);
    }

    @Override
    public long function(int runtime, byte[] name) {
        return JniNatives.function0(runtime, name);
    }

    @Override
    public int setGlobal(int runtime, byte[] name, long function, boolean replace, long error) {
        return (int) JniNatives.setGlobal0(runtime, name, function, replace ? 1 : 0, error);
    }

    @Override
    public int freeze(int runtime) {
        return (int) JniNatives.freeze0(runtime);
    }

    @Override
    public int call(int runtime, long function, long args, int count, long result, long error) {
        return (int) JniNatives.call0(runtime, function, args, count, result, error);
    }

    @Override
    public long functionNew(int runtime, int host, long slot) {
        return JniNatives.functionNew0(runtime, host, slot);
    }

    @Override
    public long errorNew(int runtime, int host, long slot, byte[] kind, byte[] message, byte[] backtrace) {
        return JniNatives.errorNew0(runtime, host, slot, kind, message, backtrace, 0);
    }

    @Override
    public long textNew(int code, byte @Nullable [] bytes, long capacity) {
        return JniNatives.textNew0(code, bytes, capacity);
    }

    @Override
    public void retain(long object) {
        JniNatives.retain0(object);
    }

    @Override
    public void release(long object) {
        JniNatives.release0(object);
    }

    @Override
    public int own(long view, long slot) {
        return (int) JniNatives.own0(view, slot);
    }

    @Override
    public Block allocate(int bytes) {
        long address = JniNatives.allocate0(bytes);
        if (address <= 0) {
            throw new OutOfMemoryError(bytes + " bytes for a call");
        }
        return block(address, bytes, () -> JniNatives.free0(address));
    }

    @Override
    public Block view(long address, int bytes) {
        return block(address, bytes, () -> {});
    }

    private static Block block(long address, int bytes, Runnable end) {
        ByteBuffer buffer = JniNatives.view0(address, bytes);
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

    /** Reads and writes numbers without copying. */
    private static final class Everything extends AddressRegion implements WordAccess {
        static final Everything ALL = new Everything();

        Everything() {
            super(AddressRegion.LEAST_ADDRESS, Long.MAX_VALUE - AddressRegion.LEAST_ADDRESS);
        }

        @Override
        public long getWord(long offset) {
            return JniNatives.word0(AddressRegion.LEAST_ADDRESS + offset);
        }

        @Override
        public void putWord(long offset, long word) {
            JniNatives.putWord0(AddressRegion.LEAST_ADDRESS + offset, word);
        }

        @Override
        public void putWords(long offset, long first, long second) {
            JniNatives.putWords0(AddressRegion.LEAST_ADDRESS + offset, first, second);
        }

        @Override
        public boolean isCheap() {
            return false;
        }
    }
}
