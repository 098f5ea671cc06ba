package dev.unitstr.tensor;

import java.util.Objects;

/**
 * Thrown when the bytes of a tensor violate its layout, or when a layout cannot hold the strings to be written. It
 * names the violation, the element and the field. If a write operation throws it, nothing has been written.
 *
 * @since 0.1.0
 */
public final class TensorFormatException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** The kind of violation. */
    public enum Code {
        /** The memory is too small for a table of the given number of elements. */
        TABLE_TRUNCATED,
        /** There is no such element. The Java API throws {@link IndexOutOfBoundsException} instead. */
        INDEX_RANGE,
        /** The string in an element is larger than the element can hold. */
        SMALL_SIZE,
        /** A string in the tensor's memory extends beyond that memory. */
        OFFSET_RANGE,
        /** A string in the tensor's memory begins inside the table. */
        OFFSET_INTO_TABLE,
        /** The element contains an address, but addresses are not trusted or belong to another machine. */
        POINTER_REFUSED,
        /** The address of a string that is not empty is null, or below 4096, where no memory is. */
        NULL_DATA,
        /** A string is longer than the limit, or than the format can represent. */
        SIZE_LIMIT,
        /** The total size of all strings is larger than the limit, or than the format can represent. */
        TOTAL_LIMIT,
        /** The capacity is smaller than the size. */
        CAPACITY,
        /** The string extends beyond the last address. */
        POINTER_WRAPS,
        /** The string is not inside one of the permitted address ranges. */
        POINTER_RANGE,
        /** The count in the bytes differs from the number of elements. */
        COUNT,
        /** A string begins before the string of the previous element. */
        NOT_MONOTONIC,
        /** A string begins inside the previous string. */
        OVERLAP,
        /** Unused bytes are not zero. */
        PADDING,
        /** A variable-size length does not end, exceeds 64 bits, or is longer than necessary. */
        VARINT,
        /** The first string does not begin at the end of the table. */
        FIRST_OFFSET,
        /** The last string does not end at the end of the memory. */
        END_OFFSET,
        /** Nothing was written: the string is too far from its element for the format. */
        DISTANCE,
        /** Nothing was written: a string is null, and nulls are rejected. */
        NULL_ELEMENT,
        /** Nothing was written: memory could not be allocated. The Java API throws {@link OutOfMemoryError} instead. */
        NO_MEMORY,
        /** The format does not support the operation, or not on this machine. Nothing was written. */
        UNSUPPORTED,
        /**
         * Nothing was written: the target is too small. The Java API throws {@link IndexOutOfBoundsException} instead.
         */
        TARGET_SIZE;

        /**
         * Returns the number that represents this code in results of native code.
         *
         * @return a small positive number
         */
        public int id() {
            return ordinal() + 1;
        }
    }

    /** The field in which a violation was found. */
    public enum Field {
        /** The whole table. */
        TABLE,
        /** The size of a string, or its variable-size length. */
        SIZE,
        /** The capacity. */
        CAPACITY,
        /** The address. */
        POINTER,
        /** The offset. */
        OFFSET,
        /** The count. */
        COUNT,
        /** Unused bytes. */
        PADDING,
        /** The end offset of the last string. */
        END,
        /** The string itself. */
        TEXT
    }

    /** The kind of violation. */
    private final Code code;
    /** The index of the element. */
    private final long index;
    /** The field of the element. */
    private final Field field;

    /**
     * Creates an exception.
     *
     * @param code the kind of violation
     * @param index the index of the element
     * @param field the field in which it was found
     * @param detail the text of the message: the value found and the limit
     */
    public TensorFormatException(Code code, long index, Field field, String detail) {
        this(code + " in " + field + " of element " + index + ": " + detail, code, index, field);
    }

    private TensorFormatException(String message, Code code, long index, Field field) {
        super(message);
        this.code = Objects.requireNonNull(code, "code");
        this.index = index;
        this.field = Objects.requireNonNull(field, "field");
    }

    /**
     * Creates an exception for a violation that concerns no single element.
     *
     * @param code the kind of violation
     * @param count the number of elements
     * @param field the field in which it was found
     * @param detail the text of the message: the value found and the limit
     * @return the exception, whose {@link #index()} is {@code count}
     */
    public static TensorFormatException ofWhole(Code code, long count, Field field, String detail) {
        return new TensorFormatException(code + " in " + field + ": " + detail, code, count, field);
    }

    /**
     * Returns the kind of violation.
     *
     * @return the code
     */
    public Code code() {
        return code;
    }

    /**
     * Returns the index of the element.
     *
     * @return the index, from 0; the number of elements if the violation concerns no single element
     */
    public long index() {
        return index;
    }

    /**
     * Returns the field in which the violation was found.
     *
     * @return the field
     */
    public Field field() {
        return field;
    }
}
