package dev.unitstr.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.unitstr.Copied;
import dev.unitstr.MalformedPolicy;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every charset the running JDK has gives the JDK's characters. */
@EveryRun
@Tag("jdk")
class LegacyCharsetsContract {
    private static final int ORDINARY = 40;

    private final List<? extends MemoryKind> kinds = Kinds.HERE.memory();

    @Test
    void readAndWriteAsTheJdk() {
        List<Charset> charsets = Charsets.writable();
        List<Memory> memories = kinds.stream().map(k -> k.allocate(512)).toList();
        for (Charset charset : charsets) {
            SplittableRandom random = Run.random(charset);
            for (int i = Run.times(ORDINARY); i > 0; i--) {
                Memory memory = memories.get(i % memories.size());
                String text = Texts.next(random, 40);
                Writes.check(memory, 32, text, 0, text.length(), charset);
                Reads.check(memory, 3, Encoded.next(random, charset, 40), charset);
            }
        }
    }

    /** A charset that is the caller's own code, and calls verbs while a verb calls it. */
    @Test
    void mayBeTheCallersOwn() {
        for (MemoryKind kind : kinds) {
            Memory other = kind.of("snowman \u26c4".getBytes(StandardCharsets.UTF_8));
            AtomicInteger calls = new AtomicInteger();
            Charset charset = new OwnCharset("x-own", () -> {
                calls.incrementAndGet();
                String text = other.getString(0, other.size(), StandardCharsets.UTF_8, MalformedPolicy.REPLACE);
                assertEquals("snowman \u26c4", text);
                other.copy(text, StandardCharsets.UTF_8, 0, 0, text.length(), MalformedPolicy.REPORT);
            });
            check(kind, charset);
            assertTrue(calls.get() > 0);
        }
    }

    /** Two charsets of one name are equal, but the JDK decodes with the one it is given. */
    @ParameterizedTest
    @ValueSource(strings = {"UTF-8", "ISO-8859-1", "UTF-16LE", "UTF-32"})
    void mayHaveAWellKnownName(String name) {
        for (MemoryKind kind : kinds) {
            check(kind, new OwnCharset(name, () -> {}));
        }
    }

    static List<Charset> stateful() {
        return Charsets.writable().stream()
                .filter(charset -> charset.name().startsWith("ISO-2022"))
                .toList();
    }

    /** What was found out about a charset does not hold for another class's of the same name. */
    @ParameterizedTest(allowZeroInvocations = true) // where the JVM has fewer charsets
    @MethodSource("stateful")
    void mayHaveTheNameOfOneWithState(Charset stateful) {
        Charset own = new OwnCharset(stateful.name(), () -> {});
        for (MemoryKind kind : kinds) {
            Memory memory = kind.allocate(64);
            for (int i = 0; i < 2; i++) {
                refused(() -> memory.copyTruncated("abc", stateful, 0, 0, 8, MalformedPolicy.REPLACE));
                assertEquals(new Copied(2, 2), memory.copyTruncated("abc", own, 0, 0, 2, MalformedPolicy.REPLACE));
                refused(() -> memory.copyTruncated("abc", stateful, 0, 0, 8, MalformedPolicy.REPLACE));
            }
        }
    }

    private static void check(MemoryKind kind, Charset charset) {
        SplittableRandom random = new SplittableRandom(2);
        Memory memory = kind.allocate(256);
        for (int i = 0; i < 20; i++) {
            byte[] bytes = new byte[random.nextInt(40)];
            random.nextBytes(bytes);
            String expected = Oracle.decode(bytes, charset);
            memory.put(5, bytes);
            assertEquals(expected, memory.getString(5, bytes.length, charset, MalformedPolicy.REPLACE));
            assertTrue(memory.contentEquals(5, bytes.length, charset, expected, MalformedPolicy.REPLACE));
            String text = Texts.next(random, 40);
            long units = memory.copy(text, charset, 0, 5, text.length(), MalformedPolicy.REPLACE);
            assertArrayEquals(Oracle.encode(text, charset), memory.get(5, (int) units));
            assertEquals(units, kind.encodedUnits(text, charset, MalformedPolicy.REPLACE));
        }
    }

    static List<Charset> readOnly() {
        return Charsets.READ_ONLY;
    }

    @ParameterizedTest(allowZeroInvocations = true) // where the JVM has fewer charsets
    @MethodSource("readOnly")
    void thatCanOnlyDecodeAreRead(Charset charset) {
        SplittableRandom random = new SplittableRandom(1);
        for (MemoryKind kind : kinds) {
            Memory memory = kind.allocate(256);
            for (int i = 0; i < 50; i++) {
                Reads.check(memory, 3, Encoded.next(random, Charset.forName("UTF-8"), 40), charset);
            }
        }
    }

    @ParameterizedTest(allowZeroInvocations = true) // where the JVM has fewer charsets
    @MethodSource("readOnly")
    void thatCanOnlyDecodeAreNotWritten(Charset charset) {
        MalformedPolicy policy = MalformedPolicy.REPLACE;
        for (MemoryKind kind : kinds) {
            Memory memory = kind.allocate(64).fill();
            byte[] before = memory.all();
            refused(() -> memory.copy("abc", charset, 0, 0, 3, policy));
            refused(() -> memory.copyTruncated("abc", charset, 0, 0, 64, policy));
            refused(() -> memory.copyField("abc", charset, 0, 64, true, policy));
            refused(() -> kind.allocateFrom("abc", charset, policy));
            refused(() -> kind.allocateFrom("abc", charset, 0, 3, policy));
            refused(() -> kind.encodedUnits("abc", charset, policy));
            assertArrayEquals(before, memory.all());
        }
    }

    private static void refused(org.junit.jupiter.api.function.Executable write) {
        assertThrows(UnsupportedOperationException.class, write);
    }
}
