package dev.unitstr.tvm;

/**
 * How much of a value is copied before that ends in an error: values may hold themselves, and each other many times.
 *
 * @param depth how deep containers may be in each other; a value without containers is 0 deep
 * @param elements how many elements there may be in all, keys and values each; what is held twice counts twice
 * @param bytes how many bytes all texts may have
 * @since 0.1.0
 */
public record ValueLimits(int depth, long elements, long bytes) {
    /** 256 deep, 2<sup>24</sup> elements, 2<sup>30</sup> bytes. */
    public static final ValueLimits DEFAULT = new ValueLimits(256, 1L << 24, 1L << 30);

    /**
     * Limits.
     *
     * @throws IllegalArgumentException if one is negative
     */
    public ValueLimits {
        if (depth < 0 || elements < 0 || bytes < 0) {
            throw new IllegalArgumentException(
                    "depth, elements and bytes are " + depth + ", " + elements + ", " + bytes + ": one is negative");
        }
    }
}
