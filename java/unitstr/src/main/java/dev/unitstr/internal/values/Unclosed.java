package dev.unitstr.internal.values;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * How much native memory is held by values that were not closed. The garbage collector sees small objects of Java only, and
 * may not run for a long time: so it is asked to, as the JDK does for direct buffers.
 */
final class Unclosed {
    /** What any object takes, at least. */
    static final long OBJECT_BYTES = 256;
    /** Below, nothing is done. */
    static final long LEAST_BYTES = 64L << 20;

    /** So long nothing was released: what is left is in use. On a busy machine the cleaner's thread may wait, too. */
    private static final int IDLE_PAUSES = 200;

    private static final int MOST_PAUSES = 10_000;
    private static final long PAUSE_NANOS = 1_000_000;

    private final Runnable collect;
    private final AtomicLong bytes = new AtomicLong();
    private final AtomicBoolean collecting = new AtomicBoolean();
    /** Where the next collection is requested: values that are in use must not make one follow the other. */
    private volatile long limit = LEAST_BYTES;

    /**
     * Counts from nothing.
     *
     * @param collect requests a garbage collection, and returns when the cleaner has begun to release what was found
     */
    Unclosed(Runnable collect) {
        this.collect = collect;
    }

    long bytes() {
        return bytes.get();
    }

    void add(long more) {
        if (bytes.addAndGet(more) > limit && collecting.compareAndSet(false, true)) {
            try {
                collect();
            } finally {
                collecting.set(false);
            }
        }
    }

    void remove(long fewer) {
        bytes.addAndGet(-fewer);
    }

    /** Waits for the cleaner as long as it gets on: it releases what was found on a thread of its own, maybe slowly. */
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
