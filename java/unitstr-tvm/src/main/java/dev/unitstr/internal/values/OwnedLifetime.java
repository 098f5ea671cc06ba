package dev.unitstr.internal.values;

import java.lang.ref.Cleaner;

/**
 * The lifetime of an owned value. It ends at {@link #close}. The last thread that was reading then releases the value,
 * or else the garbage collector does once this object is unreachable.
 */
final class OwnedLifetime extends Lifetime {
    /** Runs the release of what belongs to unreachable objects. */
    static final Cleaner CLEANER = Cleaner.create();

    private final String message;
    private final Cleaner.Cleanable cleanable;

    /**
     * Constructs the lifetime of a value that is owned from now on.
     *
     * @param message the message of the exception for reads after the end
     * @param release releases the value; must not refer to this object, directly or indirectly
     */
    OwnedLifetime(String message, Runnable release) {
        this.message = message;
        cleanable = CLEANER.register(this, release);
    }

    @Override
    String message() {
        return message;
    }

    @Override
    void exit() {
        if (READERS.decrementAndGet(this) == OVER) {
            cleanable.clean();
        }
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
