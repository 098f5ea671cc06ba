package dev.unitstr.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.MalformedTextException;
import dev.unitstr.TextIndex;
import dev.unitstr.TextView;
import java.lang.ref.Reference;
import java.lang.reflect.Field;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Positions in UTF-8 text and in its string, against a walk over the whole text with the JDK's decoder. */
@EveryRun
class IndexContract {
    private static final int SIZE = 3000;

    private final List<? extends MemoryKind> kinds = Kinds.HERE.memory();

    @Test
    void mapsEveryPosition() {
        SplittableRandom random = Run.random("index");
        List<Memory> memories = kinds.stream().map(k -> k.allocate(SIZE)).toList();
        for (int i = 0; i < Run.times(40); i++) {
            byte[] text = {};
            for (int parts = random.nextInt(1, 8); parts > 0; parts--) {
                byte[] next = Encoded.next(random, StandardCharsets.UTF_8, random.nextInt(1, 700));
                text = Encoded.concat(text, next, "\n".repeat(random.nextInt(3)).getBytes(StandardCharsets.UTF_8));
            }
            text = Arrays.copyOf(text, Math.min(text.length, SIZE - 1));
            Memory memory = memories.get(i % memories.size());
            memory.put(1, text);
            check(TextIndex.of(view(memory, 1, text.length, MalformedPolicy.REPLACE)), text);
        }
    }

    /** Line feeds in one part of the text only, and blocks of all sorts. */
    @Test
    void mapsUnevenTexts() {
        byte[] text = Encoded.concat(
                "x".repeat(7_001).getBytes(StandardCharsets.UTF_8),
                "\n".repeat(3_000).getBytes(StandardCharsets.UTF_8),
                "\u4e2d\ud83d\ude00".repeat(700).getBytes(StandardCharsets.UTF_8),
                Hex.bytes("c3 80 80 f0 9f 98 0a e4 b8 0a"),
                "\u00e9\ufffd\n".repeat(300).getBytes(StandardCharsets.UTF_8));
        for (MemoryKind kind : kinds) {
            Memory memory = kind.of(text);
            check(TextIndex.of(view(memory, 0, text.length, MalformedPolicy.REPLACE)), text);
            Reference.reachabilityFence(memory);
        }
    }

    /** The text for which an index is largest: each byte is a char, a code point and a line. */
    @Test
    void takesLessThanASixteenthOfTheText() throws IllegalAccessException {
        byte[] text = new byte[1 << 20];
        Arrays.fill(text, (byte) '\n');
        Memory memory = kinds.get(0).of(text);
        TextIndex index = TextIndex.of(view(memory, 0, text.length, MalformedPolicy.REPLACE));
        assertEquals(text.length + 1, index.lines());
        long ints = 0;
        for (Field field : index.getClass().getDeclaredFields()) {
            field.setAccessible(true);
            Object value = field.get(index);
            if (value instanceof int[]) {
                ints += ((int[]) value).length;
            } else if (value instanceof int[][]) {
                ints += Arrays.stream((int[][]) value)
                        .mapToLong(array -> array == null ? 0 : array.length)
                        .sum();
            }
        }
        assertTrue(ints > 0);
        assertTrue(ints * Integer.BYTES < text.length / 16, ints + " ints");
        Reference.reachabilityFence(memory);
    }

    private static TextView view(Memory memory, long offset, long units, MalformedPolicy policy) {
        return memory.texts().view(offset, units, StandardCharsets.UTF_8, policy);
    }

    private static void check(TextIndex index, byte[] text) {
        Supplier<String> about = () -> Hex.of(text);
        int[] starts = starts(text);
        String string = Oracle.decode(text, StandardCharsets.UTF_8);
        assertEquals(text.length, index.units(), about);
        assertEquals(string.length(), index.chars(), about);
        assertEquals(starts.length, index.codePoints(), about);
        int chars = 0;
        int line = 0;
        for (int point = 0; point < starts.length; point++) {
            int start = starts[point];
            int end = point + 1 < starts.length ? starts[point + 1] : text.length;
            for (int at = start; at < end; at++) {
                assertEquals(chars, index.charIndex(at), about);
                assertEquals(point, index.codePointIndex(at), about);
                assertEquals(line, index.line(at), about);
            }
            assertEquals(start, index.codePointOffset(point), about);
            int count = Character.charCount(string.codePointAt(chars));
            for (int i = chars; i < chars + count; i++) {
                assertEquals(start, index.unitOffset(i), about);
            }
            chars += count;
            if (text[start] == '\n') {
                line++;
                assertEquals(start + 1, index.lineOffset(line), about);
            }
        }
        assertEquals(0, index.lineOffset(0), about);
        assertEquals(line + 1, index.lines(), about);
        assertEquals(chars, index.charIndex(text.length), about);
        assertEquals(starts.length, index.codePointIndex(text.length), about);
        assertEquals(line, index.line(text.length), about);
        assertEquals(text.length, index.unitOffset(chars), about);
        assertEquals(text.length, index.codePointOffset(starts.length), about);
    }

    /** The start of every sequence, malformed or not. */
    private static int[] starts(byte[] text) {
        int[] starts = new int[text.length];
        int count = 0;
        CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
        ByteBuffer in = ByteBuffer.wrap(text);
        CharBuffer out = CharBuffer.allocate(text.length);
        while (in.hasRemaining()) {
            int at = in.position();
            CoderResult result = decoder.reset().decode(in, out.clear(), true);
            for (; at < in.position(); at++) {
                if ((text[at] & 0xC0) != 0x80) {
                    starts[count++] = at;
                }
            }
            if (result.isError()) {
                starts[count++] = at;
                in.position(at + result.length());
            }
        }
        return Arrays.copyOf(starts, count);
    }

    @Test
    void checksItsArguments() {
        for (MemoryKind kind : kinds) {
            Memory memory = kind.of("a\u00e9\n".getBytes(StandardCharsets.UTF_8));
            TextIndex index = TextIndex.of(view(memory, 0, 4, MalformedPolicy.REPLACE));
            for (int wrong : new int[] {-1, 5, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
                assertThrows(IndexOutOfBoundsException.class, () -> index.charIndex(wrong));
                assertThrows(IndexOutOfBoundsException.class, () -> index.codePointIndex(wrong));
                assertThrows(IndexOutOfBoundsException.class, () -> index.line(wrong));
                assertThrows(IndexOutOfBoundsException.class, () -> index.unitOffset(wrong));
                assertThrows(IndexOutOfBoundsException.class, () -> index.codePointOffset(wrong));
                assertThrows(IndexOutOfBoundsException.class, () -> index.lineOffset(wrong));
            }
            assertThrows(IndexOutOfBoundsException.class, () -> index.unitOffset(4));
            assertThrows(IndexOutOfBoundsException.class, () -> index.lineOffset(2));
            assertEquals(
                    1, TextIndex.of(view(memory, 0, 0, MalformedPolicy.REPLACE)).lines());
            TextView utf16 = memory.texts().view(0, 2, StandardCharsets.UTF_16LE, MalformedPolicy.REPLACE);
            assertThrows(IllegalArgumentException.class, () -> TextIndex.of(utf16));
            assertThrows(NullPointerException.class, () -> TextIndex.of(null));
            Memory malformed = kind.allocate(1000);
            malformed.put(700, (byte) 0x80);
            MalformedTextException e = assertThrows(
                    MalformedTextException.class, () -> TextIndex.of(view(malformed, 0, 1000, MalformedPolicy.REPORT)));
            assertEquals(700, e.byteOffset());
        }
    }
}
