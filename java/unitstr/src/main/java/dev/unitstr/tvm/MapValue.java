package dev.unitstr.tvm;

import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/**
 * The pairs of a map or a dict of libtvm_ffi, read where they are, in the order of insertion.
 *
 * <p>Every call reads from the object how many pairs there are now, and where. A dict may be changed while this object is
 * in use: {@link #size()} and {@code get} see the change, and an iterator made before it throws
 * {@link java.util.ConcurrentModificationException}. A value that was taken out of a dict can be read after the dict has
 * dropped it, until the value that the dict was read from is closed, or the call whose argument it is has returned: a
 * reference keeps it alive. That requires a lifetime that is known: through {@link dev.unitstr.values.ValueMemory#live()} whoever owns the dict
 * keeps the values alive. No dict may be changed by one thread while another one reads it.
 *
 * <p>Iteration ends after as many pairs as the map says it has, whatever the links between them say: a link that leads
 * nowhere, and too few or too many pairs, are a {@link ValueFormatException} with {@code BROKEN}.
 *
 * <p><b>Keys</b> are looked up by their hash where they are, in a time that does not depend on the number of pairs; maps of
 * at most four pairs are searched. Nothing is encoded or copied for that, and a chain of equal hashes that does not end is
 * {@code BROKEN}. A key of the kind string never equals a binary, nor an int a bool or a float.
 *
 * <p>Not to be implemented by others.
 *
 * @since 0.1.0
 */
public interface MapValue extends Iterable<MapValue.Pair> {
    /**
     * A key with its value.
     *
     * @param key the key
     * @param value the value
     */
    record Pair(Value key, Value value) {}

    /**
     * How many pairs there are.
     *
     * @return how many
     */
    int size();

    /**
     * The value of a key that is a string.
     *
     * @param key the key; its UTF-8 is compared, whether the map's key is in a slot or an object. A key with a lone surrogate
     *     is in no map
     * @return the value, or null if there is no such key
     * @throws NullPointerException if {@code key} is null
     * @throws ValueFormatException if the map is broken where the key should be
     */
    @Nullable
    Value get(String key);

    /**
     * The value of a key that is a binary.
     *
     * @param key the bytes
     * @return the value, or null if there is no such key
     * @throws NullPointerException if {@code key} is null
     * @throws ValueFormatException if the map is broken where the key should be
     */
    @Nullable
    Value get(byte[] key);

    /**
     * The value of a key that is an int.
     *
     * @param key the number
     * @return the value, or null if there is no such key
     * @throws ValueFormatException if the map is broken where the key should be
     */
    @Nullable
    Value get(long key);

    /**
     * The value of a key that has to be there. Equivalent to {@link #get(String)}, but never null.
     *
     * @param key the key
     * @return the value
     * @throws NullPointerException if {@code key} is null
     * @throws NoSuchElementException if there is no such key; the message names it
     * @throws ValueFormatException if the map is broken where the key should be
     */
    default Value require(String key) {
        Value value = get(key);
        if (value == null) {
            throw new NoSuchElementException("no key \"" + key + "\" in a map of " + size() + " pairs");
        }
        return value;
    }

    /**
     * The value of a key that has to be there. Equivalent to {@link #get(long)}, but never null.
     *
     * @param key the key
     * @return the value
     * @throws NoSuchElementException if there is no such key; the message names it
     * @throws ValueFormatException if the map is broken where the key should be
     */
    default Value require(long key) {
        Value value = get(key);
        if (value == null) {
            throw new NoSuchElementException("no key " + key + " in a map of " + size() + " pairs");
        }
        return value;
    }
}
