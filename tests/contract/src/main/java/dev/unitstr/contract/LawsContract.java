package dev.unitstr.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.unitstr.Copied;
import dev.unitstr.MalformedPolicy;
import java.nio.charset.Charset;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Properties of every text, independent of the JDK. */
@EveryRun
@Tag("tier")
class LawsContract {
    private static final int ORDINARY = 1_000;
    private static final int EMPTY = 100;
    private static final MalformedPolicy REPLACE = MalformedPolicy.REPLACE;

    private final List<? extends MemoryKind> kinds = Kinds.HERE.memory();

    static List<Charset> charsets() {
        return Charsets.oursAnd("windows-1252", "Shift_JIS", "GB18030", "CESU-8");
    }

    @ParameterizedTest
    @MethodSource("charsets")
    void whatIsWrittenIsReadBack(Charset charset) {
        each(charset, (random, memory) -> {
            String text = Texts.sound(random, 60, charset);
            long units = memory.copy(text, charset, 0, 7, text.length(), MalformedPolicy.REPORT);
            assertEquals(withoutMark(text, charset), memory.getString(7, units, charset, MalformedPolicy.REPORT));
        });
    }

    /** UTF-32 takes a leading mark for one that no encoder wrote. */
    private static String withoutMark(String text, Charset charset) {
        boolean taken = charset.name().startsWith("UTF-32") && text.startsWith("\ufeff");
        return taken ? text.substring(1) : text;
    }

    @ParameterizedTest
    @MethodSource("charsets")
    void allThatCountUnitsAgree(Charset charset) {
        each(charset, (random, memory) -> {
            String text = Texts.next(random, 60);
            Supplier<String> about = () -> charset + " in " + memory + ": " + Hex.of(text);
            long units = memory.kind().encodedUnits(text, charset, REPLACE);
            assertEquals(units, memory.copy(text, charset, 0, 7, text.length(), REPLACE), about);
            byte[] written = memory.get(7, Math.toIntExact(units * Charsets.unitSize(charset)));
            assertArrayEquals(written, memory.kind().allocateFrom(text, charset, 0, text.length(), REPLACE), about);
            assertArrayEquals(written, memory.kind().allocateFrom(text, charset, REPLACE), about);
            assertEquals(
                    new Copied(text.length(), units),
                    memory.copyTruncated(text, charset, 0, 7, units + 3, REPLACE),
                    about);
        });
    }

    @ParameterizedTest
    @MethodSource("charsets")
    void contentEqualsIsEqualityOfTheString(Charset charset) {
        each(charset, (random, memory) -> {
            byte[] bytes = Encoded.next(random, charset, 30);
            memory.put(7, bytes);
            long units = bytes.length / Charsets.unitSize(charset);
            String read = memory.getString(7, units, charset, REPLACE);
            String other = random.nextBoolean() ? read : altered(random, read);
            assertEquals(
                    read.contentEquals(other),
                    memory.contentEquals(7, units, charset, other, REPLACE),
                    () -> charset + " in " + memory + ": " + Hex.of(bytes) + " and " + Hex.of(other));
        });
    }

    private static String altered(SplittableRandom random, String text) {
        int at = random.nextInt(text.length() + 1);
        char c = (char) random.nextInt(0x10000);
        return switch (random.nextInt(3)) {
            case 0 -> text.substring(0, at);
            case 1 -> text.substring(0, at) + c + text.substring(at);
            default -> at == text.length() ? text : text.substring(0, at) + c + text.substring(at + 1);
        };
    }

    static Stream<MalformedPolicy> policies() {
        return Stream.concat(Stream.of(REPLACE, MalformedPolicy.REPORT), Policies.ALL.stream());
    }

    @ParameterizedTest
    @MethodSource("policies")
    void emptyTextIsEmptyEverywhere(MalformedPolicy policy) {
        for (Charset charset : charsets()) {
            each(charset, EMPTY, (random, memory) -> {
                byte[] before = memory.fill().all();
                long at = random.nextLong(memory.size() + 1);
                assertEquals("", memory.getString(at, 0, charset, policy));
                assertEquals(0, memory.copy("abc", charset, random.nextInt(4), at, 0, policy));
                assertEquals(0, memory.decode(at, 0, charset, new char[0], 0, policy));
                assertTrue(memory.contentEquals(at, 0, charset, "", policy));
                assertEquals(0, memory.kind().encodedUnits("", charset, policy));
                assertEquals(0, memory.kind().allocateFrom("", charset, policy).length);
                assertEquals(0, memory.kind().allocateFrom("abc", charset, 3, 0, policy).length);
                assertArrayEquals(before, memory.all());
            });
        }
    }

    private interface Law {
        void check(SplittableRandom random, Memory memory);
    }

    private void each(Charset charset, Law law) {
        each(charset, Run.times(ORDINARY), law);
    }

    private void each(Charset charset, int times, Law law) {
        SplittableRandom random = Run.random(charset);
        List<Memory> memories = kinds.stream().map(k -> k.allocate(400)).toList();
        for (int i = times; i > 0; i--) {
            law.check(random, memories.get(i % memories.size()));
        }
    }
}
