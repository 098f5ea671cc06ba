package dev.unitstr.values;

import dev.unitstr.internal.values.Lists;
import dev.unitstr.tvm.ListValue;
import dev.unitstr.tvm.Value;
import dev.unitstr.tvm.ValueFormatException;
import org.jspecify.annotations.Nullable;

/**
 * The universal list of RFC 97: any value in any place, for eight bytes where it is a common one.
 *
 * <pre>{@code
 * Rfc97List list = Rfc97List.create();
 * list.add("a");
 * list.add(7L);
 * list.add("more than sixteen bytes of text");
 * System.out.println(list.get(2).asString());
 * System.out.println(list.usage().items() + " " + list.usage().pool()); // 24 0
 * }</pre>
 *
 * <table class="striped">
 * <caption>What an element takes</caption>
 * <thead><tr><th>element</th><th>bytes in the list</th></tr></thead>
 * <tbody>
 * <tr><td>null, a truth value, an int from -128 to 255, a string of one byte, a UCS-4 string of one code point below
 *     256</td><td>8</td></tr>
 * <tr><td>any other number, handle, data type or device; text or binary of at most 16 bytes</td>
 *     <td>8, and 24 in the pool</td></tr>
 * <tr><td>longer text, a list, an object of libtvm_ffi</td><td>8, and the object</td></tr>
 * </tbody>
 * </table>
 *
 * <p><b>What goes in</b> is what {@link Slot#set(Object)} takes, a list, and any {@link Value}: a copy of what it
 * holds or views. Another list goes in as itself, and its changes are seen. So does an object of libtvm_ffi, which is not
 * counted: it can be read as long as it lives. <b>What comes out</b> is a copy, which later changes of the list do not
 * reach; its text, if that is longer than 16 bytes, stays as long as the list's memory.
 *
 * <p><b>Memory.</b> The list is an object of RFC 97 as others read it (131), where addresses are known: native code may
 * read it, but not change it. The memory of slots is used again; that of long texts, and of the list before it grew, stays
 * until all of it goes: with the arena ({@code dev.unitstr.ffm.values.SegmentValues.list}), or when the garbage collector
 * finds that nobody has the list, nor a value of it. Whatever native code wrote into it, a call ends in a value or a
 * {@link ValueFormatException}.
 *
 * <p>One thread at a time. Not to be implemented by others.
 *
 * @since 0.1.0
 */
public interface Rfc97List extends ListValue {
    /**
     * The memory of a list, without that of objects.
     *
     * @param items bytes of its places
     * @param pool bytes of the pool's slots that are in use
     * @param poolInAll bytes of all of the pool's slots, in use or free
     * @since 0.1.0
     */
    record Usage(long items, long pool, long poolInAll) {}

    /**
     * An empty list in memory of its own: native, or Java's where only plain Java is left.
     *
     * @return the list
     */
    static Rfc97List create() {
        return Lists.create(false);
    }

    /**
     * An empty list whose places are slots of 24 bytes, one after the other: the plain way, to compare with. It is no
     * object of RFC 97, and can't be in another list.
     *
     * @return the list
     */
    static Rfc97List createInline() {
        return Lists.create(true);
    }

    /**
     * Appends an element. Lone surrogates in a string become question marks.
     *
     * @param value the element, or null
     * @throws IllegalArgumentException if it is of no class that there is a value for
     * @throws ValueFormatException of a value that can't be copied, such as a tensor, or may not be read
     */
    default void add(@Nullable Object value) {
        add(size(), value);
    }

    /**
     * Puts an element before another one, or at the end.
     *
     * @param index of the other one, or {@link #size()}
     * @param value the element, as of {@link #add(Object)}
     * @throws IndexOutOfBoundsException if {@code index < 0} or {@code index > size()}
     */
    void add(int index, @Nullable Object value);

    /**
     * Replaces an element.
     *
     * @param index which
     * @param value the new one, as of {@link #add(Object)}
     * @throws IndexOutOfBoundsException if {@code index < 0} or {@code index >= size()}
     */
    void set(int index, @Nullable Object value);

    /**
     * Takes an element out.
     *
     * @param index which
     * @return it
     * @throws IndexOutOfBoundsException if {@code index < 0} or {@code index >= size()}
     */
    Value remove(int index);

    /**
     * Drops the elements from a place on; if there is none, nothing.
     *
     * @param size how many to keep, at most
     * @throws IllegalArgumentException if {@code size < 0}
     */
    void truncate(int size);

    /** Drops all elements. */
    default void clear() {
        truncate(0);
    }

    /**
     * Sorts: null, truth values, numbers by size and NaN above them, text by code points, binaries by bytes, all else as
     * it was. Elements that are equal keep their order.
     *
     * <p>Cost: a copy of each text.
     */
    void sort();

    /**
     * How much memory it has, without that of objects.
     *
     * @return bytes
     */
    Usage usage();

    /**
     * The list as a value, to be copied with {@link Value#toJava()} or put into another list.
     *
     * @return the value
     * @throws UnsupportedOperationException of {@link #createInline}
     */
    Value asValue();

    /**
     * Where the list object is, for native code.
     *
     * @return its address
     * @throws UnsupportedOperationException of {@link #createInline}, and where only plain Java is left
     */
    long address();
}
