package dev.unitstr.internal.values;

import dev.unitstr.internal.memory.Region;
import dev.unitstr.internal.text.RegionStrings;
import dev.unitstr.values.Dialect;
import dev.unitstr.values.ValueMemory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What slots have in common: whose they are, what may be read behind their addresses, where their objects go. */
public class ValueContext {
    final SlotFormat format;
    final SlotFormat.Reach reach;
    private final @Nullable ObjectStore store;
    /** Of a list: whose memory the objects have that were put into it. */
    private @Nullable Map<Long, Holder> holders;

    /** Whose memory an object has, and how often it is in the list. */
    private record Holder(ValueContext context, int count) {}

    /**
     * A context.
     *
     * @param dialect whose slots
     * @param memory what may be read
     * @param strings the verbs
     * @param store where objects go, or null
     * @throws UnsupportedOperationException on a big-endian machine
     */
    protected ValueContext(Dialect dialect, ValueMemory memory, RegionStrings strings, @Nullable ObjectStore store) {
        if (ByteOrder.nativeOrder() != ByteOrder.LITTLE_ENDIAN) {
            throw new UnsupportedOperationException("values are little-endian, this machine is not");
        }
        if (!(Objects.requireNonNull(memory, "memory") instanceof AddressSpace ours)) {
            throw new IllegalArgumentException(
                    "memory is a " + memory.getClass().getName() + ": not one of ours");
        }
        this.format = SlotFormat.of(dialect);
        this.reach = new SlotFormat.Reach(ours, strings);
        this.store = store;
    }

    /**
     * A context without a place for objects.
     *
     * @param dialect whose slots
     * @param memory what may be read
     * @return the context
     */
    public static ValueContext of(Dialect dialect, ValueMemory memory) {
        return new ValueContext(dialect, memory, RegionStrings.chosen(), null);
    }

    /**
     * In which memory an object can be read.
     *
     * @param address where the object is
     * @return that of whoever it came from, or this
     */
    ValueContext of(long address) {
        Holder holder = holders == null ? null : holders.get(address);
        return holder == null ? this : holder.context;
    }

    /** An object of somebody else's is referred to. */
    final void adopt(long address, ValueContext holder) {
        if (holders == null) {
            holders = new HashMap<>();
        }
        holders.merge(address, new Holder(holder, 1), (was, more) -> new Holder(holder, was.count + 1));
    }

    /** It is referred to once less. */
    final void abandon(long address) {
        if (holders != null) {
            holders.computeIfPresent(
                    address, (key, was) -> was.count == 1 ? null : new Holder(was.context, was.count - 1));
        }
    }

    /**
     * The same for slots of another dialect: the elements of a container.
     *
     * @param dialect whose
     * @return the context
     */
    ValueContext with(Dialect dialect) {
        return dialect == format.dialect ? this : like(dialect, reach.memory(), reach.strings());
    }

    /**
     * A context of the same class.
     *
     * @param dialect whose slots
     * @param memory what may be read
     * @param strings the verbs
     * @return the context
     */
    protected ValueContext like(Dialect dialect, AddressSpace memory, RegionStrings strings) {
        return new ValueContext(dialect, memory, strings, null);
    }

    /**
     * A slot.
     *
     * @param region the memory
     * @param offset where the slot begins
     * @param bytes its size
     * @return the slot
     * @throws dev.unitstr.tvm.ValueFormatException if no slot has this size
     */
    public RegionSlot slot(Region region, long offset, long bytes) {
        format.room(bytes);
        return make(region, offset, (int) bytes);
    }

    /**
     * A slot whose size was checked.
     *
     * @param region the memory
     * @param offset where the slot begins
     * @param bytes its size
     * @return the slot
     */
    protected RegionSlot make(Region region, long offset, int bytes) {
        return new RegionSlot(this, region, offset, bytes);
    }

    /**
     * All slots of a region.
     *
     * @param region the memory
     * @param slotBytes the size of each
     * @return the slots
     * @throws dev.unitstr.tvm.ValueFormatException if it is no whole number of slots
     */
    public RegionSlots array(Region region, int slotBytes) {
        long bytes = region.byteSize();
        if (bytes % slotBytes != 0 || bytes / slotBytes > Integer.MAX_VALUE) {
            throw FormatErrors.slot(bytes, slotBytes);
        }
        return array(region, 0, (int) (bytes / slotBytes), slotBytes);
    }

    /**
     * Some slots of a region.
     *
     * @param region the memory
     * @param offset where the first begins
     * @param count how many
     * @param slotBytes the size of each
     * @return the slots
     */
    public RegionSlots array(Region region, long offset, int count, int slotBytes) {
        return new RegionSlots(this, region, offset, count, slotBytes);
    }

    /**
     * Shows bytes.
     *
     * @param region the memory, as the slots or {@link AddressSpace} know it
     * @param offset where they begin
     * @param bytes how many
     * @return a read-only buffer
     */
    protected ByteBuffer view(Region region, long offset, int bytes) {
        if (region instanceof dev.unitstr.internal.memory.BufferSource source) {
            return source.buffer().slice((int) offset, bytes).asReadOnlyBuffer();
        }
        if (region instanceof dev.unitstr.internal.memory.ArrayRegion array) {
            return ByteBuffer.wrap(array.array(), (int) offset, bytes).slice().asReadOnlyBuffer();
        }
        throw new UnsupportedOperationException(
                "the text is at an address, which only memory segments can show: on Java 22 and later, see"
                        + " dev.unitstr.ffm.values.SegmentValues");
    }

    /** Whose functions the values are; null if that is not known. */
    @Nullable
    BoundRuntime runtime() {
        return null;
    }

    /** Before memory that is referred to is read: until {@link #exit} it stays. Throws if it is gone. */
    void enter() {}

    /** After that. */
    void exit() {}

    /** An object was read out of a container that may drop it: it stays as long as what is read here. */
    void pin(long object) {}

    /**
     * An element of a container of libtvm_ffi.
     *
     * @param slot a copy of its slot
     * @param mutable whether native code may take it out of the container
     * @return the value
     */
    final RegionSlot element(byte[] slot, boolean mutable) {
        if (mutable && Bits.i32(slot, 0) >= TvmSlots.OBJECT) {
            long object = Bits.i64(slot, 8);
            reach.memory().find(object, TvmSlots.HEADER);
            pin(object);
        }
        return RegionSlot.copy(this, slot);
    }

    /** The address of a new object that holds what a slot says. */
    final long object(Tag tag) {
        if (store == null) {
            throw FormatErrors.noStore(tag);
        }
        if (format.plain(reach, tag) != null) {
            if (format.dialect != Dialect.RFC97) {
                throw format.notHere(tag);
            }
            return Boxes.box(tag, store, reach.strings());
        }
        TextPlace text = format.text(reach, tag);
        if (text == null || format.dialect == Dialect.MATX || tag.kind == Tag.Kind.OBJECT) {
            throw format.notHere(tag);
        }
        Tag.Kind kind = switch (text.kind()) {
            case UCS4 -> Tag.Kind.UCS4;
            case BYTES -> Tag.Kind.BYTES;
            default -> Tag.Kind.STRING;
        };
        byte[] bytes = ValueTexts.bytes(reach.strings(), text);
        return Boxes.box(format.dialect, Tag.text(kind, bytes, 0, bytes.length), store, reach.strings()).word;
    }

    /**
     * Makes an object of a text.
     *
     * @param tag the text
     * @return what the slot is to say; null if there is no place for objects
     */
    @Nullable
    Tag boxed(Tag tag) {
        return store == null ? null : Boxes.box(format.dialect, tag, store, reach.strings());
    }
}
