package dev.unitstr.tvm;

import java.util.Map;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/**
 * A libtvm_ffi map or dict ({@code ffi.Map}, {@code ffi.Dict}) as a {@link Map} in insertion order, whose pairs are read
 * in place.
 *
 * <pre>{@code
 * MapValue person = tree.asMap();
 * String name = person.require("name").asString();
 * Value age = person.get("age"); // null if there is no such key
 * person.forEach((key, value) -> System.out.println(key.asString() + ": " + value.kind()));
 * }</pre>
 *
 * <p><b>Keys.</b> {@link #get}, {@link #require}, {@link #containsKey} and {@link #getOrDefault} accept a key as a
 * {@link Value}, or as the Java object that it would be written from: a string as {@link String}, an int as
 * {@link Integer} or {@link Long}, a binary as {@code byte[]}, null as {@code null}. Keys are compared as
 * {@link Value} says: a string never equals a binary, and an int never equals a bool or a float. A text with a lone
 * surrogate is never found. A lookup of a string, a binary or an int uses the map's own hash table in place; its cost
 * does not depend on the number of pairs. Lookups of other keys, {@link #containsValue}, {@link #equals} and
 * {@link #hashCode} read all pairs. Neither keys nor values are Java's {@code null}: a null of the library is a
 * {@link Value} with the kind {@link ValueKind#NULL}.
 *
 * <p><b>Changes.</b> This map cannot be modified: methods that would do so throw
 * {@link UnsupportedOperationException}. Native code may change an {@code ffi.Dict}: call {@code ffi.DictSetItem} or
 * {@code ffi.DictErase} to do that from Java. Every call reads the current size and data address from the object, so
 * {@link #size()} and {@link #get} see the change, and an iterator created before the change throws
 * {@link java.util.ConcurrentModificationException}. A dict must not be changed by one thread while another thread
 * reads it.
 *
 * <p><b>Lifetime.</b> A value remains readable after the dict has dropped it, because it holds a reference: until the
 * value that the dict was read from is closed, or until the call whose argument it is returns. Then every method throws
 * {@link IllegalStateException}. This applies only where that lifetime is known; with
 * {@link dev.unitstr.values.ValueMemory#live()} the owner of the dict must keep the values alive.
 *
 * <p><b>Malformed maps.</b> An iteration returns exactly as many pairs as the map's size states. If a link between pairs
 * is invalid, there are fewer or more pairs than that, or a chain of equal hashes does not end, the iterator or the
 * lookup throws {@link ValueFormatException} with {@code BROKEN}.
 *
 * <p>This interface is not intended to be implemented by user code.
 *
 * @since 0.1.0
 */
public interface MapValue extends Map<Value, Value> {
    /**
     * Returns the value of a key that must be present. Equivalent to {@link #get}, but throws instead of returning null.
     *
     * @param key the key, as described above
     * @return the value
     * @throws NoSuchElementException if there is no such key; the message names it
     * @throws ValueFormatException if the part of the map that the lookup reads is broken
     */
    default Value require(@Nullable Object key) {
        Value value = get(key);
        if (value == null) {
            String shown = key instanceof CharSequence ? "\"" + key + "\"" : String.valueOf(key);
            throw new NoSuchElementException("no key " + shown + " in a map of " + size() + " pairs");
        }
        return value;
    }
}
