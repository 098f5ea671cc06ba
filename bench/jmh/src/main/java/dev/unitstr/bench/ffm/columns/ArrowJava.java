package dev.unitstr.bench.ffm.columns;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.arrow.vector.VariableWidthFieldVector;

/** Arrow Java: a loop over the rows. */
final class ArrowJava extends ColumnContender {
    private final String layout;
    private final byte[] keyBytes = key.getBytes(StandardCharsets.UTF_8);
    private final byte[] prefixBytes = prefix.getBytes(StandardCharsets.UTF_8);

    ArrowJava(Vectors vectors, String layout) {
        super(vectors);
        this.layout = layout;
    }

    private String row(int i) {
        return vectors.vector
                .getObject(vectors.indices == null ? i : vectors.indices.get(i))
                .toString();
    }

    private byte[] bytes(int i) {
        return vectors.vector.get(vectors.indices == null ? i : vectors.indices.get(i));
    }

    @Override
    String[] decode() {
        String[] strings = new String[numbers.length];
        for (int i = 0; i < strings.length; i++) {
            strings[i] = row(i);
        }
        return strings;
    }

    @Override
    String[] get() {
        return decode();
    }

    @Override
    void hashCodes() {
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = row(i).hashCode();
        }
    }

    @Override
    int selectEqual() {
        int found = 0;
        for (int i = 0; i < numbers.length; i++) {
            if (Arrays.equals(bytes(i), keyBytes)) {
                numbers[found++] = i;
            }
        }
        return found;
    }

    @Override
    int selectPrefix() {
        int found = 0;
        int size = prefixBytes.length;
        for (int i = 0; i < numbers.length; i++) {
            byte[] bytes = bytes(i);
            if (bytes.length >= size && Arrays.equals(bytes, 0, size, prefixBytes, 0, size)) {
                numbers[found++] = i;
            }
        }
        return found;
    }

    @Override
    long build() {
        try (VariableWidthFieldVector vector = Vectors.vector(layout, vectors.strings)) {
            return vector.getValueCount();
        }
    }

    @Override
    String[] built() {
        String[] strings = new String[numbers.length];
        try (VariableWidthFieldVector vector = Vectors.vector(layout, vectors.strings)) {
            for (int i = 0; i < strings.length; i++) {
                strings[i] = vector.getObject(i).toString();
            }
        }
        return strings;
    }
}
