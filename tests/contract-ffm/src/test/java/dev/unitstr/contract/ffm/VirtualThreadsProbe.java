package dev.unitstr.contract.ffm;

import dev.unitstr.StringSpans;
import dev.unitstr.UnitStr;
import dev.unitstr.ffm.SegmentStrings;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** Reads, measures and writes in many virtual threads, none of which ends before the last has begun. */
public final class VirtualThreadsProbe {
    static final int THREADS = 10_000;

    private VirtualThreadsProbe() {}

    public static void main(String[] args) throws InterruptedException {
        String text = "a\u20ac".repeat(8_000); // a scratch of 48 KiB: 10,000 of them would be 480 MB
        AtomicInteger right = new AtomicInteger();
        CountDownLatch read = new CountDownLatch(THREADS);
        try (Arena arena = Arena.ofShared()) {
            MemorySegment segment = SegmentStrings.allocateFrom(arena, text, StandardCharsets.UTF_16LE);
            MemorySegment target = arena.allocate(4L * text.length(), 8);
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                threads.add(Thread.startVirtualThread(() -> {
                    try {
                        if (isRight(text, segment, target)) {
                            right.incrementAndGet();
                        }
                    } finally {
                        read.countDown(); // also if memory runs out: otherwise all others wait for ever
                    }
                    try {
                        read.await();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                }));
            }
            for (Thread thread : threads) {
                thread.join();
            }
        }
        System.out.println(UnitStr.binding() + ": " + right + " right");
    }

    private static boolean isRight(String text, MemorySegment segment, MemorySegment target) {
        String got = SegmentStrings.getString(segment, 0, text.length(), StandardCharsets.UTF_16LE);
        long units = SegmentStrings.encodedUnits(text, StandardCharsets.UTF_8);
        String[] halves = SegmentStrings.getStrings(
                segment, StringSpans.of(new long[] {0, 16_000}, new long[] {8_000, 8_000}), StandardCharsets.UTF_16LE);
        boolean both = text.equals(halves[0] + halves[1]);
        // All of them write the same to the same place.
        long written = SegmentStrings.copy(text, StandardCharsets.UTF_16LE, target, 0);
        written += SegmentStrings.copyStrings(halves, StandardCharsets.UTF_8, target, 32_000, new long[3]);
        return got.equals(text) && units == 4L * 8_000 && both && written == 16_000 + 32_000;
    }
}
