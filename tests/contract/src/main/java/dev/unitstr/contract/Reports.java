package dev.unitstr.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.unitstr.MalformedTextException;
import java.nio.charset.Charset;
import java.util.function.Supplier;

/** Compares an exception about a text with the fault that the JDK found in it. */
public final class Reports {
    private Reports() {}

    /** When decoding: counts in bytes and in units. */
    public static void decoding(Fault fault, Charset charset, MalformedTextException e, Supplier<String> about) {
        int unitSize = Charsets.unitSize(charset);
        common(fault, charset, e, about);
        assertEquals(fault.at(), e.byteOffset(), about);
        assertEquals(fault.length(), e.byteCount(), about);
        assertEquals(fault.at() / unitSize, e.unitOffset(), about);
        assertEquals((fault.length() + unitSize - 1) / unitSize, e.unitCount(), about);
    }

    /** When encoding: counts in chars of the whole source string. */
    public static void encoding(Fault fault, Charset charset, MalformedTextException e, Supplier<String> about) {
        common(fault, charset, e, about);
        assertEquals(fault.at(), e.charIndex(), about);
        assertEquals(fault.length(), e.charCount(), about);
    }

    private static void common(Fault fault, Charset charset, MalformedTextException e, Supplier<String> about) {
        assertEquals(charset, e.charset(), about);
        assertEquals(
                fault.unmappable() ? MalformedTextException.Kind.UNMAPPABLE : MalformedTextException.Kind.MALFORMED,
                e.kind(),
                about);
    }
}
