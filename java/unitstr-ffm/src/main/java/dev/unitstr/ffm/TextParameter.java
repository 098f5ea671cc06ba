package dev.unitstr.ffm;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.internal.text.Coding;
import java.nio.charset.Charset;
import java.util.Objects;

/**
 * The only implementation of {@link StringParameter}; a record for the reason that {@link LayoutField} is one.
 *
 * @param length the index of the length; {@link #NONE} if the text has a terminator
 */
record TextParameter(int pointer, int length, CallText text) implements StringParameter {
    static final int NONE = -1;

    static TextParameter of(int pointer, int length, Charset charset) {
        Objects.requireNonNull(charset, "charset");
        CallText.checkIndex("pointer", pointer);
        CallText.checkIndex("length", length);
        if (pointer == length) {
            throw new IllegalArgumentException("pointer and length are the same parameter: " + pointer);
        }
        return new TextParameter(pointer, length, CallText.of(charset));
    }

    static TextParameter ofTerminated(int pointer, Charset charset) {
        Objects.requireNonNull(charset, "charset");
        CallText.checkIndex("pointer", pointer);
        CallText text = CallText.of(charset);
        Coding.checkNul(charset);
        return new TextParameter(pointer, NONE, text);
    }

    boolean isTerminated() {
        return length == NONE;
    }

    /** Checks what the upcalls do not require: they decode. */
    void checkEncodes() {
        if (!text.charset().canEncode()) {
            throw new UnsupportedOperationException(
                    "charset " + text.charset() + " of parameter " + pointer + " cannot encode");
        }
        if (isTerminated() && text.policy().replacement().orElse("").indexOf('\0') >= 0) {
            throw new IllegalArgumentException("the policy of parameter " + pointer
                    + " replaces characters by text with a NUL, where the function would see its end");
        }
    }

    @Override
    public StringParameter withLengthInBytes() {
        if (isTerminated()) {
            throw new IllegalStateException("the text of parameter " + pointer + " has no length");
        }
        return new TextParameter(pointer, length, text.inBytes());
    }

    @Override
    public StringParameter nullable() {
        return new TextParameter(pointer, length, text.orNull());
    }

    @Override
    public StringParameter withPolicy(MalformedPolicy policy) {
        return new TextParameter(pointer, length, text.with(policy));
    }
}
