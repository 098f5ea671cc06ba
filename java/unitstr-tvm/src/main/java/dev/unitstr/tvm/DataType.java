package dev.unitstr.tvm;

/**
 * A data type in the encoding of DLPack's {@code DLDataType}: {@code {u8 code, u8 bits, u16 lanes}}. The constants are the
 * types with a Java counterpart; {@code new DataType(2, 16, 1)} is float16, {@code new DataType(4, 16, 1)} bfloat16.
 *
 * @param code the type code, 0 to 255
 * @param bits the bits per lane, 0 to 255
 * @param lanes the number of lanes, 0 to 65,535
 * @since 0.1.0
 */
public record DataType(int code, int bits, int lanes) {
    /** A signed byte. */
    public static final DataType INT8 = new DataType(0, 8, 1);
    /** An int of 16 bits, a {@code short} in Java. */
    public static final DataType INT16 = new DataType(0, 16, 1);
    /** An int of 32 bits. */
    public static final DataType INT32 = new DataType(0, 32, 1);
    /** An int of 64 bits, a {@code long} in Java. */
    public static final DataType INT64 = new DataType(0, 64, 1);
    /** An unsigned byte. */
    public static final DataType UINT8 = new DataType(1, 8, 1);
    /** A {@code float}. */
    public static final DataType FLOAT32 = new DataType(2, 32, 1);
    /** A {@code double}. */
    public static final DataType FLOAT64 = new DataType(2, 64, 1);
    /** A bool in a byte. */
    public static final DataType BOOL = new DataType(6, 8, 1);

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
