package dev.unitstr.internal.binding;

import dev.unitstr.internal.memory.Region;
import org.jspecify.annotations.Nullable;

/**
 * The string tensor operations of {@link JniBinding}. Native code reads arrays, addresses, and direct buffers on JDKs
 * where only the garbage collector frees them; it writes to addresses and such buffers. The operations return {@link
 * Packed#E_UNSUPPORTED} for other memory.
 */
abstract class JniTensors extends NativeBinding {
    private static final TensorChanges CHANGES = new JniTensorChanges();

    JniTensors() {}

    @Override
    public long decodeTensor(
            byte[] tensor,
            Region source,
            long first,
            int count,
            int encoding,
            int flags,
            byte[] latin1,
            char[] chars,
            long[] results) {
        int kind = JniNatives.kind(source);
        if (kind == JniNatives.NOWHERE) {
            return Packed.E_UNSUPPORTED;
        }
        return JniNatives.decodeTensor0(
                tensor,
                kind,
                source.base(),
                source.start(),
                source.byteSize(),
                first,
                count,
                encoding,
                flags,
                latin1,
                chars,
                results);
    }

    @Override
    public long tensorElements(byte[] tensor, Region source, long first, int count, long[] results) {
        int kind = JniNatives.kind(source);
        return kind == JniNatives.NOWHERE
                ? Packed.E_UNSUPPORTED
                : JniNatives.tensorElements0(
                        tensor, kind, source.base(), source.start(), source.byteSize(), first, count, results);
    }

    @Override
    public long copyTensor(
            byte[] tensor, Region source, long first, int count, byte[] bytes, int capacityBytes, long[] results) {
        int kind = JniNatives.kind(source);
        if (kind == JniNatives.NOWHERE) {
            return Packed.E_UNSUPPORTED;
        }
        return JniNatives.copyTensor0(
                tensor,
                kind,
                source.base(),
                source.start(),
                source.byteSize(),
                first,
                count,
                bytes,
                capacityBytes,
                results);
    }

    @Override
    public long validateTensor(byte[] tensor, Region source, long first, int count, long[] state) {
        int kind = JniNatives.kind(source);
        return kind == JniNatives.NOWHERE
                ? Packed.E_UNSUPPORTED
                : JniNatives.validateTensor0(
                        tensor, kind, source.base(), source.start(), source.byteSize(), first, count, state);
    }

    @Override
    public long putTensor(
            byte[] tensor,
            Region table,
            long tableOffset,
            Region data,
            long dataOffset,
            long dataBytes,
            long first,
            long position,
            byte @Nullable [] source,
            long[] ends,
            int count,
            long[] results) {
        long tableBytes = tableBytes(tensor, first, count);
        long tableStart = table.start() + tableOffset;
        long dataStart = data.start() + dataOffset;
        int tableKind = JniNatives.kind(table.base(), tableStart, tableBytes);
        int dataKind = JniNatives.kind(data.base(), dataStart, dataBytes);
        if (!JniNatives.isOutside(tableKind) || !JniNatives.isOutside(dataKind)) {
            return Packed.E_UNSUPPORTED;
        }
        return JniNatives.putTensor0(
                tensor,
                tableKind,
                table.base(),
                tableStart,
                tableBytes,
                dataKind,
                data.base(),
                dataStart,
                dataBytes,
                first,
                position,
                source,
                source == null ? Long.MAX_VALUE : source.length,
                ends,
                count,
                results);
    }

    @Override
    public TensorChanges tensorChanges() {
        return CHANGES;
    }

    /** Returns the size in bytes of the table part to write. */
    private static long tableBytes(byte[] tensor, long first, int count) {
        int format = TensorOptions.getInt(tensor, TensorOptions.FORMAT);
        return TensorOptions.tableEnd(format, first, count) - TensorOptions.tableStart(format, first);
    }
}
