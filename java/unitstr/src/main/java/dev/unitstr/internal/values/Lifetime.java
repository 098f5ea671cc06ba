package dev.unitstr.internal.values;

import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

/**
 * How long values may be read: those of a call, or those that somebody owns. Whoever reads enters before and exits
 * after that, so that nothing goes while it is read, whatever other threads do.
 */
abstract class Lifetime {
    static final AtomicIntegerFieldUpdater<Lifetime> READERS =
            AtomicIntegerFieldUpdater.newUpdater(Lifetime.class, "readers");
    static final int OVER = Integer.MIN_VALUE;

    /** How many of those who are counted read, and {@link #OVER}. */
    volatile int readers;

    /** What late readers are told. */
    abstract String message();

    /** From now until {@link #exit} nothing goes; may be entered again in between. Throws if it is over. */
    void enter() {
        int now;
        do {
            now = readers;
            if (now < 0) {
                throw over();
            }
        } while (!READERS.compareAndSet(this, now, now + 1));
    }

    /** Once for each {@link #enter} that did not throw. */
    abstract void exit();

    final boolean isOver() {
        return readers < 0;
    }

    final void check() {
        if (isOver()) {
            throw over();
        }
    }

    private IllegalStateException over() {
        return new IllegalStateException(message());
    }
}
