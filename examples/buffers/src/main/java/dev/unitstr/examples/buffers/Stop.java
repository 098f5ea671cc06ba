package dev.unitstr.examples.buffers;

/** A stop of the tour. */
interface Stop {
    /**
     * Shows it.
     *
     * @param tour where to
     */
    void show(Tour tour);
}
