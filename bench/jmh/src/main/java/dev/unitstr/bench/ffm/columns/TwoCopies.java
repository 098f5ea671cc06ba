package dev.unitstr.bench.ffm.columns;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * The least that strings of ASCII cost in Java: a copy to an array, and a copy to a string. The sizes of the rows are
 * known, and nothing is checked.
 */
final class TwoCopies extends ColumnContender {
    private static final int CHUNK = 64 * 1024;

    @SuppressWarnings("restricted") // the address is that of Arrow's buffer
    private final MemorySegment text = MemorySegment.ofAddress(
                    vectors.vector.getDataBuffer().memoryAddress())
            .reinterpret(vectors.vector.getDataBuffer().capacity());

    private final int size = key.length();
    private final byte[] chunk = new byte[CHUNK];

    TwoCopies(Vectors vectors) {
        super(vectors);
        if (Arrays.stream(vectors.strings).anyMatch(string -> string.length() != size)) {
            throw new IllegalArgumentException("the strings have different lengths");
        }
    }

    @SuppressWarnings("deprecation") // faster than with a charset
    @Override
    String[] decode() {
        String[] strings = new String[numbers.length];
        int rows = Math.max(CHUNK / size, 1);
        for (int i = 0; i < strings.length; i++) {
            int row = i % rows;
            if (row == 0) {
                int bytes = Math.min(rows, strings.length - i) * size;
                MemorySegment.copy(text, JAVA_BYTE, (long) i * size, chunk, 0, bytes);
            }
            strings[i] = new String(chunk, 0, row * size, size);
        }
        return strings;
    }
}
