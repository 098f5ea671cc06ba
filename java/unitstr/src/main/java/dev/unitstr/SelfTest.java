package dev.unitstr;

import dev.unitstr.internal.binding.Binding;
import dev.unitstr.internal.binding.Encoding;
import dev.unitstr.internal.memory.BufferRegion;
import dev.unitstr.internal.text.RegionStrings;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/** Compares the results of a binding with those of the JDK. */
final class SelfTest {
    /** Texts with Latin-1, the euro sign, a surrogate pair, NUL, and a lone surrogate. */
    private static final List<String> TEXTS = List.of(
            "",
            "plain",
            "caf\u00e9 na\u00efve",
            "20 \u20ac \ud83d\ude00 a\0b \u4e2d\u6587",
            "x\ud83dy\ude00",
            "long ".repeat(50));

    /** Bytes that are malformed in most encodings. */
    private static final byte[] BYTES = HexFormat.of().parseHex("6100eda000d86200fffee28263000001");

    private SelfTest() {}

    /**
     * Tests every encoding that the JDK supports.
     *
     * @param binding a binding that works
     * @return the failures; empty if there are none
     */
    static List<String> failures(Binding binding) {
        RegionStrings strings = new RegionStrings(binding, false); // false: the binding converts short texts too
        List<String> failures = new ArrayList<>();
        for (Encoding encoding : Encoding.values()) {
            String name = encoding.charsetName();
            try {
                if (Charset.isSupported(name)) {
                    test(strings, encoding, Charset.forName(name), failures);
                }
            } catch (RuntimeException | LinkageError e) {
                failures.add(name + ": " + e);
            }
        }
        return failures;
    }

    private static void test(RegionStrings strings, Encoding encoding, Charset charset, List<String> failures) {
        for (String text : TEXTS) {
            byte[] expected = text.getBytes(charset);
            ByteBuffer memory = ByteBuffer.allocateDirect(expected.length);
            BufferRegion region = new BufferRegion(memory);
            strings.copy(text, charset, 0, region, 0, text.length(), MalformedPolicy.REPLACE);
            byte[] written = new byte[expected.length];
            memory.get(0, written);
            if (!Arrays.equals(written, expected)) {
                failures.add(charset + ": encoding differs from the JDK's for " + escaped(text));
            }
            decode(strings, encoding, charset, expected, failures);
        }
        decode(strings, encoding, charset, BYTES, failures);
    }

    private static void decode(
            RegionStrings strings, Encoding encoding, Charset charset, byte[] bytes, List<String> failures) {
        ByteBuffer memory = ByteBuffer.allocateDirect(bytes.length).put(0, bytes);
        String text = strings.getString(
                new BufferRegion(memory), 0, bytes.length / encoding.unitSize(), charset, MalformedPolicy.REPLACE);
        if (!text.equals(new String(bytes, charset))) {
            failures.add(charset + ": decoding differs from the JDK's for " + escaped(new String(bytes, charset)));
        }
    }

    private static String escaped(String text) {
        StringBuilder escaped = new StringBuilder();
        text.chars().forEach(c -> escaped.append(c >= ' ' && c < 0x7F ? "" + (char) c : String.format("\\u%04x", c)));
        return escaped.toString();
    }
}
