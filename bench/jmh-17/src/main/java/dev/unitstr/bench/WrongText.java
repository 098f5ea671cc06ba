package dev.unitstr.bench;

import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A contender made something else of a text than it should have. JMH passes it from the fork to the runner, where it is a
 * result if {@link WrongTexts} lists the cell, and a failure otherwise.
 */
public final class WrongText extends AssertionError {
    private static final long serialVersionUID = 1;
    /** So many characters around the first difference are shown. */
    private static final int SHOWN = 4;

    private WrongText(String message) {
        super(message);
    }

    /**
     * Compares a result with the expected one, by {@link Objects#deepEquals}.
     *
     * @param expected the right result
     * @param found the result of the contender
     * @throws WrongText if they differ
     */
    public static void unlessEqual(Object expected, Object found) {
        if (!Objects.deepEquals(expected, found)) {
            throw new WrongText(describe(expected, found));
        }
    }

    /** An exception in place of a result. */
    static WrongText of(RuntimeException e) {
        WrongText wrong = new WrongText(String.valueOf(e));
        wrong.initCause(e);
        return wrong;
    }

    private static String describe(Object expected, Object found) {
        if (expected instanceof Object[] all && found instanceof Object[] others && all.length == others.length) {
            int i = first(all.length, at -> !Objects.deepEquals(all[at], others[at]));
            return describe(all[i], others[i]);
        }
        if (expected instanceof String right && found instanceof String wrong) {
            int at = first(Math.min(right.length(), wrong.length()), i -> right.charAt(i) != wrong.charAt(i));
            return "at char " + at + ": " + part(right.chars(), at, 4) + " expected, " + part(wrong.chars(), at, 4)
                    + " found";
        }
        if (expected instanceof byte[] right && found instanceof byte[] wrong) {
            int at = first(Math.min(right.length, wrong.length), i -> right[i] != wrong[i]);
            return "at byte " + at + ": " + part(bytes(right), at, 2) + " expected, " + part(bytes(wrong), at, 2)
                    + " found";
        }
        return expected instanceof Number ? expected + " expected, " + found + " found" : "another result";
    }

    private static int first(int end, Predicate<Integer> differs) {
        return IntStream.range(0, end).filter(differs::test).findFirst().orElse(end);
    }

    private static IntStream bytes(byte[] bytes) {
        return IntStream.range(0, bytes.length).map(i -> bytes[i] & 0xFF);
    }

    private static String part(IntStream units, int at, int digits) {
        String shown = units.skip(at)
                .limit(SHOWN)
                .mapToObj(unit -> String.format("%0" + digits + "X", unit))
                .reduce((one, two) -> one + " " + two)
                .orElse("");
        return shown.isEmpty() ? "the end" : shown;
    }

    /** The first one among an exception, its causes and what they suppress. */
    static Optional<WrongText> in(Throwable e) {
        if (e == null) {
            return Optional.empty();
        }
        return e instanceof WrongText wrong
                ? Optional.of(wrong)
                : Stream.concat(Stream.of(e.getSuppressed()), Stream.ofNullable(e.getCause()))
                        .flatMap(other -> in(other).stream())
                        .findFirst();
    }
}
