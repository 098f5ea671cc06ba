package dev.unitstr.internal.columns;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * An array that another library exported, and its lifetime: {@link #close} releases it, or else the last thread that was
 * reading it then. The lifetimes of {@code unitstr-tvm} do the same for values.
 */
final class ImportedArray implements AutoCloseable {
    private static final int OVER = Integer.MIN_VALUE;

    private final ArrowMemory memory;
    /** This library's memory for the struct. */
    private final ArrowMemory.Block struct;
    /** The number of readers, and {@link #OVER}. */
    private final AtomicInteger readers = new AtomicInteger();

    /**
     * Takes over an array.
     *
     * @param struct the struct, which the exporter or {@link ArrowMemory#copy} wrote there
     */
    ImportedArray(ArrowMemory memory, ArrowMemory.Block struct) {
        this.memory = memory;
        this.struct = struct;
    }

    /**
     * Reads the array, which no other thread releases meanwhile.
     *
     * @throws IllegalStateException if it was closed
     */
    <T> T read(Supplier<T> reader) {
        enter();
        try {
            return reader.get();
        } finally {
            if (readers.decrementAndGet() == OVER) {
                release();
            }
        }
    }

    private void enter() {
        int now;
        do {
            now = readers.get();
            if (now < 0) {
                throw new IllegalStateException("the Arrow array of this column is closed");
            }
        } while (!readers.compareAndSet(now, now + 1));
    }

    @Override
    public void close() {
        int before = readers.getAndUpdate(now -> now | OVER);
        if (before == 0) {
            release();
        }
    }

    private void release() {
        try (struct) {
            memory.release(struct.address(), ArrowMemory.RELEASE);
        }
    }
}
