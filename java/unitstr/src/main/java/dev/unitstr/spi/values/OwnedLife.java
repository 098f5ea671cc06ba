package dev.unitstr.spi.values;

import java.lang.ref.Cleaner;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

/**
 * That of what somebody owns. It is over when it is closed; what is owned goes when those who were reading then are done,
 * by the last of them, or when the garbage collector finds nobody who refers to this.
 */
final class OwnedLife extends Life {
    private static final AtomicIntegerFieldUpdater<OwnedLife> READERS =
            AtomicIntegerFieldUpdater.newUpdater(OwnedLife.class, "readers");
    private static final int OVER = Integer.MIN_VALUE;

    private final Cleaner.Cleanable cleanable;
    /** How many read, and {@link #OVER}. */
    private volatile int readers;

    /**
     * Of what somebody owns from now on.
     *
     * @param message what late readers are told
     * @param release gives it back; refers to nothing that refers to this
     */
    OwnedLife(String message, Runnable release) {
        super(message);
        cleanable = TvmHost.CLEANER.register(this, release);
    }

    @Override
    void enter() {
        int now;
        do {
            now = readers;
            if (now < 0) {
                throw over();
            }
        } while (!READERS.compareAndSet(this, now, now + 1));
    }

    @Override
    void exit() {
        if (READERS.decrementAndGet(this) == OVER) {
            cleanable.clean();
        }
    }

    @Override
    boolean isOver() {
        return readers < 0;
    }

    void close() {
        int now;
        do {
            now = readers;
            if (now < 0) {
                return;
            }
        } while (!READERS.compareAndSet(this, now, now | OVER));
        if (now == 0) {
            cleanable.clean();
        }
    }
}
