package dev.unitstr.internal.binding;

import org.jspecify.annotations.Nullable;

/**
 * The byte order mark at the start of encoded text.
 *
 * @param encoding the encoding of the text after the mark, with a fixed byte order, in which a further mark is text
 * @param bytes the size of the mark, 0 if there is none
 */
public record ByteOrderMark(Encoding encoding, int bytes) {
    /** The size of the largest mark, in bytes. */
    public static final int MOST = 4;

    private static final Encoding[] ORDERS = {Encoding.UTF_16LE, Encoding.UTF_16BE, Encoding.UTF_32LE, Encoding.UTF_32BE
    };

    /**
     * Finds the mark at the start of a text.
     *
     * @param encoding the encoding
     * @param text encoded text, from index 0
     * @param bytes the number of bytes
     * @return the mark that the encoding drops; its size is 0 if there is none
     */
    public static ByteOrderMark find(Encoding encoding, byte[] text, int bytes) {
        int size = encoding.unitSize();
        Encoding order = bytes < size ? null : begun(encoding, text, size);
        return order != null ? new ByteOrderMark(order, size) : new ByteOrderMark(encoding.fixed(), 0);
    }

    /**
     * Tests whether more bytes are needed to recognise a mark.
     *
     * @param encoding the encoding
     * @param text encoded text, from index 0
     * @param bytes the number of bytes
     * @return true if the bytes are an incomplete mark that the encoding would drop
     */
    public static boolean isBegun(Encoding encoding, byte[] text, int bytes) {
        return bytes < encoding.unitSize() && begun(encoding, text, bytes) != null;
    }

    /** Returns the byte order whose mark the encoding drops and begins with these bytes; null if there is none. */
    private static @Nullable Encoding begun(Encoding encoding, byte[] text, int bytes) {
        if (encoding.unitSize() > 1) {
            for (Encoding order : ORDERS) {
                if (order.unitSize() == encoding.unitSize() && takes(encoding, order) && begins(text, bytes, order)) {
                    return order;
                }
            }
        }
        return null;
    }

    /** Tests whether an encoding drops the mark of a byte order. */
    private static boolean takes(Encoding encoding, Encoding order) {
        return switch (encoding) {
            case UTF_16, UTF_16LE_BOM, UTF_32 -> true;
            case UTF_32LE, UTF_32BE, UTF_32LE_BOM, UTF_32BE_BOM -> encoding.fixed() == order;
            default -> false;
        };
    }

    /** Tests whether the mark of a byte order, U+FEFF as one unit, begins with these bytes. */
    private static boolean begins(byte[] text, int bytes, Encoding order) {
        boolean little = order == Encoding.UTF_16LE || order == Encoding.UTF_32LE;
        for (int i = 0; i < bytes; i++) {
            int place = little ? i : order.unitSize() - 1 - i;
            if (text[i] != (byte) (0xFEFF >>> 8 * place)) {
                return false;
            }
        }
        return true;
    }
}
