package dev.unitstr.interop.tensorflow;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BOOLEAN;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * An owner of views as TensorFlow 2.21 has them, that counts what TensorFlow does: {@code ref}, {@code unref} and a
 * pointer that is the owner's. Good for a test only: code that is not Java may drop a view when there is no JVM anymore.
 */
final class CountingOwner {
    private static final Map<Long, CountingOwner> OWNERS = new ConcurrentHashMap<>();
    private static final MemorySegment REF =
            upcall("ref", MethodType.methodType(void.class, MemorySegment.class), FunctionDescriptor.ofVoid(ADDRESS));
    private static final MemorySegment UNREF = upcall(
            "unref",
            MethodType.methodType(boolean.class, MemorySegment.class),
            FunctionDescriptor.of(JAVA_BOOLEAN, ADDRESS));

    private final MemorySegment structure = Functions.malloc(24);
    private final MemorySegment memory;
    private final AtomicLong count;
    private final AtomicLong refs = new AtomicLong();
    private final AtomicLong unrefs = new AtomicLong();

    /** An owner of memory that is referred to so many times already. */
    CountingOwner(MemorySegment memory, long references) throws Throwable {
        this.memory = memory;
        count = new AtomicLong(references);
        structure.set(ADDRESS, 0, REF);
        structure.set(ADDRESS, 8, UNREF);
        structure.set(JAVA_LONG, 16, 0);
        OWNERS.put(structure.address(), this);
    }

    long address() {
        return structure.address();
    }

    long refs() {
        return refs.get();
    }

    long unrefs() {
        return unrefs.get();
    }

    /** Drops references that are not TensorFlow's. After the last one the memory says something else. */
    boolean drop(long references) {
        long left = count.addAndGet(-references);
        if (left == 0) {
            memory.fill((byte) 0xdd);
        }
        return left == 0;
    }

    /** Frees all. Fails if someone still holds a reference, or dropped one too many. */
    void end() throws Throwable {
        if (count.get() != 0 || refs.get() != unrefs.get()) {
            throw new AssertionError(
                    count + " references left, TensorFlow called ref " + refs + " times, unref " + unrefs);
        }
        OWNERS.remove(structure.address());
        Functions.free(structure);
        Functions.free(memory);
    }

    private static MemorySegment upcall(String name, MethodType type, FunctionDescriptor descriptor) {
        try {
            return Functions.pointerTo(MethodHandles.lookup().findStatic(CountingOwner.class, name, type), descriptor);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    @SuppressWarnings("unused")
    private static void ref(MemorySegment self) {
        CountingOwner owner = OWNERS.get(self.address());
        owner.refs.incrementAndGet();
        owner.count.incrementAndGet();
    }

    @SuppressWarnings("unused")
    private static boolean unref(MemorySegment self) {
        CountingOwner owner = OWNERS.get(self.address());
        owner.unrefs.incrementAndGet();
        return owner.drop(1);
    }
}
