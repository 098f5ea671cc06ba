package dev.unitstr.contract.ffm;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.UnitCharsets;
import dev.unitstr.contract.Charsets;
import dev.unitstr.contract.EveryRun;
import dev.unitstr.contract.Writes;
import dev.unitstr.ffm.SegmentStrings;
import dev.unitstr.ffm.internal.text.FastPath;
import dev.unitstr.ffm.internal.text.JdkStrings;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The texts that JDK 27 writes, with a method that follows the documentation of its own. */
@EveryRun
@Tag("route")
class JdkStringsTest {
    private static final Charset UTF_8 = StandardCharsets.UTF_8;
    private static final Charset LATIN_1 = StandardCharsets.ISO_8859_1;
    private static final Charset ASCII = StandardCharsets.US_ASCII;
    private static final MalformedPolicy REPLACE = MalformedPolicy.REPLACE;
    private static final int NONE = 0;
    private static final int ALL = Integer.MAX_VALUE;

    private static final JdkStrings JDK = jdk(ALL);

    /** Stands in for {@code java.lang.foreign.MemorySegment} of JDK 27. */
    static final class Jdk27 {
        private static int calls;

        private Jdk27() {}

        static long copy(
                String src, Charset dstEncoding, int srcIndex, MemorySegment dst, long dstOffset, int numChars) {
            calls++;
            byte[] bytes = src.substring(srcIndex, srcIndex + numChars).getBytes(dstEncoding);
            MemorySegment.copy(bytes, 0, dst, ValueLayout.JAVA_BYTE, dstOffset, bytes.length);
            return bytes.length;
        }
    }

    /** Methods of the same name that are none of those. */
    static final class Others {
        private Others() {}

        static int copy(
                String src, Charset dstEncoding, int srcIndex, MemorySegment dst, long dstOffset, int numChars) {
            return 0;
        }

        long copy(String src, Charset dstEncoding, int srcIndex, MemorySegment dst, long dstOffset, long numChars) {
            return 0;
        }
    }

    private static JdkStrings jdk(int anyText) {
        return JdkStrings.of(MethodHandles.lookup(), Jdk27.class, anyText);
    }

    @BeforeEach
    void forget() {
        Jdk27.calls = 0;
        Writes.forgetWrongGuesses();
    }

    @Test
    void isThereFromJdk27On() {
        assertEquals(
                Runtime.version().feature() >= 27,
                JdkStrings.of(MethodHandles.publicLookup(), MemorySegment.class, ALL) != null);
        assertNotNull(JDK);
        assertNull(JdkStrings.of(MethodHandles.lookup(), Object.class, ALL));
        assertNull(JdkStrings.of(MethodHandles.lookup(), Others.class, ALL));
        assertNull(JdkStrings.of(MethodHandles.publicLookup(), Jdk27.class, ALL)); // not public
    }

    @Test
    void takesWhatItDoesBetter() {
        String cjk = "漢字".repeat(10);
        assertTakes("n", LATIN_1, NONE);
        assertTakes("néa".repeat(5001), LATIN_1, NONE);
        assertTakes("a" + "né€\uD83D\uDE00\uD83D".repeat(5000) + "na", LATIN_1, NONE); // looks like Latin-1, is none
        assertTakes("naé".repeat(5000) + "n", ASCII, NONE);
        assertTakes("漢字", LATIN_1, ALL);
        assertTakes("a".repeat(20), UTF_8, NONE);
        assertTakes("aéb", UTF_8, 3);
        assertTakes("néxa", UTF_8, NONE); // looks like ASCII, is none: the same bytes all the same
        assertTakes("n\uD83Da\uDE00b", UTF_8, NONE);
        assertTakes(cjk, UTF_8, 20);
        assertTakes(cjk.repeat(1000), UTF_8, ALL);
    }

    /** After a wrong guess at text of more than 20 chars, the next 32 are left; shorter text is not. */
    @Test
    void guessesLessAfterAWrongGuess() {
        String ascii = "a".repeat(21);
        String other = ascii + "\u00e9b" + ascii; // looks like ASCII, is none
        assertTakes("a".repeat(4096), UTF_8, NONE);
        assertTakes(other, UTF_8, NONE);
        for (int i = 0; i < 16; i++) {
            assertLeaves(ascii, UTF_8, REPLACE, NONE);
            assertLeaves(other, UTF_8, REPLACE, NONE);
            assertTakes("a".repeat(20), UTF_8, NONE);
        }
        assertTakes(ascii, UTF_8, NONE);
    }

    @Test
    void leavesTheRest() {
        assertLeaves("a".repeat(4097), UTF_8, REPLACE, NONE);
        assertLeaves("éab", UTF_8, REPLACE, 2);
        assertLeaves("abé", UTF_8, REPLACE, NONE);
        assertLeaves("abéab", UTF_8, REPLACE, NONE);
        assertLeaves("漢字".repeat(10) + "a", UTF_8, REPLACE, 20);
        assertLeaves("", LATIN_1, REPLACE, ALL);
        assertLeaves("abÿ", ASCII, REPLACE, NONE);
        assertLeaves("ab€", LATIN_1, REPLACE, NONE);
        assertLeaves("a€b", LATIN_1, REPLACE, 2);
        for (Charset charset : List.of(UTF_8, LATIN_1, ASCII)) {
            assertLeaves("abc", charset, MalformedPolicy.REPORT, ALL);
            assertLeaves("abc", charset, null, ALL);
        }
        for (Charset charset : List.of(
                StandardCharsets.UTF_16,
                StandardCharsets.UTF_16BE,
                UnitCharsets.UTF_16,
                UnitCharsets.UTF_32,
                UnitCharsets.WCHAR,
                Charset.forName("windows-1252"),
                Charset.forName("GB18030"))) {
            assertLeaves("abc", charset, REPLACE, ALL);
        }
        for (Charset charset : Charsets.WITH_STATE) {
            assertLeaves("abc", charset, REPLACE, ALL);
        }
        assertLeaves("abc", null, REPLACE, ALL);
    }

    @Test
    void isNotAskedForWhatIsWrongOrMayNotFit() {
        MemorySegment nine = MemorySegment.ofArray(new byte[9]);
        assertEquals(3, JDK.copy("abc", UTF_8, 0, nine, 0, 3, REPLACE));
        assertEquals(9, JDK.copy("abcdefghi", LATIN_1, 0, nine, 0, 9, REPLACE));
        Jdk27.calls = 0;
        long[] answers = {
            JDK.copy("abc", UTF_8, 0, nine, 1, 3, REPLACE), // fits, but three chars of three bytes would not
            JDK.copy("abcdefghij", LATIN_1, 0, nine, 0, 10, REPLACE),
            JDK.copy("abc", LATIN_1, 0, nine, 7, 3, REPLACE),
            JDK.copy("abc", LATIN_1, 0, nine, -1, 3, REPLACE),
            JDK.copy("abc", LATIN_1, 0, nine, Long.MIN_VALUE, 3, REPLACE),
            JDK.copy("abc", LATIN_1, 0, nine, Long.MAX_VALUE, 3, REPLACE),
            JDK.copy("abc", LATIN_1, -1, nine, 0, 3, REPLACE),
            JDK.copy("abc", LATIN_1, 1, nine, 0, 3, REPLACE),
            JDK.copy("abc", LATIN_1, Integer.MAX_VALUE, nine, 0, 3, REPLACE),
            JDK.copy("abc", LATIN_1, 0, nine, 0, -1, REPLACE),
            JDK.copy("abc", LATIN_1, 0, nine, 0, Integer.MIN_VALUE, REPLACE),
            JDK.copy("abc", LATIN_1, 0, nine, 0, Integer.MAX_VALUE, REPLACE),
            JDK.copy("abc", UTF_8, 0, nine.asReadOnly(), 0, 3, REPLACE),
        };
        for (long answer : answers) {
            assertEquals(FastPath.NO_ANSWER, answer);
        }
        assertEquals(0, Jdk27.calls);
        assertThrows(NullPointerException.class, () -> JDK.copy(null, UTF_8, 0, nine, 0, 3, REPLACE));
        assertThrows(NullPointerException.class, () -> JDK.copy("abc", UTF_8, 0, null, 0, 3, REPLACE));
        Arena arena = Arena.ofConfined();
        MemorySegment closed = arena.allocate(9);
        arena.close();
        assertThrows(IllegalStateException.class, () -> JDK.copy("abc", UTF_8, 0, closed, 0, 3, REPLACE));
    }

    @Test
    void writesWhatOursWrites() {
        Random random = new Random(27);
        char[] some = {'a', 'z', 0, 0x7F, 'é', 'ÿ', '€', '漢', '\uD83D', '\uDE00'};
        for (int round = 0; round < 3000; round++) {
            StringBuilder text = new StringBuilder();
            int kinds = 1 + random.nextInt(some.length);
            for (int i = random.nextInt(60); i >= 0; i--) {
                text.append(some[random.nextInt(kinds)]);
            }
            String src = text.toString();
            int from = random.nextInt(src.length());
            int chars = 1 + random.nextInt(src.length() - from);
            for (Charset charset : List.of(UTF_8, LATIN_1, ASCII)) {
                byte[] theirs = new byte[200];
                byte[] ours = theirs.clone();
                Arrays.fill(theirs, (byte) 0x55);
                Arrays.fill(ours, (byte) 0x55);
                MemorySegment memory = MemorySegment.ofArray(theirs);
                Writes.forgetWrongGuesses();
                long units = jdk(random.nextInt(60)).copy(src, charset, from, memory, 3, chars, REPLACE);
                long expected = SegmentStrings.copy(src, charset, from, MemorySegment.ofArray(ours), 3, chars, REPLACE);
                if (units != FastPath.NO_ANSWER) {
                    assertEquals(expected, units, src);
                    assertArrayEquals(ours, theirs, src);
                }
            }
        }
        assertTrue(Jdk27.calls > 3000, () -> "only " + Jdk27.calls);
    }

    private void assertTakes(String text, Charset charset, int anyText) {
        int calls = Jdk27.calls;
        byte[] expected = text.getBytes(charset);
        byte[] bytes = new byte[3 * text.length()];
        assertEquals(
                expected.length,
                jdk(anyText).copy(text, charset, 0, MemorySegment.ofArray(bytes), 0, text.length(), REPLACE));
        assertEquals(calls + 1, Jdk27.calls);
        assertArrayEquals(expected, Arrays.copyOf(bytes, expected.length));
    }

    private void assertLeaves(String text, Charset charset, MalformedPolicy policy, int anyText) {
        int calls = Jdk27.calls;
        MemorySegment memory = MemorySegment.ofArray(new byte[3 * text.length() + 8]);
        assertEquals(FastPath.NO_ANSWER, jdk(anyText).copy(text, charset, 0, memory, 0, text.length(), policy));
        assertEquals(calls, Jdk27.calls);
    }
}
