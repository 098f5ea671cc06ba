package dev.unitstr.internal.text;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.internal.memory.Region;
import java.util.Objects;

/** Argument checks. Each exception message names the argument, its value and the limit. */
public final class Checks {
    private Checks() {}

    /**
     * Checks the length of a text, and returns its size in bytes.
     *
     * @param units the length, in code units
     * @param unitSize the size of a unit, in bytes
     * @return the size in bytes, at most {@link Integer#MAX_VALUE}
     * @throws IllegalArgumentException if {@code units < 0} or {@code units > Integer.MAX_VALUE / unitSize}
     */
    public static int textBytes(long units, int unitSize) {
        return textBytes("units", units, unitSize);
    }

    /**
     * Checks the length of a text, and returns its size in bytes.
     *
     * @param name the argument's name
     * @param units the length, in code units
     * @param unitSize the size of a unit, in bytes
     * @return the size in bytes, at most {@link Integer#MAX_VALUE}
     * @throws IllegalArgumentException if {@code units < 0} or {@code units > Integer.MAX_VALUE / unitSize}
     */
    static int textBytes(String name, long units, int unitSize) {
        int most = Integer.MAX_VALUE >> shift(unitSize);
        if (units < 0 || units > most) { // this also excludes an overflow of the product
            throw new IllegalArgumentException(
                    name + " is " + units + ": not between 0 and " + most + ", the maximum number of units of "
                            + unitSize + (unitSize == 1 ? " byte" : " bytes") + " for one string");
        }
        return (int) units * unitSize;
    }

    /**
     * Checks a policy of an operation that supports REPLACE and REPORT only.
     *
     * @param policy the policy
     * @throws NullPointerException if {@code policy} is null
     * @throws IllegalArgumentException if it is another one
     */
    public static void replacesOrReports(MalformedPolicy policy) {
        Objects.requireNonNull(policy, "policy");
        if (policy != MalformedPolicy.REPLACE && policy != MalformedPolicy.REPORT) {
            throw new IllegalArgumentException("policy is " + policy + ": neither REPLACE nor REPORT");
        }
    }

    /**
     * Checks a count.
     *
     * @param name the argument's name
     * @param count the value of the argument
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
     * @param srcIndex the index of the first char to encode
     * @param numChars the number of chars
     * @param length the length of the string, in chars
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
     * Checks an index at which a range may start.
     *
     * @param name the argument's name
     * @param index the value of the argument
     * @param length the length of what it is an index of
     * @param what the name of that
     * @throws IndexOutOfBoundsException if {@code index < 0} or {@code index > length}
     */
    public static void index(String name, int index, int length, String what) {
        if (index < 0 || index > length) {
            throw new IndexOutOfBoundsException(
                    name + " is " + index + ": not between 0 and " + length + ", the length of " + what);
        }
    }

    /**
     * Checks the index of an element, an argument {@code index}.
     *
     * @param index the value of the argument
     * @param size the number of elements
     * @param what the name of what has the elements
     * @param elements the name of the elements
     * @return {@code index}
     * @throws IndexOutOfBoundsException if {@code index < 0} or {@code index >= size}
     */
    public static int element(int index, int size, String what, String elements) {
        if (index < 0 || index >= size) {
            throw new IndexOutOfBoundsException("index is " + index + ": " + what + " has " + size + " " + elements);
        }
        return index;
    }

    /**
     * Checks an offset in memory.
     *
     * @param name the argument's name
     * @param offset the value of the argument
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
     * @param offset the start of the range, in bytes
     * @param units the length of the range, in code units; not negative
     * @param unitSize the size of a unit, in bytes
     * @param memory the memory
     * @throws IndexOutOfBoundsException if {@code offset < 0} or
     *     {@code offset > memory.byteSize() - units * unitSize}
     */
    public static void range(String name, long offset, long units, int unitSize, Region memory) {
        long byteSize = memory.byteSize();
        // byteSize - offset does not overflow if offset is not negative, and units * unitSize is never computed.
        if (offset < 0 || offset > byteSize || units > (byteSize - offset) >> shift(unitSize)) {
            throw outside(name, offset, units, unitSize, memory);
        }
    }

    /**
     * Checks a range of memory whose size is in bytes.
     *
     * @param name the name of the argument {@code offset}
     * @param offset the start of the range, in bytes
     * @param bytes the size of the range
     * @param memory the memory
     * @throws IndexOutOfBoundsException if the range is not within the memory, or {@code bytes < 0}
     */
    public static void bytes(String name, long offset, long bytes, Region memory) {
        long byteSize = memory.byteSize();
        if (offset < 0 || offset > byteSize || bytes < 0 || bytes > byteSize - offset) {
            throw new IndexOutOfBoundsException(
                    name + " is " + offset + ": from there, " + bytes + " bytes" + notWithin(memory));
        }
    }

    /**
     * Checks the size of memory that is written from its start on.
     *
     * @param bytes the number of bytes that are written
     * @param memory the memory, an argument {@code memory}
     * @throws IndexOutOfBoundsException if {@code bytes > memory.byteSize()}
     */
    public static void fits(long bytes, Region memory) {
        if (bytes > memory.byteSize()) {
            throw new IndexOutOfBoundsException("memory has " + memory.byteSize() + " bytes: less than the " + bytes
                    + " that are written" + memory.boundsHint());
        }
    }

    /** Returns the shift that divides by a unit size of 1, 2 or 4, because a division is slow. */
    private static int shift(int unitSize) {
        return unitSize >> 1;
    }

    /**
     * Returns the exception that {@link #range} throws.
     *
     * @param name the name of the argument {@code offset}
     * @param offset the start of the range, in bytes
     * @param units the length of the range, in code units
     * @param unitSize the size of a unit, in bytes
     * @param memory the memory
     * @return the exception
     */
    public static IndexOutOfBoundsException outside(String name, long offset, long units, int unitSize, Region memory) {
        return new IndexOutOfBoundsException(
                name + " is " + offset + ": from there, " + units(units, unitSize) + notWithin(memory));
    }

    /** Returns a number of units, and their size, as text. */
    static String units(long units, int unitSize) {
        return units + (units == 1 ? " unit of " : " units of ") + unitSize + (unitSize == 1 ? " byte" : " bytes");
    }

    /** Returns the end of a message about a range that is not within the memory. */
    static String notWithin(Region memory) {
        return " are not within the memory, which has " + memory.byteSize() + " bytes" + memory.boundsHint();
    }

    /** Returns the exception for an invalid place of a text, the same as for an operation on a single text. */
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

    /** Checks the distance between fields or structs. */
    static void stride(long strideBytes) {
        if (strideBytes < 1) {
            throw new IllegalArgumentException("strideBytes is " + strideBytes + ": not positive");
        }
    }

    /** Checks the offset of a member in a struct. */
    static void member(String name, long at, int bytes, long strideBytes) {
        if (at < 0 || at > strideBytes - bytes) {
            throw new IllegalArgumentException(name + " is " + at + ": from there, " + bytes
                    + " bytes are not within a struct, which has " + strideBytes + " bytes");
        }
    }

    /** Checks the range of an offset table: {@code strings + 1} entries, or none if there are no strings. */
    static void entries(String name, long offset, long strings, int entryBytes, Region memory) {
        long byteSize = memory.byteSize();
        long most = (byteSize - Math.max(offset, 0)) / entryBytes; // does not overflow for any byteSize
        if (offset < 0 || offset > byteSize || strings > 0 && strings > most - 1) {
            throw new IndexOutOfBoundsException(name + " is " + offset + ": from there, the offsets of " + strings
                    + " strings, of " + entryBytes + " bytes each," + notWithin(memory));
        }
    }

    /** Checks the range of an array of structs. */
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
     * @param indexName the name of the index argument
     * @param index the value of the argument
     * @param countName the name of the count argument
     * @param count the value of the argument
     * @param array the name of the array
     * @param length the length of the array
     * @throws IndexOutOfBoundsException if the range is not within the array
     */
    public static void elements(String indexName, int index, String countName, int count, String array, int length) {
        if ((index | count) < 0 || index > length - count) {
            throw new IndexOutOfBoundsException(indexName + " is " + index + " and " + countName + " is " + count
                    + ": not a range of " + array + ", which has " + length + " elements");
        }
    }
}
