package dev.unitstr.tvm;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.MalformedTextException;
import dev.unitstr.Surrogates;
import dev.unitstr.Ucs4String;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A value, as it can be read: a number, text, a container, or an object that only can be passed on.
 *
 * <table class="striped">
 * <caption>What passes for what: a string is never a number</caption>
 * <thead><tr><th></th><th>{@code asLong}</th><th>{@code asDouble}</th><th>{@code asBoolean}</th><th>{@code asHandle}</th>
 * </tr></thead>
 * <tbody>
 * <tr><td>int</td><td>itself</td><td>nearest</td><td>is not 0</td><td></td></tr>
 * <tr><td>float</td><td></td><td>itself</td><td></td><td></td></tr>
 * <tr><td>bool</td><td>0 or 1</td><td>0 or 1</td><td>itself</td><td></td></tr>
 * <tr><td>handle</td><td></td><td></td><td></td><td>itself</td></tr>
 * </tbody>
 * </table>
 *
 * <p>A box of RFC 97, an object that holds one of these, passes for what it holds. All else is a
 * {@link ValueFormatException} with the code {@code KIND}.
 *
 * <p><b>Hostile bytes.</b> Each call reads the slot once and decides by that copy. A length that is more than the slot
 * has, an object that is not what its slot says, or memory that may not be read end in a {@link ValueFormatException},
 * never outside of the memory. That, {@link IllegalStateException} for closed memory, and what a thread may not access,
 * are common to all methods.
 *
 * <p>Not to be implemented by others.
 *
 * @since 0.1.0
 */
public interface Value {
    /**
     * What it is.
     *
     * @return the kind; of an object that the slot does not name the kind that its header says
     * @throws ValueFormatException if the slot, or the header of its object, is bad
     */
    ValueKind kind();

    /**
     * Whether it is null.
     *
     * @return true of null
     */
    default boolean isNull() {
        return kind() == ValueKind.NULL;
    }

    /**
     * A whole number: of an int or a bool.
     *
     * @return the number
     * @throws ValueFormatException of all else
     */
    long asLong();

    /**
     * A number: of a float, an int (rounded to the nearest, beyond 2<sup>53</sup>) or a bool.
     *
     * @return the number
     * @throws ValueFormatException of all else
     */
    double asDouble();

    /**
     * A truth value: of a bool, or whether an int is not 0.
     *
     * @return the truth
     * @throws ValueFormatException of all else
     */
    boolean asBoolean();

    /**
     * An address that means nothing here: of a handle.
     *
     * @return the address
     * @throws ValueFormatException of all else
     */
    long asHandle();

    /**
     * A data type.
     *
     * @return the type
     * @throws ValueFormatException of all else
     */
    DataType asDataType();

    /**
     * A device.
     *
     * @return the device
     * @throws ValueFormatException of all else
     */
    Device asDevice();

    /**
     * {@link #asString(MalformedPolicy)} with {@link MalformedPolicy#REPLACE}.
     *
     * @return the text
     * @throws ValueFormatException if it is no text
     */
    default String asString() {
        return asString(MalformedPolicy.REPLACE);
    }

    /**
     * The text of a string, a UCS-4 string, or a binary, which is taken for UTF-8. NULs are text.
     *
     * @param policy what to do about malformed text: nobody has checked it before; surrogates are malformed
     * @return the text
     * @throws NullPointerException if {@code policy} is null
     * @throws ValueFormatException if it is no text
     * @throws MalformedTextException if the text is malformed and {@code policy} is {@link MalformedPolicy#REPORT}
     */
    String asString(MalformedPolicy policy);

    /**
     * The bytes of a string or a binary, or of a UCS-4 string, 4 for each code point, as they are.
     *
     * @return a new array
     * @throws ValueFormatException if it is no text
     */
    byte[] asBytes();

    /**
     * How long a text is. No byte of it is touched, except of a C string, which has to be searched for its end.
     *
     * @return bytes
     * @throws ValueFormatException if it is no text
     */
    int byteLength();

    /**
     * The bytes of a text where they are, not to be written: nothing is copied. Text in a slot changes with the slot.
     *
     * @return a read-only buffer, from its position 0 to its limit
     * @throws ValueFormatException if it is no text
     * @throws UnsupportedOperationException if the text is at an address, which only memory segments can show: on Java 22
     *     and later, {@code dev.unitstr.ffm.values.SegmentValues.stringSegment}; or in a segment over an array that is not
     *     of bytes
     */
    ByteBuffer stringBuffer();

    /**
     * The code points of a text, copied. A binary is taken for UTF-8.
     *
     * @param policy what to do about malformed text
     * @param surrogates whether surrogates are malformed
     * @return the text
     * @throws NullPointerException if an argument is null
     * @throws ValueFormatException if it is no text
     * @throws MalformedTextException if the text is malformed and {@code policy} is {@link MalformedPolicy#REPORT}
     */
    Ucs4String asUcs4(MalformedPolicy policy, Surrogates surrogates);

    /**
     * {@link #asUcs4(MalformedPolicy, Surrogates)} with {@link MalformedPolicy#REPLACE} and
     * {@link Surrogates#MALFORMED}.
     *
     * @return the text
     * @throws ValueFormatException if it is no text
     */
    default Ucs4String asUcs4() {
        return asUcs4(MalformedPolicy.REPLACE, Surrogates.MALFORMED);
    }

    /**
     * The elements of an array or a list of TVM_FFI, or of a list of RFC97, read where they are.
     *
     * @return the elements
     * @throws ValueFormatException of all else, or if its numbers contradict each other
     */
    ListValue asList();

    /**
     * The pairs of a map or a dict, read where they are. TVM_FFI only.
     *
     * @return the pairs
     * @throws ValueFormatException of all else, or if its numbers contradict each other
     */
    MapValue asMap();

    /**
     * What an error says. TVM_FFI only.
     *
     * @return kind, message and backtrace, malformed text replaced
     * @throws ValueFormatException of all else
     */
    ValueError asError();

    /**
     * A function, to be called or passed on. It gets a reference of its own: it lives on when this value is closed, or when
     * the call ends that this is an argument of. TVM_FFI only.
     *
     * @return the function
     * @throws ValueFormatException of all else
     * @throws UnsupportedOperationException if the value does not come from a {@link TvmRuntime}, as a result or an
     *     argument or an element of one
     */
    TvmFunction asFunction();

    /**
     * {@link #toJava(ValueLimits)} with {@link ValueLimits#DEFAULT}.
     *
     * @return the copy
     */
    default @Nullable Object toJava() {
        return toJava(ValueLimits.DEFAULT);
    }

    /**
     * Copies the value with all that it holds.
     *
     * <p>Null becomes {@code null}, an int {@link Long}, a float {@link Double}, a bool {@link Boolean}, text
     * {@link String} with malformed text replaced, a binary {@code byte[]}, a handle {@link Long}, an array or a list an
     * unmodifiable {@link java.util.List}, a map or a dict an unmodifiable {@link java.util.Map} in the order of
     * insertion, the others {@link DataType}, {@link Device}, {@link ValueError}, and this {@link Value} itself if
     * it can only be passed on.
     *
     * @param limits how much may be copied
     * @return the copy
     * @throws NullPointerException if {@code limits} is null
     * @throws ValueFormatException with {@code CYCLE} if a container holds itself, with {@code DEPTH} or {@code ELEMENTS}
     *     if there is more than {@code limits} allow
     */
    @Nullable
    Object toJava(ValueLimits limits);
}
