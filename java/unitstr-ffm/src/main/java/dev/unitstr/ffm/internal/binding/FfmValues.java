package dev.unitstr.ffm.internal.binding;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.unitstr.ffm.internal.memory.SegmentRegion;
import dev.unitstr.internal.binding.ValueCalls;
import dev.unitstr.internal.library.Abi.Entry;
import dev.unitstr.internal.memory.AddressRegion;
import dev.unitstr.internal.memory.Region;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Calls functions of libtvm_ffi. The downcalls are not critical, because the functions may take long and call back. */
final class FfmValues implements ValueCalls {
    static final FfmValues OURS = new FfmValues();

    /** A constant for the compiler, because this handle is on the hot path. */
    private static final MethodHandle CALL = Handles.CALL;

    private static final int TEXT_BYTES = 4096;
    /** What an upcall returns to native code: there is a result; there is an error; there is neither. */
    private static final int RETURNED = 0;

    private static final int THROWN = 1;
    private static final int LOST = 2;

    /** All memory of the process: a constant, so that the compiler sees its bounds. */
    private static final MemorySegment ALL = all();

    private static final SegmentRegion EVERYTHING = new SegmentRegion(ALL);

    /** The receiver of upcalls, set before native code can call it. */
    private static volatile @Nullable Dispatch receiver;

    private FfmValues() {}

    @SuppressWarnings("restricted") // the addresses come from native code, which this process trusts
    private static MemorySegment all() {
        return MemorySegment.ofAddress(AddressRegion.LEAST_ADDRESS)
                .reinterpret(Long.MAX_VALUE - AddressRegion.LEAST_ADDRESS);
    }

    @Override
    public Region everything() {
        return EVERYTHING;
    }

    /**
     * The target of upcalls. A static method, because a bound one costs three more frames per upcall: some 8 more levels of
     * nested calls fit a stack of 1 MB.
     */
    private static int upcall(long context, long slot, long args, int count, long result, long error) {
        long first = count > 0 ? word(args) : 0;
        long second = count > 0 ? word(args + Long.BYTES) : 0;
        long outcome = Objects.requireNonNull(receiver).call(slot, args, count, first, second, result, error);
        if ((outcome & Dispatch.INLINE) != 0) {
            put(result, Dispatch.first(outcome));
            put(result + Long.BYTES, Dispatch.second(outcome));
            return RETURNED;
        }
        return outcome == Dispatch.STORED ? RETURNED : outcome == Dispatch.RAISED ? THROWN : LOST;
    }

    private static long word(long address) {
        return ALL.get(JAVA_LONG, address - AddressRegion.LEAST_ADDRESS);
    }

    private static void put(long address, long word) {
        ALL.set(JAVA_LONG, address - AddressRegion.LEAST_ADDRESS, word);
    }

    @Override
    @SuppressWarnings("restricted")
    public int hostNew(Dispatch dispatch) {
        receiver = dispatch;
        try (Arena arena = Arena.ofConfined()) {
            MethodType type = MethodType.methodType(
                    int.class, long.class, long.class, long.class, int.class, long.class, long.class);
            MethodHandle call = MethodHandles.lookup().findStatic(FfmValues.class, "upcall", type);
            MemorySegment stub = Linker.nativeLinker()
                    .upcallStub(
                            call,
                            FunctionDescriptor.of(
                                    JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG),
                            Arena.global());
            MemorySegment host = arena.allocate(JAVA_INT);
            int status = (int) Handles.HOST_NEW.invokeExact(stub, MemorySegment.NULL, host);
            return status < 0 ? status : host.get(JAVA_INT, 0);
        } catch (Throwable e) {
            throw FfmBinding.unchecked(e);
        }
    }

    @Override
    public int hostClose(int host) {
        try {
            return (int) Handles.HOST_CLOSE.invokeExact(host);
        } catch (Throwable e) {
            throw FfmBinding.unchecked(e);
        }
    }

    @Override
    public int drainDead(int host, long[] slots) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment dead = arena.allocate(JAVA_LONG, slots.length);
            long count = (long) Handles.DRAIN_DEAD.invokeExact(host, dead, (long) slots.length);
            if (count > 0) {
                MemorySegment.copy(dead, JAVA_LONG, 0, slots, 0, (int) count);
            }
            return (int) count;
        } catch (Throwable e) {
            throw FfmBinding.unchecked(e);
        }
    }

    @Override
    public int open(byte[] path, int flags, String[] message) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment runtime = arena.allocate(JAVA_INT);
            MemorySegment text = arena.allocate(TEXT_BYTES);
            MemorySegment size = arena.allocate(JAVA_LONG);
            int status = (int) Handles.OPEN.invokeExact(
                    arena.allocateFrom(JAVA_BYTE, path),
                    (long) path.length,
                    flags,
                    runtime,
                    text,
                    (long) TEXT_BYTES,
                    size);
            long said = Math.min(TEXT_BYTES, size.get(JAVA_LONG, 0));
            message[0] = new String(text.asSlice(0, said).toArray(JAVA_BYTE), StandardCharsets.UTF_8);
            return status < 0 ? status : runtime.get(JAVA_INT, 0);
        } catch (Throwable e) {
            throw FfmBinding.unchecked(e);
        }
    }

    @Override
    public long version(int runtime) {
        try {
            return (long) Handles.VERSION.invokeExact(runtime);
        } catch (Throwable e) {
            throw FfmBinding.unchecked(e);
        }
    }

    @Override
    public long function(int runtime, byte[] name) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment function = arena.allocate(JAVA_LONG);
            int status = (int) Handles.FUNCTION.invokeExact(
                    runtime, arena.allocateFrom(JAVA_BYTE, name), (long) name.length, function);
            return status < 0 ? status : function.get(JAVA_LONG, 0);
        } catch (Throwable e) {
            throw FfmBinding.unchecked(e);
        }
    }

    @Override
    public int setGlobal(int runtime, byte[] name, long function, boolean override, long error) {
        try (Arena arena = Arena.ofConfined()) {
            return (int) Handles.SET_GLOBAL.invokeExact(
                    runtime,
                    arena.allocateFrom(JAVA_BYTE, name),
                    (long) name.length,
                    function,
                    override ? 1 : 0,
                    error);
        } catch (Throwable e) {
            throw FfmBinding.unchecked(e);
        }
    }

    @Override
    public int freeze(int runtime) {
        try {
            return (int) Handles.FREEZE.invokeExact(runtime);
        } catch (Throwable e) {
            throw FfmBinding.unchecked(e);
        }
    }

    @Override
    public int call(int runtime, long function, long args, int count, long result, long error) {
        try {
            return (int) CALL.invokeExact(runtime, function, args, count, result, error);
        } catch (Throwable e) {
            throw FfmBinding.unchecked(e);
        }
    }

    @Override
    public long functionNew(int runtime, int host, long slot) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment function = arena.allocate(JAVA_LONG);
            int status = (int) Handles.FUNCTION_NEW.invokeExact(runtime, host, slot, function);
            return status < 0 ? status : function.get(JAVA_LONG, 0);
        } catch (Throwable e) {
            throw FfmBinding.unchecked(e);
        }
    }

    @Override
    public long errorNew(int runtime, int host, long slot, byte[] kind, byte[] message, byte[] backtrace, long cause) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment words = arena.allocate(JAVA_LONG, 6);
            byte[][] texts = {kind, message, backtrace};
            for (int i = 0; i < texts.length; i++) {
                words.setAtIndex(
                        JAVA_LONG,
                        2 * i,
                        arena.allocateFrom(JAVA_BYTE, texts[i]).address());
                words.setAtIndex(JAVA_LONG, 2 * i + 1, texts[i].length);
            }
            MemorySegment error = arena.allocate(JAVA_LONG);
            int status = (int) Handles.ERROR_NEW.invokeExact(runtime, host, slot, words, cause, error);
            return status < 0 ? status : error.get(JAVA_LONG, 0);
        } catch (Throwable e) {
            throw FfmBinding.unchecked(e);
        }
    }

    @Override
    public long textNew(int code, byte @Nullable [] bytes, long capacity) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment text = bytes == null ? MemorySegment.NULL : arena.allocateFrom(JAVA_BYTE, bytes);
            MemorySegment object = arena.allocate(JAVA_LONG);
            long count = bytes == null ? 0 : bytes.length;
            int status = (int) Handles.TEXT_NEW.invokeExact(code, text, count, capacity, object);
            return status < 0 ? status : object.get(JAVA_LONG, 0);
        } catch (Throwable e) {
            throw FfmBinding.unchecked(e);
        }
    }

    @Override
    public void retain(long object) {
        one(Handles.RETAIN, object);
    }

    @Override
    public void release(long object) {
        one(Handles.RELEASE, object);
    }

    private static void one(MethodHandle handle, long object) {
        try {
            int ignored = (int) handle.invokeExact(object);
        } catch (Throwable e) {
            throw FfmBinding.unchecked(e);
        }
    }

    @Override
    public int own(long view, long slot) {
        try {
            return (int) Handles.OWN.invokeExact(view, slot);
        } catch (Throwable e) {
            throw FfmBinding.unchecked(e);
        }
    }

    @Override
    public Block allocate(int bytes) {
        Arena arena = Arena.ofShared();
        try {
            return block(arena.allocate(bytes, 16), arena::close);
        } catch (OutOfMemoryError e) {
            arena.close();
            throw e;
        }
    }

    @Override
    @SuppressWarnings("restricted") // the caller keeps the object alive
    public Block view(long address, int bytes) {
        return block(MemorySegment.ofAddress(address).reinterpret(bytes), () -> {});
    }

    private static Block block(MemorySegment memory, Runnable end) {
        long address = memory.address();
        ByteBuffer bytes = memory.asByteBuffer().order(ByteOrder.LITTLE_ENDIAN);
        return new Block(address, bytes, EVERYTHING, address - AddressRegion.LEAST_ADDRESS, end);
    }

    private static final class Handles {
        static final MethodHandle HOST_NEW =
                FfmBinding.link(Entry.VAL_HOST_NEW, FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS, ADDRESS));
        static final MethodHandle HOST_CLOSE =
                FfmBinding.link(Entry.VAL_HOST_CLOSE, FunctionDescriptor.of(JAVA_INT, JAVA_INT));
        static final MethodHandle DRAIN_DEAD =
                FfmBinding.link(Entry.VAL_DRAIN_DEAD, FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG));
        static final MethodHandle OPEN = FfmBinding.link(
                Entry.VAL_OPEN,
                FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT, ADDRESS, ADDRESS, JAVA_LONG, ADDRESS));
        static final MethodHandle VERSION =
                FfmBinding.link(Entry.VAL_VERSION, FunctionDescriptor.of(JAVA_LONG, JAVA_INT));
        static final MethodHandle FUNCTION = FfmBinding.link(
                Entry.VAL_FUNCTION, FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, JAVA_LONG, ADDRESS));
        static final MethodHandle SET_GLOBAL = FfmBinding.link(
                Entry.VAL_SET_GLOBAL,
                FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_LONG));
        static final MethodHandle FREEZE = FfmBinding.link(Entry.VAL_FREEZE, FunctionDescriptor.of(JAVA_INT, JAVA_INT));
        static final MethodHandle CALL = FfmBinding.link(
                Entry.VAL_CALL,
                FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG));
        static final MethodHandle FUNCTION_NEW = FfmBinding.link(
                Entry.VAL_FUNCTION_NEW, FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_LONG, ADDRESS));
        static final MethodHandle ERROR_NEW = FfmBinding.link(
                Entry.VAL_ERROR_NEW,
                FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_LONG, ADDRESS, JAVA_LONG, ADDRESS));
        static final MethodHandle TEXT_NEW = FfmBinding.link(
                Entry.VAL_TEXT_NEW, FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, JAVA_LONG, JAVA_LONG, ADDRESS));
        static final MethodHandle RETAIN =
                FfmBinding.link(Entry.VAL_RETAIN, FunctionDescriptor.of(JAVA_INT, JAVA_LONG));
        static final MethodHandle RELEASE =
                FfmBinding.link(Entry.VAL_RELEASE, FunctionDescriptor.of(JAVA_INT, JAVA_LONG));
        static final MethodHandle OWN =
                FfmBinding.link(Entry.VAL_OWN, FunctionDescriptor.of(JAVA_INT, JAVA_LONG, JAVA_LONG));
    }
}
