package dev.unitstr.bench.ffm.text;

import dev.unitstr.bench.WrongText;
import java.util.function.IntFunction;
import java.util.function.IntToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * An operation on the texts of a cell, as one contender does it. A record, whose components the compiler takes for
 * constants.
 *
 * @param object the operation, if its result is an object
 * @param number the operation, if its result is a number
 * @param expected what it must return for each text
 */
record Operation(@Nullable IntFunction<?> object, @Nullable IntToLongFunction number, IntFunction<?> expected) {
    static Operation ofObject(IntFunction<?> object, IntFunction<?> expected) {
        return new Operation(object, null, expected);
    }

    static Operation ofNumber(IntToLongFunction number, IntToLongFunction expected) {
        return new Operation(null, number, expected::applyAsLong);
    }

    static IllegalArgumentException unknown(String what) {
        return new IllegalArgumentException("there is no " + what);
    }

    /** Compares all results with the expected ones. */
    void check(int count) {
        for (int i = 0; i < count; i++) {
            Object found = object != null ? object.apply(i) : Long.valueOf(number.applyAsLong(i));
            WrongText.unlessEqual(expected.apply(i), found);
        }
    }
}
