package dev.unitstr.interop.tensorflow;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Texts to try, and what is in a tensor of strings. */
final class Strings {
    private Strings() {}

    /** Texts around every size at which a kind of string or its storage changes, and texts that are no good UTF-8. */
    static byte[][] mixed() {
        List<byte[]> texts = new ArrayList<>(List.of(small()));
        for (int size : new int[] {23, 31, 32, 47, 48, 100, 256, 1000, 70_000}) {
            texts.add(letters(size));
        }
        texts.add("naïve café, 文字列のテンソル, 😀 und noch mehr".getBytes(StandardCharsets.UTF_8));
        texts.add("a\0NUL in the middle of a text and at its end\0".getBytes(StandardCharsets.UTF_8));
        byte[] malformed = letters(40);
        malformed[7] = (byte) 0xff;
        malformed[39] = (byte) 0xe2;
        texts.add(malformed);
        return texts.toArray(byte[][]::new);
    }

    /** Texts of at most 22 bytes. */
    static byte[][] small() {
        List<byte[]> texts = new ArrayList<>();
        for (int size : new int[] {0, 1, 2, 7, 8, 15, 16, 21, 22}) {
            texts.add(letters(size));
        }
        texts.add("é文😀".getBytes(StandardCharsets.UTF_8));
        texts.add("\0a\0".getBytes(StandardCharsets.UTF_8));
        texts.add(new byte[] {'x', (byte) 0xc3});
        texts.add(new byte[0]);
        return texts.toArray(byte[][]::new);
    }

    static byte[] letters(int size) {
        byte[] text = new byte[size];
        for (int i = 0; i < size; i++) {
            text[i] = (byte) ((i % 3 == 0 ? 'A' : 'a') + (i * 7 + size) % 26);
        }
        return text;
    }

    /** Reads a tensor by hand and in every way that unitstr has, and compares; returns how many strings of which kind it holds. */
    static String check(TensorFlow tf, MemorySegment tensor, byte[][] expected) throws Throwable {
        if (tf.count(tensor) != expected.length) {
            throw new AssertionError(tf.count(tensor) + " elements instead of " + expected.length);
        }
        MemorySegment memory = tf.data(tensor);
        same(expected, Tstring.texts(memory, expected.length), "by hand");
        Reading.elements(memory, expected, tf.hasOwners());
        return kinds(memory, expected.length, tf.hasOwners());
    }

    static void same(byte[][] expected, byte[][] found, String by) {
        if (expected.length != found.length) {
            throw new AssertionError(by + ": " + found.length + " texts instead of " + expected.length);
        }
        for (int i = 0; i < expected.length; i++) {
            if (!Arrays.equals(expected[i], found[i])) {
                throw new AssertionError(by + ": element " + i + " is " + Arrays.toString(found[i]) + " instead of "
                        + Arrays.toString(expected[i]));
            }
        }
    }

    private static String kinds(MemorySegment memory, int count, boolean owners) {
        Map<String, Integer> kinds = new TreeMap<>();
        for (int i = 0; i < count; i++) {
            MemorySegment element = Tstring.element(memory, i);
            Tstring.Kind kind = Tstring.kind(element);
            boolean owned = owners && kind == Tstring.Kind.VIEW && Tstring.owner(element) != 0;
            kinds.merge(kind.name().charAt(0) + (owned ? "+" : ""), 1, Integer::sum);
        }
        List<String> parts = new ArrayList<>();
        kinds.forEach((kind, times) -> parts.add(times + " " + kind));
        return parts.isEmpty() ? "none" : String.join(", ", parts);
    }
}
