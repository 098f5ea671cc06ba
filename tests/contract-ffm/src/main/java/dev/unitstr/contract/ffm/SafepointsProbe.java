package dev.unitstr.contract.ffm;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.StringSpans;
import dev.unitstr.UnitCharsets;
import dev.unitstr.UnitStr;
import dev.unitstr.contract.Memory;
import dev.unitstr.ffm.SegmentStrings;
import dev.unitstr.ffm.tensor.SegmentTensor;
import dev.unitstr.ffm.tensor.SegmentTensors;
import dev.unitstr.tensor.StringTensorBuilder;
import dev.unitstr.tensor.TensorLayout;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * One thread repeats an operation on many chunks of text, another asks for safepoints and counts how many the JVM reaches
 * before the same call of the operation ends. Where a call holds off safepoints until it ends, that number is at most two:
 * one as it begins, one as it returns. Prints the name of each operation in which more were reached.
 *
 * <p>On a busy machine a call may end before enough safepoints were asked for. Then the next call is tried, up to a number that
 * no load needs.
 */
public final class SafepointsProbe {
    private static final int SAFEPOINTS = 5;
    private static final int MOST_CALLS = 20_000;
    private static final int CHARS = 8 << 20;
    private static final Charset UTF_16 = UnitCharsets.UTF_16;
    private static final MalformedPolicy REPLACE = MalformedPolicy.REPLACE;
    private static final Charset UTF_8 = StandardCharsets.UTF_8;

    /** Odd while a call is in progress. */
    private static volatile long calls;

    private static volatile boolean done;

    /** Keeps results alive, so that no call is optimized away. */
    private static volatile Object result;

    private SafepointsProbe() {}

    public static void main(String[] args) throws InterruptedException {
        Arena arena = Arena.global();
        MemorySegment segment = arena.allocate(2L * CHARS + 2, 8).fill((byte) 0x30);
        Memory text = new SegmentMemory(SegmentKind.NATIVE, segment);
        Memory target = new SegmentMemory(SegmentKind.NATIVE, arena.allocate(2L * CHARS, 8));
        segment.set(ValueLayout.JAVA_SHORT, 2L * CHARS, (short) 0);
        char[] chars = new char[CHARS];
        String string = "\u3030".repeat(CHARS);
        require("decode", () -> text.decode(0, CHARS, UTF_16, chars, 0, REPLACE));
        require("getString", () -> result = text.getString(0, CHARS, UTF_16, REPLACE));
        require("unitsToTerminator", () -> result = text.unitsToTerminator(0, UTF_8));
        require("contentEquals", () -> result = text.contentEquals(0, CHARS, UTF_16, string, REPLACE));
        require("copy", () -> result = target.copy(string, UTF_16, 0, 0, CHARS, REPLACE));
        require("encodedUnits", () -> result = SegmentStrings.encodedUnits(string, UTF_8));
        require("copyTruncated", () -> result = target.copyTruncated(string, UTF_16, 0, CHARS, 0, CHARS, REPLACE));
        StringSpans fields = StringSpans.ofFields(0, 256, 256, 2 * CHARS / 256);
        require("getStrings", () -> result = text.getStrings(fields, UTF_8, REPLACE));
        String[] texts = new String[CHARS / 256];
        Arrays.fill(texts, "0".repeat(100));
        SegmentTensor tensor = SegmentTensor.of(
                SegmentTensors.build(StringTensorBuilder.of(TensorLayout.TF24).addAll(texts), arena),
                texts.length,
                TensorLayout.TF24);
        require("tensor toStrings", () -> result = tensor.toStrings());
        require("tensor validate", tensor::validate);
        System.out.println(UnitStr.binding());
    }

    private static void require(String name, Runnable operation) throws InterruptedException {
        done = false;
        Thread worker = new Thread(() -> {
            while (!done) {
                calls++;
                operation.run();
                calls++;
            }
        });
        worker.setDaemon(true);
        worker.start();
        long first = calls / 2;
        int reached = 0;
        for (long call = 0; reached < SAFEPOINTS; ) {
            long before = calls;
            Thread.getAllStackTraces();
            boolean inside = before % 2 == 1 && calls == before;
            if (!inside) {
                reached = 0;
            } else {
                reached = before == call ? reached + 1 : 1;
                call = before;
            }
            if (before / 2 - first > MOST_CALLS) {
                throw new AssertionError(
                        name + ": " + MOST_CALLS + " calls, and in none " + SAFEPOINTS + " safepoints");
            }
        }
        done = true;
        worker.join();
        System.out.println(name);
    }
}
