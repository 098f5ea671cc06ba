package dev.unitstr.tvm;

/**
 * Limits for copying a value, because a container may contain itself, or the same object many times.
 *
 * @param depth the maximum nesting depth of containers; a value without containers has depth 0
 * @param elements the maximum number of elements in total; keys and values count separately, and an element that occurs
 *     twice counts twice
 * @param bytes the maximum number of bytes of all texts
 * @since 0.1.0
 */
public record ValueLimits(int depth, long elements, long bytes) {
    /** A depth of 256, 2<sup>24</sup> elements, 2<sup>30</sup> bytes. */
    public static final ValueLimits DEFAULT = new ValueLimits(256, 1L << 24, 1L << 30);

    /**
     * Creates limits.
     *
     * @param depth the maximum nesting depth of containers
     * @param elements the maximum number of elements in total
     * @param bytes the maximum number of bytes of all texts
     * @throws IllegalArgumentException if a limit is negative
     */
    public ValueLimits {
        if (depth < 0 || elements < 0 || bytes < 0) {
            throw new IllegalArgumentException(
                    "depth, elements and bytes are " + depth + ", " + elements + ", " + bytes + ": one is negative");
        }
    }
}
