package dev.unitstr.internal.values;

import java.util.concurrent.locks.LockSupport;

/**
 * The lifetime of the arguments of a call. The caller owns the arguments, so the end of the call waits for other
 * threads that still read its memory. The thread of the call is not counted, because it no longer reads them at the
 * end.
 */
class CallLifetime extends Lifetime {
    private static final int SPINS = 1000;
    private static final long PAUSE_NANOS = 10_000;

    private final Thread owner = Thread.currentThread();
    /** Whether the arguments are in memory of the caller; otherwise this object has copies. */
    private final boolean isBorrowed;

    /**
     * Begins the lifetime.
     *
     * @param isBorrowed whether reading the arguments reads memory of the caller
     */
    CallLifetime(boolean isBorrowed) {
        this.isBorrowed = isBorrowed;
    }

    @Override
    String message() {
        return "the call has returned: its arguments are no longer valid; TvmCall.retain keeps one";
    }

    private boolean isCounted() {
        return isBorrowed && Thread.currentThread() != owner;
    }

    @Override
    void enter() {
        if (isCounted()) {
            super.enter();
        } else {
            check();
        }
    }

    @Override
    void exit() {
        if (isCounted()) {
            READERS.decrementAndGet(this);
        }
    }

    void end() {
        if (!isBorrowed) {
            READERS.lazySet(this, OVER); // costs no fence
            return;
        }
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
