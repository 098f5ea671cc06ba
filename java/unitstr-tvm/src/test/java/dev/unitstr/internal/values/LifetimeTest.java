package dev.unitstr.internal.values;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Who reads and who ends. */
class LifetimeTest {
    @Test
    void whatIsOwnedGoesWithTheLastReader() {
        AtomicInteger released = new AtomicInteger();
        OwnedLifetime life = new OwnedLifetime("closed", released::incrementAndGet);
        life.enter();
        life.enter();
        life.close();
        assertThrows(IllegalStateException.class, life::enter);
        assertThrows(IllegalStateException.class, life::check);
        life.exit();
        assertEquals(0, released.get());
        life.exit();
        assertEquals(1, released.get());
        life.close();
        assertEquals(1, released.get());
    }

    @Test
    void withoutReadersItGoesAtOnce() {
        AtomicInteger released = new AtomicInteger();
        OwnedLifetime life = new OwnedLifetime("closed", released::incrementAndGet);
        life.enter();
        life.exit();
        life.check();
        life.close();
        assertEquals(1, released.get());
    }

    @Test
    void manyReadersAndOneWhoCloses() throws InterruptedException {
        for (int round = 0; round < 200; round++) {
            AtomicBoolean gone = new AtomicBoolean();
            AtomicInteger readGone = new AtomicInteger();
            OwnedLifetime life = new OwnedLifetime("closed", () -> gone.set(true));
            Runnable read = () -> {
                try {
                    while (true) {
                        life.enter();
                        if (gone.get()) {
                            readGone.incrementAndGet();
                        }
                        life.exit();
                    }
                } catch (IllegalStateException e) {
                    // closed
                }
            };
            Thread[] threads = {new Thread(read), new Thread(read), new Thread(life::close)};
            for (Thread thread : threads) {
                thread.start();
            }
            for (Thread thread : threads) {
                thread.join();
            }
            assertTrue(gone.get());
            assertEquals(0, readGone.get());
        }
    }

    @Test
    void aCallWaitsForOtherThreads() throws InterruptedException {
        CallLifetime life = new CallLifetime(true);
        Thread ender = Thread.currentThread();
        CountDownLatch reads = new CountDownLatch(1);
        AtomicBoolean done = new AtomicBoolean();
        Thread reader = new Thread(() -> {
            life.enter();
            reads.countDown();
            while (!life.isOver() || ender.getState() != Thread.State.TIMED_WAITING) {
                Thread.onSpinWait(); // until end() is seen to wait; one that returns at once finds nothing done
            }
            done.set(true);
            life.exit();
        });
        reader.setDaemon(true);
        reader.start();
        reads.await();
        life.enter(); // its own thread is not waited for: it may have lost its count with its stack
        life.end();
        assertTrue(done.get());
        assertThrows(IllegalStateException.class, life::enter);
        reader.join();
        AtomicBoolean refused = new AtomicBoolean();
        Thread late = new Thread(() -> {
            try {
                life.enter();
            } catch (IllegalStateException e) {
                refused.set(true);
            }
        });
        late.start();
        late.join();
        assertTrue(refused.get());
        assertFalse(done.get() && !life.isOver());
    }
}
