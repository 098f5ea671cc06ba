package dev.unitstr.bench.values;

/** Someone who calls packed functions. Each operation is what people write who use it. */
public abstract class Caller {
    /** For subclasses. */
    protected Caller() {}

    /**
     * Calls a function without arguments, which does nothing.
     *
     * @return something that depends on it
     */
    public abstract long nop();

    /**
     * Calls a function that returns its argument.
     *
     * @param text the argument
     * @return the result
     */
    public String echo(String text) {
        throw new UnsupportedOperationException();
    }

    /**
     * Calls a function of Java through native code, which returns its argument.
     *
     * @param number the argument
     * @return the result
     */
    public long upcall(long number) {
        throw new UnsupportedOperationException();
    }

    /**
     * Reads all strings of an array of the library.
     *
     * @return the strings
     */
    public String[] readArray() {
        throw new UnsupportedOperationException();
    }
}
