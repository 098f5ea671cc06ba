package dev.unitstr.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.unitstr.Copied;
import dev.unitstr.MalformedPolicy;
import dev.unitstr.MalformedTextException;
import dev.unitstr.StringSpans;
import java.io.IOException;
import java.lang.ref.Reference;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The policies beside REPLACE and REPORT, compared with models built on the JDK's decoders and on Python's results. */
@EveryRun
@Tag("jdk")
@Tag("tier")
class PoliciesContract {
    private static final int RECORDS = 150;
    private static final int UNITS = 150;

    private final List<? extends MemoryKind> kinds = Kinds.HERE.memory();

    static Stream<Arguments> cases() {
        List<Charset> charsets =
                Charsets.oursAnd("windows-1252", "Shift_JIS", "GB18030", "CESU-8", "x-IBM930", "ISO-2022-JP");
        return charsets.stream().flatMap(charset -> Policies.ALL.stream().map(policy -> Arguments.of(charset, policy)));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void decodesAsTheModelDoes(Charset charset, MalformedPolicy policy) throws IOException {
        SplittableRandom random = Run.random(charset);
        int unitSize = Charsets.unitSize(charset);
        List<Memory> memories =
                kinds.stream().map(kind -> kind.allocate(3 + UNITS * unitSize)).toList();
        for (int i = Run.times(RECORDS); i > 0; i--) {
            byte[] bytes = Encoded.next(random, charset, UNITS);
            Memory memory = memories.get(i % memories.size());
            memory.put(3, bytes);
            decodes(memory, bytes, Policies.decode(bytes, charset, policy), charset, policy);
        }
    }

    private static void decodes(
            Memory memory, byte[] bytes, Policies.Decoded expected, Charset charset, MalformedPolicy policy)
            throws IOException {
        long units = bytes.length / Charsets.unitSize(charset);
        Supplier<String> about = () -> policy + " " + charset + " in " + memory + ": " + Hex.abridged(bytes);
        if (expected.fault() != null) {
            MalformedTextException e = assertThrows(
                    MalformedTextException.class, () -> memory.getString(3, units, charset, policy), about);
            Reports.decoding(expected.fault(), charset, e, about);
            assertThrows(
                    MalformedTextException.class,
                    () -> memory.decode(3, units, charset, new char[2 * bytes.length], 0, policy),
                    about);
            return;
        }
        String text = expected.text();
        assertEquals(Hex.of(text), Hex.of(memory.getString(3, units, charset, policy)), about);
        char[] chars = new char[text.length() + 1];
        assertEquals(text.length(), memory.decode(3, units, charset, chars, 1, policy), about);
        assertEquals(text, new String(chars, 1, text.length()), about);
        StringBuilder appended = new StringBuilder();
        memory.decode(3, units, charset, appended, policy);
        assertEquals(text, appended.toString(), about);
        assertTrue(memory.contentEquals(3, units, charset, text, policy), about);
        assertFalse(memory.contentEquals(3, units, charset, text + "x", policy), about);
        StringSpans spans = StringSpans.of(new long[] {3, 3, 3}, new long[] {units, 0, units});
        assertArrayEquals(new String[] {text, "", text}, memory.getStrings(spans, charset, policy), about);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void encodesAsTheModelDoes(Charset charset, MalformedPolicy policy) {
        SplittableRandom random = Run.random(charset);
        List<Memory> memories = kinds.stream().map(kind -> kind.allocate(2000)).toList();
        boolean state = Charsets.hasState(charset);
        for (int i = Run.times(RECORDS); i > 0; i--) {
            String text = Texts.next(random, 60);
            Memory memory = memories.get(i % memories.size());
            Policies.Encoded expected = Policies.encode(text, charset, policy);
            encodes(memory, text, expected, charset, policy);
            if (!state && expected.fault() == null) {
                truncates(random, memory, text, expected.bytes(), charset, policy);
            }
        }
    }

    @Test
    void replacementsThatCannotBeEncodedAreNotWrittenInPart() {
        Charset charset = Charset.forName("KOI8-R");
        for (MemoryKind kind : kinds) {
            Memory memory = kind.allocate(20);
            memory.fill();
            MalformedTextException e = assertThrows(
                    MalformedTextException.class,
                    () -> memory.copy("xy\u4e00z", charset, 0, 5, 4, MalformedPolicy.replaceWith(0x20AC)));
            assertEquals(2, e.unitsWritten());
            assertEquals(2, e.charIndex());
            byte[] expected = new byte[15];
            Arrays.fill(expected, Memory.CANARY);
            expected[0] = 'x';
            expected[1] = 'y';
            assertEquals(Hex.of(expected), Hex.of(memory.get(5, 15)), memory::toString);
        }
    }

    private static void encodes(
            Memory memory, String text, Policies.Encoded expected, Charset charset, MalformedPolicy policy) {
        Supplier<String> about = () -> policy + " " + charset + " in " + memory + ": " + Hex.of(text);
        int unitSize = Charsets.unitSize(charset);
        memory.fill();
        if (expected.fault() != null) {
            MalformedTextException e = assertThrows(
                    MalformedTextException.class, () -> memory.copy(text, charset, 0, 5, text.length(), policy), about);
            Reports.encoding(expected.fault(), charset, e, about);
            assertThrows(MalformedTextException.class, () -> memory.kind().encodedUnits(text, charset, policy), about);
            return;
        }
        byte[] bytes = expected.bytes();
        assertEquals(bytes.length / unitSize, memory.kind().encodedUnits(text, charset, policy), about);
        assertEquals(bytes.length / unitSize, memory.copy(text, charset, 0, 5, text.length(), policy), about);
        assertEquals(Hex.of(bytes), Hex.of(memory.get(5, bytes.length)), about);
        assertEquals(Memory.CANARY, memory.get(5 + bytes.length, 1)[0], about);
        assertArrayEquals(bytes, memory.kind().allocateFrom(text, charset, policy), about);
        assertArrayEquals(bytes, memory.kind().allocateFrom(text, charset, 0, text.length(), policy), about);
        long[] offsets = new long[4];
        memory.copyStrings(new String[] {text, "", text}, charset, 5, offsets, policy);
        assertArrayEquals(new long[] {5, 5 + bytes.length, 5 + bytes.length, 5 + 2L * bytes.length}, offsets, about);
        assertEquals(Hex.of(bytes), Hex.of(memory.get(5 + bytes.length, bytes.length)), about);
        if (bytes.length > 0) {
            Memory exact = memory.kind().allocate(bytes.length - 1);
            exact.fill();
            byte[] before = exact.all();
            assertThrows(
                    IndexOutOfBoundsException.class,
                    () -> exact.copy(text, charset, 0, 0, text.length(), policy),
                    about);
            assertArrayEquals(before, exact.all(), about);
        }
    }

    private static void truncates(
            SplittableRandom random, Memory memory, String text, byte[] all, Charset charset, MalformedPolicy policy) {
        int unitSize = Charsets.unitSize(charset);
        int units = random.nextInt(all.length / unitSize + 2);
        int chars = 0;
        byte[] most = new byte[0];
        for (int at = 0; at < text.length(); ) {
            at += Character.charCount(text.codePointAt(at));
            byte[] prefix =
                    Policies.encode(text.substring(0, at), charset, policy).bytes();
            if (prefix.length > units * unitSize) {
                break;
            }
            chars = at;
            most = prefix;
        }
        byte[] expected = most;
        Supplier<String> about = () -> policy + " " + charset + " to " + units + " in " + memory + ": " + Hex.of(text);
        memory.fill();
        Copied copied = memory.copyTruncated(text, charset, 0, 5, units, policy);
        assertEquals(new Copied(chars, most.length / unitSize), copied, about);
        assertEquals(Hex.of(expected), Hex.of(memory.get(5, expected.length)), about);
        assertEquals(Memory.CANARY, memory.get(5 + expected.length, 1)[0], about);
        Copied field = memory.copyField(text, charset, 5, units, false, policy);
        assertEquals(copied, field, about);
    }

    /** Every String comes back. */
    @Test
    void losslessKeepsEveryString() {
        SplittableRandom random = Run.random("strings");
        List<Memory> memories = kinds.stream().map(kind -> kind.allocate(1000)).toList();
        for (Charset charset : Charsets.OURS) {
            if (charset.name().equals("ISO-8859-1") || charset.name().equals("US-ASCII")) {
                continue;
            }
            for (int i = Run.times(2 * RECORDS); i > 0; i--) {
                String text = Texts.next(random, 60);
                Memory memory = memories.get(i % memories.size());
                long units = memory.copy(text, charset, 0, 7, text.length(), MalformedPolicy.LOSSLESS);
                String back = memory.getString(7, units, charset, MalformedPolicy.LOSSLESS);
                assertEquals(Hex.of(text), Hex.of(back), charset::toString);
            }
        }
    }

    static Stream<Arguments> laws() {
        return cases().filter(each -> {
            Charset charset = (Charset) each.get()[0];
            boolean wide = Charsets.unitSize(charset) > 1;
            boolean utf8 = charset == StandardCharsets.UTF_8;
            return each.get()[1] == MalformedPolicy.LOSSLESS && (utf8 || wide)
                    || each.get()[1] == MalformedPolicy.SURROGATE_ESCAPE
                            && (utf8 || charset == StandardCharsets.US_ASCII);
        });
    }

    /** Every sequence of bytes comes back; LOSSLESS reports those that would not. */
    @ParameterizedTest
    @MethodSource("laws")
    void bytesComeBack(Charset charset, MalformedPolicy policy) {
        SplittableRandom random = Run.random(charset);
        int unitSize = Charsets.unitSize(charset);
        List<Memory> memories =
                kinds.stream().map(kind -> kind.allocate(4 * UNITS * unitSize)).toList();
        for (int i = Run.times(2 * RECORDS); i > 0; i--) {
            byte[] bytes = Encoded.next(random, charset, UNITS);
            Memory memory = memories.get(i % memories.size());
            memory.put(0, bytes);
            String text;
            try {
                text = memory.getString(0, bytes.length / unitSize, charset, policy);
            } catch (MalformedTextException e) {
                assertEquals(MalformedPolicy.LOSSLESS, policy, e::getMessage);
                continue;
            }
            assertEquals(bytes.length / unitSize, memory.copy(text, charset, 0, 0, text.length(), policy));
            assertEquals(Hex.of(bytes), Hex.of(memory.get(0, bytes.length)), () -> policy + " " + charset);
        }
    }

    /** Text of several pieces: many errors close together, which make the pieces small, and few on borders of long pieces. */
    @Test
    void longTextIsRepaired() throws IOException {
        for (int[] sizeAndStep : new int[][] {{1_500, 1}, {9_000, 64}, {9_000, 321}, {70_000, 65_535}}) {
            byte[] bytes = new byte[sizeAndStep[0]];
            Arrays.fill(bytes, (byte) 'a');
            for (int at = 0; at < bytes.length; at += sizeAndStep[1]) {
                bytes[at] = (byte) 0xF0;
            }
            List<Memory> memories = new ArrayList<>();
            for (MemoryKind kind : kinds) {
                memories.add(kind.allocate(bytes.length + 3));
            }
            memories.forEach(memory -> memory.put(3, bytes));
            for (MalformedPolicy policy : Policies.ALL) {
                Policies.Decoded expected = Policies.decode(bytes, StandardCharsets.UTF_8, policy);
                for (Memory memory : memories) {
                    decodes(memory, bytes, expected, StandardCharsets.UTF_8, policy);
                }
            }
            Reference.reachabilityFence(memories); // an address does not keep its memory alive
        }
    }

    @Test
    void longTextIsWrittenRepaired() {
        for (int[] sizeAndStep : new int[][] {{700, 1}, {9_000, 1000}, {17_000, 16_383}}) {
            StringBuilder chars = new StringBuilder("a".repeat(sizeAndStep[0]));
            for (int at = 0; at < chars.length(); at += sizeAndStep[1]) {
                chars.setCharAt(at, '\udcff');
            }
            String text = chars.toString();
            List<Memory> memories =
                    kinds.stream().map(kind -> kind.allocate(90_000)).toList();
            for (MalformedPolicy policy : Policies.ALL) {
                for (Charset charset : List.of(StandardCharsets.UTF_8, StandardCharsets.UTF_16)) {
                    Policies.Encoded expected = Policies.encode(text, charset, policy);
                    for (Memory memory : memories) {
                        encodes(memory, text, expected, charset, policy);
                    }
                }
            }
            Reference.reachabilityFence(memories);
        }
    }

    /** A batch in which some strings are malformed. */
    @Test
    void batchesAreRepaired() {
        String[] strings = new String[1500];
        for (int i = 0; i < strings.length; i++) {
            strings[i] = i % 7 == 3 ? "x" + i + "\ud800" : "string " + i;
        }
        for (MemoryKind kind : kinds) {
            Memory memory = kind.allocate(60_000);
            long[] offsets = new long[strings.length + 1];
            memory.copyStrings(strings, StandardCharsets.UTF_8, 0, offsets, MalformedPolicy.LOSSLESS);
            StringSpans spans = StringSpans.ofOffsets(offsets);
            assertArrayEquals(strings, memory.getStrings(spans, StandardCharsets.UTF_8, MalformedPolicy.LOSSLESS));
            String[] ignored =
                    Arrays.stream(strings).map(s -> s.replace("\ud800", "")).toArray(String[]::new);
            assertArrayEquals(ignored, memory.getStrings(spans, StandardCharsets.UTF_8, MalformedPolicy.IGNORE));
        }
    }

    @Test
    void pythonAgrees() {
        for (Vectors.Policy vector : Vectors.policies()) {
            MalformedPolicy policy = vector.escapes() ? MalformedPolicy.SURROGATE_ESCAPE : MalformedPolicy.LOSSLESS;
            for (MemoryKind kind : kinds) {
                Memory memory = kind.of(vector.bytes());
                long units = vector.bytes().length / Charsets.unitSize(vector.charset());
                String text = memory.getString(0, units, vector.charset(), policy);
                assertEquals(Hex.of(vector.text()), Hex.of(text), vector::toString);
                assertArrayEquals(vector.bytes(), kind.allocateFrom(text, vector.charset(), policy), vector::toString);
            }
        }
    }

    @Test
    void invalidReplacementsAreRefused() {
        for (int wrong : new int[] {-1, 0xD800, 0xDFFF, 0x110000, Integer.MIN_VALUE}) {
            IllegalArgumentException e =
                    assertThrows(IllegalArgumentException.class, () -> MalformedPolicy.replaceWith(wrong));
            assertTrue(e.getMessage().startsWith("codePoint is " + wrong + ": "), e::getMessage);
        }
        for (int right : new int[] {0, '?', 0xD7FF, 0xE000, 0xFFFD, 0x10FFFF}) {
            assertEquals(
                    Character.toString(right),
                    MalformedPolicy.replaceWith(right).replacement().orElseThrow());
        }
    }
}
