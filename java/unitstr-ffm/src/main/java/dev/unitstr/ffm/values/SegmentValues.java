package dev.unitstr.ffm.values;

import dev.unitstr.Ucs4String;
import dev.unitstr.ffm.internal.text.SegmentUcs4;
import dev.unitstr.ffm.internal.values.SegmentValueContext;
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
 * Slots of values in memory segments.
 *
 * {@snippet :
 * try (Arena arena = Arena.ofConfined()) {
 *     SegmentSlots args = SegmentValues.allocate(Dialect.TVM_FFI, 2, arena);
 *     args.set(0, "héllo");
 *     args.set(1, "longer than seven bytes: an object in the arena");
 *     MemorySegment text = args.at(1).stringSegment(); // read-only, no copy
 *     int status = (int) someCFunction.invokeExact(args.segment(), 2);
 * }
 * }
 *
 * <p>After an arena was closed every method that looks at its memory throws {@link IllegalStateException}, in a thread
 * that may not access it {@link WrongThreadException}.
 *
 * @since 0.1.0
 */
public final class SegmentValues {
    private SegmentValues() {}

    /**
     * New slots, all of them null. Text that does not fit into a slot becomes an object in the same arena: a string of
     * RFC97 that is never freed, a string of TVM_FFI without a deleter, a shared buffer of MATX. These live as long as
     * the arena: whoever gets such a slot must not keep what it refers to.
     *
     * @param dialect whose slots
     * @param count how many
     * @param arena where they and their objects go
     * @return the slots
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException if {@code count < 0}
     */
    public static SegmentSlots allocate(Dialect dialect, int count, Arena arena) {
        return SegmentValueContext.allocate(dialect, count, dialect.slotBytes(), arena);
    }

    /**
     * A new slot of RFC 97 with more room for text, null; for longer text as
     * {@link #allocate(Dialect, int, Arena) allocate}.
     *
     * @param n how many words of 8 bytes it has beyond the smallest: 0 to 15, RFC 97's {@code AnyPad<n>}
     * @param arena where it and its objects go
     * @return the slot, of 16 + 8n bytes
     * @throws NullPointerException if {@code arena} is null
     * @throws IllegalArgumentException if {@code n} is out of range
     */
    public static SegmentSlot slot(int n, Arena arena) {
        return SegmentValueContext.allocate(Dialect.RFC97, 1, Dialect.RFC97.slotBytes(n), arena)
                .at(0);
    }

    /**
     * An empty list, as {@link Rfc97List#create} says, in an arena: what it holds lives as long as that.
     *
     * @param arena where it goes
     * @return the list
     * @throws NullPointerException if {@code arena} is null
     */
    public static Rfc97List list(Arena arena) {
        return SegmentValueContext.list(arena, false);
    }

    /**
     * An empty list, as {@link Rfc97List#createInline} says, in an arena.
     *
     * @param arena where it goes
     * @return the list
     * @throws NullPointerException if {@code arena} is null
     */
    public static Rfc97List inlineList(Arena arena) {
        return SegmentValueContext.list(arena, true);
    }

    /**
     * No arguments yet of a function of old TVM, as {@link OldTvmArguments#create} says, in an arena.
     *
     * @param arena where they go
     * @param bools whether the function knows truth values
     * @return the arguments
     * @throws NullPointerException if {@code arena} is null
     */
    public static OldTvmArguments oldTvmArguments(Arena arena, boolean bools) {
        return SegmentValueContext.oldTvmArguments(arena, bools);
    }

    /**
     * Keeps a value of libtvm_ffi until an arena is closed: an argument of a call, an element, a result. An object gets
     * one reference more, a borrowed text is copied.
     *
     * @param value the value
     * @param arena when it is closed, the reference is given back, and the value throws {@link IllegalStateException}
     * @return the value, which stays
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException if {@code value} is not one of ours, or of another format
     * @throws IllegalStateException if the arena is closed, or the value is gone
     */
    public static Value retain(Value value, Arena arena) {
        return SegmentValueContext.retain(value, arena);
    }

    /**
     * Slots in a segment, which nothing is trusted to be: they are read and written in place.
     *
     * @param dialect whose slots
     * @param segment the slots; of any kind, at any alignment
     * @param memory what may be read behind addresses; {@link ValueMemory#none()} if nothing
     * @return the slots
     * @throws NullPointerException if an argument is null
     * @throws ValueFormatException if the segment is no whole number of slots
     */
    public static SegmentSlots wrap(Dialect dialect, MemorySegment segment, ValueMemory memory) {
        return SegmentValueContext.wrap(dialect, segment, memory);
    }

    /**
     * One slot in a segment, with as much room as the segment has.
     *
     * @param dialect whose slot
     * @param segment the slot
     * @param memory what may be read behind addresses
     * @return the slot
     * @throws NullPointerException if an argument is null
     * @throws ValueFormatException if the segment has not the size of a slot
     */
    public static SegmentSlot wrapSlot(Dialect dialect, MemorySegment segment, ValueMemory memory) {
        return SegmentValueContext.wrapSlot(dialect, segment, memory);
    }

    /**
     * Segments that values may refer to, each by its own address and for as long as it lives.
     *
     * @param segments native segments
     * @return the memory
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException if a segment is on the heap, or two overlap
     */
    public static ValueMemory memory(MemorySegment... segments) {
        return SegmentValueContext.memory(segments);
    }

    /**
     * All memory of this process, for the lifetime of an arena: for values of a library that is trusted to write right
     * addresses, while it keeps them alive. A wrong one ends the process.
     *
     * @param arena when it is closed, nothing can be read any more, views included
     * @return live memory
     * @throws NullPointerException if {@code arena} is null
     * @throws IllegalCallerException if native access is denied to this module
     */
    public static ValueMemory live(Arena arena) {
        return SegmentValueContext.live(arena);
    }

    /**
     * The bytes of a text where they are, not to be written: as {@link SegmentSlot#stringSegment()}, of any value, such as
     * an element of a list.
     *
     * @param value the value
     * @return a read-only segment
     * @throws NullPointerException if {@code value} is null
     * @throws IllegalArgumentException if {@code value} is not one of ours
     * @throws ValueFormatException if it is no text, or may not be read
     */
    public static MemorySegment stringSegment(Value value) {
        return SegmentValueContext.stringSegment(Objects.requireNonNull(value, "value"));
    }

    /**
     * The text in a segment, which is not copied.
     *
     * @param segment units of 4 bytes, little-endian; of any kind, at any alignment
     * @return a view
     * @throws NullPointerException if {@code segment} is null
     * @throws IllegalArgumentException if its size is not a multiple of 4 bytes, or it has more than
     *     2<sup>31</sup> - 1 code points
     */
    public static Ucs4String wrapUcs4(MemorySegment segment) {
        return SegmentUcs4.of(segment);
    }
}
