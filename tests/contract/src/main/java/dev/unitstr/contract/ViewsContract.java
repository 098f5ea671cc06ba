package dev.unitstr.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.MalformedTextException;
import dev.unitstr.TextView;
import java.lang.ref.Reference;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Views of text answer as the string would. */
@EveryRun
class ViewsContract {
    private static final int CAPACITY = 4096;

    private final List<? extends MemoryKind> kinds = Kinds.HERE.memory();

    static List<Charset> all() {
        return Charsets.oursAnd("windows-1252", "Shift_JIS");
    }

    private static TextView view(Memory memory, long offset, byte[] bytes, Charset charset) {
        memory.put(offset, bytes);
        long units = bytes.length / Charsets.unitSize(charset);
        TextView view = memory.texts().view(offset, units, charset, MalformedPolicy.REPLACE);
        assertEquals(charset, view.charset());
        assertEquals(units, view.units());
        return view;
    }

    @ParameterizedTest
    @MethodSource("all")
    void areAsTheirStrings(Charset charset) {
        List<Memory> memories = kinds.stream().map(k -> k.allocate(CAPACITY)).toList();
        SplittableRandom random = Run.random(charset);
        for (int i = 0; i < Run.times(2_000); i++) {
            Memory memory = memories.get(i % memories.size());
            byte[] bytes = Encoded.next(random, charset, random.nextInt(16) == 0 ? 900 : 32);
            String string = Oracle.decode(bytes, charset);
            check(view(memory, 1, bytes, charset), string, random);
        }
    }

    private static void check(TextView view, String string, SplittableRandom random) {
        Supplier<String> about = () -> view.charset() + " " + Hex.of(string);
        assertEquals(string, view.toString(), about);
        assertEquals(string.hashCode(), view.hashCode(), about);
        assertEquals(string.length(), view.chars(), about);
        String similar = similar(string, random);
        assertEquals(string.equals(similar), view.contentEquals(similar), about);
        assertEquals(string.compareTo(similar), view.compareTo(similar), about);
        String prefix = similar.substring(0, random.nextInt(similar.length() + 1));
        assertEquals(string.startsWith(prefix), view.startsWith(prefix), about);
        for (String end :
                List.of(prefix, string.substring(string.length() - string.length() / 3), string, string + "a")) {
            assertEquals(string.endsWith(end), view.endsWith(end), about);
            assertEquals(string.lastIndexOf(end), view.lastIndexOf(end), about);
        }
        for (int i : new int[] {0, string.length() / 2, string.length() - 1}) {
            if (i >= 0 && i < string.length()) {
                assertEquals(string.charAt(i), view.charAt(i), about);
            }
        }
        assertThrows(IndexOutOfBoundsException.class, () -> view.charAt(-1), about);
        assertThrows(IndexOutOfBoundsException.class, () -> view.charAt(string.length()), about);
        int first = random.nextInt(string.length() + 1);
        int end = Math.min(string.length(), first + random.nextInt(12));
        String part = similar(string.substring(first, end), random);
        int from = random.nextInt(-2, string.length() + 2);
        assertEquals(string.indexOf(part, from), view.indexOf(part, from), about);
        assertEquals(string.indexOf(part), view.indexOf(part), about);
    }

    /** The same string, or one that differs a little. */
    private static String similar(String string, SplittableRandom random) {
        StringBuilder text = new StringBuilder(string);
        switch (random.nextInt(5)) {
            case 0 -> text.append((char) random.nextInt(0x100));
            case 1 -> text.setLength(random.nextInt(text.length() + 1));
            case 2 -> {
                if (!text.isEmpty()) {
                    text.setCharAt(random.nextInt(text.length()), (char) random.nextInt(0x10000));
                }
            }
            default -> {}
        }
        return text.toString();
    }

    @ParameterizedTest
    @MethodSource("all")
    void areComparedAndConvertedAcrossCharsets(Charset charset) {
        List<Memory> memories = kinds.stream().map(k -> k.allocate(CAPACITY)).toList();
        SplittableRandom random = Run.random(charset);
        List<Charset> charsets = all();
        for (int i = 0; i < Run.times(2_000); i++) {
            Memory memory = memories.get(i % memories.size()).fill();
            Memory other = memories.get((i / 3) % memories.size());
            Charset second = charsets.get(random.nextInt(charsets.size()));
            byte[] bytes = Encoded.next(random, charset, 24);
            String string = Oracle.decode(bytes, charset);
            byte[] others = Oracle.encode(similar(string, random), second);
            String otherString = Oracle.decode(others, second);
            TextView one = view(memory, 1, bytes, charset);
            TextView two = view(other, 2001, others, second);
            Supplier<String> about = () -> charset + " " + second + " " + Hex.of(string) + " " + Hex.of(otherString);
            assertEquals(string.compareTo(otherString), one.compareTo(two), about);
            assertEquals(otherString.compareTo(string), two.compareTo(one), about);
            assertEquals(string.equals(otherString), one.equals(two), about);
            byte[] expected = Oracle.encode(string, second);
            int unitSize = Charsets.unitSize(second);
            assertEquals(expected.length / unitSize, memory.texts().copy(one, second, 1000), about);
            assertEquals(Hex.of(expected), Hex.of(memory.get(1000, expected.length)), about);
            assertEquals(Memory.CANARY, memory.get(1000 + expected.length, 1)[0], about);
            tooShort(memory, one, second, expected);
        }
    }

    static List<MalformedPolicy> policies() {
        return List.of(
                MalformedPolicy.REPLACE,
                MalformedPolicy.REPORT,
                MalformedPolicy.IGNORE,
                MalformedPolicy.replaceWith('?'),
                MalformedPolicy.SURROGATE_ESCAPE,
                MalformedPolicy.LOSSLESS);
    }

    /** The result, or the kind of exception. */
    private static String result(Supplier<String> action) {
        try {
            return action.get();
        } catch (MalformedTextException | IllegalArgumentException | UnsupportedOperationException e) {
            return e.getClass().getSimpleName();
        }
    }

    @ParameterizedTest
    @MethodSource("policies")
    void areConvertedAsTheirStrings(MalformedPolicy policy) {
        List<Memory> memories = kinds.stream().map(k -> k.allocate(CAPACITY)).toList();
        SplittableRandom random = Run.random(policy);
        List<Charset> charsets = Charsets.oursAnd("windows-1252", "Shift_JIS", "ISO-2022-JP");
        for (Charset charset : charsets) {
            for (int i = 0; i < Run.times(500); i++) { // each in several charsets and conversions
                Memory memory = memories.get(i % memories.size()).fill();
                Charset target = charsets.get(i % charsets.size());
                byte[] bytes = i % 8 == 0 ? Oracle.encode("ab\u0416", charset) : Encoded.next(random, charset, 12);
                memory.put(1, bytes);
                TextView view = memory.texts().view(1, bytes.length / Charsets.unitSize(charset), charset, policy);
                String expected = result(() -> {
                    String string = view.toString();
                    return Hex.of(memory.kind().allocateFrom(string, target, 0, string.length(), policy));
                });
                Supplier<String> about = () -> charset + " " + target + " " + policy + " " + Hex.of(bytes);
                assertEquals(
                        result(() -> "" + !view.toString().isEmpty()), result(() -> "" + equalsItself(view)), about);
                assertEquals(expected, result(() -> copied(memory, view, target, 1000)), about);
                if (!expected.endsWith("Exception")) {
                    long exact = memory.size() - Hex.bytes(expected).length;
                    assertEquals(expected, result(() -> copied(memory, view, target, exact)), about);
                }
            }
        }
    }

    /** Compares with all of the string and with the start of it. */
    private static boolean equalsItself(TextView view) {
        String string = view.toString();
        assertTrue(view.contentEquals(string));
        assertTrue(!view.contentEquals(string + "a"));
        return !string.isEmpty()
                && !view.contentEquals(string.substring(1))
                && !view.contentEquals(string.substring(0, string.length() - 1));
    }

    @Test
    void areComparedOnlyAsFarAsRequired() {
        Charset charset = Charset.forName("windows-1252");
        byte[] bytes = new byte[1000];
        Arrays.fill(bytes, (byte) 'a');
        bytes[990] = (byte) 0x81; // not a character
        for (MemoryKind kind : kinds) {
            Memory memory = kind.of(bytes);
            TextView view = memory.texts().view(0, 1000, charset, MalformedPolicy.REPORT);
            assertTrue(!view.contentEquals("b"));
            assertThrows(MalformedTextException.class, () -> view.contentEquals("a".repeat(1000)));
            Reference.reachabilityFence(memory);
        }
    }

    private static String copied(Memory memory, TextView view, Charset charset, long offset) {
        long units = memory.texts().copy(view, charset, offset);
        return Hex.of(memory.get(offset, Math.toIntExact(units * Charsets.unitSize(charset))));
    }

    private static void tooShort(Memory memory, TextView text, Charset charset, byte[] expected) {
        long exact = memory.size() - expected.length;
        assertEquals(
                expected.length / Charsets.unitSize(charset), memory.texts().copy(text, charset, exact));
        assertArrayEquals(expected, memory.get(exact, expected.length));
        if (expected.length > 0) {
            byte[] before = memory.all();
            assertThrows(IndexOutOfBoundsException.class, () -> memory.texts().copy(text, charset, exact + 1));
            assertArrayEquals(before, memory.all());
        }
    }

    @Test
    void ofManyPiecesAreAsTheirStrings() {
        for (Charset charset : Charsets.FEW) {
            SplittableRandom random = Run.random(charset);
            for (int i = 0; i < Run.times(8); i++) {
                MemoryKind kind = kinds.get(random.nextInt(kinds.size()));
                String text = "na\u00efve ".repeat(40_000 + random.nextInt(20)) + Texts.next(random, 20);
                byte[] bytes = Oracle.encode(text, charset);
                String string = Oracle.decode(bytes, charset);
                Memory memory = kind.allocate(bytes.length);
                Memory other = kind.allocate(bytes.length);
                TextView view = view(memory, 0, bytes, charset);
                check(view, string, random);
                assertEquals(view, view(other, 0, bytes, charset));
                String last = string.substring(string.length() - 3);
                assertEquals(string.indexOf(last, 199_990), view.indexOf(last, 199_990));
                Reference.reachabilityFence(memory);
                Reference.reachabilityFence(other);
            }
        }
    }

    @Test
    void areKeysOfMaps() {
        Map<TextView, String> map = new HashMap<>();
        Set<String> strings = new HashSet<>();
        List<Memory> kept = new ArrayList<>(); // a view of memory at an address does not keep it alive
        for (MemoryKind kind : kinds) {
            for (Charset charset : all()) {
                for (String text : Texts.CHOSEN) {
                    byte[] bytes = Oracle.encode(text, charset);
                    String string = Oracle.decode(bytes, charset);
                    Memory memory = kind.allocate(bytes.length);
                    map.put(view(memory, 0, bytes, charset), string);
                    strings.add(string);
                    kept.add(memory);
                }
            }
        }
        assertEquals(strings, new HashSet<>(map.values()));
        assertEquals(strings.size(), map.size());
        map.forEach((view, text) -> assertEquals(text, view.toString()));
        TextView any = map.keySet().iterator().next();
        assertNotEquals(any, any.toString());
        assertNotEquals(any, null);
        Reference.reachabilityFence(kept);
    }

    @Test
    void reportWhatTheyRead() {
        for (MemoryKind kind : kinds) {
            Memory memory = kind.allocate(600);
            byte[] bytes = new byte[600];
            Arrays.fill(bytes, (byte) 'a');
            bytes[590] = (byte) 0x80;
            memory.put(0, bytes);
            TextView view = memory.texts().view(0, 600, StandardCharsets.UTF_8, MalformedPolicy.REPORT);
            assertTrue(view.startsWith("aaaa"));
            assertTrue(view.compareTo("b") < 0);
            TextView start = memory.texts().view(0, 10, StandardCharsets.UTF_8, MalformedPolicy.REPORT);
            assertNotEquals(view, start);
            assertNotEquals(start, view);
            for (Runnable reading : List.<Runnable>of(
                    view::hashCode,
                    view::chars,
                    view::toString,
                    () -> view.indexOf("b"),
                    () -> view.compareTo("a".repeat(600)),
                    () -> memory.texts().copy(view, StandardCharsets.ISO_8859_1, 0))) {
                MalformedTextException e = assertThrows(MalformedTextException.class, reading::run);
                assertEquals(590, e.byteOffset());
            }
            assertArrayEquals(bytes, memory.all()); // did not fit in any case, so it was measured first
        }
    }

    /** What does not fit in any case is measured first, so nothing is written before the error. */
    @Test
    void errorsOfTheTargetSayWhatIsWritten() {
        for (MemoryKind kind : kinds) {
            Memory memory = kind.allocate(10);
            byte[] text = "a\u00e9".getBytes(StandardCharsets.UTF_8);
            Memory source = kind.of(text);
            TextView view = source.texts().view(0, text.length, StandardCharsets.UTF_8, MalformedPolicy.REPORT);
            byte[] before = memory.all();
            MalformedTextException e = assertThrows(
                    MalformedTextException.class, () -> memory.texts().copy(view, StandardCharsets.US_ASCII, 0));
            assertEquals(0, e.unitsWritten());
            assertEquals(1, e.charIndex());
            assertArrayEquals(before, memory.all());
            Reference.reachabilityFence(source);
        }
    }

    @Test
    void checkTheirArguments() {
        for (MemoryKind kind : kinds) {
            Memory memory = kind.allocate(8);
            TextAccess texts = memory.texts();
            Charset utf16 = StandardCharsets.UTF_16LE;
            MalformedPolicy policy = MalformedPolicy.REPLACE;
            assertThrows(IllegalArgumentException.class, () -> texts.view(0, -1, utf16, policy));
            assertThrows(IllegalArgumentException.class, () -> texts.view(0, 1L << 30, utf16, policy));
            assertThrows(IndexOutOfBoundsException.class, () -> texts.view(0, 5, utf16, policy));
            assertThrows(IndexOutOfBoundsException.class, () -> texts.view(1, 4, utf16, policy));
            assertThrows(IndexOutOfBoundsException.class, () -> texts.view(-1, 0, utf16, policy));
            assertThrows(IndexOutOfBoundsException.class, () -> texts.view(9, 0, utf16, policy));
            assertThrows(NullPointerException.class, () -> texts.view(0, 0, null, policy));
            assertThrows(NullPointerException.class, () -> texts.view(0, 0, utf16, null));
            TextView view = texts.view(0, 4, utf16, policy);
            assertThrows(NullPointerException.class, () -> view.compareTo((String) null));
            assertThrows(NullPointerException.class, () -> view.compareTo((TextView) null));
            assertThrows(NullPointerException.class, () -> view.startsWith(null));
            assertThrows(NullPointerException.class, () -> view.endsWith(null));
            assertThrows(NullPointerException.class, () -> view.lastIndexOf(null));
            assertThrows(NullPointerException.class, () -> view.indexOf(null));
            assertThrows(NullPointerException.class, () -> view.contentEquals(null));
            assertThrows(NullPointerException.class, () -> texts.copy(view, null, 0));
            assertThrows(IndexOutOfBoundsException.class, () -> texts.copy(view, utf16, -1));
            assertThrows(IndexOutOfBoundsException.class, () -> texts.copy(view, utf16, 9));
            Charset readOnly = Charset.forName("x-JISAutoDetect");
            assertThrows(UnsupportedOperationException.class, () -> texts.copy(view, readOnly, 0));
            memory.readOnly()
                    .ifPresent(m ->
                            assertThrows(memory.whenReadOnly(), () -> m.texts().copy(view, utf16, 0)));
        }
    }
}
