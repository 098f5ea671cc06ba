package dev.unitstr.values;

import org.jspecify.annotations.Nullable;

/**
 * The pairs of a map or a dict of libtvm_ffi, read where they are, in the order of insertion.
 *
 * <p>How many there are, and where, is read once, when this object is made. Iteration ends after as many pairs, whatever
 * the links between them say: a link that leads nowhere, and too few or too many pairs, are a
 * {@link ValueFormatException} with {@code BROKEN}.
 *
 * <p>Not to be implemented by others.
 *
 * @since 0.1.0
 */
public interface ValueMap extends Iterable<ValueMap.Pair> {
    /**
     * A key with its value.
     *
     * @param key the key
     * @param value the value
     */
    record Pair(AnyValue key, AnyValue value) {}

    /**
     * How many pairs there are.
     *
     * @return how many
     */
    int size();

    /**
     * The value of a key that is a string.
     *
     * @param key the key; compared as text, small or not
     * @return the value, or null if there is no such key
     * @throws NullPointerException if {@code key} is null
     * @throws ValueFormatException if the map is broken before the key is found
     */
    @Nullable
    AnyValue get(String key);
}
