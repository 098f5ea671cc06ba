package dev.unitstr.values;

import dev.unitstr.NativeMemory;
import dev.unitstr.internal.memory.AddressRegion;
import dev.unitstr.internal.memory.BufferRegion;
import dev.unitstr.internal.values.RegionSlots;
import dev.unitstr.internal.values.ValueContext;
import dev.unitstr.tvm.ValueFormatException;
import java.nio.ByteBuffer;
import java.util.Objects;

/**
 * The byte format of slots.
 *
 * <table class="striped">
 * <caption>The formats</caption>
 * <thead><tr><th></th><th>{@link #RFC97}</th><th>{@link #TVM_FFI}</th><th>{@link #MATX}</th></tr></thead>
 * <tbody>
 * <tr><td>slot</td><td>16 + 8n bytes</td><td>16 bytes</td><td>24 bytes</td></tr>
 * <tr><td>type code</td><td>i32 at 0</td><td>i32 at 0</td><td>i32 at 20</td></tr>
 * <tr><td>inline length</td><td>i32 at 4, bytes</td><td>u32 at 4, bytes, at most 7</td><td>i32 at 16, units</td></tr>
 * <tr><td>inline payload</td><td>at 8, 8 + 8n bytes</td><td>at 8, 7 bytes</td>
 * <td>at 0, 16 bytes or 4 code points</td></tr>
 * <tr><td>null</td><td>code -1</td><td>all zero</td><td>code -1, 0 at 16</td></tr>
 * </tbody>
 * </table>
 *
 * <pre>{@code
 * Slots args = Dialect.TVM_FFI.allocate(2);
 * args.at(0).set("h\u00e9llo");
 * args.at(1).set(42L);
 * System.out.println(args.at(0).asString() + args.at(1).asLong()); // héllo42
 * }</pre>
 *
 * <p>In memory segments: {@code dev.unitstr.ffm.values.SegmentValues}.
 *
 * @since 0.1.0
 */
public enum Dialect {
    /** The format of TVM's RFC 97. unitstr is its only implementation. */
    RFC97(16, 8),
    /** The format of libtvm_ffi 0.1. */
    TVM_FFI(16, 7),
    /** The format of libmatx 1.8. */
    MATX(24, 16);

    private final int slotBytes;
    private final int inlineBytes;

    Dialect(int slotBytes, int inlineBytes) {
        this.slotBytes = slotBytes;
        this.inlineBytes = inlineBytes;
    }

    /**
     * Returns the size of a slot.
     *
     * @return the size in bytes; for {@link #RFC97}, the size of the smallest slot
     */
    public int slotBytes() {
        return slotBytes;
    }

    /**
     * Returns the maximum length of a text that is stored in the slot.
     *
     * @return the length in bytes; for {@link #RFC97}, for the smallest slot
     */
    public int inlineBytes() {
        return inlineBytes;
    }

    /**
     * Allocates slots in a direct buffer. All slots are null.
     *
     * @param count the number of slots
     * @return the slots
     * @throws IllegalArgumentException if {@code count < 0}, or the slots exceed the maximum size of a buffer
     */
    public Slots allocate(int count) {
        return allocate(count, slotBytes);
    }

    private Slots allocate(int count, int bytes) {
        if (count < 0 || count > Integer.MAX_VALUE / bytes) {
            throw new IllegalArgumentException(
                    "count is " + count + ": not between 0 and " + Integer.MAX_VALUE / bytes);
        }
        ByteBuffer buffer = ByteBuffer.allocateDirect(count * bytes);
        RegionSlots array = new RegionSlots(ValueContext.of(this, ValueMemory.none()), new BufferRegion(buffer), bytes);
        array.clear();
        return array;
    }

    /**
     * Allocates one slot with additional capacity for text in a direct buffer. The slot is null.
     *
     * @param n the number of 8-byte words beyond the smallest slot, 0 to 15: RFC 97's {@code AnyPad<n>}
     * @return the slot, of 16 + 8n bytes
     * @throws IllegalArgumentException if {@code n} is out of range, or not 0 in a dialect whose slots have only one
     *     size
     */
    public Slot slot(int n) {
        return allocate(1, slotBytes(n)).at(0);
    }

    /**
     * Returns the size of a slot with additional capacity.
     *
     * @param n the number of 8-byte words beyond the smallest slot
     * @return the size in bytes
     * @throws IllegalArgumentException if {@code n} is out of range, or not 0 in a dialect whose slots have only one
     *     size
     */
    public int slotBytes(int n) {
        if (n < 0 || n > (this == RFC97 ? 15 : 0)) {
            throw new IllegalArgumentException(
                    "n is " + n + ": not between 0 and " + (this == RFC97 ? 15 : 0) + " for slots of " + this);
        }
        return slotBytes + 8 * n;
    }

    /**
     * Wraps the slots in a byte buffer. They are read and written in place; their content is not trusted.
     *
     * @param buffer the slots, from index 0 to the buffer's current limit; heap, direct or mapped, at any alignment.
     *     Later changes of the buffer's position, limit and order have no effect, and this method changes none of them
     * @param memory the memory that may be read through addresses in the slots; {@link ValueMemory#none()} if none
     * @return the slots
     * @throws NullPointerException if an argument is null
     * @throws ValueFormatException if the size of the buffer is not a multiple of the slot size
     */
    public Slots wrap(ByteBuffer buffer, ValueMemory memory) {
        Objects.requireNonNull(buffer, "buffer");
        return new RegionSlots(ValueContext.of(this, memory), new BufferRegion(buffer), slotBytes);
    }

    /**
     * Wraps one slot in a byte buffer. The size of the buffer determines the capacity of the slot.
     *
     * @param buffer the slot, from index 0 to the buffer's current limit
     * @param memory the memory that may be read through addresses in the slot
     * @return the slot
     * @throws NullPointerException if an argument is null
     * @throws ValueFormatException if the buffer does not have the size of a slot
     */
    public Slot wrapSlot(ByteBuffer buffer, ValueMemory memory) {
        Objects.requireNonNull(buffer, "buffer");
        return ValueContext.of(this, memory).slot(new BufferRegion(buffer));
    }

    /**
     * Wraps slots at an address, such as the arguments that a library passes to a callback.
     *
     * @param address the address of the first slot; the memory must remain valid as long as this object is used
     * @param count the number of slots
     * @param memory the memory that may be read through addresses in the slots
     * @return the slots
     * @throws NullPointerException if {@code memory} is null
     * @throws IllegalArgumentException if {@code count < 0}, {@code address < 0}, the slots extend beyond the last
     *     address, or {@code address} is below 4096 and {@code count} is not 0
     * @throws UnsupportedOperationException if only the plain Java binding is available, because native access is
     *     denied or there is no native library; the message names the option to add
     */
    public Slots at(long address, int count, ValueMemory memory) {
        if (count < 0) {
            throw new IllegalArgumentException("count is " + count + ": negative");
        }
        ValueContext context = ValueContext.of(this, memory);
        NativeMemory slots = NativeMemory.of(address, (long) count * slotBytes);
        AddressRegion region = new AddressRegion(slots.address(), slots.byteSize());
        return new RegionSlots(context, region, slotBytes);
    }
}
