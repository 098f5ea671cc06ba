package dev.unitstr.tvm;

/**
 * The kind of a value, regardless of where its content is: in the slot, in an object, or at a borrowed address.
 *
 * @since 0.1.0
 */
public enum ValueKind {
    /** Null, the absence of a value. */
    NULL("null"),
    /** A 64-bit integer. */
    INT("int"),
    /** A 64-bit floating-point number. */
    FLOAT("float"),
    /** A boolean. MATX has no booleans; it stores an {@link #INT} instead. */
    BOOL("bool"),
    /** An opaque address. */
    HANDLE("handle"),
    /** A {@link DataType}. */
    DATA_TYPE("data type"),
    /** A {@link Device}. */
    DEVICE("device"),
    /** The address of a {@code DLTensor}, borrowed: {@link Value#asTensor()}. */
    TENSOR("tensor view"),
    /** Text that should be UTF-8; it has not been validated. */
    STRING("string"),
    /** Text as 4-byte code points; it has not been validated. */
    UCS4("UCS-4 string"),
    /** Bytes that are not text. */
    BYTES("binary"),
    /** An immutable sequence. */
    ARRAY("array"),
    /** A mutable sequence. */
    LIST("list"),
    /** An immutable map. */
    MAP("map"),
    /** A mutable map. */
    DICT("dict"),
    /** An error: kind, message and backtrace. */
    ERROR("error"),
    /** A function. */
    FUNCTION("function"),
    /** A module: a library of functions. */
    MODULE("module"),
    /** A tensor that is a reference-counted object: {@link Value#asTensor()}. */
    TENSOR_OBJECT("tensor"),
    /** The shape of a tensor, a reference-counted object. It can only be passed on. */
    SHAPE("shape"),
    /**
     * The address of a pointer to an object, which the callee may move from ({@code ObjectRValueRef} in libtvm_ffi).
     */
    RVALUE("object to be taken"),
    /** Any other reference-counted object. */
    OBJECT("object"),
    /** A value with an unknown type code; its bits can only be passed on. */
    UNKNOWN("unknown value");

    private final String text;

    ValueKind(String text) {
        this.text = text;
    }

    /**
     * Tests whether {@link Value#asString()} accepts this kind.
     *
     * @return true for strings, UCS-4 strings and binaries
     */
    public boolean isText() {
        return this == STRING || this == UCS4 || this == BYTES;
    }

    /** Returns the name used in messages. */
    @Override
    public String toString() {
        return text;
    }
}
