package dev.unitstr.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.unitstr.BufferCStrings;
import dev.unitstr.BufferStrings;
import dev.unitstr.Copied;
import dev.unitstr.MalformedPolicy;
import dev.unitstr.MalformedTextException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;

@EveryRun
class SequencesTest {
    /** The first three chars take more bytes encoded, and so overwrite those behind them. */
    @Test
    void mayBeInTheMemoryThatIsWritten() {
        String text = "\u20ac\u20ac\u20acab\ud800cdefgh";
        List<MalformedPolicy> policies = new ArrayList<>(Policies.ALL);
        policies.addAll(List.of(MalformedPolicy.REPLACE, MalformedPolicy.REPORT));
        for (MalformedPolicy policy : policies) {
            for (int way = 0; way < 3; way++) {
                ByteBuffer memory = ByteBuffer.allocateDirect(64).order(ByteOrder.nativeOrder());
                CharBuffer src = memory.asCharBuffer().put(text).flip();
                ByteBuffer other = ByteBuffer.allocateDirect(64);
                assertEquals(write(way, text, other, policy), write(way, src, memory, policy), policy + " " + way);
            }
        }
    }

    /** A pair takes one unit, so more chars fit than units. */
    @Test
    void mayBeInTheMemoryThatIsWrittenInPart() {
        String text = "\ud83d\ude00".repeat(4) + "ab";
        for (String name : List.of("ISO-8859-1", "US-ASCII", "UTF-32LE", "UTF-32BE", "UTF-32", "UTF-16LE", "UTF-8")) {
            Charset charset = Charset.forName(name);
            for (int units = 1; units < 8; units++) {
                List<Copied> copied = new ArrayList<>();
                List<String> written = new ArrayList<>();
                for (int way = 0; way < 3; way++) {
                    for (boolean same : new boolean[] {false, true}) {
                        ByteBuffer memory = ByteBuffer.allocateDirect(64).order(ByteOrder.nativeOrder());
                        CharBuffer src = memory.asCharBuffer().put(text).flip();
                        ByteBuffer dst = same ? memory : ByteBuffer.allocateDirect(64);
                        Copied result = writePart(way, same ? src : text, charset, dst, units);
                        byte[] bytes = new byte[(int) result.units() * Charsets.unitSize(charset)];
                        dst.get(0, bytes);
                        copied.add(result);
                        written.add(Hex.of(bytes));
                    }
                }
                assertEquals(Collections.nCopies(6, copied.get(0)), copied, name + " " + units);
                assertEquals(Collections.nCopies(6, written.get(0)), written, name + " " + units);
            }
        }
    }

    private static Copied writePart(int way, CharSequence src, Charset charset, ByteBuffer dst, int units) {
        return switch (way) {
            case 0 -> BufferStrings.copyTruncated(src, charset, 0, dst, 0, units, MalformedPolicy.REPLACE);
            case 1 -> BufferStrings.copyField(src, charset, dst, 0, units, false, MalformedPolicy.REPLACE);
            default -> BufferCStrings.copyTerminatedTruncated(src, charset, dst, 0, units + 1, MalformedPolicy.REPLACE);
        };
    }

    private static String write(int way, CharSequence src, ByteBuffer dst, MalformedPolicy policy) {
        ToLongFunction<ByteBuffer> operation = switch (way) {
            case 0 -> to -> BufferStrings.copy(src, StandardCharsets.UTF_8, to, 0, policy);
            case 1 ->
                to -> BufferStrings.copyTruncated(src, StandardCharsets.UTF_8, 0, to, 0, 40, policy)
                        .units();
            default ->
                to -> BufferStrings.copyField(src, StandardCharsets.UTF_8, to, 0, 40, false, policy)
                        .units();
        };
        try {
            byte[] written = new byte[(int) operation.applyAsLong(dst)];
            dst.get(0, written);
            return Hex.of(written);
        } catch (MalformedTextException e) {
            return e.getMessage();
        }
    }
}
