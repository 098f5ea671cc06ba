package dev.unitstr.internal.values;

import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

/**
 * The lifetime of values: the arguments of a call, or owned values. A reader calls {@link #enter} before and {@link
 * #exit} after reading, so that no other thread can free the values in between.
 */
abstract class Lifetime {
    static final AtomicIntegerFieldUpdater<Lifetime> READERS =
            AtomicIntegerFieldUpdater.newUpdater(Lifetime.class, "readers");
    static final int OVER = Integer.MIN_VALUE;

    /** The number of counted readers, and {@link #OVER}. */
    volatile int readers;

    /** Returns the message of the exception for reads after the end. */
    abstract String message();

    /** Keeps the values alive until {@link #exit}. Calls may be nested. Throws if the lifetime has ended. */
    void enter() {
        int now;
        do {
            now = readers;
            if (now < 0) {
                throw over();
            }
        } while (!READERS.compareAndSet(this, now, now + 1));
    }

    /** Ends one {@link #enter} that did not throw. */
    abstract void exit();

    final boolean isOver() {
        return readers < 0;
    }

    final void check() {
        if (isOver()) {
            throw over();
        }
    }

    /** Returns the given memory, which may be read during this lifetime only. */
    final AddressSpace limit(AddressSpace memory) {
        return new AddressSpace() {
            @Override
            protected Spot find(long address, long bytes) {
                check();
                return memory.find(address, bytes);
            }
        };
    }

    private IllegalStateException over() {
        return new IllegalStateException(message());
    }
}
