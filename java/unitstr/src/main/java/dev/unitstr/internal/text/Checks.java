package dev.unitstr.internal.text;

import dev.unitstr.internal.memory.Region;

/** Checks of arguments. Each message names the argument, its value and the limit. */
public final class Checks {
    private Checks() {}

    /**
     * Checks how much text is to be read, and counts it in bytes.
     *
     * @param units code units
     * @param unitSize their size in bytes
     * @return bytes, at most {@link Integer#MAX_VALUE}
     * @throws IllegalArgumentException if {@code units < 0} or {@code units > Integer.MAX_VALUE / unitSize}
     */
    public static int textBytes(long units, int unitSize) {
        return textBytes("units", units, unitSize);
    }

    /**
     * Checks how much text is to be read, and counts it in bytes.
     *
     * @param name the argument's name
     * @param units code units
     * @param unitSize their size in bytes
     * @return bytes, at most {@link Integer#MAX_VALUE}
     * @throws IllegalArgumentException if {@code units < 0} or {@code units > Integer.MAX_VALUE / unitSize}
     */
    static int textBytes(String name, long units, int unitSize) {
        int most = Integer.MAX_VALUE >> shift(unitSize);
        if (units < 0 || units > most) { // this excludes an overflow of the product too
            throw new IllegalArgumentException(name + " is " + units + ": not between 0 and " + most
                    + ", the most units of " + unitSize + (unitSize == 1 ? " byte" : " bytes") + " for one string");
        }
        return (int) units * unitSize;
    }

    /**
     * Checks a count.
     *
     * @param name the argument's name
     * @param count its value
     * @throws IllegalArgumentException if {@code count < 0}
     */
    public static void notNegative(String name, long count) {
        if (count < 0) {
            throw new IllegalArgumentException(name + " is " + count + ": negative");
        }
    }

    /**
     * Checks a range of a string.
     *
     * @param srcIndex the first char
     * @param numChars how many
     * @param length how many the string has
     * @throws IndexOutOfBoundsException if {@code srcIndex < 0}, {@code numChars < 0} or
     *     {@code srcIndex > length - numChars}
     */
    public static void source(int srcIndex, int numChars, int length) {
        if ((srcIndex | numChars) < 0 || srcIndex > length - numChars) {
            throw new IndexOutOfBoundsException("srcIndex is " + srcIndex + " and numChars is " + numChars
                    + ": not a range of a string of " + length + " chars");
        }
    }

    /**
     * Checks a place in memory.
     *
     * @param name the argument's name
     * @param offset its value
     * @param memory the memory
     * @throws IndexOutOfBoundsException if {@code offset < 0} or {@code offset > memory.byteSize()}
     */
    public static void offset(String name, long offset, Region memory) {
        if (offset < 0 || offset > memory.byteSize()) {
            throw new IndexOutOfBoundsException(name + " is " + offset + ": not between 0 and " + memory.byteSize()
                    + ", the size of the memory in bytes" + memory.boundsHint());
        }
    }

    /**
     * Checks a range of memory.
     *
     * @param name the name of the argument {@code offset}
     * @param offset where it starts
     * @param units how many code units it has, not negative
     * @param unitSize their size in bytes
     * @param memory the memory
     * @throws IndexOutOfBoundsException if {@code offset < 0} or
     *     {@code offset > memory.byteSize() - units * unitSize}
     */
    public static void range(String name, long offset, long units, int unitSize, Region memory) {
        long byteSize = memory.byteSize();
        // byteSize - offset does not overflow when offset is not negative, and units * unitSize is never built.
        if (offset < 0 || offset > byteSize || units > (byteSize - offset) >> shift(unitSize)) {
            throw outside(name, offset, units, unitSize, memory);
        }
    }

    /** To divide by the size of a unit, 1, 2 or 4, without the time that a division takes. */
    private static int shift(int unitSize) {
        return unitSize >> 1;
    }

    /**
     * What {@link #range} throws.
     *
     * @param name the name of the argument {@code offset}
     * @param offset where the range starts
     * @param units how many code units it has
     * @param unitSize their size in bytes
     * @param memory the memory
     * @return the exception
     */
    public static IndexOutOfBoundsException outside(String name, long offset, long units, int unitSize, Region memory) {
        return new IndexOutOfBoundsException(name + " is " + offset + ": from there, " + units + " units of " + unitSize
                + (unitSize == 1 ? " byte" : " bytes") + notWithin(memory));
    }

    /** The end of a message: what the memory is, that something is not within. */
    static String notWithin(Region memory) {
        return " are not within the memory, which has " + memory.byteSize() + " bytes" + memory.boundsHint();
    }

    /** Why a place and a size are not those of a text in memory, as one that is read alone would say it. */
    static RuntimeException whySpan(
            String name, long offset, String sizeName, long units, int unitSize, Region memory) {
        try {
            textBytes(sizeName, units, unitSize);
        } catch (IllegalArgumentException e) {
            return e;
        }
        return outside(name, offset, units, unitSize, memory);
    }

    /** Checks the size of a number in memory. */
    static void entryBytes(String name, int bytes) {
        if (bytes != Integer.BYTES && bytes != Long.BYTES) {
            throw new IllegalArgumentException(name + " is " + bytes + ": neither 4 nor 8");
        }
    }

    /** Checks a distance. */
    static void stride(long strideBytes) {
        if (strideBytes < 1) {
            throw new IllegalArgumentException("strideBytes is " + strideBytes + ": not positive");
        }
    }

    /** Checks the place of a member in a struct. */
    static void member(String name, long at, int bytes, long strideBytes) {
        if (at < 0 || at > strideBytes - bytes) {
            throw new IllegalArgumentException(name + " is " + at + ": from there, " + bytes
                    + " bytes are not within a struct, which has " + strideBytes + " bytes");
        }
    }

    /** Checks the places of offsets, one more than strings if there is one. */
    static void entries(String name, long offset, long strings, int entryBytes, Region memory) {
        long byteSize = memory.byteSize();
        long most = (byteSize - Math.max(offset, 0)) / entryBytes; // without an overflow, whatever byteSize is
        if (offset < 0 || offset > byteSize || strings > 0 && strings > most - 1) {
            throw new IndexOutOfBoundsException(name + " is " + offset + ": from there, the offsets of " + strings
                    + " strings, of " + entryBytes + " bytes each," + notWithin(memory));
        }
    }

    /** Checks the places of structs. */
    static void structs(String name, long offset, long count, long strideBytes, Region memory) {
        long byteSize = memory.byteSize();
        if (offset < 0 || offset > byteSize || count > (byteSize - offset) / strideBytes) {
            throw new IndexOutOfBoundsException(name + " is " + offset + ": from there, " + count + " structs of "
                    + strideBytes + " bytes" + notWithin(memory));
        }
    }

    /**
     * Checks a range of an array.
     *
     * @param indexName the name of the index
     * @param index its value
     * @param countName the name of the count
     * @param count its value
     * @param array the name of the array
     * @param length how many elements it has
     * @throws IndexOutOfBoundsException if these are not all in the array
     */
    public static void elements(String indexName, int index, String countName, int count, String array, int length) {
        if ((index | count) < 0 || index > length - count) {
            throw new IndexOutOfBoundsException(indexName + " is " + index + " and " + countName + " is " + count
                    + ": not a range of " + array + ", which has " + length + " elements");
        }
    }
}
