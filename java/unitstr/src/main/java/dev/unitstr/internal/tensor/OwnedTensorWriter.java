package dev.unitstr.internal.tensor;

import dev.unitstr.internal.binding.Binding;
import dev.unitstr.internal.memory.AddressRegion;
import dev.unitstr.internal.text.RegionStrings;
import dev.unitstr.tensor.TensorLayout;
import dev.unitstr.tensor.TensorLayout.Format;
import dev.unitstr.tensor.TensorLayout.ViewAbi;
import java.nio.ByteOrder;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Writes elements whose strings are not in the tensor's memory: LARGE, each in a block of the C heap, and VIEW of
 * memory that an owner keeps alive. If writing fails, the allocated memory is freed and all elements become empty.
 */
final class OwnedTensorWriter {
    private static final int ELEMENT = Format.TF24.elementBytes();
    private static final int VIEW_TYPE = 3;

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
        RegionMutableTensor strings = elements();
        strings.emptied();
        try {
            for (int first = 0; first < plan.count; ) {
                int n = piece(first);
                long[] ends = new long[n];
                int bytes = 0;
                for (int i = 0; i < n; i++) {
                    bytes = Math.addExact(bytes, plan.sizes[first + i]);
                    ends[i] = bytes;
                }
                byte[] texts = new byte[bytes];
                plan.source.write(first, n, texts, bytes);
                strings.copy(first, n, texts, bytes, ends);
                first += n;
            }
        } catch (RuntimeException | Error e) {
            undo(e, () -> {
                strings.deallocAll();
                strings.emptied();
            });
            throw e;
        }
    }

    /**
     * Writes strings that fit into their elements, and the others as views, each with a reference to the common owner.
     */
    void writeViews() {
        int small = plan.layout.smallCapacity();
        long data = 0;
        long views = 0;
        for (int size : plan.sizes) {
            if (size > small) {
                data += size;
                views++;
            }
        }
        if (views == 0) {
            writeTable(null, 0);
            return;
        }
        // allocated now, because it may fail during cleanup
        byte[] none = new byte[Math.min(plan.count, Elements.MOST) * ELEMENT];
        RegionOwner owner = RegionOwner.allocate(memory.binding(), data);
        long counted = 0;
        try {
            owner.count(views);
            counted = views;
            writeTable(
                    new TensorMemory(new AddressRegion(owner.address(), data), memory.strings()), owner.ownerAddress());
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

    /** Writes the elements, and the text of the views to the owner's memory. */
    private void writeTable(@Nullable TensorMemory shown, long owner) {
        int small = plan.layout.smallCapacity();
        boolean big = plan.layout.order() == ByteOrder.BIG_ENDIAN;
        long data = 0;
        for (int first = 0; first < plan.count; ) {
            int n = piece(first);
            int bytes = 0;
            for (int i = 0; i < n; i++) {
                bytes = Math.addExact(bytes, plan.sizes[first + i]);
            }
            byte[] texts = new byte[bytes];
            plan.source.write(first, n, texts, bytes);
            byte[] raw = new byte[n * ELEMENT];
            int from = 0;
            int to = 0; // long texts move to the front of the array
            for (int i = 0; i < n; i++) {
                int size = plan.sizes[first + i];
                int at = i * ELEMENT;
                if (size <= small) {
                    raw[at] = (byte) (size << 2);
                    System.arraycopy(texts, from, raw, at + 1, size);
                } else {
                    long word = Numbers.encodeSize(size, VIEW_TYPE, Long.SIZE, big);
                    long address = Objects.requireNonNull(shown).region().address() + data + to;
                    Numbers.putWord(raw, at, 0, plan.layout, word);
                    Numbers.putWord(raw, at, 1, plan.layout, address);
                    Numbers.putWord(raw, at, 2, plan.layout, owner);
                    System.arraycopy(texts, from, texts, to, size);
                    to += size;
                }
                from += size;
            }
            if (to > 0) {
                Objects.requireNonNull(shown).write(texts, to, data);
            }
            memory.write(raw, raw.length, offset + (long) first * ELEMENT);
            data += to;
            first += n;
        }
    }

    /**
     * Makes all elements empty. Uses a plain write, because not every binding can change elements in all kinds of
     * memory.
     */
    private void empty(byte[] none) {
        try {
            for (int first = 0; first < plan.count; first += Elements.MOST) {
                int n = Math.min(plan.count - first, Elements.MOST);
                memory.write(none, n * ELEMENT, offset + (long) first * ELEMENT);
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

    private RegionMutableTensor elements() {
        RegionStrings strings = memory.strings();
        // Every element is emptied first, so none is a VIEW, and the version does not matter.
        TensorLayout layout = plan.layout.withViewAbi(ViewAbi.UP_TO_2_20);
        return RegionMutableTensor.of(strings, memory.region().part(offset, plan.table), plan.count, layout);
    }

    /** Returns how many strings have at most {@link Binding#CHUNK_BYTES} together; at least one. */
    private int piece(int first) {
        int n = 0;
        long bytes = 0;
        while (first + n < plan.count && n < Elements.MOST) {
            bytes += plan.sizes[first + n];
            if (n > 0 && bytes > Binding.CHUNK_BYTES) {
                break;
            }
            n++;
        }
        return n;
    }
}
