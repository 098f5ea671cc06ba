package dev.unitstr.internal.binding;

import dev.unitstr.internal.memory.Region;
import org.jspecify.annotations.Nullable;

/**
 * Changes tensors at addresses. Returns {@link Packed#E_UNSUPPORTED} for other memory, which another thread may close.
 */
final class JniTensorChanges implements TensorChanges {
    @Override
    public long change(
            byte[] tensor,
            Region memory,
            long first,
            int count,
            int change,
            int fill,
            long number,
            @Nullable Texts texts) {
        if (!memory.isAddress()) {
            return Packed.E_UNSUPPORTED;
        }
        return JniNatives.changeTensor0(
                tensor,
                JniNatives.ADDRESS,
                null,
                memory.start(),
                memory.byteSize(),
                first,
                count,
                change,
                fill,
                number,
                texts == null ? null : texts.bytes(),
                texts == null ? 0 : texts.address(),
                texts == null ? 0 : texts.size(),
                texts == null ? null : texts.ends());
    }

    @Override
    public long assign(
            byte[] tensor, Region memory, long index, byte[] from, Region fromMemory, long fromIndex, int change) {
        if (!memory.isAddress() || !fromMemory.isAddress()) {
            return Packed.E_UNSUPPORTED;
        }
        return JniNatives.assignTensor0(
                tensor,
                JniNatives.ADDRESS,
                null,
                memory.start(),
                memory.byteSize(),
                index,
                from,
                JniNatives.ADDRESS,
                null,
                fromMemory.start(),
                fromMemory.byteSize(),
                fromIndex,
                1,
                change);
    }

    @Override
    public long newOwner(long bytes, long[] results) {
        return JniNatives.newOwner0(bytes, results);
    }

    @Override
    public long references(long owner, long change) {
        return JniNatives.references0(owner, change);
    }
}
