package dev.unitstr.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.MalformedTextException;
import dev.unitstr.UnitStr;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Several at once: threads, memory that changes under a read, and calls within calls. */
@EveryRun
@Tag("jdk")
@Tag("route")
class ConcurrencyContract {
    private static final MalformedPolicy REPLACE = MalformedPolicy.REPLACE;
    private static final int SIZE = 1024;
    private static final int READS = 700;

    private final List<? extends MemoryKind> kinds = Kinds.HERE.memory();

    /** Whenever each byte is read, the text consists of bytes that were in memory, and is not longer than the memory. */
    @ParameterizedTest
    @ValueSource(strings = {"UTF-8", "UTF-16LE", "UTF-16BE", "UTF-32LE", "ISO-8859-1", "US-ASCII", "windows-1252"})
    void memoryThatChangesWhileItIsRead(String name) throws Exception {
        Charset charset = Charset.forName(name);
        for (MemoryKind kind : kinds) {
            Memory memory = kind.allocate(SIZE);
            AtomicBoolean done = new AtomicBoolean();
            Thread writer = new Thread(() -> flip(memory, done));
            writer.start();
            try {
                for (int i = 0; i < READS / kinds.size(); i++) {
                    read(memory, charset);
                }
            } finally {
                done.set(true);
                writer.join();
            }
        }
    }

    private static void flip(Memory memory, AtomicBoolean done) {
        byte[] values = Hex.bytes("61 C3 A9 ED A0 80 F0 9F 98 80 D8 DC 00 E9 10 3D");
        SplittableRandom random = new SplittableRandom(3);
        while (!done.get()) {
            byte[] some = new byte[1 + random.nextInt(64)];
            for (int i = 0; i < some.length; i++) {
                some[i] = values[random.nextInt(values.length)];
            }
            memory.put(random.nextInt(SIZE - some.length + 1), some);
        }
    }

    private static void read(Memory memory, Charset charset) throws IOException {
        int units = SIZE / Charsets.unitSize(charset);
        possible(memory.getString(0, units, charset, REPLACE), charset);
        char[] chars = new char[2 * SIZE];
        possible(new String(chars, 0, memory.decode(0, units, charset, chars, 0, REPLACE)), charset);
        StringBuilder appended = new StringBuilder();
        memory.decode(0, units, charset, appended, REPLACE);
        possible(appended.toString(), charset);
        memory.contentEquals(0, units, charset, appended, REPLACE);
        try {
            possible(memory.getString(0, units, charset, MalformedPolicy.REPORT), charset);
        } catch (MalformedTextException e) {
            assertTrue(e.unitOffset() >= 0 && e.unitOffset() + e.unitCount() <= units, e::toString);
        }
        possible(memory.getStringTerminated(0, units, charset, REPLACE), charset);
        try {
            assertTrue(memory.unitsToTerminator(0, charset) < units);
            possible(memory.getStringTerminated(0, charset, REPLACE), charset);
        } catch (IndexOutOfBoundsException e) {
            assertTrue(e.getMessage() != null);
        }
    }

    private static void possible(String text, Charset charset) {
        assertTrue(text.length() <= SIZE, () -> charset + ": " + text.length());
        if (charset.name().startsWith("UTF-32")) {
            return; // lets surrogates pass
        }
        assertTrue(
                text.codePoints().noneMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE),
                () -> charset + ": " + Hex.of(text));
    }

    @Test
    void manyThreadsAtOnce() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            List<Future<Integer>> all = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                int seed = i;
                all.add(threads.submit((Callable<Integer>) () -> work(seed)));
            }
            for (Future<Integer> one : all) {
                assertEquals(400, one.get());
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private int work(int seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Memory memory = kinds.get(seed % kinds.size()).allocate(SIZE);
        int times = 0;
        while (times < 400) {
            Charset charset = Charsets.OURS.get(random.nextInt(Charsets.OURS.size()));
            Reads.check(memory, random.nextInt(64), Encoded.next(random, charset, 100), charset);
            String text = Texts.next(random, 100);
            Writes.check(memory, Writes.BORDER, text, 0, text.length(), charset);
            times++;
        }
        return times;
    }

    /** The caller's code may call anything while a verb hands it text, or takes text from it. */
    @Test
    void callsWithinCalls() throws IOException {
        String inner = "\u26c4".repeat(3000);
        String outer = "a\u20ac".repeat(60_000);
        for (MemoryKind kind : kinds) {
            byte[] bytes = Oracle.encode(outer, StandardCharsets.UTF_8);
            Memory memory = kind.of(bytes);
            Memory other = kind.of(Oracle.encode(inner, StandardCharsets.UTF_16LE));
            Runnable nested = () -> {
                assertEquals(inner, other.getString(0, inner.length(), StandardCharsets.UTF_16LE, REPLACE));
                assertEquals(
                        inner.length(), other.copy(inner, StandardCharsets.UTF_16LE, 0, 0, inner.length(), REPLACE));
                UnitStr.clearScratch();
            };
            Calling appended = new Calling(new StringBuilder(), nested);
            memory.decode(0, bytes.length, StandardCharsets.UTF_8, appended, REPLACE);
            assertTrue(appended.text.toString().equals(outer), memory::toString);
            Calling text = new Calling(new StringBuilder(outer), nested);
            assertTrue(memory.contentEquals(0, bytes.length, StandardCharsets.UTF_8, text, REPLACE), memory::toString);
            assertEquals(bytes.length, memory.kind().encodedUnits(text, StandardCharsets.UTF_8, REPLACE));
        }
    }

    /** Does something else whenever it is called. */
    private record Calling(StringBuilder text, Runnable nested) implements Appendable, CharSequence {
        @Override
        public Appendable append(CharSequence more) {
            nested.run();
            text.append(more);
            nested.run();
            return this;
        }

        @Override
        public Appendable append(CharSequence more, int start, int end) {
            return append(more.subSequence(start, end));
        }

        @Override
        public Appendable append(char c) {
            return append(String.valueOf(c));
        }

        @Override
        public int length() {
            nested.run();
            return text.length();
        }

        @Override
        public char charAt(int index) {
            if (index % 10_000 == 0) {
                nested.run();
            }
            return text.charAt(index);
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            return new Calling(new StringBuilder(text.substring(start, end)), nested);
        }

        @Override
        public String toString() {
            nested.run();
            return text.toString();
        }
    }

    /** An exception of the caller's code reaches the caller, and the next call works. */
    @Test
    void appendablesThatFail() {
        for (MemoryKind kind : kinds) {
            Memory memory = kind.of("abc".getBytes(StandardCharsets.UTF_8));
            IOException checked = new IOException("full");
            IllegalStateException unchecked = new IllegalStateException("full");
            assertEquals(
                    checked,
                    assertThrows(
                            IOException.class,
                            () -> memory.decode(0, 3, StandardCharsets.UTF_8, failing(checked), REPLACE)));
            assertEquals(
                    unchecked,
                    assertThrows(
                            IllegalStateException.class,
                            () -> memory.decode(0, 3, StandardCharsets.UTF_8, failing(unchecked), REPLACE)));
            assertEquals("abc", memory.getString(0, 3, StandardCharsets.UTF_8, REPLACE));
        }
    }

    private static Appendable failing(Exception e) {
        return new Appendable() {
            @Override
            public Appendable append(CharSequence more) throws IOException {
                if (e instanceof IOException checked) {
                    throw checked;
                }
                throw (RuntimeException) e;
            }

            @Override
            public Appendable append(CharSequence more, int start, int end) throws IOException {
                return append(more);
            }

            @Override
            public Appendable append(char c) throws IOException {
                return append("c");
            }
        };
    }

    @Test
    void scratchMayBeClearedAtAnyTime() {
        String text = "secret \u26c4".repeat(100);
        for (MemoryKind kind : kinds) {
            Memory memory = kind.allocate(4000);
            for (int i = 0; i < 3; i++) {
                memory.copy(text, StandardCharsets.UTF_8, 0, 0, text.length(), REPLACE);
                UnitStr.clearScratch();
                assertEquals(
                        text,
                        memory.getString(
                                0,
                                Oracle.encode(text, StandardCharsets.UTF_8).length,
                                StandardCharsets.UTF_8,
                                REPLACE));
                UnitStr.clearScratch();
            }
        }
    }
}
