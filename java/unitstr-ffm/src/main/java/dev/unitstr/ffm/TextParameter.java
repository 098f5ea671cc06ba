package dev.unitstr.ffm;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.internal.text.Coding;
import java.nio.charset.Charset;
import java.util.Objects;

/**
 * The only implementation of {@link StringParameter}; a record for the reason that {@link LayoutField} is one.
 *
 * @param length the index of the length, which counts units or pointers; {@link #NONE} if there is none
 * @param nulAllowed whether a text with a terminator may contain others
 */
record TextParameter(int pointer, int length, Form form, boolean nulAllowed, CallText text) implements StringParameter {
    static final int NONE = -1;

    /** What the pointer points to. */
    enum Form {
        /** A text without a terminator. */
        UNITS,
        /** A text with a terminator, which the length counts if there is one. */
        TERMINATED,
        /** Pointers to texts with terminators; a null pointer ends them if there is no length. */
        POINTERS
    }

    static TextParameter of(int pointer, int length, Charset charset) {
        Objects.requireNonNull(charset, "charset");
        CallText.checkIndex("pointer", pointer);
        checkLength("length", pointer, length);
        return new TextParameter(pointer, length, Form.UNITS, false, CallText.of(charset));
    }

    static TextParameter ofTerminated(int pointer, Charset charset) {
        return terminated(pointer, NONE, Form.TERMINATED, charset);
    }

    static TextParameter ofPointers(int pointer, Charset charset) {
        return terminated(pointer, NONE, Form.POINTERS, charset);
    }

    static TextParameter ofPointers(int pointer, int count, Charset charset) {
        Objects.requireNonNull(charset, "charset");
        CallText.checkIndex("pointer", pointer);
        checkLength("count", pointer, count);
        return terminated(pointer, count, Form.POINTERS, charset);
    }

    private static TextParameter terminated(int pointer, int length, Form form, Charset charset) {
        Objects.requireNonNull(charset, "charset");
        CallText.checkIndex("pointer", pointer);
        CallText text = CallText.of(charset);
        Coding.checkNul(charset);
        return new TextParameter(pointer, length, form, false, text);
    }

    private static void checkLength(String name, int pointer, int length) {
        CallText.checkIndex(name, length);
        if (pointer == length) {
            throw new IllegalArgumentException("pointer and " + name + " are the same parameter: " + pointer);
        }
    }

    boolean hasLength() {
        return length != NONE;
    }

    boolean isTerminated() {
        return form != Form.UNITS;
    }

    boolean isArray() {
        return form == Form.POINTERS;
    }

    Class<?> javaType() {
        return isArray() ? String[].class : String.class;
    }

    /** Whether a null string is a null pointer among others: in an array without a length, it would be the end. */
    boolean nullableElements() {
        return text.nullable() && hasLength();
    }

    /** Checks what the upcalls do not require: they decode. */
    void checkEncodes() {
        text.checkEncodes("parameter " + pointer, isTerminated() && !nulAllowed);
    }

    @Override
    public StringParameter withLengthInBytes() {
        checkCountsUnits();
        return new TextParameter(pointer, length, form, nulAllowed, text.inBytes());
    }

    @Override
    public StringParameter withTerminatorCounted() {
        checkCountsUnits();
        Coding.checkNul(text.charset());
        return new TextParameter(pointer, length, Form.TERMINATED, nulAllowed, text);
    }

    private void checkCountsUnits() {
        if (isArray() || !hasLength()) {
            throw new IllegalStateException("the text of parameter " + pointer + " has no length");
        }
    }

    @Override
    public StringParameter withNulAllowed() {
        return new TextParameter(pointer, length, form, true, text);
    }

    @Override
    public StringParameter nullable() {
        return new TextParameter(pointer, length, form, nulAllowed, text.orNull());
    }

    @Override
    public StringParameter withPolicy(MalformedPolicy policy) {
        return new TextParameter(pointer, length, form, nulAllowed, text.with(policy));
    }
}
