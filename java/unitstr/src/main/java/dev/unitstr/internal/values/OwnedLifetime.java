package dev.unitstr.internal.values;

import java.lang.ref.Cleaner;

/**
 * That of what somebody owns. It is over when it is closed; what is owned goes when those who were reading then are done,
 * by the last of them, or when the garbage collector finds nobody who refers to this.
 */
final class OwnedLifetime extends Lifetime {
    private final String message;
    private final Cleaner.Cleanable cleanable;

    /**
     * Of what somebody owns from now on.
     *
     * @param message what late readers are told
     * @param release gives it back; refers to nothing that refers to this
     */
    OwnedLifetime(String message, Runnable release) {
        this.message = message;
        cleanable = TvmHost.CLEANER.register(this, release);
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
