package dev.unitstr.tvm;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.MalformedTextException;

/**
 * The elements of an array or a list of libtvm_ffi, or of a list of RFC 97 ({@link dev.unitstr.values.Rfc97List}), read where they are.
 *
 * <pre>{@code
 * for (Value element : value.asList()) {
 *     System.out.println(element.kind());
 * }
 * String[] all = value.asList().toStrings(); // all at once: far less for each
 * }</pre>
 *
 * <p>Every call reads from the object how many elements there are now, and where. A list may be changed while this object
 * is in use: {@link #size()} and {@link #get} see the change, and an iterator throws
 * {@link java.util.ConcurrentModificationException} if the size is not the one that it began with. An element that was taken
 * out of a list can be read after the list has dropped it, until the value that the list was read from is closed, or the
 * call whose argument it is has returned: a reference keeps it alive. That requires a lifetime that is known: through
 * {@link dev.unitstr.values.ValueMemory#live()} whoever owns the list keeps the elements alive. No list may be changed by one thread while
 * another one reads it.
 *
 * <p>Not to be implemented by others.
 *
 * @since 0.1.0
 */
public interface ListValue extends Iterable<Value> {
    /**
     * How many elements there are.
     *
     * @return how many
     */
    int size();

    /**
     * An element.
     *
     * @param index which
     * @return a copy of its slot
     * @throws IndexOutOfBoundsException if {@code index < 0} or {@code index >= size()}
     * @throws ValueFormatException if the slot may not be read
     */
    Value get(int index);

    /**
     * {@link #toStrings(MalformedPolicy)} with {@link MalformedPolicy#REPLACE}.
     *
     * @return the texts
     */
    default String[] toStrings() {
        return toStrings(MalformedPolicy.REPLACE);
    }

    /**
     * The texts of all elements. Binaries are taken for UTF-8.
     *
     * @param policy what to do about malformed text
     * @return a new array
     * @throws NullPointerException if {@code policy} is null
     * @throws ValueFormatException if an element is no text, or its text may not be read
     * @throws java.util.ConcurrentModificationException if the size changes meanwhile
     * @throws MalformedTextException if a text is malformed and {@code policy} is {@link MalformedPolicy#REPORT}; it says
     *     which
     */
    String[] toStrings(MalformedPolicy policy);
}
