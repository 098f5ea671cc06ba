package dev.unitstr.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.unitstr.BufferStrings;
import dev.unitstr.MalformedPolicy;
import dev.unitstr.MalformedTextException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;

@EveryRun
class SequencesTest extends SequencesContract {
    SequencesTest() {
        super(BufferKind.ALL);
    }

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

    private static String write(int way, CharSequence src, ByteBuffer dst, MalformedPolicy policy) {
        ToLongFunction<ByteBuffer> operation = switch (way) {
            case 0 -> to -> BufferStrings.copy(src, StandardCharsets.UTF_8, 0, to, 0, src.length(), policy);
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
