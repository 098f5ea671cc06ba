package dev.unitstr.interop;

/**
 * A JNI binding as they were written before there were memory segments: addresses and lengths in bytes. All natives are
 * in the test shim.
 */
final class OldSqlite {
    /** The result of {@link #step} if it found a row. */
    static final int ROW = 100;

    private OldSqlite() {}

    /** Whether SQLite is on this machine. */
    static native boolean load();

    /** A statement {@code SELECT ?1} of a database of its own. */
    static native long openSelect();

    static native int close(long statement);

    static native int step(long statement);

    static native int bindText(long statement, long address, int bytes);

    static native int bindText16(long statement, long address, int bytes);

    static native long columnText(long statement);

    static native int columnBytes(long statement);

    static native long columnText16(long statement);

    static native int columnBytes16(long statement);

    /** Memory for Java to fill. */
    static native long allocate(long bytes);

    static native void release(long address);
}
