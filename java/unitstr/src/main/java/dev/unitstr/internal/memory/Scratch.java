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
 * Arrays that an operation borrows, so that it need not allocate any.
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
 * <p>A platform thread keeps two of them, one for the operation and one for the binding that it calls, until the
 * garbage collector wants them; those of the threads that asked last, a few for each processor, stay. Virtual threads
 * take theirs from a pool, of a few for each processor too. Whoever finds none free gets a temporary one. The arrays
 * start at 4 Ki elements, double on demand, and are kept up to the size that one {@linkplain #CHUNK_BYTES chunk}
 * needs; larger ones live only until {@link #release()}.
 *
 * <p>Never hold one while calling the code of others ({@link Appendable}, {@link CharSequence}, their {@code Charset},
 * their allocators): it may call unitstr, or never return. The arrays keep old text until it is overwritten or cleared
 * by {@link #clear()}.
 */
public final class Scratch {
    /** The most bytes of encoded text, or of two-byte chars, that one call of a binding takes in. */
    public static final int CHUNK_BYTES = 64 * 1024;
    /** The most texts that one call of a binding takes in. */
    public static final int BATCH_TEXTS = 1024;
    /** How many bytes a byte array has beyond what was asked for: native code may store whole vectors. */
    public static final int BYTE_SLACK = 128;
    /** How many chars a char array has beyond what was asked for. */
    public static final int CHAR_SLACK = 64;

    private static final int LEAST = 4 * 1024;
    private static final int MOST = CHUNK_BYTES;
    private static final int FEW_TEXTS = 64;
    private static final byte[] NO_BYTES = {};
    private static final char[] NO_CHARS = {};
    private static final long[] NO_LONGS = {};
    /** Not the number of a thread; that of all threads where they can't be asked for one that is theirs alone. */
    private static final long NO_THREAD = -1;

    private static final MethodHandle IS_VIRTUAL = ofThread("isVirtual", boolean.class, false);
    private static final MethodHandle THREAD_ID = ofThread("threadId", long.class, NO_THREAD);

    /**
     * Weak, because a thread outlives a class loader: a strong reference from the thread to an object of a class of
     * ours would keep our loader, and all that it loaded, until the thread ends.
     */
    private static final ThreadLocal<@Nullable Reference<Scratch>> LOCAL = new ThreadLocal<>();

    /**
     * Those of the platform threads that asked last, by the lower bits of the thread's number: a look here is half of the
     * instructions and of the dependent loads that {@link #LOCAL} takes. Threads write it without any order; but each
     * takes only what has its own number, which no other thread has or ever will have, so nobody finds there what
     * another uses. Whoever loses a place to another finds its scratch in {@link #LOCAL}.
     */
    private static final @Nullable Scratch[] LATEST = new Scratch[places()];

    /** A slot is null while its scratch is in use. */
    private static final AtomicReferenceArray<@Nullable Scratch> POOL =
            new AtomicReferenceArray<>(4 * Runtime.getRuntime().availableProcessors());
    /** How many slots to look at, to take one and to give one back. */
    private static final int PROBES = 4;

    private static final int NO_SLOT = -1;

    /** Where in the pool to look first. */
    private final int slot;

    private final @Nullable Scratch inner;
    /** The number of the only thread that uses it, or {@link #NO_THREAD}. Final, so that whoever sees this sees it. */
    private final long owner;

    private byte[] bytes = NO_BYTES;
    private @Nullable ArrayRegion region;
    private char[] chars = NO_CHARS;
    private long[] spans = NO_LONGS;
    private long[] results = NO_LONGS;
    private @Nullable OffHeap offHeap;
    /** Whether somebody will use it again: native memory of one that nobody does would wait for the garbage collector. */
    private boolean kept;

    private boolean inUse;

    private Scratch(int slot, @Nullable Scratch inner, long owner) {
        this.slot = slot;
        this.inner = inner;
        this.owner = owner;
    }

    /**
     * Borrows a scratch.
     *
     * @return one that nobody else uses until {@link #release()}
     */
    public static Scratch acquire() {
        long thread = threadId(Thread.currentThread());
        Scratch scratch = LATEST[place(thread)];
        if (scratch == null || scratch.owner != thread || scratch.inUse) {
            return find(thread);
        }
        scratch.inUse = true;
        return scratch;
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
     * An array for bytes. Asking again gives up what the last one held.
     *
     * @param n how many
     * @return at least {@code n} + {@link #BYTE_SLACK} bytes, of any content
     */
    public byte[] bytes(int n) {
        byte[] array = bytes;
        return array.length - BYTE_SLACK >= n ? array : moreBytes(n);
    }

    /**
     * The array that {@link #bytes} gave last, as a region that lives as long as the array.
     *
     * @return the same region each time, until {@link #bytes} gives another array that is kept
     */
    public ArrayRegion region() {
        ArrayRegion region = this.region;
        return region != null && region.array() == bytes ? region : (this.region = new ArrayRegion(bytes));
    }

    /**
     * An array for chars. Asking again gives up what the last one held.
     *
     * @param n how many
     * @return at least {@code n} + {@link #CHAR_SLACK} chars, of any content
     */
    public char[] chars(int n) {
        char[] array = chars;
        return array.length - CHAR_SLACK >= n ? array : moreChars(n);
    }

    /**
     * An array for what a batch is told of its texts.
     *
     * @param texts how many, at most {@link #BATCH_TEXTS}
     * @return two longs for each at least, of any content
     */
    public long[] spans(int texts) {
        long[] array = spans;
        return array.length >= 2 * texts ? array : (spans = new long[2 * moreTexts(texts)]);
    }

    /**
     * An array for what a batch says of its texts.
     *
     * @param texts how many, at most {@link #BATCH_TEXTS}
     * @return a long for each at least, of any content
     */
    public long[] results(int texts) {
        long[] array = results;
        return array.length >= texts ? array : (results = new long[moreTexts(texts)]);
    }

    /**
     * Native memory, allocated when it is first asked for.
     *
     * @return the same each time; null if there is none to have, and from a temporary scratch
     */
    public @Nullable OffHeap offHeap() {
        OffHeap memory = offHeap;
        return memory != null || !kept ? memory : (offHeap = OffHeap.allocate());
    }

    private static int moreTexts(int texts) {
        return texts <= FEW_TEXTS ? FEW_TEXTS : BATCH_TEXTS;
    }

    /** Gives the arrays back; the borrower must not use them afterwards. */
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
     * Overwrites the arrays that the current thread keeps, and those of the pool that are not in use, with zeros.
     * Arrays of other platform threads, and temporary ones that the garbage collector has not overwritten yet, stay.
     */
    public static void clear() {
        if (!isVirtual(Thread.currentThread())) {
            for (Scratch scratch = local(); scratch != null; scratch = scratch.inner) {
                scratch.fill();
            }
        }
        for (int i = 0; i < POOL.length(); i++) {
            Scratch scratch = POOL.getAndSet(i, null);
            if (scratch != null) {
                scratch.fill();
                scratch.release();
            }
        }
    }

    private void fill() {
        Arrays.fill(bytes, (byte) 0);
        Arrays.fill(chars, (char) 0);
        if (offHeap != null) {
            offHeap.clear();
        }
    }

    private byte[] moreBytes(int n) {
        if (n > MOST) {
            return new byte[n + BYTE_SLACK];
        }
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
            scratch = new Scratch(NO_SLOT, inner, threadId(Thread.currentThread()));
            scratch.kept = true;
            LOCAL.set(new WeakReference<>(scratch));
        }
        return scratch;
    }

    private static Scratch temporary() {
        return new Scratch(NO_SLOT, null, NO_THREAD);
    }

    private static Scratch pooled() {
        int slots = POOL.length();
        int slot = (int) Long.remainderUnsigned(Thread.currentThread().getId(), slots);
        for (int i = 0; i < PROBES; i++) {
            Scratch scratch = POOL.getAndSet((slot + i) % slots, null);
            if (scratch != null) {
                return scratch;
            }
        }
        return new Scratch(slot, null, NO_THREAD);
    }

    /** A power of two: 8 to 16 for each processor. */
    private static int places() {
        return Integer.highestOneBit(16 * Runtime.getRuntime().availableProcessors());
    }

    private static int place(long thread) {
        return (int) thread & (LATEST.length - 1);
    }

    /** {@code Thread.threadId}, not {@code getId}, which a subclass may answer as it likes. */
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

    /** A method of {@code Thread} that JDK 17 lacks, or what stands for its result. */
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
