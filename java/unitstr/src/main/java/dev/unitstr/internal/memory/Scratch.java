package dev.unitstr.internal.memory;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Reusable arrays that an operation borrows instead of allocating its own.
 *
 * <pre>{@code
 * Scratch scratch = Scratch.acquire();
 * try {
 *     byte[] latin1 = scratch.bytes(n);
 *     ...
 * } finally {
 *     scratch.release();
 * }
 * }</pre>
 *
 * <p>A platform thread keeps two scratches, one for the operation and one for the binding that it calls. They are
 * weakly reachable; only those of the threads that borrowed last, a few for each processor, are kept from the garbage
 * collector. Virtual threads share a pool of a few scratches for each processor. If no scratch is free, the borrower
 * gets a temporary one. The arrays start at 4 Ki elements, double on demand, and are kept up to the size that one
 * {@linkplain #CHUNK_BYTES chunk} requires; larger arrays are dropped by {@link #release()}.
 *
 * <p>Never hold a scratch while calling user code ({@link Appendable}, {@link CharSequence}, {@code Charset},
 * allocators): it may call unitstr, or never return. A {@link CallState} may be held during such a call, because each
 * nested call gets another one. The arrays keep old text until it is overwritten or cleared by {@link #clear()}.
 */
public final class Scratch {
    /** The maximum size of the input of one call of a binding: encoded text, or two-byte chars, in bytes. */
    public static final int CHUNK_BYTES = 64 * 1024;
    /** The maximum number of texts in one call of a binding. */
    public static final int BATCH_TEXTS = 1024;
    /** The number of bytes that a byte array has beyond the requested length: native code may store whole vectors. */
    public static final int BYTE_SLACK = 128;
    /** The number of chars that a char array has beyond the requested length. */
    public static final int CHAR_SLACK = OffHeap.SLACK;

    private static final int LEAST = 4 * 1024;
    private static final int MOST = CHUNK_BYTES;
    private static final int FEW_TEXTS = 64;
    private static final byte[] NO_BYTES = {};
    private static final char[] NO_CHARS = {};
    private static final long[] NO_LONGS = {};
    /** Sentinel: the thread ID is unknown, because this JDK (17) has no method that returns a unique one. */
    private static final long NO_THREAD = -1;

    private static final MethodHandle IS_VIRTUAL = ofThread("isVirtual", boolean.class, false);
    private static final MethodHandle THREAD_ID = ofThread("threadId", long.class, NO_THREAD);

    /**
     * Weak, because a thread may outlive the class loader of this class: a strong reference from the thread to a
     * scratch would keep the loader and all its classes alive until the thread ends.
     */
    private static final ThreadLocal<@Nullable Reference<Scratch>> LOCAL = new ThreadLocal<>();

    /**
     * A cache of the scratches of the platform threads that borrowed last, indexed by the lower bits of the thread ID:
     * a lookup takes half of the instructions and dependent loads of {@link #LOCAL}. Threads write it without
     * synchronization. This is safe because a thread uses only an entry with its own ID, which no other thread ever
     * has. A thread whose entry was replaced finds its scratch in {@link #LOCAL}.
     */
    private static final @Nullable Scratch[] LATEST = new Scratch[places()];

    /**
     * The scratch of the platform thread that allocated one last: many programs convert text in one thread. It saves the
     * lookup in {@link #LATEST}, whose loads depend on each other: 3 of 16 ns for 5 chars of ASCII. Written without
     * synchronization, as {@link #LATEST}.
     */
    private static @Nullable Scratch newest;

    /**
     * The state of the calls of the platform thread that allocated one last, which saves borrowing a scratch to find it.
     * Written without synchronization, as {@link #LATEST}.
     */
    private static @Nullable CallState<?> newestCall;

    /** A slot is null while its scratch is in use. */
    private static final AtomicReferenceArray<@Nullable Scratch> POOL =
            new AtomicReferenceArray<>(4 * Runtime.getRuntime().availableProcessors());
    /** The number of slots to try when a scratch is taken or returned. */
    private static final int PROBES = 4;

    private static final int SHORTEST_PAUSE = 32;
    private static final int LONGEST_PAUSE = 64 * 1024;

    private static final int NO_SLOT = -1;

    /** The first slot of the pool to try. */
    private final int slot;

    private final @Nullable Scratch inner;
    /**
     * The ID of the only thread that uses this scratch, or {@link #NO_THREAD}. Final, so that a thread that sees this
     * object sees the ID.
     */
    private final long owner;
    /** The thread that {@link #owner} would identify, if it is unknown; null if no single thread uses this scratch. */
    private final @Nullable WeakReference<Thread> ownerThread;

    private byte[] bytes = NO_BYTES;
    private char[] chars = NO_CHARS;
    /** What a binding has made of the array {@link #bytes} and wants to use again. */
    private @Nullable Object bytesView;

    private long[] spans = NO_LONGS;
    private long[] results = NO_LONGS;
    private @Nullable OffHeap offHeap;
    /** The states of the calls of a platform thread, in use or not, the last created first. */
    private @Nullable CallState<?> call;
    /**
     * Whether the scratch will be reused. A temporary one allocates no native memory, which only the garbage collector
     * would free.
     */
    private boolean kept;

    private boolean inUse;

    /** The length of the next pause, in texts. */
    private int pause = SHORTEST_PAUSE;
    /** The rest of the current pause, in texts. */
    private int rest;

    private Scratch(int slot, @Nullable Scratch inner, @Nullable Thread owner) {
        this.slot = slot;
        this.inner = inner;
        this.owner = owner == null ? NO_THREAD : threadId(owner);
        this.ownerThread = owner == null || this.owner != NO_THREAD ? null : new WeakReference<>(owner);
    }

    /**
     * Borrows a scratch.
     *
     * @return a scratch that no other code uses until {@link #release()}
     */
    public static Scratch acquire() {
        Thread current = Thread.currentThread();
        long thread = threadId(current);
        Scratch scratch = newest;
        if (scratch == null || !scratch.isOf(current, thread)) {
            scratch = LATEST[place(thread)];
            if (scratch == null || !scratch.isOf(current, thread)) {
                return find(thread);
            }
        }
        if (scratch.inUse) {
            scratch = scratch.inner;
            if (scratch == null || scratch.inUse) {
                return find(thread);
            }
        }
        scratch.inUse = true;
        return scratch;
    }

    /** Tests whether only the current thread uses this scratch. */
    private boolean isOf(Thread current, long thread) {
        return thread != NO_THREAD ? owner == thread : ownerThread != null && ownerThread.refersTo(current);
    }

    private static Scratch find(long thread) {
        if (isVirtual(Thread.currentThread())) {
            return pooled();
        }
        Scratch scratch = local();
        if (thread != NO_THREAD) {
            LATEST[place(thread)] = scratch;
        }
        if (scratch.inUse) {
            Scratch inner = scratch.inner;
            scratch = inner == null || inner.inUse ? temporary() : inner;
        }
        scratch.inUse = true;
        return scratch;
    }

    /**
     * Returns an array for bytes. Its content is lost with the next call.
     *
     * @param n the required length
     * @return at least {@code n} + {@link #BYTE_SLACK} bytes, of any content
     */
    public byte[] bytes(int n) {
        byte[] array = bytes;
        return array.length - BYTE_SLACK >= n ? array : moreBytes(n);
    }

    /**
     * Returns what {@link #keepView} has kept with the array of {@link #bytes}.
     *
     * @return the object; null if the array is new or nothing has been kept
     */
    public @Nullable Object bytesView() {
        return bytesView;
    }

    /**
     * Keeps an object with the array that {@link #bytes} returned last, for at most {@link #CHUNK_BYTES} bytes. A larger
     * array is not kept, so nothing can be kept with it.
     *
     * @param view the object, such as a segment over that array
     */
    public void keepView(Object view) {
        bytesView = view;
    }

    /**
     * Returns an array for chars. Its content is lost with the next call.
     *
     * @param n the required length
     * @return at least {@code n} + {@link #CHAR_SLACK} chars, of any content
     */
    public char[] chars(int n) {
        char[] array = chars;
        return array.length - CHAR_SLACK >= n ? array : moreChars(n);
    }

    /**
     * Returns an array for the places of the texts of a batch.
     *
     * @param texts the number of texts, at most {@link #BATCH_TEXTS}
     * @return at least two longs for each text, of any content
     */
    public long[] spans(int texts) {
        long[] array = spans;
        return array.length >= 2 * texts ? array : (spans = new long[2 * moreTexts(texts)]);
    }

    /**
     * Returns an array for the results of the texts of a batch.
     *
     * @param texts the number of texts, at most {@link #BATCH_TEXTS}
     * @return at least one long for each text, of any content
     */
    public long[] results(int texts) {
        long[] array = results;
        return array.length >= texts ? array : (results = new long[moreTexts(texts)]);
    }

    /**
     * Returns native memory, which is allocated by the first call.
     *
     * @return the same memory each time; null if the allocation failed or the scratch is temporary
     */
    public @Nullable OffHeap offHeap() {
        OffHeap memory = offHeap;
        return memory != null || !kept ? memory : (offHeap = OffHeap.allocate());
    }

    /**
     * Returns a state for a call that may run user code. The caller must not hold a scratch during that call.
     *
     * @return a state that no other call uses until {@link CallState#end}
     */
    public static CallState<?> beginCall() {
        CallState<?> newest = newestCall;
        if (newest != null && newest.owner == threadId(Thread.currentThread()) && newest.isFree()) {
            newest.occupy();
            return newest;
        }
        return findCall();
    }

    private static CallState<?> findCall() {
        Scratch scratch = acquire();
        try {
            CallState<?> state = scratch.call;
            if (scratch.slot != NO_SLOT) {
                return CallState.shared();
            }
            int calls = 0;
            while (state != null && !state.isFree()) {
                state = state.outer;
                calls++;
            }
            if (state == null) {
                state = new CallState<>(threadId(Thread.currentThread()));
                if (calls < CallState.MOST_CALLS) {
                    state.outer = scratch.call;
                    scratch.call = state;
                }
                if (calls == 0 && state.owner != NO_THREAD) {
                    newestCall = state;
                }
            }
            state.occupy();
            return state;
        } finally {
            scratch.release();
        }
    }

    /**
     * Counts a text, and tells whether to guess that it is of the usual kind. If so, {@link #guessed} must follow. A wrong
     * guess begins a pause without guesses. The first pause is 32 texts long. Each wrong guess doubles the length of the
     * next one, up to 64 Ki, and each right guess halves it.
     *
     * @return whether to guess
     */
    public boolean mayGuess() {
        if (rest == 0) {
            return true;
        }
        rest--;
        return false;
    }

    /**
     * Tests whether there is a pause, and counts no text.
     *
     * @return whether {@link #mayGuess} would return false
     */
    public boolean pauses() {
        return rest != 0;
    }

    /**
     * Records whether a guess was right.
     *
     * @param right whether the text was of the usual kind
     */
    public void guessed(boolean right) {
        if (!right) {
            rest = pause;
            pause = Math.min(2 * pause, LONGEST_PAUSE);
        } else if (pause > SHORTEST_PAUSE) {
            pause /= 2;
        }
    }

    private static int moreTexts(int texts) {
        return texts <= FEW_TEXTS ? FEW_TEXTS : BATCH_TEXTS;
    }

    /** Returns the arrays. The borrower must not use them afterwards. */
    public void release() {
        inUse = false;
        if (slot != NO_SLOT) {
            kept = true;
            for (int i = 0; i < PROBES; i++) {
                if (POOL.compareAndSet((slot + i) % POOL.length(), null, this)) {
                    break;
                }
            }
        }
    }

    /**
     * Overwrites the arrays that the current thread keeps, and those of the pool that are not in use, with zeros. Does
     * not overwrite arrays of other platform threads, or temporary arrays that the garbage collector has not reclaimed.
     */
    public static void clear() {
        if (!isVirtual(Thread.currentThread())) {
            for (Scratch scratch = local(); scratch != null; scratch = scratch.inner) {
                scratch.fill();
            }
            CallState<?> newest = newestCall; // its scratch may have been reclaimed
            if (newest != null && newest.owner == threadId(Thread.currentThread())) {
                newest.clear();
            }
        }
        for (int i = 0; i < POOL.length(); i++) {
            Scratch scratch = POOL.getAndSet(i, null);
            if (scratch != null) {
                scratch.fill();
                scratch.release();
            }
        }
        CallState.clearShared();
    }

    private void fill() {
        Arrays.fill(bytes, (byte) 0);
        Arrays.fill(chars, (char) 0);
        if (offHeap != null) {
            offHeap.clear();
        }
        for (CallState<?> state = call; state != null; state = state.outer) {
            state.clear();
        }
    }

    private byte[] moreBytes(int n) {
        if (n > MOST) {
            return new byte[n + BYTE_SLACK];
        }
        bytesView = null;
        return bytes = new byte[kept(n) + BYTE_SLACK];
    }

    private char[] moreChars(int n) {
        if (n > MOST) {
            return new char[n + CHAR_SLACK];
        }
        return chars = new char[kept(n) + CHAR_SLACK];
    }

    private static int kept(int n) {
        int size = LEAST;
        while (size < n) {
            size *= 2;
        }
        return size;
    }

    private static Scratch local() {
        Reference<Scratch> reference = LOCAL.get();
        Scratch scratch = reference == null ? null : reference.get();
        if (scratch == null) {
            Scratch inner = temporary();
            inner.kept = true;
            scratch = new Scratch(NO_SLOT, inner, Thread.currentThread());
            scratch.kept = true;
            LOCAL.set(new WeakReference<>(scratch));
            newest = scratch;
        }
        return scratch;
    }

    private static Scratch temporary() {
        return new Scratch(NO_SLOT, null, null);
    }

    private static Scratch pooled() {
        int slots = POOL.length();
        int slot = (int) Long.remainderUnsigned(Thread.currentThread().getId(), slots); // the first to try
        for (int i = 0; i < PROBES; i++) {
            Scratch scratch = POOL.getAndSet((slot + i) % slots, null);
            if (scratch != null) {
                return scratch;
            }
        }
        return new Scratch(slot, null, null);
    }

    /** Returns the number of places: a power of two, 8 to 16 for each processor. */
    private static int places() {
        return Integer.highestOneBit(16 * Runtime.getRuntime().availableProcessors());
    }

    private static int place(long thread) {
        return (int) thread & (LATEST.length - 1);
    }

    /** Calls {@code Thread.threadId}, not {@code getId}, which a subclass may override. */
    private static long threadId(Thread thread) {
        try {
            return (long) THREAD_ID.invokeExact(thread);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    private static boolean isVirtual(Thread thread) {
        try {
            return (boolean) IS_VIRTUAL.invokeExact(thread);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    /** Returns a method of {@code Thread} that JDK 17 lacks, or a constant in place of its result. */
    private static MethodHandle ofThread(String name, Class<?> type, Object without) {
        try {
            return MethodHandles.publicLookup().findVirtual(Thread.class, name, MethodType.methodType(type));
        } catch (NoSuchMethodException e) {
            return MethodHandles.dropArguments(MethodHandles.constant(type, without), 0, Thread.class);
        } catch (IllegalAccessException e) {
            throw new AssertionError(e);
        }
    }
}
