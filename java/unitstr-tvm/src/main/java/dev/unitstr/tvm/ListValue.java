package dev.unitstr.tvm;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.MalformedTextException;
import java.util.List;

/**
 * A libtvm_ffi array or list ({@code ffi.Array}, {@code ffi.List}), or an RFC 97 list
 * ({@link dev.unitstr.values.Rfc97List}), as a {@link List} whose elements are read in place.
 *
 * <pre>{@code
 * ListValue names = tree.asMap().require("names").asList();
 * String first = names.get(0).asString();
 * boolean isThere = names.contains("Ada");
 * long texts = names.stream().filter(name -> name.kind().isText()).count();
 * String[] all = names.toStrings(); // all at once: far less for each
 * }</pre>
 *
 * <p><b>Elements</b> are never Java's {@code null}: a null of the library is a {@link Value} with the kind
 * {@link ValueKind#NULL}. {@link #get} costs the same for every index, and each call makes a new {@link Value}. Values
 * are compared as {@link Value} says. {@link #contains}, {@link #indexOf} and {@link #lastIndexOf} also accept the Java
 * object that an element would be written from ({@code contains("Ada")}, {@code contains(7)}, {@code contains(null)}).
 * These, {@link #equals} and {@link #hashCode} read all elements.
 *
 * <p><b>Changes.</b> This list cannot be modified: methods that would do so throw
 * {@link UnsupportedOperationException}. Native code may change an {@code ffi.List}: call {@code ffi.ListAppend} or
 * {@code ffi.ListSetItem} to do that from Java. Every call reads the current size and data address from the object, so
 * {@link #size()} and {@link #get} see the change, and an iterator or a stream throws
 * {@link java.util.ConcurrentModificationException} if the size differs from the size it started with. A list must not
 * be changed by one thread while another thread reads it.
 *
 * <p><b>Lifetime.</b> An element remains readable after the list has dropped it, because it holds a reference: until
 * the value that the list was read from is closed, or until the call whose argument it is returns. Then every method
 * throws {@link IllegalStateException}. This applies only where that lifetime is known; with
 * {@link dev.unitstr.values.ValueMemory#live()} the owner of the list must keep the elements alive. Every method may
 * also throw {@link ValueFormatException} if the list or an element may not be read.
 *
 * <p>This interface is not intended to be implemented by user code.
 *
 * @since 0.1.0
 */
public interface ListValue extends List<Value> {
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
