package dev.unitstr.tvm;

/**
 * What a value is, wherever its content lies: in the slot, in an object, or behind a borrowed address.
 *
 * @since 0.1.0
 */
public enum ValueKind {
    /** No value. */
    NULL("null"),
    /** A whole number of 64 bits. */
    INT("int"),
    /** A number of 64 bits. */
    FLOAT("float"),
    /** A truth value. MATX has none: there it is an {@link #INT}. */
    BOOL("bool"),
    /** An address that means nothing here. */
    HANDLE("handle"),
    /** A {@link DataType}. */
    DATA_TYPE("data type"),
    /** A {@link Device}. */
    DEVICE("device"),
    /** The address of a {@code DLTensor}, borrowed. */
    TENSOR("tensor view"),
    /** UTF-8 by intention; nobody has checked it. */
    STRING("string"),
    /** Code points of 4 bytes; nobody has checked them. */
    UCS4("UCS-4 string"),
    /** Bytes that are no text. */
    BYTES("binary"),
    /** A sequence that nobody changes. */
    ARRAY("array"),
    /** A sequence that may change. */
    LIST("list"),
    /** Pairs that nobody changes. */
    MAP("map"),
    /** Pairs that may change. */
    DICT("dict"),
    /** An error: a kind, a message, a backtrace. */
    ERROR("error"),
    /** A function. */
    FUNCTION("function"),
    /** The address of the address of an object, which a callee may take. */
    RVALUE("object to be taken"),
    /** Any other counted object. */
    OBJECT("object"),
    /** A code that is not known: bits that can only be passed on. */
    UNKNOWN("unknown value");

    private final String text;

    ValueKind(String text) {
        this.text = text;
    }

    /**
     * Whether {@link Value#asString()} has an answer.
     *
     * @return true of strings, UCS-4 strings and binaries
     */
    public boolean isText() {
        return this == STRING || this == UCS4 || this == BYTES;
    }

    /** As messages say it. */
    @Override
    public String toString() {
        return text;
    }
}
