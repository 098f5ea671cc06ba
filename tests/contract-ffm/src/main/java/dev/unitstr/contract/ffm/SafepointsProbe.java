package dev.unitstr.contract.ffm;

import dev.unitstr.UnitCharsets;
import dev.unitstr.UnitStr;
import dev.unitstr.ffm.SegmentStrings;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.CountDownLatch;

/** Moves 16 MiB again and again, while another thread asks for safepoints. The JVM logs how long it waits for each. */
public final class SafepointsProbe {
    static final String OURS = "== ours";
    static final String COPY = "== copy";
    static final String END = "== end";
    static final int SAFEPOINTS = 40;

    private static final int CHARS = 8 << 20;

    private static volatile boolean done;

    private SafepointsProbe() {}

    public static void main(String[] args) throws InterruptedException {
        MemorySegment text = Arena.global().allocate(2L * CHARS, 8).fill((byte) 0x30);
        MemorySegment target = Arena.global().allocate(2L * CHARS, 8);
        char[] chars = new char[CHARS];
        askDuring(OURS, () -> SegmentStrings.decode(text, 0, CHARS, UnitCharsets.UTF_16, chars, 0));
        askDuring(COPY, () -> target.copyFrom(text));
        System.out.println(END);
        System.out.println(UnitStr.binding());
    }

    private static void askDuring(String name, Runnable work) throws InterruptedException {
        for (int i = 0; i < 3; i++) {
            work.run(); // what is linked and allocated at first
        }
        done = false;
        CountDownLatch started = new CountDownLatch(1);
        Thread worker = new Thread(() -> {
            while (!done) {
                work.run();
                started.countDown();
            }
        });
        worker.start();
        started.await();
        System.out.println(name);
        for (int i = 0; i < SAFEPOINTS; i++) {
            Thread.getAllStackTraces();
            Thread.sleep(1); // another moment of the work
        }
        done = true;
        worker.join();
    }
}
