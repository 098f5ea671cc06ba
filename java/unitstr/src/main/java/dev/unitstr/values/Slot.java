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
 * Slot slot = Dialect.RFC97.slot(1);    // RFC 97's AnyPad<1>: room for 16 bytes
 * slot.set("\u6f22\u5b57\u8a00\u8449");
 * System.out.println(slot.byteLength()); // 12
 * slot.set(1.5);
 * System.out.println(slot.kind());       // float
 * }</pre>
 *
 * <p><b>Writing</b> replaces all bytes of the slot: what has no meaning becomes zero. It frees nothing: a slot that
 * {@link #ownsMemory() owns memory} is to be released by the library that it belongs to first. Text that does not fit
 * into the slot becomes an object in the slots' arena, if they have one ({@code SegmentValues}); else it is a
 * {@link ValueFormatException} with {@code TOO_LONG}. If anything is wrong, nothing is written.
 *
 * <p><b>Boxing</b> ({@link #set(Object)}): {@link Byte}, {@link Short}, {@link Integer}, {@link Long} become an int;
 * {@link Float}, {@link Double} a float; {@link Boolean} a bool; {@link Character} and {@link CharSequence} a string;
 * {@code byte[]} a binary.
 *
 * <p>No method is atomic. A slot may be used from any thread that may access its memory, one at a time. Not to be
 * implemented by others.
 *
 * @since 0.1.0
 */
public interface Slot extends Value {
    /**
     * The format of this slot and of what it refers to.
     *
     * @return the format
     */
    Dialect dialect();

    /**
     * The size of the slot.
     *
     * @return bytes
     */
    int slotBytes();

    /**
     * How long a text in the slot may be.
     *
     * @return bytes
     */
    int inlineBytes();

    /**
     * The type code, whatever the rest of the slot is.
     *
     * @return the number
     */
    int code();

    /**
     * Whether the slot refers to something that somebody else owns: a slot that is kept must not hold it.
     *
     * @return true of borrowed strings, byte arrays, objects to be taken and wider slots
     */
    boolean isView();

    /**
     * Whether the slot owns memory outside of it: then a copy of its bits is no copy of the value, and writing over it
     * leaks.
     *
     * @return true of counted objects and private buffers
     */
    boolean ownsMemory();

    /**
     * The address of a counted object.
     *
     * @return where the object is
     * @throws ValueFormatException if the slot refers to none
     */
    long objectAddress();

    /**
     * The type of a counted object, as its header says.
     *
     * @return the type code
     * @throws ValueFormatException if the slot refers to none, or to one of another type than it says
     */
    int objectCode();

    /**
     * A copy of the slot, bit for bit: for codes that are not known, to be passed on.
     *
     * @return as many bytes as the slot has
     */
    byte[] bits();

    /**
     * Writes a slot bit for bit. What it refers to is neither counted nor freed.
     *
     * @param bits a slot, as {@link #bits()} says
     * @throws NullPointerException if {@code bits} is null
     * @throws ValueFormatException if these are not as many bytes as the slot has, or they are no slot
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
     * Writes a bool; in MATX the int 0 or 1.
     *
     * @param value the truth
     */
    void set(boolean value);

    /**
     * Writes a string of one char.
     *
     * @param text the char; a surrogate becomes a question mark, as in {@code getBytes}
     */
    default void set(char text) {
        set(String.valueOf(text));
    }

    /**
     * Writes a string, in UTF-8.
     *
     * @param text the text
     * @param policy what to do about lone surrogates
     * @throws NullPointerException if an argument is null
     * @throws ValueFormatException if it does not fit, and there is no memory for an object
     * @throws MalformedTextException if the text has a lone surrogate and {@code policy} is
     *     {@link MalformedPolicy#REPORT}
     */
    void set(CharSequence text, MalformedPolicy policy);

    /**
     * Writes a string whose UTF-8 is there already; nobody checks it.
     *
     * @param utf8 the bytes
     * @throws NullPointerException if {@code utf8} is null
     * @throws ValueFormatException if it does not fit, and there is no memory for an object
     */
    void setUtf8(byte[] utf8);

    /**
     * Writes what an object of Java's becomes: see above. Also
     *
     * <ul>
     *   <li>{@code null} becomes null; lone surrogates in text become question marks;
     *   <li>a {@link Ucs4String} becomes a UCS-4 string of the same units, which TVM_FFI does not have;
     *   <li>{@code byte[]} becomes a string in MATX, which has no binaries;
     *   <li>{@link DataType} and {@link Device} become what they say;
     *   <li>a {@link Rfc97List} becomes its address, in RFC97 only; the list has to live as long as the slot is used;
     *   <li>an {@link Value} of any dialect is copied: numbers, text and binaries, wherever they lie. Views of text
     *       become text of the slot's own, a box becomes what it holds. A counted object, a tensor and an object to be
     *       taken are refused, as nobody would keep them alive: {@link #setObject} writes their address.
     * </ul>
     *
     * @param value the object, or null
     * @throws IllegalArgumentException if there is no value for an object of its class
     * @throws ValueFormatException with {@code TOO_LONG} if it does not fit, and there is no memory for an object; with
     *     {@code NOT_HERE} if the dialect has no such value, or it can't be copied; or if {@code value} is an
     *     {@link Value} that may not be read
     */
    void set(@Nullable Object value);

    /**
     * The value as a counted object, which RFC 97 calls boxing. The slot stays as it is.
     *
     * <p>A slot that refers to an object says its address. Otherwise a new object is made in the slots' arena, which lives
     * as long as the arena and is never freed by counting: in RFC97 of an int (64), a float (65), a bool (66), a handle
     * (67), a string (128), a UCS-4 string (129) or a binary (130); in TVM_FFI of a string (65) or a binary (66).
     *
     * @return the address of the object
     * @throws ValueFormatException with {@code NOT_HERE} if the dialect has no object for the value, or the slots are in no
     *     arena ({@code dev.unitstr.ffm.values.SegmentValues.allocate})
     */
    long asObject();

    /**
     * Writes an address that means nothing here.
     *
     * @param address any number
     */
    void setHandle(long address);

    /**
     * Writes a borrowed C string. RFC97 and TVM_FFI have it.
     *
     * @param address where it starts: it ends before the first zero byte, and has to live as long as the slot is used
     * @throws ValueFormatException in MATX
     */
    void setCString(long address);

    /**
     * Writes a borrowed byte array.
     *
     * @param address of a pair {@code {u8* data, u64 size}}, which has to live as long as the slot is used
     */
    void setByteArray(long address);

    /**
     * Writes a counted object, of the same library as the slot. Nothing is counted.
     *
     * @param code its type; of RFC 97, the sections static and dynamic are written as -13
     * @param address where it is
     * @throws ValueFormatException if no object has such a type
     */
    void setObject(int code, long address);

    /**
     * Writes a view of a wider slot. RFC97 only.
     *
     * @param address where that slot is; it has to live as long as this one is used
     * @param inlineBytes how long a text in it may be: a multiple of 8 up to 128
     * @throws ValueFormatException if there is no such slot, or not in this dialect
     */
    void setWide(long address, int inlineBytes);

    /**
     * Writes null with the hint that all of the slot may be used for text. RFC97 only.
     *
     * @throws ValueFormatException in the other dialects: there, such a slot would not be null
     */
    void offer();

    /**
     * How much text a callee may write into this slot, by the hint of null. RFC97 only.
     *
     * @return bytes: 8, or a multiple of 8 up to 128
     * @throws ValueFormatException if the slot is not null, or in the other dialects
     */
    int offered();
}
