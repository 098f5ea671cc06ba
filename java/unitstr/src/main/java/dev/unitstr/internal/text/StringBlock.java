package dev.unitstr.internal.text;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.MalformedTextException;
import dev.unitstr.internal.binding.Binding;
import dev.unitstr.internal.binding.Encoding;
import dev.unitstr.internal.binding.Flags;
import dev.unitstr.internal.binding.Packed;
import dev.unitstr.internal.memory.ArrayRegion;
import dev.unitstr.internal.memory.Region;
import dev.unitstr.internal.memory.Scratch;
import java.nio.charset.Charset;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Terminated strings one after the other, to be written as a list or behind an array of pointers to them. */
public final class StringBlock {
    /** The maximum number of chars, with terminators, that one call encodes: at four bytes each, half a chunk. */
    private static final int TOGETHER = Binding.CHUNK_BYTES / 8;
    /**
     * The maximum size of strings that are encoded when they are measured, in bytes, if each char takes one unit. Longer
     * ones are encoded when they are written.
     */
    private static final int MOST_KEPT = 1 << 20;

    private final RegionStrings strings;
    private final Binding binding;
    private final @Nullable String[] src;
    private final Coding coding;
    /** The size of each string and its terminator, in bytes; 0 for a null element. */
    private final int[] sizes;

    private final long bytes;
    /** All strings and terminators, unless they are long. */
    private final byte @Nullable [] all;
    /** Otherwise: writes all strings and terminators in batches; null if each string is encoded alone. */
    private final @Nullable BatchWriter batch;
    /** The strings that the JDK encoded. */
    private final byte[] @Nullable [] encoded;

    private StringBlock(RegionStrings strings, @Nullable String[] src, Coding coding) {
        this.strings = strings;
        this.binding = strings.binding();
        this.src = src;
        this.coding = coding;
        coding.checkNul();
        RegionStrings.checkEncodes(coding.encoding(), coding.charset());
        coding.checkReplacement();
        for (int i = 0; i < src.length; i++) {
            String string = src[i];
            if (string != null && string.indexOf('\0') >= 0) {
                Coding.checkNoNul("strings[" + i + "]", string, coding.charset());
            }
        }
        this.sizes = new int[src.length];
        this.encoded = new byte[coding.encoding() == null ? src.length : 0][];
        byte[] few = few(src, coding.charset(), coding.policy(), 0, 0, sizes);
        this.all = few != null ? few : encodeTogether();
        if (all != null) {
            this.batch = null;
            this.bytes = all.length;
            return;
        }
        if (coding.encoding() == null) {
            this.batch = null;
            this.bytes = encodeEach();
        } else if (hasMark()) {
            this.batch = null;
            this.bytes = measureEach();
        } else {
            String[] terminated = new String[src.length];
            for (int i = 0; i < src.length; i++) {
                terminated[i] = src[i] == null ? "" : src[i] + "\0"; // the terminator is a zero unit
            }
            this.batch = strings.batches().writer(terminated, 0, src.length, coding.charset(), coding.policy());
            this.bytes = batch.measure(sizes);
        }
        for (int i = 0; i < src.length; i++) {
            if (sizes[i] < 0) {
                throw new IllegalArgumentException("strings[" + i + "] has more than 2 GiB when encoded");
            }
        }
    }

    /**
     * Measures terminated strings.
     *
     * @param strings the operations on one string
     * @param src the strings; null elements are not written
     * @param charset the charset
     * @param policy how to handle malformed text
     */
    static StringBlock of(RegionStrings strings, @Nullable String[] src, Charset charset, MalformedPolicy policy) {
        // Cloned, because the caller's allocator runs between the measuring and the writing.
        return new StringBlock(strings, Objects.requireNonNull(src, "strings").clone(), Coding.of(charset, policy));
    }

    /**
     * Measures the strings of a list that ends with an empty string.
     *
     * @param strings the operations on one string
     * @param src the strings
     * @param charset the charset
     * @param policy how to handle malformed text
     */
    static StringBlock ofList(RegionStrings strings, String[] src, Charset charset, MalformedPolicy policy) {
        String[] copy = Objects.requireNonNull(src, "strings").clone();
        for (int i = 0; i < copy.length; i++) {
            if (Objects.requireNonNull(copy[i], "strings[" + i + "]").isEmpty()) {
                throw new IllegalArgumentException("strings[" + i + "] is empty: it would end the list");
            }
        }
        Coding coding = Coding.of(charset, policy);
        StringBlock block = new StringBlock(strings, copy, coding);
        for (int i = 0; i < copy.length; i++) {
            if (block.sizes[i] == coding.unitSize()) {
                throw new IllegalArgumentException("strings[" + i + "] is empty when encoded: it would end the list");
            }
        }
        return block;
    }

    /**
     * Encodes a few short strings and their terminators by the JDK, which takes less time for so few than native code.
     *
     * @param src the strings; null elements are left out
     * @param charset the charset
     * @param policy how to handle malformed text
     * @param before the number of zeros to put before them, in bytes
     * @param after the number of zeros to put after them, in bytes
     * @param sizes receives the size of each string with its terminator, in bytes; 0 for a null element
     * @return the bytes; null if the strings are many or long, or if the JDK's result may be another one
     */
    public static byte @Nullable [] few(
            @Nullable String[] src, Charset charset, MalformedPolicy policy, int before, int after, int[] sizes) {
        Encoding encoding = Encoding.of(charset);
        if (encoding == null
                || encoding.unitSize() != 1
                || src.length > WriteRoute.FEW_OTHERS
                || policy != MalformedPolicy.REPLACE) {
            return null;
        }
        for (String string : src) {
            if (string != null && (string.length() > WriteRoute.ALLOCATE || string.indexOf('\0') >= 0)) {
                return null;
            }
        }
        byte[][] texts = new byte[src.length][];
        int bytes = before + after;
        for (int i = 0; i < texts.length; i++) {
            String string = src[i];
            if (string != null) {
                texts[i] = string.getBytes(charset);
                sizes[i] = texts[i].length + 1;
                bytes += sizes[i];
            }
        }
        byte[] all = new byte[bytes];
        int at = before;
        for (int i = 0; i < texts.length; i++) {
            if (texts[i] != null) {
                System.arraycopy(texts[i], 0, all, at, texts[i].length);
                at += sizes[i];
            }
        }
        return all;
    }

    /** Tests whether a byte order mark may precede a text: a terminator encoded with an empty text would have one. */
    private boolean hasMark() {
        return coding.encoding() != null && coding.encoding().bomBytes() > 0;
    }

    /** Encodes all strings and terminators; returns null if they are long, or a text is malformed. */
    private byte @Nullable [] encodeTogether() {
        if (coding.encoding() == null || hasMark() || (coding.flags() & Flags.CONTINUED) != 0) {
            return null;
        }
        long least = 0;
        for (String string : src) {
            least += string == null ? 0 : (string.length() + 1L) * coding.unitSize();
        }
        if (least > MOST_KEPT) {
            return null;
        }
        byte[] kept = new byte[(int) least];
        int size = 0;
        Scratch scratch = Scratch.acquire();
        try {
            for (int at = 0; at < src.length; ) {
                int count = gather(at, scratch);
                if (count == 0) {
                    return null;
                }
                long[] ends = scratch.spans(count);
                int total = (int) ends[count - 1];
                if (!isOneByteEach(scratch, total, kept, size)) {
                    byte[] bytes = scratch.bytes(Binding.CHUNK_BYTES);
                    if (!encode(scratch, count, bytes)) {
                        return null;
                    }
                    ends = scratch.results(count);
                    total = (int) ends[count - 1];
                    kept = kept.length - size < total ? Arrays.copyOf(kept, 2 * size + total) : kept;
                    System.arraycopy(bytes, 0, kept, size, total);
                }
                int end = 0;
                for (int i = 0; i < count; i++) {
                    sizes[at + i] = (int) ends[i] - end;
                    end = (int) ends[i];
                }
                size += total;
                at += count;
            }
            return kept.length == size ? kept : Arrays.copyOf(kept, size);
        } finally {
            scratch.release();
        }
    }

    /** Copies the chars of some strings, with terminators, and stores their ends. Returns the number of strings. */
    private int gather(int at, Scratch scratch) {
        char[] chars = scratch.chars(TOGETHER);
        long[] ends = scratch.spans(Binding.BATCH_TEXTS);
        int most = Math.min(src.length - at, Binding.BATCH_TEXTS);
        int total = 0;
        for (int i = 0; i < most; i++) {
            String string = src[at + i];
            if (string != null) {
                int length = string.length();
                if (length >= TOGETHER - total) {
                    return i;
                }
                string.getChars(0, length, chars, total);
                total += length;
                chars[total++] = '\0'; // the terminator is a zero unit
            }
            ends[i] = total;
        }
        return most;
    }

    /** Encodes gathered strings as one text if each char takes one byte: this takes less time than many texts. */
    private boolean isOneByteEach(Scratch scratch, int chars, byte[] dst, int index) {
        if (coding.unitSize() != 1 || chars == 0 || chars > dst.length - index) {
            return false;
        }
        int id = coding.oneByteEach().id();
        return isDone(
                binding.encode(scratch.chars(chars), chars, dst, index, chars, id, coding.oneByteEachFlags()), chars);
    }

    /** Encodes gathered strings; returns false if a text is malformed. */
    private boolean encode(Scratch scratch, int count, byte[] bytes) {
        int id = coding.encoding().id();
        Region dst = new ArrayRegion(bytes);
        return isDone(binding.encodeBatch(scratch, count, dst, 0, Binding.CHUNK_BYTES, id, coding.flags()), count);
    }

    private static boolean isDone(long packed, int written) {
        return Packed.isDone(packed) && Packed.written(packed) == written;
    }

    /** Measures each string alone, without its terminator. */
    private long measureEach() {
        long sum = 0;
        for (int i = 0; i < src.length; i++) {
            if (src[i] != null) {
                try {
                    long size = strings.encodedBytes(src[i], coding) + coding.unitSize();
                    sizes[i] = size > Integer.MAX_VALUE ? -1 : (int) size;
                    sum += size;
                } catch (MalformedTextException e) {
                    throw e.inString(i);
                }
            }
        }
        return sum;
    }

    /** Encodes by the JDK, only once for each text: a charset that is user code may return more the second time. */
    private long encodeEach() {
        long sum = 0;
        for (int i = 0; i < src.length; i++) {
            String string = src[i];
            if (string != null) {
                try {
                    encoded[i] = strings.legacy
                            .encode(string, 0, string.length(), coding)
                            .orThrow();
                } catch (MalformedTextException e) {
                    throw e.inString(i);
                }
                sizes[i] = encoded[i].length + 1;
                sum += sizes[i];
            }
        }
        return sum;
    }

    /**
     * Writes the strings.
     *
     * @param dst the memory, in which they fit
     * @param dstOffset the offset of the first string, in bytes
     */
    private void write(Region dst, long dstOffset) {
        if (all != null) {
            RawBytes.write(binding, all, all.length, dst, dstOffset);
            return;
        }
        if (batch != null) {
            batch.write(dst, dstOffset, bytes, null);
            return;
        }
        long at = dstOffset;
        for (int i = 0; i < src.length; i++) {
            String string = src[i];
            if (string != null) {
                if (hasMark()) {
                    strings.cStrings().writeTerminated(string, coding, dst, at);
                } else {
                    RawBytes.write(binding, encoded[i], encoded[i].length, dst, at);
                    zero(dst, at + encoded[i].length, 1);
                }
                at += sizes[i];
            }
        }
    }

    private void zero(Region dst, long offset, int count) {
        RawBytes.zero(binding, dst.base(), dst.start() + offset, count);
    }

    private void check(Region dst, long dstOffset, long size, String with) {
        dst.checkWritable();
        String place = RegionStrings.place(dst, "dstOffset");
        if (dstOffset < 0 || size > dst.byteSize() - dstOffset) {
            String strings = src.length + (src.length == 1 ? " string with " : " strings with ") + with;
            throw new IndexOutOfBoundsException(place + " is " + dstOffset + ": from there, the " + size + " bytes of "
                    + strings + Checks.notWithin(dst));
        }
    }

    /**
     * Writes the strings, and the empty string at the end of a list.
     *
     * @param dst the memory
     * @param dstOffset the offset of the first string, in bytes
     */
    public void writeList(Region dst, long dstOffset) {
        check(dst, dstOffset, listBytes(), "terminators");
        RegionStrings.checkAccess(binding, dst, dstOffset, listBytes());
        write(dst, dstOffset);
        zero(dst, dstOffset + bytes, endBytes());
    }

    /**
     * Returns the size of what {@link #writeList} writes. An empty list has two zero units.
     *
     * @return the size in bytes
     */
    public long listBytes() {
        return bytes + endBytes();
    }

    private int endBytes() {
        return (src.length == 0 ? 2 : 1) * coding.unitSize();
    }

    /**
     * Writes an array of pointers that ends with a null pointer, and the strings behind it.
     *
     * @param dst the memory, which has a known address
     * @param dstOffset the offset of the first pointer, in bytes
     */
    public void writePointers(Region dst, long dstOffset) {
        check(dst, dstOffset, pointersBytes(), "terminators and pointers");
        long first = dst.address() + dstOffset + tableBytes();
        RegionStrings.checkAccess(binding, dst, dstOffset, pointersBytes());
        byte[] table = new byte[Math.toIntExact(tableBytes())];
        long at = first;
        for (int i = 0; i < src.length; i++) {
            Words.LONGS.set(table, i * Long.BYTES, src[i] == null ? 0L : at);
            at += sizes[i];
        }
        write(dst, dstOffset + table.length);
        RawBytes.write(binding, table, table.length, dst, dstOffset);
    }

    /**
     * Returns the size of what {@link #writePointers} writes.
     *
     * @return the size in bytes
     */
    public long pointersBytes() {
        return tableBytes() + bytes;
    }

    private long tableBytes() {
        return Long.BYTES * (src.length + 1L);
    }
}
