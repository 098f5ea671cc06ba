package dev.unitstr.tvm;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.MalformedTextException;
import dev.unitstr.Surrogates;
import dev.unitstr.Ucs4String;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A value that can be read: a number, text, a container, a tensor, or an object that can only be passed on. It
 * corresponds to {@code AnyView} in TVM and RFC 97; {@link OwnedValue}, which the caller must close, corresponds to
 * {@code Any}.
 *
 * <pre>{@code
 * Value tree = runtime.function("ffi.json.Parse").call("{\"names\": [\"Ada\", \"Grace\"], \"year\": 1952}");
 * long year = tree.asMap().require("year").asLong();
 * for (Value name : tree.asMap().require("names").asList()) {
 *     System.out.println(name.asString());
 * }
 * }</pre>
 *
 * <table class="striped">
 * <caption>Numeric conversions by kind; an empty cell throws, and a string never converts to a number</caption>
 * <thead><tr><th></th><th>{@code asLong}</th>
 * <th>{@code asDouble}</th><th>{@code asBoolean}</th><th>{@code asHandle}</th>
 * </tr></thead>
 * <tbody>
 * <tr><td>int</td><td>itself</td><td>nearest</td><td>is not 0</td><td></td></tr>
 * <tr><td>float</td><td></td><td>itself</td><td></td><td></td></tr>
 * <tr><td>bool</td><td>0 or 1</td><td>0 or 1</td><td>itself</td><td></td></tr>
 * <tr><td>handle</td><td></td><td></td><td></td><td>itself</td></tr>
 * </tbody>
 * </table>
 *
 * <p>An RFC 97 box, an object that holds one of these values, is read as the value it holds. Any other conversion
 * throws {@link ValueFormatException} with the code {@code KIND}.
 *
 * <p><b>Equality.</b> Values are equal as libtvm_ffi's keys are ({@code AnyEqual}): those of the same kind with the same
 * content, wherever it is. Numbers are compared bit by bit, so an int never equals a float; texts and binaries by their
 * bytes, of which {@code equals} and {@code hashCode} copy all; any other object by its address, so two lists are equal
 * values only if they are one object. To compare the elements, compare {@link #asList()}. Both methods throw
 * {@link IllegalStateException} if the value is closed; and the hash code of a {@link dev.unitstr.values.Slot} changes
 * when it is written.
 *
 * <p><b>Malformed data.</b> Each call copies the slot once and uses only that copy. If a length exceeds the slot, an
 * object does not have the type that its slot states, or the memory may not be read, the call throws
 * {@link ValueFormatException}; it never reads outside the permitted memory. All methods may also throw
 * {@link IllegalStateException} if the memory is closed, and the exceptions for memory that the current thread may not
 * access.
 *
 * <p>This interface is not intended to be implemented by user code.
 *
 * @since 0.1.0
 */
public interface Value {
    /**
     * Returns the kind of this value.
     *
     * @return the kind; if the slot does not state the type of its object, the kind that the object's header states
     * @throws ValueFormatException if the slot, or the header of its object, is invalid
     */
    ValueKind kind();

    /**
     * Tests whether this value is null.
     *
     * @return true if this value is null
     */
    default boolean isNull() {
        return kind() == ValueKind.NULL;
    }

    /**
     * Returns the number of an int or a bool.
     *
     * @return the number
     * @throws ValueFormatException if this value is of any other kind
     */
    long asLong();

    /**
     * Returns the number of a float, an int or a bool. An int beyond 2<sup>53</sup> is rounded to the nearest double.
     *
     * @return the number
     * @throws ValueFormatException if this value is of any other kind
     */
    double asDouble();

    /**
     * Returns the value of a bool, or whether an int is not 0.
     *
     * @return the boolean
     * @throws ValueFormatException if this value is of any other kind
     */
    boolean asBoolean();

    /**
     * Returns the address of a handle. The address is opaque: it is not dereferenced.
     *
     * @return the address
     * @throws ValueFormatException if this value is of any other kind
     */
    long asHandle();

    /**
     * Returns the data type.
     *
     * @return the type
     * @throws ValueFormatException if this value is of any other kind
     */
    DataType asDataType();

    /**
     * Returns the device.
     *
     * @return the device
     * @throws ValueFormatException if this value is of any other kind
     */
    Device asDevice();

    /**
     * Returns the text. Equivalent to {@link #asString(MalformedPolicy)} with {@link MalformedPolicy#REPLACE}.
     *
     * @return the text
     * @throws ValueFormatException if this value is not text
     */
    default String asString() {
        return asString(MalformedPolicy.REPLACE);
    }

    /**
     * Returns the text of a string, a UCS-4 string, or a binary, which is decoded as UTF-8. NULs are part of the text.
     *
     * @param policy how malformed text is handled; the text has not been validated before, and surrogates are malformed
     * @return the text
     * @throws NullPointerException if {@code policy} is null
     * @throws ValueFormatException if this value is not text
     * @throws MalformedTextException if the text is malformed and {@code policy} is {@link MalformedPolicy#REPORT}
     */
    String asString(MalformedPolicy policy);

    /**
     * Returns the bytes of a string, a binary or a UCS-4 string (4 bytes per code point), unchanged.
     *
     * @return a new array
     * @throws ValueFormatException if this value is not text
     */
    byte[] asBytes();

    /**
     * Returns the length of a text in bytes. Does not read the text, except for a C string, whose terminator must be
     * found.
     *
     * @return the length in bytes
     * @throws ValueFormatException if this value is not text
     */
    int byteLength();

    /**
     * Returns a read-only view of the bytes of a text; nothing is copied. If the text is in a slot, the view reflects
     * changes of the slot.
     *
     * @return a read-only buffer, from position 0 to its limit
     * @throws ValueFormatException if this value is not text
     * @throws UnsupportedOperationException if the text is at an address, which only a memory segment can view (on Java
     *     22 and later, use {@code dev.unitstr.ffm.values.SegmentValues.stringSegment}), or in a heap segment that is
     *     not backed by a byte array
     */
    ByteBuffer stringBuffer();

    /**
     * Returns a copy of the code points of a text. A binary is decoded as UTF-8.
     *
     * @param policy how malformed text is handled
     * @param surrogates whether surrogates are malformed
     * @return the text
     * @throws NullPointerException if an argument is null
     * @throws ValueFormatException if this value is not text
     * @throws MalformedTextException if the text is malformed and {@code policy} is {@link MalformedPolicy#REPORT}
     */
    Ucs4String asUcs4(MalformedPolicy policy, Surrogates surrogates);

    /**
     * Returns a copy of the code points of a text. Equivalent to {@link #asUcs4(MalformedPolicy, Surrogates)} with
     * {@link MalformedPolicy#REPLACE} and {@link Surrogates#MALFORMED}.
     *
     * @return the text
     * @throws ValueFormatException if this value is not text
     */
    default Ucs4String asUcs4() {
        return asUcs4(MalformedPolicy.REPLACE, Surrogates.MALFORMED);
    }

    /**
     * Returns a view of the elements of a TVM_FFI array or list, or of an RFC97 list.
     *
     * @return the elements; a list that cannot be modified, of which each call reads the present content
     * @throws ValueFormatException if this value is of any other kind, or if the container's fields contradict each
     *     other
     */
    ListValue asList();

    /**
     * Returns a view of the pairs of a map or a dict. TVM_FFI only.
     *
     * @return the pairs; a map that cannot be modified, of which each call reads the present content
     * @throws ValueFormatException if this value is of any other kind, or if the container's fields contradict each
     *     other
     */
    MapValue asMap();

    /**
     * Returns the tensor, counted or borrowed.
     *
     * @return the tensor, with its present shape
     * @throws ValueFormatException if this value is of any other kind, or with {@code BROKEN} if its fields contradict
     *     each other
     */
    TensorValue asTensor();

    /**
     * Returns the content of an error value. TVM_FFI only.
     *
     * @return kind, message and backtrace; malformed text is replaced
     * @throws ValueFormatException if this value is of any other kind
     */
    ValueError asError();

    /**
     * Returns the function, to be called or passed on. The function has its own reference: it remains valid when this
     * value is closed, or when the call whose argument this value is returns. TVM_FFI only.
     *
     * @return the function
     * @throws ValueFormatException if this value is of any other kind
     * @throws UnsupportedOperationException if this value was not obtained from a {@link TvmRuntime} as a result, an
     *     argument, or an element of one of these
     */
    TvmFunction asFunction();

    /**
     * Returns the module, whose functions can be looked up. The module has its own reference: it remains valid when this
     * value is closed, or when the call whose argument this value is returns. Its functions cannot be listed, because its
     * file is not known. TVM_FFI only.
     *
     * @return the module
     * @throws ValueFormatException if this value is of any other kind
     * @throws UnsupportedOperationException if this value was not obtained from a {@link TvmRuntime} as a result, an
     *     argument, or an element of one of these
     */
    TvmModule asModule();

    /**
     * Copies this value to Java objects. Equivalent to {@link #toJava(ValueLimits)} with {@link ValueLimits#DEFAULT}.
     *
     * @return the copy
     */
    default @Nullable Object toJava() {
        return toJava(ValueLimits.DEFAULT);
    }

    /**
     * Copies this value, including all elements of containers, to Java objects.
     *
     * <p>Null becomes {@code null}, an int or a handle {@link Long}, a float {@link Double}, a bool {@link Boolean},
     * text {@link String} with malformed text replaced, and a binary {@code byte[]}. An array or a list becomes an
     * unmodifiable {@link java.util.List}; a map or a dict an unmodifiable {@link java.util.Map} in insertion order. A
     * data type, a device and an error become {@link DataType}, {@link Device} and {@link ValueError}. A value that can
     * only be passed on becomes this {@link Value} itself.
     *
     * @param limits the limits of the copy
     * @return the copy
     * @throws NullPointerException if {@code limits} is null
     * @throws ValueFormatException with {@code CYCLE} if a container contains itself; with {@code DEPTH} or
     *     {@code ELEMENTS} if the value exceeds {@code limits}
     */
    @Nullable
    Object toJava(ValueLimits limits);
}
