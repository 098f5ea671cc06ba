package dev.unitstr.contract;

import java.nio.charset.Charset;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every alignment with every length: nothing about a charset asks for aligned memory. */
@EveryRun
@Tag("tier")
class OffsetsContract {
    private static final int OFFSETS = 64;
    private static final int LENGTHS = 300;
    private static final int EACH = 20;

    private final List<? extends MemoryKind> kinds = Kinds.HERE.memory();

    static List<Charset> charsets() {
        return List.of("UTF-8", "ISO-8859-1", "UTF-16LE", "UTF-16BE", "UTF-32LE", "UTF-32BE").stream()
                .map(Charset::forName)
                .toList();
    }

    @ParameterizedTest
    @MethodSource("charsets")
    void areAllReadAndWritten(Charset charset) {
        SplittableRandom random = Run.random(charset);
        List<Memory> memories = kinds.stream()
                .map(k -> k.allocate(OFFSETS + 4 * LENGTHS + 8 + 2 * Writes.BORDER))
                .toList();
        for (int offset = 0; offset < OFFSETS; offset++) {
            int step = Run.full() ? 1 : LENGTHS / EACH;
            for (int units = offset % step; units <= LENGTHS; units += step) {
                for (Memory memory : Run.some(memories, offset, units, charset)) {
                    String text = text(random, units);
                    Writes.checkSome(units, memory, Writes.BORDER + offset, text, 0, text.length() / 4, charset);
                    byte[] bytes = Oracle.encode(text, charset);
                    int whole = Math.min(bytes.length, units * Charsets.unitSize(charset));
                    byte[] part = Arrays.copyOf(bytes, whole);
                    Reads.checkSome(units, memory, offset, part, charset, Oracle.decodeFault(part, charset));
                }
            }
        }
    }

    /** Long runs of plain text with something else here and there. */
    private static String text(SplittableRandom random, int chars) {
        StringBuilder text = new StringBuilder("a".repeat(chars));
        for (int i = random.nextInt(3); i > 0 && chars > 1; i--) {
            int at = random.nextInt(chars - 1);
            switch (random.nextInt(4)) {
                case 0 -> text.setCharAt(at, '\u00e4');
                case 1 -> text.setCharAt(at, '\u20ac');
                case 2 -> text.setCharAt(at, '\udc00');
                default -> text.replace(at, at + 2, "\ud83d\ude00");
            }
        }
        return text.toString();
    }
}
