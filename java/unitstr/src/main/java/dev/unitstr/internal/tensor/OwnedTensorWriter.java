package dev.unitstr.internal.tensor;

import dev.unitstr.internal.memory.ArrayRegion;
import dev.unitstr.internal.text.BufferTexts;
import dev.unitstr.tensor.TensorLayout;
import dev.unitstr.tensor.TensorLayout.ViewAbi;

/**
 * Writes elements whose strings are not in the tensor's memory: LARGE, each in a block of the C heap, and VIEW of
 * memory that an owner keeps alive. If writing fails, the allocated memory is freed and all elements become empty.
 */
final class OwnedTensorWriter {
    private final TensorPlan plan;
    private final TensorMemory memory;
    private final long offset;

    OwnedTensorWriter(TensorPlan plan, TensorMemory memory, long offset) {
        this.plan = plan;
        this.memory = memory;
        this.offset = offset;
    }

    /** Writes strings that fit into their elements, and the others to separate blocks. */
    void writeLarge() {
        // Every element is emptied first, so none is a VIEW, and the version does not matter.
        TensorLayout layout = plan.layout.withViewAbi(ViewAbi.UP_TO_2_20);
        RegionMutableTensor elements = RegionMutableTensor.of(
                new TensorMemory(memory.region().part(offset, plan.table), memory.strings()), plan.count, layout);
        elements.emptied();
        try {
            for (int first = 0; first < plan.count; ) {
                int n = plan.piece(first);
                long[] ends = new long[n];
                int bytes = 0;
                for (int i = 0; i < n; i++) {
                    bytes = Math.addExact(bytes, plan.sizes[first + i]);
                    ends[i] = bytes;
                }
                byte[] strings = new byte[bytes];
                plan.source.write(first, n, new ArrayRegion(strings), 0, bytes);
                elements.copy(first, strings, ends);
                first += n;
            }
        } catch (RuntimeException | Error e) {
            undo(e, () -> {
                elements.deallocAll();
                elements.emptied();
            });
            throw e;
        }
    }

    /**
     * Writes strings that fit into their elements, and the others as views, each with a reference to the common owner.
     */
    void writeViews() {
        long bytes = 0;
        long views = 0;
        for (int i = 0; i < plan.count; i++) {
            if (!plan.isInside(i)) {
                bytes += plan.sizes[i];
                views++;
            }
        }
        if (views == 0) {
            new TensorWriter(plan, memory, offset, new TensorWriter.Data(memory, offset, 0, 0)).write();
            return;
        }
        // allocated now, because it may fail during cleanup
        byte[] none = new byte
                [Math.min(plan.count, Elements.MOST) * plan.layout.format().elementBytes()];
        RegionOwner owner = new RegionOwner(memory.binding(), bytes);
        long counted = 0;
        try {
            owner.count(views);
            counted = views;
            TensorMemory shown = new TensorMemory(BufferTexts.region(owner.memory()), memory.strings());
            // The owner's memory has no table: its first byte is the first string.
            long address = owner.memory().address() - plan.table;
            TensorWriter.Data data = new TensorWriter.Data(shown, -plan.table, address, owner.ownerAddress());
            new TensorWriter(plan, memory, offset, data).write();
        } catch (RuntimeException | Error e) {
            long kept = counted;
            undo(e, () -> {
                if (kept > 0) {
                    empty(none); // otherwise views would refer to freed memory
                    owner.count(-kept);
                }
            });
            owner.close();
            throw e;
        }
        owner.close(); // the views keep the memory alive
    }

    /**
     * Makes all elements empty. Uses a plain write, because not every binding can change elements in all kinds of
     * memory.
     */
    private void empty(byte[] none) {
        try {
            for (long at = 0; at < plan.table; at += none.length) {
                memory.write(none, (int) Math.min(none.length, plan.table - at), offset + at);
            }
        } catch (IllegalStateException e) {
            // The memory was closed concurrently, and the views in it with it.
        }
    }

    private static void undo(Throwable e, Runnable step) {
        try {
            step.run();
        } catch (RuntimeException | Error again) {
            e.addSuppressed(again);
        }
    }
}
