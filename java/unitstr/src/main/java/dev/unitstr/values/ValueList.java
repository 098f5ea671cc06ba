package dev.unitstr.values;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.MalformedTextException;

/**
 * The elements of an array or a list of libtvm_ffi, or of a list of RFC 97 ({@link UList}), read where they are.
 *
 * <pre>{@code
 * for (AnyValue element : value.asList()) {
 *     System.out.println(element.kind());
 * }
 * String[] all = value.asList().toStrings(); // all at once: far less for each
 * }</pre>
 *
 * <p>How many there are, and where, is read once, when this object is made. A list that another thread changes meanwhile
 * has the elements that were there, or others, but never more of them; while it is alive, that is: who owns the list
 * sees to that.
 *
 * <p>Not to be implemented by others.
 *
 * @since 0.1.0
 */
public interface ValueList extends Iterable<AnyValue> {
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
     * @return a copy of its slot, which may refer to what only the list keeps alive
     * @throws IndexOutOfBoundsException if {@code index < 0} or {@code index >= size()}
     * @throws ValueFormatException if the slot may not be read
     */
    AnyValue get(int index);

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
     * @throws MalformedTextException if a text is malformed and {@code policy} is {@link MalformedPolicy#REPORT}; it says
     *     which
     */
    String[] toStrings(MalformedPolicy policy);
}
