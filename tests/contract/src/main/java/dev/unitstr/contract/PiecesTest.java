package dev.unitstr.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.unitstr.internal.binding.Binding;
import dev.unitstr.internal.binding.Encoding;
import dev.unitstr.internal.binding.Flags;
import dev.unitstr.internal.binding.Packed;
import java.nio.charset.Charset;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A binding that gets a text in pieces, cut anywhere, must say what it would have said of the whole. */
@EveryRun
@Tag("tier")
class PiecesTest {
    private static final int ORDINARY = 2_000;

    static List<Charset> ours() {
        return Charsets.ours();
    }

    @ParameterizedTest
    @MethodSource("ours")
    void areDecodedAsOne(Charset charset) {
        Binding binding = Bindings.ofThisRun();
        SplittableRandom random = Run.random(charset);
        for (int i = Run.times(ORDINARY); i > 0; i--) {
            byte[] whole = Encoded.next(random, charset, 16);
            byte[] bytes = Arrays.copyOf(whole, whole.length + random.nextInt(4)); // odd bytes too
            String expected = Oracle.decode(bytes, charset);
            int first = random.nextInt(bytes.length + 1);
            int second = first + random.nextInt(bytes.length - first + 1);
            Supplier<String> about =
                    () -> binding.name() + " " + charset + " at " + first + " and " + second + ": " + Hex.of(bytes);
            Decoding.check(binding, bytes, charset, expected, Oracle.decodeFault(bytes, charset));
            assertEquals(expected, Decoding.inPieces(binding, bytes, charset, first), about);
            assertEquals(expected, Decoding.inPieces(binding, bytes, charset, first, second), about);
        }
    }

    @ParameterizedTest
    @MethodSource("ours")
    void ofTheVectorsAreDecodedAsOne(Charset charset) {
        Binding binding = Bindings.ofThisRun();
        for (Vectors.Decode row : Vectors.decode()) {
            for (int cut = 0; row.charset().equals(charset) && cut <= row.bytes().length; cut++) {
                int at = cut;
                assertEquals(
                        row.text(),
                        Decoding.inPieces(binding, row.bytes(), charset, cut),
                        () -> binding.name() + " " + row + " cut at " + at);
                for (int next = cut; next <= row.bytes().length; next++) {
                    assertEquals(row.text(), Decoding.inPieces(binding, row.bytes(), charset, cut, next));
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("ours")
    void areEncodedAsOne(Charset charset) {
        Binding binding = Bindings.ofThisRun();
        SplittableRandom random = Run.random(charset);
        for (int i = Run.times(ORDINARY); i > 0; i--) {
            String text = Texts.next(random, 16);
            int cut = random.nextInt(text.length() + 1);
            Supplier<String> about = () -> binding.name() + " " + charset + " at " + cut + ": " + Hex.of(text);
            byte[] expected = Oracle.encode(text, charset);
            assertEquals(Hex.of(expected), Hex.of(encode(binding, text, charset, cut)), about);
        }
    }

    private static byte[] encode(Binding binding, String text, Charset charset, int cut) {
        int id = Encoding.of(charset).id();
        byte[] all = new byte[4 * text.length() + 8];
        char[] head = text.substring(0, cut).toCharArray();
        long first = binding.encode(head, head.length, all, 0, all.length, id, Flags.MORE);
        int read = Packed.read(first);
        int written = Packed.written(first);
        assertEquals(read == head.length ? Packed.DONE : Packed.INCOMPLETE, Packed.status(first));
        assertEquals(first, binding.measure(head, head.length, id, Flags.MORE));
        char[] tail = text.substring(read).toCharArray();
        int flags = read == 0 ? 0 : Flags.CONTINUED;
        long second = binding.encode(tail, tail.length, all, written, all.length - written, id, flags);
        assertEquals(Packed.DONE, Packed.status(second));
        assertEquals(tail.length, Packed.read(second));
        assertEquals(second, binding.measure(tail, tail.length, id, flags));
        return Arrays.copyOf(all, written + Packed.written(second));
    }
}
