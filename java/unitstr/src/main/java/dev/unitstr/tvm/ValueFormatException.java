package dev.unitstr.tvm;

import java.util.Objects;

/**
 * A slot, an object or a container breaks a rule of its format, or a value is not what was asked for, or can't be what
 * is to be written.
 *
 * <p>The place is {@link #field()} and {@link #offset()}: in the slot if {@link #address()} is 0, else in the object that
 * is there.
 *
 * @since 0.1.0
 */
public class ValueFormatException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** What is wrong. */
    public enum Code {
        /** The memory given for a slot has not the size of one. */
        SLOT_SIZE,
        /** A type code that no value has in this place. */
        TYPE_CODE,
        /** A length that is negative or more than there can be. */
        LENGTH,
        /** A UCS-4 text that is no whole number of code points. */
        PARTIAL,
        /** A text or binary that does not fit into a slot, where there is no memory for an object. */
        TOO_LONG,
        /** A kind of value that the dialect has no code for. */
        NOT_HERE,
        /** The value is of another kind than was asked for. */
        KIND,
        /** Bytes that are not, or not all, in the memory that may be read. */
        ADDRESS,
        /** A C string without a zero byte. */
        UNTERMINATED,
        /** An object whose header says another type than the slot that refers to it. */
        HEADER,
        /** A container whose numbers contradict each other. */
        BROKEN,
        /** A container that holds itself. */
        CYCLE,
        /** Containers deeper in each other than is allowed. */
        DEPTH,
        /** More elements, or more bytes of text, than are allowed. */
        ELEMENTS
    }

    /** Where it is. */
    public enum Field {
        /** All of the slot. */
        SLOT,
        /** The type code, in a slot or in the header of an object. */
        TYPE_CODE,
        /** The length of a text in a slot, or the capacity of a wider one. */
        LENGTH,
        /** The number, address or text in a slot. */
        PAYLOAD,
        /** The address of an object's content. */
        DATA,
        /** The size of an object's content. */
        SIZE,
        /** How many elements a sequence has room for. */
        CAPACITY,
        /** How many slots a map has. */
        SLOTS,
        /** Which item of a map comes next. */
        LINK
    }

    /** What is wrong. */
    private final Code code;
    /** In which field. */
    private final Field field;
    /** Where the field is, in bytes. */
    private final long offset;
    /** In which object, or 0. */
    private final long address;

    /**
     * This error.
     *
     * @param code what is wrong
     * @param field in which field
     * @param offset where the field is, in bytes from the start of the slot or the object
     * @param address where the object is; 0 if it is in the slot
     * @param detail what was found and what the limit is, in words
     */
    public ValueFormatException(Code code, Field field, long offset, long address, String detail) {
        super(detail
                + (address == 0
                        ? " (slot byte " + offset + ")"
                        : " (byte " + offset + " of the object at 0x" + Long.toHexString(address) + ")"));
        this.code = Objects.requireNonNull(code, "code");
        this.field = Objects.requireNonNull(field, "field");
        this.offset = offset;
        this.address = address;
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
     * In which field it is.
     *
     * @return the field
     */
    public Field field() {
        return field;
    }

    /**
     * Where the field is.
     *
     * @return bytes from the start of the slot, or of the object at {@link #address()}
     */
    public long offset() {
        return offset;
    }

    /**
     * In which object it is.
     *
     * @return its address; 0 if it is in the slot itself
     */
    public long address() {
        return address;
    }
}
