package dev.unitstr.internal.values;

import dev.unitstr.internal.memory.ArrayRegion;
import dev.unitstr.internal.memory.Region;
import dev.unitstr.tvm.DataType;
import dev.unitstr.tvm.Device;
import dev.unitstr.tvm.TensorValue;
import dev.unitstr.tvm.ValueFormatException;
import dev.unitstr.tvm.ValueFormatException.Code;
import dev.unitstr.tvm.ValueKind;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A tensor of native code, counted or borrowed.
 *
 * <p>Source: {@code DLTensor} in {@code dlpack.h}: data, device, number of dimensions, type, shape, strides, offset of the
 * data.
 */
public final class TvmTensor implements TensorValue {
    /** The device type of memory that this process can read. */
    static final int CPU = 1;
    /** The size of a DLTensor in bytes. */
    static final int BYTES = 48;

    static final int MOST_DIMENSIONS = 64;
    private static final int PIECE = 1 << 16;

    final RegionSlot slot;
    /** Whether the tensor is a counted object; otherwise it is borrowed. */
    private final boolean counted;

    private final DataType type;
    private final Device device;
    private final long[] shape;
    private final long @Nullable [] strides;
    /** The address of the first element. */
    private final long address;
    /** The size of the data in bytes. */
    private final long bytes;

    /** Reads the fields. The caller has entered the lifetime of the slot. */
    TvmTensor(RegionSlot slot) {
        this.slot = slot;
        Tag tag = slot.wideTag();
        Reach reach = slot.context().reach;
        this.counted = tag.kind() != Tag.Kind.TENSOR;
        if (counted) {
            TvmError.check(reach, tag, "tensor", TvmSlots.TENSOR, TvmSlots.TENSOR);
        }
        long at = counted ? AddressSpace.offset(tag.word(), TvmSlots.HEADER) : tag.word();
        AddressSpace.Spot fields = reach.memory().find(at, BYTES);
        long place = reach.word(fields, 8);
        long numbers = reach.word(fields, 16);
        this.device = new Device((int) place, (int) (place >>> 32));
        this.type = Tag.word(Tag.Kind.DATA_TYPE, numbers >>> 32).dataType();
        int rank = (int) numbers;
        if (rank < 0 || rank > MOST_DIMENSIONS) {
            throw broken(at + 16, "it has " + rank + " dimensions: not 0 to " + MOST_DIMENSIONS);
        }
        this.shape = longs(reach, reach.word(fields, 24), rank);
        long steps = reach.word(fields, 32);
        this.strides = steps == 0 ? null : longs(reach, steps, rank);
        for (long size : shape) {
            if (size < 0) {
                throw broken(at + 24, "its shape is " + Arrays.toString(shape));
            }
        }
        this.bytes = bytes(type, shape);
        if (bytes < 0) {
            throw broken(at + 24, "its shape is " + Arrays.toString(shape) + ": more than 2^63 bytes");
        }
        this.address = reach.word(fields, 0) + reach.word(fields, 40);
    }

    private static ValueFormatException broken(long address, String what) {
        return new ValueFormatException(Code.BROKEN, 0, address, "the tensor is broken: " + what);
    }

    private static long[] longs(Reach reach, long address, int count) {
        long[] longs = new long[count];
        if (count > 0) {
            AddressSpace.Spot spot = reach.memory().find(address, (long) count * Long.BYTES);
            Arrays.setAll(longs, i -> reach.word(spot, (long) i * Long.BYTES));
        }
        return longs;
    }

    /** Returns the size of the data in bytes; -1 if it is beyond a long. No size of the shape is negative. */
    static long bytes(DataType type, long[] shape) {
        for (long size : shape) {
            if (size == 0) {
                return 0;
            }
        }
        try {
            long bits = (long) type.bits() * type.lanes();
            for (long size : shape) {
                bits = Math.multiplyExact(bits, size);
            }
            return Math.addExact(bits, Byte.SIZE - 1) / Byte.SIZE;
        } catch (ArithmeticException e) {
            return -1;
        }
    }

    static String shown(DataType type, long[] shape) {
        return "tensor of shape " + Arrays.toString(shape) + ", type " + type.code() + ", " + type.bits() + " bits"
                + (type.lanes() == 1 ? "" : " in each of " + type.lanes() + " lanes");
    }

    @Override
    public long[] shape() {
        return shape.clone();
    }

    @Override
    public DataType dataType() {
        return type;
    }

    @Override
    public Device device() {
        return device;
    }

    private void checkReadable() {
        if (device.type() != CPU) {
            throw new UnsupportedOperationException("the tensor is in memory of a device of type " + device.type()
                    + ", number " + device.id() + ": only memory of the CPU, type 1, can be read. Copy it there first");
        }
        if (strides == null || bytes == 0) {
            return;
        }
        long expected = 1;
        for (int i = shape.length - 1; i >= 0; i--) {
            if (shape[i] != 1 && strides[i] != expected) {
                throw new UnsupportedOperationException("the tensor is not contiguous: its shape is "
                        + Arrays.toString(shape) + ", its strides are " + Arrays.toString(strides)
                        + ". Copy it to a contiguous one first");
            }
            expected *= shape[i];
        }
    }

    /**
     * The location of the data: a region; or, for memory that has to be held, an address.
     *
     * @param region the memory; null if it has to be held
     * @param offset the offset of the data in the region, in bytes
     * @param address the address of the data
     * @param bytes the size of the data in bytes
     * @param end ends the holding of the memory, after the last use
     */
    public record Place(@Nullable Region region, long offset, long address, long bytes, Runnable end) {}

    /**
     * Locates the data, for a view of it; of a copy, if it may be gone before the view.
     *
     * @return the location; its owner must arrange that {@code end} runs once
     */
    public Place place() {
        checkReadable();
        slot.enter();
        try {
            ValueContext context = slot.context();
            if (bytes == 0) {
                return new Place(new ArrayRegion(new byte[0]), 0, 0, 0, () -> {});
            }
            AddressSpace.Spot spot = context.reach.memory().find(address, bytes);
            if (!context.isLimited()) {
                return new Place(spot.region(), spot.offset(), 0, bytes, () -> {});
            }
            if (counted) {
                return new Place(null, 0, address, bytes, OwnedSlot.retain(slot).closing());
            }
            checkBuffer();
            byte[] copy = context.reach.bytes(address, (int) bytes);
            return new Place(new ArrayRegion(copy), 0, 0, bytes, () -> {});
        } finally {
            slot.exit();
        }
    }

    private void checkBuffer() {
        if (bytes > Integer.MAX_VALUE) {
            throw new UnsupportedOperationException("the tensor has " + bytes
                    + " bytes: more than a ByteBuffer can have; on Java 22 and later, see"
                    + " dev.unitstr.ffm.values.SegmentValues");
        }
    }

    @Override
    public ByteBuffer data() {
        checkReadable();
        checkBuffer();
        Place place = place();
        Region region = place.region();
        ByteBuffer view = region != null
                ? slot.context().view(new TextPlace(ValueKind.BYTES, region, place.offset(), (int) bytes, false))
                : leased(place);
        return view.asReadOnlyBuffer().order(ByteOrder.nativeOrder());
    }

    private ByteBuffer leased(Place place) {
        try {
            return TvmHost.chosen().calls.lease(place.address(), (int) bytes, place.end(), OwnedLifetime.CLEANER);
        } catch (Throwable e) {
            place.end().run();
            throw e;
        }
    }

    static void checkSize(ByteBuffer source, long bytes) {
        if (Objects.requireNonNull(source, "source").remaining() != bytes) {
            throw new IllegalArgumentException("source has " + source.remaining() + " bytes, the tensor " + bytes);
        }
    }

    @Override
    public void copyFrom(ByteBuffer source) {
        checkSize(source, bytes);
        checkReadable();
        slot.enter();
        try {
            if (bytes == 0) {
                return;
            }
            Reach reach = slot.context().reach;
            AddressSpace.Spot spot = reach.memory().find(address, bytes);
            spot.region().checkWritable();
            ByteBuffer rest = source.duplicate();
            for (long done = 0; done < bytes; ) {
                byte[] piece = new byte[Math.min(PIECE, rest.remaining())];
                rest.get(piece);
                AddressSpace.write(reach.strings(), piece, spot.region(), spot.offset() + done);
                done += piece.length;
            }
        } finally {
            slot.exit();
        }
    }

    @Override
    public String toString() {
        return shown(type, shape);
    }
}
