package dev.unitstr.internal.binding;

import dev.unitstr.internal.memory.AddressRegion;
import dev.unitstr.internal.memory.Region;
import dev.unitstr.internal.memory.WordAccess;
import java.lang.ref.Cleaner;
import java.nio.ByteBuffer;

/**
 * Functions of libtvm_ffi that a binding calls. Arguments and results are addresses, numbers and byte arrays; strings
 * and exceptions do not cross the border to native code. Each result is that of the native entry of the same name; a
 * negative one is an error.
 */
public interface ValueCalls {
    /** The status of a successful call. */
    int DONE = 0;
    /** The status of a call that failed; the error gives the reason. */
    int RAISED = 8;
    /** The library cannot be loaded or has an incompatible layout; the message gives the reason. */
    int E_LIBRARY = -9;
    /** The registry is frozen: global functions cannot be changed. */
    int E_FROZEN = -10;
    /** Flag: only load the library. */
    int PLAIN = 1;
    /** Flag, with {@link #PLAIN}: do not make the symbols of the library available to other libraries. */
    int LOCAL = 2;

    /** The receiver of callbacks from native code. */
    interface Dispatch {
        /** An outcome: no result, and no error. HotSpot returns it to native code, too, if an exception is pending. */
        long FAILED = 0;
        /** An outcome: the error is stored. */
        long RAISED = 1;
        /** An outcome: the result is stored. */
        long STORED = 2;
        /** The bit of an outcome that contains the result. */
        int INLINE = 0x80;

        /**
         * Calls a function.
         *
         * <p>A result that fits is returned in the outcome, which spares JNI a call to store it: its type code in bits 0
         * to 3, its length in bits 4 to 6, {@link #INLINE}, and its word in the other bits, signed.
         *
         * @param slot the slot of the function
         * @param args the address of the arguments, which are borrowed
         * @param count the number of arguments
         * @param first the first word of argument 0; 0 if there is none
         * @param second the second word of argument 0; 0 if there is none
         * @param result the address of the slot for the result, which the caller then owns
         * @param error the address for an error
         * @return an outcome
         */
        long call(long slot, long args, int count, long first, long second, long result, long error);

        /**
         * Returns the first word of the result in an outcome.
         *
         * @param outcome an outcome with {@link #INLINE}
         * @return the type code and the length
         */
        static long first(long outcome) {
            return outcome & 0xF | (outcome >>> 4 & 7) << 32;
        }

        /**
         * Returns the second word of the result in an outcome.
         *
         * @param outcome an outcome with {@link #INLINE}
         * @return the word
         */
        static long second(long outcome) {
            return outcome >> 8;
        }
    }

    /**
     * Creates the host of this binding. Call it once.
     *
     * @param dispatch the receiver of callbacks; must not throw
     * @return the number of the host
     */
    int hostNew(Dispatch dispatch);

    /**
     * Ends the callbacks to a host.
     *
     * @param host the number of the host
     * @return a status
     */
    int hostClose(int host);

    /**
     * Collects slots that are no longer in use.
     *
     * @param host the number of the host
     * @param slots receives the slots
     * @return the number of slots
     */
    int drainDead(int host, long[] slots);

    /**
     * Loads a library.
     *
     * @param path the path, in UTF-8
     * @param flags 0, {@link #PLAIN}, or that and {@link #LOCAL}
     * @param message receives at index 0 the warnings, or the reason for a failure
     * @return the number of the runtime; 0 with {@link #PLAIN}
     */
    int open(byte[] path, int flags, String[] message);

    /**
     * Returns the version of a runtime.
     *
     * @param runtime the number of the runtime
     * @return major, minor, patch
     */
    long version(int runtime);

    /**
     * Finds a global function.
     *
     * @param runtime the number of the runtime
     * @param name the name, in UTF-8
     * @return the address of the function, with a new reference; 0 if there is none
     */
    long function(int runtime, byte[] name);

    /**
     * Registers a global function, or removes the one of this name.
     *
     * @param runtime the number of the runtime
     * @param name the name, in UTF-8
     * @param function the address of the function; 0 to remove
     * @param override whether to replace an existing function of this name
     * @param error the address for an error
     * @return a status
     */
    int setGlobal(int runtime, byte[] name, long function, boolean override, long error);

    /**
     * Freezes the registry of global functions.
     *
     * @param runtime the number of the runtime
     * @return a status
     */
    int freeze(int runtime);

    /**
     * Calls a function.
     *
     * @param runtime the number of the runtime
     * @param function the address of the function
     * @param args the address of the arguments
     * @param count the number of arguments
     * @param result the address of the slot for the result
     * @param error the address for an error
     * @return {@link #DONE} or {@link #RAISED}
     */
    int call(int runtime, long function, long args, int count, long result, long error);

    /**
     * Creates a function that calls back into Java.
     *
     * @param runtime the number of the runtime
     * @param host the number of the host
     * @param slot the slot of the function
     * @return the address of the function, with a new reference
     */
    long functionNew(int runtime, int host, long slot);

    /**
     * Creates an error.
     *
     * @param runtime the number of the runtime
     * @param host the number of the host that holds the exception
     * @param slot the slot of the exception, or 0
     * @param kind the kind, in UTF-8
     * @param message the message, in UTF-8
     * @param backtrace the backtrace, in UTF-8
     * @return the address of the error, with a new reference
     */
    long errorNew(int runtime, int host, long slot, byte[] kind, byte[] message, byte[] backtrace);

    /**
     * Creates a string or a binary object.
     *
     * @param code the type code: 65 for a string, 66 for a binary
     * @param bytes the contents; null for none
     * @param capacity the capacity in bytes
     * @return the address of the object, with a new reference
     */
    long textNew(int code, byte @org.jspecify.annotations.Nullable [] bytes, long capacity);

    /**
     * Adds a reference to an object.
     *
     * @param object the address of the object
     */
    void retain(long object);

    /**
     * Removes a reference to an object.
     *
     * @param object the address of the object
     */
    void release(long object);

    /**
     * Copies a slot; the copy owns its value.
     *
     * @param view the address of the slot
     * @param slot the address for the copy
     * @return a status
     */
    int own(long view, long slot);

    /**
     * Native memory that Java reads and writes itself.
     *
     * @param address the address of the first byte
     * @param bytes the whole memory, little-endian
     * @param region the region that contains the memory
     * @param offset the offset of the memory in the region, in bytes
     * @param end frees the memory
     */
    record Block(long address, ByteBuffer bytes, Region region, long offset, Runnable end) {}

    /**
     * Allocates zeroed memory, aligned to 16 bytes.
     *
     * @param bytes the size in bytes
     * @return the memory; it must not be used after its {@code end} ran
     * @throws OutOfMemoryError if there is not enough memory
     */
    Block allocate(int bytes);

    /**
     * Returns a view of the memory of an object.
     *
     * @param address the address of the first byte
     * @param bytes the size in bytes
     * @return the memory, whose {@code end} does nothing; it must not be used after the object is freed
     */
    Block view(long address, int bytes);

    /**
     * Returns a buffer over memory that is held as long as the buffer or anything made from it is reachable.
     *
     * @param address the address of the first byte
     * @param bytes the size in bytes
     * @param end runs once after that; must not refer to the buffer
     * @param cleaner runs {@code end}, if this binding has no other way
     * @return the buffer, little-endian
     */
    default ByteBuffer lease(long address, int bytes, Runnable end, Cleaner cleaner) {
        ByteBuffer buffer = view(address, bytes).bytes(); // its slices and duplicates refer to it
        cleaner.register(buffer, end);
        return buffer;
    }

    /**
     * Returns a region of all memory of the process, with the fastest access of this binding.
     *
     * @return a region that starts at {@link AddressRegion#LEAST_ADDRESS} and implements {@link WordAccess}
     */
    Region everything();
}
