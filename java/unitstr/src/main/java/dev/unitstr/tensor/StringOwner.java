package dev.unitstr.tensor;

import dev.unitstr.internal.tensor.RegionOwner;

/**
 * Native memory that elements of kind {@link StringKind#VIEW} keep, since TensorFlow 2.21: it is freed when the last view
 * of it is gone and this handle was closed, whichever comes later, by whichever thread that happens on. TensorFlow counts
 * its views as we do ours.
 *
 * <pre>{@code
 * try (StringOwner owner = StringOwner.allocate(1 << 20)) {
 *     owner.write(0, bytes);
 *     strings.assignView(7, owner, 0, bytes.length);
 * } // the view keeps it
 * }</pre>
 *
 * <p>May be used by several threads at once. A handle that is never closed keeps the memory. Not to be
 * implemented by others.
 *
 * @since 0.1.0
 */
public interface StringOwner extends AutoCloseable {
    /**
     * New memory, all zero, with this handle as the only reference.
     *
     * @param bytes how much
     * @return the owner
     * @throws IllegalArgumentException if {@code bytes < 0}
     * @throws OutOfMemoryError if there is no memory
     * @throws UnsupportedOperationException if only plain Java is left, or the native library is older than this; the
     *     message says what is missing
     */
    static StringOwner allocate(long bytes) {
        return RegionOwner.allocate(bytes);
    }

    /**
     * Where the memory starts.
     *
     * @return its address, good as long as there are references
     */
    long address();

    /**
     * How much memory there is.
     *
     * @return bytes
     */
    long byteSize();

    /**
     * The address of the owner itself, a {@code TStringOwnerCApi} of TensorFlow.
     *
     * @return what stands in the last 8 bytes of each view
     */
    long ownerAddress();

    /**
     * How many references there are: this handle and the views. Other threads may change that at any time.
     *
     * @return how many
     * @throws IllegalStateException if this handle was closed
     */
    long references();

    /**
     * Copies bytes into the memory. Nobody may be reading them meanwhile.
     *
     * @param offset where to start, in bytes
     * @param bytes what to write
     * @throws NullPointerException if {@code bytes} is null
     * @throws IndexOutOfBoundsException if there is not so much room from {@code offset} on
     * @throws IllegalStateException if this handle was closed
     */
    void write(long offset, byte[] bytes);

    /** Gives up this handle's reference, once. */
    @Override
    void close();
}
