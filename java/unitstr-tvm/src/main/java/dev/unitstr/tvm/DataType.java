package dev.unitstr.tvm;

/**
 * A data type in the encoding of DLPack's {@code DLDataType}: {@code {u8 code, u8 bits, u16 lanes}}.
 *
 * @param code the type code, 0 to 255
 * @param bits the bits per lane, 0 to 255
 * @param lanes the number of lanes, 0 to 65,535
 * @since 0.1.0
 */
public record DataType(int code, int bits, int lanes) {
    /**
     * Creates a data type.
     *
     * @param code the type code, 0 to 255
     * @param bits the bits per lane, 0 to 255
     * @param lanes the number of lanes, 0 to 65,535
     * @throws IllegalArgumentException if a number is out of range
     */
    public DataType {
        if ((code | bits) >>> 8 != 0 || lanes >>> 16 != 0) {
            throw new IllegalArgumentException(
                    "code, bits and lanes are " + code + ", " + bits + ", " + lanes + ": not of 8, 8 and 16 bits");
        }
    }
}
