package dev.unitstr.tvm;

import java.util.Objects;

/**
 * Thrown when a slot, an object or a container violates its format, when a value is not of the requested kind, or when
 * a value cannot be written to a slot.
 *
 * <p>{@link #offset()} locates the error: in the slot if {@link #address()} is 0, otherwise in the object at that address.
 *
 * @since 0.1.0
 */
public class ValueFormatException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** The kind of violation. */
    public enum Code {
        /** The memory passed for a slot does not have the size of a slot. */
        SLOT_SIZE,
        /** The type code is not valid in this place. */
        TYPE_CODE,
        /** A length is negative or above its maximum. */
        LENGTH,
        /** The length of a UCS-4 text is not a whole number of code points. */
        PARTIAL,
        /** A text or binary does not fit into the slot, and no memory for an object is available. */
        TOO_LONG,
        /** The dialect has no code for this kind of value. */
        NOT_HERE,
        /** The value is not of the requested kind. */
        KIND,
        /** Some or all of the bytes are outside the memory that may be read. */
        ADDRESS,
        /** A C string has no terminating zero byte. */
        UNTERMINATED,
        /** The header of an object states a different type than the slot that refers to it. */
        HEADER,
        /** The fields of a container contradict each other. */
        BROKEN,
        /** A container contains itself. */
        CYCLE,
        /** Containers are nested deeper than the limit. */
        DEPTH,
        /** There are more elements, or more bytes of text, than the limit. */
        ELEMENTS
    }

    /** The kind of violation. */
    private final Code code;
    /** The offset of the field in bytes. */
    private final long offset;
    /** The address of the object, or 0. */
    private final long address;

    /**
     * Creates an exception.
     *
     * @param code the kind of violation
     * @param offset the offset of the field, in bytes from the start of the slot or the object
     * @param address the address of the object; 0 if the error is in the slot
     * @param detail the text of the message: the value found and the limit
     */
    public ValueFormatException(Code code, long offset, long address, String detail) {
        super(detail
                + (address == 0
                        ? " (slot byte " + offset + ")"
                        : " (byte " + offset + " of the object at 0x" + Long.toHexString(address) + ")"));
        this.code = Objects.requireNonNull(code, "code");
        this.offset = offset;
        this.address = address;
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
     * Returns the offset of the field.
     *
     * @return the offset, in bytes from the start of the slot, or of the object at {@link #address()}
     */
    public long offset() {
        return offset;
    }

    /**
     * Returns the address of the object that contains the field.
     *
     * @return the address; 0 if the field is in the slot itself
     */
    public long address() {
        return address;
    }
}
