package dev.unitstr.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.unitstr.internal.binding.Binding;
import dev.unitstr.internal.binding.Encoding;
import dev.unitstr.internal.binding.Flags;
import dev.unitstr.internal.binding.Packed;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Supplier;

/** One call of {@link Binding#decode} into arrays that are just large enough, with everything it says. */
public final class Decoding {
    private final long packed;
    private final byte[] latin1;
    private final char[] chars;

    private Decoding(Binding binding, byte[] bytes, Encoding encoding, int flags) {
        latin1 = new byte[bytes.length];
        chars = new char[bytes.length];
        packed = binding.decode(bytes, 0, bytes.length, encoding.id(), flags, latin1, chars);
    }

    /** Decodes the whole text, replacing, reporting, and into chars. */
    public static void check(Binding binding, byte[] bytes, Charset charset, String text, Fault fault) {
        for (int flags : new int[] {Flags.REPLACE, Flags.REPLACE | Flags.CHARS}) {
            Decoding replacing = new Decoding(binding, bytes, Encoding.of(charset), flags);
            Supplier<String> about = () -> binding.name() + " " + charset + " " + Hex.of(bytes) + " flags " + flags;
            assertEquals(Packed.DONE, Packed.status(replacing.packed), about);
            assertEquals(bytes.length, Packed.read(replacing.packed), about);
            assertEquals(
                    flags != Flags.REPLACE || text.chars().anyMatch(c -> c > 0xff),
                    Packed.isChars(replacing.packed),
                    about);
            assertEquals(text, replacing.text(), about);
        }
        Decoding reporting = new Decoding(binding, bytes, Encoding.of(charset), Flags.REPORT);
        Supplier<String> about = () -> binding.name() + " " + charset + " " + Hex.of(bytes);
        if (fault == null) {
            assertEquals(Packed.DONE, Packed.status(reporting.packed), about);
            assertEquals(text, reporting.text(), about);
        } else {
            assertEquals(Packed.MALFORMED, Packed.status(reporting.packed), about);
            assertEquals(fault.at(), Packed.read(reporting.packed), about);
            assertEquals(fault.length(), Packed.bad(reporting.packed), about);
            assertEquals(Oracle.decode(Arrays.copyOf(bytes, fault.at()), charset), reporting.text(), about);
        }
    }

    /**
     * Decodes a text that comes in pieces.
     *
     * @param cuts where it is cut, rising
     * @return the text
     */
    public static String inPieces(Binding binding, byte[] bytes, Charset charset, int... cuts) {
        StringBuilder text = new StringBuilder();
        int from = 0;
        boolean first = true;
        for (int i = 0; i <= cuts.length; i++) {
            int to = i < cuts.length ? cuts[i] : bytes.length;
            int flags = (first ? 0 : Flags.CONTINUED) | (i < cuts.length ? Flags.MORE : 0);
            Encoding encoding = first ? Encoding.of(charset) : continued(bytes, charset);
            Decoding piece = new Decoding(binding, Arrays.copyOfRange(bytes, from, to), encoding, flags);
            int read = Packed.read(piece.packed);
            assertEquals(from + read == to ? Packed.DONE : Packed.INCOMPLETE, Packed.status(piece.packed));
            text.append(piece.text());
            from += read;
            first &= read == 0;
        }
        assertEquals(bytes.length, from);
        return text.toString();
    }

    /** The encoding of the rest of a text: a mark at its start determines it once. */
    private static Encoding continued(byte[] bytes, Charset charset) {
        String start = Hex.of(Arrays.copyOf(bytes, Math.min(bytes.length, Charsets.unitSize(charset))));
        return switch (charset + " " + start) {
            case "UTF-16 FF FE" -> Encoding.UTF_16LE;
            case "x-UTF-16LE-BOM FE FF" -> Encoding.UTF_16BE;
            case "UTF-32 FF FE 00 00" -> Encoding.UTF_32LE;
            default -> Encoding.of(charset);
        };
    }

    private String text() {
        int written = Packed.written(packed);
        return Packed.isChars(packed)
                ? new String(chars, 0, written)
                : new String(latin1, 0, written, StandardCharsets.ISO_8859_1);
    }
}
