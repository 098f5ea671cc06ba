package dev.unitstr.contract.ffm;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.StringSpans;
import dev.unitstr.UnitCharsets;
import dev.unitstr.UnitStr;
import dev.unitstr.contract.Memory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.IntPredicate;

/**
 * One thread repeats an operation on hundreds of chunks of text, another asks for safepoints. Counts those that the JVM
 * reaches inside one call of the operation, each with more of the result written than at the one before. Where a call
 * holds off safepoints until it ends, there are at most two: one as it begins, one as it returns. Prints the name of
 * each operation in which there were more.
 *
 * <p>On a busy machine a call may end before enough safepoints were asked for. Then the next call is tried, up to a
 * number that no load needs.
 */
public final class SafepointsProbe {
    private static final int SAFEPOINTS = 5;
    private static final int MOST_CALLS = 2_000;
    private static final int CHARS = 16 << 20;
    private static final int FIELD = 256;
    /** In how many places it is looked whether something was written. */
    private static final int PLACES = 64;

    private static final MalformedPolicy REPLACE = MalformedPolicy.REPLACE;
    private static final Charset UTF_16 = UnitCharsets.UTF_16;

    /** Odd while a call is in progress. */
    private static volatile long calls;

    private static volatile boolean done;

    private SafepointsProbe() {}

    public static void main(String[] args) throws InterruptedException {
        Arena arena = Arena.global();
        MemorySegment segment = arena.allocate(2L * CHARS, 8).fill((byte) 0x30);
        MemorySegment copied = arena.allocate(2L * CHARS, 8);
        Memory text = new SegmentMemory(SegmentKind.NATIVE, segment);
        Memory target = new SegmentMemory(SegmentKind.NATIVE, copied);
        char[] chars = new char[CHARS];
        String string = "\u3030".repeat(CHARS);
        require(
                "decode",
                () -> Arrays.fill(chars, '\0'),
                () -> text.decode(0, CHARS, UTF_16, chars, 0, REPLACE),
                place -> chars[CHARS / PLACES * place] != 0);
        IntPredicate isCopied = place -> copied.get(ValueLayout.JAVA_BYTE, 2L * CHARS / PLACES * place) != 0;
        require("copy", () -> copied.fill((byte) 0), () -> target.copy(string, UTF_16, 0, 0, CHARS, REPLACE), isCopied);
        require(
                "copyTruncated",
                () -> copied.fill((byte) 0),
                () -> target.copyTruncated(string, UTF_16, 0, 0, CHARS, REPLACE),
                isCopied);
        StringSpans fields = StringSpans.ofFields(0, FIELD, FIELD, 2 * CHARS / FIELD);
        String[] strings = new String[2 * CHARS / FIELD];
        require(
                "getStrings",
                () -> Arrays.fill(strings, null),
                () -> text.getStrings(fields, StandardCharsets.UTF_8, strings, 0, REPLACE),
                place -> strings[strings.length / PLACES * place] != null);
        System.out.println(UnitStr.binding());
    }

    private static void require(String name, Runnable clear, Runnable operation, IntPredicate isWritten)
            throws InterruptedException {
        done = false;
        Thread worker = new Thread(() -> {
            while (!done) {
                clear.run();
                calls++;
                operation.run();
                calls++;
            }
        });
        worker.setDaemon(true);
        worker.start();
        long first = calls / 2;
        long call = 0;
        int reached = 0;
        int written = 0;
        while (reached < SAFEPOINTS) {
            long before = calls;
            Thread.getAllStackTraces();
            int now = 0;
            while (now < PLACES && isWritten.test(now)) {
                now++;
            }
            if (before != call) {
                call = before;
                reached = 0;
                written = 0;
            }
            boolean inside = before % 2 == 1 && calls == before && now < PLACES;
            if (inside && now > written) {
                written = now;
                reached++;
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
