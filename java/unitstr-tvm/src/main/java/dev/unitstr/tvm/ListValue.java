package dev.unitstr.tvm;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.MalformedTextException;

/**
 * A view of the elements of a libtvm_ffi array or list ({@code ffi.Array}, {@code ffi.List}), or of an RFC 97 list
 * ({@link dev.unitstr.values.Rfc97List}). Elements are read in place.
 *
 * <pre>{@code
 * for (Value element : value.asList()) {
 *     System.out.println(element.kind());
 * }
 * String[] all = value.asList().toStrings(); // all at once: far less for each
 * }</pre>
 *
 * <p>Every call reads the current size and data address from the object. A list may change while this view is in use:
 * {@link #size()} and {@link #get} see the change, and an iterator throws
 * {@link java.util.ConcurrentModificationException} if the size differs from the size it started with.
 *
 * <p>An element remains readable after the list has dropped it, because it holds a reference: until the value that the
 * list was read from is closed, or until the call whose argument it is returns. This applies only where that lifetime
 * is known; with {@link dev.unitstr.values.ValueMemory#live()} the owner of the list must keep the elements alive. A
 * list must not be changed by one thread while another thread reads it.
 *
 * <p>This interface is not intended to be implemented by user code.
 *
 * @since 0.1.0
 */
public interface ListValue extends Iterable<Value> {
    /**
     * Returns the number of elements.
     *
     * @return the number of elements
     */
    int size();

    /**
     * Returns an element.
     *
     * @param index the index of the element
     * @return a copy of the element's slot
     * @throws IndexOutOfBoundsException if {@code index < 0} or {@code index >= size()}
     * @throws ValueFormatException if the slot may not be read
     */
    Value get(int index);

    /**
     * Returns the texts of all elements. Equivalent to {@link #toStrings(MalformedPolicy)} with
     * {@link MalformedPolicy#REPLACE}.
     *
     * @return a new array
     */
    default String[] toStrings() {
        return toStrings(MalformedPolicy.REPLACE);
    }

    /**
     * Returns the texts of all elements. Binaries are decoded as UTF-8.
     *
     * @param policy how malformed text is handled
     * @return a new array
     * @throws NullPointerException if {@code policy} is null
     * @throws ValueFormatException if an element is not text, or its text may not be read
     * @throws java.util.ConcurrentModificationException if the size changes during the call
     * @throws MalformedTextException if a text is malformed and {@code policy} is {@link MalformedPolicy#REPORT}; the
     *     exception names the element
     */
    String[] toStrings(MalformedPolicy policy);
}
