package dev.unitstr.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.unitstr.MalformedPolicy;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Arguments that make no sense: one exception each, and nothing has changed. */
@EveryRun
@Tag("jdk")
@Tag("route")
class ArgumentsContract {
    private static final int SIZE = 64;
    private static final MalformedPolicy REPLACE = MalformedPolicy.REPLACE;
    private static final Charset UTF_8 = StandardCharsets.UTF_8;
    private static final char[] CHARS = new char[8];

    private final List<? extends MemoryKind> kinds = Kinds.HERE.memory();

    static List<Charset> charsets() {
        return Charsets.few();
    }

    private void each(Consumer<Memory> test) {
        for (MemoryKind kind : kinds) {
            Memory memory = kind.allocate(SIZE).fill();
            byte[] before = memory.all();
            test.accept(memory);
            assertArrayEquals(before, memory.all(), memory::toString);
        }
    }

    private static void refused(Class<? extends Throwable> type, Memory memory, Executable... verbs) {
        for (Executable verb : verbs) {
            refused(type, memory, "", verb);
        }
    }

    /** The message has to say what was wrong, so that nobody needs a debugger. */
    private static void refused(Class<? extends Throwable> type, Memory memory, String says, Executable verb) {
        Throwable e = assertThrows(type, verb, memory::toString);
        assertEquals(type, e.getClass(), memory::toString);
        if (type != NullPointerException.class) {
            assertTrue(
                    String.valueOf(e.getMessage()).contains(says),
                    () -> memory + ": \"" + e.getMessage() + "\" does not contain \"" + says + "\"");
        }
    }

    @Test
    void nullCharset() {
        each(memory -> refused(
                NullPointerException.class,
                memory,
                () -> memory.getString(0, 1, null, REPLACE),
                () -> memory.getStringTerminated(0, null, REPLACE),
                () -> memory.getStringTerminated(0, 1, null, REPLACE),
                () -> memory.copy("a", null, 0, 0, 1, REPLACE),
                () -> memory.copyTruncated("a", null, 0, 0, 1, REPLACE),
                () -> memory.copyField("a", null, 0, 1, false, REPLACE),
                () -> memory.unitsToTerminator(0, null),
                () -> memory.contentEquals(0, 1, null, "a", REPLACE),
                () -> memory.firstMalformed(0, 1, null),
                () -> memory.decode(0, 1, null, CHARS, 0, REPLACE),
                () -> memory.decode(0, 1, null, new StringBuilder(), REPLACE),
                () -> memory.kind().allocateFrom("a", null, REPLACE),
                () -> memory.kind().allocateFrom("a", null, 0, 1, REPLACE),
                () -> memory.kind().encodedUnits("a", null, REPLACE)));
    }

    @Test
    void nullPolicy() {
        each(memory -> refused(
                NullPointerException.class,
                memory,
                () -> memory.getString(0, 1, UTF_8, null),
                () -> memory.getStringTerminated(0, UTF_8, null),
                () -> memory.getStringTerminated(0, 1, UTF_8, null),
                () -> memory.copy("a", UTF_8, 0, 0, 1, null),
                () -> memory.copyTruncated("a", UTF_8, 0, 0, 1, null),
                () -> memory.copyField("a", UTF_8, 0, 1, false, null),
                () -> memory.contentEquals(0, 1, UTF_8, "a", null),
                () -> memory.decode(0, 1, UTF_8, CHARS, 0, null),
                () -> memory.decode(0, 1, UTF_8, new StringBuilder(), null),
                () -> memory.kind().allocateFrom("a", UTF_8, null),
                () -> memory.kind().allocateFrom("a", UTF_8, 0, 1, null),
                () -> memory.kind().encodedUnits("a", UTF_8, null)));
    }

    @Test
    void nullText() {
        each(memory -> refused(
                NullPointerException.class,
                memory,
                () -> memory.copy(null, UTF_8, 0, 0, 0, REPLACE),
                () -> memory.copyTruncated(null, UTF_8, 0, 0, 0, 1, REPLACE),
                () -> memory.copyField(null, UTF_8, 0, 1, false, REPLACE),
                () -> memory.contentEquals(0, 0, UTF_8, null, REPLACE),
                () -> memory.decode(0, 0, UTF_8, (char[]) null, 0, REPLACE),
                () -> memory.decode(0, 0, UTF_8, (Appendable) null, REPLACE),
                () -> memory.kind().allocateFrom(null, UTF_8, REPLACE),
                () -> memory.kind().allocateFrom(null, UTF_8, 0, 0, REPLACE),
                () -> memory.kind().encodedUnits((CharSequence) null, UTF_8, REPLACE)));
    }

    @Test
    void nullGoesBeforeAllElse() {
        each(memory -> refused(
                NullPointerException.class,
                memory,
                () -> memory.getString(-1, -1, null, REPLACE),
                () -> memory.getString(-1, -1, UTF_8, null),
                () -> memory.copy(null, UTF_8, -1, -1, -1, REPLACE),
                () -> memory.copy("a", null, -1, -1, -1, REPLACE),
                () -> memory.copyField(null, UTF_8, -1, -1, true, REPLACE),
                () -> memory.decode(-1, -1, UTF_8, (char[]) null, -1, REPLACE),
                () -> memory.unitsToTerminator(-1, null)));
    }

    @ParameterizedTest
    @MethodSource("charsets")
    void negativeUnits(Charset charset) {
        each(memory -> {
            for (long units : new long[] {-1, -SIZE, Integer.MIN_VALUE, Long.MIN_VALUE}) {
                for (long offset : new long[] {0, SIZE, SIZE + 1, -1}) { // whatever the offset
                    String says = "nits is " + units;
                    Class<? extends Throwable> type = IllegalArgumentException.class;
                    refused(type, memory, says, () -> memory.getString(offset, units, charset, REPLACE));
                    refused(type, memory, says, () -> memory.getStringTerminated(offset, units, charset, REPLACE));
                    refused(type, memory, says, () -> memory.copyTruncated("", charset, 0, offset, units, REPLACE));
                    refused(type, memory, says, () -> memory.copyField("", charset, offset, units, false, REPLACE));
                    refused(type, memory, says, () -> memory.contentEquals(offset, units, charset, "", REPLACE));
                    refused(type, memory, says, () -> memory.firstMalformed(offset, units, charset));
                    refused(type, memory, says, () -> memory.decode(offset, units, charset, CHARS, 0, REPLACE));
                    refused(
                            type,
                            memory,
                            says,
                            () -> memory.decode(offset, units, charset, new StringBuilder(), REPLACE));
                }
            }
        });
    }

    @ParameterizedTest
    @MethodSource("charsets")
    void moreUnitsThanAStringCanHold(Charset charset) {
        long most = Integer.MAX_VALUE / Charsets.unitSize(charset);
        each(memory -> {
            for (long units : new long[] {most + 1, Integer.MAX_VALUE + 1L, Long.MAX_VALUE / 2, Long.MAX_VALUE}) {
                for (long offset : new long[] {0, SIZE + 1, -1}) {
                    String says = "nits is " + units;
                    Class<? extends Throwable> type = IllegalArgumentException.class;
                    refused(type, memory, says, () -> memory.getString(offset, units, charset, REPLACE));
                    refused(type, memory, says, () -> memory.contentEquals(offset, units, charset, "", REPLACE));
                    refused(type, memory, says, () -> memory.firstMalformed(offset, units, charset));
                    refused(type, memory, says, () -> memory.decode(offset, units, charset, CHARS, 0, REPLACE));
                }
            }
            refused(
                    IndexOutOfBoundsException.class,
                    memory,
                    () -> memory.getString(0, most, charset, REPLACE),
                    () -> memory.contentEquals(0, most, charset, "", REPLACE),
                    () -> memory.firstMalformed(0, most, charset),
                    () -> memory.decode(0, most, charset, CHARS, 0, REPLACE));
        });
    }

    @ParameterizedTest
    @MethodSource("charsets")
    void fieldsThatAreNotThere(Charset charset) {
        int unitSize = Charsets.unitSize(charset);
        each(memory -> {
            long[][] fields = {
                {0, SIZE / unitSize + 1},
                {1, SIZE / unitSize},
                {SIZE, 1},
                {SIZE + 1, 0},
                {-1, 0},
                {-1, 1},
                {0, Long.MAX_VALUE / unitSize},
                {0, Long.MAX_VALUE},
                {8, Long.MAX_VALUE},
                {memory.maxOffset(), 1},
                {memory.maxOffset(), Long.MAX_VALUE}
            };
            for (long[] field : fields) {
                refused(
                        IndexOutOfBoundsException.class,
                        memory,
                        () -> memory.getStringTerminated(field[0], field[1], charset, REPLACE),
                        () -> memory.copyTruncated("", charset, 0, field[0], field[1], REPLACE),
                        () -> memory.copyTruncated("a", charset, 0, field[0], field[1], REPLACE),
                        () -> memory.copyField("a", charset, field[0], field[1], false, REPLACE));
            }
        });
    }

    @ParameterizedTest
    @MethodSource("charsets")
    void readsOutOfBounds(Charset charset) {
        int unitSize = Charsets.unitSize(charset);
        each(memory -> {
            long[][] reads = {
                {-1, 0},
                {-1, 1},
                {-memory.maxOffset() - 1, 1},
                {SIZE + 1, 0},
                {SIZE, 1},
                {SIZE - unitSize + 1, 1},
                {0, SIZE / unitSize + 1},
                {0, Integer.MAX_VALUE / unitSize},
                {memory.maxOffset(), 0},
                {memory.maxOffset(), Integer.MAX_VALUE / unitSize}
            };
            for (long[] read : reads) {
                refused(
                        IndexOutOfBoundsException.class,
                        memory,
                        memory.place() + " is " + read[0],
                        () -> memory.getString(read[0], read[1], charset, REPLACE));
                refused(
                        IndexOutOfBoundsException.class,
                        memory,
                        () -> memory.contentEquals(read[0], read[1], charset, "x", REPLACE),
                        () -> memory.firstMalformed(read[0], read[1], charset),
                        () -> memory.decode(read[0], read[1], charset, CHARS, 0, REPLACE),
                        () -> memory.decode(read[0], read[1], charset, new StringBuilder(), REPLACE));
            }
            for (long offset : new long[] {-1, SIZE, SIZE + 1, memory.maxOffset(), -memory.maxOffset() - 1}) {
                refused(
                        IndexOutOfBoundsException.class,
                        memory,
                        () -> memory.unitsToTerminator(offset, charset),
                        () -> memory.unitsToTerminator(offset, SIZE + 1, charset),
                        () -> memory.getStringTerminated(offset, charset, REPLACE));
            }
        });
    }

    @ParameterizedTest
    @MethodSource("charsets")
    void writesOutOfBounds(Charset charset) {
        String text = "abc";
        int bytes = Oracle.encode(text, charset).length;
        each(memory -> {
            for (long offset :
                    new long[] {-1, SIZE - bytes + 1, SIZE, SIZE + 1, memory.maxOffset(), -memory.maxOffset() - 1}) {
                refused(
                        IndexOutOfBoundsException.class,
                        memory,
                        () -> memory.copy(text, charset, 0, offset, 3, REPLACE));
            }
            for (long offset : new long[] {-1, SIZE + 1, memory.maxOffset()}) {
                refused(
                        IndexOutOfBoundsException.class,
                        memory,
                        () -> memory.copy(text, charset, 0, offset, 0, REPLACE));
            }
        });
    }

    /** A text that does not fit is detected before the first byte is written, whatever its length. */
    @ParameterizedTest
    @MethodSource("charsets")
    void writesOfLongTextsThatDoNotFit(Charset charset) {
        for (String text : List.of("a".repeat(100_000), "\u00e9".repeat(70_000) + "\u20ac")) {
            int bytes = Oracle.encode(text, charset).length;
            for (MemoryKind kind : kinds) {
                Memory memory = kind.allocate(bytes - 1).fill();
                byte[] before = memory.all();
                refused(
                        IndexOutOfBoundsException.class,
                        memory,
                        () -> memory.copy(text, charset, 0, 0, text.length(), REPLACE));
                assertArrayEquals(before, memory.all(), memory::toString);
            }
        }
    }

    @Test
    void sourceRangesOutOfBounds() {
        int[][] ranges = {
            {-1, 0},
            {0, -1},
            {-1, 1},
            {0, 4},
            {3, 1},
            {4, 0},
            {1, Integer.MAX_VALUE},
            {Integer.MAX_VALUE, 1},
            {Integer.MAX_VALUE, Integer.MAX_VALUE},
            {Integer.MIN_VALUE, Integer.MIN_VALUE}
        };
        for (Charset charset : Charsets.writable()) {
            Memory memory = kinds.get(0).allocate(SIZE).fill();
            byte[] before = memory.all();
            for (int[] range : ranges) {
                refused(
                        IndexOutOfBoundsException.class,
                        memory,
                        () -> memory.copy("abc", charset, range[0], 0, range[1], REPLACE),
                        () -> memory.kind().allocateFrom("abc", charset, range[0], range[1], REPLACE));
            }
            assertArrayEquals(before, memory.all());
        }
        each(memory -> {
            for (int[] range : ranges) {
                refused(
                        IndexOutOfBoundsException.class,
                        memory,
                        () -> memory.copy("abc", UTF_8, range[0], 0, range[1], REPLACE),
                        () -> memory.kind().allocateFrom("abc", UTF_8, range[0], range[1], REPLACE));
            }
            for (int srcIndex : new int[] {-1, 4, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
                Exception e = assertThrows(
                        IndexOutOfBoundsException.class,
                        () -> memory.copyTruncated("abc", UTF_8, srcIndex, 0, 1, REPLACE));
                assertEquals(
                        "srcIndex is " + srcIndex + ": not between 0 and 3, the length of the string", e.getMessage());
            }
        });
    }

    @ParameterizedTest
    @MethodSource("charsets")
    void writesToReadOnlyMemory(Charset charset) {
        each(memory -> memory.readOnly().ifPresent(view -> {
            Class<? extends Throwable> type = view.whenReadOnly();
            for (long offset : new long[] {0, SIZE, SIZE + 1, -1}) { // whatever the offset
                for (int chars : new int[] {0, 1, 3}) {
                    refused(type, view, () -> view.copy("abc", charset, 0, offset, chars, REPLACE));
                    refused(type, view, () -> view.copyTruncated("abc", charset, 3 - chars, offset, 1, REPLACE));
                    refused(type, view, () -> view.copyField("abc", charset, offset, 2, true, REPLACE));
                }
            }
            refused(type, view, () -> view.copyTruncated("abc", charset, 0, 0, Long.MAX_VALUE, REPLACE));
            refused(
                    IndexOutOfBoundsException.class, // the source comes first
                    view,
                    () -> view.copy("abc", charset, 1, 0, 3, REPLACE),
                    () -> view.copyTruncated("abc", charset, 4, 0, 1, REPLACE));
            refused(
                    IllegalArgumentException.class, // and so do negative counts
                    view,
                    () -> view.copyTruncated("abc", charset, 0, 0, -1, REPLACE),
                    () -> view.copyField("abc", charset, 0, -1, false, REPLACE));
            String expected = Oracle.decode(memory.get(0, 8), charset);
            assertEquals(expected, view.getString(0, 8 / Charsets.unitSize(charset), charset, REPLACE));
        }));
    }

    @Test
    void charArraysThatAreTooShort() {
        each(memory -> {
            int[][] bad = {{-1, 0}, {9, 0}, {8, 1}, {5, 4}, {Integer.MAX_VALUE, 1}, {Integer.MIN_VALUE, 1}};
            for (int[] range : bad) {
                refused(
                        IndexOutOfBoundsException.class,
                        memory,
                        () -> memory.decode(0, range[1], StandardCharsets.ISO_8859_1, CHARS, range[0], REPLACE));
            }
            assertEquals(0, memory.decode(0, 0, UTF_8, CHARS, 8, REPLACE));
            assertEquals(8, memory.decode(0, 8, StandardCharsets.ISO_8859_1, CHARS, 0, REPLACE));
        });
    }

    /** A count that is wild costs an exception, not an array. */
    @Test
    void nothingIsAllocatedBeforeTheChecks() {
        String text = "a".repeat(1 << 20);
        for (MemoryKind kind : kinds) {
            Memory memory = kind.allocate(256).fill();
            for (int time = 0; time < 3; time++) { // what is loaded or kept for later is allocated in the first
                long allocated = Allocation.bytes(() -> {
                    refused(
                            IndexOutOfBoundsException.class,
                            memory,
                            () -> memory.getString(0, 1 << 30, UTF_8, REPLACE),
                            () -> memory.getString(1, 1 << 29, StandardCharsets.UTF_16LE, REPLACE),
                            () -> memory.contentEquals(0, Integer.MAX_VALUE, UTF_8, text, REPLACE),
                            () -> memory.copy(text, UTF_8, 0, 0, text.length(), REPLACE),
                            () -> memory.copy(text, StandardCharsets.UTF_16LE, 0, 0, text.length(), REPLACE));
                });
                assertTrue(time == 0 || allocated < 100_000, () -> memory + ": " + allocated + " bytes allocated");
            }
        }
    }
}
