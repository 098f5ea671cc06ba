package dev.unitstr.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.MalformedTextException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.util.Arrays;
import java.util.function.Supplier;

/** Reads one text by every verb that reads, and compares each with the running JDK. */
public final class Reads {
    private static final char BORDER = '\u2620';

    private final Memory memory;
    private final long at;
    private final long units;
    private final Charset charset;
    private final String expected;
    private final Supplier<String> about;

    private Reads(Memory memory, long at, byte[] bytes, Charset charset) {
        this.memory = memory;
        this.at = at;
        this.units = bytes.length / Charsets.unitSize(charset);
        this.charset = charset;
        this.expected = Oracle.decode(bytes, charset);
        this.about = () -> charset + " in " + memory + " at " + at + ": " + Hex.abridged(bytes);
        memory.put(at, bytes);
    }

    /** Puts these bytes there and reads them back in every way. */
    public static void check(Memory memory, long at, byte[] bytes, Charset charset) {
        Reads reads = new Reads(memory, at, bytes, charset);
        Fault fault = Oracle.decodeFault(bytes, charset);
        reads.replacing();
        reads.finding(fault);
        if (fault == null) {
            reads.reportingNothing();
        } else {
            reads.reporting(fault);
        }
        reads.comparing();
    }

    /**
     * Puts a long text there and reads it back in some ways.
     *
     * @param way any number: chooses some of the verbs
     * @param fault its first fault, or null; too slow to find in each of many long texts
     */
    public static void checkSome(int way, Memory memory, long at, byte[] bytes, Charset charset, Fault fault) {
        Reads reads = new Reads(memory, at, bytes, charset);
        MalformedPolicy report = MalformedPolicy.REPORT;
        assertEquals(reads.expected, memory.getString(at, reads.units, charset, MalformedPolicy.REPLACE), reads.about);
        if (fault != null || (way & 4) == 0) {
            reads.finding(fault);
        }
        if (fault != null) {
            reads.fails(fault, () -> memory.getString(at, reads.units, charset, report));
            reads.fails(fault, () -> memory.contentEquals(at, reads.units, charset, "another", report));
        }
        switch (way & 3) {
            case 0 -> assertTrue(reads.equal(reads.expected), reads.about);
            case 1 -> reads.comparing();
            case 2 -> assertEquals(reads.expected, reads.decodeToChars(MalformedPolicy.REPLACE), reads.about);
            default -> {
                StringBuilder appended = new StringBuilder();
                reads.append(appended, MalformedPolicy.REPLACE);
                assertEquals(reads.expected, appended.toString(), reads.about);
            }
        }
    }

    private void replacing() {
        assertEquals(expected, memory.getString(at, units, charset, MalformedPolicy.REPLACE), about);
        assertEquals(expected, decodeToChars(MalformedPolicy.REPLACE), about);
        StringBuilder appended = new StringBuilder("<");
        append(appended, MalformedPolicy.REPLACE);
        assertEquals("<" + expected, appended.toString(), about);
    }

    private void reportingNothing() {
        assertEquals(expected, memory.getString(at, units, charset, MalformedPolicy.REPORT), about);
        assertEquals(expected, decodeToChars(MalformedPolicy.REPORT), about);
        StringBuilder appended = new StringBuilder();
        append(appended, MalformedPolicy.REPORT);
        assertEquals(expected, appended.toString(), about);
        assertTrue(memory.contentEquals(at, units, charset, expected, MalformedPolicy.REPORT), about);
    }

    private void reporting(Fault fault) {
        fails(fault, () -> memory.getString(at, units, charset, MalformedPolicy.REPORT));
        fails(fault, () -> decodeToChars(MalformedPolicy.REPORT));
        fails(fault, () -> memory.contentEquals(at, units, charset, expected, MalformedPolicy.REPORT));
        fails(fault, () -> memory.contentEquals(at, units, charset, "", MalformedPolicy.REPORT));
        StringBuilder appended = new StringBuilder();
        fails(fault, () -> append(appended, MalformedPolicy.REPORT));
        assertTrue(expected.startsWith(appended.toString()), about);
    }

    private void finding(Fault fault) {
        long at = fault == null ? -1 : fault.at() / Charsets.unitSize(charset);
        assertEquals(at, memory.firstMalformed(this.at, units, charset), about);
    }

    private void fails(Fault fault, org.junit.jupiter.api.function.Executable read) {
        Reports.decoding(fault, charset, assertThrows(MalformedTextException.class, read, about), about);
    }

    private void comparing() {
        assertTrue(equal(expected), about);
        assertTrue(equal(new StringBuilder(expected)), about);
        assertFalse(equal(expected + "x"), about);
        if (!expected.isEmpty()) {
            int last = expected.length() - 1;
            assertFalse(equal(expected.substring(0, last)), about);
            assertFalse(equal(expected.substring(0, last) + (char) (expected.charAt(last) ^ 1)), about);
            assertFalse(equal((char) (expected.charAt(0) ^ 0x100) + expected.substring(1)), about);
        }
    }

    private boolean equal(CharSequence text) {
        return memory.contentEquals(at, units, charset, text, MalformedPolicy.REPLACE);
    }

    private String decodeToChars(MalformedPolicy policy) {
        char[] chars = new char[expected.length() + 2];
        Arrays.fill(chars, BORDER);
        int written = memory.decode(at, units, charset, chars, 1, policy);
        assertEquals(BORDER, chars[0], about);
        assertEquals(BORDER, chars[1 + written], about);
        return new String(chars, 1, written);
    }

    private void append(Appendable appendable, MalformedPolicy policy) {
        try {
            memory.decode(at, units, charset, appendable, policy);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
