package dev.unitstr.tensor;

import java.nio.ByteOrder;
import java.util.Objects;

/**
 * All that has to be known to read the bytes of a tensor of strings. The bytes do not tell it: a layout is chosen.
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
 * <tr><td>{@link #TF24}</td><td>elements of 24 bytes; strings inside of them, behind them, or at addresses</td>
 *     <td>TensorFlow 2.4 and later</td></tr>
 * <tr><td>{@link #TF24_UP_TO_2_20}, {@link #TF24_FROM_2_21}</td><td>the same, with the version named: needed to change or
 *     release VIEW elements</td><td>TensorFlow 2.4 to 2.20; TensorFlow 2.21 and later</td></tr>
 * <tr><td>{@link #RFC16}, {@link #RFC24}</td><td>elements of 16 or 24 bytes, as TensorFlow's RFC of 2019 drew them</td>
 *     <td>unitstr only</td></tr>
 * <tr><td>{@link #TF_LEGACY}</td><td>a table of 8-byte offsets, then each string after its length</td>
 *     <td>TensorFlow's C API until 2.3</td></tr>
 * <tr><td>{@link #TFLITE}</td><td>a count, a table of 4-byte offsets, the strings one after the other</td>
 *     <td>TFLite, LiteRT</td></tr>
 * </tbody>
 * </table>
 *
 * <p>The constants are for this machine. A tensor of another machine has another {@linkplain #order() byte order} or
 * {@linkplain #wordBytes() word size}: its strings are read, but those at addresses, which mean nothing here.
 *
 * @since 0.1.0
 */
public final class TensorLayout {
    /**
     * Elements of 24 bytes, as TensorFlow writes them since 2.4, without a version. Reads every element and writes every
     * image. {@link MutableStringTensor} refuses to make, change or release a VIEW in this layout, because TensorFlow 2.21
     * gave a VIEW an owner: it requires {@link #TF24_UP_TO_2_20} or {@link #TF24_FROM_2_21}.
     */
    public static final TensorLayout TF24 = new TensorLayout(Format.TF24, ByteOrder.nativeOrder(), ViewAbi.NOT_CHOSEN);
    /** {@link #TF24} of TensorFlow 2.4 to 2.20: a VIEW has no owner. */
    public static final TensorLayout TF24_UP_TO_2_20 = TF24.withViewAbi(ViewAbi.UP_TO_2_20);
    /**
     * {@link #TF24} of TensorFlow 2.21 and later: a VIEW may have an owner, which is called when the VIEW is copied or
     * released. Changing elements of an earlier TensorFlow in this layout may crash the process.
     */
    public static final TensorLayout TF24_FROM_2_21 = TF24.withViewAbi(ViewAbi.FROM_2_21);
    /** Elements of 16 bytes, as the RFC proposed. Not to be given to TensorFlow. */
    public static final TensorLayout RFC16 =
            new TensorLayout(Format.RFC16, ByteOrder.nativeOrder(), ViewAbi.UP_TO_2_20);
    /** Elements of 24 bytes, as the RFC proposed. Not to be given to TensorFlow. */
    public static final TensorLayout RFC24 =
            new TensorLayout(Format.RFC24, ByteOrder.nativeOrder(), ViewAbi.UP_TO_2_20);
    /** The table of offsets of TensorFlow's C API until 2.3. */
    public static final TensorLayout TF_LEGACY =
            new TensorLayout(Format.TF_LEGACY, ByteOrder.nativeOrder(), ViewAbi.UP_TO_2_20);
    /** The table of offsets of TFLite: little-endian everywhere. */
    public static final TensorLayout TFLITE =
            new TensorLayout(Format.TFLITE, ByteOrder.LITTLE_ENDIAN, ViewAbi.UP_TO_2_20);

    private static final int NATIVE_WORD = 8; // unitstr has no 32-bit platform

    private final Format format;
    private final ByteOrder order;
    private final int wordBytes;
    private final ViewAbi viewAbi;

    private TensorLayout(Format format, ByteOrder order, ViewAbi viewAbi) {
        this(format, order, NATIVE_WORD, viewAbi);
    }

    private TensorLayout(Format format, ByteOrder order, int wordBytes, ViewAbi viewAbi) {
        this.format = format;
        this.order = order;
        this.wordBytes = wordBytes;
        this.viewAbi = viewAbi;
    }

    /** A foreign layout of many strings. */
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
         * The size of an element, or of an entry of the table.
         *
         * @return bytes
         */
        public int elementBytes() {
            return elementBytes;
        }
    }

    /** What follows the address in a VIEW of {@link TensorLayout#TF24}. {@code TF_Version()} tells which. */
    public enum ViewAbi {
        /** TensorFlow up to 2.20: unspecified bytes. */
        UP_TO_2_20,
        /** TensorFlow 2.21 and later: the address of an owner, or null. */
        FROM_2_21,
        /** The version is not known: a VIEW can be read, but not made, changed or released. */
        NOT_CHOSEN
    }

    /**
     * The same as a machine with this byte order writes it. OFFSET elements and {@link #TFLITE} are little-endian on
     * every machine.
     *
     * @param order the order of the bytes of its numbers
     * @return the layout
     * @throws NullPointerException if {@code order} is null
     */
    public TensorLayout withOrder(ByteOrder order) {
        return new TensorLayout(format, Objects.requireNonNull(order, "order"), wordBytes, viewAbi);
    }

    /**
     * The same as a machine with words of this size writes it.
     *
     * @param wordBytes the size of {@code size_t} and of an address: 4 or 8
     * @return the layout
     * @throws IllegalArgumentException if {@code wordBytes} is neither 4 nor 8
     */
    public TensorLayout withWordBytes(int wordBytes) {
        if (wordBytes != 4 && wordBytes != 8) {
            throw new IllegalArgumentException("wordBytes is " + wordBytes + ": neither 4 nor 8");
        }
        return new TensorLayout(format, order, wordBytes, viewAbi);
    }

    /**
     * The same with the VIEW elements of these versions.
     *
     * @param viewAbi the versions of TensorFlow
     * @return the layout
     * @throws NullPointerException if {@code viewAbi} is null
     */
    public TensorLayout withViewAbi(ViewAbi viewAbi) {
        return new TensorLayout(format, order, wordBytes, Objects.requireNonNull(viewAbi, "viewAbi"));
    }

    /**
     * The format.
     *
     * @return which of the five
     */
    public Format format() {
        return format;
    }

    /**
     * The byte order of its numbers.
     *
     * @return the order
     */
    public ByteOrder order() {
        return order;
    }

    /**
     * The size of {@code size_t} and of an address.
     *
     * @return 4 or 8
     */
    public int wordBytes() {
        return wordBytes;
    }

    /**
     * What follows the address in a VIEW.
     *
     * @return the versions of TensorFlow
     */
    public ViewAbi viewAbi() {
        return viewAbi;
    }

    /**
     * Whether addresses in it could be addresses of this process.
     *
     * @return whether byte order and word size are those of this machine
     */
    public boolean isNative() {
        return order == ByteOrder.nativeOrder() && wordBytes == NATIVE_WORD;
    }

    /**
     * How much memory comes before the first string that is not inside of an element.
     *
     * @param count how many elements
     * @return bytes
     * @throws IllegalArgumentException if {@code count} is negative, or the table larger than {@link Long#MAX_VALUE}
     */
    public long tableBytes(long count) {
        long extra = format == Format.TFLITE ? 2 : 0; // the count, and the end of the last string
        if (count < 0 || count > Long.MAX_VALUE / format.elementBytes() - extra) {
            throw new IllegalArgumentException("count is " + count + ": not between 0 and "
                    + (Long.MAX_VALUE / format.elementBytes() - extra) + ", the most elements of " + format);
        }
        return (count + extra) * format.elementBytes();
    }

    /**
     * How long a string may be inside of an element.
     *
     * @return bytes; 0 if there are no such elements
     */
    public int smallCapacity() {
        return switch (format) {
            case TF24 -> 22; // a byte for the size, one for a NUL
            case RFC24 -> 23;
            case RFC16 -> 15;
            case TF_LEGACY, TFLITE -> 0;
        };
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TensorLayout that
                && format == that.format
                && order == that.order
                && wordBytes == that.wordBytes
                && viewAbi == that.viewAbi;
    }

    @Override
    public int hashCode() {
        return Objects.hash(format, order, wordBytes, viewAbi);
    }

    @Override
    public String toString() {
        return format + " (" + order + ", words of " + wordBytes + " bytes"
                + (format == Format.TF24 && viewAbi != ViewAbi.NOT_CHOSEN ? ", VIEW " + viewAbi : "") + ")";
    }
}
