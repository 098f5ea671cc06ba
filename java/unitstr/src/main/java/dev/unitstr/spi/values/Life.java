package dev.unitstr.spi.values;

/**
 * How long values may be read: those of a call, or those that somebody owns. Whoever reads enters before and exits
 * after that, so that nothing goes while it is read, whatever other threads do.
 */
abstract class Life {
    private final String message;

    /** @param message what late readers are told */
    Life(String message) {
        this.message = message;
    }

    /** From now until {@link #exit} nothing goes; may be entered again in between. Throws if it is over. */
    abstract void enter();

    /** Once for each {@link #enter} that did not throw. */
    abstract void exit();

    abstract boolean isOver();

    final void check() {
        if (isOver()) {
            throw over();
        }
    }

    final IllegalStateException over() {
        return new IllegalStateException(message);
    }
}
