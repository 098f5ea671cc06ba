package dev.unitstr.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.MalformedTextException;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Texts that are not strings are encoded and compared as their strings are. */
@EveryRun
@Tag("route")
class SequencesContract {
    private static final int SIZE = 300;

    private final List<? extends MemoryKind> kinds = Kinds.HERE.memory();

    static List<Charset> charsets() {
        return Charsets.oursAnd("windows-1252", "Shift_JIS");
    }

    /** The same text in every form, with other text around it. */
    private static List<CharSequence> sequences(String text) {
        CharBuffer direct = ByteBuffer.allocateDirect(2 * text.length() + 2)
                .order(ByteOrder.BIG_ENDIAN)
                .asCharBuffer();
        direct.put("x").put(text).flip().position(1);
        CharBuffer heap = CharBuffer.wrap(("xy" + text + "z").toCharArray(), 2, text.length());
        return List.of(
                new StringBuilder(text),
                new StringBuffer(text),
                heap,
                heap.slice(),
                heap.asReadOnlyBuffer(),
                direct,
                CharBuffer.wrap("x" + text, 1, 1 + text.length()),
                usingUnitstr(text));
    }

    /** A sequence that uses unitstr whenever it is called. */
    private static CharSequence usingUnitstr(String text) {
        return new RunningText(
                text,
                () -> BufferKind.HEAP.encodedUnits("another text", Charset.forName("UTF-16"), MalformedPolicy.REPLACE));
    }

    private static String result(Memory memory, Supplier<Object> action) {
        memory.fill();
        Object result;
        try {
            result = action.get();
        } catch (MalformedTextException | IndexOutOfBoundsException e) {
            result = e.getMessage();
        } catch (IllegalArgumentException e) {
            return e.getMessage(); // a NUL: a text that is no String may have been written before it was found
        }
        return result + " " + Hex.of(memory.all());
    }

    @ParameterizedTest
    @MethodSource("charsets")
    void areEncodedAsTheirStrings(Charset charset) {
        SplittableRandom random = Run.random(charset);
        List<MalformedPolicy> policies = new ArrayList<>(Policies.ALL);
        policies.addAll(List.of(MalformedPolicy.REPLACE, MalformedPolicy.REPORT));
        List<Memory> memories = kinds.stream().map(kind -> kind.allocate(SIZE)).toList();
        for (int i = Run.times(150); i > 0; i--) {
            String text = Texts.next(random, 40);
            Memory memory = memories.get(i % memories.size());
            MalformedPolicy policy = policies.get(i % policies.size());
            for (CharSequence src : sequences(text)) {
                check(random.nextInt(), memory, src, text, charset, policy);
            }
        }
    }

    private static void check(
            int way, Memory memory, CharSequence src, String text, Charset charset, MalformedPolicy policy) {
        Function<CharSequence, Object> operation = operation(way, memory, text.length(), charset, policy);
        assertEquals(
                result(memory, () -> operation.apply(text)),
                result(memory, () -> operation.apply(src)),
                () -> way + " " + policy + " " + charset + " " + src.getClass() + " " + Hex.of(text));
    }

    private static Function<CharSequence, Object> operation(
            int way, Memory memory, int length, Charset charset, MalformedPolicy policy) {
        int from = length == 0 ? 0 : (way >>> 9) % length;
        int at = SIZE - (way >>> 16) % SIZE;
        int units = Math.min((way >>> 3) % 50, (SIZE - at) / 4);
        return switch (way & 7) {
            case 0 -> src -> memory.copyTruncated(src, charset, from, at, units, policy);
            case 1 -> src -> memory.copyField(src, charset, at, units, false, policy);
            case 2 -> src -> memory.kind().encodedUnits(src, charset, policy);
            case 3 -> src -> memory.cStrings().copyTerminated(src, charset, at);
            case 4 -> src -> memory.cStrings().copyTerminatedTruncated(src, charset, at - 4, units + 1L, policy);
            default -> src -> memory.copy(src, charset, from, at, length - from, policy);
        };
    }

    @ParameterizedTest
    @MethodSource("charsets")
    void areComparedAsTheirStrings(Charset charset) {
        SplittableRandom random = Run.random(charset);
        List<Memory> memories = kinds.stream().map(kind -> kind.allocate(SIZE)).toList();
        for (int i = Run.times(100); i > 0; i--) {
            byte[] bytes = Encoded.next(random, charset, 40);
            Memory memory = memories.get(i % memories.size());
            memory.put(3, bytes);
            long units = bytes.length / Charsets.unitSize(charset);
            String text = Oracle.decode(bytes, charset);
            for (String other : List.of(text, text + "a", Texts.next(random, 20))) {
                for (CharSequence sequence : sequences(other)) {
                    assertEquals(
                            text.equals(other),
                            memory.contentEquals(3, units, charset, sequence, MalformedPolicy.REPLACE),
                            () -> charset + " " + sequence.getClass() + " " + Hex.of(text) + " " + Hex.of(other));
                }
            }
        }
    }

    /** Texts of several pieces. */
    @ParameterizedTest
    @MethodSource("charsets")
    void ofAnyLengthAreEncodedAsTheirStrings(Charset charset) {
        String text = "na\u00efve \u0416".repeat(5_000);
        byte[] expected = Oracle.encode(text, charset);
        for (MemoryKind kind : kinds) {
            Memory memory = kind.allocate(expected.length);
            for (CharSequence src : sequences(text)) {
                memory.fill();
                memory.copy(src, charset, 0, 0, text.length(), MalformedPolicy.REPLACE);
                assertEquals(Hex.abridged(expected), Hex.abridged(memory.all()));
                assertTrue(memory.contentEquals(
                                0, memory.size() / Charsets.unitSize(charset), charset, src, MalformedPolicy.REPLACE)
                        == Oracle.decode(expected, charset).equals(text));
            }
            Reference.reachabilityFence(memory);
        }
    }
}
