package dev.unitstr.internal.binding;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The description of a string tensor: the struct {@code ustr_tensor} of {@code unitstr.h} as an array,
 * which a {@link Binding} passes to native code unchanged. A test compares the offsets with {@code abi/v1.0.txt}. The
 * numbers of formats, kinds, codes and fields are those of {@code USTR_TENSOR_*}.
 *
 * <pre>{@code
 * byte[] tensor = TensorOptions.of(format, order, wordBytes, viewAbi, count);
 * TensorOptions.setInt(tensor, TensorOptions.TRUST, 1);
 * TensorOptions.setLong(tensor, TensorOptions.MAX_TOTAL_BYTES, 1 << 20);
 * }</pre>
 */
public final class TensorOptions {
    /** {@code uint32_t}: the format, TF24 = 1, RFC16, RFC24, TF_LEGACY, TFLITE. */
    public static final int FORMAT = 8;
    /** {@code uint32_t}: the byte order, 0 little-endian, 1 big-endian. TFLITE ignores it. */
    public static final int ORDER = 12;
    /** {@code uint32_t}: the size of a word in bytes, 4 or 8. TF_LEGACY and TFLITE ignore it. */
    public static final int WORD_BYTES = 16;
    /** {@code uint32_t}: the layout of a VIEW of TF24 after the address, 0 up to TensorFlow 2.20, 1 since 2.21. */
    public static final int VIEW_ABI = 20;
    /** {@code uint32_t}: 0 untrusted buffer; 1 trusted pointers, with checks; 2 trusted. */
    public static final int TRUST = 24;
    /** {@code uint32_t}: 0 lenient, 1 default, 2 strict. */
    public static final int STRICTNESS = 28;
    /** {@code uint64_t}: the number of elements. */
    public static final int COUNT = 32;
    /** {@code uint64_t}: the maximum size of one text in bytes; 0 means 2<sup>31</sup> - 1. */
    public static final int MAX_BYTES = 40;
    /**
     * {@code uint64_t}: the maximum total size of all texts in bytes; 0 means the size of the memory for an untrusted
     * buffer, and no limit otherwise.
     */
    public static final int MAX_TOTAL_BYTES = 48;
    /** {@code uint64_t}: for VIEWs, the address of their owner; 0 for none. */
    public static final int OWNER = 56;
    /** The size of the struct in bytes. */
    public static final int STRUCT_SIZE = 64;

    /** The number of results of {@link TensorCalls#describe} for each element: kind, bytes, capacity, location. */
    public static final int ELEMENT_LONGS = 4;
    /** The number of longs of state that {@link TensorCalls#validate} carries from one call to the next. */
    public static final int STATE_LONGS = 3;

    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.nativeOrder())
            .withInvokeExactBehavior();
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder())
            .withInvokeExactBehavior();

    private TensorOptions() {}

    /**
     * Creates a description of a tensor in an untrusted buffer.
     *
     * @param format {@link #FORMAT}
     * @param order {@link #ORDER}
     * @param wordBytes {@link #WORD_BYTES}
     * @param viewAbi {@link #VIEW_ABI}
     * @param count {@link #COUNT}
     * @return the struct; {@link #STRICTNESS} is 1, all members without a parameter here are 0
     */
    public static byte[] of(int format, int order, int wordBytes, int viewAbi, long count) {
        byte[] tensor = new byte[STRUCT_SIZE];
        setLong(tensor, 0, STRUCT_SIZE);
        setInt(tensor, FORMAT, format);
        setInt(tensor, ORDER, order);
        setInt(tensor, WORD_BYTES, wordBytes);
        setInt(tensor, VIEW_ABI, viewAbi);
        setInt(tensor, STRICTNESS, 1);
        setLong(tensor, COUNT, count);
        return tensor;
    }

    /**
     * Sets a member of type {@code uint32_t}.
     *
     * @param tensor the struct
     * @param member the offset of the member, a constant here
     * @param value the value
     */
    public static void setInt(byte[] tensor, int member, int value) {
        INTS.set(tensor, member, value);
    }

    /**
     * Sets a member of type {@code uint64_t}.
     *
     * @param tensor the struct
     * @param member the offset of the member, a constant here
     * @param value the value
     */
    public static void setLong(byte[] tensor, int member, long value) {
        LONGS.set(tensor, member, value);
    }
}
