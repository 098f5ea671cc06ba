package dev.unitstr.internal.binding;

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
        Region memory = part.memory();
        int kind = JniNatives.kind(memory);
        return kind == JniNatives.NOWHERE
                ? Packed.E_UNSUPPORTED
                : JniNatives.decodeTensor0(
                        part.options(),
                        kind,
                        memory.base(),
                        memory.start(),
                        memory.byteSize(),
                        part.first(),
                        part.count(),
                        encoding,
                        flags,
                        latin1,
                        chars,
                        results);
    }

    @Override
    public long describe(TensorPart part, long[] results) {
        Region memory = part.memory();
        int kind = JniNatives.kind(memory);
        return kind == JniNatives.NOWHERE
                ? Packed.E_UNSUPPORTED
                : JniNatives.tensorElements0(
                        part.options(),
                        kind,
                        memory.base(),
                        memory.start(),
                        memory.byteSize(),
                        part.first(),
                        part.count(),
                        results);
    }

    @Override
    public long copy(TensorPart part, byte[] bytes, int capacityBytes, long[] results) {
        Region memory = part.memory();
        int kind = JniNatives.kind(memory);
        return kind == JniNatives.NOWHERE
                ? Packed.E_UNSUPPORTED
                : JniNatives.copyTensor0(
                        part.options(),
                        kind,
                        memory.base(),
                        memory.start(),
                        memory.byteSize(),
                        part.first(),
                        part.count(),
                        bytes,
                        capacityBytes,
                        results);
    }

    @Override
    public long validate(TensorPart part, long[] state) {
        Region memory = part.memory();
        int kind = JniNatives.kind(memory);
        return kind == JniNatives.NOWHERE
                ? Packed.E_UNSUPPORTED
                : JniNatives.validateTensor0(
                        part.options(),
                        kind,
                        memory.base(),
                        memory.start(),
                        memory.byteSize(),
                        part.first(),
                        part.count(),
                        state);
    }

    @Override
    public long change(TensorPart part, int change, int fill, long number, @Nullable Texts texts) {
        Region memory = part.memory();
        if (!memory.isAddress()) {
            return Packed.E_UNSUPPORTED;
        }
        return JniNatives.changeTensor0(
                part.options(),
                memory.start(),
                memory.byteSize(),
                part.first(),
                part.count(),
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
        Region to = target.memory();
        Region from = source.memory();
        return to.isAddress() && from.isAddress()
                ? JniNatives.assignTensor0(
                        target.options(),
                        to.start(),
                        to.byteSize(),
                        target.first(),
                        source.options(),
                        from.start(),
                        from.byteSize(),
                        source.first(),
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
