package dev.unitstr.internal.tensor;

import dev.unitstr.NativeMemory;
import dev.unitstr.internal.binding.Binding;
import dev.unitstr.internal.binding.Bindings;
import dev.unitstr.internal.binding.Packed;
import dev.unitstr.internal.binding.TensorCalls;
import dev.unitstr.internal.binding.TextErrors;
import dev.unitstr.internal.text.BufferTexts;
import dev.unitstr.internal.text.Checks;
import dev.unitstr.internal.text.RawBytes;
import dev.unitstr.internal.text.RegionStrings;
import dev.unitstr.tensor.StringOwner;
import java.util.Objects;

/** Memory for views, which native code allocates and reference-counts. */
public final class RegionOwner implements StringOwner {
    private final Binding binding;
    private final long owner;
    private final NativeMemory memory;
    private boolean closed;

    RegionOwner(Binding binding, long bytes) {
        this.binding = binding;
        long[] results = new long[TensorCalls.OWNER_LONGS];
        long status = Bindings.tensorCalls(binding).newOwner(bytes, results);
        if (status == Packed.REFUSED) {
            throw new OutOfMemoryError("no memory for the " + bytes + " bytes of an owner");
        }
        if (status != Packed.DONE) {
            throw TextErrors.unexpected(binding, status);
        }
        this.owner = results[0];
        this.memory = NativeMemory.of(results[1], bytes);
    }

    /**
     * Implements {@link StringOwner#allocate}.
     *
     * @param bytes the size of the memory in bytes
     * @return a new owner
     */
    public static RegionOwner allocate(long bytes) {
        Checks.notNegative("bytes", bytes);
        return new RegionOwner(RegionStrings.chosen().binding(), bytes);
    }

    @Override
    public NativeMemory memory() {
        return memory;
    }

    @Override
    public long ownerAddress() {
        return owner;
    }

    @Override
    public synchronized long references() {
        checkOpen();
        return count(0);
    }

    @Override
    public synchronized void write(long offset, byte[] source) {
        checkRange(offset, Objects.requireNonNull(source, "bytes").length);
        checkOpen();
        RawBytes.write(binding, source, source.length, BufferTexts.region(memory), offset);
    }

    void checkRange(long offset, long bytes) {
        if ((offset | bytes) < 0 || offset > memory.byteSize() - bytes) {
            throw new IndexOutOfBoundsException("offset is " + offset + ": from there, " + bytes
                    + " bytes are not within the owner's memory, which has " + memory.byteSize() + " bytes");
        }
    }

    /** Runs an action while this handle keeps the memory alive. */
    synchronized void whileOpen(Runnable action) {
        checkOpen();
        action.run();
    }

    /** Adds {@code change} references for views; removes references if negative. */
    synchronized long count(long change) {
        long references = Bindings.tensorCalls(binding).references(owner, change);
        if (references < 0) {
            throw TextErrors.unexpected(binding, references);
        }
        return references;
    }

    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            count(-1);
        }
    }

    private void checkOpen() {
        if (closed) {
            throw new IllegalStateException("the owner is closed");
        }
    }
}
