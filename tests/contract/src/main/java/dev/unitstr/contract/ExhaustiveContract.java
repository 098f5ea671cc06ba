package dev.unitstr.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.Charset;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Small inputs, all of them, and each bad one at each place of a text. */
@EveryRun
@Tag("jdk")
@Tag("tier")
class ExhaustiveContract {
    private static final int PLACES = 130;
    private static final int BATCH = 1024;

    private final List<? extends MemoryKind> kinds = Kinds.HERE.memory();
    private int turn;

    static List<Charset> ours() {
        return Charsets.ours();
    }

    private void read(List<Memory> memories, byte[] bytes, Charset charset) {
        Fault fault = Oracle.decodeFault(bytes, charset);
        Reads.checkSome(turn, memories.get(turn % memories.size()), turn % 7, bytes, charset, fault);
        turn++;
    }

    private List<Memory> memories(int bytes) {
        return kinds.stream().map(k -> k.allocate(bytes)).toList();
    }

    /**
     * One and two bytes, three with {@code -Dunitstr.full}, where a unit is a byte; one unit where it has two; one half of
     * a unit where it has four. Only some of them for charsets that hide nothing, or share their code with another.
     */
    @ParameterizedTest
    @MethodSource("ours")
    void inputsOfFewBytes(Charset charset) {
        int unitSize = Charsets.unitSize(charset);
        List<Memory> memories = memories(64);
        int step = Run.full() || charset.name().matches("UTF-8|UTF-16[LB]E") ? Run.share() : 6 * Run.share();
        for (int one = 0; unitSize == 1 && one < 256; one++) {
            read(memories, new byte[] {(byte) one}, charset);
        }
        for (int two = Run.random(charset).nextInt(step); two < 0x10000; two += step) {
            byte[] bytes = new byte[Math.max(unitSize, 2)];
            int half = unitSize == 4 && two % 2 == 1 ? 2 : 0;
            bytes[half] = (byte) (two >> 8);
            bytes[half + 1] = (byte) two;
            read(memories, bytes, charset);
        }
        for (int three = 0xc00000; unitSize == 1 && Run.full() && three < 0x1000000; three++) {
            read(memories, new byte[] {(byte) (three >> 16), (byte) (three >> 8), (byte) three}, charset);
        }
        assertTrue(turn >= 0x10000 / step - 1, () -> "only " + turn);
    }

    /** Before and after it: one, two, three and four bytes of UTF-8 for each char, or what they are in the charset. */
    @ParameterizedTest
    @MethodSource("ours")
    void badSequencesAnywhere(Charset charset) {
        int unitSize = Charsets.unitSize(charset);
        List<Memory> memories = memories(8 * PLACES + 64);
        List<Integer> places = IntStream.rangeClosed(0, PLACES).boxed().toList();
        List<byte[]> bad = Vectors.decode().stream()
                .filter(row -> row.charset().equals(charset) && row.fault() != null && row.isWhole())
                .map(Vectors.Decode::bytes)
                .toList();
        for (byte[] sequence : bad) {
            for (String filler : List.of("a", "\u00e9", "\u20ac", "\ud83d\ude00")) {
                byte[] unit = withoutMark(filler, charset);
                for (int before : Run.some(places, filler, charset, Hex.of(sequence))) {
                    byte[] head = repeat(unit, before);
                    byte[] tail = Arrays.copyOf(repeat(unit, 70), turn % 5 * unitSize);
                    read(memories, Encoded.concat(head, sequence, tail), charset);
                }
            }
        }
        assertTrue(turn >= bad.size() * 4 * PLACES / Run.share(), () -> "only " + turn);
    }

    private static byte[] withoutMark(String text, Charset charset) {
        byte[] twice = Oracle.encode(text + text, charset);
        int mark = 2 * Oracle.encode(text, charset).length - twice.length;
        return Arrays.copyOfRange(twice, mark, mark + (twice.length - mark) / 2);
    }

    private static byte[] repeat(byte[] bytes, int times) {
        byte[] all = new byte[bytes.length * times];
        for (int i = 0; i < all.length; i++) {
            all[i] = bytes[i % bytes.length];
        }
        return all;
    }

    /** Every range of every chosen text, those that cut a pair too. */
    @ParameterizedTest
    @MethodSource("ours")
    void rangesToWrite(Charset charset) {
        List<Memory> memories = memories(128 + 2 * Writes.BORDER);
        for (String text : Texts.CHOSEN) {
            for (int from = 0; from <= text.length(); from++) {
                for (int chars = 0; chars <= text.length() - from; chars++) {
                    Memory memory = memories.get(turn++ % memories.size());
                    Writes.check(memory, Writes.BORDER + turn % 7, text, from, chars, charset);
                }
            }
        }
        assertTrue(turn > Texts.CHOSEN.size());
    }

    /** Every char, surrogates as pairs and alone, and code points beyond from all planes. */
    @ParameterizedTest
    @MethodSource("ours")
    void charsToWrite(Charset charset) {
        List<Memory> memories = memories(8 * BATCH + 4 + 2 * Writes.BORDER);
        List<Integer> all = IntStream.range(0, 0x10000 / BATCH).boxed().toList();
        for (int batch : Run.some(all, charset)) {
            int from = batch * BATCH;
            String rising = IntStream.range(from, from + BATCH)
                    .collect(StringBuilder::new, (s, c) -> s.append((char) c), StringBuilder::append)
                    .toString();
            String falling = new StringBuilder(rising).reverse().toString();
            String beyond = IntStream.range(0, BATCH / 2)
                    .map(i -> 0x10000 + (i * 2039 + from * 16) % 0x100000)
                    .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                    .toString();
            for (String text : Stream.of(rising, falling, beyond).toList()) {
                Memory memory = memories.get(turn++ % memories.size());
                Writes.check(memory, Writes.BORDER, text, 0, text.length(), charset);
            }
        }
        assertEquals(3 * Run.some(all, charset).size(), turn);
    }
}
