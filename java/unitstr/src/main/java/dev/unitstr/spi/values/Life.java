package dev.unitstr.spi.values;

/** How long values may be read: those of a call, or those that somebody owns. */
class Life {
    private volatile boolean over;
    private final String message;

    Life(String message) {
        this.message = message;
    }

    final void check() {
        if (over) {
            throw new IllegalStateException(message);
        }
    }

    final void end() {
        over = true;
    }
}
