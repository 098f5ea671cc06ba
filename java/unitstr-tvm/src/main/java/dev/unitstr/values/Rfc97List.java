package dev.unitstr.values;

import dev.unitstr.internal.values.OwnList;
import dev.unitstr.tvm.Value;
import dev.unitstr.tvm.ValueFormatException;
import org.jspecify.annotations.Nullable;

/**
 * The universal list of RFC 97. It holds values of any kind, and stores common small values in 8 bytes.
 *
 * <pre>{@code
 * Rfc97List list = Rfc97List.create();
 * list.add("a");
 * list.add(7L);
 * list.add("more than sixteen bytes of text");
 * System.out.println(list.get(2).asString());
 * }</pre>
 *
 * <table class="striped">
 * <caption>The memory of an element</caption>
 * <thead><tr><th>element</th><th>bytes in the list</th></tr></thead>
 * <tbody>
 * <tr><td>null, a truth value, an int from -128 to 255, a string of one byte, a UCS-4 string of one code point below
 * 256</td><td>8</td></tr>
 * <tr><td>any other number, handle, data type or device; text or binary of at most 16 bytes</td>
 * <td>8, and 24 in the pool</td></tr>
 * <tr><td>longer text, a list, an object of libtvm_ffi</td><td>8, and the object</td></tr>
 * </tbody>
 * </table>
 *
 * <p><b>Elements</b> may be anything that {@link Slot#set(Object)} accepts, a list, and any {@link Value}, of which the
 * content is copied. Another list is stored by reference, so its later changes are visible. An object of libtvm_ffi is
 * also stored by reference, without incrementing its reference count: it can be read as long as it is alive. Reading an
 * element returns a copy that later changes of the list do not affect; if its text is longer than 16 bytes, the text is
 * valid as long as the list's memory.
 *
 * <p><b>Memory.</b> If the list is in native memory, it is an object of type 131 as RFC 97 defines it: native code may
 * read it but must not change it. The memory of pool slots is reused. The memory of long texts, and of the list before
 * it grew, is freed only with the list: when its arena is closed ({@code dev.unitstr.ffm.values.SegmentValues.list}),
 * or after neither the list nor a value read from it is reachable. If native code has corrupted the list, a call
 * returns a value or throws {@link ValueFormatException}.
 *
 * <p>An iterator throws {@link java.util.ConcurrentModificationException} if the size of the list changes. Not safe for
 * use by several threads at a time.
 *
 * <p>This interface is not intended to be implemented by user code.
 *
 * @since 0.1.0
 */
public interface Rfc97List extends Iterable<Value> {
    /**
     * Creates an empty list in its own memory: native memory, or Java memory if only the plain Java binding is
     * available.
     *
     * @return the list
     */
    static Rfc97List create() {
        return OwnList.create();
    }

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
     * @return a copy of the element
     * @throws IndexOutOfBoundsException if {@code index < 0} or {@code index >= size()}
     * @throws ValueFormatException if native code has corrupted the element
     */
    Value get(int index);

    /**
     * Appends an element. Lone surrogates in a string become question marks.
     *
     * @param value the element, or null
     * @throws IllegalArgumentException if the class of {@code value} is not supported
     * @throws ValueFormatException if {@code value} cannot be copied, such as a tensor, or may not be read
     */
    default void add(@Nullable Object value) {
        add(size(), value);
    }

    /**
     * Inserts an element at the given index.
     *
     * @param index the index of the new element; {@link #size()} to append
     * @param value the element, as in {@link #add(Object)}
     * @throws IndexOutOfBoundsException if {@code index < 0} or {@code index > size()}
     */
    void add(int index, @Nullable Object value);

    /**
     * Replaces an element.
     *
     * @param index the index of the element
     * @param value the new element, as in {@link #add(Object)}
     * @throws IndexOutOfBoundsException if {@code index < 0} or {@code index >= size()}
     */
    void set(int index, @Nullable Object value);

    /**
     * Removes an element and returns it.
     *
     * @param index the index of the element
     * @return the removed element
     * @throws IndexOutOfBoundsException if {@code index < 0} or {@code index >= size()}
     */
    Value remove(int index);

    /**
     * Removes all elements from the given index on. Has no effect if the list is not longer than {@code size}.
     *
     * @param size the maximum number of elements to keep
     * @throws IllegalArgumentException if {@code size < 0}
     */
    void truncate(int size);

    /** Removes all elements. */
    default void clear() {
        truncate(0);
    }

    /**
     * Sorts this list. The order is: null, booleans, numbers by value with NaN last, text by code points, binaries by
     * bytes, and all other values in their previous order. The sort is stable.
     *
     * <p>Cost: copies each text.
     */
    void sort();

    /**
     * Returns this list as a value: to be copied with {@link Value#toJava()}, added to another list, or viewed as a
     * {@link java.util.List} with {@link Value#asList()}.
     *
     * @return the value
     */
    Value asValue();

    /**
     * Returns the address of the list object, for native code.
     *
     * @return the address
     * @throws UnsupportedOperationException if only the plain Java binding is available
     */
    long address();
}
