package dev.unitstr.internal.binding;

/**
 * The byte order mark at the start of encoded text.
 *
 * @param encoding the encoding of the text after the mark, with a fixed byte order, in which a further mark is text
 * @param bytes the size of the mark, 0 if there is none
 */
public record ByteOrderMark(Encoding encoding, int bytes) {
    /** The size of the largest mark, in bytes. */
    public static final int MOST = 4;

    private static final int BIG_16 = 0xFEFF;
    private static final int LITTLE_16 = 0xFFFE;
    private static final int BIG_32 = 0x0000FEFF;
    private static final int LITTLE_32 = 0xFFFE0000;

    /**
     * Finds the mark at the start of a text.
     *
     * @param encoding the encoding
     * @param text encoded text, from index 0
     * @param bytes the number of bytes
     * @return the mark that the encoding drops; its size is 0 if there is none
     */
    public static ByteOrderMark find(Encoding encoding, byte[] text, int bytes) {
        Encoding order = encoding.fixed();
        int size = encoding.unitSize();
        if (size > 1 && bytes >= size) {
            int first = bigEndian(text, size);
            Encoding little = size == 2 ? Encoding.UTF_16LE : Encoding.UTF_32LE;
            Encoding big = size == 2 ? Encoding.UTF_16BE : Encoding.UTF_32BE;
            if (first == (size == 2 ? LITTLE_16 : LITTLE_32) && takes(encoding, little)) {
                return new ByteOrderMark(little, size);
            }
            if (first == (size == 2 ? BIG_16 : BIG_32) && takes(encoding, big)) {
                return new ByteOrderMark(big, size);
            }
        }
        return new ByteOrderMark(order, 0);
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
        int size = encoding.unitSize();
        if (size == 1 || bytes >= size) {
            return false;
        }
        Encoding little = size == 2 ? Encoding.UTF_16LE : Encoding.UTF_32LE;
        Encoding big = size == 2 ? Encoding.UTF_16BE : Encoding.UTF_32BE;
        return takes(encoding, little) && begins(text, bytes, size == 2 ? LITTLE_16 << 16 : LITTLE_32)
                || takes(encoding, big) && begins(text, bytes, size == 2 ? BIG_16 << 16 : BIG_32);
    }

    /** Tests whether an encoding drops the mark of a byte order. */
    private static boolean takes(Encoding encoding, Encoding order) {
        return switch (encoding) {
            case UTF_16, UTF_16LE_BOM, UTF_32 -> true;
            case UTF_32LE, UTF_32BE, UTF_32LE_BOM, UTF_32BE_BOM -> encoding.fixed() == order;
            default -> false;
        };
    }

    private static int bigEndian(byte[] text, int size) {
        int value = 0;
        for (int i = 0; i < size; i++) {
            value = value << 8 | text[i] & 0xFF;
        }
        return value;
    }

    private static boolean begins(byte[] text, int bytes, int mark) {
        for (int i = 0; i < bytes; i++) {
            if (text[i] != (byte) (mark >>> 24 - 8 * i)) {
                return false;
            }
        }
        return true;
    }
}
