package dev.unitstr.internal.binding;

import dev.unitstr.MalformedTextException;
import dev.unitstr.MalformedTextException.Kind;
import dev.unitstr.NativePanicException;
import java.nio.charset.Charset;
import java.util.List;

/** Creates the exceptions for results of a {@link Binding}. */
public final class TextErrors {
    private static final List<String> ERRORS = List.of(
            "USTR_E_NULL",
            "USTR_E_ENCODING",
            "USTR_E_FLAGS",
            "USTR_E_RANGE",
            "USTR_E_SIZE",
            "USTR_E_UNKNOWN_FIELD",
            "USTR_E_UNSUPPORTED",
            "USTR_E_PANIC");

    private TextErrors() {}

    /**
     * Returns the exception for a result of {@link Binding#decode} or {@link Binding#contentEquals} that is not a
     * success.
     *
     * @param binding the binding that returned it
     * @param packed the result
     * @param charset the charset for decoding
     * @param byteOffset the start of the decoded piece, in bytes from the start of the text
     * @return the exception
     */
    public static RuntimeException decoding(Binding binding, long packed, Charset charset, long byteOffset) {
        if (!Packed.isError(packed) && Packed.status(packed) == Packed.MALFORMED) {
            return MalformedTextException.decoding(
                    charset, Kind.MALFORMED, byteOffset + Packed.read(packed), Packed.bad(packed));
        }
        return unexpected(binding, packed);
    }

    /**
     * Returns the exception for a result of {@link Binding#encode} or {@link Binding#measure} that is not a success.
     *
     * @param binding the binding that returned it
     * @param packed the result
     * @param charset the charset for encoding
     * @param charIndex the index in the string of the first char of the encoded piece
     * @param unitsWritten the number of code units written, including those of this call
     * @return the exception
     */
    public static RuntimeException encoding(
            Binding binding, long packed, Charset charset, long charIndex, long unitsWritten) {
        int status = Packed.isError(packed) ? Packed.DONE : Packed.status(packed);
        return switch (status) {
            case Packed.MALFORMED, Packed.UNMAPPABLE ->
                MalformedTextException.encoding(
                        charset,
                        status == Packed.MALFORMED ? Kind.MALFORMED : Kind.UNMAPPABLE,
                        charIndex + Packed.read(packed),
                        Packed.bad(packed),
                        unitsWritten);
            case Packed.OUTPUT_FULL -> changed();
            default -> unexpected(binding, packed);
        };
    }

    /**
     * Returns the exception for text that does not fit, although it did when it was measured.
     *
     * @return the exception
     */
    public static RuntimeException changed() {
        return new IllegalStateException("the text changed during the call: it had fewer units when it was measured");
    }

    /**
     * Returns the exception for an error, or for a result that violates the contract of {@link Binding}.
     *
     * @param binding the binding that returned it
     * @param packed the result
     * @return the exception
     */
    public static RuntimeException unexpected(Binding binding, long packed) {
        if (!Packed.isError(packed)) {
            return new IllegalStateException(
                    "binding " + binding.name() + ": unexpected status " + Packed.status(packed) + " after "
                            + Packed.read(packed) + " read and " + Packed.written(packed) + " written");
        }
        int error = Packed.error(packed);
        return switch (error) {
            case Packed.E_PANIC -> new NativePanicException(binding.lastPanic());
            case Packed.E_UNSUPPORTED -> Bindings.missing(binding, "binding " + binding.name());
            default -> new IllegalStateException("binding " + binding.name() + ": " + unexpectedStatus(error));
        };
    }

    /**
     * Returns the message for an error number that native code must not return.
     *
     * @param status a constant of {@link Packed}, or another number
     * @return the message, with the number and its name in {@code unitstr.h}
     */
    public static String unexpectedStatus(long status) {
        String text = "unexpected native status " + status;
        return status < 0 && status >= -ERRORS.size() ? text + " (" + ERRORS.get((int) -status - 1) + ")" : text;
    }
}
