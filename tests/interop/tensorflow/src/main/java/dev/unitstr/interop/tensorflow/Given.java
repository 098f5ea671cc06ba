package dev.unitstr.interop.tensorflow;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** A tensor that TensorFlow was given, and what becomes of the memory behind it. */
final class Given {
    /** Something that may fail. */
    interface Action {
        Action NOTHING = () -> {};

        void run() throws Throwable;
    }

    private static final Map<Long, Given> LENT = new ConcurrentHashMap<>();
    private static final AtomicLong TAGS = new AtomicLong();
    private static final MemorySegment DEALLOCATOR = deallocator();

    private final Action returned;
    private final Action end;
    private final boolean lent;
    private volatile int returns;
    private volatile Throwable failure;

    /** The tensor. Whoever asked for it deletes it. */
    private MemorySegment tensor;

    private Given(boolean lent, Action returned, Action end) {
        this.lent = lent;
        this.returned = returned;
        this.end = end;
    }

    /**
     * Lends memory to TensorFlow as a tensor.
     *
     * @param returned what to do when TensorFlow is done with the tensor; its outputs may still view the memory
     * @param end what to do when all outputs are gone as well
     */
    static Given lend(TensorFlow tf, long count, MemorySegment memory, Action returned, Action end) throws Throwable {
        Given given = new Given(true, returned, end);
        long tag = TAGS.incrementAndGet();
        LENT.put(tag, given);
        given.tensor = tf.newStrings(count, memory, DEALLOCATOR, tag);
        return given;
    }

    /** A tensor in TensorFlow's own memory, which TensorFlow frees. */
    static Given owned(MemorySegment tensor) {
        Given given = new Given(false, Action.NOTHING, Action.NOTHING);
        given.tensor = tensor;
        return given;
    }

    MemorySegment tensor() {
        return tensor;
    }

    /** Call it when the tensor and all outputs have been deleted: it fails if TensorFlow has not given back the memory. */
    void end() throws Throwable {
        if (failure != null) {
            throw failure;
        }
        if (returns != (lent ? 1 : 0)) {
            throw new AssertionError("TensorFlow gave the memory back " + returns + " times");
        }
        end.run();
    }

    private static MemorySegment deallocator() {
        try {
            return Functions.pointerTo(
                    MethodHandles.lookup()
                            .findStatic(
                                    Given.class,
                                    "deallocate",
                                    MethodType.methodType(
                                            void.class, MemorySegment.class, long.class, MemorySegment.class)),
                    FunctionDescriptor.ofVoid(ADDRESS, JAVA_LONG, ADDRESS));
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    /** TensorFlow calls it. An exception would end the JVM, so {@link #end} throws it. */
    @SuppressWarnings("unused")
    private static void deallocate(MemorySegment data, long bytes, MemorySegment tag) {
        Given given = LENT.remove(tag.address());
        try {
            given.returns++;
            given.returned.run();
        } catch (Throwable e) {
            given.failure = e;
        }
    }
}
