package dev.unitstr.bench.ffm.columns;

import dev.unitstr.bench.WrongText;
import java.util.Arrays;
import java.util.stream.IntStream;

/** An implementation of the operations on columns. Each is what users of the library write. */
abstract class ColumnContender {
    final Vectors vectors;
    /** The text that rows are compared with: that of the middle row. */
    final String key;

    final String prefix;
    /** Receives the rows or hash codes. */
    final int[] numbers;

    ColumnContender(Vectors vectors) {
        this.vectors = vectors;
        String[] strings = vectors.strings;
        key = strings[strings.length / 2];
        prefix = key.substring(0, 3);
        numbers = new int[strings.length];
    }

    String[] decode() {
        throw new UnsupportedOperationException();
    }

    String[] get() {
        throw new UnsupportedOperationException();
    }

    void hashCodes() {
        throw new UnsupportedOperationException();
    }

    int selectEqual() {
        throw new UnsupportedOperationException();
    }

    int selectPrefix() {
        throw new UnsupportedOperationException();
    }

    /** Writes the strings to new memory, and frees it. */
    long build() {
        throw new UnsupportedOperationException();
    }

    /** Reads what {@link #build} writes. */
    String[] built() {
        throw new UnsupportedOperationException();
    }

    /** Compares the result of an operation with that of {@code String}. */
    final void check(String direction) {
        String[] strings = vectors.strings;
        int[] expected = switch (direction) {
            case "hashCodes" ->
                Arrays.stream(strings).mapToInt(String::hashCode).toArray();
            case "selectEqual" -> rows(i -> strings[i].equals(key));
            case "selectPrefix" -> rows(i -> strings[i].startsWith(prefix));
            default -> new int[0];
        };
        switch (direction) {
            case "decode" -> WrongText.unlessEqual(strings, decode());
            case "get" -> WrongText.unlessEqual(strings, get());
            case "build" -> WrongText.unlessEqual(strings, built());
            case "hashCodes" -> {
                hashCodes();
                WrongText.unlessEqual(expected, numbers);
            }
            case "selectEqual" -> WrongText.unlessEqual(expected, Arrays.copyOf(numbers, selectEqual()));
            case "selectPrefix" -> WrongText.unlessEqual(expected, Arrays.copyOf(numbers, selectPrefix()));
            default -> throw new IllegalArgumentException(direction);
        }
    }

    private int[] rows(java.util.function.IntPredicate matches) {
        return IntStream.range(0, vectors.strings.length).filter(matches).toArray();
    }
}
