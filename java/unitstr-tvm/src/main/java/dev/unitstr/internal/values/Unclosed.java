package dev.unitstr.internal.values;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Counts the native memory held by values that were not closed. The garbage collector sees only small Java objects and
 * may not run for a long time, so this class requests collections, as the JDK does for direct buffers.
 */
final class Unclosed {
    /** The minimum size of any object in bytes. */
    static final long OBJECT_BYTES = 256;
    /** The size in bytes below which no collection is requested. */
    static final long LEAST_BYTES = 64L << 20;

    /**
     * The number of pauses without a release after which the rest counts as in use. On a busy machine the cleaner
     * thread may be slow.
     */
    private static final int IDLE_PAUSES = 200;

    private static final int MOST_PAUSES = 10_000;
    private static final long PAUSE_NANOS = 1_000_000;

    private final Runnable collect;
    private final AtomicLong bytes = new AtomicLong();
    /** Held during a collection. Other threads wait for it, or they would fill the memory that it frees, and more. */
    private final ReentrantLock collecting = new ReentrantLock();
    /**
     * The size in bytes that triggers the next collection. It grows with the values in use, so that they do not cause
     * one collection after another.
     */
    private volatile long limit = LEAST_BYTES;

    /**
     * Constructs a counter at 0.
     *
     * @param collect requests a garbage collection, and returns when the cleaner has started to release values
     */
    Unclosed(Runnable collect) {
        this.collect = collect;
    }

    long bytes() {
        return bytes.get();
    }

    void add(long more) {
        if (bytes.addAndGet(more) > limit) {
            collecting.lock();
            try {
                if (bytes.get() > limit) {
                    collect();
                }
            } finally {
                collecting.unlock();
            }
        }
    }

    void remove(long fewer) {
        bytes.addAndGet(-fewer);
    }

    /** Waits for the cleaner as long as it makes progress: it releases values on its own thread, possibly slowly. */
    private void collect() {
        collect.run();
        long before = bytes.get();
        int idle = 0;
        for (int i = 0; i < MOST_PAUSES && idle < IDLE_PAUSES && before > LEAST_BYTES / 2; i++) {
            LockSupport.parkNanos(PAUSE_NANOS);
            long now = bytes.get();
            idle = now < before ? 0 : idle + 1;
            before = now;
        }
        limit = Math.max(LEAST_BYTES, 2 * bytes.get());
    }
}
