package dev.unitstr.tvm;

import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/**
 * A view of the pairs of a libtvm_ffi map or dict ({@code ffi.Map}, {@code ffi.Dict}), in insertion order. Pairs are
 * read in place.
 *
 * <p>Every call reads the current size and data address from the object. A dict may change while this view is in use:
 * {@link #size()} and {@code get} see the change, and an iterator created before the change throws
 * {@link java.util.ConcurrentModificationException}.
 *
 * <p>A value remains readable after the dict has dropped it, because it holds a reference: until the value that the
 * dict was read from is closed, or until the call whose argument it is returns. This applies only where that lifetime
 * is known; with {@link dev.unitstr.values.ValueMemory#live()} the owner of the dict must keep the values alive. A dict
 * must not be changed by one thread while another thread reads it.
 *
 * <p>An iteration returns exactly as many pairs as the map's size states. If a link between pairs is invalid, or there
 * are fewer or more pairs than that, the iterator throws {@link ValueFormatException} with {@code BROKEN}.
 *
 * <p><b>Key lookup</b> uses the map's own hash table in place; its cost does not depend on the number of pairs. Maps of
 * at most four pairs are searched linearly. A lookup encodes and copies nothing. If a chain of equal hashes does not
 * end, the lookup throws {@link ValueFormatException} with {@code BROKEN}. A string key never equals a binary key, and
 * an int key never equals a bool or a float key.
 *
 * <p>This interface is not intended to be implemented by user code.
 *
 * @since 0.1.0
 */
public interface MapValue extends Iterable<MapValue.Pair> {
    /**
     * A key and its value.
     *
     * @param key the key
     * @param value the value
     */
    record Pair(Value key, Value value) {}

    /**
     * Returns the number of pairs.
     *
     * @return the number of pairs
     */
    int size();

    /**
     * Returns the value of a string key.
     *
     * @param key the key; compared by its UTF-8 bytes, whether the map stores the key in a slot or in an object. A key
     *     with a lone surrogate is never found
     * @return the value, or null if there is no such key
     * @throws NullPointerException if {@code key} is null
     * @throws ValueFormatException if the part of the map that the lookup reads is broken
     */
    @Nullable
    Value get(String key);

    /**
     * Returns the value of a binary key.
     *
     * @param key the bytes of the key
     * @return the value, or null if there is no such key
     * @throws NullPointerException if {@code key} is null
     * @throws ValueFormatException if the part of the map that the lookup reads is broken
     */
    @Nullable
    Value get(byte[] key);

    /**
     * Returns the value of an int key.
     *
     * @param key the key
     * @return the value, or null if there is no such key
     * @throws ValueFormatException if the part of the map that the lookup reads is broken
     */
    @Nullable
    Value get(long key);

    /**
     * Returns the value of a key that must be present. Equivalent to {@link #get(String)}, but throws instead of
     * returning null.
     *
     * @param key the key
     * @return the value
     * @throws NullPointerException if {@code key} is null
     * @throws NoSuchElementException if there is no such key; the message names it
     * @throws ValueFormatException if the part of the map that the lookup reads is broken
     */
    default Value require(String key) {
        Value value = get(key);
        if (value == null) {
            throw new NoSuchElementException("no key \"" + key + "\" in a map of " + size() + " pairs");
        }
        return value;
    }

    /**
     * Returns the value of a key that must be present. Equivalent to {@link #get(long)}, but throws instead of
     * returning null.
     *
     * @param key the key
     * @return the value
     * @throws NoSuchElementException if there is no such key; the message names it
     * @throws ValueFormatException if the part of the map that the lookup reads is broken
     */
    default Value require(long key) {
        Value value = get(key);
        if (value == null) {
            throw new NoSuchElementException("no key " + key + " in a map of " + size() + " pairs");
        }
        return value;
    }
}
