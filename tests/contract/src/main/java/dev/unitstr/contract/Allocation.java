package dev.unitstr.contract;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** Measures the allocation of code on the heap. */
public final class Allocation {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private Allocation() {}

    /** Runs it and counts the bytes that this thread allocates. */
    public static long bytes(Runnable code) {
        long id = Thread.currentThread().getId();
        long before = THREADS.getThreadAllocatedBytes(id);
        code.run();
        return THREADS.getThreadAllocatedBytes(id) - before;
    }
}
