package dev.unitstr.internal.values;

import dev.unitstr.internal.binding.ValueCalls;
import dev.unitstr.internal.memory.BufferRegion;
import dev.unitstr.internal.memory.Region;
import dev.unitstr.internal.text.Ours;
import dev.unitstr.internal.text.RegionStrings;
import dev.unitstr.values.Dialect;
import dev.unitstr.values.ValueMemory;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The properties that slots share: the dialect, the memory that may be read through their addresses and its lifetime,
 * the store for their objects.
 */
public class ValueContext {
    final SlotFormat format;
    final Reach reach;
    /** The store for objects: the memory itself, if it can grow; otherwise null. */
    final @Nullable GrowingMemory store;
    /** The lifetime of the memory; null if it has no end that this class must know. */
    private final @Nullable Lifetime life;
    /** The runtime of the values; null if unknown. */
    final @Nullable BoundRuntime runtime;
    /** The retained objects; null if native code removes no objects from the containers that are read. */
    private final @Nullable Pins pins;
    /** For a list: the context of each object that was put into it from elsewhere. */
    private @Nullable Map<Long, Holder> holders;
    /** An object that the garbage collector must keep as long as this context. */
    private @Nullable Object held;

    /** The context of an object, and how often the object is in the list. */
    private record Holder(ValueContext context, int count) {}

    /**
     * Constructs a context. Slots can refer to new objects if {@code memory} is a {@link GrowingMemory}.
     *
     * @param dialect the dialect of the slots
     * @param memory the memory that may be read
     * @param strings the string operations
     * @throws UnsupportedOperationException on a big-endian machine
     */
    protected ValueContext(Dialect dialect, ValueMemory memory, RegionStrings strings) {
        this(dialect, checked(memory), strings, null);
    }

    /** Constructs a context of memory that may be read during a lifetime only. */
    ValueContext(Dialect dialect, AddressSpace memory, RegionStrings strings, @Nullable Lifetime life) {
        this(
                Formats.of(dialect),
                reach(memory, strings, life),
                memory instanceof GrowingMemory store ? store : null,
                life,
                null,
                null);
    }

    /** Constructs the context of values of libtvm_ffi. Release {@code pins} after the end of the lifetime. */
    ValueContext(TvmHost host, @Nullable BoundRuntime runtime, Lifetime life, Pins pins) {
        this(TvmSlots.FORMAT, reach(host.live.reach.memory(), host.strings, life), null, life, runtime, pins);
    }

    /**
     * Constructs a context of the same memory for slots of another dialect, without a store for objects.
     *
     * @param other the context of the memory
     * @param dialect the dialect of the slots
     */
    protected ValueContext(ValueContext other, Dialect dialect) {
        this(Formats.of(dialect), other.reach, null, other.life, other.runtime, other.pins);
        this.held = other.held;
    }

    private ValueContext(
            SlotFormat format,
            Reach reach,
            @Nullable GrowingMemory store,
            @Nullable Lifetime life,
            @Nullable BoundRuntime runtime,
            @Nullable Pins pins) {
        if (ByteOrder.nativeOrder() != ByteOrder.LITTLE_ENDIAN) {
            throw new UnsupportedOperationException("values are little-endian, this machine is not");
        }
        this.format = format;
        this.reach = reach;
        this.store = store;
        this.life = life;
        this.runtime = runtime;
        this.pins = pins;
    }

    private static AddressSpace checked(ValueMemory memory) {
        return Ours.cast(AddressSpace.class, memory, "memory");
    }

    private static Reach reach(AddressSpace memory, RegionStrings strings, @Nullable Lifetime life) {
        return new Reach(life == null ? memory : life.limit(memory), strings);
    }

    /**
     * Creates a context without a store for objects.
     *
     * @param dialect the dialect of the slots
     * @param memory the memory that may be read
     * @return the context
     */
    public static ValueContext of(Dialect dialect, ValueMemory memory) {
        return new ValueContext(dialect, memory, RegionStrings.chosen());
    }

    /**
     * Creates a context for RFC 97 that stores objects in memory which native code allocates. The memory is freed by
     * {@link #close}, or once the context is unreachable.
     *
     * @param over the message of the exception for reads after that
     */
    static ValueContext allocating(ValueCalls calls, RegionStrings strings, String over) {
        List<Runnable> ends = new ArrayList<>();
        Lifetime life = new OwnedLifetime(over, () -> ends.forEach(Runnable::run));
        return new ValueContext(Dialect.RFC97, GrowingMemory.ofNative(calls, ends), strings, life);
    }

    /**
     * Returns the context in which an object can be read.
     *
     * @param address the address of the object
     * @return the context that the object came from, or this context
     */
    ValueContext of(long address) {
        Holder holder = holders == null ? null : holders.get(address);
        return holder == null ? this : holder.context;
    }

    /** Records a reference to an object of another context. */
    final void adopt(long address, ValueContext holder) {
        if (holders == null) {
            holders = new HashMap<>();
        }
        holders.merge(address, new Holder(holder, 1), (was, more) -> new Holder(holder, was.count + 1));
    }

    /** Removes a reference to an object of another context. */
    final void abandon(long address) {
        if (holders != null) {
            holders.computeIfPresent(
                    address, (key, was) -> was.count == 1 ? null : new Holder(was.context, was.count - 1));
        }
    }

    /**
     * Returns this context for slots of another dialect, such as the elements of a container.
     *
     * @param dialect the dialect of the slots
     * @return the context
     */
    ValueContext with(Dialect dialect) {
        return dialect == format.dialect ? this : like(dialect);
    }

    /**
     * Creates a context of the same class and the same memory.
     *
     * @param dialect the dialect of the slots
     * @return the context
     */
    protected ValueContext like(Dialect dialect) {
        return new ValueContext(this, dialect);
    }

    /**
     * Creates a slot that fills a region.
     *
     * @param region the memory
     * @return the slot
     * @throws dev.unitstr.tvm.ValueFormatException if no slot has this size
     */
    public RegionSlot slot(Region region) {
        if (region.byteSize() == 0) {
            throw FormatErrors.slot(0, format.dialect.slotBytes(), region.boundsHint());
        }
        format.room(region.byteSize());
        region.checkAddress(0, region.byteSize());
        return make(region, 0, (int) region.byteSize());
    }

    /**
     * Creates a slot whose size has been checked.
     *
     * @param region the memory
     * @param offset the offset of the slot in the region, in bytes
     * @param bytes the size of the slot in bytes
     * @return the slot
     */
    protected RegionSlot make(Region region, long offset, int bytes) {
        return new RegionSlot(this, region, offset, bytes);
    }

    /**
     * Creates a view of bytes.
     *
     * @param text the location of the bytes, in a region of the slots or of {@link AddressSpace}
     * @return a read-only buffer
     */
    protected ByteBuffer view(TextPlace text) {
        if (text.region() instanceof BufferRegion buffer) {
            return buffer.slice(text.offset(), text.bytes()).asReadOnlyBuffer();
        }
        if (text.region().base() instanceof byte[] array) {
            return ByteBuffer.wrap(array, (int) text.offset(), text.bytes())
                    .slice()
                    .asReadOnlyBuffer();
        }
        throw new UnsupportedOperationException(
                "the text is at an address, which a buffer cannot cover: on Java 22 and later, see"
                        + " dev.unitstr.ffm.values.SegmentValues");
    }

    /** Tests whether the lifetime of the memory may end while a view of it is in use. */
    final boolean isLimited() {
        return life != null;
    }

    /** Keeps memory that values refer to alive until {@link #exit}. Throws if its lifetime has ended. */
    final void enter() {
        if (life != null) {
            life.enter();
        }
    }

    /** Ends one {@link #enter}. */
    final void exit() {
        if (life != null) {
            life.exit();
            Reference.reachabilityFence(this); // for what it holds
        }
    }

    /** Tests whether what keeps the memory of another context alive keeps that of this context alive, too. */
    final boolean isHeldWith(ValueContext other) {
        return life == null || life == other.life;
    }

    /** Keeps an object from the garbage collector as long as this context, and those made from it, can be used. */
    final void hold(Object object) {
        held = object;
    }

    /** Frees the memory, if {@link #allocating} created this context. */
    final void close() {
        if (life instanceof OwnedLifetime owned) {
            owned.close();
        }
    }

    /** Throws if the lifetime of the memory has ended. */
    final void check() {
        if (life != null) {
            life.check();
        }
    }

    /** Releases the objects that were read from lists and dicts, after the end of the lifetime. */
    final void releasePinned() {
        if (pins != null) {
            pins.release();
        }
    }

    /**
     * Creates the value of an element of a container of libtvm_ffi.
     *
     * @param slot a copy of its slot
     * @param mutable whether native code may remove it from the container
     * @return the value
     */
    final RegionSlot element(byte[] slot, boolean mutable) {
        if (mutable && Bits.i32(slot, 0) >= TvmSlots.OBJECT) {
            long object = Bits.i64(slot, 8);
            reach.memory().find(object, TvmSlots.HEADER);
            if (pins != null) {
                pins.add(object);
            }
        }
        return RegionSlot.copy(this, slot);
    }

    /** Allocates zeroed memory for objects, aligned to 16 bytes. Returns its address. */
    final long allocate(long bytes) {
        return Objects.requireNonNull(store).allocate(bytes).address();
    }

    /** Reads bytes of memory that may belong to this context. */
    final byte[] read(long address, int bytes) {
        byte[] copy = reach.bytes(address, bytes);
        Reference.reachabilityFence(this); // else the memory could be freed while it is read
        return copy;
    }

    /** Writes bytes to memory that may belong to this context. */
    final void write(long address, byte[] bytes) {
        reach.write(address, bytes);
        Reference.reachabilityFence(this);
    }

    /** Creates an object with the value of a slot, and returns its address. */
    final long object(Tag tag) {
        if (store == null) {
            throw FormatErrors.noStore(tag);
        }
        if (Formats.plain(reach, tag) != null) {
            if (format.dialect != Dialect.RFC97) {
                throw format.notHere(tag);
            }
            return Boxes.box(tag, store, reach.strings());
        }
        TextPlace text = Formats.text(reach, tag);
        if (text == null || format.dialect == Dialect.MATX || tag.kind() == Tag.Kind.OBJECT) {
            throw format.notHere(tag);
        }
        return Boxes.box(format.dialect, ValueTexts.tag(reach.strings(), text), store, reach.strings())
                .word();
    }

    /**
     * Creates an object from a text.
     *
     * @param tag the text
     * @return the contents for the slot; null if there is no store for objects
     */
    @Nullable
    Tag boxed(Tag tag) {
        return store == null ? null : Boxes.box(format.dialect, tag, store, reach.strings());
    }
}
