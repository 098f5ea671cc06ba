package dev.unitstr.internal.binding;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * What a string tensor is, or is to be: {@code ustr_tensor} of {@code unitstr.h} as an array, which a {@link Binding}
 * hands to native code as it is. A test compares the offsets with {@code abi/v1.0.txt}. Numbers of formats, kinds, codes
 * and fields are those of {@code USTR_TENSOR_*}.
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
    /** {@code uint32_t}: what is after the address in a VIEW of TF24, 0 up to TensorFlow 2.20, 1 since 2.21. */
    public static final int VIEW_ABI = 20;
    /** {@code uint32_t}: 0 untrusted buffer, 1 trusted pointers, checked, 2 trusted. */
    public static final int TRUST = 24;
    /** {@code uint32_t}: 0 lenient, 1 usual, 2 strict. */
    public static final int STRICTNESS = 28;
    /** {@code uint32_t}: how to write, {@link #FORM_IMAGE}, {@link #FORM_VIEWS}, {@link #FORM_ARENA}. */
    public static final int FORM = 32;
    /** {@code uint32_t}: {@link #DESCRIBE}. */
    public static final int FLAGS = 36;
    /** {@code uint64_t}: how many elements the tensor has. */
    public static final int COUNT = 40;
    /** {@code uint64_t}: the longest text in bytes; 0 stands for 2<sup>31</sup> - 1. */
    public static final int MAX_BYTES = 48;
    /**
     * {@code uint64_t}: the most bytes that all texts have together; 0 stands for the size of the memory if that is not
     * trusted, else for no limit.
     */
    public static final int MAX_TOTAL_BYTES = 56;
    /**
     * {@code uint64_t}: writing addresses, that of position 0: of the tensor's first byte, if its text follows its table in
     * the same memory.
     */
    public static final int ADDRESS = 64;
    /** {@code uint64_t}: writing VIEWs, the address of their owner; 0 for none. */
    public static final int OWNER = 72;
    /** {@code uint64_t}: writing an arena, the capacity of each element in bytes. */
    public static final int CAPACITY = 80;
    /** The size of the struct in version 1.2. */
    public static final int STRUCT_SIZE = 88;

    /** What the format has that holds no address: OFFSET in TF24, RFC16, RFC24; TF_LEGACY and TFLITE as they are. */
    public static final int FORM_IMAGE = 0;
    /** TF24: SMALL, and VIEW of text at {@link #ADDRESS} + position for what is longer. */
    public static final int FORM_VIEWS = 1;
    /** RFC16, RFC24: PREALLOC; the text of element i has the position {@code table's end + i * CAPACITY}. */
    public static final int FORM_ARENA = 3;

    /** Flag for {@link Binding#tensorElements}: tell elements as they are. */
    public static final int DESCRIBE = 1;

    /** How many numbers {@link Binding#tensorElements} gives for each element: kind, bytes, capacity, place. */
    public static final int ELEMENT_LONGS = 4;
    /** How many numbers {@link Binding#validateTensor} needs from one call to the next. */
    public static final int STATE_LONGS = 3;

    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.nativeOrder())
            .withInvokeExactBehavior();
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder())
            .withInvokeExactBehavior();

    private TensorOptions() {}

    /**
     * What memory of untrusted origin holds, or what is to be written in the format's plain form.
     *
     * @param format {@link #FORMAT}
     * @param order {@link #ORDER}
     * @param wordBytes {@link #WORD_BYTES}
     * @param viewAbi {@link #VIEW_ABI}
     * @param count {@link #COUNT}
     * @return the struct; {@link #STRICTNESS} is 1, all else is 0
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
     * Sets a member.
     *
     * @param tensor the struct
     * @param member one of the offsets here, of a {@code uint32_t}
     * @param value its value
     */
    public static void setInt(byte[] tensor, int member, int value) {
        INTS.set(tensor, member, value);
    }

    /**
     * Sets a member.
     *
     * @param tensor the struct
     * @param member one of the offsets here, of a {@code uint64_t}
     * @param value its value
     */
    public static void setLong(byte[] tensor, int member, long value) {
        LONGS.set(tensor, member, value);
    }

    /**
     * A member.
     *
     * @param tensor the struct
     * @param member one of the offsets here, of a {@code uint32_t}
     * @return its value
     */
    public static int getInt(byte[] tensor, int member) {
        return (int) INTS.get(tensor, member);
    }

    /**
     * A member.
     *
     * @param tensor the struct
     * @param member one of the offsets here, of a {@code uint64_t}
     * @return its value
     */
    public static long getLong(byte[] tensor, int member) {
        return (long) LONGS.get(tensor, member);
    }

    /**
     * Where the part of a table starts that {@link Binding#putTensor} writes for elements from {@code first} on.
     *
     * @param format the number of the format
     * @param first the first element
     * @return bytes from the start of the tensor
     * @throws IllegalArgumentException if there is no such format
     */
    public static long tableStart(int format, long first) {
        return switch (format) {
            case 1, 3 -> 24 * first;
            case 2 -> 16 * first;
            case 4 -> 8 * first;
            // The count and the first offset come with element 0, then each brings the offset where it ends.
            case 5 -> first == 0 ? 0 : 4 * (first + 2);
            default -> throw new IllegalArgumentException("no tensor format has number " + format);
        };
    }

    /**
     * Where the part of a table ends that {@link Binding#putTensor} writes for some elements.
     *
     * @param format the number of the format
     * @param first the first element
     * @param count how many elements; may be 0
     * @return bytes from the start of the tensor
     * @throws IllegalArgumentException if there is no such format
     */
    public static long tableEnd(int format, long first, int count) {
        return format == 5 ? 4 * (first + count + 2) : tableStart(format, first + count);
    }
}
