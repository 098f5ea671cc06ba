package dev.unitstr.internal.text;

import dev.unitstr.Copied;
import dev.unitstr.LengthPrefix;
import dev.unitstr.ListEnd;
import dev.unitstr.MalformedPolicy;
import dev.unitstr.MalformedTextException;
import dev.unitstr.StringSpans;
import dev.unitstr.internal.binding.Binding;
import dev.unitstr.internal.memory.AddressRegion;
import dev.unitstr.internal.memory.Region;
import dev.unitstr.internal.memory.WordAccess;
import java.nio.ByteOrder;
import java.nio.charset.Charset;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Implements the operations on text as C lays it out: with a terminator, by pointer, in arrays of pointers, in lists, and
 * behind a length. All are made of operations of {@link RegionStrings} and {@link BatchStrings}.
 *
 * <p>The size {@link Long#MAX_VALUE} of a region means that the size is unknown.
 */
public final class CStrings {
    /** The smallest size of a page: if one byte of it is mapped, all are. */
    private static final int PAGE = 4096;
    /** The largest size of a varint, of 64 bits. */
    private static final int MOST_VARINT = 10;
    /** The largest number of pointers that are read into an array. */
    private static final int MOST_POINTERS = Integer.MAX_VALUE / Long.BYTES;

    /** The size from which memory is that of a process whose end is not known. No processor has as much. */
    private static final long MOST_MEMORY = 1L << 62;

    private final RegionStrings strings;
    private final Binding binding;

    /**
     * Creates the operations.
     *
     * @param strings the operations on one string
     */
    public CStrings(RegionStrings strings) {
        this.strings = strings;
        this.binding = strings.binding();
    }

    /**
     * Encodes a string and a terminator.
     *
     * @param src the string
     * @param charset the charset
     * @param dst the memory
     * @param dstOffset the offset of the first unit to write, in bytes
     * @param policy how to handle malformed text
     * @return the number of code units written, without the terminator
     */
    public long copyTerminated(CharSequence src, Charset charset, Region dst, long dstOffset, MalformedPolicy policy) {
        Coding coding = Coding.of(charset, policy);
        coding.checkNul();
        RegionStrings.checkEncodes(coding.encoding(), charset);
        dst.checkWritable();
        Checks.offset(RegionStrings.place(dst, "dstOffset"), dstOffset, dst);
        if (coding.encoding() == null) {
            String text = src.toString();
            LegacyText.Converted<byte[]> converted = strings.legacy.encode(text, 0, text.length(), coding);
            checkTerminated(converted.text().length, 1, dst, dstOffset);
            RegionStrings.checkAccess(binding, dst, dstOffset, 1);
            coding.checkNoNul("src", text);
            byte[] encoded = converted.orThrow();
            write(encoded, dst, dstOffset);
            zero(dst, dstOffset + encoded.length, 1);
            return encoded.length;
        }
        CharSequence text = Chars.of(src);
        int unitSize = coding.unitSize();
        long capacity = dst.byteSize() - dstOffset;
        if (Coding.mostBytes(coding.encoding(), Chars.length(text), coding.policy()) > capacity - unitSize) {
            long bytes = strings.writer.measure(text, 0, Chars.length(text), coding, true);
            checkTerminated(bytes, unitSize, dst, dstOffset);
        }
        RegionStrings.checkAccess(binding, dst, dstOffset, unitSize);
        coding.checkReplacement();
        if (text instanceof String string) {
            Coding.checkNoNul("src", string, charset);
        }
        long units = writeTerminated(text, coding, dst, dstOffset);
        if (!(text instanceof String)) { // a search in it would take longer, and it may have changed since
            checkNoZero(text, dst, dstOffset, units, coding);
        }
        return units;
    }

    /** Checks that no terminator is in a text that was written. */
    private void checkNoZero(CharSequence src, Region dst, long dstOffset, long units, Coding coding) {
        if (strings.find(dst, dstOffset, units, coding.unitSize()) < units) {
            Coding.checkNoNul("src", src, coding.charset());
            throw new IllegalArgumentException("src had a NUL, or dst was changed, while the text was written");
        }
    }

    /** Encodes by the JDK, only once for each text: a charset that is user code may return more the second time. */
    private byte[] encode(CharSequence src, Coding coding) {
        String text = src.toString();
        return strings.legacy.encode(text, 0, text.length(), coding).orThrow();
    }

    private void write(byte[] text, Region dst, long dstOffset) {
        RawBytes.write(binding, text, text.length, dst, dstOffset);
    }

    /** A string, to be written with a terminator. */
    public final class Terminated {
        private final String src;
        private final Coding coding;
        /** The encoded string, if the JDK encodes it. */
        private final byte @Nullable [] encoded;

        private final long bytes;

        private Terminated(String src, Coding coding) {
            this.src = src;
            this.coding = coding;
            coding.checkNoNul("src", src);
            this.encoded = coding.encoding() == null ? encode(src, coding) : null;
            this.bytes = coding.unitSize() + (encoded == null ? strings.encodedBytes(src, coding) : encoded.length);
        }

        /**
         * Returns the size of the encoded string and the terminator.
         *
         * @return the size in bytes
         */
        public long bytes() {
            return bytes;
        }

        /**
         * Writes the string and the terminator.
         *
         * @param dst the memory, written from its start on
         */
        public void write(Region dst) {
            dst.checkWritable();
            checkTerminated(bytes - coding.unitSize(), coding.unitSize(), dst, 0);
            if (encoded == null) {
                writeTerminated(src, coding, dst, 0);
            } else {
                RegionStrings.checkAccess(binding, dst, 0, 1);
                CStrings.this.write(encoded, dst, 0);
                zero(dst, encoded.length, 1);
            }
        }
    }

    /**
     * Measures a string and a terminator.
     *
     * @param src the string
     * @param charset the charset
     * @param policy how to handle malformed text
     * @return the string to write
     */
    public Terminated terminated(String src, Charset charset, MalformedPolicy policy) {
        Coding coding = Coding.of(charset, policy);
        coding.checkNul();
        RegionStrings.checkEncodes(coding.encoding(), charset);
        return new Terminated(src, coding);
    }

    /** Encodes a string and a terminator, which are known to fit. */
    long writeTerminated(CharSequence src, Coding coding, Region dst, long dstOffset) {
        int unitSize = coding.unitSize();
        RegionStrings.checkAccess(binding, dst, dstOffset, unitSize);
        long capacity = dst.byteSize() - dstOffset - unitSize; // another thread may change a text after it was measured
        int length = Chars.length(src);
        long units = length == 0 ? 0 : strings.writer.write(src, 0, length, coding, dst, dstOffset, capacity);
        zero(dst, dstOffset + units * unitSize, unitSize);
        return units;
    }

    private static void checkTerminated(long bytes, int unitSize, Region dst, long dstOffset) {
        if (bytes > dst.byteSize() - dstOffset - unitSize) {
            throw outside(dst, "dstOffset", dstOffset, Checks.units(bytes / unitSize, unitSize) + " and a terminator");
        }
    }

    private static IndexOutOfBoundsException outside(Region memory, String offsetName, long offset, String what) {
        return new IndexOutOfBoundsException(RegionStrings.place(memory, offsetName) + " is " + offset
                + ": from there, " + what + Checks.notWithin(memory));
    }

    private static String length(int bytes) {
        return "a length of " + bytes + (bytes == 1 ? " byte and " : " bytes and ");
    }

    private void zero(Region dst, long offset, int bytes) {
        RawBytes.zero(binding, dst.base(), dst.start() + offset, bytes);
    }

    /**
     * Encodes as much of a string as fits before a terminator.
     *
     * @param src the string
     * @param charset the charset
     * @param dst the memory
     * @param dstOffset the offset of the first unit to write, in bytes
     * @param maxUnits the maximum number of code units to write, with the terminator
     * @param policy how to handle malformed text
     * @return the number of chars read and the number of units written, without the terminator
     */
    public Copied copyTerminatedTruncated(
            CharSequence src, Charset charset, Region dst, long dstOffset, long maxUnits, MalformedPolicy policy) {
        Coding coding = Coding.of(charset, policy);
        coding.checkTruncates();
        coding.checkNul();
        if (maxUnits < 1) {
            throw new IllegalArgumentException("maxUnits is " + maxUnits + ": no space for the terminator");
        }
        int unitSize = coding.unitSize();
        dst.checkWritable();
        Checks.range(RegionStrings.place(dst, "dstOffset"), dstOffset, maxUnits, unitSize, dst);
        RegionStrings.checkAccess(binding, dst, dstOffset, maxUnits);
        CharSequence text = Chars.of(src);
        coding.checkReplacement();
        Copied copied = strings.copyTruncated(text, charset, 0, dst, dstOffset, maxUnits - 1, policy);
        zero(dst, dstOffset + copied.units() * unitSize, unitSize);
        checkNoZero(text, dst, dstOffset, copied.units(), coding);
        return copied;
    }

    /**
     * Decodes the text at an address.
     *
     * @param address the address, or 0
     * @param units the length of the text, in code units
     * @param charset the charset
     * @param policy how to handle malformed text
     * @return the string; null if {@code address} is 0
     */
    public @Nullable String getString(long address, long units, Charset charset, MalformedPolicy policy) {
        return getString(at(address), units, charset, policy);
    }

    /**
     * Decodes the text at the start of a memory.
     *
     * @param memory the memory, or null
     * @param units the length of the text, in code units
     * @param charset the charset
     * @param policy how to handle malformed text
     * @return the string; null if {@code memory} is null
     */
    public @Nullable String getString(@Nullable Region memory, long units, Charset charset, MalformedPolicy policy) {
        Checks.textBytes(units, Coding.of(charset, policy).unitSize());
        return memory == null ? null : strings.getString(memory, 0, units, charset, policy);
    }

    /**
     * Decodes the text at an address up to its terminator.
     *
     * @param address the address, or 0
     * @param charset the charset
     * @param policy how to handle malformed text
     * @return the string; null if {@code address} is 0
     */
    public @Nullable String getStringTerminated(long address, Charset charset, MalformedPolicy policy) {
        return getStringTerminated(at(address), charset, policy);
    }

    /**
     * Decodes the text at the start of a memory up to its terminator.
     *
     * @param memory the memory, or null
     * @param charset the charset
     * @param policy how to handle malformed text
     * @return the string; null if {@code memory} is null
     */
    public @Nullable String getStringTerminated(@Nullable Region memory, Charset charset, MalformedPolicy policy) {
        Coding.of(charset, policy).checkNul();
        return memory == null ? null : strings.getStringTerminated(memory, 0, charset, policy);
    }

    private static @Nullable Region at(long address) {
        return address == 0 ? null : unknownSize("address", address);
    }

    /**
     * Returns memory of unknown size. An access to it checks the address.
     *
     * @param name the name of the argument
     * @param address the address
     * @return the memory
     * @throws IllegalArgumentException if {@code address} is negative
     */
    public static Region unknownSize(String name, long address) {
        if (address < 0) {
            throw AddressRegion.notMapped(name, address);
        }
        return new AddressRegion(address, Long.MAX_VALUE);
    }

    /**
     * Reads the pointers before a null pointer.
     *
     * @param memory the memory, or null
     * @param offset the offset of the first pointer, in bytes
     * @return the pointers; null if {@code memory} is null
     */
    public long @Nullable [] pointers(@Nullable Region memory, long offset) {
        if (memory == null) {
            return null;
        }
        Checks.offset(RegionStrings.place(memory, "offset"), offset, memory);
        RegionStrings.checkAccess(binding, memory, offset, 1);
        long[] pointers = new long[16];
        WordAccess words = memory instanceof WordAccess access ? access : null;
        byte[] block = new byte[words == null ? PAGE : 0];
        int count = 0;
        for (long at = offset; ; ) {
            long left = memory.byteSize() - at;
            if (left < Long.BYTES) {
                throw new IndexOutOfBoundsException("no null pointer between " + RegionStrings.place(memory, "offset")
                        + " " + offset + " and the end of the memory, which has " + memory.byteSize() + " bytes"
                        + memory.boundsHint());
            }
            // A segment may claim more than is mapped: read one pointer at a time.
            int toPageEnd = memory.isAddress() ? PAGE - (int) (memory.start() + at & PAGE - 1) : Long.BYTES;
            int bytes = (int) Math.min(Math.max(toPageEnd, Long.BYTES), left) & -Long.BYTES;
            if (words == null) {
                RawBytes.read(binding, memory, at, block, bytes);
            }
            for (int i = 0; i < bytes; i += Long.BYTES) {
                long pointer = words != null ? words.getWord(at + i) : (long) Words.LONGS.get(block, i);
                if (pointer == 0) {
                    return Arrays.copyOf(pointers, count);
                }
                if (count == pointers.length) {
                    pointers = Arrays.copyOf(pointers, Math.addExact(count, count));
                }
                pointers[count++] = pointer;
            }
            at += bytes;
        }
    }

    /**
     * Reads pointers.
     *
     * @param memory the memory, or null
     * @param offset the offset of the first pointer, in bytes
     * @param count the number of pointers
     * @return the pointers; null if {@code memory} is null
     */
    public long @Nullable [] pointers(@Nullable Region memory, long offset, long count) {
        if (count < 0 || count > MOST_POINTERS) {
            throw new IllegalArgumentException("count is " + count + ": not between 0 and " + MOST_POINTERS);
        }
        if (memory == null) {
            return null;
        }
        Checks.offset(RegionStrings.place(memory, "offset"), offset, memory);
        if (count > (memory.byteSize() - offset) / Long.BYTES) {
            throw outside(memory, "offset", offset, count + " pointers of " + Long.BYTES + " bytes");
        }
        RegionStrings.checkAccess(binding, memory, offset, count);
        byte[] bytes = new byte[(int) count * Long.BYTES];
        RawBytes.read(binding, memory, offset, bytes, bytes.length);
        long[] pointers = new long[(int) count];
        for (int i = 0; i < pointers.length; i++) {
            pointers[i] = (long) Words.LONGS.get(bytes, i * Long.BYTES);
        }
        return pointers;
    }

    /**
     * Decodes the terminated strings that pointers point to.
     *
     * @param pointers the pointers, or null
     * @param charset the charset
     * @param policy how to handle malformed text
     * @return the strings; an element is null if its pointer is; null if {@code pointers} is null
     */
    public @Nullable String @Nullable [] getStrings(
            long @Nullable [] pointers, Charset charset, MalformedPolicy policy) {
        if (pointers == null) {
            Coding.of(charset, policy).checkNul();
            return null;
        }
        @Nullable String[] texts = new String[pointers.length];
        getStrings(allMemory(), pointers, 0, charset, policy, texts);
        return texts;
    }

    /**
     * Checks for null before memory is read, which {@link #getStrings} does too late for a method that reads the pointers.
     *
     * @param charset the charset
     * @param policy the policy
     * @return these operations
     */
    public CStrings checked(Charset charset, MalformedPolicy policy) {
        Objects.requireNonNull(charset, "charset");
        Objects.requireNonNull(policy, "policy");
        return this;
    }

    /**
     * Returns all memory of the process.
     *
     * @return a region whose first byte is at {@link AddressRegion#LEAST_ADDRESS}
     */
    public static Region allMemory() {
        return new AddressRegion(AddressRegion.LEAST_ADDRESS, Long.MAX_VALUE);
    }

    /**
     * Decodes the terminated strings that pointers point to, from one of them on.
     *
     * @param all {@link #allMemory}, or the same memory in a form that Java can access
     * @param pointers the pointers
     * @param first the index of the first pointer to follow
     * @param charset the charset
     * @param policy how to handle malformed text
     * @param texts receives the strings; an element is null if its pointer is
     */
    public void getStrings(
            Region all, long[] pointers, int first, Charset charset, MalformedPolicy policy, @Nullable String[] texts) {
        Coding coding = Coding.of(charset, policy);
        coding.checkNul();
        if (pointers.length > first) {
            RegionStrings.checkAccess(binding, all);
        }
        long[] offsets = new long[pointers.length];
        for (int i = first; i < pointers.length; i++) {
            if (pointers[i] != 0 && pointers[i] < AddressRegion.LEAST_ADDRESS) {
                throw AddressRegion.notMapped("the address of string " + i, pointers[i]);
            }
            offsets[i] = pointers[i] == 0 ? -1 : pointers[i] - AddressRegion.LEAST_ADDRESS;
        }
        for (int done = first; done < texts.length; ) {
            int some = strings.batches().getTerminated(all, offsets, done, coding, texts);
            if (some == 0 && offsets[done] >= 0) {
                try {
                    texts[done] = strings.getStringTerminated(all, offsets[done], charset, policy);
                } catch (MalformedTextException e) {
                    throw e.inString(done);
                }
            }
            done += Math.max(some, 1);
        }
    }

    /**
     * Decodes the strings of a list.
     *
     * @param memory the memory, or null
     * @param offset the offset of the first string, in bytes
     * @param listEnd where the list ends
     * @param charset the charset
     * @param policy how to handle malformed text
     * @return the strings; null if {@code memory} is null
     */
    public String @Nullable [] getStringList(
            @Nullable Region memory, long offset, ListEnd listEnd, Charset charset, MalformedPolicy policy) {
        ListBound end = Ours.cast(ListBound.class, listEnd, "end");
        Coding coding = Coding.of(charset, policy);
        coding.checkNul();
        if (memory == null) {
            return null;
        }
        int unitSize = coding.unitSize();
        Checks.offset(RegionStrings.place(memory, "offset"), offset, memory);
        RegionStrings.checkAccess(binding, memory, offset, memory.byteSize() - offset);
        if (end.atMemory()) {
            checkWhole(memory, offset, unitSize);
        }
        long[] offsets = new long[16];
        long[] units = new long[16];
        int count = 0;
        long at = offset;
        while (count < end.count()) {
            long left = (memory.byteSize() - at) / unitSize;
            if (left <= 0 && end.atMemory()) {
                break;
            }
            long length = strings.find(memory, at, Math.max(left, 0), unitSize);
            if (length >= left && !end.atMemory()) {
                throw unended(memory, offset, at, count, end, charset);
            }
            if (length == 0 && end.atEmpty()) {
                break;
            }
            if (count == offsets.length) {
                offsets = Arrays.copyOf(offsets, Math.addExact(count, count));
                units = Arrays.copyOf(units, offsets.length);
            }
            offsets[count] = at;
            units[count++] = length;
            at += (length + 1) * unitSize;
        }
        StringSpans spans = StringSpans.of(Arrays.copyOf(offsets, count), Arrays.copyOf(units, count));
        return strings.batches().getStrings(memory, spans, charset, policy);
    }

    /** Checks that the end of a memory, which ends a list, is known and after a whole unit. */
    private static void checkWhole(Region memory, long offset, int unitSize) {
        if (memory.byteSize() > MOST_MEMORY) {
            throw new IllegalArgumentException("end is the end of the memory, whose size is not known");
        }
        long bytes = memory.byteSize() - offset;
        if (bytes % unitSize != 0) {
            throw new IllegalArgumentException("the list from " + RegionStrings.place(memory, "offset") + " " + offset
                    + " on has " + bytes + " bytes up to the end of the memory: not a multiple of " + unitSize
                    + ", the size of a unit");
        }
    }

    private static IndexOutOfBoundsException unended(
            Region memory, long offset, long at, int count, ListBound end, Charset charset) {
        String place = RegionStrings.place(memory, "offset");
        boolean lacksOnlyEnd = at == memory.byteSize() && count > 0 && end.atEmpty();
        String what = lacksOnlyEnd
                ? "the empty string that ends it"
                : count == 0 ? "a zero unit of " + charset : "the terminator of string " + count;
        return new IndexOutOfBoundsException("the list from " + place + " " + offset + " on lacks " + what + " between "
                + place + " " + at + " and the end of the memory, which has " + memory.byteSize() + " bytes"
                + memory.boundsHint());
    }

    /**
     * Measures terminated strings.
     *
     * @param src the strings; null elements are not written
     * @param charset the charset
     * @param policy how to handle malformed text
     * @return the block to write
     */
    public StringBlock block(@Nullable String[] src, Charset charset, MalformedPolicy policy) {
        return StringBlock.of(strings, src, charset, policy);
    }

    /**
     * Measures the strings of a list that ends with an empty string.
     *
     * @param src the strings
     * @param charset the charset
     * @param policy how to handle malformed text
     * @return the block to write
     */
    public StringBlock list(String[] src, Charset charset, MalformedPolicy policy) {
        return StringBlock.ofList(strings, src, charset, policy);
    }

    /**
     * Writes an array of pointers that ends with a null pointer, and behind it the terminated strings.
     *
     * @param src the strings; the pointer of a null element is null
     * @param charset the charset
     * @param dst the memory
     * @param dstOffset the offset of the first pointer, in bytes
     * @param policy how to handle malformed text
     * @return the number of bytes written
     */
    public long copyPointers(
            @Nullable String[] src, Charset charset, Region dst, long dstOffset, MalformedPolicy policy) {
        StringBlock block = measured(() -> block(src, charset, policy), dst, dstOffset);
        block.writePointers(dst, dstOffset);
        return block.pointersBytes();
    }

    /**
     * Writes a list that ends with an empty string.
     *
     * @param src the strings
     * @param charset the charset
     * @param dst the memory
     * @param dstOffset the offset of the first string, in bytes
     * @param policy how to handle malformed text
     * @return the number of bytes written
     */
    public long copyStringList(String[] src, Charset charset, Region dst, long dstOffset, MalformedPolicy policy) {
        StringBlock block = measured(() -> list(src, charset, policy), dst, dstOffset);
        block.writeList(dst, dstOffset);
        return block.listBytes();
    }

    /** Measures strings. An error in their text is thrown only if the memory that is to be written has none. */
    private StringBlock measured(Supplier<StringBlock> measuring, Region dst, long dstOffset) {
        try {
            return measuring.get();
        } catch (MalformedTextException e) {
            throw afterMemory(e, dst, dstOffset);
        }
    }

    /** Checks memory that was to be written, after an error in the text was found: an error of the memory is told first. */
    private MalformedTextException afterMemory(MalformedTextException error, Region dst, long dstOffset) {
        dst.checkWritable();
        Checks.offset(RegionStrings.place(dst, "dstOffset"), dstOffset, dst);
        RegionStrings.checkAccess(binding, dst, dstOffset, 1);
        return error;
    }

    /**
     * Decodes text behind a length.
     *
     * @param memory the memory, or null
     * @param offset the offset of the length, in bytes
     * @param prefix the form of the length
     * @param charset the charset
     * @param policy how to handle malformed text
     * @return the string; null if {@code memory} is null
     */
    public @Nullable String getStringPrefixed(
            @Nullable Region memory, long offset, LengthPrefix prefix, Charset charset, MalformedPolicy policy) {
        boolean isVarint = prefix.prefixBytes() == 0;
        int least = isVarint ? 1 : prefix.prefixBytes();
        int unitSize = Coding.of(charset, policy).unitSize();
        if (memory == null) {
            return null;
        }
        long most = memory.byteSize() - offset; // does not overflow for an offset that is not negative
        if (offset < 0 || most < least) {
            throw outside(memory, "offset", offset, length(least) + "its text");
        }
        byte[] bytes = new byte[MOST_VARINT];
        long length = 0;
        int size = least;
        if (isVarint) {
            // Not more than the varint is read: the next page may not be mapped.
            for (size = 0; size == 0 || bytes[size - 1] < 0; size++) {
                if (size == MOST_VARINT) {
                    throw new IllegalArgumentException("the length at " + RegionStrings.place(memory, "offset") + " "
                            + offset + " is no varint: it has more than " + MOST_VARINT + " bytes");
                }
                if (size == most) {
                    throw outside(memory, "offset", offset, "a varint of more than " + size + " bytes");
                }
                RegionStrings.checkAccess(binding, memory, offset + size, 1);
                RawBytes.read(binding, memory, offset + size, bytes, size, 1);
                length |= (bytes[size] & 0x7FL) << 7 * size;
            }
            length = bytes[MOST_VARINT - 1] > 1 ? -1 : length; // more than 64 bits
        } else {
            RegionStrings.checkAccess(binding, memory, offset, size);
            RawBytes.read(binding, memory, offset, bytes, size);
            for (int i = 0; i < size; i++) {
                length |= (bytes[i] & 0xFFL) << shift(prefix, i);
            }
        }
        if (length < 0) {
            throw new IllegalArgumentException("the length at " + RegionStrings.place(memory, "offset") + " " + offset
                    + " is more than " + Long.MAX_VALUE);
        }
        long textBytes = most - size;
        if (prefix.countsBytes() && length % unitSize != 0) {
            throw new IllegalArgumentException("the length at " + RegionStrings.place(memory, "offset") + " " + offset
                    + " is " + length + " bytes: not a multiple of " + unitSize + ", the size of a unit");
        }
        long units = prefix.countsBytes() ? length / unitSize : length;
        if (units > Math.min(textBytes, Integer.MAX_VALUE) / unitSize) {
            String name = "the length at " + RegionStrings.place(memory, "offset") + " " + offset;
            Checks.textBytes(name, units, unitSize);
            throw new IndexOutOfBoundsException(
                    name + " is " + Checks.units(units, unitSize) + ": behind it, they" + Checks.notWithin(memory));
        }
        return strings.getString(memory, offset + size, units, charset, policy);
    }

    /**
     * Returns the largest length that a prefix can hold.
     *
     * @param prefix the form of the length
     * @return the length, in bytes or code units
     */
    public static long most(LengthPrefix prefix) {
        int bytes = prefix.prefixBytes();
        return bytes == 0 || bytes == Long.BYTES ? Long.MAX_VALUE : (1L << 8 * bytes) - 1;
    }

    /**
     * Returns how far a byte of a length is shifted.
     *
     * @param prefix the form of the length
     * @param i the index of the byte in memory
     * @return the number of bits
     */
    public static int shift(LengthPrefix prefix, int i) {
        return 8 * (prefix.order() == ByteOrder.LITTLE_ENDIAN ? i : prefix.prefixBytes() - 1 - i);
    }

    /**
     * Returns the size of a prefix that is known before a text is encoded.
     *
     * @param prefix the form of the length
     * @param mostBytes an upper bound of the encoded size of the text, in bytes
     * @return the size in bytes; 0 if it depends on the encoded size
     */
    public static int knownBytes(LengthPrefix prefix, long mostBytes) {
        return prefix.prefixBytes() != 0 ? prefix.prefixBytes() : mostBytes < 0x80 ? 1 : 0;
    }

    /**
     * Returns a byte of a length.
     *
     * @param prefix the form of the length
     * @param length the length
     * @param size the size of the prefix, in bytes
     * @param i the index of the byte in memory
     * @return the byte
     */
    public static byte lengthByte(LengthPrefix prefix, long length, int size, int i) {
        return prefix.prefixBytes() == 0
                ? (byte) (length >> 7 * i & 0x7F | (i < size - 1 ? 0x80 : 0))
                : (byte) (length >> shift(prefix, i));
    }

    /**
     * Encodes a string behind its length.
     *
     * @param src the string
     * @param charset the charset
     * @param dst the memory
     * @param dstOffset the offset of the length, in bytes
     * @param prefix the form of the length
     * @param policy how to handle malformed text
     * @return the number of code units written, without the length
     */
    public long copyPrefixed(
            CharSequence src,
            Charset charset,
            Region dst,
            long dstOffset,
            LengthPrefix prefix,
            MalformedPolicy policy) {
        Coding coding = Coding.of(charset, policy);
        RegionStrings.checkEncodes(coding.encoding(), charset);
        dst.checkWritable();
        Checks.offset(RegionStrings.place(dst, "dstOffset"), dstOffset, dst);
        CharSequence text = Chars.of(src);
        byte[] encoded;
        long bytes;
        try {
            encoded = coding.encoding() == null ? encode(text, coding) : null;
            bytes = encoded == null ? strings.encodedBytes(text, coding) : encoded.length;
        } catch (MalformedTextException e) {
            throw afterMemory(e, dst, dstOffset);
        }
        long length = prefix.countsBytes() ? bytes : bytes / coding.unitSize();
        if (length > most(prefix)) {
            throw new IllegalArgumentException("src has " + length + (prefix.countsBytes() ? " bytes" : " units")
                    + " when encoded: more than " + most(prefix) + ", the most that a prefix of "
                    + prefix.prefixBytes() + (prefix.prefixBytes() == 1 ? " byte" : " bytes") + " can hold");
        }
        int size = prefix.bytesOf(length);
        if (bytes > dst.byteSize() - dstOffset - size) {
            String units = Checks.units(bytes / coding.unitSize(), coding.unitSize());
            throw outside(dst, "dstOffset", dstOffset, length(size) + units);
        }
        RegionStrings.checkAccess(binding, dst, dstOffset, size);
        byte[] table = new byte[size];
        for (int i = 0; i < size; i++) {
            table[i] = lengthByte(prefix, length, size, i);
        }
        if (encoded == null) {
            strings.copy(text, charset, 0, dst, dstOffset + size, Chars.length(text), policy);
        } else {
            write(encoded, dst, dstOffset + size);
        }
        write(table, dst, dstOffset);
        return bytes / coding.unitSize();
    }
}
