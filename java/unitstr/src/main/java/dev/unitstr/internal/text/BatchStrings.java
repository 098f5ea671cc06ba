package dev.unitstr.internal.text;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.MalformedTextException;
import dev.unitstr.StringSpans;
import dev.unitstr.internal.binding.Binding;
import dev.unitstr.internal.binding.Encoding;
import dev.unitstr.internal.binding.Flags;
import dev.unitstr.internal.binding.Packed;
import dev.unitstr.internal.binding.TextErrors;
import dev.unitstr.internal.memory.AddressRegion;
import dev.unitstr.internal.memory.ArrayRegion;
import dev.unitstr.internal.memory.JoinedRegion;
import dev.unitstr.internal.memory.Region;
import dev.unitstr.internal.memory.Scratch;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Implements the operations on many strings for any region, with one binding, as {@link RegionStrings} does for one
 * string. A binding processes chunks of at most {@link Binding#CHUNK_BYTES} bytes and {@link Binding#BATCH_TEXTS}
 * texts. Longer strings, charsets that the JDK converts, and bindings without batches are processed string by string.
 * Arguments are checked in the order of {@link RegionStrings}; the places of the strings are checked as bounds.
 */
public final class BatchStrings {
    /** The largest array length that every JVM supports. */
    private static final int MOST_ELEMENTS = Integer.MAX_VALUE - 8;
    /**
     * The largest gap between two texts that is copied with them, in bytes: terminators, lengths, padding. Less than a
     * page.
     */
    public static final int MOST_GAP = 16;

    /** The maximum size of the texts to copy together, in bytes, so that the copies stay in the first-level cache. */
    private static final int TOGETHER = 8 * 1024;

    /** The space for the results of terminated strings, in chars: for one string, and for each more. */
    private static final int LEAST_ROOM = 4 * 1024;

    private static final int GUESSED_CHARS = 64;

    /**
     * The number of chars from which a terminated string may have been cut at {@link Binding#CHUNK_BYTES}. A string that
     * was cut there has about twice this number of chars, or more: a char takes at most 4 bytes.
     */
    private static final int MAY_BE_CUT = Binding.CHUNK_BYTES / 8;

    private final Binding binding;
    private final RegionStrings strings;

    BatchStrings(RegionStrings strings) {
        this.binding = strings.binding();
        this.strings = strings;
    }

    /**
     * Decodes all strings.
     *
     * @param region the memory
     * @param spans the places of the strings
     * @param charset the charset
     * @param policy how to handle malformed text
     * @return the strings; an element is null if its pointer is null
     */
    public @Nullable String[] getStrings(Region region, StringSpans spans, Charset charset, MalformedPolicy policy) {
        Reading reading = new Reading(region, spans, charset, policy);
        long count = reading.spans.count();
        if (count > MOST_ELEMENTS) {
            throw new IllegalArgumentException("spans has " + count + " strings: more than " + MOST_ELEMENTS
                    + ", the maximum length of an array; getSomeStrings reads them in parts");
        }
        reading.checkAccess();
        @Nullable String[] all = new String[(int) count];
        reading.all(all, 0);
        return all;
    }

    /**
     * Decodes all strings into an array.
     *
     * @param region the memory
     * @param spans the places of the strings
     * @param charset the charset
     * @param dst the destination array; an element is set to null if its pointer is null
     * @param dstIndex the index in {@code dst} of the first string
     * @param policy how to handle malformed text
     */
    public void getStrings(
            Region region,
            StringSpans spans,
            Charset charset,
            @Nullable String[] dst,
            int dstIndex,
            MalformedPolicy policy) {
        Objects.requireNonNull(dst, "dst");
        Reading reading = new Reading(region, spans, charset, policy);
        long count = reading.spans.count();
        if (dstIndex < 0 || dstIndex > dst.length || count > dst.length - dstIndex) {
            throw new IndexOutOfBoundsException("dstIndex is " + dstIndex + " and spans has " + count
                    + " strings: not a range of dst, which has " + dst.length + " elements");
        }
        reading.checkAccess();
        if (count > Binding.BATCH_TEXTS) {
            reading.checkAll();
        }
        reading.all(dst, dstIndex);
    }

    /**
     * Decodes as many strings as one call can process.
     *
     * @param region the memory
     * @param spans the places of the strings
     * @param first the index of the first string to decode
     * @param charset the charset
     * @param dst the destination array; an element is set to null if its pointer is null
     * @param dstIndex the index in {@code dst} of the first string
     * @param policy how to handle malformed text
     * @return the number of strings decoded
     */
    public int getSomeStrings(
            Region region,
            StringSpans spans,
            long first,
            Charset charset,
            @Nullable String[] dst,
            int dstIndex,
            MalformedPolicy policy) {
        Objects.requireNonNull(dst, "dst");
        Reading reading = new Reading(region, spans, charset, policy);
        long count = reading.spans.count();
        if (first < 0 || first > count) {
            throw new IndexOutOfBoundsException(
                    "first is " + first + ": not between 0 and " + count + ", the number of strings");
        }
        Checks.index("dstIndex", dstIndex, dst.length, "dst");
        reading.checkAccess();
        int wanted = (int) Math.min(dst.length - dstIndex, count - first);
        if (wanted == 0) {
            RegionStrings.checkAccess(binding, region);
            return 0;
        }
        return reading.some(first, dst, dstIndex, wanted, false);
    }

    /**
     * Decodes as many strings of UTF-8 as one call can process. The caller has checked the arguments.
     *
     * @param region the memory
     * @param spans the places of the strings
     * @param first the index of the first string to decode
     * @param most the maximum number of strings, at least 1
     * @param dst the destination array; an element is set to null if its string is null
     * @param dstIndex the index in {@code dst} of the first string
     * @param policy how to handle malformed text
     * @return the number of strings decoded
     */
    public int getSomeUtf8(
            Region region,
            Spans spans,
            long first,
            int most,
            @Nullable String[] dst,
            int dstIndex,
            MalformedPolicy policy) {
        return new Reading(region, spans, StandardCharsets.UTF_8, policy).some(first, dst, dstIndex, most, false);
    }

    /**
     * Returns the total encoded length of many strings.
     *
     * @param strings the strings
     * @param charset the charset
     * @param policy how to handle malformed text
     * @return the total encoded length, in code units
     */
    public long encodedUnits(String[] strings, Charset charset, MalformedPolicy policy) {
        Objects.requireNonNull(strings, "strings");
        Coding coding = Coding.of(charset, policy);
        checkNoNull("strings", strings, 0, strings.length);
        RegionStrings.checkEncodes(coding.encoding(), charset);
        return new BatchWriter(this.strings, strings, 0, strings.length, coding).measure(null) / coding.unitSize();
    }

    /**
     * Encodes strings one after the other, as many as a table of offsets is for.
     *
     * @param src the strings
     * @param srcIndex the index of the first string
     * @param charset the charset
     * @param dst the memory
     * @param dstOffset the offset of the first unit to write, in bytes
     * @param offsets receives the start of each string and the end of the last
     * @param policy how to handle malformed text
     * @return the number of code units written
     */
    public long copyStrings(
            String[] src,
            int srcIndex,
            Charset charset,
            Region dst,
            long dstOffset,
            StringSpans offsets,
            MalformedPolicy policy) {
        Objects.requireNonNull(src, "src");
        Objects.requireNonNull(charset, "charset");
        Objects.requireNonNull(dst, "dst");
        Offsets table = Offsets.of(offsets);
        Coding coding = Coding.of(charset, policy);
        int count = (int) Math.min(table.count(), Integer.MAX_VALUE);
        Checks.elements("srcIndex", srcIndex, "offsets.count()", count, "src", src.length);
        return copy(src, srcIndex, count, coding, dst, dstOffset, table);
    }

    /**
     * Encodes all strings of an array one after the other.
     *
     * @param src the strings
     * @param charset the charset
     * @param dst the memory
     * @param dstOffset the offset of the first unit to write, in bytes
     * @param offsets receives the start of each string and the end of the last
     * @param policy how to handle malformed text
     * @return the number of code units written
     */
    public long copyStrings(
            String[] src, Charset charset, Region dst, long dstOffset, long[] offsets, MalformedPolicy policy) {
        Objects.requireNonNull(src, "src");
        Objects.requireNonNull(offsets, "offsets");
        Objects.requireNonNull(charset, "charset");
        Objects.requireNonNull(dst, "dst");
        Offsets table = new Offsets.InArray(offsets);
        return copy(src, 0, src.length, Coding.of(charset, policy), dst, dstOffset, table);
    }

    private long copy(
            String[] src, int srcIndex, int count, Coding coding, Region dst, long dstOffset, Offsets offsets) {
        checkNoNull("src", src, srcIndex, count);
        RegionStrings.checkEncodes(coding.encoding(), coding.charset());
        dst.checkWritable();
        offsets.checkWritable();
        String place = RegionStrings.place(dst, "dstOffset");
        Checks.offset(place, dstOffset, dst);
        offsets.checkEntries(count);
        BatchWriter writer = new BatchWriter(strings, src, srcIndex, count, coding);
        long room = dst.byteSize() - dstOffset;
        long capacity = Math.min(room, offsets.most() - dstOffset);
        long together = writer.writeTogether(dst, dstOffset, capacity, offsets);
        if (together >= 0) {
            return together; // with units of one byte
        }
        if (coding.stopsAtErrors() || writer.mostBytes() > capacity) {
            long bytes;
            try {
                bytes = writer.measure(null);
            } catch (MalformedTextException e) {
                RegionStrings.checkAccess(binding, dst, dstOffset, 1); // errors of the memory are told first
                offsets.checkWrite(binding);
                throw e;
            }
            if (bytes > room) {
                throw Checks.outside(place, dstOffset, bytes / coding.unitSize(), coding.unitSize(), dst);
            }
            if (bytes > capacity) {
                throw new IllegalArgumentException("the strings would end at byte " + (dstOffset + bytes)
                        + ": more than " + offsets.most() + ", the maximum of an offset of 4 bytes");
            }
        }
        RegionStrings.checkAccess(binding, dst, dstOffset, dst.leastOffset() > 0 ? writer.chars() : 0);
        offsets.checkWrite(binding);
        return writer.write(dst, dstOffset, capacity, offsets) / coding.unitSize();
    }

    /**
     * Returns an object that measures and writes a range of an array. The caller has checked the arguments.
     *
     * @param src the strings, none of which is null
     * @param srcIndex the index of the first string
     * @param count the number of strings
     * @param charset the charset, which can encode
     * @param policy how to handle malformed text
     * @return the writer
     */
    public BatchWriter writer(String[] src, int srcIndex, int count, Charset charset, MalformedPolicy policy) {
        return new BatchWriter(strings, src, srcIndex, count, Coding.of(charset, policy));
    }

    private static void checkNoNull(String name, String[] strings, int from, int count) {
        for (int i = from; i < from + count; i++) {
            if (strings[i] == null) {
                throw new NullPointerException(name + "[" + i + "]");
            }
        }
    }

    /** One read operation: its arguments and its steps. */
    private final class Reading {
        private final Region region;
        private final Spans spans;
        private final Coding coding;
        private final int unitSize;
        private final long regionBytes;
        /** The lowest offset of a text that is not empty. */
        private final long leastOffset;
        /** The maximum size of a text in the memory, in bytes. */
        private final long mostBytes;
        /** The shift that converts sizes of {@link Spans#fill} to bytes. */
        private final int shift;
        /** The bits that must be 0 in a size of {@link Spans#fill}. */
        private final int mask;
        /** Whether a native call can read adjacent texts as one. */
        private final boolean readsRuns;
        /** Whether a text that is not ASCII was found: the rest is then not tested for ASCII. */
        private boolean hasOther;

        Reading(Region region, StringSpans spans, Charset charset, MalformedPolicy policy) {
            this.region = Objects.requireNonNull(region, "region");
            this.spans = Spans.of(spans);
            this.coding = Coding.of(charset, policy);
            this.unitSize = coding.unitSize();
            boolean countsBytes = this.spans.countsBytes();
            this.shift = countsBytes ? 0 : Integer.numberOfTrailingZeros(unitSize);
            this.mask = countsBytes ? unitSize - 1 : 0;
            this.mostBytes = this.spans.isTerminated() ? Long.MAX_VALUE : Integer.MAX_VALUE;
            if (this.spans.isTerminated()) {
                coding.checkNul();
            }
            this.regionBytes = region.byteSize();
            this.leastOffset = region.leastOffset();
            this.readsRuns = binding.isNative() && !(region instanceof JoinedRegion);
            this.spans.check(region, unitSize);
        }

        /**
         * Checks liveness of the memory that holds the places. The memory of the strings is checked after the bounds.
         */
        void checkAccess() {
            spans.checkAccess(binding);
        }

        /** Decodes all strings. If they need more than one chunk, the caller must call {@link #checkAll} before. */
        void all(@Nullable String[] dst, int dstIndex) {
            int count = (int) spans.count();
            if (count == 0) {
                RegionStrings.checkAccess(binding, region);
            }
            for (int done = 0; done < count; ) {
                boolean unchecked = done == 0 && count <= Binding.BATCH_TEXTS;
                done += some(done, dst, dstIndex + done, count - done, unchecked);
            }
        }

        /** Checks all places before any string is decoded. */
        void checkAll() {
            long count = spans.count();
            Scratch scratch = Scratch.acquire();
            try {
                for (long at = 0; at < count; ) {
                    int n = (int) Math.min(count - at, Binding.BATCH_TEXTS);
                    long[] pairs = scratch.spans(n);
                    spans.fill(binding, region, at, n, pairs, scratch);
                    check(at, pairs, 0, n);
                    at += n;
                }
            } finally {
                scratch.release();
            }
        }

        private void check(long first, long[] pairs, int from, int to) {
            for (int i = from; i < to; i++) {
                if (bytes(pairs, i) < 0 && !isNone(pairs, i)) {
                    throw wrong(first + i, pairs[2 * i], pairs[2 * i + 1]);
                }
            }
        }

        /** Returns the size of a text in bytes, or a negative number if its size or place is invalid. */
        private long bytes(long[] pairs, int i) {
            long offset = pairs[2 * i];
            long size = pairs[2 * i + 1];
            boolean sized = size >= 0 && size <= mostBytes >> shift && (size & mask) == 0;
            long bytes = size << shift;
            boolean mapped = offset >= leastOffset || bytes == 0 && offset >= 0;
            return sized && mapped && offset <= regionBytes - bytes ? bytes : -1;
        }

        private RuntimeException wrong(long index, long offset, long size) {
            boolean isInside = offset >= 0 && size > 0 && size <= (regionBytes - offset) >> shift;
            return isInside && offset < leastOffset
                    ? AddressRegion.notMapped("the address of string " + index, region.address() + offset)
                    : spans.wrong(region, index, offset, size, unitSize);
        }

        /** Removes what is not a part of the strings that were decoded. */
        private void finish(boolean @Nullable [] none, @Nullable String[] dst, int dstIndex, int count) {
            remove(none, dst, dstIndex, count);
            if (spans.isPadded()) {
                for (int i = dstIndex; i < dstIndex + count; i++) {
                    dst[i] = Chars.withoutBlanks(Objects.requireNonNull(dst[i]));
                }
            }
        }

        private boolean isNone(long[] pairs, int i) {
            return spans.hasNone() && pairs[2 * i + 1] == Spans.NONE;
        }

        /**
         * Decodes at least one string, and at most as many as one call of the binding can process.
         *
         * @param checkAll whether an invalid place of any of the strings is reported before a string is decoded
         */
        int some(long first, @Nullable String[] dst, int dstIndex, int max, boolean checkAll) {
            Scratch scratch = Scratch.acquire();
            boolean released = false;
            try {
                int n = Math.min(max, Binding.BATCH_TEXTS);
                long[] pairs = scratch.spans(n);
                spans.fill(binding, region, first, n, pairs, scratch);
                boolean[] none = null;
                int total = 0;
                int count = 0;
                long next = 0;
                while (count < n) {
                    next = bytes(pairs, count);
                    if (next < 0 && isNone(pairs, count)) {
                        none = none == null ? new boolean[n] : none;
                        none[count] = true;
                        pairs[2 * count] = next = 0;
                    }
                    if (next < 0 || next > Binding.CHUNK_BYTES - total) {
                        break;
                    }
                    pairs[2 * count + 1] = next;
                    total += (int) next;
                    count++;
                }
                if (checkAll) {
                    check(first, pairs, count, n);
                }
                if (count == 0 && next < 0) {
                    throw wrong(first, pairs[0], pairs[1]);
                }
                RegionStrings.checkAccess(binding, region); // bytes() checked each place
                if (count > 0 && coding.encoding() != null && (coding.flags() & Flags.CONTINUED) == 0) {
                    boolean inJava = unitSize == 1
                            && !hasOther
                            && total <= (long) count * ReadRoute.ASCII
                            && !spans.isTerminated()
                            && !region.isAddress();
                    int done = inJava ? oneByteEach(pairs, count, scratch, dst, dstIndex) : -1;
                    if (done < 0) {
                        done = batch(first, pairs, count, total, scratch, dst, dstIndex);
                    }
                    if (done >= 0) {
                        finish(none, dst, dstIndex, done);
                        return done;
                    }
                }
                long[] places = count == 0 ? new long[] {pairs[0], next} : Arrays.copyOf(pairs, 2 * count);
                scratch.release(); // the code below acquires its own
                released = true;
                int done = oneByOne(first, places, dst, dstIndex);
                finish(none, dst, dstIndex, done);
                return done;
            } finally {
                if (!released) {
                    scratch.release();
                }
            }
        }

        /**
         * Decodes texts without a call as long as they are ASCII or the charset is ISO-8859-1.
         *
         * @return the number of texts; -1 if there is none
         */
        private int oneByteEach(long[] pairs, int count, Scratch scratch, @Nullable String[] dst, int dstIndex) {
            long[] starts = scratch.results(count);
            for (int from = 0; from < count; ) {
                long start = pairs[2 * from];
                long end = start;
                boolean isRun = readsRuns;
                int most = 0;
                int to = from;
                while (to < count && (to == from || most + pairs[2 * to + 1] <= TOGETHER)) {
                    long between = pairs[2 * to] - end;
                    isRun &= between >= 0 && between <= MOST_GAP && pairs[2 * to + 1] > 0;
                    end = pairs[2 * to] + pairs[2 * to + 1];
                    starts[to] = pairs[2 * to] - start;
                    most += (int) pairs[2 * to + 1] + MOST_GAP;
                    to++;
                }
                byte[] copy = scratch.bytes(most);
                boolean isAscii = isRun
                        ? readRun(start, (int) (end - start), copy, scratch.chars(most))
                        : isAscii(copy, copyWithGaps(region, pairs, from, to, MOST_GAP, copy, starts));
                if (!isAscii) {
                    hasOther = true;
                    return from == 0 ? -1 : from;
                }
                for (int i = from; i < to; i++) {
                    dst[dstIndex + i] = ReadRoute.latin1(copy, (int) starts[i], (int) pairs[2 * i + 1]);
                }
                from = to;
            }
            return count;
        }

        /** Copies and tests bytes by one call: for 8 KiB, a third of the time of a copy and a test in Java. */
        private boolean readRun(long offset, int bytes, byte[] copy, char[] chars) {
            long place = region.start() + offset;
            Encoding encoding = coding.encoding() == Encoding.LATIN_1 ? Encoding.LATIN_1 : Encoding.ASCII;
            long packed = binding.decode(region.base(), place, bytes, encoding.id(), Flags.REPORT, copy, chars);
            return Packed.isDone(packed) && Packed.written(packed) == bytes;
        }

        private boolean isAscii(byte[] copy, int bytes) {
            return coding.encoding() == Encoding.LATIN_1 || ReadRoute.isAscii(copy, bytes);
        }

        /** Decodes with one call of the binding; returns -1 if each string must be decoded alone. */
        private int batch(
                long first, long[] pairs, int count, int total, Scratch scratch, @Nullable String[] dst, int dstIndex) {
            if (!(region instanceof JoinedRegion)) {
                return batch(first, region, count, total, scratch, dst, dstIndex);
            }
            Scratch copied = Scratch.acquire();
            try { // no binding accepts this region
                byte[] copy = scratch.bytes(total);
                region.copyOutTexts(pairs, count, copy);
                long[] places = copied.spans(count);
                long end = 0;
                for (int i = 0; i < count; i++) {
                    places[2 * i] = end;
                    places[2 * i + 1] = pairs[2 * i + 1];
                    end += pairs[2 * i + 1];
                }
                return batch(first, new ArrayRegion(copy), count, total, copied, dst, dstIndex);
            } finally {
                copied.release();
            }
        }

        private int batch(
                long first,
                Region source,
                int count,
                int total,
                Scratch scratch,
                @Nullable String[] dst,
                int dstIndex) {
            int batchFlags = spans.isTerminated() ? coding.flags() | Flags.TERMINATED : coding.flags();
            long packed = binding.decodeBatch(
                    source, scratch, count, total, coding.encoding().id(), batchFlags);
            if (packed == Packed.E_UNSUPPORTED) {
                return -1;
            }
            int done = Packed.isError(packed) ? 0 : Packed.written(packed);
            boolean whole = Packed.isDone(packed) && done == count;
            if (done == 0 && Packed.isMalformed(packed) && coding.repairs()) {
                return -1;
            }
            if (!whole && (done == 0 || done >= count)) {
                throw inString(TextErrors.decoding(binding, packed, coding.charset(), 0), first);
            }
            byte[] latin1 = scratch.bytes(total);
            char[] chars = scratch.chars(total);
            long[] results = scratch.results(count);
            for (int i = 0; i < done; i++) {
                dst[dstIndex + i] = string(latin1, chars, results[i]);
            }
            return done; // the next call reports the error in the string after these
        }

        /** Decodes each string with the operation for one string. */
        private int oneByOne(long first, long[] places, @Nullable String[] dst, int dstIndex) {
            int count = places.length / 2;
            for (int i = 0; i < count; i++) {
                try {
                    dst[dstIndex + i] = one(places[2 * i], places[2 * i + 1]);
                } catch (MalformedTextException e) {
                    if (i == 0) {
                        throw e.inString(first);
                    }
                    return i;
                }
            }
            return count;
        }

        private String one(long offset, long bytes) {
            if (spans.isTerminated()) {
                long units = strings.find(region, offset, bytes / unitSize, unitSize);
                return strings.terminated(region, offset, units, coding);
            }
            if (region instanceof JoinedRegion joined) {
                long inPart = JoinedRegion.offsetInPart(offset);
                return strings.string(joined.partAt(offset), inPart, (int) bytes, coding);
            }
            return strings.string(region, offset, (int) bytes, coding);
        }
    }

    /**
     * Creates a string from a result of {@link Binding#decodeBatch}.
     *
     * @param latin1 the texts in Latin-1
     * @param chars the other texts
     * @param result the place of the text in one of these arrays
     * @return the string
     */
    public static String string(byte[] latin1, char[] chars, long result) {
        int start = Packed.startOf(result);
        int length = Packed.lengthOf(result);
        return Packed.isCharsOf(result) ? new String(chars, start, length) : ReadRoute.latin1(latin1, start, length);
    }

    /**
     * Decodes some terminated strings by one native call.
     *
     * @param region memory of which each string is readable up to its terminator
     * @param offsets the offset of each string; negative for a null
     * @param first the index of the first string to decode
     * @param coding the charset and the policy
     * @param dst receives the strings, from index {@code first} on
     * @return the number of strings; 0 if the first one is malformed, too long, or the binding has no such call
     */
    int getTerminated(Region region, long[] offsets, int first, Coding coding, @Nullable String[] dst) {
        if (coding.encoding() == null || (coding.flags() & Flags.CONTINUED) != 0) {
            return 0;
        }
        Scratch scratch = Scratch.acquire();
        try {
            int n = Math.min(offsets.length - first, Binding.BATCH_TEXTS);
            long[] pairs = scratch.spans(n);
            for (int i = 0; i < n; i++) {
                long offset = Math.max(0, offsets[first + i]);
                long most = Math.min(Binding.CHUNK_BYTES, region.byteSize() - offset);
                pairs[2 * i] = offset;
                pairs[2 * i + 1] = offsets[first + i] < 0 ? 0 : most & -coding.unitSize();
            }
            int room = Math.min(Binding.CHUNK_BYTES, LEAST_ROOM + n * GUESSED_CHARS);
            long packed = binding.decodeBatch(
                    region, scratch, n, room, coding.encoding().id(), coding.flags() | Flags.TERMINATED);
            int done = Packed.isError(packed) ? 0 : Packed.written(packed);
            byte[] latin1 = scratch.bytes(room);
            char[] chars = scratch.chars(room);
            long[] results = scratch.results(n);
            for (int i = 0; i < done; i++) {
                if (Packed.lengthOf(results[i]) >= MAY_BE_CUT) {
                    return i;
                }
                dst[first + i] = offsets[first + i] < 0 ? null : string(latin1, chars, results[i]);
            }
            return done;
        } finally {
            scratch.release();
        }
    }

    /**
     * Copies texts to an array, as {@link Region#copyOutTexts} does, including small gaps between them. Reading a gap
     * is safe: it is smaller than a page, so it lies in the pages of the adjacent bytes, which belong to texts and are
     * mapped.
     *
     * @param region the memory
     * @param spans the offset and the size of each text, in bytes
     * @param from the index of the first text
     * @param to the index after the last text, greater than {@code from}
     * @param most the largest gap, in bytes
     * @param copy the destination array
     * @param starts receives the index in the array at which each text starts, at the index of the text
     * @return the number of bytes copied
     */
    public static int copyWithGaps(
            Region region, long[] spans, int from, int to, int most, byte[] copy, long[] starts) {
        int runStart = 0;
        long runOffset = spans[2 * from];
        long runEnd = runOffset;
        for (int i = from; i < to; i++) {
            long offset = spans[2 * i];
            int size = (int) spans[2 * i + 1];
            if (size == 0) {
                starts[i] = 0;
                continue;
            }
            long between = offset - runEnd;
            if (between < 0 || between > (runEnd > runOffset ? most : 0)) {
                int bytes = (int) (runEnd - runOffset);
                region.copyOut(runOffset, copy, runStart, bytes);
                runStart += bytes;
                runOffset = offset;
            }
            starts[i] = runStart + (offset - runOffset);
            runEnd = offset + size;
        }
        int bytes = (int) (runEnd - runOffset);
        region.copyOut(runOffset, copy, runStart, bytes);
        return runStart + bytes;
    }

    private static void remove(boolean @Nullable [] none, @Nullable String[] dst, int dstIndex, int count) {
        for (int i = 0; none != null && i < count; i++) {
            if (none[i]) {
                dst[dstIndex + i] = null;
            }
        }
    }

    /** Adds the index of the string to an error, if it is a {@link dev.unitstr.MalformedTextException}. */
    static RuntimeException inString(RuntimeException error, long index) {
        return error instanceof MalformedTextException malformed ? malformed.inString(index) : error;
    }
}
