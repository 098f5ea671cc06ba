package dev.unitstr.internal.text;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.unitstr.Copied;
import dev.unitstr.MalformedPolicy;
import dev.unitstr.MalformedTextException;
import dev.unitstr.MalformedTextException.Kind;
import dev.unitstr.internal.binding.Encoding;
import dev.unitstr.internal.binding.JavaBinding;
import dev.unitstr.internal.memory.ArrayRegion;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Charsets that the JDK decodes and encodes. */
class LegacyTextTest {
    private static final MalformedPolicy REPLACE = MalformedPolicy.REPLACE;
    private static final MalformedPolicy REPORT = MalformedPolicy.REPORT;

    private final RegionStrings strings = new RegionStrings(new JavaBinding());

    /** All that this JDK has and the codecs do not know. */
    static List<Charset> charsets() {
        return Charset.availableCharsets().values().stream()
                .filter(charset -> Encoding.of(charset) == null)
                .toList();
    }

    @Test
    void fourHaveNoNul() {
        Set<String> names = charsets().stream()
                .filter(charset -> !LegacyText.hasNul(charset))
                .map(Charset::name)
                .collect(Collectors.toCollection(TreeSet::new));
        assertEquals(Set.of("JIS_X0212-1990", "x-IBM300", "x-IBM834", "x-JIS0208"), names);
    }

    @Test
    void someHaveState() {
        Set<String> names = charsets().stream()
                .filter(LegacyText::hasState)
                .map(Charset::name)
                .collect(Collectors.toCollection(TreeSet::new));
        assertTrue(names.containsAll(Set.of(
                "ISO-2022-JP",
                "ISO-2022-JP-2",
                "ISO-2022-KR",
                "x-ISO-2022-CN-GB",
                "x-ISO-2022-CN-CNS",
                "x-windows-50220",
                "x-windows-50221")));
        for (String stateless :
                List.of("windows-1252", "Shift_JIS", "EUC-JP", "GB18030", "Big5-HKSCS", "x-SJIS_0213")) {
            assertFalse(names.contains(stateless), stateless);
        }
    }

    /** What was found out about a charset does not hold for another one of its class. */
    @Test
    void charsetsOfOneClassDiffer() {
        assertFalse(LegacyText.hasState(new OtherName("x-unitstr-one", Charset.forName("windows-1252"))));
        assertTrue(LegacyText.hasState(new OtherName("x-unitstr-two", Charset.forName("ISO-2022-KR"))));
    }

    /** A charset by another name. */
    private static final class OtherName extends Charset {
        private final Charset charset;

        OtherName(String name, Charset charset) {
            super(name, new String[0]);
            this.charset = charset;
        }

        @Override
        public boolean contains(Charset other) {
            return charset.contains(other);
        }

        @Override
        public CharsetDecoder newDecoder() {
            return charset.newDecoder();
        }

        @Override
        public CharsetEncoder newEncoder() {
            return charset.newEncoder();
        }
    }

    @ParameterizedTest
    @MethodSource("charsets")
    void readsLikeTheJdk(Charset charset) {
        Random random = new Random(1);
        for (int i = 0; i < Samples.times(300); i++) {
            byte[] bytes = new byte[random.nextInt(20)];
            random.nextBytes(bytes);
            String expected = new String(bytes, charset);
            ArrayRegion region = new ArrayRegion(bytes);
            assertEquals(expected, strings.getString(region, 0, bytes.length, charset, REPLACE));
            assertTrue(strings.contentEquals(region, 0, bytes.length, charset, expected, REPLACE));
            char[] chars = new char[expected.length()];
            assertEquals(chars.length, strings.decode(region, 0, bytes.length, charset, chars, 0, REPLACE));
            assertEquals(expected, new String(chars));
            Oracle.Stop stop = Oracle.decode(bytes, charset);
            if (stop.length() > 0) {
                StringBuilder appended = new StringBuilder();
                MalformedTextException e = assertThrows(
                        MalformedTextException.class,
                        () -> strings.decode(region, 0, bytes.length, charset, appended, REPORT));
                assertEquals(stop.at(), e.byteOffset());
                assertEquals(stop.length(), e.byteCount());
                assertEquals(stop.unmappable() ? Kind.UNMAPPABLE : Kind.MALFORMED, e.kind());
                assertEquals(stop.written(), appended.length());
            } else {
                assertEquals(expected, strings.getString(region, 0, bytes.length, charset, REPORT));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("charsets")
    void writesLikeTheJdk(Charset charset) {
        if (!charset.canEncode()) {
            assertThrows(UnsupportedOperationException.class, () -> strings.encodedUnits("a", charset, REPLACE));
            return;
        }
        Random random = new Random(2);
        for (int i = 0; i < Samples.times(100); i++) {
            String text = text(random);
            byte[] expected = text.getBytes(charset);
            assertEquals(expected.length, strings.encodedUnits(text, charset, REPLACE));
            byte[] memory = new byte[expected.length];
            assertEquals(
                    memory.length,
                    strings.copy("x" + text, charset, 1, new ArrayRegion(memory), 0, text.length(), REPLACE));
            assertArrayEquals(expected, memory);
            Oracle.Stop stop = Oracle.encode(text, charset);
            if (stop.length() > 0) {
                byte[] target = new byte[expected.length + 100];
                MalformedTextException e = assertThrows(
                        MalformedTextException.class,
                        () -> strings.copy("x" + text, charset, 1, new ArrayRegion(target), 0, text.length(), REPORT));
                assertEquals(1 + stop.at(), e.charIndex());
                assertEquals(stop.length(), e.charCount());
                assertEquals(stop.written(), e.unitsWritten());
                assertEquals(stop.unmappable() ? Kind.UNMAPPABLE : Kind.MALFORMED, e.kind());
            }
            truncate(text, charset);
        }
    }

    private void truncate(String text, Charset charset) {
        if (LegacyText.hasState(charset)) {
            assertThrows(
                    UnsupportedOperationException.class,
                    () -> strings.copyTruncated(text, charset, 0, new ArrayRegion(new byte[4]), 0, 4, REPLACE));
            return;
        }
        int whole = text.getBytes(charset).length;
        for (int max = 0; max <= whole; max++) {
            int chars = 0;
            for (int i = 0; i < text.length(); ) {
                i += Character.charCount(text.codePointAt(i));
                chars = text.substring(0, i).getBytes(charset).length <= max ? i : chars;
            }
            byte[] expected = text.substring(0, chars).getBytes(charset);
            byte[] memory = new byte[whole + 4];
            Arrays.fill(memory, (byte) 0x55);
            assertEquals(
                    new Copied(chars, expected.length),
                    strings.copyTruncated(text, charset, 0, new ArrayRegion(memory), 2, max, REPLACE),
                    charset + " " + max);
            byte[] all = new byte[whole + 4];
            Arrays.fill(all, (byte) 0x55);
            System.arraycopy(expected, 0, all, 2, expected.length);
            assertArrayEquals(all, memory);
        }
    }

    private static String text(Random random) {
        String chars = "ab\u00e9\u00ff\u0416\u05d0\u0e01\u3042\u304b\u309a\uff71\u4e00\u6f22"
                + "\u00e6\u0300\u00ca\u0304\u20ac\ud55c\ud842\udfb7\ud83d\ude00\ud83d";
        StringBuilder text = new StringBuilder();
        for (int n = random.nextInt(8); n > 0; n--) {
            int at = random.nextInt(chars.length());
            text.append(chars, at, Math.min(chars.length(), at + 1 + random.nextInt(2)));
        }
        return text.toString();
    }

    @Test
    void movesLongTextInPieces() {
        Charset charset = Charset.forName("windows-1252");
        String text = "caf\u00e9 \u20ac ".repeat(40_000);
        byte[] expected = text.getBytes(charset);
        byte[] memory = new byte[expected.length + 1];
        assertEquals(
                expected.length, strings.copy(text, charset, 0, new ArrayRegion(memory), 1, text.length(), REPLACE));
        assertArrayEquals(expected, Arrays.copyOfRange(memory, 1, memory.length));
        assertEquals(text, strings.getString(new ArrayRegion(memory), 1, expected.length, charset, REPORT));
    }

    @Test
    void reportsBeforeItIsFull() {
        Charset charset = Charset.forName("windows-1252");
        byte[] memory = new byte[4];
        MalformedTextException e = assertThrows(
                MalformedTextException.class,
                () -> strings.copyTruncated("ab\u4e00", charset, 0, new ArrayRegion(memory), 0, 2, REPORT));
        assertEquals(2, e.charIndex());
        assertEquals(2, e.unitsWritten());
        assertEquals(
                new Copied(1, 1), strings.copyTruncated("ab\u4e00", charset, 0, new ArrayRegion(memory), 0, 1, REPORT));
    }

    @Test
    void aCharsetOfTheUserMayUseUnitstr() {
        Charset nested = new NestedCharset(strings);
        byte[] memory = "hello world".getBytes(StandardCharsets.US_ASCII);
        assertEquals("hello world", strings.getString(new ArrayRegion(memory), 0, memory.length, nested, REPLACE));
        assertEquals("hello world", strings.getString(new ArrayRegion(memory), 0, memory.length, nested, REPORT));
        byte[] target = new byte[5];
        assertEquals(5, strings.copy("hello", nested, 0, new ArrayRegion(target), 0, 5, REPORT));
        assertEquals("hello", new String(target, StandardCharsets.US_ASCII));
        assertEquals(
                new Copied(3, 3), strings.copyTruncated("hello", nested, 0, new ArrayRegion(target), 0, 3, REPLACE));
    }

    /** ASCII, by way of unitstr. */
    private static final class NestedCharset extends Charset {
        private final RegionStrings strings;

        NestedCharset(RegionStrings strings) {
            super("x-unitstr-nested", new String[0]);
            this.strings = strings;
        }

        @Override
        public boolean contains(Charset other) {
            return false;
        }

        @Override
        public CharsetDecoder newDecoder() {
            return new CharsetDecoder(this, 1, 1) {
                @Override
                protected CoderResult decodeLoop(ByteBuffer in, CharBuffer out) {
                    while (in.hasRemaining()) {
                        if (!out.hasRemaining()) {
                            return CoderResult.OVERFLOW;
                        }
                        ArrayRegion one = new ArrayRegion(new byte[] {in.get()});
                        out.put(strings.getString(one, 0, 1, StandardCharsets.US_ASCII, REPLACE));
                    }
                    return CoderResult.UNDERFLOW;
                }
            };
        }

        @Override
        public CharsetEncoder newEncoder() {
            return new CharsetEncoder(this, 1, 1) {
                @Override
                protected CoderResult encodeLoop(CharBuffer in, ByteBuffer out) {
                    while (in.hasRemaining()) {
                        if (!out.hasRemaining()) {
                            return CoderResult.OVERFLOW;
                        }
                        byte[] one = new byte[1];
                        strings.copy(
                                String.valueOf(in.get()),
                                StandardCharsets.US_ASCII,
                                0,
                                new ArrayRegion(one),
                                0,
                                1,
                                REPLACE);
                        out.put(one);
                    }
                    return CoderResult.UNDERFLOW;
                }
            };
        }
    }
}
