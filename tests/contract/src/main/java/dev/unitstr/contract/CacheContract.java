package dev.unitstr.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.MalformedTextException;
import dev.unitstr.StringCache;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A cache returns the strings that were there without it. */
@EveryRun
class CacheContract {
    private static final int SIZE = 1200;

    private final List<? extends MemoryKind> kinds = Kinds.HERE.memory();

    static List<Charset> all() {
        return Charsets.oursAnd("windows-1252", "Shift_JIS");
    }

    @ParameterizedTest
    @MethodSource("all")
    void returnsTheStringsOfTheBytes(Charset charset) {
        SplittableRandom random = Run.random(charset);
        List<Memory> memories = kinds.stream().map(k -> k.allocate(SIZE)).toList();
        int unitSize = Charsets.unitSize(charset);
        for (int strings : new int[] {1, 5, 300}) {
            StringCache cache = StringCache.of(charset, MalformedPolicy.REPLACE, strings);
            byte[][] texts = new byte[40][];
            Arrays.setAll(texts, i -> Encoded.next(random, charset, i % 8 == 0 ? 280 : i % 8 == 1 ? 34 : 12));
            for (int i = 0; i < Run.times(2_000); i++) {
                if (random.nextInt(20) == 0) {
                    mutate(texts, random, charset); // much like the others, so that only a full comparison differs
                }
                byte[] text = texts[random.nextInt(texts.length)];
                Memory memory = memories.get(random.nextInt(memories.size()));
                // At the end of the memory too: no byte after it may be read.
                long offset = random.nextBoolean() ? memory.size() - text.length : random.nextInt(9);
                memory.put(offset, text);
                String string = memory.texts().getString(cache, offset, text.length / unitSize);
                assertEquals(Oracle.decode(text, charset), string, () -> charset + " " + Hex.of(text));
            }
        }
    }

    private static void mutate(byte[][] texts, SplittableRandom random, Charset charset) {
        byte[] text = texts[random.nextInt(texts.length)].clone();
        if (text.length > 0) {
            text[random.nextInt(text.length)] ^= (byte) (1 << random.nextInt(8));
        }
        if (random.nextInt(3) == 0) {
            text = Arrays.copyOf(text, random.nextInt(text.length / 4 + 2) * Charsets.unitSize(charset)); // or zeros
        }
        texts[random.nextInt(texts.length)] = text;
    }

    @Test
    void keepsTheStrings() {
        for (MemoryKind kind : kinds) {
            for (int bytes : new int[] {1, 3, 7, 8, 9, 15, 16, 17, 31, 32, 33, 255, 256}) {
                Memory memory = kind.allocate(300);
                byte[] text = "x".repeat(bytes).getBytes(StandardCharsets.UTF_8);
                StringCache cache = StringCache.of(StandardCharsets.UTF_8, MalformedPolicy.REPLACE, 4);
                memory.put(0, text);
                String kept = memory.texts().getString(cache, 0, bytes);
                memory.put(0, new byte[300]); // has no effect on the cache
                memory.put(2, text);
                assertSame(kept, memory.texts().getString(cache, 2, bytes));
                assertEquals("x".repeat(bytes), kept);
                // Strings that are read stay; those that are not make room.
                for (int i = 0; i < 100; i++) {
                    memory.put(0, (byte) ('a' + i % 20), (byte) i);
                    memory.texts().getString(cache, 0, 2);
                    if (i < 2) {
                        assertSame(kept, memory.texts().getString(cache, 2, bytes));
                    }
                }
                assertEquals("x".repeat(bytes), memory.texts().getString(cache, 2, bytes));
            }
        }
    }

    @Test
    void keepsTextsThatAreReadInTurn() {
        for (MemoryKind kind : kinds) {
            Memory memory = kind.of(Hex.bytes("61 62 63 64 65 66 67 68"));
            for (int count = 1; count <= 4; count++) {
                StringCache cache = StringCache.of(StandardCharsets.UTF_8, MalformedPolicy.REPLACE, 4); // one row
                inTurn(memory, cache, 0, count, 1);
                // Texts that are not read any more make room, also if they were read often.
                inTurn(memory, cache, 0, 4, 3);
                inTurn(memory, cache, 4, Math.min(count, 3), 12);
            }
        }
    }

    /** Reads texts in turn some times; from then on, they are the same. */
    private static void inTurn(Memory memory, StringCache cache, int first, int count, int times) {
        String[] texts = new String[count];
        for (int i = 0; i <= times; i++) {
            for (int j = 0; j < count; j++) {
                String text = memory.texts().getString(cache, first + j, 1);
                if (i == times) {
                    assertSame(texts[j], text, () -> memory + ": of " + count);
                }
                texts[j] = text;
            }
        }
    }

    /** A cache that is full keeps nearly all of its strings, whatever the size of the texts. */
    @Test
    void keepsNearlyAsManyStringsAsItMay() {
        for (MemoryKind kind : kinds) {
            for (int bytes : new int[] {4, 12, 24, 60}) {
                int count = 128;
                Memory memory = kind.allocate(count * bytes);
                for (int i = 0; i < count; i++) {
                    byte[] text = String.format("%0" + bytes + "d", i).getBytes(StandardCharsets.UTF_8);
                    memory.put((long) i * bytes, text);
                }
                StringCache cache = StringCache.of(StandardCharsets.UTF_8, MalformedPolicy.REPLACE, count);
                String[] strings = new String[count];
                int same = 0;
                for (int i = 0; i < 2 * count; i++) {
                    String string = memory.texts().getString(cache, (long) (i % count) * bytes, bytes);
                    same += string == strings[i % count] ? 1 : 0;
                    strings[i % count] = string;
                }
                int kept = same;
                assertTrue(kept >= count - 4, () -> memory + ": " + kept + " of " + count + ", " + bytes + " bytes");
            }
        }
    }

    /** As many texts as possible for few rows: each call still compares at most four. */
    @Test
    void returnsTheStringsOfManyTexts() {
        Memory memory = kinds.get(0).allocate(64);
        StringCache cache = StringCache.of(StandardCharsets.ISO_8859_1, MalformedPolicy.REPLACE, 16);
        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < 20_000; i++) {
                String text = "value-" + i + "-with-a-common-start-and-a-common-end";
                byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
                memory.put(0, bytes);
                assertEquals(text, memory.texts().getString(cache, 0, bytes.length));
            }
        }
    }

    @Test
    void reportsMalformedText() {
        for (MemoryKind kind : kinds) {
            Memory memory = kind.of((byte) 'a', (byte) 0x80, (byte) 'b');
            StringCache cache = StringCache.of(StandardCharsets.UTF_8, MalformedPolicy.REPORT, 4);
            for (int i = 0; i < 2; i++) {
                MalformedTextException e = assertThrows(
                        MalformedTextException.class, () -> memory.texts().getString(cache, 0, 3));
                assertEquals(1, e.byteOffset());
            }
            assertEquals("b", memory.texts().getString(cache, 2, 1));
        }
    }

    /** A charset's own decoder is user code, which may call the cache that calls it. */
    @Test
    void mayBeUsedByTheDecoderThatItCalls() {
        for (MemoryKind kind : kinds) {
            for (int bytes : new int[] {3, 8, 12, 20, 40}) {
                Memory memory = kind.allocate(256);
                AtomicReference<StringCache> inner = new AtomicReference<>();
                Charset charset = new OwnCharset("x-own-cached", () -> {
                    StringCache again = inner.getAndSet(null);
                    if (again != null) {
                        assertEquals("b".repeat(2 * bytes), memory.texts().getString(again, 100, 2 * bytes));
                    }
                });
                memory.put(0, "a".repeat(bytes).getBytes(charset));
                memory.put(100, "b".repeat(2 * bytes).getBytes(charset));
                StringCache cache = StringCache.of(charset, MalformedPolicy.REPLACE, 8);
                inner.set(cache);
                String text = memory.texts().getString(cache, 0, bytes);
                assertEquals("a".repeat(bytes), text);
                assertSame(text, memory.texts().getString(cache, 0, bytes));
                assertEquals("b".repeat(2 * bytes), memory.texts().getString(cache, 100, 2 * bytes));
                assertEquals("b".repeat(bytes), memory.texts().getString(cache, 100, bytes));
            }
        }
    }

    @Test
    void checksItsArguments() {
        for (MemoryKind kind : kinds) {
            TextAccess texts = kind.allocate(8).texts();
            StringCache cache = StringCache.of(StandardCharsets.UTF_16LE, MalformedPolicy.REPLACE, 4);
            assertThrows(IllegalArgumentException.class, () -> texts.getString(cache, 0, -1));
            assertThrows(IllegalArgumentException.class, () -> texts.getString(cache, 0, 1L << 30));
            assertThrows(IllegalArgumentException.class, () -> texts.getString(cache, 0, Long.MAX_VALUE));
            assertThrows(IndexOutOfBoundsException.class, () -> texts.getString(cache, 0, 5));
            assertThrows(IndexOutOfBoundsException.class, () -> texts.getString(cache, 7, 1));
            assertThrows(IndexOutOfBoundsException.class, () -> texts.getString(cache, -1, 1));
            assertThrows(IndexOutOfBoundsException.class, () -> texts.getString(cache, 9, 0));
            assertEquals("", texts.getString(cache, 8, 0));
        }
        MalformedPolicy policy = MalformedPolicy.REPLACE;
        assertThrows(IllegalArgumentException.class, () -> StringCache.of(StandardCharsets.UTF_8, policy, 0));
        assertThrows(IllegalArgumentException.class, () -> StringCache.of(StandardCharsets.UTF_8, policy, 1 << 25));
        assertThrows(NullPointerException.class, () -> StringCache.of(null, policy, 1));
        assertThrows(NullPointerException.class, () -> StringCache.of(StandardCharsets.UTF_8, null, 1));
    }
}
