package dev.unitstr.internal.values;

import java.util.concurrent.locks.LockSupport;

/**
 * The lifetime of the arguments of a call. The caller owns the arguments, so the end of the call waits for other
 * threads that still read them. The thread of the call is not counted, because it no longer reads them at the end.
 */
class CallLifetime extends Lifetime {
    private static final int SPINS = 1000;
    private static final long PAUSE_NANOS = 10_000;

    private final Thread owner = Thread.currentThread();

    @Override
    String message() {
        return "the call has returned: its arguments are gone";
    }

    @Override
    void enter() {
        if (Thread.currentThread() == owner) {
            check();
        } else {
            super.enter();
        }
    }

    @Override
    void exit() {
        if (Thread.currentThread() != owner) {
            READERS.decrementAndGet(this);
        }
    }

    void end() {
        // No other thread can enter any more, so the number only decreases.
        int others = READERS.getAndAdd(this, OVER);
        for (int i = 0; others != 0; i++) {
            if (i < SPINS) {
                Thread.onSpinWait();
            } else {
                LockSupport.parkNanos(PAUSE_NANOS);
            }
            others = readers & ~OVER;
        }
    }
}
