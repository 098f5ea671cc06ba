package dev.unitstr.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.MalformedTextException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Text around each length at which the route changes, with every kind of intruder at every position. */
@EveryRun
@Tag("jdk")
@Tag("route")
@Tag("tier")
class ShortTextContract {
    private static final int START = 19;
    /** The thresholds of reading, writing and comparing. */
    private static final int[] LIMITS = {8, 12, 16, 20, 24, 32, 40, 48, 64, 100, 128, 200};

    /** Lead, continuation and invalid bytes, and an accented letter of Latin-1. */
    private static final byte[] INTRUDERS = {(byte) 0x80, (byte) 0xC3, (byte) 0xE9, (byte) 0xFF};
    /** Latin-1; chars whose lower byte is ASCII; a lone surrogate. */
    private static final char[] CHARS = {'\u0080', '\u00e9', '\u0141', '\u4e61', '\ud841'};

    private final List<? extends MemoryKind> kinds = Kinds.HERE.memory();

    static List<Charset> charsets() {
        return List.of(Charset.forName("UTF-8"), Charset.forName("ISO-8859-1"), Charset.forName("US-ASCII"));
    }

    private static List<Integer> lengths() {
        List<Integer> lengths = new ArrayList<>(List.of(1, 2, 3, 4, 5, 6));
        for (int limit : LIMITS) {
            lengths.addAll(List.of(limit - 1, limit, limit + 1));
        }
        return lengths;
    }

    @ParameterizedTest
    @MethodSource("charsets")
    void isReadAsByTheJdk(Charset charset) {
        for (MemoryKind kind : kinds) {
            Memory memory = kind.allocate(512).fill();
            for (int length : Run.some(lengths(), "read", kind, charset)) {
                byte[] text = text(length).getBytes(charset);
                Reads.check(memory, START, text, charset);
                for (int at = 0; at < length; at++) {
                    byte[] other = text.clone();
                    other[at] = INTRUDERS[at % INTRUDERS.length];
                    Reads.checkSome(at + length, memory, START, other, charset, Oracle.decodeFault(other, charset));
                    other[at] = 0;
                    Reads.checkSome(at + length, memory, START, other, charset, null);
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("charsets")
    void isReadUpToItsTerminator(Charset charset) {
        for (MemoryKind kind : kinds) {
            for (int length : Run.some(lengths(), "terminated", kind, charset)) {
                Memory exact = kind.allocate(length + 1);
                Memory longer = kind.allocate(length + 300).fill();
                for (int at = -1; at < length; at++) {
                    byte[] bytes = Arrays.copyOf(text(length).getBytes(charset), length + 1);
                    if (at >= 0) {
                        bytes[at] = INTRUDERS[at % INTRUDERS.length];
                    }
                    String expected = Oracle.decode(Arrays.copyOf(bytes, length), charset);
                    for (Memory memory : List.of(exact, longer)) {
                        memory.put(0, bytes);
                        assertEquals(expected, memory.getStringTerminated(0, charset, MalformedPolicy.REPLACE));
                        assertEquals(
                                expected, memory.getStringTerminated(0, length + 1, charset, MalformedPolicy.REPLACE));
                        assertEquals(expected, memory.getStringTerminated(0, length, charset, MalformedPolicy.REPLACE));
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("charsets")
    void isWrittenAsByTheJdk(Charset charset) {
        for (MemoryKind kind : kinds) {
            Memory memory = kind.allocate(1024);
            for (int length : Run.some(lengths(), "written", kind, charset)) {
                String text = text(length);
                Writes.check(memory, START, "x" + text + "\u4e61", 1, length, charset);
                Writes.check(memory, START, text, 0, length, charset);
                for (int at = 0; at < length; at++) {
                    StringBuilder other = new StringBuilder(text);
                    other.setCharAt(at, CHARS[at % CHARS.length]);
                    Writes.checkSome(at + length, memory, START, other.toString(), 0, length, charset);
                }
            }
        }
    }

    /** Text that looks like ASCII but has other chars, and may end with NUL, as if that were a terminator. */
    @ParameterizedTest
    @MethodSource("charsets")
    void isWrittenThoughItLooksLikeAscii(Charset charset) {
        String[] parts = {
            "\u0080", "\u00e9", "\u0141", "\u4e61", "\ud83d\ude00", "\ud841", "\ud841\ude00\ud841", "\uffff"
        };
        for (MemoryKind kind : kinds) {
            Memory memory = kind.allocate(3 * 4100 + 2 * START);
            for (int length : Run.some(List.of(64, 65, 66, 100, 1000, 4096, 4097), "ascii", kind, charset)) {
                String text = text(length);
                isWrittenToExactRoom(kind, text, charset);
                for (String part : parts) {
                    for (int at : new int[] {1, length / 2 + 1, length - part.length() - 2}) {
                        String most = text.substring(0, at) + part + text.substring(at + part.length(), length - 2);
                        for (String end : new String[] {"yz", "y\0", "\0\0"}) {
                            Writes.forgetWrongGuesses();
                            Writes.checkSome(at, memory, START, most + end, 0, length, charset);
                        }
                        isWrittenToExactRoom(kind, most + "yz", charset);
                    }
                }
            }
        }
    }

    private static void isWrittenToExactRoom(MemoryKind kind, String text, Charset charset) {
        byte[] expected = Oracle.encode(text, charset);
        Memory exact = kind.allocate(expected.length);
        Writes.forgetWrongGuesses();
        assertEquals(expected.length, exact.copy(text, charset, 0, 0, text.length(), MalformedPolicy.REPLACE));
        assertArrayEquals(expected, exact.get(0, expected.length));
        Memory less = kind.allocate(expected.length - 1);
        byte[] before = less.get(0, expected.length - 1);
        Writes.forgetWrongGuesses();
        assertThrows(
                IndexOutOfBoundsException.class,
                () -> less.copy(text, charset, 0, 0, text.length(), MalformedPolicy.REPLACE));
        assertArrayEquals(before, less.get(0, expected.length - 1));
    }

    /** A char of a string is not equal to its lower byte. */
    @Test
    void isEqualOnlyToItself() {
        for (MemoryKind kind : kinds) {
            Memory memory = kind.allocate(512);
            for (Charset charset : charsets()) {
                for (int length : Run.some(lengths(), "equal", kind, charset)) {
                    String text = text(length);
                    memory.put(START, text.getBytes(charset));
                    assertTrue(memory.contentEquals(START, length, charset, text, MalformedPolicy.REPORT));
                    for (int at = 0; at < length; at++) {
                        StringBuilder other = new StringBuilder(text);
                        other.setCharAt(at, (char) (0x100 | text.charAt(at)));
                        assertFalse(memory.contentEquals(
                                START, length, charset, other.toString(), MalformedPolicy.REPLACE));
                        other.setCharAt(at, (char) (1 ^ text.charAt(at)));
                        assertFalse(
                                memory.contentEquals(START, length, charset, other.toString(), MalformedPolicy.REPORT));
                    }
                }
            }
        }
    }

    /** With text that is ASCII, that is not, and that has a pair of surrogates or a part of one, at each place. */
    @ParameterizedTest
    @ValueSource(strings = {"UTF-16LE", "UTF-16BE"})
    void isEqualInUtf16OnlyToItself(String name) {
        Charset charset = Charset.forName(name);
        for (MemoryKind kind : kinds) {
            Memory memory = kind.allocate(512);
            for (int length : Run.some(List.of(1, 2, 3, 4, 5, 20, 31, 32, 33, 40), "UTF-16", kind, name)) {
                String text = text(length);
                for (int at = 0; at < length; at++) {
                    for (String part : new String[] {"", "\u0161", "\ud83d\ude00", "\ud83d", "\ude00"}) {
                        String some = text.substring(0, at) + part + text.substring(at);
                        byte[] bytes = some.getBytes(charset); // with a replacement for what is no pair
                        memory.put(START, bytes);
                        int units = bytes.length / 2;
                        String decoded = new String(bytes, charset);
                        for (String other :
                                List.of(some, decoded, text, text + part, text + "a".repeat(part.length()))) {
                            boolean equal = memory.contentEquals(START, units, charset, other, MalformedPolicy.REPLACE);
                            assertEquals(decoded.equals(other), equal, other);
                            equal = memory.contentEquals(START, units, charset, other, MalformedPolicy.REPORT);
                            assertEquals(decoded.equals(other), equal, other);
                        }
                    }
                }
            }
        }
    }

    /** An error after ASCII that differs is reported, not ignored. */
    @Test
    void isReportedBeforeItIsCompared() {
        Charset utf8 = StandardCharsets.UTF_8;
        for (MemoryKind kind : kinds) {
            Memory memory = kind.allocate(512);
            for (int length : lengths()) {
                byte[] bytes = text(length).getBytes(utf8);
                bytes[length - 1] = (byte) 0xff;
                memory.put(START, bytes);
                String other = "x".repeat(length);
                assertFalse(memory.contentEquals(START, length, utf8, other, MalformedPolicy.REPLACE));
                assertThrows(
                        MalformedTextException.class,
                        () -> memory.contentEquals(START, length, utf8, other, MalformedPolicy.REPORT));
            }
        }
    }

    /** Compares texts with each char and each byte changed, cut by one char and by one byte. */
    @ParameterizedTest
    @ValueSource(strings = {"\u00e9b", "\u0416", "\u8a9e", "a\u8a9e\u00e9", "\ud83d\ude00", "x\ud83d"})
    void isEqualInUtf8OnlyToItself(String part) {
        Charset utf8 = StandardCharsets.UTF_8;
        for (MemoryKind kind : kinds) {
            Memory memory = kind.allocate(512);
            for (int length : Run.some(List.of(1, 2, 4, 5, 8, 12, 14, 20), "UTF-8", kind, part)) {
                String text = part.repeat(length).substring(0, length);
                byte[] bytes = text.getBytes(utf8);
                String decoded = new String(bytes, utf8); // without lone surrogates
                List<String> others = new ArrayList<>(List.of(text, text + "a", text.substring(1), "a" + text));
                for (int at = 0; at < length; at++) {
                    StringBuilder other = new StringBuilder(text);
                    other.setCharAt(at, (char) (0x40 ^ text.charAt(at)));
                    others.add(other.toString());
                }
                memory.put(START, bytes);
                for (String other : others) {
                    boolean equal = memory.contentEquals(START, bytes.length, utf8, other, MalformedPolicy.REPLACE);
                    assertEquals(decoded.equals(other), equal, other);
                }
                for (int at = 0; at < bytes.length; at++) {
                    byte[] changed = bytes.clone();
                    changed[at] ^= (byte) (at % 2 == 0 ? 0x01 : 0x40);
                    memory.put(START, changed);
                    assertFalse(memory.contentEquals(START, bytes.length, utf8, text, MalformedPolicy.REPLACE));
                    assertEquals(
                            Oracle.decode(changed, utf8),
                            memory.getString(START, bytes.length, utf8, MalformedPolicy.REPLACE));
                }
            }
        }
    }

    /** Texts with chars of one to four bytes and lone surrogates, each at each place. */
    @Test
    void isWrittenInUtf8AsByTheJdk() {
        String[] parts = {"\u00e9", "\u0416", "\u8a9e", "\ud83d\ude00", "\ud83d", "\ude00"};
        for (MemoryKind kind : kinds) {
            Memory memory = kind.allocate(512);
            for (int length : new int[] {1, 2, 4, 5, 8, 12, 13, 20, 21}) {
                for (int at = 0; at < length; at++) {
                    String text = text(at) + parts[(at + length) % parts.length] + text(length - at - 1);
                    Writes.check(memory, START, text, 0, text.length(), StandardCharsets.UTF_8);
                    Writes.check(memory, START, "x" + text, 1, length - at, StandardCharsets.UTF_8);
                }
            }
        }
    }

    private static String text(int length) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < length; i++) {
            text.append((char) ('A' + i % 50));
        }
        return text.toString();
    }
}
