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
import dev.unitstr.internal.memory.Region;
import dev.unitstr.internal.memory.Scratch;
import java.nio.charset.Charset;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The verbs for many strings, on any region, by one binding: what {@link RegionStrings} is for one. A binding is given
 * chunks, of {@link Binding#CHUNK_BYTES} and {@link Binding#BATCH_TEXTS} at most; strings longer than that, charsets of
 * the JDK and bindings without batches go string by string. Arguments are checked in the same order; the places of the
 * strings count as bounds.
 */
public final class BatchStrings {
    /** The most elements that an array can have on every JVM. */
    private static final int MOST_ELEMENTS = Integer.MAX_VALUE - 8;
    /** The most bytes between two texts that are copied with them: terminators, lengths, padding. Less than a page. */
    private static final int MOST_GAP = 16;

    private final Binding binding;
    private final RegionStrings strings;
    private final BatchWriter batchWriter;

    BatchStrings(RegionStrings strings, TextWriter writer, LegacyText legacy) {
        this.binding = strings.binding();
        this.strings = strings;
        this.batchWriter = new BatchWriter(binding, writer, legacy);
    }

    /**
     * Decodes all of them.
     *
     * @param region the memory
     * @param spans where they are
     * @param charset the charset
     * @param policy the policy
     * @return the texts; null where there is none
     */
    public @Nullable String[] getStrings(Region region, StringSpans spans, Charset charset, MalformedPolicy policy) {
        Reading reading = new Reading(region, spans, charset, policy);
        long count = reading.spans.count();
        if (count > MOST_ELEMENTS) {
            throw new IllegalArgumentException("spans has " + count + " strings: more than " + MOST_ELEMENTS
                    + ", the most elements of one array; getSomeStrings takes them in parts");
        }
        reading.checkAccess();
        @Nullable String[] all = new String[(int) count];
        reading.all(all, 0);
        return all;
    }

    /**
     * Decodes all of them into an array.
     *
     * @param region the memory
     * @param spans where they are
     * @param charset the charset
     * @param dst takes the texts; null where there is none
     * @param dstIndex where the first goes
     * @param policy the policy
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
     * Decodes as many of them as one call takes in.
     *
     * @param region the memory
     * @param spans where they are
     * @param first the first of them
     * @param charset the charset
     * @param dst takes the texts; null where there is none
     * @param dstIndex where the first goes
     * @param max how many at most
     * @param policy the policy
     * @return how many
     */
    public int getSomeStrings(
            Region region,
            StringSpans spans,
            long first,
            Charset charset,
            @Nullable String[] dst,
            int dstIndex,
            int max,
            MalformedPolicy policy) {
        Objects.requireNonNull(dst, "dst");
        Reading reading = new Reading(region, spans, charset, policy);
        long count = reading.spans.count();
        if (first < 0 || first > count) {
            throw new IndexOutOfBoundsException(
                    "first is " + first + ": not between 0 and " + count + ", the number of strings");
        }
        Checks.elements("dstIndex", dstIndex, "max", max, "dst", dst.length);
        reading.checkAccess();
        int wanted = (int) Math.min(max, count - first);
        if (wanted == 0) {
            RegionStrings.checkAccess(binding, region, 0);
            return 0;
        }
        return reading.some(first, dst, dstIndex, wanted, false);
    }

    /**
     * Measures.
     *
     * @param strings the texts
     * @param charset the charset
     * @param policy the policy
     * @return how many code units they have when encoded, together
     */
    public long encodedUnits(String[] strings, Charset charset, MalformedPolicy policy) {
        Objects.requireNonNull(strings, "strings");
        Encoding encoding = RegionStrings.encoding(charset);
        int flags = RegionStrings.flags(policy);
        checkNoNull("strings", strings, 0, strings.length);
        RegionStrings.checkEncodes(encoding, charset);
        BatchWriter.Job job = new BatchWriter.Job(strings, 0, strings.length, encoding, charset, policy, flags);
        return batchWriter.measure(job) / RegionStrings.unitSize(encoding);
    }

    /**
     * Encodes a range of an array, one text after the other.
     *
     * @param src the texts
     * @param srcIndex the first
     * @param count how many
     * @param charset the charset
     * @param dst the memory
     * @param dstOffset where to start, in bytes
     * @param offsets takes where each starts, and where the last ends
     * @param policy the policy
     * @return how many code units were written
     */
    public long copyStrings(
            String[] src,
            int srcIndex,
            int count,
            Charset charset,
            Region dst,
            long dstOffset,
            Offsets offsets,
            MalformedPolicy policy) {
        Objects.requireNonNull(src, "src");
        Encoding encoding = RegionStrings.encoding(charset);
        Objects.requireNonNull(dst, "dst");
        int flags = RegionStrings.flags(policy);
        Checks.elements("srcIndex", srcIndex, "count", count, "src", src.length);
        checkNoNull("src", src, srcIndex, count);
        RegionStrings.checkEncodes(encoding, charset);
        RegionStrings.checkSize(dst);
        offsets.checkCount(count);
        dst.checkWritable();
        offsets.checkWritable();
        long size = dst.byteSize();
        Checks.offset(RegionStrings.place(dst, "dstOffset"), dstOffset, dst);
        offsets.checkBounds(count);
        BatchWriter.Job job = new BatchWriter.Job(src, srcIndex, count, encoding, charset, policy, flags);
        long capacity = Math.min(size - dstOffset, offsets.most() - dstOffset);
        if (flags == Flags.REPORT || job.mostBytes() > capacity) {
            long bytes = batchWriter.measure(job);
            int unitSize = RegionStrings.unitSize(encoding);
            if (bytes > size - dstOffset) {
                String place = RegionStrings.place(dst, "dstOffset");
                throw Checks.outside(place, dstOffset, bytes / unitSize, unitSize, dst);
            }
            if (bytes > capacity) {
                throw new IllegalArgumentException("the strings would end at byte " + (dstOffset + bytes)
                        + ": more than " + offsets.most() + ", the most that an offset of 4 bytes says");
            }
        }
        RegionStrings.checkAccess(binding, dst, dst instanceof AddressRegion ? job.chars() : 0);
        offsets.checkAccess(binding);
        return batchWriter.write(job, dst, dstOffset, capacity, offsets) / RegionStrings.unitSize(encoding);
    }

    /**
     * Measures each of a range of an array. The arguments were checked.
     *
     * @param src the texts, none of which is null
     * @param srcIndex the first
     * @param count how many
     * @param charset one that can encode
     * @param policy the policy
     * @param sizes takes at the same indices how many bytes each has when encoded; -1 if these are more than
     *     {@link Integer#MAX_VALUE}
     */
    public void measureEach(
            String[] src, int srcIndex, int count, Charset charset, MalformedPolicy policy, int[] sizes) {
        batchWriter.measure(job(src, srcIndex, count, charset, policy), sizes);
    }

    /**
     * Encodes a range of an array into memory that has room for it. The arguments were checked.
     *
     * @param src the texts, none of which is null
     * @param srcIndex the first
     * @param count how many
     * @param charset one that can encode
     * @param policy the policy
     * @param dst the memory
     * @param dstOffset where to start, in bytes
     * @param capacityBytes how much there is from there on
     * @return how many bytes were written
     */
    public long writeEach(
            String[] src,
            int srcIndex,
            int count,
            Charset charset,
            MalformedPolicy policy,
            Region dst,
            long dstOffset,
            long capacityBytes) {
        return batchWriter.write(
                job(src, srcIndex, count, charset, policy), dst, dstOffset, capacityBytes, Offsets.dropped());
    }

    private static BatchWriter.Job job(String[] src, int srcIndex, int count, Charset charset, MalformedPolicy policy) {
        Encoding encoding = RegionStrings.encoding(charset);
        return new BatchWriter.Job(src, srcIndex, count, encoding, charset, policy, RegionStrings.flags(policy));
    }

    private static void checkNoNull(String name, String[] strings, int from, int count) {
        for (int i = from; i < from + count; i++) {
            if (strings[i] == null) {
                throw new NullPointerException(name + "[" + i + "]");
            }
        }
    }

    /** One call that reads: its arguments, and the steps it is made of. */
    private final class Reading {
        private final Region region;
        private final Spans spans;
        private final Charset charset;
        private final MalformedPolicy policy;
        private final @Nullable Encoding encoding;
        private final int flags;
        private final int unitSize;
        private final long regionBytes;
        /** What of the memory a text may have, by its size in the measure of {@link Spans#fill}. */
        private final long mostBytes;
        /** To get from that measure to bytes. */
        private final int shift;
        /** The bits of a size that have to be 0. */
        private final int mask;
        /** Whether a text was found that is not ASCII: then others are not looked at for that. */
        private boolean hasOther;

        Reading(Region region, StringSpans spans, Charset charset, MalformedPolicy policy) {
            this.region = Objects.requireNonNull(region, "region");
            this.spans = Spans.of(spans);
            this.charset = charset;
            this.encoding = RegionStrings.encoding(charset);
            this.policy = policy;
            this.flags = RegionStrings.flags(policy);
            this.unitSize = RegionStrings.unitSize(encoding);
            boolean countsBytes = this.spans.countsBytes();
            this.shift = countsBytes ? 0 : Integer.numberOfTrailingZeros(unitSize);
            this.mask = countsBytes ? unitSize - 1 : 0;
            this.mostBytes = this.spans.isTerminated() ? Long.MAX_VALUE : Integer.MAX_VALUE;
            if (this.spans.isTerminated()) {
                RegionStrings.checkNul(encoding, charset);
            }
            RegionStrings.checkSize(region);
            this.regionBytes = region.byteSize();
            this.spans.check(region, unitSize);
        }

        /** Liveness of what the places are in; that of the strings comes after their bounds. */
        void checkAccess() {
            spans.checkAccess(binding);
        }

        /** If they are more than are looked at at once, {@link #checkAll} has to be called before. */
        void all(@Nullable String[] dst, int dstIndex) {
            int count = (int) spans.count();
            if (count == 0) {
                RegionStrings.checkAccess(binding, region, 0);
            }
            for (int done = 0; done < count; ) {
                boolean unchecked = done == 0 && count <= Binding.BATCH_TEXTS;
                done += some(done, dst, dstIndex + done, count - done, unchecked);
            }
        }

        /** Checks all places before any string is made. */
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
                    throw spans.wrong(region, first + i, pairs[2 * i], pairs[2 * i + 1], unitSize);
                }
            }
        }

        /** The size of a text in bytes, or a negative number if it has no such size or place. */
        private long bytes(long[] pairs, int i) {
            long offset = pairs[2 * i];
            long size = pairs[2 * i + 1];
            boolean sized = size >= 0 && size <= mostBytes >> shift && (size & mask) == 0;
            long bytes = size << shift;
            return sized && offset >= 0 && offset <= regionBytes - bytes ? bytes : -1;
        }

        private boolean isNone(long[] pairs, int i) {
            return spans.hasNone() && pairs[2 * i + 1] == Spans.NONE;
        }

        /**
         * Decodes one string at least, and no more than a binding takes in at once.
         *
         * @param checkAll whether a wrong place of any of them is an error before a string is made
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
                    throw spans.wrong(region, first, pairs[0], pairs[1], unitSize);
                }
                RegionStrings.checkAccess(binding, region, count == 0 ? next : total);
                if (count > 0 && encoding != null) {
                    boolean inJava = encoding == Encoding.UTF_8
                            && !hasOther
                            && total <= (long) count * ShortTexts.READ_ASCII
                            && !spans.isTerminated()
                            && !(region instanceof AddressRegion);
                    int done = inJava ? ascii(pairs, count, total, scratch, dst, dstIndex) : -1;
                    if (done < 0) {
                        done = batch(first, encoding, pairs, count, total, scratch, dst, dstIndex);
                    }
                    if (done >= 0) {
                        remove(none, dst, dstIndex, done);
                        return done;
                    }
                }
                long[] places = count == 0 ? new long[] {pairs[0], next} : Arrays.copyOf(pairs, 2 * count);
                scratch.release(); // what follows takes its own
                released = true;
                int done = oneByOne(first, places, dst, dstIndex);
                remove(none, dst, dstIndex, done);
                return done;
            } finally {
                if (!released) {
                    scratch.release();
                }
            }
        }

        /** Without a call, if all of them are ASCII and Java can reach them; -1 if not. */
        private int ascii(long[] pairs, int count, int total, Scratch scratch, @Nullable String[] dst, int dstIndex) {
            int gap = total + MOST_GAP * count <= Binding.CHUNK_BYTES ? MOST_GAP : 0;
            byte[] copy = scratch.bytes(total + gap * count);
            long[] starts = scratch.results(count);
            int end = copyWithGaps(region, pairs, count, gap, copy, starts);
            hasOther = !ShortTexts.isAscii(copy, end);
            if (hasOther) {
                return -1;
            }
            for (int i = 0; i < count; i++) {
                dst[dstIndex + i] = latin1(copy, (int) starts[i], (int) pairs[2 * i + 1]);
            }
            return count;
        }

        /** By one call of the binding; -1 if it has no batches. */
        private int batch(
                long first,
                Encoding encoding,
                long[] pairs,
                int count,
                int total,
                Scratch scratch,
                @Nullable String[] dst,
                int dstIndex) {
            byte[] latin1 = scratch.bytes(total);
            char[] chars = scratch.chars(total);
            long[] results = scratch.results(count);
            int batchFlags = spans.isTerminated() ? flags | Flags.TERMINATED : flags;
            long packed = binding.decodeBatch(region, pairs, count, encoding.id(), batchFlags, latin1, chars, results);
            if (packed == Packed.E_UNSUPPORTED) {
                return -1;
            }
            int done = Packed.isError(packed) ? 0 : Packed.written(packed);
            boolean whole = !Packed.isError(packed) && Packed.status(packed) == Packed.DONE && done == count;
            if (!whole && (done == 0 || done >= count)) {
                throw inString(TextErrors.decoding(binding, packed, charset, 0), first);
            }
            for (int i = 0; i < done; i++) {
                long result = results[i];
                int start = Packed.startOf(result);
                int length = Packed.lengthOf(result);
                dst[dstIndex + i] =
                        Packed.isCharsOf(result) ? new String(chars, start, length) : latin1(latin1, start, length);
            }
            return done; // an error in the next one shows when that is the first
        }

        /** As many calls of the verb for one string. */
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
                return strings.terminated(region, offset, units, encoding, charset, policy, flags);
            }
            return strings.string(region, offset, (int) bytes, encoding, charset, policy, flags);
        }
    }

    /**
     * Copies texts to an array, as {@link Region#copyOutTexts} does, with what is in small gaps between them. A gap that is less than a page is in no other pages than the
     * bytes beside it, which are there if they belong to texts.
     *
     * @param most the most bytes of a gap
     * @param starts takes where each text starts in the array
     * @return how many bytes were copied
     */
    private static int copyWithGaps(Region region, long[] spans, int count, int most, byte[] copy, long[] starts) {
        int runStart = 0;
        long runOffset = spans[0];
        long runEnd = runOffset;
        for (int i = 0; i < count; i++) {
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

    /**
     * A string of bytes that are Latin-1. The constructor is deprecated because other charsets want another one; for this
     * one it does the same with half of the instructions.
     */
    @SuppressWarnings("deprecation")
    private static String latin1(byte[] bytes, int start, int length) {
        return new String(bytes, 0, start, length);
    }

    private static void remove(boolean @Nullable [] none, @Nullable String[] dst, int dstIndex, int count) {
        for (int i = 0; none != null && i < count; i++) {
            if (none[i]) {
                dst[dstIndex + i] = null;
            }
        }
    }

    /** Says which string an error is in, if it is about text. */
    static RuntimeException inString(RuntimeException error, long index) {
        return error instanceof MalformedTextException malformed ? malformed.inString(index) : error;
    }
}
