package dev.unitstr.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.MalformedTextException;
import dev.unitstr.StringSpans;
import dev.unitstr.internal.binding.Binding;
import dev.unitstr.internal.memory.ArrayRegion;
import dev.unitstr.internal.memory.Region;
import dev.unitstr.internal.text.RegionStrings;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Many strings in one call: what as many calls for one string make of them. */
@EveryRun
@Tag("jdk")
@Tag("route")
@Tag("tier")
class BatchContract {
    private static final MalformedPolicy REPLACE = MalformedPolicy.REPLACE;
    private static final MalformedPolicy REPORT = MalformedPolicy.REPORT;
    private static final Charset UTF_8 = StandardCharsets.UTF_8;
    private static final Charset UTF_16 = Charset.forName("UTF-16LE");
    private static final String UNTOUCHED = "untouched";

    private final List<? extends MemoryKind> kinds = Kinds.HERE.memory();

    static List<Charset> charsets() {
        return Charsets.oursAnd("windows-1252", "Shift_JIS", "ISO-2022-JP");
    }

    @ParameterizedTest
    @MethodSource("charsets")
    void readsEachStringAsIfAlone(Charset charset) {
        SplittableRandom random = Run.random(charset);
        for (int i = Run.times(60); i > 0; i--) {
            for (MemoryKind kind : kinds) {
                BatchReads reads = BatchReads.next(random, kind, charset, 12);
                MalformedPolicy policy = random.nextBoolean() ? REPLACE : REPORT;
                check(reads, charset, policy, random);
            }
        }
    }

    private static void check(BatchReads reads, Charset charset, MalformedPolicy policy, SplittableRandom random) {
        int count = reads.offsets().length;
        Supplier<String> about = () -> charset + " " + policy + " " + reads;
        assertEquals(count, reads.spans().count(), about);
        List<String> expected = new ArrayList<>();
        MalformedTextException error = null;
        for (int i = 0; i < count && error == null; i++) {
            try {
                expected.add(reads.one(i, charset, policy));
            } catch (MalformedTextException e) {
                error = e;
            }
        }
        String[] given = filled(count + 2);
        if (error == null) {
            assertArrayEquals(expected.toArray(), reads.memory().getStrings(reads.spans(), charset, policy), about);
            reads.memory().getStrings(reads.spans(), charset, given, 1, policy);
        } else {
            MalformedTextException e = assertThrows(
                    MalformedTextException.class,
                    () -> reads.memory().getStrings(reads.spans(), charset, policy),
                    about);
            same(error, e, expected.size(), about);
            e = assertThrows(
                    MalformedTextException.class,
                    () -> reads.memory().getStrings(reads.spans(), charset, given, 1, policy),
                    about);
            same(error, e, expected.size(), about);
        }
        assertEquals(around(expected, count), Arrays.asList(given), about);

        // In parts, from anywhere on.
        String[] parts = filled(count + 2);
        int first = random.nextInt(count + 1);
        int at = first;
        while (at < expected.size()) {
            int max = random.nextInt(1, count - at + 1);
            String[] few = Arrays.copyOf(parts, at + 1 + max);
            int got = reads.memory().getSomeStrings(reads.spans(), at, charset, few, at + 1, policy);
            System.arraycopy(few, 0, parts, 0, few.length);
            assertTrue(got > 0 && got <= max, about);
            at += got;
            assertTrue(at <= expected.size(), about);
        }
        for (int i = first; i < expected.size(); i++) {
            assertEquals(expected.get(i), parts[i + 1], about);
        }
        assertSame(UNTOUCHED, parts[Math.max(at, first) + 1], about);
        if (error != null && first <= expected.size()) {
            MalformedTextException e = assertThrows(
                    MalformedTextException.class,
                    () -> reads.memory().getSomeStrings(reads.spans(), expected.size(), charset, parts, 1, policy),
                    about);
            same(error, e, expected.size(), about);
        }
    }

    private static void same(
            MalformedTextException one, MalformedTextException inBatch, int index, Supplier<String> about) {
        assertEquals(index, inBatch.stringIndex(), about);
        assertEquals(-1, one.stringIndex(), about);
        assertEquals("string " + index + ": " + one.getMessage(), inBatch.getMessage(), about);
        assertEquals(one.kind(), inBatch.kind(), about);
        assertEquals(one.charset(), inBatch.charset(), about);
        assertEquals(one.unitOffset(), inBatch.unitOffset(), about);
        assertEquals(one.unitCount(), inBatch.unitCount(), about);
        assertEquals(one.byteOffset(), inBatch.byteOffset(), about);
        assertEquals(one.byteCount(), inBatch.byteCount(), about);
        assertEquals(one.charIndex(), inBatch.charIndex(), about);
        assertEquals(one.charCount(), inBatch.charCount(), about);
    }

    private static String[] filled(int count) {
        String[] strings = new String[count];
        Arrays.fill(strings, UNTOUCHED);
        return strings;
    }

    private static List<String> around(List<String> strings, int count) {
        List<String> all = new ArrayList<>(List.of(UNTOUCHED));
        all.addAll(strings);
        while (all.size() < count + 2) {
            all.add(UNTOUCHED);
        }
        return all;
    }

    /** More strings than a native call takes, more bytes, and strings that are longer than one. */
    @ParameterizedTest
    @MethodSource("charsets")
    void cutsWhatIsLongIntoChunks(Charset charset) {
        String[] strings = new String[5_000];
        for (int i = 0; i < strings.length; i++) {
            strings[i] = switch (i) {
                case 700, 701, 4_999 -> "long ".repeat(30_000);
                case 2_000 -> "a".repeat(65_535);
                case 2_001 -> "b".repeat(65_536);
                case 2_002 -> "c".repeat(65_537);
                default -> i % 3 == 0 ? "" : (i % 7 == 0 ? "\u00e4\u3042" : "x").repeat(i % 50);
            };
        }
        MemoryKind kind = kinds.get(0);
        if (Charsets.hasState(charset)) {
            return; // those texts have no such chars
        }
        long units = kind.encodedUnits(strings, charset, REPLACE);
        Memory memory = kind.allocate((int) units * Charsets.unitSize(charset));
        long[] offsets = new long[strings.length + 1];
        assertEquals(units, memory.copyStrings(strings, charset, 0, offsets, REPLACE));
        assertEquals(memory.size(), offsets[strings.length]);
        StringSpans spans = StringSpans.ofOffsets(offsets);
        String[] back = memory.getStrings(spans, charset, REPLACE);
        for (int i = 0; i < strings.length; i++) {
            byte[] encoded = Oracle.encode(strings[i], charset);
            assertEquals(encoded.length, offsets[i + 1] - offsets[i]);
            assertEquals(Oracle.decode(encoded, charset), back[i]);
        }
        String[] parts = new String[strings.length];
        int calls = 0;
        for (int done = 0; done < parts.length; calls++) {
            done += memory.getSomeStrings(spans, done, charset, parts, done, REPLACE);
        }
        assertArrayEquals(back, parts);
        assertTrue(calls > 8, "one call did too much: " + calls);
    }

    /** Adjacent texts are read together, with small gaps between them, as long as they are ASCII. */
    @Test
    void readsGroupsAsIfAlone() {
        for (int gap : new int[] {0, 1, 16, 17}) {
            for (String last : List.of("z", "\u00e9", "\u3042")) {
                for (int other : new int[] {0, 150, 299}) {
                    String[] strings = texts(300, "a".repeat(70));
                    strings[other] = last;
                    strings[120] = gap == 1 ? "" : "b";
                    readsGroups(strings, gap, (byte) (gap == 16 ? 0xC3 : 0));
                }
            }
        }
    }

    private void readsGroups(String[] strings, int gap, byte between) {
        for (Charset charset : List.of(UTF_8, StandardCharsets.ISO_8859_1, StandardCharsets.US_ASCII)) {
            long[] offsets = new long[strings.length];
            long[] units = new long[strings.length];
            byte[] bytes = {};
            for (int i = 0; i < strings.length; i++) {
                byte[] one = strings[i].getBytes(charset);
                offsets[i] = bytes.length;
                units[i] = one.length;
                bytes = Arrays.copyOf(bytes, bytes.length + one.length + gap);
                Arrays.fill(bytes, bytes.length - gap, bytes.length, between);
                System.arraycopy(one, 0, bytes, (int) offsets[i], one.length);
            }
            for (MemoryKind kind : kinds) {
                Memory memory = kind.allocate(bytes.length);
                memory.put(0, bytes);
                for (MalformedPolicy policy : List.of(REPLACE, REPORT)) {
                    String[] read = memory.getStrings(StringSpans.of(offsets, units), charset, policy);
                    for (int i = 0; i < strings.length; i++) {
                        assertEquals(memory.getString(offsets[i], units[i], charset, policy), read[i]);
                    }
                }
            }
        }
    }

    /** A library from before there were batches, and a binding that has none. */
    @ParameterizedTest
    @MethodSource("charsets")
    void goStringByStringWithoutABinding(Charset charset) {
        for (Binding binding : Bindings.all()) {
            RegionStrings with = new RegionStrings(binding);
            RegionStrings without = new RegionStrings(new DelegatingBinding(binding));
            SplittableRandom random = Run.random(charset);
            for (int i = Run.times(30); i > 0; i--) {
                String[] strings = new String[random.nextInt(8)];
                for (int s = 0; s < strings.length; s++) {
                    strings[s] = random.nextInt(20) == 0 ? "\u3042".repeat(40_000) : Texts.next(random, 20);
                }
                MalformedPolicy policy = random.nextBoolean() ? REPLACE : REPORT;
                int fields = random.nextInt(9);
                assertEquals(
                        outcome(with, strings, charset, policy, fields),
                        outcome(without, strings, charset, policy, fields),
                        () -> binding.name() + " " + charset + " " + policy);
            }
        }
    }

    private static String outcome(
            RegionStrings strings, String[] texts, Charset charset, MalformedPolicy policy, int fields) {
        byte[] memory = new byte[1_000_000];
        Region region = new ArrayRegion(memory);
        long[] offsets = new long[texts.length + 1];
        String result;
        try {
            result = "wrote " + strings.batches().copyStrings(texts, charset, region, 1, offsets, policy);
        } catch (MalformedTextException e) {
            return e.toString();
        }
        try {
            result += Arrays.toString(
                    strings.batches().getStrings(region, StringSpans.ofOffsets(offsets), charset, policy));
            StringSpans spans = StringSpans.ofTerminatedFields(0, fields, 5, 99);
            result += Arrays.toString(strings.batches().getStrings(region, spans, charset, policy));
        } catch (MalformedTextException e) {
            result += e + " " + e.stringIndex();
        }
        return result + Arrays.hashCode(memory) + Arrays.toString(offsets);
    }

    @ParameterizedTest
    @MethodSource("charsets")
    void writesEachStringAsIfAlone(Charset charset) {
        SplittableRandom random = Run.random("~" + charset);
        int unitSize = Charsets.unitSize(charset);
        for (int i = Run.times(40); i > 0; i--) {
            for (MemoryKind kind : kinds) {
                String[] strings = new String[random.nextInt(10)];
                for (int s = 0; s < strings.length; s++) {
                    strings[s] = Texts.next(random, 20);
                }
                write(kind, strings, charset, random.nextBoolean() ? REPLACE : REPORT, unitSize, random.nextInt(4));
            }
        }
    }

    /** Texts in which each char takes one byte are written together: these end where such a group may end. */
    @Test
    void writesGroupsAsIfAlone() {
        String[] other = texts(20, "x");
        other[19] = "\u00e9\u3042";
        String[] full = texts(17, "d".repeat(4_096));
        full[16] = "";
        String[] overfull = full.clone();
        overfull[16] = "e";
        String[] second = texts(2_050, "l".repeat(32)); // more than are read once, in more than one part
        second[2_049] = "n".repeat(4_096);
        String[] otherLast = texts(700, "m".repeat(100));
        otherLast[699] = "\u00e9";
        for (String[] strings : List.of(
                new String[] {"a\ud83d", "\ude00b"},
                new String[] {"\ude00", "\ud83d", ""},
                new String[] {"f".repeat(4_095), "g", "h".repeat(4_096), "i".repeat(4_097)},
                texts(1_024, "j"),
                texts(1_025, "k"),
                other,
                full,
                overfull,
                second,
                otherLast)) {
            for (MemoryKind kind : Run.some(kinds, strings.length, strings[0])) {
                for (Charset charset : List.of(UTF_8, StandardCharsets.ISO_8859_1, StandardCharsets.US_ASCII)) {
                    write(kind, strings, charset, REPLACE, 1, 1);
                }
                write(kind, strings, UTF_8, REPORT, 1, 0);
            }
        }
    }

    private static String[] texts(int count, String text) {
        String[] texts = new String[count];
        Arrays.fill(texts, text);
        return texts;
    }

    private static void write(
            MemoryKind kind, String[] strings, Charset charset, MalformedPolicy policy, int unitSize, int front) {
        Supplier<String> about = () -> kind + " " + charset + " " + policy + " " + Hex.of(String.join("|", strings));
        int count = strings.length;
        long[] expected = new long[count + 1];
        expected[0] = front;
        byte[] bytes = new byte[front];
        Arrays.fill(bytes, Memory.CANARY);
        for (int s = 0; s < count; s++) {
            Fault fault = Oracle.encodeFault(strings[s], charset);
            if (policy == REPORT && fault != null) {
                refusesText(kind, strings, s, fault, charset, about);
                return;
            }
            byte[] one = Oracle.encode(strings[s], charset);
            bytes = Arrays.copyOf(bytes, bytes.length + one.length);
            System.arraycopy(one, 0, bytes, bytes.length - one.length, one.length);
            expected[s + 1] = bytes.length;
        }
        long units = (bytes.length - front) / unitSize;
        assertEquals(units, kind.encodedUnits(strings, charset, policy), about);
        for (int extra : new int[] {0, 1, 200, 2 * bytes.length}) {
            Memory memory = kind.allocate(bytes.length + extra).fill();
            long[] offsets = new long[count + 2];
            offsets[count + 1] = -77;
            assertEquals(units, memory.copyStrings(strings, charset, front, offsets, policy), about);
            assertArrayEquals(Arrays.copyOf(expected, count + 2), with(offsets, count + 1, 0), about);
            checkContent(bytes, memory, about);
            for (int entryBytes : new int[] {4, 8}) {
                memory.fill();
                Memory entries = kind.allocate((count + 1) * entryBytes + 4).fill();
                assertEquals(
                        units,
                        memory.copyStrings(strings, 0, charset, front, entries.offsets(3, entryBytes, count), policy),
                        about);
                checkContent(bytes, memory, about);
                byte[] said = BatchReads.entries(Arrays.copyOf(expected, count), expected[count], entryBytes);
                assertArrayEquals(said, entries.get(3, said.length), about);
                assertEquals(Memory.CANARY, entries.all()[2], about);
                assertEquals(Memory.CANARY, entries.all()[3 + said.length], about);
            }
        }
        if (bytes.length > front) {
            Memory memory = kind.allocate(bytes.length - 1).fill();
            long[] offsets = new long[count + 1];
            Throwable e = assertThrows(
                    IndexOutOfBoundsException.class,
                    () -> memory.copyStrings(strings, charset, front, offsets, policy),
                    about);
            String needed = units + (units == 1 ? " unit of " : " units of ") + unitSize;
            assertTrue(e.getMessage().contains(front + ": from there, " + needed), e::toString);
            checkContent(new byte[0], memory, about);
            assertArrayEquals(new long[count + 1], offsets, about);
        }
    }

    private static long[] with(long[] longs, int index, long value) {
        longs[index] = value;
        return longs;
    }

    private static void refusesText(
            MemoryKind kind, String[] strings, int index, Fault fault, Charset charset, Supplier<String> about) {
        Memory memory = kind.allocate(1_000).fill();
        long[] offsets = new long[strings.length + 1];
        for (MalformedTextException e : List.of(
                assertThrows(MalformedTextException.class, () -> kind.encodedUnits(strings, charset, REPORT), about),
                assertThrows(
                        MalformedTextException.class,
                        () -> memory.copyStrings(strings, charset, 1, offsets, REPORT),
                        about))) {
            Reports.encoding(fault, charset, e, about);
            assertEquals(index, e.stringIndex(), about);
            assertEquals(0, e.unitsWritten(), about);
        }
        checkContent(new byte[0], memory, about);
        assertArrayEquals(new long[strings.length + 1], offsets, about);
    }

    /** These bytes, and after them what {@link Memory#fill} has left. */
    private static void checkContent(byte[] bytes, Memory memory, Supplier<String> about) {
        byte[] expected = new byte[(int) memory.size()];
        Arrays.fill(expected, Memory.CANARY);
        System.arraycopy(bytes, 0, expected, 0, bytes.length);
        assertArrayEquals(expected, memory.all(), about);
    }

    @Test
    void refusesPlacesAndLeavesTheArrayAlone() {
        for (MemoryKind kind : kinds) {
            Memory memory = kind.allocate(100);
            String[] dst = filled(4);
            bad(memory, dst, IllegalArgumentException.class, "units[1] is -1: not between 0 and", 0, 1, 5, -1);
            bad(memory, dst, IllegalArgumentException.class, "units[1] is 1073741824: ", 0, 1, 0, 1L << 30);
            bad(
                    memory,
                    dst,
                    IllegalArgumentException.class,
                    "units[1] is 9223372036854775807: ",
                    0,
                    1,
                    0,
                    Long.MAX_VALUE);
            String outside = ", 3 units of 2 bytes are not within the memory, which has 100 bytes";
            bad(memory, dst, IndexOutOfBoundsException.class, "offsets[1] is -1: from there" + outside, 0, 1, -1, 3);
            bad(memory, dst, IndexOutOfBoundsException.class, "offsets[1] is 95: from there" + outside, 0, 1, 95, 3);
            bad(memory, dst, IndexOutOfBoundsException.class, "offsets[0] is 101: from there", 101, 0, 0, 1);
            bad(
                    memory,
                    dst,
                    IndexOutOfBoundsException.class,
                    "offsets[1] is 9223372036854775807",
                    0,
                    0,
                    Long.MAX_VALUE,
                    1);
            bad(
                    memory,
                    dst,
                    IndexOutOfBoundsException.class,
                    "offsets[0] is -9223372036854775808",
                    Long.MIN_VALUE,
                    0,
                    0,
                    1);
            badOffsets(
                    memory,
                    dst,
                    IllegalArgumentException.class,
                    "offsets[2] is 3: below offsets[1], which is 4",
                    0,
                    4,
                    3);
            badOffsets(
                    memory, dst, IndexOutOfBoundsException.class, "offsets[1] is 4 and offsets[2] is 102", 0, 4, 102);
            badOffsets(memory, dst, IndexOutOfBoundsException.class, "offsets[0] is -2 and offsets[1] is 4", -2, 4, 4);
            badOffsets(
                    memory, dst, IllegalArgumentException.class, "not a multiple of the unit size, 2 bytes", 0, 4, 7);
            badOffsets(
                    memory,
                    dst,
                    IllegalArgumentException.class,
                    ": below offsets[0], which is",
                    Long.MAX_VALUE,
                    Long.MIN_VALUE);
            badFields(
                    memory,
                    dst,
                    "offset is 0: from there, 3 fields of 20 units of 2 bytes, 40 bytes apart",
                    0,
                    20,
                    40,
                    3);
            badFields(memory, dst, "offset is 61", 61, 20, 40, 1);
            badFields(memory, dst, "offset is 101", 101, 0, 1, 0);
            badFields(memory, dst, "2 fields of 0 units", 0, 0, Long.MAX_VALUE, 2);
            badFields(memory, dst, "is 9223372036854775807: from there", Long.MAX_VALUE, 1, 1, 1);
        }
    }

    /** Also where the good ones take more than one call, by their sizes or by their number. */
    @Test
    void refusesAWrongPlaceHoweverManyGoodOnesComeBefore() {
        for (MemoryKind kind : kinds) {
            Memory memory = kind.allocate(3 * Binding.CHUNK_BYTES);
            for (int n : new int[] {2, 3, 20, Binding.BATCH_TEXTS, Binding.BATCH_TEXTS + 1, 2 * Binding.BATCH_TEXTS}) {
                long[] offsets = new long[n];
                long[] units = new long[n];
                Arrays.fill(units, n < 20 ? Binding.CHUNK_BYTES : Binding.CHUNK_BYTES / 40);
                offsets[n - 1] = -1;
                String[] dst = filled(n + 1);
                String message = "offsets[" + (n - 1) + "] is -1: ";
                refused(memory, dst, StringSpans.of(offsets, units), IndexOutOfBoundsException.class, message);
            }
        }
    }

    private static void bad(
            Memory memory,
            String[] dst,
            Class<? extends Exception> type,
            String message,
            long o0,
            long u0,
            long o1,
            long u1) {
        refused(memory, dst, StringSpans.of(new long[] {o0, o1}, new long[] {u0, u1}), type, message);
    }

    private static void badOffsets(
            Memory memory, String[] dst, Class<? extends Exception> type, String message, long... offsets) {
        refused(memory, dst, StringSpans.ofOffsets(offsets), type, message);
        memory.put(10, BatchReads.entries(offsets, 0, 8));
        refused(memory, dst, memory.offsets(10, 8, offsets.length - 1), type, message);
    }

    private static void badFields(
            Memory memory, String[] dst, String message, long offset, long units, long stride, long count) {
        for (StringSpans spans : List.of(
                StringSpans.ofFields(offset, units, stride, count),
                StringSpans.ofTerminatedFields(offset, units, stride, count))) {
            refused(memory, dst, spans, IndexOutOfBoundsException.class, message);
        }
    }

    private static void refused(
            Memory memory, String[] dst, StringSpans spans, Class<? extends Exception> type, String message) {
        Exception e = assertThrows(type, () -> memory.getStrings(spans, UTF_16, REPLACE), message);
        assertTrue(e.getMessage().contains(message), e::toString);
        e = assertThrows(type, () -> memory.getStrings(spans, UTF_16, dst, 1, REPLACE), message);
        assertTrue(e.getMessage().contains(message), e::toString);
        assertArrayEquals(filled(dst.length), dst, message);
    }

    @Test
    void refusesArgumentsInOrder() {
        for (MemoryKind kind : kinds) {
            Memory memory = kind.allocate(100);
            StringSpans two = StringSpans.ofFields(0, 5, 10, 2);
            StringSpans outside = StringSpans.ofFields(0, 50, 100, 2);
            StringSpans foreign = () -> 1;
            String[] dst = filled(3);
            assertThrows(NullPointerException.class, () -> memory.getStrings(null, UTF_8, REPLACE));
            assertThrows(NullPointerException.class, () -> memory.getStrings(two, null, REPLACE));
            assertThrows(NullPointerException.class, () -> memory.getStrings(outside, UTF_8, null));
            assertThrows(NullPointerException.class, () -> memory.getStrings(two, UTF_8, null, 0, REPLACE));
            assertThrows(IllegalArgumentException.class, () -> memory.getStrings(foreign, UTF_8, REPLACE));
            says("dstIndex is 2 and spans has 2 strings", () -> memory.getStrings(two, UTF_8, dst, 2, REPLACE));
            says("dstIndex is -1 and spans", () -> memory.getStrings(two, UTF_8, dst, -1, REPLACE));
            says("first is 3: not between 0 and 2", () -> memory.getSomeStrings(two, 3, UTF_8, dst, 0, REPLACE));
            says("first is -1", () -> memory.getSomeStrings(two, -1, UTF_8, dst, 0, REPLACE));
            says("dstIndex is 4: not between 0 and 3", () -> memory.getSomeStrings(two, 0, UTF_8, dst, 4, REPLACE));
            says("dstIndex is -1: not", () -> memory.getSomeStrings(two, 0, UTF_8, dst, -1, REPLACE));
            assertEquals(0, memory.getSomeStrings(two, 0, UTF_8, dst, 3, REPLACE));
            assertEquals(0, memory.getSomeStrings(two, 2, UTF_8, dst, 0, REPLACE));
            assertEquals(2, memory.getSomeStrings(two, 0, UTF_8, filled(9), 0, REPLACE));
            String[] last = filled(3);
            assertEquals(1, memory.getSomeStrings(two, 0, UTF_8, last, 2, REPLACE));
            assertArrayEquals(new String[] {UNTOUCHED, UNTOUCHED, "\0".repeat(5)}, last);
            assertArrayEquals(filled(3), dst);
            assertEquals(0, memory.getStrings(StringSpans.ofOffsets(new int[0]), UTF_8, REPLACE).length);
        }
        says("offset is -1", () -> StringSpans.ofFields(-1, 1, 1, 1));
        wrong("fieldUnits is -1", () -> StringSpans.ofFields(0, -1, 1, 1));
        wrong("strideBytes is 0", () -> StringSpans.ofTerminatedFields(0, 1, 0, 1));
        wrong("count is -1", () -> StringSpans.ofFields(0, 1, 1, -1));
        wrong("offsets has 2 elements and units has 1", () -> StringSpans.of(new long[2], new long[1]));
        Memory memory = kinds.get(0).allocate(100);
        wrong("entryBytes is 5: neither 4 nor 8", () -> memory.offsets(0, 5, 1));
        wrong("count is -1", () -> memory.offsets(0, 4, -1));
        says(" is 93: from there, the offsets of 1 strings, of 4 bytes each", () -> memory.offsets(93, 4, 1));
        says(" is -1: from there", () -> memory.offsets(-1, 4, 0));
        assertEquals(0, memory.offsets(100, 4, 0).count());
        assertEquals(24, memory.offsets(0, 4, 24).count());
        wrong("pointerAt is 9: from there, 8 bytes are not within a struct", () -> memory.pointers(0, 9, 0, 4, 16, 1));
        wrong("lengthAt is -1", () -> memory.pointers(0, 0, -1, 4, 16, 1));
        wrong("prefixBytes is 3", () -> memory.pointers(0, 0, 8, 3, 16, 1));
        says(" is 5: from there, 6 structs of 16 bytes", () -> memory.pointers(5, 0, 8, 4, 16, 6));
    }

    @Test
    void refusesArgumentsWhenWriting() {
        for (MemoryKind kind : kinds) {
            Memory memory = kind.allocate(20).fill();
            Memory entries = kind.allocate(20).fill();
            String[] strings = {"a", "bc", "def"};
            long[] offsets = new long[4];
            assertThrows(NullPointerException.class, () -> memory.copyStrings(null, UTF_8, 0, offsets, REPLACE));
            assertThrows(NullPointerException.class, () -> memory.copyStrings(strings, UTF_8, 0, null, REPLACE));
            assertThrows(NullPointerException.class, () -> memory.copyStrings(strings, null, 0, offsets, REPLACE));
            assertThrows(NullPointerException.class, () -> memory.copyStrings(strings, UTF_8, 0, offsets, null));
            String[] holed = {"a", "bc", null};
            Exception e = assertThrows(
                    NullPointerException.class, () -> memory.copyStrings(holed, UTF_8, 0, offsets, REPLACE));
            assertEquals("src[2]", e.getMessage());
            e = assertThrows(NullPointerException.class, () -> kind.encodedUnits(holed, UTF_8, REPLACE));
            assertEquals("strings[2]", e.getMessage());
            says("offsets has 3 elements", () -> memory.copyStrings(strings, UTF_8, 0, new long[3], REPLACE));
            says("is 21: not between 0 and 20", () -> memory.copyStrings(strings, UTF_8, 21, offsets, REPLACE));
            says("is -1: not between", () -> memory.copyStrings(strings, UTF_8, -1, offsets, REPLACE));
            says(
                    "is 15: from there, 6 units of 1 byte",
                    () -> memory.copyStrings(strings, UTF_8, 15, offsets, REPLACE));
            says(
                    "srcIndex is 2 and offsets.count() is 2: not a range of src, which has 3",
                    () -> some(memory, strings, 2, 2, entries, 0, 4));
            says("srcIndex is -1 and offsets.count() is 2", () -> some(memory, strings, -1, 2, entries, 0, 4));
            wrong("entryBytes is 0: neither", () -> some(memory, strings, 0, 3, entries, 0, 0));
            says(" is 5: from there, the offsets of 3 strings", () -> some(memory, strings, 0, 3, entries, 5, 4));
            says(" 17: from there, an offset of 4 bytes", () -> some(memory, strings, 0, 0, entries, 17, 4));
            wrong(
                    "not a table of offsets",
                    () -> memory.copyStrings(strings, 0, UTF_8, 0, StringSpans.ofFields(0, 1, 1, 3), REPLACE));
            assertThrows(NullPointerException.class, () -> memory.copyStrings(strings, 0, UTF_8, 0, null, REPLACE));
            memory.readOnly()
                    .ifPresent(view -> assertThrows(
                            view.whenReadOnly(), () -> view.copyStrings(strings, UTF_8, 0, offsets, REPLACE)));
            entries.readOnly()
                    .ifPresent(
                            view -> assertThrows(view.whenReadOnly(), () -> some(memory, strings, 0, 3, view, 0, 4)));
            checkContent(new byte[0], memory, kind::toString);
            checkContent(new byte[0], entries, kind::toString);
            assertArrayEquals(new long[4], offsets);
            assertEquals(0, some(memory, strings, 3, 0, entries, 16, 4));
            assertEquals(5, some(memory, strings, 1, 2, entries, 8, 4));
        }
    }

    private static long some(
            Memory memory, String[] strings, int from, int count, Memory entries, long at, int entryBytes) {
        return memory.copyStrings(strings, from, UTF_8, 0, entries.offsets(at, entryBytes, count), REPLACE);
    }

    private static void says(String message, Runnable call) {
        Exception e = assertThrows(IndexOutOfBoundsException.class, call::run, message);
        assertTrue(e.getMessage().contains(message), e::toString);
    }

    private static void wrong(String message, Runnable call) {
        Exception e = assertThrows(IllegalArgumentException.class, call::run, message);
        assertTrue(e.getMessage().contains(message), e::toString);
    }

    @Test
    void refusesMoreThanAnArrayHolds() {
        Memory memory = kinds.get(0).allocate(100);
        StringSpans all = StringSpans.ofFields(0, 0, 1, 101);
        assertEquals(101, memory.getStrings(all, UTF_8, REPLACE).length);
        assertThrows(
                IndexOutOfBoundsException.class,
                () -> memory.getStrings(StringSpans.ofFields(0, 0, 1, 1L << 40), UTF_8, REPLACE));
    }

    /** A pointer that is null, and one that points elsewhere. */
    @Test
    void followsPointersIntoTheMemoryOnly() {
        for (MemoryKind kind : kinds) {
            Memory memory = kind.allocate(100);
            if (memory.address() == 0) {
                wrong("", () -> memory.getStrings(memory.pointers(0, 0, 8, 8, 16, 1), UTF_8, REPLACE));
                continue;
            }
            long[] structs = {
                0, Long.MIN_VALUE, memory.address() + 90, 10, memory.address() + 100, 0, memory.address() - 1, 1
            };
            memory.put(0, BatchReads.entries(structs, 0, 8));
            memory.put(90, "0123456789".getBytes(UTF_8));
            String[] three = {null, "0123456789", ""};
            assertArrayEquals(three, memory.getStrings(memory.pointers(0, 0, 8, 8, 16, 3), UTF_8, REPLACE));
            StringSpans four = memory.pointers(0, 0, 8, 8, 16, 4);
            says(
                    "the pointer of struct 3, relative to the start of the memory, is -1",
                    () -> memory.getStrings(four, UTF_8, REPLACE));
            String[] dst = filled(4);
            says("struct 3", () -> memory.getStrings(four, UTF_8, dst, 0, REPLACE));
            assertArrayEquals(filled(4), dst);
            assertEquals(3, memory.getSomeStrings(four, 0, UTF_8, dst, 0, REPLACE));
            assertArrayEquals(new String[] {null, "0123456789", "", UNTOUCHED}, dst);
            says("struct 3", () -> memory.getSomeStrings(four, 3, UTF_8, dst, 3, REPLACE));
            for (long length : new long[] {-1, Long.MIN_VALUE, Long.MAX_VALUE, 1L << 31}) {
                memory.put(48, BatchReads.entries(new long[] {memory.address()}, length, 8));
                wrong("the length of struct 3 is ", () -> memory.getStrings(four, UTF_8, REPLACE));
            }
        }
    }
}
