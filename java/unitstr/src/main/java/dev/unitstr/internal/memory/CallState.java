package dev.unitstr.internal.memory;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Native memory and variables for one call of a native function that takes or returns text. A scratch keeps it
 * for the next call. Unlike a scratch, it may be held while user code runs: a native function may call back into Java,
 * which may call a native function. Each of these calls has a state of its own.
 *
 * <p>It refers only to objects of the JDK. The scratches of a parent class loader therefore do not keep the classes of
 * {@code unitstr-ffm} in memory, which a child may have loaded.
 *
 * @param <S> the type of a memory segment, which Java 17 lacks
 */
public final class CallState<S> {
    /** The size of the memory, in bytes. */
    public static final int BYTES = 8 * 1024;
    /** The distance of the places at which texts start, in bytes: a multiple of every unit size. */
    public static final int STEP = 64;

    /** The number of nested calls whose states a thread keeps, and of slots that a virtual thread tries for a state. */
    static final int MOST_CALLS = 8;

    private static final int FEW_PLACES = 8;

    /**
     * The states that no call of a virtual thread uses. They are not kept in the scratches of the pool, because a thread
     * often returns a state while it would get another scratch than the one that had the state.
     */
    private static final AtomicReferenceArray<@Nullable CallState<?>> STATES =
            new AtomicReferenceArray<>(MOST_CALLS * Runtime.getRuntime().availableProcessors());

    private final ByteBuffer memory = ByteBuffer.allocateDirect(BYTES);
    private final Object[] slices = new Object[BYTES / STEP];
    private Object[] pointers = new Object[FEW_PLACES];
    private long[] lengths = new long[FEW_PLACES];
    private int top;
    private @Nullable AutoCloseable arena;

    /** Whether virtual threads share it; otherwise it belongs to one platform thread. */
    private final boolean shared;
    /** The ID of that thread, if it is known. Final, so that a thread that sees this object sees the ID. */
    final long owner;

    private boolean inUse;

    /** Another state of the same platform thread, created before this one. */
    @Nullable
    CallState<?> outer;

    /** Creates a state for virtual threads. */
    private CallState() {
        this.shared = true;
        this.owner = -1; // the ID of no thread
    }

    /** Creates a state for a platform thread. */
    CallState(long owner) {
        this.shared = false;
        this.owner = owner;
    }

    boolean isFree() {
        return !inUse;
    }

    void occupy() {
        inUse = true;
    }

    /** Ends the call. The caller must not use the state afterwards. */
    public void end() {
        top = 0;
        inUse = false;
        if (shared) {
            keep();
        }
    }

    /** Returns a state for a call of a virtual thread. */
    static CallState<?> shared() {
        int slot = firstSlot();
        for (int i = 0; i < MOST_CALLS; i++) {
            CallState<?> state = STATES.getAndSet((slot + i) % STATES.length(), null);
            if (state != null) {
                return state;
            }
        }
        return new CallState<>();
    }

    /** Keeps this state for the next call of a virtual thread. */
    private void keep() {
        int slot = firstSlot();
        for (int i = 0; i < MOST_CALLS; i++) {
            if (STATES.compareAndSet((slot + i) % STATES.length(), null, this)) {
                return;
            }
        }
    }

    /** Returns the first slot that the current thread tries. */
    private static int firstSlot() {
        return (int) Long.remainderUnsigned(Thread.currentThread().getId(), STATES.length());
    }

    /**
     * Returns the native memory.
     *
     * @return a direct buffer
     */
    public ByteBuffer memory() {
        return memory;
    }

    /**
     * Returns the memory from the first free byte to the end.
     *
     * @return the segment; null if it has not been created, or if nothing is free
     */
    @SuppressWarnings("unchecked")
    public @Nullable S free() {
        return top < slices.length ? (S) slices[top] : null;
    }

    /**
     * Sets what {@link #free} returns whenever as many bytes are free as now.
     *
     * @param slice the segment
     */
    public void setFree(S slice) {
        slices[top] = slice;
    }

    /**
     * Returns the number of free bytes.
     *
     * @return the number, a multiple of {@link #STEP}
     */
    public int freeBytes() {
        return BYTES - top * STEP;
    }

    /**
     * Marks bytes as used until {@link #end}.
     *
     * @param bytes the number, at most {@link #freeBytes}
     */
    public void use(long bytes) {
        top += (int) ((bytes + STEP - 1) / STEP);
    }

    /**
     * Sets the pointer and the length of a text.
     *
     * @param place the number of the text
     * @param pointer the pointer
     * @param length the length
     */
    public void set(int place, S pointer, long length) {
        if (place >= lengths.length) {
            pointers = Arrays.copyOf(pointers, 2 * place);
            lengths = Arrays.copyOf(lengths, 2 * place);
        }
        if (pointers[place] != pointer) { // usually the same: a store may cost a memory barrier of the collector
            pointers[place] = pointer;
        }
        lengths[place] = length;
    }

    /**
     * Returns the pointer of a text.
     *
     * @param place the number of the text, which has been set
     * @return the pointer
     */
    @SuppressWarnings("unchecked")
    public S pointer(int place) {
        return (S) pointers[place];
    }

    /**
     * Returns the length of a text.
     *
     * @param place the number of the text, which has been set
     * @return the length
     */
    public long length(int place) {
        return lengths[place];
    }

    /**
     * Returns the arena of the texts that do not fit.
     *
     * @return the arena, or null
     */
    public @Nullable AutoCloseable arena() {
        return arena;
    }

    /**
     * Sets the arena.
     *
     * @param arena the arena, or null
     */
    public void setArena(@Nullable AutoCloseable arena) {
        this.arena = arena;
    }

    /** Overwrites the memory of the states that no call of a virtual thread uses with zeros. */
    static void clearShared() {
        for (int i = 0; i < STATES.length(); i++) {
            CallState<?> state = STATES.getAndSet(i, null);
            if (state != null) {
                state.clear();
                STATES.compareAndSet(i, null, state);
            }
        }
    }

    /** Overwrites the memory with zeros, unless a call uses it. */
    void clear() {
        for (int i = 0; i < BYTES && !inUse; i += Long.BYTES) {
            memory.putLong(i, 0);
        }
    }
}
