package dev.unitstr.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.unitstr.BufferCStrings;
import dev.unitstr.Copied;
import dev.unitstr.LengthPrefix;
import dev.unitstr.ListEnd;
import dev.unitstr.MalformedPolicy;
import dev.unitstr.MalformedTextException;
import dev.unitstr.NativeMemory;
import dev.unitstr.UnitCharsets;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.ReadOnlyBufferException;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Text as C lays it out. */
@EveryRun
@Tag("route")
class CStringsContract {
    private static final int SIZE = 600;

    private final List<? extends MemoryKind> kinds = Kinds.HERE.aligned();

    private List<Memory> memories(int bytes) {
        return kinds.stream().map(kind -> kind.allocate(bytes)).toList();
    }

    static Stream<Charset> charsets() {
        return Stream.concat(
                Charsets.oursAnd("windows-1252", "Shift_JIS").stream(), Stream.of(UnitCharsets.MODIFIED_UTF_8));
    }

    private static byte[] terminated(String text, Charset charset) {
        byte[] bytes = Oracle.encode(text, charset);
        return Arrays.copyOf(bytes, bytes.length + Charsets.unitSize(charset));
    }

    /** A char that is not ASCII, if the charset has it. */
    private static String accent(Charset charset) {
        return charset.newEncoder().canEncode('\u00e9') ? "\u00e9" : "e";
    }

    private static byte[] canaries(int bytes) {
        byte[] canaries = new byte[bytes];
        Arrays.fill(canaries, Memory.CANARY);
        return canaries;
    }

    @ParameterizedTest
    @MethodSource("charsets")
    void terminatedTextIsWrittenWholeOrNotAtAll(Charset charset) {
        SplittableRandom random = Run.random(charset);
        int unitSize = Charsets.unitSize(charset);
        for (Memory memory : memories(SIZE)) {
            for (int i = Run.times(60); i > 0; i--) {
                String text = withoutNul(Texts.next(random, 40));
                byte[] expected = terminated(text, charset);
                Supplier<String> about = () -> charset + " " + Hex.of(text);
                memory.put(0, canaries(SIZE));
                assertEquals(expected.length / unitSize - 1, memory.cStrings().copyTerminated(text, charset, 3), about);
                assertEquals(Hex.of(expected), Hex.of(memory.get(3, expected.length)), about);
                assertEquals(Memory.CANARY, memory.get(3 + expected.length, 1)[0], about);
                memory.put(0, canaries(SIZE));
                int exact = SIZE - expected.length;
                memory.cStrings().copyTerminated(new StringBuilder(text), charset, exact);
                assertEquals(Hex.of(expected), Hex.of(memory.get(exact, expected.length)), about);
                memory.put(0, canaries(SIZE));
                assertThrows(
                        IndexOutOfBoundsException.class,
                        () -> memory.cStrings().copyTerminated(text, charset, exact + 1),
                        about);
                assertArrayEquals(canaries(SIZE), memory.get(0, SIZE), about);
                assertEquals(Hex.of(expected), Hex.of(memory.cStrings().allocateTerminated(text, charset)), about);
            }
        }
    }

    @Test
    void boundsAreThoseThatTheCallerKnows() {
        String has = " are not within the memory, which has 600 bytes";
        LengthPrefix bytes = LengthPrefix.ofBytes(1, ByteOrder.LITTLE_ENDIAN);
        LengthPrefix units = LengthPrefix.ofUnits(2, ByteOrder.LITTLE_ENDIAN);
        Charset utf8 = StandardCharsets.UTF_8;
        for (Memory memory : memories(SIZE)) {
            CStringAccess texts = memory.cStrings();
            outside(
                    " is 584: from there, 16 units of 1 byte and a terminator" + has,
                    () -> texts.copyTerminated("0123456789abcdef", utf8, SIZE - 16));
            outside(
                    " is 597: from there, 1 unit of 2 bytes and a terminator" + has,
                    () -> texts.copyTerminated("a", UnitCharsets.UTF_16, SIZE - 3));
            outside(
                    " is 599: from there, 1 unit of 1 byte and a terminator" + has,
                    () -> texts.copyTerminated("a", Charset.forName("windows-1252"), SIZE - 1));
            outside(
                    " is 592: from there, a length of 1 byte and 4 units of 2 bytes" + has,
                    () -> texts.copyPrefixed("four", UnitCharsets.UTF_16, SIZE - 8, bytes));
            outside(
                    " is 599: from there, a length of 2 bytes and 0 units of 1 byte" + has,
                    () -> texts.copyPrefixed("", utf8, SIZE - 1, units));
            outside(
                    " is 599: from there, a length of 2 bytes and its text" + has,
                    () -> texts.getStringPrefixed(SIZE - 1, units, utf8));
            memory.put(SIZE - 6, new byte[] {5, 0, 'a', 0, 'b', 'c'});
            outside(
                    " 594 is 5 units of 1 byte: behind it, they" + has,
                    () -> texts.getStringPrefixed(SIZE - 6, units, utf8));
            String end = " 598 and the end of the memory, which has 600 bytes";
            outside(end, () -> texts.getStringList(SIZE - 2, utf8));
            String message = outside(end, () -> texts.getStringList(SIZE - 4, utf8));
            assertTrue(
                    message.matches("the list from (offset|index) 596 on lacks the terminator of string 1 between .*"),
                    message);
            memory.put(SIZE - 2, new byte[] {'a', 0});
            message = outside(
                    " 600 and the end of the memory, which has 600 bytes", () -> texts.getStringList(SIZE - 2, utf8));
            assertTrue(
                    message.matches(
                            "the list from (offset|index) 598 on lacks the empty string that ends it between .*"),
                    message);
        }
        ByteBuffer few = ByteBuffer.allocate(7);
        assertEquals(
                "dstIndex is 1: from there, the 7 bytes of 2 strings with terminators are not within the memory, which has"
                        + " 7 bytes",
                outside(
                        "",
                        () -> BufferCStrings.copyStringList(
                                new String[] {"ab", "cd"}, utf8, few, 1, MalformedPolicy.REPLACE)));
    }

    private static String outside(String end, Executable operation) {
        String message =
                assertThrows(IndexOutOfBoundsException.class, operation).getMessage();
        assertTrue(message.endsWith(end), message);
        return message;
    }

    /** Tests whether C sees a shorter text. */
    private static boolean endsEarly(String text, Charset charset) {
        return text.indexOf('\0') >= 0 && charset != UnitCharsets.MODIFIED_UTF_8;
    }

    private static void refusesNul(String name, String text, Executable operation) {
        assertEquals(
                name + " has a NUL at char " + text.indexOf('\0') + ": it would end there",
                assertThrows(IllegalArgumentException.class, operation).getMessage());
    }

    /** A NUL anywhere in a text of any length, by every way that writes terminated text. */
    @ParameterizedTest
    @MethodSource("charsets")
    void textThatCWouldSeeShorterIsRefused(Charset charset) {
        SplittableRandom random = Run.random(charset);
        int unitSize = Charsets.unitSize(charset);
        for (Memory memory : memories(8 * SIZE)) {
            CStringAccess texts = memory.cStrings();
            for (int i = Run.times(60); i > 0; i--) {
                int length = 1 + random.nextInt(random.nextBoolean() ? 14 : 300);
                int nul = random.nextInt(length);
                String fill = random.nextBoolean() ? "x" : accent(charset);
                String text = fill.repeat(nul) + "\0" + fill.repeat(length - nul - 1);
                int before = Oracle.encode(text.substring(0, nul), charset).length / unitSize;
                if (!endsEarly(text, charset)) {
                    byte[] expected = terminated(text, charset);
                    texts.copyTerminated(text, charset, 3);
                    assertEquals(Hex.of(expected), Hex.of(memory.get(3, expected.length)));
                    assertArrayEquals(expected, texts.allocateTerminated(text, charset));
                    continue;
                }
                for (CharSequence src : List.of(
                        text, new StringBuilder(text), CharBuffer.wrap(text.toCharArray()), CharBuffer.wrap(text))) {
                    refusesNul("src", text, () -> texts.copyTerminated(src, charset, 3));
                    refusesNul("src", text, () -> texts.copyTerminatedTruncated(src, charset, 3, 4 * SIZE / unitSize));
                    Copied cut = texts.copyTerminatedTruncated(src, charset, 3, before + 1);
                    assertEquals(nul, cut.chars(), () -> charset + " " + Hex.of(text));
                    refusesNul("src", text, () -> texts.allocateTerminated(src, charset));
                }
                refusesNul("strings[1]", text, () -> texts.list(new String[] {"a", text}, charset));
                if (texts.address() != 0 && texts.followsPointers()) {
                    refusesNul("strings[2]", text, () -> texts.pointers(new String[] {"a", null, text}, charset));
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTF-8", "UTF-16LE", "windows-1252"})
    void replacementsHaveNoNul(String name) {
        Charset charset = Charset.forName(name);
        MalformedPolicy policy = MalformedPolicy.replaceWith(0);
        for (Memory memory : memories(SIZE)) {
            for (String text : List.of("abc", "a\ud800c")) {
                for (Executable write : List.<Executable>of(
                        () -> memory.cStrings().copyTerminatedTruncated(text, charset, 0, 99, policy),
                        () -> memory.cStrings().list(new String[] {text}, charset, policy))) {
                    assertEquals(
                            "the replacement of policy has a NUL: it would end a string",
                            assertThrows(IllegalArgumentException.class, write).getMessage());
                }
            }
        }
    }

    /** A text that changes between its check and its use. */
    @Test
    void textThatGetsANulIsRefused() {
        for (Memory memory : memories(SIZE)) {
            CharSequence changes = new CharSequence() {
                private int calls;

                @Override
                public int length() {
                    return 3;
                }

                @Override
                public char charAt(int index) {
                    return "a\0b".charAt(index);
                }

                @Override
                public CharSequence subSequence(int start, int end) {
                    throw new AssertionError();
                }

                @Override
                public String toString() {
                    return calls++ == 0 ? "abc" : "a\0b";
                }
            };
            memory.put(0, canaries(SIZE));
            assertEquals(3, memory.cStrings().copyTerminated(changes, StandardCharsets.UTF_8, 0));
            assertEquals("abc\0", new String(memory.get(0, 4), StandardCharsets.UTF_8));
            assertThrows(
                    IllegalArgumentException.class,
                    () -> memory.cStrings().copyTerminated(changes, StandardCharsets.UTF_8, 0));
        }
    }

    /** Text that looks like ASCII but has other chars, and may end with NUL, as if that were the terminator. */
    @ParameterizedTest
    @MethodSource("charsets")
    void terminatedTextThatLooksLikeAscii(Charset charset) {
        String[] parts = {"", "\u00e9", "\u4e61", "\ud83d\ude00", "\ud841", "\uffff\u0141", "\0"};
        for (Memory memory : memories(4 * SIZE)) {
            for (int length : new int[] {13, 14, 21, 64, 65, 100, 256, 257, 520}) {
                String text = "xyz".repeat(SIZE / 3).substring(0, length);
                for (String part : parts) {
                    for (int at : new int[] {1, length / 2 + 1, length - part.length() - 4}) {
                        for (String end : new String[] {"yz", "y\0", "\0\0"}) {
                            String most = text.substring(0, at) + part + text.substring(at + part.length(), length - 2);
                            isTerminated(most + end, charset, memory);
                        }
                    }
                }
            }
        }
    }

    private static void isTerminated(String text, Charset charset, Memory memory) {
        if (endsEarly(text, charset)) {
            for (int at : new int[] {3, 4 * SIZE - terminated(text, charset).length}) {
                Writes.forgetWrongGuesses();
                refusesNul("src", text, () -> memory.cStrings().copyTerminated(text, charset, at));
            }
            refusesNul("src", text, () -> memory.cStrings().allocateTerminated(text, charset));
            return;
        }
        byte[] expected = terminated(text, charset);
        Supplier<String> about = () -> charset + " " + Hex.of(text);
        int exact = 4 * SIZE - expected.length;
        for (int at : new int[] {3, exact}) {
            memory.put(0, canaries(4 * SIZE));
            Writes.forgetWrongGuesses();
            long units = memory.cStrings().copyTerminated(text, charset, at);
            assertEquals(expected.length / Charsets.unitSize(charset) - 1, units, about);
            assertArrayEquals(expected, memory.get(at, expected.length), about);
            assertArrayEquals(canaries(at), memory.get(0, at), about);
            int rest = exact - at;
            assertArrayEquals(canaries(rest), memory.get(at + expected.length, rest), about);
        }
        Writes.forgetWrongGuesses();
        assertArrayEquals(expected, memory.cStrings().allocateTerminated(text, charset), about);
    }

    @ParameterizedTest
    @MethodSource("charsets")
    void truncatedTextIsAlwaysTerminated(Charset charset) {
        int unitSize = Charsets.unitSize(charset);
        String text = "ab\u00e9\ud83d\ude00c";
        for (Memory memory : memories(SIZE)) {
            for (int units = 1; units < 24; units++) {
                int chars = 0;
                for (int at = 0; at < text.length(); ) {
                    at += Character.charCount(text.codePointAt(at));
                    int size = terminated(text.substring(0, at), charset).length;
                    chars = size <= units * unitSize ? at : chars;
                }
                byte[] expected = terminated(text.substring(0, chars), charset);
                memory.put(0, canaries(SIZE));
                Copied copied = memory.cStrings().copyTerminatedTruncated(text, charset, 5, units);
                assertEquals(new Copied(chars, expected.length / unitSize - 1), copied, charset::name);
                assertEquals(Hex.of(expected), Hex.of(memory.get(5, expected.length)), charset::name);
                assertEquals(Memory.CANARY, memory.get(5 + expected.length, 1)[0], charset::name);
            }
            assertEquals(
                    "maxUnits is 0: no space for the terminator",
                    assertThrows(
                                    IllegalArgumentException.class,
                                    () -> memory.cStrings().copyTerminatedTruncated(text, charset, 0, 0))
                            .getMessage());
            memory.put(0, canaries(SIZE));
            assertThrows(
                    IndexOutOfBoundsException.class,
                    () -> memory.cStrings().copyTerminatedTruncated("", charset, 0, SIZE / unitSize + 1));
            assertArrayEquals(canaries(SIZE), memory.get(0, SIZE));
        }
    }

    @ParameterizedTest
    @MethodSource("charsets")
    void lengthsBeforeTheText(Charset charset) {
        SplittableRandom random = Run.random(charset);
        int unitSize = Charsets.unitSize(charset);
        for (Memory memory : memories(SIZE)) {
            for (int i = Run.times(60); i > 0; i--) {
                int size = 1 << random.nextInt(3);
                ByteOrder order = random.nextBoolean() ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN;
                LengthPrefix prefix =
                        random.nextBoolean() ? LengthPrefix.ofBytes(size, order) : LengthPrefix.ofUnits(size, order);
                String text = Texts.sound(random, 20, charset).replace("\ufeff", "");
                byte[] bytes = Oracle.encode(text, charset);
                int length = prefix.countsBytes() ? bytes.length : bytes.length / unitSize;
                ByteBuffer four = ByteBuffer.allocate(4).order(order).putInt(0, length);
                byte[] head = order == ByteOrder.LITTLE_ENDIAN
                        ? Arrays.copyOf(four.array(), size)
                        : Arrays.copyOfRange(four.array(), 4 - size, 4);
                memory.put(0, canaries(SIZE));
                assertEquals(bytes.length / unitSize, memory.cStrings().copyPrefixed(text, charset, 1, prefix));
                assertEquals(Hex.of(head), Hex.of(memory.get(1, size)), prefix::toString);
                assertEquals(Hex.of(bytes), Hex.of(memory.get(1 + size, bytes.length)), prefix::toString);
                assertEquals(Memory.CANARY, memory.get(1 + size + bytes.length, 1)[0]);
                assertEquals(text, memory.cStrings().getStringPrefixed(1, prefix, charset));
                int late = SIZE - size - bytes.length + 1;
                byte[] before = memory.get(0, SIZE);
                assertThrows(
                        IndexOutOfBoundsException.class,
                        () -> memory.cStrings().copyPrefixed(text, charset, late, prefix));
                assertArrayEquals(before, memory.get(0, SIZE));
            }
        }
    }

    static List<Charset> prefixed() {
        return Charsets.oursAnd("windows-1252", "Shift_JIS");
    }

    /** Any bytes as a length and a text: the same string, or the same exception, as from a few lines of Java. */
    @ParameterizedTest
    @MethodSource("prefixed")
    void anyLengths(Charset charset) {
        SplittableRandom random = Run.random(charset);
        for (Memory memory : memories(SIZE)) {
            for (int i = Run.times(400); i > 0; i--) {
                ByteOrder order = random.nextBoolean() ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN;
                LengthPrefix prefix = new LengthPrefix(1 << random.nextInt(3), order, random.nextBoolean());
                byte[] all = new byte[SIZE];
                random.nextBytes(all);
                byte[] text = Encoded.next(random, charset, 40);
                int offset = random.nextInt(SIZE + 4) - 2;
                if (offset >= 0 && offset < SIZE - 8 - text.length) {
                    System.arraycopy(text, 0, all, offset + prefix.prefixBytes(), text.length);
                    putLength(all, offset, prefix, random.nextInt(4) == 0 ? random.nextInt() : random.nextInt(42));
                }
                memory.put(0, all);
                Object expected = read(all, offset, prefix, charset);
                assertEquals(
                        expected,
                        stringOrError(() -> memory.cStrings().getStringPrefixed(offset, prefix, charset)),
                        () -> memory + ", " + offset + ", " + prefix + ", " + Hex.of(all));
            }
        }
    }

    private static void putLength(byte[] all, int offset, LengthPrefix prefix, int length) {
        ByteBuffer buffer = ByteBuffer.wrap(all).order(prefix.order());
        switch (prefix.prefixBytes()) {
            case 1 -> buffer.put(offset, (byte) length);
            case 2 -> buffer.putShort(offset, (short) length);
            default -> buffer.putInt(offset, length);
        }
    }

    /** The model: the string, or the class of the exception. */
    private static Object read(byte[] all, int offset, LengthPrefix prefix, Charset charset) {
        if (offset < 0 || offset > all.length - prefix.prefixBytes()) {
            return IndexOutOfBoundsException.class;
        }
        ByteBuffer buffer = ByteBuffer.wrap(all).order(prefix.order());
        long length = switch (prefix.prefixBytes()) {
            case 1 -> Byte.toUnsignedLong(buffer.get(offset));
            case 2 -> Short.toUnsignedLong(buffer.getShort(offset));
            default -> Integer.toUnsignedLong(buffer.getInt(offset));
        };
        long bytes = prefix.countsBytes() ? length : length * Charsets.unitSize(charset);
        if (bytes % Charsets.unitSize(charset) != 0 || bytes > Integer.MAX_VALUE) {
            return IllegalArgumentException.class;
        }
        int start = offset + prefix.prefixBytes();
        return bytes > all.length - start
                ? IndexOutOfBoundsException.class
                : Oracle.decode(Arrays.copyOfRange(all, start, start + (int) bytes), charset);
    }

    private static Object stringOrError(Supplier<String> read) {
        try {
            return read.get();
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            return e.getClass();
        }
    }

    /** Strings and other sequences take different ways. */
    @Test
    void nothingIsWrittenIfATextWithALengthIsMalformed() {
        LengthPrefix prefix = LengthPrefix.ofBytes(2, ByteOrder.BIG_ENDIAN);
        for (Memory memory : memories(SIZE)) {
            for (CharSequence text : new CharSequence[] {"abcdef\ud800", new StringBuilder("abcdef\ud800")}) {
                memory.put(0, canaries(SIZE));
                assertThrows(
                        MalformedTextException.class,
                        () -> memory.cStrings()
                                .copyPrefixed(text, StandardCharsets.UTF_8, 0, prefix, MalformedPolicy.REPORT));
                assertArrayEquals(canaries(SIZE), memory.get(0, SIZE));
            }
        }
    }

    @Test
    void hostileLengths() {
        LengthPrefix wide = LengthPrefix.ofUnits(4, ByteOrder.LITTLE_ENDIAN);
        LengthPrefix odd = LengthPrefix.ofBytes(1, ByteOrder.LITTLE_ENDIAN);
        for (Memory memory : memories(SIZE)) {
            memory.put(0, new byte[] {-1, -1, -1, -1, 3});
            assertThrows(
                    IllegalArgumentException.class,
                    () -> memory.cStrings().getStringPrefixed(0, wide, StandardCharsets.UTF_8));
            memory.put(0, new byte[] {-1, -1, -1, 0x7f});
            assertThrows(
                    IndexOutOfBoundsException.class,
                    () -> memory.cStrings().getStringPrefixed(0, wide, StandardCharsets.UTF_8));
            assertEquals(
                    "is 3 bytes: not a multiple of 2, the size of a unit",
                    assertThrows(
                                    IllegalArgumentException.class,
                                    () -> memory.cStrings().getStringPrefixed(4, odd, UnitCharsets.UTF_16))
                            .getMessage()
                            .replaceAll("^.* 4 ", ""));
            assertThrows(
                    IndexOutOfBoundsException.class,
                    () -> memory.cStrings().getStringPrefixed(SIZE - 3, wide, StandardCharsets.UTF_8));
            assertEquals(
                    "src has 256 bytes when encoded: more than 255, the most that a prefix of 1 byte can hold",
                    assertThrows(
                                    IllegalArgumentException.class,
                                    () -> memory.cStrings()
                                            .copyPrefixed("a".repeat(256), StandardCharsets.UTF_8, 0, odd))
                            .getMessage());
        }
        assertThrows(IllegalArgumentException.class, () -> LengthPrefix.ofBytes(3, ByteOrder.LITTLE_ENDIAN));
        assertThrows(NullPointerException.class, () -> LengthPrefix.ofUnits(2, null));
    }

    @ParameterizedTest
    @MethodSource("charsets")
    void lists(Charset charset) {
        String[] strings = {"a", "b" + accent(charset), "=C:=C:\\", "last"};
        int unitSize = Charsets.unitSize(charset);
        ByteArrayOutputStream list = new ByteArrayOutputStream();
        Stream.of(strings).forEach(string -> list.writeBytes(terminated(string, charset)));
        list.writeBytes(new byte[unitSize]);
        for (Memory memory : memories(SIZE)) {
            memory.put(0, canaries(SIZE));
            memory.put(7, list.toByteArray());
            assertArrayEquals(strings, memory.cStrings().getStringList(7, charset), charset::name);
            assertEquals(Hex.of(list.toByteArray()), Hex.of(memory.cStrings().list(strings, charset)), charset::name);
            assertEquals(
                    Hex.of(new byte[2 * unitSize]), Hex.of(memory.cStrings().list(new String[0], charset)));
            memory.put(SIZE - 2 * unitSize, new byte[2 * unitSize]);
            assertArrayEquals(new String[0], memory.cStrings().getStringList(SIZE - unitSize, charset));
            byte[] open = Arrays.copyOf(list.toByteArray(), list.size() - unitSize);
            memory.put(SIZE - open.length, open);
            assertThrows(
                    IndexOutOfBoundsException.class,
                    () -> memory.cStrings().getStringList(SIZE - open.length, charset));
            assertThrows(IllegalArgumentException.class, () -> memory.cStrings().list(new String[] {"a", ""}, charset));
            assertThrows(NullPointerException.class, () -> memory.cStrings().list(new String[] {null}, charset));
        }
    }

    /** Every end of a list, for strings that may be empty, whose last terminator may lack, and for any bytes. */
    @ParameterizedTest
    @MethodSource("charsets")
    void listsEndWhereTheCallerSays(Charset charset) {
        SplittableRandom random = Run.random(charset);
        int unitSize = Charsets.unitSize(charset);
        for (Memory memory : memories(SIZE / unitSize * unitSize)) {
            CStringAccess texts = memory.cStrings();
            int size = SIZE / unitSize * unitSize;
            for (int i = Run.times(60); i > 0; i--) {
                List<String> all = new ArrayList<>();
                ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                for (int n = random.nextInt(8); n > 0; n--) {
                    String text = random.nextInt(3) == 0 ? "" : accent(charset).repeat(1 + random.nextInt(5)) + n;
                    all.add(text);
                    bytes.writeBytes(text.isEmpty() ? new byte[unitSize] : terminated(text, charset));
                }
                int at = size - bytes.size();
                memory.put(0, canaries(size));
                memory.put(at, bytes.toByteArray());
                String[] strings = all.toArray(String[]::new);
                int empty = all.indexOf("");
                String[] toEmpty = Arrays.copyOf(strings, empty < 0 ? strings.length : empty);
                Supplier<String> about = () -> charset + " " + all;
                assertArrayEquals(strings, texts.getStringList(at, ListEnd.MEMORY, charset), about);
                for (int n = 0; n <= strings.length; n++) {
                    assertArrayEquals(
                            Arrays.copyOf(strings, n), texts.getStringList(at, ListEnd.after(n), charset), about);
                }
                assertThrows(
                        IndexOutOfBoundsException.class,
                        () -> texts.getStringList(at, ListEnd.after(strings.length + 1L), charset));
                assertThrows(
                        IndexOutOfBoundsException.class,
                        () -> texts.getStringList(at, ListEnd.after(Long.MAX_VALUE), charset));
                assertArrayEquals(toEmpty, texts.getStringList(at, ListEnd.EMPTY_STRING_OR_MEMORY, charset), about);
                if (empty >= 0) {
                    assertArrayEquals(toEmpty, texts.getStringList(at, ListEnd.EMPTY_STRING, charset), about);
                } else {
                    assertThrows(
                            IndexOutOfBoundsException.class,
                            () -> texts.getStringList(at, ListEnd.EMPTY_STRING, charset));
                }
                if (!all.isEmpty() && empty < 0) { // without the last terminator
                    byte[] open = Arrays.copyOf(bytes.toByteArray(), bytes.size() - unitSize);
                    memory.put(size - open.length, open);
                    for (ListEnd end : List.of(ListEnd.MEMORY, ListEnd.EMPTY_STRING_OR_MEMORY)) {
                        assertArrayEquals(strings, texts.getStringList(size - open.length, end, charset), about);
                    }
                    assertThrows(
                            IndexOutOfBoundsException.class,
                            () -> texts.getStringList(size - open.length, ListEnd.after(strings.length), charset));
                    assertEquals(bytes.size() + unitSize, texts.copyStringList(strings, charset, 0), about);
                    assertArrayEquals(strings, texts.getStringList(0, ListEnd.EMPTY_STRING, charset), about);
                }
            }
            assertArrayEquals(new String[0], texts.getStringList(size, ListEnd.MEMORY, charset));
            assertThrows(IndexOutOfBoundsException.class, () -> texts.getStringList(size + 1, ListEnd.MEMORY, charset));
            assertThrows(IndexOutOfBoundsException.class, () -> texts.getStringList(-1, ListEnd.MEMORY, charset));
            if (unitSize > 1) {
                assertThrows(
                        IllegalArgumentException.class,
                        () -> texts.getStringList(size - unitSize - 1, ListEnd.MEMORY, charset));
            }
        }
    }

    /** A varint of any size, right and wrong, and lengths of eight bytes. */
    @ParameterizedTest
    @MethodSource("prefixed")
    void lengthsOfVarintsAndEightBytes(Charset charset) {
        int unitSize = Charsets.unitSize(charset);
        LengthPrefix eight = LengthPrefix.ofBytes(8, ByteOrder.LITTLE_ENDIAN);
        for (Memory memory : memories(50_000)) {
            CStringAccess texts = memory.cStrings();
            for (int chars : new int[] {0, 1, 3, 30, 31, 42, 63, 64, 127, 128, 200, 4096, 5000}) {
                String text = "a".repeat(chars);
                byte[] bytes = Oracle.encode(text, charset);
                for (LengthPrefix prefix : List.of(LengthPrefix.VARINT, eight)) {
                    byte[] head = prefix == eight ? new byte[8] : varint(bytes.length);
                    for (int i = 0; prefix == eight && i < 8; i++) {
                        head[i] = (byte) ((long) bytes.length >> 8 * i);
                    }
                    assertEquals(head.length, prefix.bytesOf(bytes.length));
                    memory.put(0, canaries(50_000));
                    assertEquals(bytes.length / unitSize, texts.copyPrefixed(text, charset, 1, prefix));
                    assertEquals(Hex.of(head), Hex.of(memory.get(1, head.length)), prefix::toString);
                    assertArrayEquals(bytes, memory.get(1 + head.length, bytes.length), prefix::toString);
                    assertEquals(Memory.CANARY, memory.get(1 + head.length + bytes.length, 1)[0]);
                    assertEquals(text, texts.getStringPrefixed(1, prefix, charset), prefix::toString);
                    int exact = 50_000 - head.length - bytes.length;
                    texts.copyPrefixed(text, charset, exact, prefix);
                    assertEquals(text, texts.getStringPrefixed(exact, prefix, charset));
                    memory.put(0, canaries(50_000));
                    assertThrows(
                            IndexOutOfBoundsException.class,
                            () -> texts.copyPrefixed(text, charset, exact + 1, prefix));
                    assertArrayEquals(canaries(50_000), memory.get(0, 50_000));
                }
            }
            memory.put(0, Hex.bytes("80 80 80 00"));
            assertEquals("", texts.getStringPrefixed(0, LengthPrefix.VARINT, charset));
        }
    }

    private static byte[] varint(long value) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        long rest = value;
        for (; rest > 0x7F; rest >>>= 7) {
            bytes.write((int) rest & 0x7F | 0x80);
        }
        bytes.write((int) rest);
        return bytes.toByteArray();
    }

    @Test
    void hostileVarints() {
        Charset utf8 = StandardCharsets.UTF_8;
        LengthPrefix varint = LengthPrefix.VARINT;
        LengthPrefix eight = LengthPrefix.ofUnits(8, ByteOrder.BIG_ENDIAN);
        for (Memory memory : memories(SIZE)) {
            CStringAccess texts = memory.cStrings();
            for (String wrong : List.of(
                    "FF FF FF FF FF FF FF FF FF 01", // 2 to the power of 64, minus 1
                    "80 80 80 80 80 80 80 80 80 01", // 2 to the power of 63
                    "80 80 80 80 80 80 80 80 80 02", // 65 bits
                    "80 80 80 80 80 80 80 80 80 80 00", // 11 bytes
                    "FF FF FF FF FF FF FF FF 7F", // more than an array
                    "80 80 80 80 08")) {
                memory.put(0, Hex.bytes(wrong));
                assertThrows(IllegalArgumentException.class, () -> texts.getStringPrefixed(0, varint, utf8), wrong);
            }
            memory.put(0, Hex.bytes("FF FF FF FF 07"));
            assertThrows(IndexOutOfBoundsException.class, () -> texts.getStringPrefixed(0, varint, utf8));
            memory.put(0, Hex.bytes("83 80 80 80 80 80 80 80 80 00 61 62 63"));
            assertEquals("abc", texts.getStringPrefixed(0, varint, utf8));
            memory.put(0, Hex.bytes("03 61 62"));
            assertThrows(IllegalArgumentException.class, () -> texts.getStringPrefixed(0, varint, UnitCharsets.UTF_16));
            for (int bytes = 1; bytes < 12; bytes++) { // the memory ends within the varint
                byte[] open = new byte[bytes];
                Arrays.fill(open, (byte) 0x81);
                int at = SIZE - bytes;
                memory.put(at, open);
                Class<? extends RuntimeException> error =
                        bytes >= 10 ? IllegalArgumentException.class : IndexOutOfBoundsException.class;
                assertThrows(error, () -> texts.getStringPrefixed(at, varint, utf8));
            }
            assertThrows(IndexOutOfBoundsException.class, () -> texts.getStringPrefixed(SIZE, varint, utf8));
            assertThrows(IndexOutOfBoundsException.class, () -> texts.getStringPrefixed(-1, varint, utf8));
            memory.put(0, Hex.bytes("FF FF FF FF FF FF FF FF"));
            assertThrows(IllegalArgumentException.class, () -> texts.getStringPrefixed(0, eight, utf8));
            memory.put(0, Hex.bytes("7F FF FF FF FF FF FF FF"));
            assertThrows(IllegalArgumentException.class, () -> texts.getStringPrefixed(0, eight, utf8));
            memory.put(0, Hex.bytes("00 00 00 00 7F FF FF FF"));
            assertThrows(IndexOutOfBoundsException.class, () -> texts.getStringPrefixed(0, eight, utf8));
        }
        assertEquals(9, varint.bytesOf(Long.MAX_VALUE));
        assertEquals(2, varint.bytesOf(128));
    }

    @ParameterizedTest
    @MethodSource("charsets")
    void pointersToText(Charset charset) {
        int unitSize = Charsets.unitSize(charset);
        String text = "h" + accent(charset) + "llo";
        byte[] bytes = terminated(text, charset);
        for (Memory memory : memories(SIZE)) {
            assertNull(memory.cStrings().getString(0, 5, charset));
            assertNull(memory.cStrings().getStringTerminated(0, charset));
            assertThrows(IllegalArgumentException.class, () -> memory.cStrings().getString(0, -1, charset));
            if (memory.cStrings().address() == 0) {
                continue;
            }
            memory.put(0, canaries(SIZE));
            memory.put(9, bytes);
            long at = memory.cStrings().address() + 9;
            if (!memory.cStrings().followsPointers()) {
                assertThrows(
                        UnsupportedOperationException.class,
                        () -> memory.cStrings().getString(at, 1, charset));
                assertThrows(
                        UnsupportedOperationException.class,
                        () -> memory.cStrings().getStringTerminated(at, charset));
                continue;
            }
            assertEquals(text, memory.cStrings().getString(at, bytes.length / unitSize - 1, charset), charset::name);
            assertEquals(text, memory.cStrings().getStringTerminated(at, charset), charset::name);
        }
    }

    @ParameterizedTest
    @MethodSource("charsets")
    void arraysOfPointers(Charset charset) {
        String[] strings = new String[700]; // more than a page of pointers, more than one batch of texts
        for (int i = 0; i < strings.length; i++) {
            strings[i] = i % 5 == 0 ? "" : "string " + accent(charset).repeat(i % 9) + i;
        }
        String[] some = {"a", null, "", "d" + accent(charset)};
        for (Memory memory : memories(70 * 700)) {
            if (memory.cStrings().address() == 0) {
                continue;
            }
            if (!memory.cStrings().followsPointers()) {
                assertThrows(
                        UnsupportedOperationException.class,
                        () -> memory.cStrings().getPointers(0, 1, charset));
                continue;
            }
            memory.cStrings().pointers(strings, charset);
            assertArrayEquals(strings, memory.cStrings().getPointers(0, -1, charset), charset::name);
            assertArrayEquals(strings, memory.cStrings().getPointers(0, -2, charset), charset::name);
            assertArrayEquals(strings, memory.cStrings().getPointers(0, strings.length, charset), charset::name);
            for (int first : new int[] {1, 515, 700}) { // before and behind the end of a page, and the null pointer
                String[] rest = Arrays.copyOfRange(strings, first, strings.length);
                assertArrayEquals(rest, memory.cStrings().getPointers(8L * first, -1, charset), charset::name);
                assertArrayEquals(rest, memory.cStrings().getPointers(8L * first, -2, charset), charset::name);
                assertArrayEquals(rest, memory.cStrings().getPointers(8L * first, rest.length, charset), charset::name);
            }
            memory.cStrings().pointers(some, charset);
            assertArrayEquals(some, memory.cStrings().getPointers(0, 4, charset), charset::name);
            assertArrayEquals(new String[] {"a"}, memory.cStrings().getPointers(0, -1, charset), charset::name);
            memory.cStrings().pointers(new String[0], charset);
            assertArrayEquals(new String[0], memory.cStrings().getPointers(0, -1, charset));
            assertArrayEquals(new String[0], memory.cStrings().getPointers(0, 0, charset));
            assertThrows(IllegalArgumentException.class, () -> memory.cStrings().getPointers(0, -3, charset));
            assertThrows(
                    IndexOutOfBoundsException.class, () -> memory.cStrings().getPointers(0, 1L << 20, charset));
            String message = assertThrows(
                            IndexOutOfBoundsException.class,
                            () -> memory.cStrings().getPointers(70 * 700 - 64, 9, charset))
                    .getMessage();
            assertTrue(message.startsWith("offset is 48936: from there, 9 pointers of 8 bytes"), message);
            for (long wrong : new long[] {1, 17, 4095, -1, Long.MIN_VALUE, Long.MIN_VALUE + 4095}) {
                memory.put(
                        0,
                        ByteBuffer.allocate(16)
                                .order(ByteOrder.LITTLE_ENDIAN)
                                .putLong(wrong)
                                .array());
                for (long count : new long[] {1, 2, -1, -2}) {
                    assertEquals(
                            "the address of string 0 is " + wrong + why(wrong),
                            assertThrows(
                                            IllegalArgumentException.class,
                                            () -> memory.cStrings().getPointers(0, count, charset))
                                    .getMessage());
                }
            }
        }
    }

    /** Short and long, ASCII and not, null, across the borders of pages, batches and pieces. */
    @ParameterizedTest
    @MethodSource("charsets")
    void arraysOfPointersToAnyStrings(Charset charset) {
        SplittableRandom random = Run.random(charset);
        for (Memory memory : memories(1 << 20)) {
            if (memory.cStrings().address() == 0 || !memory.cStrings().followsPointers()) {
                continue;
            }
            for (int turn = 0; turn < 4; turn++) {
                String[] strings = new String[turn == 0 ? 1500 : random.nextInt(1, 200)];
                for (int i = 0; i < strings.length; i++) {
                    int kind = random.nextInt(turn == 0 ? 40 : 5);
                    strings[i] = switch (kind) {
                        case 0 -> null;
                        case 1 -> accent(charset).repeat(random.nextInt(20));
                        case 2 -> withoutNul(Texts.next(random, 40));
                        case 3 -> "long".repeat(random.nextInt(300));
                        default -> "key".repeat(random.nextInt(10)) + i;
                    };
                }
                memory.cStrings().pointers(strings, charset);
                String[] expected = new String[strings.length];
                for (int i = 0; i < strings.length; i++) {
                    long pointer = ByteBuffer.wrap(memory.get(i * 8L, 8))
                            .order(ByteOrder.nativeOrder())
                            .getLong();
                    assertEquals(strings[i] == null, pointer == 0);
                    if (strings[i] != null) {
                        byte[] bytes = terminated(strings[i], charset);
                        long at = pointer - memory.cStrings().address();
                        assertEquals(Hex.of(bytes), Hex.of(memory.get(at, bytes.length)), charset::name);
                        expected[i] = Oracle.decode(Oracle.encode(strings[i], charset), charset);
                    }
                }
                assertArrayEquals(new byte[8], memory.get(strings.length * 8L, 8));
                assertArrayEquals(expected, memory.cStrings().getPointers(0, strings.length, charset), charset::name);
            }
        }
    }

    private static String withoutNul(String text) {
        return text.replace("\0", "");
    }

    @ParameterizedTest
    @MethodSource("charsets")
    void longStringsBehindPointers(Charset charset) {
        String[] strings = {
            "a", "b".repeat(70_000), accent(charset).repeat(40_000), "", "c".repeat(9_000), "d".repeat(60_000), "e"
        };
        for (Memory memory : memories(1 << 20)) {
            if (memory.cStrings().address() == 0 || !memory.cStrings().followsPointers()) {
                continue;
            }
            memory.cStrings().pointers(strings, charset);
            assertArrayEquals(strings, memory.cStrings().getPointers(0, -1, charset), charset::name);
        }
    }

    @Test
    void malformedStringsBehindPointersAreNumbered() {
        for (Memory memory : memories(SIZE)) {
            if (memory.cStrings().address() == 0 || !Run.reachesAddresses()) {
                continue;
            }
            long address = memory.cStrings().address();
            memory.put(
                    0,
                    ByteBuffer.allocate(40)
                            .order(ByteOrder.LITTLE_ENDIAN)
                            .putLong(address + 32)
                            .putLong(address + 34)
                            .putLong(address + 36)
                            .putLong(0)
                            .put(new byte[] {'a', 0, (byte) 0xff, 0, 'b', 0, 0, 0})
                            .array());
            NativeMemory pointers = NativeMemory.of(address, 32);
            assertArrayEquals(new String[] {"a", "\ufffd", "b"}, pointers.getPointers(0, StandardCharsets.UTF_8));
            MalformedTextException e = assertThrows(
                    MalformedTextException.class,
                    () -> pointers.getPointers(0, StandardCharsets.UTF_8, MalformedPolicy.REPORT));
            assertEquals(1, e.stringIndex(), e::getMessage);
        }
    }

    @Test
    void numbersThatAreNoAddresses() {
        for (Memory memory : memories(SIZE)) {
            for (long wrong : new long[] {1, 4095, -1, Long.MIN_VALUE}) {
                for (Executable read : List.<Executable>of(
                        () -> memory.cStrings().getString(wrong, 5, StandardCharsets.UTF_8),
                        () -> memory.cStrings().getStringTerminated(wrong, StandardCharsets.UTF_8))) {
                    String message =
                            assertThrows(IllegalArgumentException.class, read).getMessage();
                    assertTrue(message.endsWith(" is " + wrong + why(wrong)), message);
                }
                if (wrong < 0) {
                    assertThrows(
                            IllegalArgumentException.class,
                            () -> memory.cStrings().getString(wrong, 0, StandardCharsets.UTF_8));
                } else if (memory.cStrings().followsPointers()) { // an empty text may be anywhere, as in Rust
                    assertEquals("", memory.cStrings().getString(wrong, 0, StandardCharsets.UTF_8));
                }
            }
        }
    }

    private static String why(long address) {
        return address < 0 ? ": negative" : ": less than 4096, where no memory is; is it a field of a null struct?";
    }

    /** A charset that encodes text with a Z to more bytes each time. */
    private static final class Growing extends Charset {
        private int bytes = 6;

        Growing() {
            super("x-growing", null);
        }

        @Override
        public boolean contains(Charset charset) {
            return false;
        }

        @Override
        public CharsetDecoder newDecoder() {
            return StandardCharsets.ISO_8859_1.newDecoder();
        }

        @Override
        public CharsetEncoder newEncoder() {
            return new CharsetEncoder(this, 10, 10) {
                @Override
                protected CoderResult encodeLoop(CharBuffer in, ByteBuffer out) {
                    while (in.hasRemaining() && out.remaining() >= 10) {
                        char c = in.get();
                        bytes += c == 'Z' ? 1 : 0;
                        out.put(
                                c == 'Z'
                                        ? "z".repeat(bytes).getBytes(StandardCharsets.US_ASCII)
                                        : new byte[] {(byte) c});
                    }
                    return in.hasRemaining() ? CoderResult.OVERFLOW : CoderResult.UNDERFLOW;
                }
            };
        }
    }

    /** Each text is encoded once. */
    @Test
    void charsetsMayEncodeToMoreTheSecondTime() {
        LengthPrefix prefix = LengthPrefix.ofBytes(1, ByteOrder.BIG_ENDIAN);
        for (Memory memory : memories(SIZE)) {
            memory.put(0, canaries(SIZE));
            assertEquals(7, memory.cStrings().copyTerminated("Z", new Growing(), SIZE - 8));
            assertEquals("zzzzzzz\0", new String(memory.get(SIZE - 8, 8), StandardCharsets.US_ASCII));
            assertEquals(7, memory.cStrings().copyPrefixed("Z", new Growing(), SIZE - 8, prefix));
            assertEquals("\7zzzzzzz", new String(memory.get(SIZE - 8, 8), StandardCharsets.US_ASCII));
            memory.put(0, canaries(SIZE));
            assertThrows(
                    IndexOutOfBoundsException.class,
                    () -> memory.cStrings().copyTerminated("Z", new Growing(), SIZE - 7));
            assertThrows(
                    IndexOutOfBoundsException.class,
                    () -> memory.cStrings().copyPrefixed("Z", new Growing(), SIZE - 7, prefix));
            assertArrayEquals(canaries(SIZE), memory.get(0, SIZE));
            byte[] allocated = memory.cStrings().allocateTerminated("Z", new Growing());
            assertEquals("zzzzzzz\0", new String(allocated, StandardCharsets.US_ASCII));
            byte[] list = memory.cStrings().list(new String[] {"a", "Z", "Z"}, new Growing());
            assertEquals("a\0zzzzzzz\0zzzzzzzz\0\0", new String(list, StandardCharsets.US_ASCII));
        }
    }

    /** A charset whose encoder writes 6 bytes when it is flushed. */
    private static final class Trailing extends Charset {
        Trailing() {
            super("x-trailing", null);
        }

        @Override
        public boolean contains(Charset charset) {
            return false;
        }

        @Override
        public CharsetDecoder newDecoder() {
            return StandardCharsets.ISO_8859_1.newDecoder();
        }

        @Override
        public CharsetEncoder newEncoder() {
            return new CharsetEncoder(this, 1, 8) {
                private boolean any;

                @Override
                protected void implReset() {
                    any = false;
                }

                @Override
                protected CoderResult encodeLoop(CharBuffer in, ByteBuffer out) {
                    while (in.hasRemaining() && out.hasRemaining()) {
                        any = true;
                        out.put((byte) in.get());
                    }
                    return in.hasRemaining() ? CoderResult.OVERFLOW : CoderResult.UNDERFLOW;
                }

                @Override
                protected CoderResult implFlush(ByteBuffer out) {
                    if (any) {
                        return CoderResult.UNDERFLOW;
                    }
                    if (out.remaining() < 6) {
                        return CoderResult.OVERFLOW;
                    }
                    any = true;
                    out.put("trail!".getBytes(StandardCharsets.US_ASCII));
                    return CoderResult.UNDERFLOW;
                }
            };
        }
    }

    @Test
    void encodersThatWriteMoreThanFitsForNoText() {
        for (Memory memory : memories(SIZE)) {
            for (MalformedPolicy policy : List.of(MalformedPolicy.IGNORE, MalformedPolicy.REPORT)) {
                memory.put(0, canaries(SIZE));
                assertEquals(
                        new Copied(0, 0),
                        memory.cStrings().copyTerminatedTruncated("abc", new Trailing(), 5, 1, policy));
                byte[] expected = canaries(SIZE);
                expected[5] = 0;
                assertArrayEquals(expected, memory.get(0, SIZE));
            }
        }
    }

    /** Text without chars has no byte order mark, wherever it is written and whatever follows it. */
    @ParameterizedTest
    @MethodSource("charsets")
    void eachStringIsEncodedAsAlone(Charset charset) {
        String[] all = {"", "\ud800", "a", "\ud800\udc00", "\ud800b", "c\udfff", "\ufeff", "d".repeat(50)};
        List<MalformedPolicy> policies = Stream.concat(
                        Stream.of(MalformedPolicy.REPLACE),
                        Policies.ALL.stream().filter(p -> encodes(all, charset, p)))
                .toList();
        for (Memory memory : memories(2000)) {
            for (MalformedPolicy policy : policies) {
                ByteArrayOutputStream expected = new ByteArrayOutputStream();
                ByteArrayOutputStream list = new ByteArrayOutputStream();
                List<String> ofList = new ArrayList<>();
                for (String text : all) {
                    byte[] bytes = memory.kind().allocateFrom(text, charset, policy);
                    Supplier<String> about = () -> memory + " " + charset + " " + policy + " " + Hex.of(text);
                    byte[] ends = Arrays.copyOf(bytes, bytes.length + Charsets.unitSize(charset));
                    assertEquals(Hex.of(encoded(text, charset, policy)), Hex.of(bytes), about);
                    isWrittenAs(bytes, text, charset, policy, memory, about);
                    expected.writeBytes(ends);
                    if (bytes.length > 0) {
                        ofList.add(text);
                        list.writeBytes(ends);
                    }
                }
                list.writeBytes(new byte[Charsets.unitSize(charset)]);
                Supplier<String> about = () -> memory + " " + charset + " " + policy;
                byte[] written = memory.cStrings().list(ofList.toArray(String[]::new), charset, policy);
                assertEquals(Hex.of(list.toByteArray()), Hex.of(written), about);
                if (memory.cStrings().address() != 0 && memory.cStrings().followsPointers()) {
                    memory.cStrings().pointers(all, charset, policy);
                    byte[] texts = memory.get(Long.BYTES * (all.length + 1L), expected.size());
                    assertEquals(Hex.of(expected.toByteArray()), Hex.of(texts), about);
                }
            }
        }
    }

    private static byte[] encoded(String text, Charset charset, MalformedPolicy policy) {
        return policy == MalformedPolicy.REPLACE
                ? Oracle.encode(text, charset)
                : Policies.encode(text, charset, policy).bytes();
    }

    private static boolean encodes(String[] texts, Charset charset, MalformedPolicy policy) {
        return Stream.of(texts).allMatch(text -> encoded(text, charset, policy) != null);
    }

    private static void isWrittenAs(
            byte[] bytes, String text, Charset charset, MalformedPolicy policy, Memory memory, Supplier<String> about) {
        int unitSize = Charsets.unitSize(charset);
        int units = bytes.length / unitSize;
        byte[] ends = Arrays.copyOf(bytes, bytes.length + unitSize);
        assertEquals(
                new Copied(text.length(), units),
                memory.cStrings().copyTerminatedTruncated(text, charset, 4, 200, policy),
                about);
        assertEquals(Hex.of(ends), Hex.of(memory.get(4, ends.length)), about);
        LengthPrefix prefix = LengthPrefix.ofBytes(1, ByteOrder.BIG_ENDIAN);
        assertEquals(units, memory.cStrings().copyPrefixed(text, charset, 4, prefix, policy), about);
        assertEquals(bytes.length, memory.get(4, 1)[0] & 0xFF, about);
        assertEquals(Hex.of(bytes), Hex.of(memory.get(5, bytes.length)), about);
    }

    @ParameterizedTest
    @MethodSource("charsets")
    void stringsThatWouldEndTheListWhenEncoded(Charset charset) {
        String[] strings = {"a", "\ud800", "b"};
        for (Memory memory : memories(SIZE)) {
            if (charset == UnitCharsets.MODIFIED_UTF_8) { // the surrogate is left
                memory.put(0, memory.cStrings().list(strings, charset, MalformedPolicy.IGNORE));
                assertEquals(3, memory.cStrings().getStringList(0, charset).length, charset::name);
                continue;
            }
            assertEquals(
                    "strings[1] is empty when encoded: it would end the list",
                    assertThrows(
                                    IllegalArgumentException.class,
                                    () -> memory.cStrings().list(strings, charset, MalformedPolicy.IGNORE))
                            .getMessage(),
                    charset::name);
            assertEquals(
                    "the replacement of policy has a NUL: it would end a string",
                    assertThrows(
                                    IllegalArgumentException.class,
                                    () -> memory.cStrings().list(strings, charset, MalformedPolicy.replaceWith(0)))
                            .getMessage());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTF-8", "windows-1252"})
    void malformedStringsOfAListAreNumbered(String charset) {
        for (Memory memory : memories(SIZE)) {
            MalformedTextException e = assertThrows(
                    MalformedTextException.class,
                    () -> memory.cStrings()
                            .list(new String[] {"a", "b\ud800"}, Charset.forName(charset), MalformedPolicy.REPORT));
            assertEquals(1, e.stringIndex(), e::getMessage);
            assertEquals(1, e.charIndex(), e::getMessage);
        }
    }

    @Test
    void offsetsAreCheckedBeforeTheText() {
        LengthPrefix prefix = LengthPrefix.ofUnits(1, ByteOrder.BIG_ENDIAN);
        for (Memory memory : memories(SIZE)) {
            assertThrows(
                    IndexOutOfBoundsException.class,
                    () -> memory.cStrings()
                            .copyPrefixed("\ud800", StandardCharsets.UTF_8, -5, prefix, MalformedPolicy.REPORT));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTF-8", "windows-1252"})
    void memoryIsCheckedBeforeTheTextOfAList(String name) {
        Charset charset = Charset.forName(name);
        String[] strings = {"\ud800"};
        MalformedPolicy report = MalformedPolicy.REPORT;
        ByteBuffer buffer = ByteBuffer.allocateDirect(SIZE);
        assertThrows(
                NullPointerException.class,
                () -> BufferCStrings.copyStringList(strings, charset, (ByteBuffer) null, 0, report));
        assertThrows(
                ReadOnlyBufferException.class,
                () -> BufferCStrings.copyStringList(strings, charset, buffer.asReadOnlyBuffer(), 0, report));
        for (int index : new int[] {-5, SIZE + 1}) {
            assertThrows(
                    IndexOutOfBoundsException.class,
                    () -> BufferCStrings.copyStringList(strings, charset, buffer, index, report));
        }
        NativeMemory memory = NativeMemory.of(1 << 20, SIZE); // nothing is written
        for (long offset : new long[] {-5, SIZE + 1}) {
            assertThrows(IndexOutOfBoundsException.class, () -> memory.copyPointers(strings, charset, offset, report));
        }
    }

    @Test
    void charsetsWithoutNulHaveNoTerminator() {
        for (Charset charset : Charsets.WITHOUT_NUL) {
            for (Memory memory : memories(SIZE)) {
                assertThrows(
                        IllegalArgumentException.class, () -> memory.cStrings().copyTerminated("a", charset, 0));
                assertThrows(
                        IllegalArgumentException.class, () -> memory.cStrings().allocateTerminated("a", charset));
            }
        }
    }

    /** The JDK's DataOutput and DataInput write and read modified UTF-8 behind a length of two bytes. */
    @Test
    void modifiedUtf8IsThatOfTheJdk() throws IOException {
        SplittableRandom random = new SplittableRandom(8);
        LengthPrefix prefix = LengthPrefix.ofBytes(2, ByteOrder.BIG_ENDIAN);
        for (Memory memory : memories(SIZE)) {
            for (int i = Run.times(500); i > 0; i--) {
                String text = Texts.next(random, 40);
                ByteArrayOutputStream expected = new ByteArrayOutputStream();
                new DataOutputStream(expected).writeUTF(text);
                memory.cStrings().copyPrefixed(text, UnitCharsets.MODIFIED_UTF_8, 0, prefix);
                byte[] written = memory.get(0, expected.size());
                assertEquals(Hex.of(expected.toByteArray()), Hex.of(written));
                assertEquals(text, memory.cStrings().getStringPrefixed(0, prefix, UnitCharsets.MODIFIED_UTF_8));
                int changed = 2 + random.nextInt(Math.max(1, expected.size() - 2));
                memory.put(changed, (byte) random.nextInt(256));
                byte[] bytes = memory.get(0, expected.size());
                String read = new String(bytes, 2, bytes.length - 2, UnitCharsets.MODIFIED_UTF_8);
                assertEquals(read, memory.cStrings().getStringPrefixed(0, prefix, UnitCharsets.MODIFIED_UTF_8));
                Fault fault =
                        Oracle.decodeFault(Arrays.copyOfRange(bytes, 2, bytes.length), UnitCharsets.MODIFIED_UTF_8);
                if (fault == null) {
                    assertEquals(read, new DataInputStream(new ByteArrayInputStream(bytes)).readUTF());
                }
            }
        }
        String malformed = "61 C1 BF E0 80 80 C0 80 F0 9F 98 80 ED A0 80 C3";
        assertEquals(
                "a\ufffd\ufffd\ufffd\ufffd\ufffd\0\ufffd\ufffd\ufffd\ufffd\ud800\ufffd",
                new String(Hex.bytes(malformed), UnitCharsets.MODIFIED_UTF_8));
        assertEquals("a\0", new String(Hex.bytes("61 C0 80"), UnitCharsets.MODIFIED_UTF_8));
    }

    @Test
    void namedCharsets() {
        assertEquals(Charset.forName("CESU-8"), UnitCharsets.CESU_8);
        String encoding = System.getProperty("native.encoding");
        assertTrue(
                encoding == null
                        || !Charset.isSupported(encoding)
                        || UnitCharsets.CHAR.equals(Charset.forName(encoding)),
                UnitCharsets.CHAR::name);
        assertEquals(1, UnitCharsets.unitSize(UnitCharsets.MODIFIED_UTF_8));
        assertEquals("?", new String("?".getBytes(UnitCharsets.CHAR), UnitCharsets.CHAR));
    }
}
