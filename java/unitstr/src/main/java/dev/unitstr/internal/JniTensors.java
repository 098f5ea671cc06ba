package dev.unitstr.internal;

import dev.unitstr.spi.AddressSource;
import dev.unitstr.spi.ArrayRegion;
import dev.unitstr.spi.Binding;
import dev.unitstr.spi.Packed;
import dev.unitstr.spi.Region;
import dev.unitstr.spi.TensorChanges;
import dev.unitstr.spi.TensorOptions;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The part of {@link JniBinding} that is about tensors of strings. Native code reads arrays, addresses, and direct buffers where
 * nothing but the garbage collector frees one, and writes to the last two; for other memory the answer is {@link
 * Packed#E_UNSUPPORTED}.
 */
abstract class JniTensors implements Binding {
    private static final int ADDRESS = 0;
    private static final int ARRAY = 1;
    private static final int BUFFER = 2;
    private static final int NOWHERE = -1;

    private static final TensorChanges CHANGES = new JniTensorChanges();

    JniTensors() {}

    /** Where native code finds a region: one of the constants here. */
    private static int here(Region region) {
        if (!JniBinding.hasTensors()) {
            return NOWHERE;
        }
        if (region instanceof AddressSource) {
            return ADDRESS;
        }
        if (region instanceof ArrayRegion) {
            return ARRAY;
        }
        return JniBinding.direct(region) == null ? NOWHERE : BUFFER;
    }

    /** The object that holds a region's memory. */
    private static @Nullable Object base(Region region) {
        ByteBuffer direct = JniBinding.direct(region);
        return direct != null ? direct : region instanceof ArrayRegion array ? array.array() : null;
    }

    /** What native code adds to where the object's memory starts. */
    private static long offset(Region region, long offset) {
        return region instanceof AddressSource source ? source.address() + offset : offset;
    }

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
        int here = here(source);
        if (here == NOWHERE) {
            return Packed.E_UNSUPPORTED;
        }
        return decode0(
                tensor,
                here,
                base(source),
                offset(source, 0),
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
        int here = here(source);
        return here == NOWHERE
                ? Packed.E_UNSUPPORTED
                : elements0(tensor, here, base(source), offset(source, 0), source.byteSize(), first, count, results);
    }

    @Override
    public long copyTensor(
            byte[] tensor, Region source, long first, int count, byte[] bytes, int capacityBytes, long[] results) {
        int here = here(source);
        if (here == NOWHERE) {
            return Packed.E_UNSUPPORTED;
        }
        return copy0(
                tensor,
                here,
                base(source),
                offset(source, 0),
                source.byteSize(),
                first,
                count,
                bytes,
                capacityBytes,
                results);
    }

    @Override
    public long validateTensor(byte[] tensor, Region source, long first, int count, long[] state) {
        int here = here(source);
        return here == NOWHERE
                ? Packed.E_UNSUPPORTED
                : validate0(tensor, here, base(source), offset(source, 0), source.byteSize(), first, count, state);
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
        int tableHere = here(table);
        int dataHere = here(data);
        if (!isWritten(tableHere) || !isWritten(dataHere)) {
            return Packed.E_UNSUPPORTED;
        }
        return put0(
                tensor,
                tableHere,
                base(table),
                offset(table, tableOffset),
                tableBytes(tensor, first, count),
                dataHere,
                base(data),
                offset(data, dataOffset),
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
    public @Nullable TensorChanges tensorChanges() {
        return JniBinding.hasTensorChanges() ? CHANGES : null;
    }

    private static boolean isWritten(int here) {
        return here == ADDRESS || here == BUFFER;
    }

    /** The size of the part of a table that is written. */
    private static long tableBytes(byte[] tensor, long first, int count) {
        int format = TensorOptions.getInt(tensor, TensorOptions.FORMAT);
        return TensorOptions.tableEnd(format, first, count) - TensorOptions.tableStart(format, first);
    }

    // What each returns is in Binding. Where memory is: a kind, an object or null, an offset in it or an address, a
    // size.

    private static native long decode0(
            byte[] tensor,
            int here,
            @Nullable Object base,
            long offset,
            long bytes,
            long first,
            int count,
            int encoding,
            int flags,
            byte[] latin1,
            char[] chars,
            long[] results);

    private static native long elements0(
            byte[] tensor,
            int here,
            @Nullable Object base,
            long offset,
            long bytes,
            long first,
            int count,
            long[] results);

    private static native long copy0(
            byte[] tensor,
            int here,
            @Nullable Object base,
            long offset,
            long bytes,
            long first,
            int count,
            byte[] target,
            int capacityBytes,
            long[] results);

    private static native long validate0(
            byte[] tensor,
            int here,
            @Nullable Object base,
            long offset,
            long bytes,
            long first,
            int count,
            long[] state);

    private static native long put0(
            byte[] tensor,
            int tableHere,
            @Nullable Object table,
            long tableOffset,
            long tableBytes,
            int dataHere,
            @Nullable Object data,
            long dataOffset,
            long dataBytes,
            long first,
            long position,
            byte @Nullable [] source,
            long bytes,
            long[] ends,
            int count,
            long[] results);
}
