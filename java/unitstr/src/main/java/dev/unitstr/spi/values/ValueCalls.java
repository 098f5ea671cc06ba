package dev.unitstr.spi.values;

import org.jspecify.annotations.Nullable;

/**
 * The native side of packed calls, as the entries {@code val_*} of the C interface have it: their documentation, in
 * {@code unitstr.h}, is that of these methods. Results are statuses and error numbers of it; an address is that of an
 * object with a reference, and positive. None of these is a critical call.
 */
public interface ValueCalls {
    /** Status: a function raised an error. */
    int RAISED = 8;
    /** Error: a library cannot be loaded, is none that is known, or fails where it must not. */
    int E_LIBRARY = -9;
    /** Error: no functions are registered any more. */
    int E_FROZEN = -10;
    /** Flag of {@link #open}: only loads the library. */
    int PLAIN = 1;
    /** The most bytes of what {@link #open} says. */
    int MESSAGE_BYTES = 4096;

    /** What native code calls back. */
    interface Dispatch {
        /** The result holds the value. */
        int DONE = 0;
        /** The first word of the error holds an Error object. */
        int RAISE = 1;
        /** Nothing can be said. */
        int FAILED = 2;

        /**
         * Runs a function. Never throws.
         *
         * @param slot the number that the function was made with
         * @param args the address of its arguments, slots of 16 bytes, which are lent
         * @param count how many
         * @param result the address of a slot that holds nothing; what is put there is owned
         * @param error the address of three longs
         * @return one of the constants here
         */
        int call(long slot, long args, int count, long result, long error);
    }

    /**
     * Makes a host.
     *
     * @param dispatch what its functions call, on any thread, for ever
     * @return its number, or an error
     */
    int hostNew(Dispatch dispatch);

    /**
     * Closes a host: its functions raise errors from now on.
     *
     * @param host its number
     * @return 0, or an error
     */
    int hostClose(int host);

    /**
     * Takes the slots of what has died.
     *
     * @param host the number of the host
     * @param slots where they go
     * @return how many, or an error
     */
    int drainDead(int host, long[] slots);

    /**
     * Loads a library.
     *
     * @param path the file, in UTF-8
     * @param flags 0 or {@link #PLAIN}
     * @param message its first element becomes what there is to say: warnings, a line each, or the reason
     * @return the number of the runtime, 0 with {@link #PLAIN}, or an error
     */
    int open(byte[] path, int flags, String[] message);

    /**
     * The version of a library.
     *
     * @param runtime its number
     * @return {@code major << 32 | minor << 16 | patch}, or an error
     */
    long version(int runtime);

    /**
     * Looks for a global function.
     *
     * @param runtime the number of the runtime
     * @param name its name, in UTF-8
     * @return its address, 0 if there is none, or an error
     */
    long function(int runtime, byte[] name);

    /**
     * Registers a global function.
     *
     * @param runtime the number of the runtime
     * @param name its name, in UTF-8
     * @param function its address
     * @param replace whether there may be one already
     * @param error the address of three longs
     * @return 0, {@link #RAISED} or an error
     */
    int setGlobal(int runtime, byte[] name, long function, boolean replace, long error);

    /**
     * Ends the registering of functions.
     *
     * @param runtime the number of a runtime
     * @return 0, or an error
     */
    int freeze(int runtime);

    /**
     * Calls a function.
     *
     * @param runtime the number of the runtime
     * @param function the address of the function
     * @param args the address of its arguments
     * @param count how many
     * @param result the address of a slot
     * @param error the address of three longs
     * @return 0, {@link #RAISED} or an error
     */
    int call(int runtime, long function, long args, int count, long result, long error);

    /**
     * Makes a function.
     *
     * @param runtime the number of the runtime
     * @param host the number of the host that it calls
     * @param slot what it says there
     * @return its address, or an error
     */
    long functionNew(int runtime, int host, long slot);

    /**
     * Makes an Error object. All texts are in UTF-8.
     *
     * @param runtime the number of the runtime
     * @param host the number of the host that the exception is of
     * @param slot the number of the exception; 0 for none
     * @param kind such as {@code ValueError}
     * @param message what it says
     * @param backtrace where it was raised
     * @param cause the address of an Error object, or 0
     * @return its address, or an error
     */
    long errorNew(int runtime, int host, long slot, byte[] kind, byte[] message, byte[] backtrace, long cause);

    /**
     * Makes a string or binary object: the text is at its address + 40, its size at + 32.
     *
     * @param code 65, a string, or 66, a binary
     * @param bytes what it holds; null for nothing
     * @param capacity how many bytes there is room for
     * @return its address, or an error
     */
    long textNew(int code, byte @Nullable [] bytes, long capacity);

    /**
     * Counts one reference more.
     *
     * @param object the address of an object, or 0
     */
    void retain(long object);

    /**
     * Counts one reference fewer.
     *
     * @param object the address of an object, or 0
     */
    void release(long object);

    /**
     * Makes an owned copy of a slot.
     *
     * @param view the address of the slot
     * @param slot the address of the copy
     * @return 0, or an error
     */
    int own(long view, long slot);

    /**
     * Memory of native code: zeros, at a multiple of 16.
     *
     * @param bytes how much
     * @return its address; 0 if there is none
     */
    long allocate(long bytes);

    /**
     * Gives memory back.
     *
     * @param address of {@link #allocate}, or 0
     */
    void free(long address);
}
