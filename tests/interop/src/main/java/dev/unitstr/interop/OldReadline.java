package dev.unitstr.interop;

/** A JNI binding of readline, as {@link OldSqlite} is one of SQLite. All natives are in the test shim. */
final class OldReadline {
    private OldReadline() {}

    /** Whether readline is on this machine. */
    static native boolean load();

    /**
     * The names of files that begin with a text.
     *
     * @param text the address of the text, in UTF-8, with a terminator
     * @return the address of pointers to the names, for {@link #release}; 0 if there are none
     */
    static native long completions(long text);

    /** Releases the pointers and the names; not 0. */
    static native void release(long completions);
}
