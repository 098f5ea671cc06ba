package dev.unitstr;

import java.nio.ByteOrder;
import java.util.Objects;

/**
 * The form of a length that is stored in memory before a text: its size, its byte order, and whether it counts bytes or
 * code units. The length is unsigned and does not count itself.
 *
 * <p>A Windows {@code BSTR} has {@code LengthPrefix.ofBytes(4, ByteOrder.LITTLE_ENDIAN)} before the text; a Pascal
 * string has {@code LengthPrefix.ofUnits(1, ByteOrder.nativeOrder())}.
 *
 * @param prefixBytes the size of the length, in bytes: 1, 2 or 4
 * @param order the byte order of the length
 * @param countsBytes whether the length is in bytes; otherwise it is in code units
 * @since 0.1.0
 */
public record LengthPrefix(int prefixBytes, ByteOrder order, boolean countsBytes) {
    /**
     * Checks the arguments.
     *
     * @throws NullPointerException if {@code order} is null
     * @throws IllegalArgumentException if {@code prefixBytes} is not 1, 2 or 4
     */
    public LengthPrefix {
        Objects.requireNonNull(order, "order");
        if (prefixBytes != 1 && prefixBytes != 2 && prefixBytes != 4) {
            throw new IllegalArgumentException("prefixBytes is " + prefixBytes + ": not 1, 2 or 4");
        }
    }

    /**
     * Returns a prefix that counts code units of the charset.
     *
     * @param prefixBytes the size of the length, in bytes: 1, 2 or 4
     * @param order the byte order of the length
     * @return the prefix
     * @throws NullPointerException if {@code order} is null
     * @throws IllegalArgumentException if {@code prefixBytes} is not 1, 2 or 4
     */
    public static LengthPrefix ofUnits(int prefixBytes, ByteOrder order) {
        return new LengthPrefix(prefixBytes, order, false);
    }

    /**
     * Returns a prefix that counts bytes.
     *
     * @param prefixBytes the size of the length, in bytes: 1, 2 or 4
     * @param order the byte order of the length
     * @return the prefix
     * @throws NullPointerException if {@code order} is null
     * @throws IllegalArgumentException if {@code prefixBytes} is not 1, 2 or 4
     */
    public static LengthPrefix ofBytes(int prefixBytes, ByteOrder order) {
        return new LengthPrefix(prefixBytes, order, true);
    }

    /**
     * Returns the largest length.
     *
     * @return 255, 65,535 or 4,294,967,295, in bytes or code units
     */
    public long most() {
        return (1L << 8 * prefixBytes) - 1;
    }
}
