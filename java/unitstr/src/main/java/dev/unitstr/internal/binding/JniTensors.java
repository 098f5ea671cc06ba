package dev.unitstr.internal.binding;

import static dev.unitstr.internal.binding.JniNatives.kind;

import dev.unitstr.internal.memory.Region;
import org.jspecify.annotations.Nullable;

/**
 * The string tensor operations of {@link JniBinding}. Native code reads arrays, addresses, and direct buffers on JDKs
 * where only the garbage collector frees them. It changes elements at addresses only: other memory may be closed by
 * another thread.
 */
final class JniTensors implements TensorCalls {
    static final JniTensors OURS = new JniTensors();

    private JniTensors() {}

    @Override
    public long decode(TensorPart part, int encoding, int flags, byte[] latin1, char[] chars, long[] results) {
        Region at = part.memory;
        return JniNatives.decodeTensor0(
                part.options,
                kind(at),
                at.base(),
                at.start(),
                at.byteSize(),
                part.first,
                part.count,
                encoding,
                flags,
                latin1,
                chars,
                results);
    }

    @Override
    public long describe(TensorPart part, long[] results) {
        Region at = part.memory;
        return JniNatives.tensorElements0(
                part.options, kind(at), at.base(), at.start(), at.byteSize(), part.first, part.count, results);
    }

    @Override
    public long copy(TensorPart part, byte[] bytes, int capacityBytes, long[] results) {
        Region at = part.memory;
        return JniNatives.copyTensor0(
                part.options,
                kind(at),
                at.base(),
                at.start(),
                at.byteSize(),
                part.first,
                part.count,
                bytes,
                capacityBytes,
                results);
    }

    @Override
    public long validate(TensorPart part, long[] state) {
        Region at = part.memory;
        return JniNatives.validateTensor0(
                part.options, kind(at), at.base(), at.start(), at.byteSize(), part.first, part.count, state);
    }

    @Override
    public long change(TensorPart part, int change, int fill, long number, @Nullable Texts texts) {
        Region at = part.memory;
        if (!at.isAddress()) {
            return Packed.E_UNSUPPORTED;
        }
        return JniNatives.changeTensor0(
                part.options,
                at.start(),
                at.byteSize(),
                part.first,
                part.count,
                change,
                fill,
                number,
                texts == null ? null : texts.bytes(),
                texts == null ? 0 : texts.address(),
                texts == null ? 0 : texts.byteSize(),
                texts == null ? null : texts.ends());
    }

    @Override
    public long assign(TensorPart target, TensorPart source, int change) {
        Region to = target.memory;
        Region from = source.memory;
        return to.isAddress() && from.isAddress()
                ? JniNatives.assignTensor0(
                        target.options,
                        to.start(),
                        to.byteSize(),
                        target.first,
                        source.options,
                        from.start(),
                        from.byteSize(),
                        source.first,
                        change)
                : Packed.E_UNSUPPORTED;
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
