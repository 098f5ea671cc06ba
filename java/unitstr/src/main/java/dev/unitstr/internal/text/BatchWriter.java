package dev.unitstr.internal.text;

import dev.unitstr.MalformedTextException;
import dev.unitstr.internal.binding.Binding;
import dev.unitstr.internal.binding.Encoding;
import dev.unitstr.internal.binding.Flags;
import dev.unitstr.internal.binding.Packed;
import dev.unitstr.internal.binding.TextErrors;
import dev.unitstr.internal.memory.Region;
import dev.unitstr.internal.memory.Scratch;
import org.jspecify.annotations.Nullable;

/**
 * Encodes a range of an array of strings one after the other, with a pass that measures and a pass that writes. The
 * caller has checked the arguments.
 */
public final class BatchWriter {
    private static final long[] NOTHING = {0};
    /** The maximum number of chars to convert together, so that they stay in the first-level cache. */
    private static final int GATHERED = 4 * 1024;
    /** The maximum number of bytes to keep between two passes: the array of a scratch also has gathered text. */
    private static final int KEPT_BYTES = Binding.CHUNK_BYTES - GATHERED;

    private final RegionStrings strings;
    private final Binding binding;
    private final String[] src;
    private final int srcIndex;
    private final int count;
    private final Coding coding;
    /** Whether the binding converts the charset, and has not refused a batch. */
    private boolean hasBatches;
    /** Whether a text was found in which a char takes more than one byte: the rest is then not tested for it. */
    private boolean hasOther;
    /** The number of bytes measured or written so far in this pass. */
    private long bytes;

    BatchWriter(RegionStrings strings, String[] src, int srcIndex, int count, Coding coding) {
        this.strings = strings;
        this.binding = strings.binding();
        this.src = src;
        this.srcIndex = srcIndex;
        this.count = count;
        this.coding = coding;
        this.hasBatches = coding.encoding() != null && (coding.flags() & Flags.CONTINUED) == 0;
    }

    /** Returns the total number of chars. */
    long chars() {
        long chars = 0;
        for (int i = 0; i < count; i++) {
            chars += src[srcIndex + i].length();
        }
        return chars;
    }

    /** Returns the maximum total encoded size, in bytes. */
    long mostBytes() {
        Encoding encoding = coding.encoding();
        return encoding == null
                ? Long.MAX_VALUE
                : Coding.mostBytes(encoding, chars(), coding.policy()) + (long) count * encoding.bomBytes();
    }

    /**
     * Returns the total encoded size, and stores the size of each string.
     *
     * @param sizes receives the encoded size of each string, in bytes, at the index of the string; -1 if it exceeds
     *     {@link Integer#MAX_VALUE}; or null
     * @return the total size in bytes
     */
    public long measure(int @Nullable [] sizes) {
        bytes = 0;
        for (int at = 0; at < count; ) {
            int texts = measureSome(at, sizes);
            if (texts == 0) {
                long one = measureOne(at);
                bytes += one;
                if (sizes != null) {
                    sizes[srcIndex + at] = one > Integer.MAX_VALUE ? -1 : (int) one;
                }
                texts = 1;
            }
            at += texts;
        }
        return bytes;
    }

    /** Returns the number of strings measured; 0 if the next one cannot be measured in a batch. */
    private int measureSome(int at, int @Nullable [] sizes) {
        if (!hasBatches) {
            return 0;
        }
        Scratch scratch = Scratch.acquire();
        try {
            int gathered = gather(at, scratch);
            if (gathered == 0) {
                return 0;
            }
            int texts = gathered;
            long[] ends = scratch.spans(gathered); // in chars
            if (!isOneByteEach(scratch, gathered)) {
                int id = coding.encoding().id();
                texts = done(binding.measureBatch(scratch, gathered, id, coding.flags()), gathered, at);
                if (texts == 0) {
                    return 0;
                }
                ends = scratch.results(texts);
            }
            for (int i = 0; sizes != null && i < texts; i++) {
                sizes[srcIndex + at + i] = (int) (ends[i] - (i == 0 ? 0 : ends[i - 1]));
            }
            bytes += ends[texts - 1];
            return texts;
        } finally {
            scratch.release();
        }
    }

    /**
     * Writes the strings, and the start of each string and the end of the last. Holds no scratch while a charset, which
     * may be user code, encodes a string.
     *
     * @param dst the memory, which is large enough
     * @param dstOffset the offset of the first unit to write, in bytes
     * @param capacityBytes the size of the memory from {@code dstOffset} on, in bytes
     * @param offsets receives the offsets, or null
     * @return the number of bytes written
     */
    public long write(Region dst, long dstOffset, long capacityBytes, @Nullable Offsets offsets) {
        bytes = 0;
        put(offsets, 0, dstOffset);
        for (int at = 0; at < count; ) {
            int texts = writeSome(at, dst, dstOffset, capacityBytes, offsets);
            if (texts == 0) {
                bytes += writeOne(src[srcIndex + at], dst, dstOffset + bytes, capacityBytes - bytes);
                put(offsets, at + 1, dstOffset + bytes);
                texts = 1;
            }
            at += texts;
        }
        return bytes;
    }

    /** Returns the number of strings written; 0 if the next one cannot be written in a batch. */
    private int writeSome(int at, Region dst, long dstOffset, long capacityBytes, @Nullable Offsets offsets) {
        if (!hasBatches) {
            return 0;
        }
        Scratch scratch = Scratch.acquire();
        try {
            int gathered = gather(at, scratch);
            if (gathered == 0) {
                return 0;
            }
            long start = dstOffset + bytes;
            long room = capacityBytes - bytes;
            int texts = gathered;
            long[] ends = scratch.spans(gathered); // in chars
            int chars =
                    (int) ends[gathered - 1]; // 0 if all are empty: then dst may be at address 0, which calls refuse
            if (chars != 0 && !writeOneByteEach(scratch, chars, dst, start, room)) {
                int id = coding.encoding().id();
                texts = done(
                        binding.encodeBatch(scratch, gathered, dst, start, room, id, coding.flags()), gathered, at);
                if (texts == 0) {
                    return 0;
                }
                ends = scratch.results(texts);
            }
            if (offsets != null) {
                offsets.put(binding, at + 1, start, ends, texts, scratch);
            }
            bytes += ends[texts - 1];
            return texts;
        } finally {
            scratch.release();
        }
    }

    /**
     * Tests whether each char of gathered texts takes one byte, so that the texts can be converted as one: a call for a
     * long text costs less for each char than a call for many short ones. Malformed text is replaced by one byte for
     * each char, or makes this false.
     */
    private boolean isOneByteEach(Scratch scratch, int texts) {
        int chars = (int) scratch.spans(texts)[texts - 1];
        if (hasOther || chars == 0 || coding.unitSize() != 1) {
            return false;
        }
        long packed =
                binding.measure(scratch.chars(chars), chars, coding.encoding().id(), coding.flags());
        hasOther = !isOneByteEach(packed, chars);
        return !hasOther;
    }

    /**
     * Writes gathered texts as one if each char takes one byte. Otherwise a part of their encoded form may have been
     * written, which is written again.
     */
    private boolean writeOneByteEach(Scratch scratch, int chars, Region dst, long dstOffset, long capacityBytes) {
        if (hasOther || chars == 0 || coding.unitSize() != 1 || chars > capacityBytes) {
            return false;
        }
        long place = dst.start() + dstOffset;
        int id = coding.oneByteEach().id();
        long packed =
                binding.encode(scratch.chars(chars), chars, dst.base(), place, chars, id, coding.oneByteEachFlags());
        hasOther = !isOneByteEach(packed, chars);
        return !hasOther;
    }

    /** A pair of surrogates takes four bytes, or one that replaces it, but never two. */
    private static boolean isOneByteEach(long packed, int chars) {
        return Packed.isDone(packed) && Packed.written(packed) == chars;
    }

    private void put(@Nullable Offsets offsets, int at, long offset) {
        if (offsets != null) {
            Scratch scratch = Scratch.acquire();
            try {
                offsets.put(binding, at, offset, NOTHING, 1, scratch);
            } finally {
                scratch.release();
            }
        }
    }

    /**
     * Writes all strings if the encoded form of each char is its lower byte. Tests all of them before it writes to the
     * memory. Keeps the bytes of the first strings, up to {@link #KEPT_BYTES}; copies the others out of the strings
     * again.
     *
     * @param dst the memory
     * @param dstOffset the offset of the first unit to write, in bytes
     * @param capacityBytes the size of the memory from {@code dstOffset} on, in bytes
     * @param offsets receives the offsets
     * @return the number of bytes written; -1 if nothing was written and the caller must measure
     */
    long writeTogether(Region dst, long dstOffset, long capacityBytes, Offsets offsets) {
        if (!hasBatches || coding.unitSize() != 1 || dst.isAddress() || count == 0) {
            return -1;
        }
        long guess = (long) src[srcIndex].length() * count; // the others are as long
        if (guess > KEPT_BYTES && guess < capacityBytes && mostBytes() <= capacityBytes) {
            return -1; // they fit in any case, so one pass is enough
        }
        Scratch scratch = Scratch.acquire();
        try {
            byte[] all = scratch.bytes(Binding.CHUNK_BYTES);
            char[] chars = scratch.chars(GATHERED);
            long[] ends = scratch.spans(Math.min(count, Binding.BATCH_TEXTS));
            long total = 0;
            int filled = 0;
            int kept = 0;
            int keptBytes = 0;
            for (int i = 0; i < count; i++) {
                String string = src[srcIndex + i];
                int length = string.length();
                if (length > GATHERED - filled) {
                    if (length > GATHERED || !encodeOneByteEach(chars, filled, all, total)) {
                        return -1;
                    }
                    total += filled;
                    filled = 0;
                    if (total <= KEPT_BYTES) {
                        kept = i;
                        keptBytes = (int) total;
                    }
                }
                string.getChars(0, length, chars, filled);
                filled += length;
                if (i < Binding.BATCH_TEXTS) {
                    ends[i] = total + filled;
                }
            }
            if (!encodeOneByteEach(chars, filled, all, total)) {
                // The same chars would be tested again; as Latin-1 or ASCII, they might be replaced by one byte each.
                hasOther = total == 0 && coding.encoding() == Encoding.UTF_8;
                return -1;
            }
            total += filled;
            if (total > capacityBytes) {
                return -1;
            }
            if (total <= KEPT_BYTES) {
                kept = count;
                keptBytes = (int) total;
            }
            RegionStrings.checkAccess(binding, dst, dstOffset, total);
            offsets.checkWrite(binding);
            dst.copyIn(all, dstOffset, keptBytes);
            int known = Math.min(kept, Binding.BATCH_TEXTS);
            bytes = known == 0 ? 0 : ends[known - 1];
            offsets.put(binding, 0, dstOffset, NOTHING, 1, scratch);
            offsets.put(binding, 1, dstOffset, ends, known, scratch);
            writeOthers(known, kept, total, dst, dstOffset, offsets, scratch);
            return total;
        } finally {
            scratch.release();
        }
    }

    /**
     * Writes strings for which {@link #encodeOneByteEach} was true.
     *
     * @param at the index of the first string whose offset is not written
     * @param kept the index of the first string that is not written
     * @param total the size of all strings, in bytes
     */
    private void writeOthers(
            int at, int kept, long total, Region dst, long dstOffset, Offsets offsets, Scratch scratch) {
        for (int first = at; first < count; first += Binding.BATCH_TEXTS) {
            int texts = Math.min(count - first, Binding.BATCH_TEXTS);
            byte[] encoded = scratch.bytes(Binding.CHUNK_BYTES);
            long[] ends = scratch.spans(texts);
            int filled = 0;
            for (int i = 0; i < texts; i++) {
                String string = src[srcIndex + first + i];
                int length = string.length();
                if (length > Math.min(GATHERED, total - bytes)) {
                    throw new IllegalStateException("src[" + (srcIndex + first + i) + "] changed during the call");
                }
                if (first + i >= kept) {
                    if (length > GATHERED - filled) {
                        dst.copyIn(encoded, dstOffset + bytes - filled, filled);
                        filled = 0;
                    }
                    WriteRoute.lowBytes(string, 0, length, encoded, filled);
                    filled += length;
                }
                bytes += length;
                ends[i] = bytes;
            }
            dst.copyIn(encoded, dstOffset + bytes - filled, filled);
            offsets.put(binding, first + 1, dstOffset, ends, texts, scratch);
        }
    }

    /**
     * Encodes chars if the encoded form of each is its lower byte: a call for many texts costs less for each than a step
     * of a call for each.
     *
     * @param kept receives the bytes, which the next call overwrites if they extend beyond {@link #KEPT_BYTES}
     * @param total the number of bytes encoded before
     */
    private boolean encodeOneByteEach(char[] chars, int count, byte[] kept, long total) {
        if (count == 0) {
            return true;
        }
        int index = (int) Math.min(total, KEPT_BYTES);
        // A replaced char takes one byte too, but not its lower one: this call stops there.
        long packed = binding.encode(
                chars, count, kept, index, count, coding.oneByteEach().id(), Flags.REPORT);
        return isOneByteEach(packed, count);
    }

    /** Copies the chars of as many strings as fit in a chunk, and stores the end of each. Returns their number. */
    private int gather(int at, Scratch scratch) {
        int texts = 0;
        int room = hasOther || coding.unitSize() != 1 ? TextWriter.PIECE : GATHERED;
        int most = Math.min(count - at, Binding.BATCH_TEXTS);
        int total = 0;
        while (texts < most) {
            int length = src[srcIndex + at + texts].length();
            if (length >= room) { // one char is reserved for a byte order mark
                break;
            }
            room -= length + 1;
            total += length;
            texts++;
        }
        char[] chars = scratch.chars(total);
        long[] ends = scratch.spans(texts);
        int end = 0;
        for (int i = 0; i < texts; i++) {
            String string = src[srcIndex + at + i];
            int length = string.length();
            string.getChars(0, length, chars, end);
            end += length;
            ends[i] = end;
        }
        return texts;
    }

    /** Returns the number of texts of a batch that were converted; 0 if the first must be converted alone. */
    private int done(long packed, int texts, int at) {
        if (packed == Packed.E_UNSUPPORTED) {
            hasBatches = false;
            return 0;
        }
        int done = Packed.isError(packed) ? 0 : Packed.written(packed);
        boolean whole = Packed.isDone(packed) && done == texts;
        if (whole || Packed.isMalformed(packed) && done < texts && coding.repairs()) {
            return done;
        }
        RuntimeException error = TextErrors.encoding(binding, packed, coding.charset(), 0, 0);
        throw BatchStrings.inString(error, (long) srcIndex + at + done);
    }

    private long measureOne(int at) {
        try {
            return strings.encodedBytes(src[srcIndex + at], coding);
        } catch (MalformedTextException e) {
            throw e.inString((long) srcIndex + at);
        }
    }

    private long writeOne(String string, Region dst, long dstOffset, long capacityBytes) {
        int length = string.length();
        if (coding.encoding() != null) {
            return length == 0
                    ? 0
                    : strings.writer.write(string, 0, length, coding, dst, dstOffset, capacityBytes)
                            * coding.unitSize();
        }
        LegacyText.Converted<byte[]> encoded = strings.legacy.encode(string, 0, length, coding);
        if (encoded.text().length > capacityBytes) {
            throw new IllegalStateException(
                    "charset " + coding.charset() + " encodes the same string to different sizes");
        }
        return strings.legacy.write(encoded, dst, dstOffset);
    }
}
