package dev.unitstr.values;

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
 *     <td>at 0, 16 bytes or 4 code points</td></tr>
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
    /** The format of TVM's RFC 97, which is our own: no library has it. */
    RFC97(16, 8),
    /** The library libtvm_ffi, 0.1. */
    TVM_FFI(16, 7),
    /** The library libmatx, 1.8. */
    MATX(24, 16);

    private final int slotBytes;
    private final int inlineBytes;

    Dialect(int slotBytes, int inlineBytes) {
        this.slotBytes = slotBytes;
        this.inlineBytes = inlineBytes;
    }

    /**
     * The size of a slot.
     *
     * @return bytes; of {@link #RFC97} that of the smallest
     */
    public int slotBytes() {
        return slotBytes;
    }

    /**
     * How long a text in a slot may be.
     *
     * @return bytes; of {@link #RFC97} those of the smallest slot
     */
    public int inlineBytes() {
        return inlineBytes;
    }

    /**
     * New slots in a direct buffer, all of them null.
     *
     * @param count how many
     * @return the slots
     * @throws IllegalArgumentException if {@code count < 0}, or they are more than a buffer can have
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
        RegionSlots array = ValueContext.of(this, ValueMemory.none()).array(new BufferRegion(buffer), 0, count, bytes);
        array.clear();
        return array;
    }

    /**
     * A new slot with more room for text, null, in a direct buffer.
     *
     * @param n how many words of 8 bytes it has beyond the smallest: 0 to 15, RFC 97's {@code AnyPad<n>}
     * @return the slot, of 16 + 8n bytes
     * @throws IllegalArgumentException if {@code n} is out of range, or not 0 where the slots have one size only
     */
    public Slot slot(int n) {
        return allocate(1, slotBytes(n)).at(0);
    }

    /**
     * The size of a wider slot.
     *
     * @param n how many words of 8 bytes it has beyond the smallest
     * @return bytes
     * @throws IllegalArgumentException if {@code n} is out of range, or not 0 where the slots have one size only
     */
    public int slotBytes(int n) {
        if (n < 0 || n > (this == RFC97 ? 15 : 0)) {
            throw new IllegalArgumentException(
                    "n is " + n + ": not between 0 and " + (this == RFC97 ? 15 : 0) + " for slots of " + this);
        }
        return slotBytes + 8 * n;
    }

    /**
     * Slots in a byte buffer, which nothing is trusted to be: they are read and written in place.
     *
     * @param buffer the slots, from index 0 to the limit that it has now; heap, direct or mapped, at any alignment; its
     *     position, limit and order are neither used later nor changed
     * @param memory what may be read behind addresses; {@link ValueMemory#none()} if nothing
     * @return the slots
     * @throws NullPointerException if an argument is null
     * @throws ValueFormatException if the buffer is no whole number of slots
     */
    public Slots wrap(ByteBuffer buffer, ValueMemory memory) {
        Objects.requireNonNull(buffer, "buffer");
        ValueContext context = ValueContext.of(this, memory);
        return context.array(new BufferRegion(buffer), slotBytes);
    }

    /**
     * One slot in a byte buffer, with as much room as the buffer has.
     *
     * @param buffer the slot, from index 0 to the limit that it has now
     * @param memory what may be read behind addresses
     * @return the slot
     * @throws NullPointerException if an argument is null
     * @throws ValueFormatException if the buffer has not the size of a slot
     */
    public Slot wrapSlot(ByteBuffer buffer, ValueMemory memory) {
        Objects.requireNonNull(buffer, "buffer");
        ValueContext context = ValueContext.of(this, memory);
        return context.slot(new BufferRegion(buffer), 0, buffer.limit());
    }

    /**
     * Slots at an address, such as a library hands to a callback.
     *
     * @param address where the first slot is; it has to stay there as long as this object is used
     * @param count how many slots
     * @param memory what may be read behind addresses in them
     * @return the slots
     * @throws NullPointerException if {@code memory} is null
     * @throws IllegalArgumentException if {@code count < 0}, {@code address < 0}, the slots would go past the last address,
     *     or {@code address} is 0 and {@code count} is not
     * @throws UnsupportedOperationException if only plain Java is left, as native access is denied or there is no native
     *     library; the message names the option to add
     */
    public Slots at(long address, int count, ValueMemory memory) {
        if (count < 0) {
            throw new IllegalArgumentException("count is " + count + ": negative");
        }
        ValueContext context = ValueContext.of(this, memory);
        AddressRegion region = new AddressRegion(address, (long) count * slotBytes);
        region.checkRange();
        region.checkAddress(count);
        return context.array(region, 0, count, slotBytes);
    }
}
