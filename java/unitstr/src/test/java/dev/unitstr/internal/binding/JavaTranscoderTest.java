package dev.unitstr.internal.binding;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.unitstr.internal.text.Oracle;
import dev.unitstr.internal.text.Samples;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The plain-Java codecs against the running JDK. */
class JavaTranscoderTest {
    private static final int RECORDS =
            Integer.getInteger("unitstr.records", 100_000 / Integer.getInteger("unitstr.share", 2));
    private final byte[] latin1 = new byte[512];
    private final char[] chars = new char[512];
    private final byte[] encoded = new byte[2048];

    static Iterable<Charset> charsets() {
        return Samples.charsets();
    }

    @Test
    void everyEncodingIsTested() {
        assertEquals(Encoding.values().length, Samples.charsets().size());
    }

    @ParameterizedTest
    @MethodSource("charsets")
    void decodesShortInputs(Charset charset) {
        decode(charset, new byte[0]);
        for (int a = 0; a < 256; a++) {
            decode(charset, new byte[] {(byte) a});
            for (int b = 0; b < 256; b++) {
                decode(charset, new byte[] {(byte) a, (byte) b});
                if (a >= 0xC0 && charset == StandardCharsets.UTF_8) {
                    for (int c = 0; c < 256; c++) {
                        if (Samples.tries(a + b + c)) {
                            decode(charset, new byte[] {(byte) a, (byte) b, (byte) c});
                        }
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("charsets")
    void decodesEdges(Charset charset) {
        Samples.edges(Encoding.of(charset).unitSize(), bytes -> decode(charset, bytes));
    }

    @ParameterizedTest
    @MethodSource("charsets")
    void decodesRandomInputs(Charset charset) {
        Random random = new Random(1);
        for (int i = 0; i < RECORDS; i++) {
            decode(charset, Samples.bytes(random, Encoding.of(charset).unitSize(), 48));
        }
    }

    private void decode(Charset charset, byte[] bytes) {
        int id = Encoding.of(charset).id();
        Encoding encoding = Encoding.values()[id - 1];
        String expected = new String(bytes, charset);
        long replaced = JavaTranscoder.decode(bytes, bytes.length, encoding, Flags.REPLACE, latin1, chars);
        Supplier<String> hex = () -> charset + " " + HexFormat.of().formatHex(bytes);
        assertEquals(
                Packed.of(Packed.DONE, isLatin1(expected) ? 0 : 1, bytes.length, expected.length(), 0), replaced, hex);
        assertEquals(expected, text(replaced), hex);

        Oracle.Stop stop = Oracle.decode(bytes, charset);
        long reported = JavaTranscoder.decode(bytes, bytes.length, encoding, Flags.REPORT | Flags.CHARS, latin1, chars);
        int status = stop.length() == 0 ? Packed.DONE : Packed.MALFORMED;
        assertEquals(Packed.of(status, 1, stop.at(), stop.written(), stop.length()), reported, hex);
        assertEquals(expected.substring(0, stop.written()), text(reported), hex);
    }

    private String text(long packed) {
        return Packed.isChars(packed)
                ? new String(chars, 0, Packed.written(packed))
                : new String(latin1, 0, Packed.written(packed), StandardCharsets.ISO_8859_1);
    }

    private static boolean isLatin1(String text) {
        return text.chars().allMatch(c -> c < 0x100);
    }

    @ParameterizedTest
    @MethodSource("charsets")
    void anySplitDecodesAlike(Charset charset) {
        Random random = new Random(2);
        for (int i = 0; i < RECORDS / 20; i++) {
            byte[] bytes = Samples.bytes(random, Encoding.of(charset).unitSize(), 24);
            String expected = new String(bytes, charset);
            for (int split = 0; split <= bytes.length; split++) {
                assertEquals(
                        expected,
                        inTwo(charset, bytes, split),
                        () -> charset + HexFormat.of().formatHex(bytes));
            }
        }
    }

    private String inTwo(Charset charset, byte[] bytes, int split) {
        Encoding encoding = Encoding.of(charset);
        long first = JavaTranscoder.decode(bytes, split, encoding, Flags.MORE, latin1, chars);
        int read = Packed.read(first);
        assertTrue(Packed.status(first) == Packed.INCOMPLETE || read == split);
        assertTrue(split - read < 4, "holds back more than a sequence");
        String text = text(first);
        byte[] rest = Arrays.copyOfRange(bytes, read, bytes.length);
        Encoding order = ByteOrderMark.find(encoding, bytes, bytes.length).encoding();
        long second = read == 0
                ? JavaTranscoder.decode(rest, rest.length, encoding, 0, latin1, chars)
                : JavaTranscoder.decode(rest, rest.length, order, Flags.CONTINUED, latin1, chars);
        return text + text(second);
    }

    @ParameterizedTest
    @MethodSource("charsets")
    void encodesEveryChar(Charset charset) {
        for (int c = 0; c < 0x10000; c++) {
            encode(charset, String.valueOf((char) c));
        }
    }

    @ParameterizedTest
    @MethodSource("charsets")
    void encodesRandomInputs(Charset charset) {
        Random random = new Random(3);
        for (int i = 0; i < RECORDS; i++) {
            encode(charset, Samples.chars(random, 24));
        }
    }

    private void encode(Charset charset, String text) {
        Encoding encoding = Encoding.of(charset);
        char[] source = text.toCharArray();
        byte[] expected = text.getBytes(charset);
        long replaced =
                JavaTranscoder.encode(source, 0, source.length, encoding, Flags.REPLACE, encoded, encoded.length);
        assertEquals(Packed.of(Packed.DONE, 0, source.length, expected.length, 0), replaced, text);
        assertArrayEquals(expected, Arrays.copyOf(encoded, expected.length), text);

        Oracle.Stop stop = Oracle.encode(text, charset);
        long reported =
                JavaTranscoder.encode(source, 0, source.length, encoding, Flags.REPORT, encoded, encoded.length);
        int status = stop.length() == 0 ? Packed.DONE : stop.unmappable() ? Packed.UNMAPPABLE : Packed.MALFORMED;
        // The JDK writes the mark as soon as there is a char, however malformed; here it comes with a code point.
        int written = stop.written() == encoding.bomBytes() ? 0 : stop.written();
        assertEquals(Packed.of(status, 0, stop.at(), written, stop.length()), reported, text);
    }

    @ParameterizedTest
    @MethodSource("charsets")
    void truncatesToTheLongestPrefix(Charset charset) {
        Encoding encoding = Encoding.of(charset);
        Random random = new Random(4);
        for (int i = 0; i < RECORDS / 20; i++) {
            String text = Samples.chars(random, 12);
            byte[] whole = text.getBytes(charset);
            for (int limit = 0; limit <= whole.length; limit++) {
                Arrays.fill(encoded, (byte) 0x55);
                long packed = JavaTranscoder.encode(
                        text.toCharArray(), 0, text.length(), encoding, Flags.REPLACE, encoded, limit);
                int chars = longestPrefix(text, charset, limit);
                byte[] expected = text.substring(0, chars).getBytes(charset);
                int status = chars == text.length() ? Packed.DONE : Packed.OUTPUT_FULL;
                assertEquals(Packed.of(status, 0, chars, expected.length, 0), packed, text);
                byte[] memory = Arrays.copyOf(expected, whole.length + 8);
                Arrays.fill(memory, expected.length, memory.length, (byte) 0x55);
                assertArrayEquals(memory, Arrays.copyOf(encoded, memory.length), "writes past the result");
            }
        }
    }

    private static int longestPrefix(String text, Charset charset, int limit) {
        int best = 0;
        for (int i = 0; i < text.length(); ) {
            i += Character.charCount(text.codePointAt(i));
            if (text.substring(0, i).getBytes(charset).length > limit) {
                break;
            }
            best = i;
        }
        return best;
    }

    @Test
    void holdsBackAHighSurrogate() {
        char[] source = {'a', '\ud83d'};
        assertEquals(
                Packed.of(Packed.INCOMPLETE, 0, 1, 1, 0),
                JavaTranscoder.encode(source, 0, 2, Encoding.UTF_8, Flags.REPORT | Flags.MORE, encoded, 100));
    }
}
