package dev.unitstr.internal.memory;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.unitstr.internal.binding.Binding;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class ScratchTest {
    @Test
    void isTheSameTheNextTime() {
        Scratch first = Scratch.acquire();
        byte[] bytes = first.bytes(100);
        char[] chars = first.chars(100);
        first.release();
        Scratch second = Scratch.acquire();
        try {
            assertSame(bytes, second.bytes(4096));
            assertSame(chars, second.chars(1));
        } finally {
            second.release();
        }
    }

    @Test
    void nestsAndThenTwoOfThemAreKept() {
        Set<Object> arrays = Collections.newSetFromMap(new IdentityHashMap<>());
        Scratch[] nested = {Scratch.acquire(), Scratch.acquire(), Scratch.acquire(), Scratch.acquire()};
        for (Scratch scratch : nested) {
            assertTrue(arrays.add(scratch.bytes(10)));
            assertTrue(arrays.add(scratch.chars(10)));
        }
        for (int i = nested.length - 1; i >= 0; i--) {
            nested[i].release();
        }
        Scratch one = Scratch.acquire();
        Scratch two = Scratch.acquire();
        byte[] first = one.bytes(1);
        byte[] second = two.bytes(1);
        two.release();
        one.release();
        one = Scratch.acquire();
        two = Scratch.acquire();
        assertSame(first, one.bytes(1));
        assertSame(second, two.bytes(1));
        two.release();
        one.release();
    }

    /** A temporary scratch has none: it would lie there until the garbage collector comes. */
    @Test
    void nativeMemoryIsKeptForTwoThatAreNested() {
        Scratch one = Scratch.acquire();
        Scratch two = Scratch.acquire();
        Scratch three = Scratch.acquire();
        OffHeap first = one.offHeap();
        OffHeap second = two.offHeap();
        assertNotNull(first);
        assertNotNull(second);
        assertNotSame(first, second);
        assertNull(three.offHeap());
        three.release();
        two.release();
        one.release();
        one = Scratch.acquire();
        try {
            assertSame(first, one.offHeap());
            assertSame(first, one.offHeap());
        } finally {
            one.release();
        }
    }

    @Test
    void nativeMemoryHoldsCharsAndBytesAndIsCleared() {
        Scratch scratch = Scratch.acquire();
        OffHeap memory = scratch.offHeap();
        scratch.release();
        assertNotNull(memory);
        ByteBuffer all = memory.buffer();
        assertTrue(all.isDirect());
        assertEquals(0, all.alignmentOffset(0, 8));
        assertEquals(OffHeap.ROOM, all.capacity());
        char[] chars = new char[OffHeap.MOST];
        for (int i = 0; i < chars.length; i++) {
            chars[i] = (char) (0xD800 + i);
        }
        memory.putChars(chars, chars.length);
        char[] back = new char[OffHeap.MOST];
        memory.getChars(back, back.length);
        assertArrayEquals(chars, back);
        int half = OffHeap.ROOM / 3 * 2; // where native code puts bytes
        all.put(half, (byte) 1).put(half + OffHeap.MOST - 1, (byte) 2);
        byte[] bytes = new byte[OffHeap.MOST];
        memory.getLatin1(bytes, bytes.length);
        assertEquals(1, bytes[0]);
        assertEquals(2, bytes[bytes.length - 1]);
        assertThrows(IndexOutOfBoundsException.class, () -> memory.putChars(chars, chars.length + 1));
        assertThrows(IndexOutOfBoundsException.class, () -> memory.getLatin1(bytes, bytes.length + 1));
        Scratch.clear();
        for (int i = 0; i < OffHeap.ROOM; i++) {
            assertEquals(0, all.get(i));
        }
    }

    /** After wrong guesses the pauses grow, and after right ones they shrink. */
    @Test
    void guessesAreRareWhereMostAreWrong() {
        Scratch scratch = Scratch.acquire();
        try {
            pause(scratch); // what other tests have guessed
            for (int i = 0; i < 20; i++) {
                scratch.guessed(true);
            }
            for (int pause : new int[] {32, 64, 128, 256}) {
                assertTrue(scratch.mayGuess());
                scratch.guessed(false);
                assertEquals(pause, pause(scratch));
            }
            scratch.guessed(true);
            scratch.guessed(false);
            assertEquals(256, pause(scratch));
            for (int i = 0; i < 20; i++) {
                scratch.guessed(false);
                pause(scratch);
            }
            scratch.guessed(false);
            assertEquals(64 * 1024, pause(scratch));
            for (int i = 0; i < 20; i++) {
                scratch.guessed(true);
            }
            scratch.guessed(false);
            assertEquals(32, pause(scratch));
        } finally {
            scratch.release();
        }
    }

    private static int pause(Scratch scratch) {
        int texts = 0;
        while (!scratch.mayGuess()) {
            texts++;
        }
        return texts;
    }

    @Test
    void keepsWhatBatchesNeed() {
        Scratch scratch = Scratch.acquire();
        try {
            for (int texts : new int[] {0, 1, 64, 65, Binding.BATCH_TEXTS}) {
                assertTrue(scratch.spans(texts).length >= 2 * texts);
                assertTrue(scratch.results(texts).length >= texts);
            }
            assertEquals(2 * Binding.BATCH_TEXTS, scratch.spans(1).length);
            assertSame(scratch.spans(1), scratch.spans(Binding.BATCH_TEXTS));
            assertSame(scratch.results(1), scratch.results(Binding.BATCH_TEXTS));
            assertNotSame(scratch.spans(1), scratch.results(1));
        } finally {
            scratch.release();
        }
    }

    @Test
    void growsAndKeepsNoMoreThanAChunk() {
        Scratch scratch = Scratch.acquire();
        try {
            for (int n : new int[] {0, 1, 4096, 4097, 10_000, Binding.CHUNK_BYTES}) {
                assertTrue(scratch.bytes(n).length >= n + Scratch.BYTE_SLACK);
                assertTrue(scratch.chars(n).length >= n + Scratch.CHAR_SLACK);
            }
            byte[] chunk = scratch.bytes(Binding.CHUNK_BYTES);
            assertEquals(Binding.CHUNK_BYTES + Scratch.BYTE_SLACK, chunk.length);
            assertEquals(Binding.CHUNK_BYTES + Scratch.CHAR_SLACK, scratch.chars(Binding.CHUNK_BYTES).length);
            byte[] larger = scratch.bytes(Binding.CHUNK_BYTES + 1);
            assertTrue(larger.length > Binding.CHUNK_BYTES);
            assertNotSame(larger, scratch.bytes(Binding.CHUNK_BYTES + 1));
            assertSame(chunk, scratch.bytes(Binding.CHUNK_BYTES));
        } finally {
            scratch.release();
        }
    }

    @Test
    void forgetsWhenTold() {
        Scratch outer = Scratch.acquire();
        Scratch inner = Scratch.acquire();
        inner.bytes(10)[3] = 7;
        outer.bytes(10)[3] = 7;
        outer.chars(10)[3] = 'x';
        inner.release();
        outer.release();
        Scratch.clear();
        outer = Scratch.acquire();
        inner = Scratch.acquire();
        assertEquals(0, outer.bytes(10)[3]);
        assertEquals(0, outer.chars(10)[3]);
        assertEquals(0, inner.bytes(10)[3]);
        inner.release();
        outer.release();
    }

    @Test
    void isNotSharedByThreads() throws InterruptedException {
        Scratch mine = Scratch.acquire();
        byte[] bytes = mine.bytes(1);
        AtomicReference<Object> theirs = new AtomicReference<>();
        Thread thread = new Thread(() -> {
            Scratch scratch = Scratch.acquire();
            theirs.set(scratch.bytes(1));
            scratch.release();
        });
        thread.start();
        thread.join();
        mine.release();
        assertNotSame(bytes, theirs.get());
    }

    /** More threads than scratches of the latest are remembered, and some that lie about their number. */
    @Test
    void isTheThreadsOwnHoweverManyThereAre() throws Exception {
        int threads = 40 * Runtime.getRuntime().availableProcessors();
        int rounds = 50;
        CyclicBarrier barrier = new CyclicBarrier(threads);
        Set<Object> all = Collections.synchronizedSet(Collections.newSetFromMap(new IdentityHashMap<>()));
        AtomicReference<Throwable> failure = new AtomicReference<>();
        Thread[] started = new Thread[threads];
        for (int i = 0; i < threads; i++) {
            Runnable task = () -> {
                try {
                    barrier.await();
                    Scratch first = Scratch.acquire();
                    byte[] bytes = first.bytes(10);
                    assertTrue(all.add(bytes), "another thread's");
                    first.release();
                    for (int round = 0; round < rounds; round++) {
                        barrier.await();
                        Scratch scratch = Scratch.acquire();
                        Scratch inner = Scratch.acquire();
                        assertSame(bytes, scratch.bytes(10));
                        assertNotSame(bytes, inner.bytes(10));
                        inner.release();
                        scratch.release();
                    }
                    Reference.reachabilityFence(first); // or the garbage collector may have it
                } catch (Throwable e) {
                    failure.set(e);
                    barrier.reset(); // nobody waits for this thread
                }
            };
            started[i] = i % 2 == 0 ? new Thread(task) : new LyingThread(task);
            started[i].start();
        }
        for (Thread thread : started) {
            thread.join();
        }
        if (failure.get() != null) {
            throw new AssertionError(failure.get());
        }
    }

    private static final class LyingThread extends Thread {
        LyingThread(Runnable task) {
            super(task);
        }

        @Override
        @Deprecated
        public long getId() {
            return 1;
        }
    }

    /** One after the other, so that each finds what those before it gave back. */
    @Test
    void virtualThreadsShareAPool() throws Throwable {
        Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        int threads = 500;
        for (int i = 0; i < threads; i++) {
            start(() -> {
                        Scratch outer = Scratch.acquire();
                        Scratch inner = Scratch.acquire();
                        seen.add(outer.bytes(1));
                        seen.add(inner.bytes(1));
                        inner.release();
                        outer.release();
                    })
                    .join();
        }
        int most = Runtime.version().feature() < 21
                ? 2 * threads // which are ordinary ones, and have their own
                : 8 * Runtime.getRuntime().availableProcessors();
        assertTrue(seen.size() <= most, () -> seen.size() + " of " + most);
    }

    /** Virtual threads, or ordinary ones on JDKs without. */
    @Test
    void noTwoThreadsHoldTheSame() throws Throwable {
        AtomicReference<Throwable> failure = new AtomicReference<>();
        Set<Object> inUse = Collections.synchronizedSet(Collections.newSetFromMap(new IdentityHashMap<>()));
        Thread[] threads = new Thread[Runtime.version().feature() < 21 ? 2_000 : 10_000];
        for (int i = 0; i < threads.length; i++) {
            boolean yields = i % 100 == 0;
            threads[i] = start(() -> {
                try {
                    Scratch outer = Scratch.acquire();
                    Scratch inner = Scratch.acquire();
                    Object[] arrays = {outer.bytes(9), outer.chars(9), inner.bytes(9), inner.chars(9)};
                    for (Object array : arrays) {
                        assertTrue(inUse.add(array), "held twice");
                    }
                    if (yields) {
                        Thread.yield();
                    }
                    for (Object array : arrays) {
                        inUse.remove(array);
                    }
                    inner.release();
                    outer.release();
                } catch (Throwable e) {
                    failure.set(e);
                }
            });
        }
        for (Thread thread : threads) {
            thread.join();
        }
        if (failure.get() != null) {
            throw failure.get();
        }
        Scratch.clear();
    }

    /** A thread that used unitstr outlives the application that brought it. */
    @Test
    void doesNotKeepItsClassLoader() throws Exception {
        WeakReference<ClassLoader> loader = used();
        for (int i = 0; i < 6000 && loader.get() != null; i++) { // a minute: only a leak takes as long
            System.gc();
            Thread.sleep(10);
        }
        assertNull(loader.get());
    }

    private static WeakReference<ClassLoader> used() throws Exception {
        URL classes = Scratch.class.getProtectionDomain().getCodeSource().getLocation();
        // No parent: the JDK's other loaders know the module that is being tested.
        try (URLClassLoader loader = new URLClassLoader(new URL[] {classes}, null)) {
            Class<?> other = loader.loadClass(Scratch.class.getName());
            assertNotSame(Scratch.class, other);
            Object scratch = other.getMethod("acquire").invoke(null);
            other.getMethod("bytes", int.class).invoke(scratch, 100);
            other.getMethod("release").invoke(scratch);
            return new WeakReference<>(loader);
        }
    }

    private static Thread start(Runnable task) throws Throwable {
        if (Runtime.version().feature() < 21) {
            Thread thread = new Thread(task);
            thread.start();
            return thread;
        }
        return (Thread) MethodHandles.publicLookup()
                .findStatic(Thread.class, "startVirtualThread", MethodType.methodType(Thread.class, Runnable.class))
                .invoke(task);
    }
}
