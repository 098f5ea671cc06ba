package dev.unitstr.values;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.MalformedTextException;
import dev.unitstr.Ucs4String;
import dev.unitstr.tvm.DataType;
import dev.unitstr.tvm.Device;
import dev.unitstr.tvm.Value;
import dev.unitstr.tvm.ValueFormatException;
import org.jspecify.annotations.Nullable;

/**
 * One slot, read and written in place.
 *
 * <pre>{@code
 * Slot slot = Dialect.RFC97.slot(1);    // RFC 97's AnyPad<1>: at most 16 bytes
 * slot.set("\u6f22\u5b57\u8a00\u8449");
 * System.out.println(slot.byteLength()); // 12
 * slot.set(1.5);
 * System.out.println(slot.kind());       // float
 * }</pre>
 *
 * <p><b>Writing</b> replaces all bytes of the slot; bytes without a meaning become zero. Writing frees nothing: a slot
 * that {@linkplain #ownsMemory() owns memory} must first be released by its library. Text that does not fit into the
 * slot is stored in an object in the slots' arena, if they have one ({@code SegmentValues}); otherwise the method
 * throws {@link ValueFormatException} with {@code TOO_LONG}. A method that throws has written nothing.
 *
 * <p><b>Conversion</b> ({@link #set(Object)}): {@link Byte}, {@link Short}, {@link Integer} and {@link Long} become an
 * int; {@link Float} and {@link Double} a float; {@link Boolean} a bool; {@link Character} and {@link CharSequence} a
 * string; {@code byte[]} a binary.
 *
 * <p>No method is atomic. A slot may be used from any thread that may access its memory, by one thread at a time.
 *
 * <p>This interface is not intended to be implemented by user code.
 *
 * @since 0.1.0
 */
public interface Slot extends Value {
    /**
     * Returns the format of this slot and of the objects it refers to.
     *
     * @return the format
     */
    Dialect dialect();

    /**
     * Returns the size of this slot.
     *
     * @return the size in bytes
     */
    int slotBytes();

    /**
     * Returns the maximum length of a text that is stored in this slot.
     *
     * @return the length in bytes
     */
    int inlineBytes();

    /**
     * Returns the type code, even if the rest of the slot is invalid.
     *
     * @return the type code
     */
    int code();

    /**
     * Tests whether this slot refers to memory that it does not own. Such a slot must not outlive that memory.
     *
     * @return true for borrowed strings, borrowed byte arrays, movable object references and wider slots
     */
    boolean isView();

    /**
     * Tests whether this slot owns memory outside of itself. Copying the bits of such a slot does not copy the value,
     * and overwriting it leaks memory.
     *
     * @return true for reference-counted objects and private buffers
     */
    boolean ownsMemory();

    /**
     * Returns the address of the reference-counted object that this slot refers to.
     *
     * @return the address of the object
     * @throws ValueFormatException if this slot does not refer to an object
     */
    long objectAddress();

    /**
     * Returns the type of the reference-counted object that this slot refers to, from the object's header.
     *
     * @return the type code
     * @throws ValueFormatException if this slot does not refer to an object, or states a different type than the header
     */
    int objectCode();

    /**
     * Returns a copy of the bits of this slot, for passing on values with unknown type codes.
     *
     * @return a new array of {@link #slotBytes()} bytes
     */
    byte[] bits();

    /**
     * Overwrites this slot with the given bits. References are neither counted nor released.
     *
     * @param bits the content of a slot, as {@link #bits()} returns it
     * @throws NullPointerException if {@code bits} is null
     * @throws ValueFormatException if the length is not {@link #slotBytes()}, or the bits are not a valid slot
     */
    void setBits(byte[] bits);

    /** Writes null. */
    void setNull();

    /**
     * Writes an int.
     *
     * @param value the number
     */
    void set(long value);

    /**
     * Writes a float.
     *
     * @param value the number
     */
    void set(double value);

    /**
     * Writes a bool; in MATX, writes the int 0 or 1.
     *
     * @param value the boolean
     */
    void set(boolean value);

    /**
     * Writes a string of one char.
     *
     * @param text the char; a surrogate becomes a question mark, as in {@link String#getBytes()}
     */
    default void set(char text) {
        set(String.valueOf(text));
    }

    /**
     * Writes a string, encoded in UTF-8.
     *
     * @param text the text
     * @param policy how lone surrogates are handled
     * @throws NullPointerException if an argument is null
     * @throws ValueFormatException if the text does not fit, and no memory for an object is available
     * @throws MalformedTextException if the text has a lone surrogate and {@code policy} is
     *     {@link MalformedPolicy#REPORT}
     */
    void set(CharSequence text, MalformedPolicy policy);

    /**
     * Writes a string that is already encoded in UTF-8. The bytes are not validated.
     *
     * @param utf8 the bytes
     * @throws NullPointerException if {@code utf8} is null
     * @throws ValueFormatException if the bytes do not fit, and no memory for an object is available
     */
    void setUtf8(byte[] utf8);

    /**
     * Writes the value that a Java object converts to. In addition to the conversions above:
     * <ul>
     * <li>{@code null} becomes null; lone surrogates in text become question marks;
     * <li>a {@link Ucs4String} becomes a UCS-4 string of the same units, which TVM_FFI does not support;
     * <li>a {@link java.math.BigInteger} in the range of a long becomes an int;
     * <li>a {@link java.nio.ByteBuffer} becomes a binary: a copy of the bytes between its position and its limit, which do not
     *     change;
     * <li>{@code byte[]} becomes a string in MATX, which has no binaries;
     * <li>{@link DataType} and {@link Device} become a data type and a device;
     * <li>a {@link Rfc97List} becomes its address, in RFC97 only; the list must remain alive as long as the slot is
     *     used;
     * <li>a {@link Value} of any dialect is copied if it is a number, text or a binary, wherever its content is. A view
     *     of text becomes text that the slot owns; a box becomes the value it holds. A reference-counted object, a
     *     tensor and a movable object reference are rejected, because nothing would keep them alive: use
     *     {@link #setObject} to write an address.
     * </ul>
     *
     * @param value the object, or null
     * @throws IllegalArgumentException if the class of {@code value} is not supported, or it is a
     *     {@link java.math.BigInteger} beyond the range of a long
     * @throws ValueFormatException with {@code TOO_LONG} if the value does not fit, and no memory for an object is
     *     available; with {@code NOT_HERE} if the dialect has no such value, or it cannot be copied; or if
     *     {@code value} is a {@link Value} that may not be read
     */
    void set(@Nullable Object value);

    /**
     * Returns the address of a reference-counted object that holds the value: RFC 97's boxing. The slot does not
     * change.
     *
     * <p>If the slot refers to an object, its address is returned. Otherwise, a new object is allocated in the slots'
     * arena. It lives as long as the arena, and reference counting never frees it. RFC97 boxes an int (64), a float
     * (65), a bool (66), a handle (67), a string (128), a UCS-4 string (129) and a binary (130); TVM_FFI boxes a string
     * (65) and a binary (66).
     *
     * @return the address of the object
     * @throws ValueFormatException with {@code NOT_HERE} if the dialect has no object for the value, or the slots were
     *     not allocated in an arena ({@code dev.unitstr.ffm.values.SegmentValues.allocate})
     */
    long asObject();

    /**
     * Writes an opaque address.
     *
     * @param address any number
     */
    void setHandle(long address);

    /**
     * Writes a borrowed C string. RFC97 and TVM_FFI only.
     *
     * @param address the address of the string, which ends before the first zero byte; it must remain valid as long as
     *     the slot is used
     * @throws ValueFormatException in MATX
     */
    void setCString(long address);

    /**
     * Writes a borrowed byte array.
     *
     * @param address the address of a pair {@code {u8* data, u64 size}}, which must remain valid as long as the slot is
     *     used
     */
    void setByteArray(long address);

    /**
     * Writes a reference to a reference-counted object, which must belong to the same library as the slot. The
     * reference count does not change.
     *
     * @param code the type code; in RFC 97, the slot stores -13 for the sections static and dynamic
     * @param address the address of the object
     * @throws ValueFormatException if objects cannot have this type code
     */
    void setObject(int code, long address);

    /**
     * Writes a view of a wider slot. RFC97 only.
     *
     * @param address the address of the wider slot; it must remain valid as long as this slot is used
     * @param inlineBytes the maximum length of a text in the wider slot: a multiple of 8 up to 128
     * @throws ValueFormatException if no slot has this size, or in the other dialects
     */
    void setWide(long address, int inlineBytes);

    /**
     * Writes null with a hint that a callee may use the whole slot for text. RFC97 only.
     *
     * @throws ValueFormatException in the other dialects, where such a slot would not be null
     */
    void offer();

    /**
     * Returns the number of bytes of text that a callee may write into this slot, from the hint of {@link #offer}.
     * RFC97 only.
     *
     * @return 8, or a multiple of 8 up to 128
     * @throws ValueFormatException if the slot is not null, or in the other dialects
     */
    int offered();
}
