package dev.unitstr.internal.tensor;

import dev.unitstr.internal.binding.Binding;
import dev.unitstr.internal.binding.Packed;
import dev.unitstr.internal.binding.TensorOptions;
import dev.unitstr.internal.binding.TextErrors;
import dev.unitstr.tensor.StringKind;
import dev.unitstr.tensor.TensorLayout.Format;

/**
 * Writes elements by native code. Each call writes the entries of up to {@link Binding#BATCH_TEXTS} elements, and also
 * their texts, unless the texts are long and contiguous: those are encoded directly into the memory.
 */
final class NativeElements {
    /** The mean text size, in bytes, from which a separate write costs less than copying the texts once more. */
    private static final int STRAIGHT = 256;

    private final TensorPlan plan;
    private final TensorMemory memory;
    private final long offset;
    private final int format;
    private final byte[] options;
    private final long[] ends;
    private final long[] positions;
    private byte[] texts = {};

    /**
     * Prepares to write a tensor.
     *
     * @param plan a plan of kind OFFSET, VIEW without an owner, or PLAIN
     * @param memory the target memory
     * @param offset the start of the tensor in the memory, in bytes
     */
    NativeElements(TensorPlan plan, TensorMemory memory, long offset) {
        this.plan = plan;
        this.memory = memory;
        this.offset = offset;
        this.format = plan.layout.format().ordinal() + 1;
        this.options = TensorReader.options(plan.layout, plan.count);
        if (plan.kind == StringKind.VIEW) {
            TensorOptions.setInt(options, TensorOptions.FORM, TensorOptions.FORM_VIEWS);
            TensorOptions.setLong(
                    options, TensorOptions.ADDRESS, memory.region().address() + offset);
        }
        int most = Math.min(plan.count, Elements.MOST);
        this.ends = new long[most];
        this.positions = new long[most];
    }

    /**
     * Writes all elements.
     *
     * @return true if the elements were written; false if nothing was written, because native code is missing or cannot
     *     access this memory
     */
    boolean write() {
        long position = plan.table;
        int first = 0;
        do {
            int n = piece(first);
            int bytes = putEnds(first, n);
            boolean straight = bytes > (long) STRAIGHT * n && inOrder(first, n);
            byte[] source = straight ? null : gather(first, n, bytes);
            long packed = memory.binding()
                    .putTensor(
                            options,
                            memory.region(),
                            offset + TensorOptions.tableStart(format, first),
                            memory.region(),
                            offset + position,
                            plan.bytes() - position,
                            first,
                            position,
                            source,
                            ends,
                            n,
                            positions);
            if (packed == Packed.E_UNSUPPORTED && first == 0) {
                return false;
            }
            if (Packed.isError(packed) || Packed.status(packed) != Packed.DONE || Packed.written(packed) != n) {
                throw TextErrors.unexpected(memory.binding(), packed);
            }
            if (n > 0) {
                position = positions[n - 1];
                if (source == null) {
                    plan.source.write(first, n, memory.region(), offset + position - bytes, bytes);
                }
            }
            first += n;
        } while (first < plan.count);
        return true;
    }

    /** Returns how many texts have at most {@link Binding#CHUNK_BYTES} together; at least one, if there is one. */
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

    /** Stores the end of each text, relative to the first. Returns their total size in bytes. */
    private int putEnds(int first, int n) {
        int end = 0;
        for (int i = 0; i < n; i++) {
            end += plan.sizes[first + i];
            ends[i] = end;
        }
        return end;
    }

    /** Tests whether the texts are contiguous. */
    private boolean inOrder(int first, int n) {
        if (plan.kind == StringKind.VIEW) {
            int small = plan.layout.smallCapacity();
            for (int i = first; i < first + n; i++) {
                if (plan.sizes[i] <= small) {
                    return false;
                }
            }
            return true;
        }
        return n == 1 || plan.layout.format() != Format.TF_LEGACY;
    }

    private byte[] gather(int first, int n, int bytes) {
        texts = texts.length < bytes
                ? new byte[Math.max(bytes, Math.min(Binding.CHUNK_BYTES, 2 * texts.length))]
                : texts;
        plan.source.write(first, n, texts, bytes);
        return texts;
    }
}
