package dev.unitstr.ffm.values;

import dev.unitstr.ffm.internal.values.SegmentValueContext;
import dev.unitstr.tvm.TensorValue;
import dev.unitstr.tvm.Value;
import dev.unitstr.tvm.ValueFormatException;
import dev.unitstr.values.Dialect;
import dev.unitstr.values.OldTvmArguments;
import dev.unitstr.values.Rfc97List;
import dev.unitstr.values.ValueMemory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Objects;

/**
 * Static methods that create and wrap slots of values in memory segments.
 *
 * {@snippet :
 * try (Arena arena = Arena.ofConfined()) {
 *     SegmentSlots args = SegmentValues.allocate(Dialect.TVM_FFI, 2, arena);
 *     args.set(0, "héllo");
 *     args.set(1, "longer than seven bytes: an object in the arena");
 *     MemorySegment text = args.at(1).stringSegment(); // read-only, no copy
 *     int status = (int) someCFunction.invokeExact(args.segment(), 2); // it keeps no reference to the object
 * }
 * }
 *
 * <p>This class needs the artifact {@code unitstr-tvm}, module {@code dev.unitstr.tvm}, on which {@code unitstr-ffm} depends
 * optionally: name it among your own dependencies. Without it, the first use throws {@link NoClassDefFoundError}.
 *
 * <p>If an arena is closed, every method that accesses its memory throws {@link IllegalStateException}. If the current
 * thread may not access the memory, it throws {@link WrongThreadException}.
 *
 * @since 0.1.0
 */
public final class SegmentValues {
    private SegmentValues() {}

    /**
     * Allocates slots. All slots are null. Text that does not fit into a slot is stored in an object in the same arena:
     * for RFC97 a string that is never freed, for TVM_FFI a string without a deleter, for MATX a shared buffer. These
     * objects live as long as the arena; a callee must not keep a reference to them.
     *
     * @param dialect the format of the slots
     * @param count the number of slots
     * @param arena the arena of the slots and their objects
     * @return the slots
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException if {@code count < 0}
     */
    public static SegmentSlots allocate(Dialect dialect, int count, Arena arena) {
        Objects.requireNonNull(dialect, "dialect");
        return SegmentValueContext.allocate(dialect, count, dialect.slotBytes(), arena);
    }

    /**
     * Allocates one slot of RFC 97 with additional capacity for text. The slot is null. Longer text is stored as
     * described at {@link #allocate(Dialect, int, Arena) allocate}.
     *
     * @param n the number of 8-byte words beyond the smallest slot, 0 to 15: RFC 97's {@code AnyPad<n>}
     * @param arena the arena of the slot and its objects
     * @return the slot, of 16 + 8n bytes
     * @throws NullPointerException if {@code arena} is null
     * @throws IllegalArgumentException if {@code n} is out of range
     */
    public static SegmentSlot slot(int n, Arena arena) {
        return SegmentValueContext.allocate(Dialect.RFC97, 1, Dialect.RFC97.slotBytes(n), arena)
                .at(0);
    }

    /**
     * Creates an empty list, like {@link Rfc97List#create}, in an arena. The list and its objects live as long as the
     * arena.
     *
     * @param arena the arena of the list; if it is of your own class, it must not change the list while it allocates, which
     *     throws {@link IllegalStateException}
     * @return the list
     * @throws NullPointerException if {@code arena} is null
     */
    public static Rfc97List list(Arena arena) {
        return SegmentValueContext.list(arena);
    }

    /**
     * Creates an empty list of arguments for a packed function of TVM before libtvm_ffi, like
     * {@link OldTvmArguments#create}, in an arena.
     *
     * @param arena the arena of the arguments
     * @param bools whether the function supports bools
     * @return the arguments
     * @throws NullPointerException if {@code arena} is null
     */
    public static OldTvmArguments oldTvmArguments(Arena arena, boolean bools) {
        return SegmentValueContext.oldTvmArguments(arena, bools);
    }

    /**
     * Retains a value of libtvm_ffi (an argument of a call, an element or a result) until an arena is closed. For an
     * object, the reference count is incremented; a borrowed text is copied.
     *
     * @param value the value
     * @param arena the arena; closing it releases the reference, after which the value throws
     *     {@link IllegalStateException}
     * @return the retained value
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException if {@code value} was not created by unitstr, or is of another dialect
     * @throws IllegalStateException if the arena is closed, or the value is no longer valid
     * @throws ValueFormatException with {@code NOT_HERE} if the value is a borrowed tensor ({@code DLTensor*})
     */
    public static Value retain(Value value, Arena arena) {
        return SegmentValueContext.retain(value, arena);
    }

    /**
     * Wraps the slots in a segment. They are read and written in place; their content is not trusted.
     *
     * @param dialect the format of the slots
     * @param segment the slots; native, mapped or heap, at any alignment
     * @param memory the memory that may be read through addresses in the slots; {@link ValueMemory#none()} if none
     * @return the slots
     * @throws NullPointerException if an argument is null
     * @throws ValueFormatException if the size of the segment is not a multiple of the slot size
     */
    public static SegmentSlots wrap(Dialect dialect, MemorySegment segment, ValueMemory memory) {
        Objects.requireNonNull(dialect, "dialect");
        return SegmentValueContext.wrap(dialect, segment, memory);
    }

    /**
     * Wraps one slot in a segment. The size of the segment determines the capacity of the slot.
     *
     * @param dialect the format of the slot
     * @param segment the slot
     * @param memory the memory that may be read through addresses in the slot
     * @return the slot
     * @throws NullPointerException if an argument is null
     * @throws ValueFormatException if the segment does not have the size of a slot
     */
    public static SegmentSlot wrapSlot(Dialect dialect, MemorySegment segment, ValueMemory memory) {
        Objects.requireNonNull(dialect, "dialect");
        return SegmentValueContext.wrapSlot(dialect, segment, memory);
    }

    /**
     * Returns memory that consists of the given segments. Each is read at its own address, while its arena is open.
     *
     * @param segments native segments
     * @return the memory
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException if a segment is on the heap, or two segments overlap
     */
    public static ValueMemory memory(MemorySegment... segments) {
        return SegmentValueContext.memory(Objects.requireNonNull(segments, "segments"));
    }

    /**
     * Returns all memory of this process, for the lifetime of an arena. For values of a library that writes only valid
     * addresses and keeps the memory alive: an invalid address may crash the JVM.
     *
     * @param arena the arena; after it is closed, nothing can be read, including through views created before
     * @return all memory of this process
     * @throws NullPointerException if {@code arena} is null
     * @throws IllegalCallerException if native access is denied to this module
     */
    public static ValueMemory live(Arena arena) {
        return SegmentValueContext.live(Objects.requireNonNull(arena, "arena"));
    }

    /**
     * Returns a read-only segment over the bytes of a text, like {@link SegmentSlot#stringSegment()}, for any value,
     * such as an element of a list.
     *
     * @param value the value
     * @return a read-only segment
     * @throws NullPointerException if {@code value} is null
     * @throws IllegalArgumentException if {@code value} was not created by unitstr
     * @throws ValueFormatException if the value is not text, or may not be read
     */
    public static MemorySegment stringSegment(Value value) {
        return SegmentValueContext.stringSegment(Objects.requireNonNull(value, "value"));
    }

    /**
     * Returns the data of a tensor as a segment, like {@link TensorValue#data()}, of any size.
     *
     * @param tensor the tensor
     * @return the segment: a read-only view that keeps the tensor alive until the segment is unreachable; for a tensor of
     *     {@link TensorValue#allocate} a view that can be written; for a borrowed tensor a read-only copy
     * @throws NullPointerException if {@code tensor} is null
     * @throws IllegalArgumentException if {@code tensor} was not created by unitstr
     * @throws UnsupportedOperationException if the data is not in CPU memory, or has gaps or another order; or if a
     *     borrowed tensor has more than 2,147,483,647 bytes
     * @throws ValueFormatException if the data may not be read
     * @throws IllegalStateException if the value is closed, or the call whose argument it is has returned
     */
    public static MemorySegment tensorSegment(TensorValue tensor) {
        return SegmentValueContext.tensorSegment(Objects.requireNonNull(tensor, "tensor"));
    }
}
