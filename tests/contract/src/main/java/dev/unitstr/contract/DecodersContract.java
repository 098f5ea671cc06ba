package dev.unitstr.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.MalformedTextException;
import dev.unitstr.TextDecoder;
import dev.unitstr.TextView;
import java.lang.ref.Reference;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Texts that are decoded in chunks: whatever the chunks, the result is that of the whole text. */
@EveryRun
class DecodersContract {
    private static final int RECORDS = 2_000;

    private final List<? extends MemoryKind> kinds = Kinds.HERE.memory();

    @ParameterizedTest
    @MethodSource("dev.unitstr.contract.Streams#charsets")
    void areDecodedAsOne(Charset charset) {
        List<Memory> memories = Streams.memories(kinds);
        SplittableRandom random = Run.random(charset);
        TextDecoder replacing = TextDecoder.of(charset);
        TextDecoder reporting = TextDecoder.of(charset, MalformedPolicy.REPORT);
        for (int i = 0; i < Run.times(RECORDS); i++) {
            byte[] units = Encoded.next(random, charset, 32);
            byte[] bytes = Arrays.copyOf(units, units.length + random.nextInt(4)); // odd bytes too
            Memory memory = memories.get(i % memories.size());
            decode(memory, replacing, bytes, random);
            report(memory, reporting, bytes, random);
        }
    }

    private static void decode(Memory memory, TextDecoder decoder, byte[] bytes, SplittableRandom random) {
        Charset charset = decoder.charset();
        int unitSize = Charsets.unitSize(charset);
        Supplier<String> about = () -> charset + " " + Hex.of(bytes);
        memory.put(3, bytes);
        decoder.reset();
        StringBuilder text = new StringBuilder();
        for (int at = 0; at < bytes.length || random.nextInt(8) == 0; ) {
            int chunk = Streams.chunk(random, bytes.length - at);
            Streams.next(memory, decoder, 3 + at, chunk, text, random.nextBoolean());
            at += chunk;
            assertEquals(at, bytesOf(decoder, unitSize), unitSize, about);
            assertEquals(text.length(), decoder.charsWritten(), about);
        }
        Streams.flush(decoder, text, random.nextBoolean());
        assertEquals(Oracle.decode(bytes, charset), text.toString(), about);
        assertEquals((bytes.length + unitSize - 1) / unitSize, decoder.unitsRead(), about);
        assertEquals(text.length(), decoder.charsWritten(), about);
    }

    /** What was decoded and what is held is what was fed, in whole units. */
    private static double bytesOf(TextDecoder decoder, int unitSize) {
        return decoder.unitsRead() * unitSize + decoder.heldBytes();
    }

    /** The fault of the whole text is reported, after the chars before it. */
    private static void report(Memory memory, TextDecoder decoder, byte[] bytes, SplittableRandom random) {
        Charset charset = decoder.charset();
        Fault fault = Oracle.decodeFault(bytes, charset);
        Supplier<String> about = () -> charset + " " + Hex.of(bytes);
        decoder.reset();
        StringBuilder text = new StringBuilder();
        MalformedTextException error = null;
        try {
            for (int at = 0; at < bytes.length; ) {
                int chunk = Streams.chunk(random, bytes.length - at);
                Streams.next(memory, decoder, 3 + at, chunk, text, false);
                at += chunk;
            }
            Streams.flush(decoder, text, false);
        } catch (MalformedTextException e) {
            error = e;
        }
        if (fault == null) {
            assertNull(error, about);
            assertEquals(Oracle.decode(bytes, charset), text.toString(), about);
        } else {
            Reports.decoding(fault, charset, error, about);
            if (Charsets.OURS.contains(charset)) {
                assertEquals(fault.at() / Charsets.unitSize(charset), decoder.unitsRead(), about);
                assertEquals(Oracle.decode(Arrays.copyOf(bytes, fault.at()), charset), text.toString(), about);
            }
            assertThrows(IllegalStateException.class, () -> Streams.next(memory, decoder, 0, 0, text, true), about);
            assertThrows(IllegalStateException.class, () -> Streams.flush(decoder, text, true), about);
        }
        assertEquals(text.length(), decoder.charsWritten(), about);
    }

    @ParameterizedTest
    @MethodSource("dev.unitstr.contract.Charsets#ours")
    void areRepairedAsOne(Charset charset) {
        List<Memory> memories = Streams.memories(kinds);
        SplittableRandom random = Run.random(charset);
        for (MalformedPolicy policy : Streams.REPAIRING) {
            TextDecoder decoder = TextDecoder.of(charset, policy);
            for (int i = Run.times(RECORDS) / 2; i > 0; i--) {
                Memory memory = memories.get(i % memories.size());
                byte[] bytes = Encoded.next(random, charset, 24);
                long units = bytes.length / Charsets.unitSize(charset);
                memory.put(3, bytes);
                String expected = Streams.result(() -> memory.getString(3, units, charset, policy));
                Supplier<String> about = () -> policy + " " + charset + " " + Hex.of(bytes);
                assertEquals(expected, Streams.result(() -> decoded(memory, decoder, bytes.length, random)), about);
                TextView view = memory.texts().view(3, units, charset, policy);
                assertEquals(
                        expected.startsWith("malformed ") ? expected : "" + expected.hashCode(),
                        Streams.result(() -> "" + view.hashCode()),
                        about);
            }
        }
    }

    private static String decoded(Memory memory, TextDecoder decoder, int bytes, SplittableRandom random) {
        decoder.reset();
        StringBuilder text = new StringBuilder();
        for (int at = 0; at < bytes; ) {
            int chunk = Streams.chunk(random, bytes - at);
            Streams.next(memory, decoder, 3 + at, chunk, text, random.nextBoolean());
            assertTrue(decoder.heldBytes() <= 3);
            at += chunk;
        }
        Streams.flush(decoder, text, random.nextBoolean());
        assertEquals(text.length(), decoder.charsWritten());
        return text.toString();
    }

    @ParameterizedTest
    @MethodSource("dev.unitstr.contract.Charsets#ours")
    void ofTheVectorsAreDecodedAsOne(Charset charset) {
        List<Memory> memories = Streams.memories(kinds);
        TextDecoder decoder = TextDecoder.of(charset);
        int turn = 0;
        for (Vectors.Decode row : Vectors.decode()) {
            int bytes = row.bytes().length;
            for (int first = 0; row.charset().equals(charset) && first <= bytes; first++) {
                for (int second = first; second <= bytes; second++) {
                    Memory memory = memories.get(turn++ % memories.size());
                    memory.put(0, row.bytes());
                    decoder.reset();
                    StringBuilder text = new StringBuilder();
                    Streams.next(memory, decoder, 0, first, text, turn % 2 == 0);
                    Streams.next(memory, decoder, first, second - first, text, turn % 2 == 0);
                    Streams.next(memory, decoder, second, bytes - second, text, turn % 2 == 0);
                    assertTrue(decoder.heldBytes() <= 3);
                    Streams.flush(decoder, text, turn % 2 == 0);
                    assertEquals(row.text(), text.toString(), () -> row.toString());
                }
            }
        }
    }

    /** Units of UTF-32, and sequences of UTF-8, of surrogates: alone, in pairs that would not come back, and of text. */
    static Stream<Arguments> surrogates() {
        return Stream.of(
                Arguments.of("UTF-32BE", "0000D800 0000DC00", 4),
                Arguments.of("UTF-32BE", "0000DC00 0000D800 0000D800 00000061", -1),
                Arguments.of("UTF-32BE", "0001F600 0000DE00 0000D83D 0001F600", -1),
                Arguments.of("UTF-32BE", "0001F600 0000D83D 0001F600 0000D83D 0000DE00 00110000", 16),
                Arguments.of("UTF-32BE", "0000D83D 00110000 0000DE00", 4),
                Arguments.of("UTF-32LE", "3DD80000 00DE0000 00D80000", 4),
                Arguments.of("UTF-32", "FFFE0000 00000061", 0),
                Arguments.of("X-UTF-32LE-BOM", "FFFE0000 00D80000 FFFE0000 00DC0000", -1),
                Arguments.of("UTF-8", "EDA080 EDB080", 3),
                Arguments.of("UTF-8", "EDA080 61 EDB080 F09F9880 EDB080", -1),
                Arguments.of("UTF-16LE", "00D8 00D8 00DC 00DC", -1));
    }

    /** LOSSLESS, with every two splits. */
    @ParameterizedTest
    @MethodSource("surrogates")
    void keepSurrogatesWhateverTheSplit(String name, String hex, int errorAt) {
        Charset charset = Charset.forName(name);
        byte[] bytes = Hex.bytes(hex.replace(" ", "").replaceAll("..", "$0 ").trim());
        TextDecoder decoder = TextDecoder.of(charset, MalformedPolicy.LOSSLESS);
        for (Memory memory : Streams.memories(kinds)) {
            memory.put(0, bytes);
            long units = bytes.length / Charsets.unitSize(charset);
            String whole = Streams.result(() -> memory.getString(0, units, charset, MalformedPolicy.LOSSLESS));
            assertEquals(errorAt >= 0, whole.startsWith("malformed "), whole);
            for (int first = 0; first <= bytes.length; first++) {
                for (int second = first; second <= bytes.length; second++) {
                    int[] ends = {first, second, bytes.length};
                    decoder.reset();
                    StringBuilder text = new StringBuilder();
                    String split = Streams.result(() -> {
                        int at = 0;
                        for (int end : ends) {
                            Streams.next(memory, decoder, at, end - at, text, false);
                            at = end;
                        }
                        Streams.flush(decoder, text, false);
                        return text.toString();
                    });
                    assertEquals(whole, split, () -> first(ends) + " of " + hex);
                    if (errorAt >= 0) {
                        assertEquals(errorAt, decoder.unitsRead() * Charsets.unitSize(charset), hex);
                    } else {
                        assertArrayEquals(
                                bytes, memory.kind().allocateFrom(text.toString(), charset, MalformedPolicy.LOSSLESS));
                    }
                }
            }
        }
    }

    private static String first(int[] ends) {
        return "split at " + ends[0] + " and " + ends[1];
    }

    /** A surrogate at the end of a piece of 64 KiB, and its other half at the start of the next. */
    @Test
    void keepSurrogatesOnBordersOfPieces() {
        Charset charset = Charset.forName("UTF-32BE");
        byte[] bytes = Oracle.encode("a".repeat(20_000), charset);
        for (int unit : new int[] {16_383, 16_384, 19_999}) {
            byte[] pair = bytes.clone();
            System.arraycopy(Hex.bytes("00 00 D8 3D"), 0, pair, 4 * unit - 4, 4);
            System.arraycopy(Hex.bytes("00 00 DE 00"), 0, pair, 4 * unit, 4);
            for (MemoryKind kind : kinds) {
                Memory memory = kind.of(pair);
                TextDecoder decoder = TextDecoder.of(charset, MalformedPolicy.LOSSLESS);
                StringBuilder text = new StringBuilder();
                MalformedTextException e = assertThrows(
                        MalformedTextException.class, () -> Streams.next(memory, decoder, 0, pair.length, text, false));
                assertEquals(unit, e.unitOffset());
                assertEquals("a".repeat(unit - 1) + "\ud83d", text.toString());
                MalformedTextException whole = assertThrows(
                        MalformedTextException.class,
                        () -> memory.getString(0, pair.length / 4, charset, MalformedPolicy.LOSSLESS));
                assertEquals(unit, whole.unitOffset());
                Reference.reachabilityFence(memory);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("dev.unitstr.contract.Charsets#ours")
    void ofManyPiecesAreDecodedAsOne(Charset charset) {
        SplittableRandom random = Run.random(charset);
        String part = "na\u00efve \u20ac\ud83d\ude00";
        byte[] bytes = Oracle.encode((part + "a".repeat(random.nextInt(7))).repeat(30_000), charset);
        String expected = Oracle.decode(bytes, charset);
        for (MemoryKind kind : kinds) {
            Memory memory = kind.of(bytes);
            TextDecoder decoder = TextDecoder.of(charset, MalformedPolicy.REPLACE);
            StringBuilder text = new StringBuilder();
            for (int at = 0; at < bytes.length; ) {
                int chunk = Math.min(bytes.length - at, random.nextInt(200_000));
                Streams.next(memory, decoder, at, chunk, text, random.nextBoolean());
                at += chunk;
            }
            Streams.flush(decoder, text, true);
            assertEquals(expected, text.toString());
            for (int i = 0; i < 400; i++) { // some close together
                int at = i % 2 == 0 ? random.nextInt(bytes.length) : random.nextInt(1000);
                memory.put(at, (byte) random.nextInt(256));
            }
            long units = bytes.length / Charsets.unitSize(charset);
            TextDecoder ignoring = TextDecoder.of(charset, MalformedPolicy.IGNORE);
            text.setLength(0);
            Streams.next(memory, ignoring, 0, bytes.length, text, random.nextBoolean());
            Streams.flush(ignoring, text, true);
            assertEquals(memory.getString(0, units, charset, MalformedPolicy.IGNORE), text.toString());
            Reference.reachabilityFence(memory); // an address does not keep it alive
        }
    }

    @Test
    void checkTheirArgumentsFirst() {
        for (MemoryKind kind : kinds) {
            Memory memory = kind.of((byte) 0xE2, (byte) 0x82, (byte) 0xAC);
            TextAccess access = memory.texts();
            TextDecoder decoder = TextDecoder.of(StandardCharsets.UTF_8);
            StringBuilder text = new StringBuilder();
            Streams.next(memory, decoder, 0, 1, text, false);
            Streams.fails(IllegalArgumentException.class, "bytes is -1", () -> access.decode(decoder, 0, -1, text));
            Streams.fails(IndexOutOfBoundsException.class, " is -1", () -> access.decode(decoder, -1, 1, text));
            Streams.fails(
                    IndexOutOfBoundsException.class,
                    " is 2: from there, 2 bytes are",
                    () -> access.decode(decoder, 2, 2, text));
            Streams.fails(IndexOutOfBoundsException.class, " is 4", () -> access.decode(decoder, 4, 0, text));
            Streams.fails(
                    IndexOutOfBoundsException.class,
                    Long.toString(Long.MAX_VALUE),
                    () -> access.decode(decoder, 1, Long.MAX_VALUE, text));
            Streams.fails(NullPointerException.class, "dst", () -> access.decode(decoder, 0, 1, (Appendable) null));
            Streams.fails(NullPointerException.class, "dst", () -> access.decode(decoder, 0, 1, null, 0));
            Streams.fails(
                    IndexOutOfBoundsException.class,
                    "dstIndex is 1: from there, 3 chars, the maximum for 2 bytes and 1 bytes held",
                    () -> access.decode(decoder, 1, 2, new char[3], 1));
            Streams.fails(
                    IndexOutOfBoundsException.class,
                    "dstIndex is -1",
                    () -> access.decode(decoder, 1, 2, new char[3], -1));
            Streams.fails(IndexOutOfBoundsException.class, "dstIndex is 0", () -> decoder.flush(new char[0], 0));
            Streams.fails(IllegalArgumentException.class, "bytes is -1", () -> decoder.maxChars(-1));
            Streams.next(memory, decoder, 1, 2, text, true); // none of it changed the decoder
            Streams.flush(decoder, text, false);
            assertEquals("\u20ac", text.toString());
            Streams.fails(IllegalStateException.class, "reset", () -> access.decode(decoder, 0, 1, text));
            Streams.fails(IllegalStateException.class, "reset", () -> decoder.flush(text));
        }
    }

    /** Misuse by several threads yields any text or exception, but no access outside of an array. */
    @Test
    void areSafeIfThreadsShareThem() throws InterruptedException {
        byte[] bytes = Hex.bytes("00 00 FE FF 00 00 00 41");
        Memory memory = kinds.get(0).of(bytes);
        for (int round = 0; round < 3; round++) {
            TextDecoder decoder = TextDecoder.of(Charset.forName("UTF-32"));
            List<Throwable> errors = Collections.synchronizedList(new ArrayList<>());
            List<Thread> threads = new ArrayList<>();
            for (int t = 0; t < 3; t++) {
                int number = t;
                threads.add(new Thread(() -> misuse(memory, decoder, new SplittableRandom(number), errors)));
            }
            threads.forEach(Thread::start);
            for (Thread thread : threads) {
                thread.join();
            }
            assertEquals(List.of(), errors);
        }
    }

    private static void misuse(Memory memory, TextDecoder decoder, SplittableRandom random, List<Throwable> errors) {
        char[] chars = new char[100];
        for (int i = 0; i < 40_000; i++) {
            try {
                int offset = random.nextInt(4);
                memory.texts().decode(decoder, offset, 1 + random.nextInt(8 - offset), chars, 0);
                if (random.nextInt(3) == 0) {
                    decoder.reset();
                }
            } catch (IndexOutOfBoundsException | IllegalStateException | NullPointerException e) {
                decoder.reset();
            } catch (Throwable e) {
                errors.add(e); // a binding that was passed a range outside of its array
                decoder.reset();
            }
        }
    }
}
