package dev.unitstr.tensor;

import java.nio.ByteOrder;
import java.util.Objects;

/**
 * The memory layout of a string tensor. The bytes of a tensor do not identify their layout; the caller must choose it.
 *
 * <pre>{@code
 * TensorLayout dump = TensorLayout.TF24.withOrder(ByteOrder.BIG_ENDIAN).withWordBytes(4);
 * TensorLayout live = TensorLayout.TF24_FROM_2_21; // elements of a TensorFlow 2.21 that this process runs
 * }</pre>
 *
 * <table class="striped">
 * <caption>Layouts</caption>
 * <thead><tr><th>Layout</th><th>Memory</th><th>Written by</th></tr></thead>
 * <tbody>
 * <tr><td>{@link #TF24}</td><td>elements of 24 bytes; strings in the elements, after them, or at addresses</td>
 * <td>TensorFlow 2.4 and later</td></tr>
 * <tr><td>{@link #TF24_UP_TO_2_20}, {@link #TF24_FROM_2_21}</td><td>the same, with the version named: needed to change
 * or release VIEW elements</td><td>TensorFlow 2.4 to 2.20; TensorFlow 2.21 and later</td></tr>
 * <tr><td>{@link #RFC16}, {@link #RFC24}</td><td>elements of 16 or 24 bytes, as TensorFlow's RFC of 2019 specified
 * them</td>
 * <td>unitstr only</td></tr>
 * <tr><td>{@link #TF_LEGACY}</td><td>a table of 8-byte offsets, then each string after its length</td>
 * <td>TensorFlow's C API until 2.3</td></tr>
 * <tr><td>{@link #TFLITE}</td><td>a count, a table of 4-byte offsets, the strings without separators</td>
 * <td>TFLite, LiteRT</td></tr>
 * </tbody>
 * </table>
 *
 * <p>The constants describe tensors of this machine. A tensor of another machine may differ in {@linkplain #order()
 * byte order} or {@linkplain #wordBytes() word size}. Its strings can be read, except strings at addresses, which are
 * not valid in this process.
 *
 * @param format the format
 * @param order the byte order
 * @param wordBytes the size of {@code size_t} and of an address in bytes: 4 or 8
 * @param viewAbi the TensorFlow versions that define the bytes after the address in a VIEW
 * @since 0.1.0
 */
public record TensorLayout(Format format, ByteOrder order, int wordBytes, ViewAbi viewAbi) {
    private static final int NATIVE_WORD = 8; // unitstr supports no 32-bit platform

    /**
     * TensorFlow's elements of 24 bytes since version 2.4, without a specific version. Supports reading every element
     * and writing every tensor. {@link MutableStringTensor} refuses to create, change or release a VIEW in this layout,
     * because a VIEW may have an owner since TensorFlow 2.21: it requires {@link #TF24_UP_TO_2_20} or
     * {@link #TF24_FROM_2_21}.
     */
    public static final TensorLayout TF24 =
            new TensorLayout(Format.TF24, ByteOrder.nativeOrder(), NATIVE_WORD, ViewAbi.NOT_CHOSEN);
    /** {@link #TF24} of TensorFlow 2.4 to 2.20: a VIEW has no owner. */
    public static final TensorLayout TF24_UP_TO_2_20 = TF24.withViewAbi(ViewAbi.UP_TO_2_20);
    /**
     * {@link #TF24} of TensorFlow 2.21 and later: a VIEW may have an owner, which is called when the VIEW is copied or
     * released. Using this layout to change elements of an earlier TensorFlow may crash the JVM.
     */
    public static final TensorLayout TF24_FROM_2_21 = TF24.withViewAbi(ViewAbi.FROM_2_21);
    /** Elements of 16 bytes, as the RFC proposed. TensorFlow does not support them. */
    public static final TensorLayout RFC16 =
            new TensorLayout(Format.RFC16, ByteOrder.nativeOrder(), NATIVE_WORD, ViewAbi.UP_TO_2_20);
    /** Elements of 24 bytes, as the RFC proposed. TensorFlow does not support them. */
    public static final TensorLayout RFC24 =
            new TensorLayout(Format.RFC24, ByteOrder.nativeOrder(), NATIVE_WORD, ViewAbi.UP_TO_2_20);
    /** The table of offsets of TensorFlow's C API until 2.3. */
    public static final TensorLayout TF_LEGACY =
            new TensorLayout(Format.TF_LEGACY, ByteOrder.nativeOrder(), NATIVE_WORD, ViewAbi.UP_TO_2_20);
    /** The table of offsets of TFLite, little-endian on every machine. */
    public static final TensorLayout TFLITE =
            new TensorLayout(Format.TFLITE, ByteOrder.LITTLE_ENDIAN, NATIVE_WORD, ViewAbi.UP_TO_2_20);

    /**
     * Creates a layout. The constants of this class and the methods that change one property are simpler.
     *
     * @param format the format
     * @param order the byte order
     * @param wordBytes the size of {@code size_t} and of an address in bytes: 4 or 8
     * @param viewAbi the TensorFlow versions that define the bytes after the address in a VIEW
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException if {@code wordBytes} is neither 4 nor 8
     */
    public TensorLayout {
        Objects.requireNonNull(format, "format");
        Objects.requireNonNull(order, "order");
        Objects.requireNonNull(viewAbi, "viewAbi");
        if (wordBytes != 4 && wordBytes != 8) {
            throw new IllegalArgumentException("wordBytes is " + wordBytes + ": neither 4 nor 8");
        }
    }

    /** The formats of string tensors. */
    public enum Format {
        /** See {@link TensorLayout#TF24}. */
        TF24(24),
        /** See {@link TensorLayout#RFC16}. */
        RFC16(16),
        /** See {@link TensorLayout#RFC24}. */
        RFC24(24),
        /** See {@link TensorLayout#TF_LEGACY}. */
        TF_LEGACY(8),
        /** See {@link TensorLayout#TFLITE}. */
        TFLITE(4);

        private final int elementBytes;

        Format(int elementBytes) {
            this.elementBytes = elementBytes;
        }

        /**
         * Returns the size of an element, or of an entry of the table.
         *
         * @return the size in bytes
         */
        public int elementBytes() {
            return elementBytes;
        }
    }

    /**
     * The meaning of the bytes after the address in a VIEW of {@link TensorLayout#TF24}. It depends on the version that
     * {@code TF_Version()} returns.
     */
    public enum ViewAbi {
        /** TensorFlow up to 2.20: unspecified bytes. */
        UP_TO_2_20,
        /** TensorFlow 2.21 and later: the address of an owner, or null. */
        FROM_2_21,
        /** Unknown version: a VIEW can be read, but not created, changed or released. */
        NOT_CHOSEN
    }

    /**
     * Returns this layout as written by a machine with the given byte order. OFFSET elements and {@link #TFLITE} are
     * little-endian on every machine.
     *
     * @param order the byte order
     * @return the layout
     * @throws NullPointerException if {@code order} is null
     */
    public TensorLayout withOrder(ByteOrder order) {
        return new TensorLayout(format, order, wordBytes, viewAbi);
    }

    /**
     * Returns this layout as written by a machine with the given word size.
     *
     * @param wordBytes the size of {@code size_t} and of an address in bytes: 4 or 8
     * @return the layout
     * @throws IllegalArgumentException if {@code wordBytes} is neither 4 nor 8
     */
    public TensorLayout withWordBytes(int wordBytes) {
        return new TensorLayout(format, order, wordBytes, viewAbi);
    }

    /**
     * Returns this layout with VIEW elements of the given TensorFlow versions.
     *
     * @param viewAbi the versions of TensorFlow
     * @return the layout
     * @throws NullPointerException if {@code viewAbi} is null
     */
    public TensorLayout withViewAbi(ViewAbi viewAbi) {
        return new TensorLayout(format, order, wordBytes, viewAbi);
    }

    /**
     * Tests whether this layout has the byte order and word size of this machine, so that addresses may be valid in
     * this process.
     *
     * @return true if byte order and word size are those of this machine
     */
    public boolean isNative() {
        return order == ByteOrder.nativeOrder() && wordBytes == NATIVE_WORD;
    }

    /**
     * Returns the size of the table, which precedes the first string that is not stored in an element.
     *
     * @param count the number of elements
     * @return the size in bytes
     * @throws IllegalArgumentException if {@code count} is negative, or the table would be larger than
     *     {@link Long#MAX_VALUE}
     */
    public long tableBytes(long count) {
        long extra = format == Format.TFLITE ? 2 : 0; // the count, and the end of the last string
        if (count < 0 || count > Long.MAX_VALUE / format.elementBytes() - extra) {
            throw new IllegalArgumentException(
                    "count is " + count + ": not between 0 and " + (Long.MAX_VALUE / format.elementBytes() - extra)
                            + ", the maximum number of elements of " + format);
        }
        return (count + extra) * format.elementBytes();
    }

    /**
     * Returns the maximum size of a string that is stored in an element.
     *
     * @return the size in bytes; 0 if the layout stores no strings in elements
     */
    public int smallCapacity() {
        return switch (format) {
            case TF24 -> 22; // 24 less the size byte and a NUL
            case RFC24 -> 23;
            case RFC16 -> 15;
            case TF_LEGACY, TFLITE -> 0;
        };
    }

    @Override
    public String toString() {
        return format + " (" + order + ", words of " + wordBytes + " bytes"
                + (format == Format.TF24 && viewAbi != ViewAbi.NOT_CHOSEN ? ", VIEW " + viewAbi : "") + ")";
    }
}
