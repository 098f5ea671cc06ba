package dev.unitstr.contract.ffm;

import dev.unitstr.UnitStr;
import dev.unitstr.ffm.SegmentStrings;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** Reads and writes in many virtual threads, none of which ends before the last has begun. */
public final class VirtualThreadsProbe {
    static final int THREADS = 10_000;

    private VirtualThreadsProbe() {}

    public static void main(String[] args) throws InterruptedException {
        String text = "a\u20ac".repeat(8_000); // a scratch of 48 KiB: 10,000 of them would be 480 MB
        AtomicInteger right = new AtomicInteger();
        CountDownLatch read = new CountDownLatch(THREADS);
        try (Arena arena = Arena.ofShared()) {
            MemorySegment segment = SegmentStrings.ofString(arena, text, StandardCharsets.UTF_16LE);
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                threads.add(Thread.startVirtualThread(() -> {
                    String got = SegmentStrings.getString(segment, 0, text.length(), StandardCharsets.UTF_16LE);
                    long units = SegmentStrings.encodedUnits(text, StandardCharsets.UTF_8);
                    String[] halves = SegmentStrings.getStrings(
                            segment, new long[] {0, 16_000}, new long[] {8_000, 8_000}, StandardCharsets.UTF_16LE);
                    boolean both = text.equals(halves[0] + halves[1]);
                    if (got.equals(text) && units == 4L * 8_000 && both) {
                        right.incrementAndGet();
                    }
                    read.countDown();
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
}
