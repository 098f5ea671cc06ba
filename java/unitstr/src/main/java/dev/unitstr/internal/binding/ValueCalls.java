package dev.unitstr.internal.binding;

import dev.unitstr.internal.memory.AddressRegion;
import dev.unitstr.internal.memory.Region;
import dev.unitstr.internal.memory.WordAccess;
import java.nio.ByteBuffer;

/**
 * Functions of libtvm_ffi, called by a binding: addresses and numbers only, no string and no exception crosses. Every
 * result is the number of the native entry of the same name, negative if it refuses.
 */
public interface ValueCalls {
    /** The status of a call that went well. */
    int DONE = 0;
    /** The status of a call that raised: the error says what. */
    int RAISED = 8;
    /** A library that can't be loaded or is laid out in another way: the text says why. */
    int E_LIBRARY = -9;
    /** No more global functions: the registry is frozen. */
    int E_FROZEN = -10;
    /** Only load the library. */
    int PLAIN = 1;
    /** With {@link #PLAIN}: its symbols are for itself only. */
    int LOCAL = 2;
    /** The bytes that an error has: an object, the slot of an exception, the host of the slot. */
    int ERROR_BYTES = 24;

    /** What native code calls back. */
    interface Dispatch {
        /**
         * Calls a function.
         *
         * @param slot which
         * @param args the address of the arguments, borrowed
         * @param count how many
         * @param result the address of a slot for the owned result
         * @param error the address of an error
         * @return 0 for a result, 1 for an error
         */
        int call(long slot, long args, int count, long result, long error);
    }

    /**
     * A new host.
     *
     * @param dispatch what is called back; never throws
     * @return its number
     */
    int hostNew(Dispatch dispatch);

    /**
     * No more calls back.
     *
     * @param host the number
     * @return a status
     */
    int hostClose(int host);

    /**
     * Slots that nobody has any more.
     *
     * @param host the number
     * @param slots takes them
     * @return how many
     */
    int drainDead(int host, long[] slots);

    /**
     * Loads a library.
     *
     * @param path the path, in UTF-8
     * @param flags 0, {@link #PLAIN}, or that and {@link #LOCAL}
     * @param message takes at index 0 the warnings, or the reason
     * @return the number of the runtime, 0 of none
     */
    int open(byte[] path, int flags, String[] message);

    /**
     * The version.
     *
     * @param runtime the number
     * @return major, minor, patch
     */
    long version(int runtime);

    /**
     * Looks for a global function.
     *
     * @param runtime the number
     * @param name the name, in UTF-8
     * @return its address, with a reference; 0 if there is none
     */
    long function(int runtime, byte[] name);

    /**
     * Makes a function global, or removes the one of this name.
     *
     * @param runtime the number
     * @param name the name, in UTF-8
     * @param function its address; 0 to remove
     * @param override whether it may take the place of another
     * @param error the address of an error
     * @return a status
     */
    int setGlobal(int runtime, byte[] name, long function, boolean override, long error);

    /**
     * No more global functions.
     *
     * @param runtime the number
     * @return a status
     */
    int freeze(int runtime);

    /**
     * Calls a function.
     *
     * @param runtime the number
     * @param function its address
     * @param args the address of the arguments
     * @param count how many
     * @param result the address of the slot for the result
     * @param error the address of an error
     * @return {@link #DONE} or {@link #RAISED}
     */
    int call(int runtime, long function, long args, int count, long result, long error);

    /**
     * A function that calls back.
     *
     * @param runtime the number
     * @param host whose
     * @param slot which
     * @return its address, with a reference
     */
    long functionNew(int runtime, int host, long slot);

    /**
     * An error.
     *
     * @param runtime the number
     * @param host whose exception goes along
     * @param slot which, or 0
     * @param kind UTF-8
     * @param message UTF-8
     * @param backtrace UTF-8
     * @param cause the address of an error, or 0
     * @return its address, with a reference
     */
    long errorNew(int runtime, int host, long slot, byte[] kind, byte[] message, byte[] backtrace, long cause);

    /**
     * A string or a binary.
     *
     * @param code 65 or 66
     * @param bytes its bytes, or null for none
     * @param capacity how many it has room for
     * @return its address, with a reference
     */
    long textNew(int code, byte @org.jspecify.annotations.Nullable [] bytes, long capacity);

    /**
     * One reference more.
     *
     * @param object the address
     */
    void retain(long object);

    /**
     * One reference less.
     *
     * @param object the address
     */
    void release(long object);

    /**
     * An owned copy of a slot.
     *
     * @param view the address of the slot
     * @param slot where the copy goes
     * @return a status
     */
    int own(long view, long slot);

    /**
     * Memory of native code that Java reads and writes itself.
     *
     * @param address where it is
     * @param bytes all of it, little-endian
     * @param region what has it
     * @param offset where it begins in that
     * @param end frees it
     */
    record Block(long address, ByteBuffer bytes, Region region, long offset, Runnable end) {}

    /**
     * New zeroed memory, aligned to 16.
     *
     * @param bytes how much
     * @return the memory; nobody may use it after its end
     * @throws OutOfMemoryError if there is none
     */
    Block allocate(int bytes);

    /**
     * Memory of an object.
     *
     * @param address where it is
     * @param bytes how much of it
     * @return the memory, whose end does nothing; nobody may use it when the object is gone
     */
    Block view(long address, int bytes);

    /**
     * All memory of the process, as this binding reaches it best.
     *
     * @return a region that begins at {@link AddressRegion#LEAST_ADDRESS}, and is {@link WordAccess}
     */
    Region everything();
}
