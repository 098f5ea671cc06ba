package dev.unitstr.ffm.internal.binding;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.unitstr.ffm.internal.memory.SegmentRegion;
import dev.unitstr.internal.binding.ValueCalls;
import dev.unitstr.internal.memory.AddressRegion;
import dev.unitstr.internal.memory.Region;
import java.lang.foreign.Arena;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.ref.Cleaner;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
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

    private static final SegmentRegion EVERYTHING = SegmentRegion.allMemory();
    /** All memory of the process: a constant, so that the compiler sees its bounds. */
    private static final MemorySegment ALL = EVERYTHING.segment();

    /** The receiver of upcalls, set before native code can call it. */
    private static volatile @Nullable Dispatch receiver;

    private FfmValues() {}

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

    /** Calls an entry. */
    private static long call(MethodHandle entry, long... args) {
        try {
            return (long) entry.invokeExact(args);
        } catch (Throwable e) {
            throw Downcall.unchecked(e);
        }
    }

    /** Returns the address of a copy of some bytes. */
    private static long copy(Arena arena, byte[] bytes) {
        return arena.allocateFrom(JAVA_BYTE, bytes).address();
    }

    /** Returns the word that a call stored; the status, if the call failed. */
    private static long stored(long status, MemorySegment word) {
        return status < 0 ? status : word.get(JAVA_LONG, 0);
    }

    @Override
    @SuppressWarnings("restricted")
    public int hostNew(Dispatch dispatch) {
        receiver = dispatch;
        try (Arena arena = Arena.ofConfined()) {
            MethodType type = MethodType.fromMethodDescriptorString(Downcall.UPCALL, null);
            MethodHandle upcall = MethodHandles.lookup().findStatic(FfmValues.class, "upcall", type);
            MemorySegment stub =
                    Linker.nativeLinker().upcallStub(upcall, Downcall.type(Downcall.UPCALL), Arena.global());
            MemorySegment host = arena.allocate(JAVA_LONG);
            return (int) stored(call(Handles.HOST_NEW, stub.address(), 0, host.address()), host);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public int hostClose(int host) {
        return (int) call(Handles.HOST_CLOSE, host);
    }

    @Override
    public int drainDead(int host, long[] slots) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment dead = arena.allocate(JAVA_LONG, slots.length);
            int count = (int) call(Handles.DRAIN_DEAD, host, dead.address(), slots.length);
            if (count > 0) {
                MemorySegment.copy(dead, JAVA_LONG, 0, slots, 0, count);
            }
            return count;
        }
    }

    @Override
    public int open(byte[] path, int flags, String[] message) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment text = arena.allocate(TEXT_BYTES);
            MemorySegment results = arena.allocate(JAVA_LONG, 2);
            long runtime = results.address();
            long size = runtime + Long.BYTES;
            long file = copy(arena, path);
            long status = call(Handles.OPEN, file, path.length, flags, runtime, text.address(), TEXT_BYTES, size);
            long said = Math.min(TEXT_BYTES, results.getAtIndex(JAVA_LONG, 1));
            message[0] = new String(text.asSlice(0, said).toArray(JAVA_BYTE), StandardCharsets.UTF_8);
            return (int) stored(status, results);
        }
    }

    @Override
    public long version(int runtime) {
        return call(Handles.VERSION, runtime);
    }

    @Override
    public long function(int runtime, byte[] name) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment function = arena.allocate(JAVA_LONG);
            return stored(
                    call(Handles.FUNCTION, runtime, copy(arena, name), name.length, function.address()), function);
        }
    }

    @Override
    public int setGlobal(int runtime, byte[] name, long function, boolean override, long error) {
        try (Arena arena = Arena.ofConfined()) {
            long text = copy(arena, name);
            return (int) call(Handles.SET_GLOBAL, runtime, text, name.length, function, override ? 1 : 0, error);
        }
    }

    @Override
    public int freeze(int runtime) {
        return (int) call(Handles.FREEZE, runtime);
    }

    @Override
    public int call(int runtime, long function, long args, int count, long result, long error) {
        try {
            return (int) CALL.invokeExact(runtime, function, args, count, result, error);
        } catch (Throwable e) {
            throw Downcall.unchecked(e);
        }
    }

    @Override
    public long functionNew(int runtime, int host, long slot) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment function = arena.allocate(JAVA_LONG);
            return stored(call(Handles.FUNCTION_NEW, runtime, host, slot, function.address()), function);
        }
    }

    @Override
    public long errorNew(int runtime, int host, long slot, byte[] kind, byte[] message, byte[] backtrace) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment texts = arena.allocateFrom(
                    JAVA_LONG,
                    copy(arena, kind),
                    kind.length,
                    copy(arena, message),
                    message.length,
                    copy(arena, backtrace),
                    backtrace.length);
            MemorySegment error = arena.allocate(JAVA_LONG);
            return stored(call(Handles.ERROR_NEW, runtime, host, slot, texts.address(), 0, error.address()), error);
        }
    }

    @Override
    public long textNew(int code, byte @Nullable [] bytes, long capacity) {
        try (Arena arena = Arena.ofConfined()) {
            long text = bytes == null ? 0 : copy(arena, bytes);
            MemorySegment object = arena.allocate(JAVA_LONG);
            return stored(
                    call(Handles.TEXT_NEW, code, text, bytes == null ? 0 : bytes.length, capacity, object.address()),
                    object);
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

    private static void one(MethodHandle entry, long object) {
        try {
            int ignored = (int) entry.invokeExact(object);
        } catch (Throwable e) {
            throw Downcall.unchecked(e);
        }
    }

    @Override
    public int own(long view, long slot) {
        try {
            return (int) Handles.OWN.invokeExact(view, slot);
        } catch (Throwable e) {
            throw Downcall.unchecked(e);
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

    /** In an automatic arena, which MemorySegment.ofBuffer keeps, too. */
    @Override
    @SuppressWarnings("restricted") // the caller holds the memory until the end
    public ByteBuffer lease(long address, int bytes, Runnable end, Cleaner cleaner) {
        return MemorySegment.ofAddress(address)
                .reinterpret(bytes, Arena.ofAuto(), memory -> end.run())
                .asByteBuffer()
                .order(ByteOrder.LITTLE_ENDIAN);
    }

    private static Block block(MemorySegment memory, Runnable end) {
        long address = memory.address();
        ByteBuffer bytes = memory.asByteBuffer().order(ByteOrder.LITTLE_ENDIAN);
        return new Block(address, bytes, EVERYTHING, address - AddressRegion.LEAST_ADDRESS, end);
    }

    private static final class Handles {
        static final MethodHandle HOST_NEW = spread(Downcall.HOST_NEW);
        static final MethodHandle HOST_CLOSE = spread(Downcall.HOST_CLOSE);
        static final MethodHandle DRAIN_DEAD = spread(Downcall.DRAIN_DEAD);
        static final MethodHandle OPEN = spread(Downcall.OPEN);
        static final MethodHandle VERSION = spread(Downcall.RUNTIME_VERSION);
        static final MethodHandle FUNCTION = spread(Downcall.FUNCTION);
        static final MethodHandle SET_GLOBAL = spread(Downcall.SET_GLOBAL);
        static final MethodHandle FREEZE = spread(Downcall.FREEZE);
        static final MethodHandle FUNCTION_NEW = spread(Downcall.FUNCTION_NEW);
        static final MethodHandle ERROR_NEW = spread(Downcall.ERROR_NEW);
        static final MethodHandle TEXT_NEW = spread(Downcall.TEXT_NEW);

        // On the hot path: called without an array.
        static final MethodHandle CALL = LibraryTable.link(Downcall.CALL);
        static final MethodHandle OWN = LibraryTable.link(Downcall.OWN);
        static final MethodHandle RETAIN = LibraryTable.link(Downcall.RETAIN);
        static final MethodHandle RELEASE = LibraryTable.link(Downcall.RELEASE);

        /** Links a function as a handle from {@code long[]} to {@code long}. */
        private static MethodHandle spread(Downcall call) {
            MethodHandle handle = LibraryTable.link(call);
            int count = handle.type().parameterCount();
            MethodType longs = MethodType.methodType(long.class, Collections.nCopies(count, long.class));
            return MethodHandles.explicitCastArguments(handle, longs).asSpreader(long[].class, count);
        }
    }
}
