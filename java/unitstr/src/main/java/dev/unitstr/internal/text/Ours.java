package dev.unitstr.internal.text;

import java.util.Objects;

/** Refuses other implementations of an interface of unitstr. */
public final class Ours {
    private Ours() {}

    /**
     * Returns an argument as an object of the class that implements its interface.
     *
     * @param <T> the class
     * @param type the class
     * @param given the argument
     * @param name the name of the argument
     * @return the argument
     * @throws NullPointerException if {@code given} is null
     * @throws IllegalArgumentException if {@code given} is of any other class
     */
    public static <T> T cast(Class<T> type, Object given, String name) {
        if (!type.isInstance(Objects.requireNonNull(given, name))) {
            throw new IllegalArgumentException(
                    name + " is a " + given.getClass().getName() + ": not created by unitstr");
        }
        return type.cast(given);
    }
}
