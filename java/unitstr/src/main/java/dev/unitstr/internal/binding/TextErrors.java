package dev.unitstr.internal.binding;

import dev.unitstr.MalformedTextException;
import dev.unitstr.MalformedTextException.Kind;
import dev.unitstr.NativePanicException;
import dev.unitstr.internal.library.NativeLibrary;
import java.nio.charset.Charset;

/** What a {@link Binding} returned, as an exception. */
public final class TextErrors {
    private TextErrors() {}

    /**
     * For a result of {@link Binding#decode} or {@link Binding#contentEquals} that is not a success.
     *
     * @param binding who returned it
     * @param packed what was returned
     * @param charset what the text was read as
     * @param byteOffset where the piece that was decoded starts, in bytes from the start of the text
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
     * For a result of {@link Binding#encode} or {@link Binding#measure} that is not a success.
     *
     * @param binding who returned it
     * @param packed what was returned
     * @param charset what the text was to be written as
     * @param charIndex where the piece that was encoded starts in the string
     * @param unitsWritten how many code units were written, by this call too
     * @return the exception
     */
    public static RuntimeException encoding(
            Binding binding, long packed, Charset charset, int charIndex, long unitsWritten) {
        int status = Packed.isError(packed) ? Packed.DONE : Packed.status(packed);
        return switch (status) {
            case Packed.MALFORMED, Packed.UNMAPPABLE ->
                MalformedTextException.encoding(
                        charset,
                        status == Packed.MALFORMED ? Kind.MALFORMED : Kind.UNMAPPABLE,
                        charIndex + Packed.read(packed),
                        Packed.bad(packed),
                        unitsWritten);
            default -> unexpected(binding, packed);
        };
    }

    /**
     * For an error, or a result that the contract of {@link Binding} excludes.
     *
     * @param binding who returned it
     * @param packed what was returned
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
            case Packed.E_UNSUPPORTED -> missing(binding, "binding " + binding.name());
            default -> new IllegalStateException("binding " + binding.name() + ": error " + error);
        };
    }

    /**
     * For {@link Packed#E_UNSUPPORTED} where nothing but native code can do the work.
     *
     * @param binding the binding that returned it
     * @param what the operation, for the message
     * @return the exception; its message names the library, or says that one is needed
     */
    public static UnsupportedOperationException missing(Binding binding, String what) {
        return new UnsupportedOperationException(NativeLibrary.opened(binding.name())
                .map(opened -> what + ": not supported by the native library " + opened.file() + ", version "
                        + opened.version())
                .orElse(what + ": not supported by plain Java, needs unitstr's native library and " + Bindings.flag()));
    }
}
