package dev.unitstr.examples.segments;

/** A stop of the tour. */
interface Stop {
    /**
     * Shows it.
     *
     * @param tour where to
     * @throws Throwable what a method handle may throw
     */
    void show(Tour tour) throws Throwable;
}
