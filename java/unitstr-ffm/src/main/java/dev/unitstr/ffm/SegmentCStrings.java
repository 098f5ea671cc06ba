package dev.unitstr.ffm;

import dev.unitstr.Copied;
import dev.unitstr.LengthPrefix;
import dev.unitstr.ListEnd;
import dev.unitstr.MalformedPolicy;
import dev.unitstr.UnitCharsets;
import dev.unitstr.ffm.internal.memory.SegmentRegion;
import dev.unitstr.ffm.internal.text.CStringPath;
import dev.unitstr.ffm.internal.text.ChosenStrings;
import dev.unitstr.ffm.internal.text.FastPath;
import dev.unitstr.internal.memory.Region;
import dev.unitstr.internal.text.CStrings;
import dev.unitstr.internal.text.StringBlock;
import dev.unitstr.internal.text.WriteRoute;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.nio.charset.Charset;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes text as C lays it out: with a terminator, by pointer, in an array of pointers ({@code char**}), in a
 * list that ends with an empty string, or behind a length. {@link SegmentStrings} has the operations for text whose
 * length is known, and documents segments, units, checks and policies, which are the same here.
 *
 * <p><b>Pointers.</b> A downcall that returns a pointer yields a segment of 0 bytes with the global scope. Operations
 * that read accept it without {@code reinterpret}, as memory of unknown size: a wrong pointer can crash the process.
 * They require native access in this case; without it they throw {@link UnsupportedOperationException}. The native
 * library is not required. An empty slice of a segment with the global scope looks the same, and is read as a pointer
 * too. In every other segment, everything must lie within the segment. The strings that an array of pointers points to
 * have unknown sizes.
 *
 * <p><b>Null pointers.</b> For a segment of any size at the address 0, an operation that reads returns null; if it takes
 * an offset, only for the offset 0, or in {@code getStringPrefixed} for the one just before the pointer. Another access to
 * memory below the address 4096, such as a field of a null struct, or above {@link Long#MAX_VALUE} is refused with
 * {@link IllegalArgumentException}. A text of 0 units may be at any address up to {@link Long#MAX_VALUE}.
 *
 * <p>A terminator is a zero unit. For C, a string with a NUL would end there: such as a path that is checked in Java as
 * {@code "a.png\0.exe"} and opened by C as another. So operations that write a terminator refuse it with {@link
 * IllegalArgumentException}, unless the charset is {@link UnitCharsets#MODIFIED_UTF_8}, which has other bytes for NUL. To
 * write it nevertheless, write the terminator as a char: {@code SegmentStrings.copy(text + "\0", …)}. Charsets without
 * a NUL of one unit are refused with {@link IllegalArgumentException}, charsets that cannot encode with {@link
 * UnsupportedOperationException}.
 *
 * <p>Cost: a pass to find a terminator, and one to convert. {@code allocatePointers} and {@code allocateStringList} measure
 * first; so do {@code copyTerminated} and {@code copyPrefixed}, if the text might not fit or {@code copyPrefixed} might
 * report an error, and {@code allocateTerminated}. For REPLACE and UTF-8, ISO-8859-1 or US-ASCII, {@code allocateTerminated}
 * does not measure up to 64 chars, and mostly not up to 4096 chars that need one byte each. {@code copyTerminated} allocates
 * as rarely as {@link SegmentStrings#copy(CharSequence, Charset, int, MemorySegment, long, int, MalformedPolicy)}, but also
 * for strings from 13 chars on.
 *
 * {@snippet :
 * // char *getenv(const char *name); extern char **environ;
 * try (Arena arena = Arena.ofConfined()) {
 *     MemorySegment name = SegmentCStrings.allocateTerminated(arena, "HOME", UTF_8);
 *     String home = SegmentCStrings.getStringTerminated((MemorySegment) GETENV.invokeExact(name), UTF_8); // or null
 *     MemorySegment argv = SegmentCStrings.allocatePointers(arena, new String[] {"ls", "-l"}, UTF_8);
 *     String[] same = SegmentCStrings.getPointers(argv, 0, UTF_8);
 * }
 *
 * // BSTR bstrValue, of Windows: it points behind its length, or is null
 * LengthPrefix ofBstr = LengthPrefix.ofBytes(4, ByteOrder.LITTLE_ENDIAN);
 * String value = SegmentCStrings.getStringPrefixed(bstrValue, -4, ofBstr, UnitCharsets.UTF_16);
 * }
 *
 * @since 0.1.0
 */
public final class SegmentCStrings {
    private SegmentCStrings() {}

    /**
     * Equivalent to {@code copyTerminated(src, charset, dst, dstOffset, REPLACE)}.
     *
     * @param src the text
     * @param charset the charset; determines the size of a unit
     * @param dst the memory to write
     * @param dstOffset the offset of the first unit to write, in bytes from the start of {@code dst}
     * @return the number of code units written, without the terminator
     * @see #copyTerminated(CharSequence, Charset, MemorySegment, long, MalformedPolicy)
     */
    public static long copyTerminated(CharSequence src, Charset charset, MemorySegment dst, long dstOffset) {
        return copyTerminated(src, charset, dst, dstOffset, MalformedPolicy.REPLACE);
    }

    /**
     * Encodes text and a terminator. Nothing is written if both do not fit. With an error, the text before it may
     * have been written, without a terminator.
     *
     * @param src the text
     * @param charset the charset; determines the size of a unit
     * @param dst the memory to write
     * @param dstOffset the offset of the first unit to write, in bytes from the start of {@code dst}
     * @param policy how to handle malformed or unmappable text
     * @return the number of code units written, without the terminator
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException if {@code dst} is read-only
     * @throws IndexOutOfBoundsException if the text and the terminator are not within {@code dst}
     * @throws IllegalArgumentException if {@code src} has a NUL
     * @throws dev.unitstr.MalformedTextException if {@code policy} reports an error in the text
     */
    public static long copyTerminated(
            CharSequence src, Charset charset, MemorySegment dst, long dstOffset, MalformedPolicy policy) {
        if (ChosenStrings.isDirect() && src instanceof String string) {
            long units =
                    CStringPath.copyTerminated(string, charset, Objects.requireNonNull(dst, "dst"), dstOffset, policy);
            if (units != FastPath.NO_ANSWER) {
                return units;
            }
        }
        return strings().copyTerminated(text(src), charset, region(dst, "dst"), dstOffset, policy);
    }

    /**
     * Equivalent to {@code copyTerminatedTruncated(src, charset, dst, dstOffset, maxUnits, REPLACE)}.
     *
     * @param src the text
     * @param charset the charset; determines the size of a unit
     * @param dst the memory to write
     * @param dstOffset the offset of the first unit to write, in bytes from the start of {@code dst}
     * @param maxUnits the maximum number of code units to write, with the terminator
     * @return the number of chars read, and the number of code units written without the terminator
     * @see #copyTerminatedTruncated(CharSequence, Charset, MemorySegment, long, long, MalformedPolicy)
     */
    public static Copied copyTerminatedTruncated(
            CharSequence src, Charset charset, MemorySegment dst, long dstOffset, long maxUnits) {
        return copyTerminatedTruncated(src, charset, dst, dstOffset, maxUnits, MalformedPolicy.REPLACE);
    }

    /**
     * Encodes as many whole characters as fit, and always a terminator, like {@code strlcpy}. Unlike
     * {@code copyField}, it writes nothing after the terminator. With an error, the text before it may have been
     * written, without a terminator.
     *
     * @param src the text
     * @param charset the charset; determines the size of a unit
     * @param dst the memory to write
     * @param dstOffset the offset of the first unit to write, in bytes from the start of {@code dst}
     * @param maxUnits the maximum number of code units to write, with the terminator
     * @param policy how to handle malformed or unmappable text
     * @return the number of chars read, and the number of code units written without the terminator
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException if {@code maxUnits < 1}
     * @throws IllegalArgumentException if the part of {@code src} that fits has a NUL
     * @throws IllegalArgumentException if {@code dst} is read-only
     * @throws IndexOutOfBoundsException if {@code maxUnits} units are not within {@code dst}
     * @throws dev.unitstr.MalformedTextException if {@code policy} reports an error in the text
     */
    public static Copied copyTerminatedTruncated(
            CharSequence src,
            Charset charset,
            MemorySegment dst,
            long dstOffset,
            long maxUnits,
            MalformedPolicy policy) {
        if (ChosenStrings.isDirect() && src instanceof String string && dst != null) {
            Copied copied = CStringPath.copyTerminatedTruncated(string, charset, dst, dstOffset, maxUnits, policy);
            if (copied != null) {
                return copied;
            }
        }
        return strings().copyTerminatedTruncated(text(src), charset, region(dst, "dst"), dstOffset, maxUnits, policy);
    }

    /**
     * Equivalent to {@code copyPrefixed(src, charset, dst, dstOffset, prefix, REPLACE)}.
     *
     * @param src the text
     * @param charset the charset; determines the size of a unit
     * @param dst the memory to write
     * @param dstOffset the offset of the length, in bytes from the start of {@code dst}
     * @param prefix the form of the length
     * @return the number of code units of the text
     * @see #copyPrefixed(CharSequence, Charset, MemorySegment, long, LengthPrefix, MalformedPolicy)
     */
    public static long copyPrefixed(
            CharSequence src, Charset charset, MemorySegment dst, long dstOffset, LengthPrefix prefix) {
        return copyPrefixed(src, charset, dst, dstOffset, prefix, MalformedPolicy.REPLACE);
    }

    /**
     * Encodes text behind its length. Nothing is written if both do not fit.
     *
     * @param src the text
     * @param charset the charset; determines the size of a unit
     * @param dst the memory to write
     * @param dstOffset the offset of the length, in bytes from the start of {@code dst}
     * @param prefix the form of the length
     * @param policy how to handle malformed or unmappable text
     * @return the number of code units of the text
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException if the text is longer than the prefix can hold
     * @throws IllegalArgumentException if {@code dst} is read-only
     * @throws IndexOutOfBoundsException if the length and the text are not within {@code dst}
     * @throws dev.unitstr.MalformedTextException if {@code policy} reports an error in the text
     */
    public static long copyPrefixed(
            CharSequence src,
            Charset charset,
            MemorySegment dst,
            long dstOffset,
            LengthPrefix prefix,
            MalformedPolicy policy) {
        if (ChosenStrings.isDirect() && src instanceof String string && dst != null && prefix != null) {
            long units = CStringPath.copyPrefixed(string, charset, dst, dstOffset, prefix, policy);
            if (units != FastPath.NO_ANSWER) {
                return units;
            }
        }
        return strings()
                .copyPrefixed(
                        text(src),
                        charset,
                        region(dst, "dst"),
                        dstOffset,
                        Objects.requireNonNull(prefix, "prefix"),
                        policy);
    }

    /**
     * Equivalent to {@code getStringPrefixed(segment, offset, prefix, charset, REPLACE)}.
     *
     * @param segment the memory to read
     * @param offset the offset of the length, in bytes from the start of the memory
     * @param prefix the form of the length
     * @param charset the charset; determines the size of a unit
     * @return the string; null for a null pointer
     * @see #getStringPrefixed(MemorySegment, long, LengthPrefix, Charset, MalformedPolicy)
     */
    public static @Nullable String getStringPrefixed(
            MemorySegment segment, long offset, LengthPrefix prefix, Charset charset) {
        return getStringPrefixed(segment, offset, prefix, charset, MalformedPolicy.REPLACE);
    }

    /**
     * Decodes text behind its length. A {@code BSTR} of Windows points to the text: the offset of its length is -4, which is
     * allowed for a pointer from a downcall.
     *
     * @param segment the memory to read
     * @param offset the offset of the length, in bytes from the start of the memory; negative for a length before the memory
     *     that a pointer points to
     * @param prefix the form of the length
     * @param charset the charset; determines the size of a unit
     * @param policy how to handle malformed or unmappable text
     * @return the string; null for a null pointer
     * @throws NullPointerException if an argument is null
     * @throws IndexOutOfBoundsException if the length or the text is not within the memory
     * @throws IllegalArgumentException if the length is in bytes and no multiple of the unit size, or exceeds the limit of
     *     one string
     * @throws dev.unitstr.MalformedTextException if {@code policy} reports an error in the text
     */
    public static @Nullable String getStringPrefixed(
            MemorySegment segment, long offset, LengthPrefix prefix, Charset charset, MalformedPolicy policy) {
        if (ChosenStrings.isDirect() && segment != null && prefix != null) {
            String text = CStringPath.getStringPrefixed(segment, offset, prefix, charset, policy);
            if (text != null) {
                return text;
            }
        }
        long before = offset == -Objects.requireNonNull(prefix, "prefix").prefixBytes() ? offset : 0;
        Region region = memory(Objects.requireNonNull(segment, "segment"), offset - before, "segment");
        if (region != null && before < 0 && isPointer(segment)) { // the length is before the pointer
            Region length = accessible(CStrings.unknownSize("segment", segment.address() + before));
            return strings().getStringPrefixed(length, 0, prefix, charset, policy);
        }
        return strings().getStringPrefixed(region, offset, prefix, charset, policy);
    }

    /**
     * Equivalent to {@code getStringList(segment, offset, EMPTY_STRING, charset, REPLACE)}.
     *
     * @param segment the memory to read
     * @param offset the offset of the first string, in bytes from the start of the memory
     * @param charset the charset; determines the size of a unit
     * @return the strings; null for a null pointer
     * @see #getStringList(MemorySegment, long, ListEnd, Charset, MalformedPolicy)
     */
    public static String @Nullable [] getStringList(MemorySegment segment, long offset, Charset charset) {
        return getStringList(segment, offset, ListEnd.EMPTY_STRING, charset, MalformedPolicy.REPLACE);
    }

    /**
     * Equivalent to {@code getStringList(segment, offset, end, charset, REPLACE)}.
     *
     * @param segment the memory to read
     * @param offset the offset of the first string, in bytes from the start of the memory
     * @param end where the list ends
     * @param charset the charset; determines the size of a unit
     * @return the strings; null for a null pointer
     * @see #getStringList(MemorySegment, long, ListEnd, Charset, MalformedPolicy)
     */
    public static String @Nullable [] getStringList(MemorySegment segment, long offset, ListEnd end, Charset charset) {
        return getStringList(segment, offset, end, charset, MalformedPolicy.REPLACE);
    }

    /**
     * Decodes terminated strings that stand one behind the other, such as the block of {@code GetEnvironmentStringsW}, a
     * {@code REG_MULTI_SZ}, or {@code /proc/PID/cmdline}.
     *
     * @param segment the memory to read
     * @param offset the offset of the first string, in bytes from the start of the memory
     * @param end where the list ends
     * @param charset the charset; determines the size of a unit
     * @param policy how to handle malformed or unmappable text
     * @return the strings; null for a null pointer
     * @throws NullPointerException if an argument is null
     * @throws IndexOutOfBoundsException if the memory ends before the list; the message says what is missing
     * @throws IllegalArgumentException if {@code end} is that of the memory, and the size of the memory is not known or is
     *     not a multiple of the unit size
     * @throws dev.unitstr.MalformedTextException if {@code policy} reports an error in the text
     */
    public static String @Nullable [] getStringList(
            MemorySegment segment, long offset, ListEnd end, Charset charset, MalformedPolicy policy) {
        return strings().getStringList(memory(segment, offset, "segment"), offset, end, charset, policy);
    }

    /**
     * Equivalent to {@code allocateTerminated(allocator, src, charset, REPLACE)}.
     *
     * @param allocator the allocator of the memory
     * @param src the text
     * @param charset the charset; determines the size of a unit
     * @return the segment, as returned by the allocator
     * @see #allocateTerminated(SegmentAllocator, CharSequence, Charset, MalformedPolicy)
     */
    public static MemorySegment allocateTerminated(SegmentAllocator allocator, CharSequence src, Charset charset) {
        return allocateTerminated(allocator, src, charset, MalformedPolicy.REPLACE);
    }

    /**
     * Encodes text and a terminator into newly allocated memory of exactly the required size, aligned to the unit. If the
     * JDK is the fastest to encode the text, this calls the allocator's own {@link
     * SegmentAllocator#allocateFrom(String, Charset)}, which allocates an array for text that is not ASCII.
     *
     * @param allocator the allocator of the memory
     * @param src the text
     * @param charset the charset; determines the size of a unit
     * @param policy how to handle malformed or unmappable text
     * @return the segment, as returned by the allocator
     * @throws NullPointerException if an argument is null
     * @throws IndexOutOfBoundsException if the allocator has not enough memory left
     * @throws IllegalArgumentException if {@code src} has a NUL, or the allocator returns read-only memory, or cannot
     *     align it
     * @throws dev.unitstr.MalformedTextException if {@code policy} reports an error in the text
     */
    public static MemorySegment allocateTerminated(
            SegmentAllocator allocator, CharSequence src, Charset charset, MalformedPolicy policy) {
        Objects.requireNonNull(allocator, "allocator");
        String string = text(src).toString();
        CStrings strings = strings(); // throws if there is no binding
        boolean isDirect = CStringPath.hasNoNul(string, policy);
        MemorySegment allocated = isDirect ? CStringPath.allocateTerminated(allocator, string, charset, policy) : null;
        if (allocated != null) {
            return allocated;
        }
        long bytes = isDirect && ChosenStrings.isDirect()
                ? FastPath.encodedBytes(string, charset, 0, string.length(), policy)
                : FastPath.NO_ANSWER;
        if (bytes != FastPath.NO_ANSWER) {
            int unitSize = UnitCharsets.unitSize(charset);
            MemorySegment segment =
                    Objects.requireNonNull(allocator.allocate(bytes + unitSize, unitSize), "allocator returned null");
            if (!CStringPath.writeMeasured(string, charset, segment, bytes, policy)) {
                copyTerminated(string, charset, segment, 0, policy);
            }
            return segment;
        }
        CStrings.Terminated text = strings.terminated(string, charset, policy);
        MemorySegment segment = allocator.allocate(text.bytes(), UnitCharsets.unitSize(charset));
        text.write(region(segment, "allocator returned null"));
        return segment;
    }

    /**
     * Equivalent to {@code getString(pointer, units, charset, REPLACE)}.
     *
     * @param pointer the pointer, from a downcall or from memory
     * @param units the length of the text, in code units
     * @param charset the charset; determines the size of a unit
     * @return the string, or null if {@code pointer} has the address 0
     * @see #getString(MemorySegment, long, Charset, MalformedPolicy)
     */
    public static @Nullable String getString(MemorySegment pointer, long units, Charset charset) {
        return getString(pointer, units, charset, MalformedPolicy.REPLACE);
    }

    /**
     * Decodes the text that a pointer points to.
     *
     * @param pointer the pointer, from a downcall or from memory
     * @param units the length of the text, in code units
     * @param charset the charset; determines the size of a unit
     * @param policy how to handle malformed or unmappable text
     * @return the string, or null if {@code pointer} has the address 0
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException if {@code units} is negative or exceeds the limit of one string
     * @throws IndexOutOfBoundsException if {@code pointer} has a size and the text is not within it
     * @throws IllegalStateException if the scope of {@code pointer} is closed
     * @throws WrongThreadException if {@code pointer} is confined to another thread
     * @throws dev.unitstr.MalformedTextException if {@code policy} reports an error in the text
     */
    public static @Nullable String getString(
            MemorySegment pointer, long units, Charset charset, MalformedPolicy policy) {
        Objects.requireNonNull(pointer, "pointer");
        if (ChosenStrings.isDirect() && isPointer(pointer)) {
            String text = CStringPath.getString(pointer.address(), units, charset, policy);
            if (text != null) {
                return text;
            }
        }
        return isNull(pointer) || isPointer(pointer)
                ? strings().getString(memory(pointer, 0, "pointer"), units, charset, policy)
                : SegmentStrings.getString(pointer, 0, units, charset, policy);
    }

    /**
     * Equivalent to {@code getStringTerminated(pointer, charset, REPLACE)}.
     *
     * @param pointer the pointer, from a downcall or from memory
     * @param charset the charset; determines the size of a unit
     * @return the string, or null if {@code pointer} has the address 0
     * @see #getStringTerminated(MemorySegment, Charset, MalformedPolicy)
     */
    public static @Nullable String getStringTerminated(MemorySegment pointer, Charset charset) {
        return getStringTerminated(pointer, charset, MalformedPolicy.REPLACE);
    }

    /**
     * Decodes the text that a pointer points to, up to its terminator.
     *
     * @param pointer the pointer, from a downcall or from memory
     * @param charset the charset; determines the size of a unit
     * @param policy how to handle malformed or unmappable text
     * @return the string, or null if {@code pointer} has the address 0
     * @throws NullPointerException if an argument is null
     * @throws IndexOutOfBoundsException if {@code pointer} has a size and there is no terminator within it
     * @throws IllegalStateException if the scope of {@code pointer} is closed
     * @throws WrongThreadException if {@code pointer} is confined to another thread
     * @throws dev.unitstr.MalformedTextException if {@code policy} reports an error in the text
     */
    public static @Nullable String getStringTerminated(MemorySegment pointer, Charset charset, MalformedPolicy policy) {
        Objects.requireNonNull(pointer, "pointer");
        if (ChosenStrings.isDirect() && isPointer(pointer)) {
            String text = CStringPath.getStringTerminated(pointer.address(), charset, policy);
            if (text != null) {
                return text;
            }
        }
        return isNull(pointer) || isPointer(pointer)
                ? strings().getStringTerminated(memory(pointer, 0, "pointer"), charset, policy)
                : SegmentStrings.getStringTerminated(pointer, 0, charset, policy);
    }

    /**
     * Equivalent to {@code getPointers(segment, offset, charset, REPLACE)}.
     *
     * @param segment the memory of the pointers
     * @param offset the offset of the first pointer, in bytes from the start of the memory
     * @param charset the charset; determines the size of a unit
     * @return the strings, none of which is null; null for a null pointer
     * @see #getPointers(MemorySegment, long, Charset, MalformedPolicy)
     */
    public static @Nullable String @Nullable [] getPointers(MemorySegment segment, long offset, Charset charset) {
        return getPointers(segment, offset, charset, MalformedPolicy.REPLACE);
    }

    /**
     * Decodes the terminated strings of an array of pointers that ends with a null pointer, such as {@code environ}.
     *
     * @param segment the memory of the pointers
     * @param offset the offset of the first pointer, in bytes from the start of the memory
     * @param charset the charset; determines the size of a unit
     * @param policy how to handle malformed or unmappable text
     * @return the strings, none of which is null; null for a null pointer
     * @throws NullPointerException if an argument is null
     * @throws IndexOutOfBoundsException if there is no null pointer in the memory from {@code offset} on
     * @throws IllegalArgumentException if the first pointer or a string is at an address below 4096, or a negative one
     * @throws dev.unitstr.MalformedTextException if {@code policy} reports an error in the text
     */
    public static @Nullable String @Nullable [] getPointers(
            MemorySegment segment, long offset, Charset charset, MalformedPolicy policy) {
        CStrings strings = strings().checked(charset, policy);
        return strings(strings.pointers(memory(segment, offset, "segment"), offset), charset, policy);
    }

    /**
     * Equivalent to {@code getPointers(segment, offset, count, charset, REPLACE)}.
     *
     * @param segment the memory of the pointers
     * @param offset the offset of the first pointer, in bytes from the start of the memory
     * @param count the number of pointers
     * @param charset the charset; determines the size of a unit
     * @return the strings; an element is null if its pointer is; null for a null pointer
     * @see #getPointers(MemorySegment, long, long, Charset, MalformedPolicy)
     */
    public static @Nullable String @Nullable [] getPointers(
            MemorySegment segment, long offset, long count, Charset charset) {
        return getPointers(segment, offset, count, charset, MalformedPolicy.REPLACE);
    }

    /**
     * Decodes the terminated strings of an array of pointers.
     *
     * @param segment the memory of the pointers
     * @param offset the offset of the first pointer, in bytes from the start of the memory
     * @param count the number of pointers
     * @param charset the charset; determines the size of a unit
     * @param policy how to handle malformed or unmappable text
     * @return the strings; an element is null if its pointer is; null for a null pointer
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException if {@code count} is negative or too large for an array, or the first pointer or a
     *     string is at an address below 4096, or a negative one
     * @throws IndexOutOfBoundsException if the pointers are not within the memory
     * @throws dev.unitstr.MalformedTextException if {@code policy} reports an error in the text
     */
    public static @Nullable String @Nullable [] getPointers(
            MemorySegment segment, long offset, long count, Charset charset, MalformedPolicy policy) {
        CStrings strings = strings().checked(charset, policy);
        return strings(strings.pointers(memory(segment, offset, "segment"), offset, count), charset, policy);
    }

    /**
     * Equivalent to {@code allocatePointers(allocator, strings, charset, REPLACE)}.
     *
     * @param allocator the allocator of the memory, which must be native
     * @param strings the strings; the pointer of a null element is null
     * @param charset the charset; determines the size of a unit
     * @return the segment, which begins with the first pointer
     * @see #allocatePointers(SegmentAllocator, String[], Charset, MalformedPolicy)
     */
    public static MemorySegment allocatePointers(
            SegmentAllocator allocator, @Nullable String[] strings, Charset charset) {
        return allocatePointers(allocator, strings, charset, MalformedPolicy.REPLACE);
    }

    /**
     * Writes an array of pointers that ends with a null pointer, and behind it the terminated strings, in one allocation.
     * Arrays such as {@code argv} have this form.
     *
     * @param allocator the allocator of the memory, which must be native
     * @param strings the strings; the pointer of a null element is null
     * @param charset the charset; determines the size of a unit
     * @param policy how to handle malformed or unmappable text
     * @return the segment, which begins with the first pointer
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException if a string has a NUL, or the allocator returns memory on the heap
     * @throws IndexOutOfBoundsException if the allocator has not enough memory left
     * @throws dev.unitstr.MalformedTextException if {@code policy} reports an error in the text
     */
    public static MemorySegment allocatePointers(
            SegmentAllocator allocator, @Nullable String[] strings, Charset charset, MalformedPolicy policy) {
        Objects.requireNonNull(allocator, "allocator");
        if (isFast(strings)) {
            @Nullable String[] copy = strings.clone(); // the allocator may change the array
            int[] sizes = new int[copy.length];
            byte[] few = CStringPath.pointers(copy, charset, policy, sizes);
            if (few != null) {
                MemorySegment segment = allocator.allocate(few.length, Long.BYTES);
                if (!CStringPath.writePointers(few, sizes, segment)) {
                    strings().block(copy, charset, policy).writePointers(region(segment, "segment"), 0);
                }
                return segment;
            }
        }
        StringBlock block = strings().block(strings, charset, policy);
        MemorySegment segment = allocator.allocate(block.pointersBytes(), Long.BYTES);
        block.writePointers(region(segment, "segment"), 0);
        return segment;
    }

    /**
     * Equivalent to {@code copyPointers(strings, charset, dst, dstOffset, REPLACE)}.
     *
     * @param strings the strings; the pointer of a null element is null
     * @param charset the charset; determines the size of a unit
     * @param dst the memory to write, which must be native
     * @param dstOffset the offset of the first pointer, in bytes from the start of {@code dst}
     * @return the number of bytes written
     * @see #copyPointers(String[], Charset, MemorySegment, long, MalformedPolicy)
     */
    public static long copyPointers(@Nullable String[] strings, Charset charset, MemorySegment dst, long dstOffset) {
        return copyPointers(strings, charset, dst, dstOffset, MalformedPolicy.REPLACE);
    }

    /**
     * Writes an array of pointers that ends with a null pointer, and behind it the terminated strings. Nothing is written if
     * they do not fit.
     *
     * @param strings the strings; the pointer of a null element is null
     * @param charset the charset; determines the size of a unit
     * @param dst the memory to write, which must be native
     * @param dstOffset the offset of the first pointer, in bytes from the start of {@code dst}
     * @param policy how to handle malformed or unmappable text
     * @return the number of bytes written
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException if a string has a NUL, or {@code dst} is read-only or on the heap
     * @throws IndexOutOfBoundsException if the pointers and the strings are not within {@code dst}
     * @throws dev.unitstr.MalformedTextException if {@code policy} reports an error in the text
     */
    public static long copyPointers(
            @Nullable String[] strings, Charset charset, MemorySegment dst, long dstOffset, MalformedPolicy policy) {
        return strings().copyPointers(strings, charset, region(dst, "dst"), dstOffset, policy);
    }

    /**
     * Equivalent to {@code copyStringList(strings, charset, dst, dstOffset, REPLACE)}.
     *
     * @param strings the strings
     * @param charset the charset; determines the size of a unit
     * @param dst the memory to write
     * @param dstOffset the offset of the first unit to write, in bytes from the start of {@code dst}
     * @return the number of bytes written
     * @see #copyStringList(String[], Charset, MemorySegment, long, MalformedPolicy)
     */
    public static long copyStringList(String[] strings, Charset charset, MemorySegment dst, long dstOffset) {
        return copyStringList(strings, charset, dst, dstOffset, MalformedPolicy.REPLACE);
    }

    /**
     * Writes a list of terminated strings that ends with an empty string. An empty list has two zero units. Nothing is
     * written if the list does not fit.
     *
     * @param strings the strings
     * @param charset the charset; determines the size of a unit
     * @param dst the memory to write
     * @param dstOffset the offset of the first unit to write, in bytes from the start of {@code dst}
     * @param policy how to handle malformed or unmappable text
     * @return the number of bytes written
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException if a string is empty, also when encoded, or has a NUL; if the replacement of
     *     {@code policy} has a NUL; or if {@code dst} is read-only
     * @throws IndexOutOfBoundsException if the list is not within {@code dst}
     * @throws dev.unitstr.MalformedTextException if {@code policy} reports an error in the text
     */
    public static long copyStringList(
            String[] strings, Charset charset, MemorySegment dst, long dstOffset, MalformedPolicy policy) {
        return strings().copyStringList(strings, charset, region(dst, "dst"), dstOffset, policy);
    }

    /**
     * Equivalent to {@code allocateStringList(allocator, strings, charset, REPLACE)}.
     *
     * @param allocator the allocator of the memory
     * @param strings the strings
     * @param charset the charset; determines the size of a unit
     * @return the segment, as returned by the allocator
     * @see #allocateStringList(SegmentAllocator, String[], Charset, MalformedPolicy)
     */
    public static MemorySegment allocateStringList(SegmentAllocator allocator, String[] strings, Charset charset) {
        return allocateStringList(allocator, strings, charset, MalformedPolicy.REPLACE);
    }

    /**
     * Writes a list of terminated strings that ends with an empty string, in one allocation. An empty list has two zero
     * units.
     *
     * @param allocator the allocator of the memory
     * @param strings the strings
     * @param charset the charset; determines the size of a unit
     * @param policy how to handle malformed or unmappable text
     * @return the segment, as returned by the allocator
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException if a string is empty, also when encoded, or has a NUL; or the replacement of
     *     {@code policy} has a NUL
     * @throws IndexOutOfBoundsException if the allocator has not enough memory left
     * @throws dev.unitstr.MalformedTextException if {@code policy} reports an error in the text
     */
    public static MemorySegment allocateStringList(
            SegmentAllocator allocator, String[] strings, Charset charset, MalformedPolicy policy) {
        Objects.requireNonNull(allocator, "allocator");
        if (isFast(strings)) {
            String[] copy = strings.clone(); // the allocator may change the array
            byte[] few = CStringPath.stringList(copy, charset, policy);
            if (few != null) {
                MemorySegment segment = allocator.allocate(few.length, 1);
                if (!CStringPath.write(few, segment)) {
                    strings().list(copy, charset, policy).writeList(region(segment, "segment"), 0);
                }
                return segment;
            }
        }
        StringBlock block = strings().list(strings, charset, policy);
        MemorySegment segment = allocator.allocate(block.listBytes(), UnitCharsets.unitSize(charset));
        block.writeList(region(segment, "segment"), 0);
        return segment;
    }

    /** Tests whether the strings may be few enough for {@link CStringPath}. */
    private static boolean isFast(@Nullable String @Nullable [] strings) {
        return strings != null && strings.length <= WriteRoute.FEW_OTHERS && ChosenStrings.isDirect();
    }

    private static @Nullable String @Nullable [] strings(
            long @Nullable [] pointers, Charset charset, MalformedPolicy policy) {
        if (pointers == null) {
            return strings().getStrings(null, charset, policy);
        }
        @Nullable String[] texts = new String[pointers.length];
        int done = ChosenStrings.isDirect() ? CStringPath.getStrings(pointers, charset, policy, texts) : 0;
        if (done < texts.length || texts.length == 0) {
            strings().getStrings(accessible(CStrings.allMemory()), pointers, done, charset, policy, texts);
        }
        return texts;
    }

    static boolean isNull(MemorySegment pointer) {
        return pointer.isNative() && pointer.address() == 0;
    }

    private static CStrings strings() {
        return ChosenStrings.chosen().cStrings();
    }

    private static CharSequence text(CharSequence src) {
        return Objects.requireNonNull(src, "src");
    }

    private static Region region(MemorySegment segment, String name) {
        return new SegmentRegion(Objects.requireNonNull(segment, name));
    }

    /**
     * Returns the memory to read, of unknown size for a pointer; null for a null pointer. With an offset, a segment at
     * address 0 may stand for all memory.
     */
    private static @Nullable Region memory(MemorySegment segment, long offset, String name) {
        Region region = region(segment, name);
        if (isNull(segment) && offset == 0) {
            return null;
        }
        return isSizeUnknown(segment) ? accessible(CStrings.unknownSize(name, segment.address())) : region;
    }

    /**
     * Returns memory at an address in a form that the binding can access: for plain Java, a segment. If native access is
     * denied, returns the same memory, and an access to it throws the exception that says so.
     */
    @SuppressWarnings("restricted")
    private static Region accessible(Region memory) {
        if (ChosenStrings.chosen().binding().isNative()) {
            return memory;
        }
        try {
            return new SegmentRegion(MemorySegment.ofAddress(memory.address()).reinterpret(memory.byteSize()));
        } catch (IllegalCallerException e) {
            return memory;
        }
    }

    /** Tests whether a segment is a pointer from native code, and not null. */
    static boolean isPointer(MemorySegment segment) {
        return isSizeUnknown(segment) && segment.address() != 0;
    }

    /**
     * Tests whether a segment is a pointer from native code: the JDK gives it the global scope. An empty segment of any
     * other scope is a part of memory whose size and lifetime are known.
     */
    private static boolean isSizeUnknown(MemorySegment segment) {
        return segment.byteSize() == 0
                && segment.isNative()
                && segment.scope().equals(Arena.global().scope());
    }
}
