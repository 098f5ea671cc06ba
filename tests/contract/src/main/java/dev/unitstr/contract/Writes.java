package dev.unitstr.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.unitstr.Copied;
import dev.unitstr.MalformedPolicy;
import dev.unitstr.MalformedTextException;
import dev.unitstr.internal.memory.Scratch;
import java.nio.charset.Charset;
import java.util.Arrays;
import java.util.function.Supplier;

/** Writes one text by every verb that writes, compares each with the running JDK, and looks at the bytes around it. */
public final class Writes {
    /** How many bytes around the result are watched. */
    public static final int BORDER = 16;

    private final Memory memory;
    private final String src;
    private final int srcIndex;
    private final int numChars;
    private final Charset charset;
    private final byte[] expected;
    private final long units;
    private final Supplier<String> about;

    private Writes(Memory memory, String src, int srcIndex, int numChars, Charset charset) {
        this.memory = memory;
        this.src = src;
        this.srcIndex = srcIndex;
        this.numChars = numChars;
        this.charset = charset;
        this.expected = Oracle.encode(text(), charset);
        this.units = expected.length / Charsets.unitSize(charset);
        this.about = () -> charset + " in " + memory + ": " + numChars + " chars from " + srcIndex + " of "
                + (src.length() <= 100 ? Hex.of(src) : src.length() + " chars");
    }

    /**
     * Writes these chars in every way.
     *
     * @param memory has room for the result and {@link #BORDER} bytes on both sides of it
     * @param at where the result goes, at least {@link #BORDER}
     */
    public static void check(Memory memory, long at, String src, int srcIndex, int numChars, Charset charset) {
        Writes writes = new Writes(memory, src, srcIndex, numChars, charset);
        writes.copying(at);
        writes.truncating(at);
        writes.flushWithTheEnd();
        writes.elsewhere();
        writes.reporting(at);
    }

    /**
     * Writes these chars in some ways.
     *
     * @param way any number: chooses some of the verbs
     * @see #check
     */
    public static void checkSome(
            int way, Memory memory, long at, String src, int srcIndex, int numChars, Charset charset) {
        Writes writes = new Writes(memory, src, srcIndex, numChars, charset);
        writes.copying(at);
        switch (way & 3) {
            case 0 -> writes.truncating(at);
            case 1 -> writes.flushWithTheEnd();
            case 2 -> writes.elsewhere();
            default -> writes.reporting(at);
        }
    }

    /**
     * Lets the current thread guess again that a text is ASCII because it looks like that. After a wrong guess it makes none
     * for a while.
     */
    public static void forgetWrongGuesses() {
        Scratch scratch = Scratch.acquire();
        try {
            for (int texts = 0; !scratch.mayGuess(); texts++) {
                assertTrue(texts < 64 * 1024);
            }
            for (int i = 0; i < 16; i++) {
                scratch.guessed(true);
            }
        } finally {
            scratch.release();
        }
    }

    private void copying(long at) {
        cover(at);
        assertEquals(units, copy(at, MalformedPolicy.REPLACE), about);
        assertArrayEquals(around(expected), window(at), about);
    }

    private void truncating(long at) {
        if (Charsets.hasState(charset) && !Charsets.SHIFTING.contains(charset)) {
            assertThrows(UnsupportedOperationException.class, () -> truncate(at), about);
            return;
        }
        cover(at);
        assertEquals(new Copied(numChars, units), truncate(at), about);
        assertArrayEquals(around(expected), window(at), about);
    }

    private Copied truncate(long at) {
        return memory.copyTruncated(src, charset, srcIndex, numChars, at, units, MalformedPolicy.REPLACE);
    }

    private void flushWithTheEnd() {
        long end = memory.size() - expected.length;
        assertEquals(units, copy(end, MalformedPolicy.REPLACE), about);
        assertArrayEquals(expected, memory.get(end, expected.length), about);
        if (expected.length > 0) {
            byte[] before = new byte[expected.length - 1];
            Arrays.fill(before, Memory.CANARY);
            memory.put(end + 1, before);
            assertThrows(IndexOutOfBoundsException.class, () -> copy(end + 1, MalformedPolicy.REPLACE), about);
            assertArrayEquals(before, memory.get(end + 1, before.length), about);
        }
    }

    private void elsewhere() {
        MemoryKind kind = memory.kind();
        assertArrayEquals(
                expected, kind.allocateFrom(src, charset, srcIndex, numChars, MalformedPolicy.REPLACE), about);
        assertArrayEquals(expected, kind.allocateFrom(text(), charset, MalformedPolicy.REPLACE), about);
        assertEquals(units, kind.encodedUnits(text(), charset, MalformedPolicy.REPLACE), about);
        assertEquals(units, kind.encodedUnits(new StringBuilder(text()), charset, MalformedPolicy.REPLACE), about);
    }

    private void reporting(long at) {
        Fault fault = Oracle.encodeFault(text(), charset);
        if (fault == null) {
            reportingNothing(at);
        } else {
            reporting(fault, at);
        }
    }

    private void reportingNothing(long at) {
        MemoryKind kind = memory.kind();
        cover(at);
        assertEquals(units, copy(at, MalformedPolicy.REPORT), about);
        assertArrayEquals(around(expected), window(at), about);
        assertArrayEquals(expected, kind.allocateFrom(src, charset, srcIndex, numChars, MalformedPolicy.REPORT), about);
        assertArrayEquals(expected, kind.allocateFrom(text(), charset, MalformedPolicy.REPORT), about);
        assertEquals(units, kind.encodedUnits(text(), charset, MalformedPolicy.REPORT), about);
    }

    private void reporting(Fault fault, long at) {
        MemoryKind kind = memory.kind();
        Fault absolute = new Fault(fault.unmappable(), srcIndex + fault.at(), fault.length());
        cover(at);
        MalformedTextException e = fails(absolute, () -> copy(at, MalformedPolicy.REPORT));
        byte[] prefix = Charsets.hasState(charset)
                ? Oracle.encodedBeforeFault(text(), charset)
                : Oracle.encode(text().substring(0, fault.at()), charset);
        assertEquals(prefix.length / Charsets.unitSize(charset), e.unitsWritten(), about);
        assertArrayEquals(around(Arrays.copyOf(prefix, expected.length), prefix.length), window(at), about);
        fails(absolute, () -> kind.allocateFrom(src, charset, srcIndex, numChars, MalformedPolicy.REPORT));
        fails(fault, () -> kind.allocateFrom(text(), charset, MalformedPolicy.REPORT));
        fails(fault, () -> kind.encodedUnits(text(), charset, MalformedPolicy.REPORT));
    }

    private MalformedTextException fails(Fault fault, org.junit.jupiter.api.function.Executable write) {
        MalformedTextException e = assertThrows(MalformedTextException.class, write, about);
        Reports.encoding(fault, charset, e, about);
        return e;
    }

    private String text() {
        return src.substring(srcIndex, srcIndex + numChars);
    }

    private long copy(long at, MalformedPolicy policy) {
        return memory.copy(src, charset, srcIndex, at, numChars, policy);
    }

    private void cover(long at) {
        byte[] canaries = new byte[expected.length + 2 * BORDER];
        Arrays.fill(canaries, Memory.CANARY);
        memory.put(at - BORDER, canaries);
    }

    private byte[] window(long at) {
        return memory.get(at - BORDER, expected.length + 2 * BORDER);
    }

    private static byte[] around(byte[] bytes) {
        return around(bytes, bytes.length);
    }

    /** The first {@code written} bytes with canaries before and after, as many as if all had been written. */
    private static byte[] around(byte[] bytes, int written) {
        byte[] all = new byte[bytes.length + 2 * BORDER];
        Arrays.fill(all, Memory.CANARY);
        System.arraycopy(bytes, 0, all, BORDER, written);
        return all;
    }
}
