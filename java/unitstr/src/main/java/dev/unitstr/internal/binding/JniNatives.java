package dev.unitstr.internal.binding;

import dev.unitstr.internal.memory.BufferRegion;
import dev.unitstr.internal.memory.Region;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * All native methods. When the library is loaded, it binds them to the class that the system property {@link #PROPERTY}
 * names, because a relocated (shaded) copy of this class has another name. {@code abi/jni-v1.txt} lists the methods;
 * both sides must match it.
 *
 * <p>Memory is passed as a kind, a base and an offset: {@link #ADDRESS}, null and an address; {@link #ARRAY}, a {@code
 * byte[]} and an index; or {@link #BUFFER}, a direct buffer and an index. Native code does not query the capacity of a
 * buffer, because that costs as much as decoding a short text. {@link #kind} checks it instead.
 *
 * <p>{@link dev.unitstr.internal.binding.Binding} and {@link dev.unitstr.internal.binding.ValueCalls} describe the
 * results. If the arguments exceed their arrays, the methods return an error, or the JVM throws an exception.
 */
final class JniNatives {
    /** The system property. Its name does not begin with a package name, so relocation does not change it. */
    static final String PROPERTY = "unitstr.jni.class";
    /** The number of native methods. */
    static final int COUNT = 46;

    static final int ADDRESS = 0;
    static final int ARRAY = 1;
    static final int BUFFER = 2;
    /** Native code cannot access the memory: another thread may close it during the call. */
    static final int NOWHERE = -1;

    private static final int ARGUMENTS_BITS = 6;

    /** The receiver of callbacks, set before native code can call it. */
    static volatile ValueCalls.@Nullable Dispatch receiver;

    /**
     * Some of the arguments of callbacks, by a hash of their address. The memory at an address is valid whenever native
     * code passes this address, so it does not matter which thread created the object.
     */
    private static final @Nullable Arguments[] ARGUMENTS = new Arguments[1 << ARGUMENTS_BITS];

    private JniNatives() {}

    /**
     * Returns the kind of memory; {@link dev.unitstr.internal.memory.Region} lists the forms of the base.
     *
     * @throws IndexOutOfBoundsException if a direct buffer has fewer bytes from the offset on
     */
    static int kind(@Nullable Object base, long offset, long bytes) {
        if (base == null) {
            return ADDRESS;
        }
        if (base instanceof byte[]) {
            return ARRAY;
        }
        if (BufferRegion.MAY_CLOSE || !(base instanceof ByteBuffer buffer) || !buffer.isDirect()) {
            return NOWHERE;
        }
        Objects.checkFromIndexSize(offset, bytes, (long) buffer.capacity());
        return BUFFER;
    }

    /** Returns the kind of the memory of a region. */
    static int kind(Region region) {
        return kind(region.base(), region.start(), region.byteSize());
    }

    /** Tests whether native code accesses memory of this kind outside the Java heap. */
    static boolean isOutside(int kind) {
        return kind == ADDRESS || kind == BUFFER;
    }

    /**
     * The arguments of a callback, in memory of a thread. JNI takes 5 ns for each argument that it passes itself.
     *
     * @param address the address of seven words: the arguments of {@link ValueCalls.Dispatch#call}, in their order
     * @param words the memory
     */
    private record Arguments(long address, ByteBuffer words) {
        Arguments(long address) {
            this(address, view0(address, 7 * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN));
        }

        long word(int index) {
            return words.getLong(index * Long.BYTES);
        }
    }

    /** Forwards a callback. Called by native code. */
    @SuppressWarnings("unused")
    private static long dispatch0(long arguments) {
        int index = (int) (arguments * 0x9E37_79B9_7F4A_7C15L >>> -ARGUMENTS_BITS);
        Arguments known = ARGUMENTS[index];
        if (known == null || known.address != arguments) {
            known = new Arguments(arguments);
            ARGUMENTS[index] = known;
        }
        return Objects.requireNonNull(receiver)
                .call(
                        known.word(0),
                        known.word(1),
                        (int) known.word(2),
                        known.word(3),
                        known.word(4),
                        known.word(5),
                        known.word(6));
    }

    static native long[] abi0();

    static native byte[] version0();

    static native byte[] lastPanic0();

    static native void clearScratch0();

    static native long decode0(
            int kind,
            @Nullable Object base,
            long offset,
            int bytes,
            int encoding,
            int flags,
            byte[] latin1,
            int latin1Length,
            char[] chars,
            int charsLength);

    static native long decodeShort0(
            int kind,
            @Nullable Object base,
            long offset,
            int bytes,
            int encoding,
            int flags,
            ByteBuffer result,
            int room);

    static native long encode0(
            char[] source,
            int chars,
            int kind,
            @Nullable Object base,
            long offset,
            long capacityBytes,
            int encoding,
            int flags);

    static native long encodeShort0(
            ByteBuffer source,
            int room,
            int chars,
            int kind,
            @Nullable Object base,
            long offset,
            long capacityBytes,
            int encoding,
            int flags);

    static native long measure0(char[] source, int chars, int encoding, int flags);

    static native long findZero0(int kind, @Nullable Object base, long offset, long maxUnits, int unitSize);

    static native long query0(
            int kind, @Nullable Object base, long offset, int bytes, int encoding, int flags, int query);

    static native long equal0(
            int kind, @Nullable Object base, long offset, int bytes, int encoding, int flags, char[] text, int chars);

    static native long decodeBatch0(
            int kind,
            @Nullable Object base,
            long offset,
            long bytes,
            long[] spans,
            int count,
            int encoding,
            int flags,
            byte[] latin1,
            char[] chars,
            long[] results);

    static native long encodeBatch0(
            char[] source,
            int chars,
            long[] ends,
            int count,
            int kind,
            @Nullable Object base,
            long offset,
            long capacityBytes,
            int encoding,
            int flags,
            long[] results);

    static native long measureBatch0(
            char[] source, int chars, long[] ends, int count, int encoding, int flags, long[] results);

    static native long decodeTensor0(
            byte[] options,
            int kind,
            @Nullable Object base,
            long offset,
            long bytes,
            long first,
            int count,
            int encoding,
            int flags,
            byte[] latin1,
            char[] chars,
            long[] results);

    static native long tensorElements0(
            byte[] options,
            int kind,
            @Nullable Object base,
            long offset,
            long bytes,
            long first,
            int count,
            long[] results);

    static native long copyTensor0(
            byte[] options,
            int kind,
            @Nullable Object base,
            long offset,
            long bytes,
            long first,
            int count,
            byte[] target,
            int capacityBytes,
            long[] results);

    static native long validateTensor0(
            byte[] options,
            int kind,
            @Nullable Object base,
            long offset,
            long bytes,
            long first,
            int count,
            long[] state);

    static native long changeTensor0(
            byte[] options,
            long address,
            long bytes,
            long first,
            int count,
            int change,
            int fill,
            long number,
            byte @Nullable [] text,
            long textAddress,
            long textBytes,
            long @Nullable [] ends);

    static native long assignTensor0(
            byte[] options,
            long address,
            long bytes,
            long first,
            byte[] from,
            long fromAddress,
            long fromBytes,
            long fromFirst,
            int change);

    static native long newOwner0(long bytes, long[] results);

    static native long references0(long owner, long change);

    static native long hostNew0();

    static native long hostClose0(int host);

    static native long drainDead0(int host, long[] slots);

    static native long open0(byte[] path, int flags, byte[] text, long[] results);

    static native long runtimeVersion0(int runtime);

    static native long function0(int runtime, byte[] name);

    static native long setGlobal0(int runtime, byte[] name, long function, int replace, long error);

    static native long freeze0(int runtime);

    static native long call0(int runtime, long function, long args, int count, long result, long error);

    static native long functionNew0(int runtime, int host, long slot);

    static native long errorNew0(
            int runtime, int host, long slot, byte[] kind, byte[] message, byte[] backtrace, long cause);

    static native long textNew0(int code, byte @Nullable [] bytes, long capacity);

    static native long retain0(long object);

    static native long release0(long object);

    static native long own0(long view, long slot);

    static native long allocate0(long bytes);

    static native long free0(long address);

    static native @Nullable ByteBuffer view0(long address, int bytes);

    static native long word0(long address);

    static native long putWord0(long address, long word);

    static native long putWords0(long address, long first, long second);

    static native long arrowExport0(int kind, long from, long count, long owner, long to);

    static native long arrowCall0(int kind, long function, long first, long second);
}
