package dev.unitstr.tensor;

import dev.unitstr.NativeMemory;
import dev.unitstr.internal.tensor.RegionOwner;

/**
 * Reference-counted native memory for elements of kind {@link StringKind#VIEW}, as supported since TensorFlow 2.21. The
 * memory is freed when this handle is closed and the last view of it is released, whichever happens later, by the
 * thread that does it. TensorFlow counts its views in the same way.
 *
 * <pre>{@code
 * try (StringOwner owner = StringOwner.allocate(1 << 20)) {
 *     owner.write(0, bytes);
 *     strings.assignView(7, owner, 0, bytes.length);
 * } // the view keeps it
 * }</pre>
 *
 * <p>Safe for use by several threads at a time. If a handle is never closed, its memory is never freed.
 *
 * <p>This interface is not intended to be implemented by user code.
 *
 * @since 0.1.0
 */
public interface StringOwner extends AutoCloseable {
    /**
     * Allocates zeroed memory. This handle is the only reference to it.
     *
     * @param bytes the size of the memory in bytes
     * @return the owner
     * @throws IllegalArgumentException if {@code bytes < 0}
     * @throws OutOfMemoryError if the memory cannot be allocated
     * @throws UnsupportedOperationException if only the plain Java binding is available, or the native library is too
     *     old; the message names what is missing
     */
    static StringOwner allocate(long bytes) {
        return RegionOwner.allocate(bytes);
    }

    /**
     * Returns the memory.
     *
     * @return the memory, valid as long as there are references
     */
    NativeMemory memory();

    /**
     * Returns the address of the owner object, a {@code TStringOwnerCApi} of TensorFlow.
     *
     * @return the address, which is stored in the last 8 bytes of each view
     */
    long ownerAddress();

    /**
     * Returns the number of references: this handle and the views. Other threads may change the number at any time.
     *
     * @return the number of references
     * @throws IllegalStateException if this handle is closed
     */
    long references();

    /**
     * Copies bytes into the memory. No other thread may read the target range at the same time.
     *
     * @param offset the start of the target range in bytes
     * @param bytes the bytes to write
     * @throws NullPointerException if {@code bytes} is null
     * @throws IndexOutOfBoundsException if {@code offset < 0} or {@code offset > memory().byteSize() - bytes.length}
     * @throws IllegalStateException if this handle is closed
     */
    void write(long offset, byte[] bytes);

    /** Releases this handle's reference. Closing again has no effect. */
    @Override
    void close();
}
