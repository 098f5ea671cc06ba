package dev.unitstr.tensor;

import java.util.Objects;

/**
 * The bytes of a tensor are not what its layout allows, or strings can't be written in a layout: what is wrong, in which
 * element, in which field. When writing, nothing has been written.
 *
 * @since 0.1.0
 */
public final class TensorFormatException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** What is wrong. */
    public enum Code {
        /** The memory is too small for the table of so many elements. */
        TABLE_TRUNCATED,
        /** There is no such element. Java says {@link IndexOutOfBoundsException} instead. */
        INDEX_RANGE,
        /** More bytes inside of an element than there is room. */
        SMALL_SIZE,
        /** A string in the same memory is not all inside of it. */
        OFFSET_RANGE,
        /** A string in the same memory begins inside of the table. */
        OFFSET_INTO_TABLE,
        /** An address, where addresses are not trusted, or those of another machine. */
        POINTER_REFUSED,
        /** A null address of a string that is not empty. */
        NULL_DATA,
        /** The string is longer than is allowed, or than the format can say. */
        SIZE_LIMIT,
        /** All strings together are longer than is allowed, or than the format can say. */
        TOTAL_LIMIT,
        /** The capacity is smaller than the size. */
        CAPACITY,
        /** The string goes on past the last address. */
        POINTER_WRAPS,
        /** The string is not all inside of one of the ranges that are allowed. */
        POINTER_RANGE,
        /** A count that the bytes hold is not that of the elements. */
        COUNT,
        /** A string begins before the one of the element before. */
        NOT_MONOTONIC,
        /** A string begins inside of the one before. */
        OVERLAP,
        /** Bytes that no field uses are not zero. */
        PADDING,
        /** A length of variable size does not end, says more than 64 bits, or is longer than it need be. */
        VARINT,
        /** The first string does not begin where the table ends. */
        FIRST_OFFSET,
        /** The last string does not end where the memory ends. */
        END_OFFSET,
        /** Nothing was written: the element is too far from its string for the format. */
        DISTANCE,
        /** Nothing was written: there is no string, and none is to take its place. */
        NULL_ELEMENT,
        /** Nothing was written: there is no memory for it. Java says {@link OutOfMemoryError} instead. */
        NO_MEMORY,
        /** Nothing was written: the format does not have this, or not on this machine. */
        UNSUPPORTED,
        /** Nothing was written: the target is too small. Java says {@link IndexOutOfBoundsException} instead. */
        TARGET_SIZE;

        /**
         * The number that crosses the native border.
         *
         * @return a small positive number
         */
        public int id() {
            return ordinal() + 1;
        }
    }

    /** Where it is wrong. */
    public enum Field {
        /** The table as a whole. */
        TABLE,
        /** The size of a string, or its length of variable size. */
        SIZE,
        /** The capacity. */
        CAPACITY,
        /** The address. */
        POINTER,
        /** The offset. */
        OFFSET,
        /** The count. */
        COUNT,
        /** Bytes that no field uses. */
        PADDING,
        /** The offset behind the last string. */
        END,
        /** The string itself. */
        TEXT
    }

    /** What. */
    private final Code code;
    /** In which element. */
    private final long index;
    /** In which field. */
    private final Field field;

    /**
     * This error.
     *
     * @param code what is wrong
     * @param index in which element, from 0; the count of elements if in none
     * @param field in which of its fields
     * @param detail what was found and what the limit is, in words
     */
    public TensorFormatException(Code code, long index, Field field, String detail) {
        super(code + " in " + field + " of element " + index + ": " + detail);
        this.code = Objects.requireNonNull(code, "code");
        this.index = index;
        this.field = Objects.requireNonNull(field, "field");
    }

    /**
     * What is wrong.
     *
     * @return the code
     */
    public Code code() {
        return code;
    }

    /**
     * In which element it is.
     *
     * @return the index, from 0; the count of elements if it is in none
     */
    public long index() {
        return index;
    }

    /**
     * In which field of the element it is.
     *
     * @return the field
     */
    public Field field() {
        return field;
    }
}
