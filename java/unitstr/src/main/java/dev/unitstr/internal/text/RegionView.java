package dev.unitstr.internal.text;

import dev.unitstr.Copied;
import dev.unitstr.MalformedPolicy;
import dev.unitstr.MalformedTextException;
import dev.unitstr.NativeMemory;
import dev.unitstr.TextView;
import dev.unitstr.internal.binding.Binding;
import dev.unitstr.internal.binding.Encoding;
import dev.unitstr.internal.binding.Flags;
import dev.unitstr.internal.binding.Packed;
import dev.unitstr.internal.memory.ArrayRegion;
import dev.unitstr.internal.memory.Region;
import dev.unitstr.internal.memory.Scratch;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Text in a region. */
public final class RegionView implements TextView {
    /** The size up to which a text is decoded by one call, in arrays that are kept. */
    private static final int SHORT = 4096;
    /** The size of the start of a text that is compared first, in bytes: most comparisons end there. */
    private static final int FIRST = 24;
    /** The size up to which a text is compared at once. */
    private static final int AT_ONCE = 64;
    /** The number of equal chars after which they are compared in vectors. */
    private static final int FEW = 16;
    /** The result of a comparison that needs more of the text than its start. */
    private static final int UNDECIDED = Integer.MIN_VALUE;
    /** The maximum number of bytes that a byte of encoded text has in another encoding, and of a mark. */
    private static final int MOST_GROWTH = 4;

    /** The factor of {@link String#hashCode()}, and its powers. */
    private static final int TIMES = 31;

    private static final int TIMES_2 = TIMES * TIMES;
    private static final int TIMES_3 = TIMES * TIMES_2;
    private static final int TIMES_4 = TIMES * TIMES_3;

    private static final int MEASURE_BYTES = 8 * 1024;

    private final RegionStrings strings;
    private final Binding binding;
    private final Region region;
    private final long offset;
    private final int bytes;
    private final Coding coding;
    /** That of the caller: the policy of {@link #coding} is one that the charset has. */
    private final MalformedPolicy policy;

    private RegionView(
            RegionStrings strings, Region region, long offset, int bytes, Coding coding, MalformedPolicy policy) {
        this.strings = strings;
        this.binding = strings.binding();
        this.region = region;
        this.offset = offset;
        this.bytes = bytes;
        this.coding = coding;
        this.policy = policy;
    }

    /**
     * Returns a view.
     *
     * @param region the memory
     * @param offset the offset in the memory, in bytes
     * @param units the length of the text, in code units
     * @param charset the charset
     * @param policy how to handle malformed text
     * @return the view
     */
    public static RegionView of(Region region, long offset, long units, Charset charset, MalformedPolicy policy) {
        RegionStrings strings = RegionStrings.chosen();
        Coding coding = Coding.of(charset, policy);
        int bytes = strings.checkRead(region, offset, units, coding);
        return new RegionView(strings, region, offset, bytes, coding, policy);
    }

    private CharCursor cursor() {
        region.checkAccess(); // even if no byte is read
        return new CharCursor(binding, coding, region, offset, bytes);
    }

    /** Returns an index of the text. */
    RegionIndex index() {
        return RegionIndex.of(binding, region, offset, bytes, coding);
    }

    @Override
    public Charset charset() {
        return coding.charset();
    }

    @Override
    public long units() {
        return bytes / coding.unitSize();
    }

    @Override
    public int chars() {
        return length(cursor(), 0);
    }

    @Override
    public boolean contentEquals(CharSequence text) {
        String string = Objects.requireNonNull(text, "text").toString();
        if (coding.repairs() || coding.encoding() == null) { // would decode all of the text
            CharCursor cursor = cursor();
            return hasPrefix(cursor, string) && !cursor.fill();
        }
        return strings.contentEquals(region, offset, units(), coding.charset(), string, coding.policy());
    }

    @Override
    public int compareTo(String text) {
        int length = Objects.requireNonNull(text, "text").length();
        int order = compareStart(text, Integer.MAX_VALUE);
        if (order != UNDECIDED) {
            return order;
        }
        CharCursor cursor = cursor();
        int at = 0;
        while (at < length && cursor.fill()) {
            int count = Math.min(cursor.end, length - at);
            int i = mismatch(cursor.chars, text, at, count);
            if (i < count) {
                return cursor.chars[i] - text.charAt(at + i);
            }
            at += count;
            cursor.from = count;
        }
        return length(cursor, at) - length;
    }

    /**
     * Compares the text, up to {@code most} chars, with a string, without an object for the decoder.
     *
     * @return the result of {@link String#compareTo(String)}, or {@link #UNDECIDED}
     */
    private int compareStart(String text, int most) {
        int order = compareStart(text, most, bytes <= AT_ONCE ? bytes : FIRST, 0);
        return order == UNDECIDED && bytes > AT_ONCE && bytes <= SHORT
                ? compareStart(text, most, bytes, Flags.CHARS)
                : order;
    }

    private int compareStart(String text, int most, int piece, int flags) {
        Scratch scratch = Scratch.acquire();
        try {
            byte[] latin1 = scratch.bytes(piece);
            char[] chars = scratch.chars(piece);
            long start = start(piece, latin1, chars, flags);
            if (start < 0) {
                return UNDECIDED;
            }
            int count = Math.min(Packed.written(start), most);
            int both = Math.min(count, text.length());
            int i;
            if (Packed.isChars(start)) {
                i = mismatch(chars, text, 0, both);
                if (i < both) {
                    return chars[i] - text.charAt(i);
                }
            } else {
                i = mismatch(latin1, text, both);
                if (i < both) {
                    return (latin1[i] & 0xFF) - text.charAt(i);
                }
            }
            return count == most || piece == bytes ? count - text.length() : UNDECIDED;
        } finally {
            scratch.release();
        }
    }

    /**
     * Decodes the start of the text. Text of one byte per char takes no native call.
     *
     * @param piece the number of bytes
     * @param latin1 receives the chars if all are Latin-1: a scratch array for {@code piece} bytes
     * @param chars receives other chars: a scratch array for {@code piece} chars
     * @param flags {@link Flags#CHARS}, or 0
     * @return the packed result, in which the chars are at most those of {@code piece}; -1 if the text is malformed, or
     *     the JDK decodes it
     */
    private long start(int piece, byte[] latin1, char[] chars, int flags) {
        Encoding encoding = coding.encoding();
        if (encoding == null || coding.repairs() || piece == 0) {
            return -1;
        }
        if (flags == 0 && encoding.unitSize() == 1 && !region.isAddress()) {
            region.copyOut(offset, latin1, piece);
            if (encoding == Encoding.LATIN_1 || ReadRoute.isAscii(latin1, piece)) {
                return Packed.of(Packed.DONE, 0, piece, piece, 0);
            }
        }
        int all = flags | coding.flags() | (piece < bytes ? Flags.MORE : 0);
        long at = region.start() + offset;
        long packed = binding.decode(region.base(), at, piece, encoding.id(), all, latin1, chars);
        boolean isDecoded = !Packed.isError(packed)
                && (Packed.status(packed) == Packed.DONE || Packed.status(packed) == Packed.INCOMPLETE);
        return isDecoded ? packed : -1;
    }

    /** Returns the length of the text, of which some chars have been used. */
    private static int length(CharCursor cursor, int used) {
        int length = used;
        while (cursor.fill()) {
            length = Math.addExact(length, cursor.end - cursor.from);
            cursor.from = cursor.end;
        }
        return length;
    }

    private static int mismatch(char[] chars, String text, int at, int count) {
        int i = 0;
        while (i < count && chars[i] == text.charAt(at + i)) {
            if (++i == FEW) {
                return mismatchOfMany(chars, text, at, count);
            }
        }
        return i;
    }

    private static int mismatchOfMany(char[] chars, String text, int at, int count) {
        Scratch scratch = Scratch.acquire();
        try {
            char[] others = scratch.chars(count);
            text.getChars(at, at + count, others, 0);
            int i = Arrays.mismatch(chars, 0, count, others, 0, count);
            return i < 0 ? count : i;
        } finally {
            scratch.release();
        }
    }

    private static int mismatch(byte[] latin1, String text, int count) {
        int i = 0;
        while (i < count && (latin1[i] & 0xFF) == text.charAt(i)) {
            i++;
        }
        return i;
    }

    @Override
    public int compareTo(TextView other) {
        CharCursor one = cursor();
        CharCursor two = Ours.cast(RegionView.class, other, "other").cursor();
        int difference = difference(one, two);
        return difference != 0 ? difference : length(one, 0) - length(two, 0);
    }

    /** Returns the difference of the first chars that differ; 0 if the chars of one text have been used before. */
    private static int difference(CharCursor one, CharCursor two) {
        while (one.fill() & two.fill()) {
            int count = Math.min(one.end - one.from, two.end - two.from);
            int i = Arrays.mismatch(one.chars, one.from, one.from + count, two.chars, two.from, two.from + count);
            if (i >= 0) {
                return one.chars[one.from + i] - two.chars[two.from + i];
            }
            one.from += count;
            two.from += count;
        }
        return 0;
    }

    @Override
    public boolean startsWith(String prefix) {
        int order =
                compareStart(prefix, Objects.requireNonNull(prefix, "prefix").length());
        return order == UNDECIDED ? hasPrefix(cursor(), prefix) : order == 0;
    }

    /** Tests whether the text starts with a string, whose chars are used then. */
    private static boolean hasPrefix(CharCursor cursor, String prefix) {
        int length = prefix.length();
        int at = 0;
        while (at < length && cursor.fill()) {
            int count = Math.min(cursor.end, length - at);
            if (mismatch(cursor.chars, prefix, at, count) < count) {
                return false;
            }
            at += count;
            cursor.from = count;
        }
        return at == length;
    }

    @Override
    public int indexOf(String text, int fromIndex) {
        int length = Objects.requireNonNull(text, "text").length();
        int from = Math.max(fromIndex, 0);
        if (length == 0) {
            return Math.min(from, chars());
        }
        if (bytes <= SHORT) {
            int i = indexOfShort(text, from);
            if (i != UNDECIDED) {
                return i;
            }
        }
        CharCursor cursor = cursor();
        char[] wanted = text.toCharArray();
        char[] window = {};
        int kept = 0; // chars of earlier pieces at the start of the window, which may begin a match
        int start = 0; // the index in the text of the start of the window
        while (cursor.fill()) {
            int end = kept + cursor.end;
            if (window.length < end) {
                window = Arrays.copyOf(window, end);
            }
            System.arraycopy(cursor.chars, 0, window, kept, cursor.end);
            cursor.from = cursor.end;
            int i = indexOf(window, Math.max(from - start, 0), end, wanted);
            if (i >= 0) {
                return start + i;
            }
            kept = Math.min(end, wanted.length - 1);
            System.arraycopy(window, end - kept, window, 0, kept);
            start = Math.addExact(start, end - kept);
        }
        return -1;
    }

    private int indexOfShort(String text, int from) {
        Scratch scratch = Scratch.acquire();
        try {
            byte[] latin1 = scratch.bytes(bytes);
            char[] chars = scratch.chars(bytes);
            long start = start(bytes, latin1, chars, 0);
            if (start < 0) {
                return UNDECIDED;
            }
            int end = Packed.written(start);
            if (from > end - text.length()) {
                return -1;
            }
            return Packed.isChars(start)
                    ? indexOf(chars, from, end, text.toCharArray())
                    : Words.indexOf(latin1, from, end, text);
        } finally {
            scratch.release();
        }
    }

    @Override
    public int lastIndexOf(String text) {
        int length = Objects.requireNonNull(text, "text").length();
        if (length == 0) {
            return chars();
        }
        CharCursor cursor = cursor();
        char[] wanted = text.toCharArray();
        char[] window = {};
        int kept = 0; // chars of earlier pieces at the start of the window, which may begin a match
        int start = 0; // the index in the text of the start of the window
        int last = -1;
        while (cursor.fill()) {
            int end = kept + cursor.end;
            if (window.length < end) {
                window = Arrays.copyOf(window, end);
            }
            System.arraycopy(cursor.chars, 0, window, kept, cursor.end);
            cursor.from = cursor.end;
            for (int i = end - length; i >= 0; i--) {
                if (window[i] == wanted[0] && Arrays.equals(window, i, i + length, wanted, 0, length)) {
                    last = Math.addExact(start, i);
                    break;
                }
            }
            kept = Math.min(end, length - 1);
            System.arraycopy(window, end - kept, window, 0, kept);
            start = Math.addExact(start, end - kept);
        }
        return last;
    }

    @Override
    public boolean endsWith(String suffix) {
        int length = Objects.requireNonNull(suffix, "suffix").length();
        CharCursor cursor = cursor();
        char[] tail = new char[length];
        int kept = 0;
        while (cursor.fill()) {
            int count = Math.min(cursor.end - cursor.from, length);
            int before = Math.min(kept, length - count);
            System.arraycopy(tail, kept - before, tail, 0, before);
            System.arraycopy(cursor.chars, cursor.end - count, tail, before, count);
            kept = before + count;
            cursor.from = cursor.end;
        }
        return kept == length && suffix.contentEquals(CharBuffer.wrap(tail));
    }

    @Override
    public char charAt(int index) {
        if (coding.encoding() == Encoding.LATIN_1 && index >= 0 && index < bytes) {
            region.checkAccess();
            byte[] one = new byte[1];
            RawBytes.read(binding, region, offset + index, one, 1);
            return (char) (one[0] & 0xFF);
        }
        CharCursor cursor = cursor();
        int before = 0; // the chars of earlier pieces
        while (index >= 0 && cursor.fill()) {
            if (index - before < cursor.end) {
                return cursor.chars[index - before];
            }
            before = Math.addExact(before, cursor.end);
            cursor.from = cursor.end;
        }
        throw new IndexOutOfBoundsException("index is " + index
                + (index < 0 ? ": negative" : ": not less than " + before + ", the number of chars"));
    }

    private static int indexOf(char[] window, int from, int end, char[] wanted) {
        char first = wanted[0];
        int last = end - wanted.length;
        for (int i = from; i <= last; i++) {
            while (i <= last - 4
                    && window[i] != first & window[i + 1] != first & window[i + 2] != first & window[i + 3] != first) {
                i += 4;
            }
            if (window[i] == first && Arrays.equals(window, i, i + wanted.length, wanted, 0, wanted.length)) {
                return i;
            }
        }
        return -1;
    }

    @Override
    public long copy(Charset charset, ByteBuffer dst, int dstIndex) {
        return copy(charset, BufferTexts.region(Objects.requireNonNull(dst, "dst")), dstIndex);
    }

    @Override
    public long copy(Charset charset, NativeMemory dst, long dstOffset) {
        return copy(charset, BufferTexts.region(Objects.requireNonNull(dst, "dst")), dstOffset);
    }

    /**
     * Converts the text to another charset.
     *
     * @param charset the charset to write
     * @param dst the memory to write
     * @param dstOffset the offset of the first unit to write, in bytes
     * @return the number of code units written
     */
    public long copy(Charset charset, Region dst, long dstOffset) {
        Coding target = Coding.of(charset, policy);
        RegionStrings.checkEncodes(target.encoding(), charset);
        dst.checkWritable();
        Checks.offset(RegionStrings.place(dst, "dstOffset"), dstOffset, dst);
        if (target.encoding() == null) { // in chunks, the JDK's encoder supports fewer policies
            String string = toString();
            return strings.copy(string, charset, 0, dst, dstOffset, string.length(), policy);
        }
        RegionEncoder encoder = RegionEncoder.of(binding, target);
        long capacity = dst.byteSize() - dstOffset;
        boolean fits = coding.encoding() != null
                && !coding.repairs()
                && !target.repairs()
                && capacity >= MOST_GROWTH * ((long) bytes + 1);
        if (!fits) {
            long needed = measured(encoder);
            if (needed > capacity) {
                throw Checks.outside(
                        RegionStrings.place(dst, "dstOffset"),
                        dstOffset,
                        encoder.unitsWritten(),
                        target.unitSize(),
                        dst);
            }
            encoder.reset();
        }
        RegionStrings.checkAccess(binding, dst, dstOffset, bytes);
        return bytes == 0 ? 0 : encode(encoder, dst, dstOffset, capacity, false) / target.unitSize();
    }

    /** Returns the number of bytes that the encoder would write. An error says that nothing has been written. */
    private long measured(RegionEncoder encoder) {
        try {
            return encode(encoder, new ArrayRegion(new byte[MEASURE_BYTES]), 0, MEASURE_BYTES, true);
        } catch (MalformedTextException e) {
            throw e.isDecoding()
                    ? e
                    : MalformedTextException.encoding(
                            encoder.coding.charset(), e.kind(), e.charIndex(), e.charCount(), 0);
        }
    }

    /**
     * Encodes the text.
     *
     * @param again whether each call starts at {@code dstOffset} again, to measure
     * @return the number of bytes
     */
    private long encode(RegionEncoder encoder, Region dst, long dstOffset, long capacity, boolean again) {
        int unitSize = encoder.coding.unitSize();
        CharCursor cursor = cursor();
        long written = 0;
        while (cursor.fill()) {
            CharBuffer chars = CharBuffer.wrap(cursor.chars, 0, cursor.end);
            long before = again ? 0 : written;
            Copied copied = encoder.encode(chars, cursor.from, dst, dstOffset + before, (capacity - before) / unitSize);
            written += copied.units() * unitSize;
            cursor.from += copied.chars();
            if (!again && cursor.from < cursor.end) {
                throw new IllegalStateException("the memory changed while it was read");
            }
        }
        long before = again ? 0 : written;
        return written + encoder.flush(dst, dstOffset + before, (capacity - before) / unitSize) * unitSize;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof RegionView view && (isSame(view) || hasSameChars(view));
    }

    private boolean hasSameChars(RegionView view) {
        CharCursor one = cursor();
        CharCursor two = view.cursor();
        return difference(one, two) == 0 && one.from == one.end && two.from == two.end;
    }

    /** Tests whether the text has the same bytes in the same charset; if not, the chars may be equal nevertheless. */
    private boolean isSame(RegionView view) {
        if (bytes != view.bytes || bytes > SHORT || !coding.equals(view.coding) || coding.flags() != 0) {
            return false;
        }
        Scratch scratch = Scratch.acquire();
        Scratch second = Scratch.acquire();
        try {
            byte[] one = scratch.bytes(bytes);
            byte[] two = second.bytes(bytes);
            RawBytes.read(binding, region, offset, one, bytes);
            RawBytes.read(binding, view.region, view.offset, two, bytes);
            return Arrays.equals(one, 0, bytes, two, 0, bytes);
        } finally {
            second.release();
            scratch.release();
        }
    }

    @Override
    public int hashCode() {
        if (bytes <= SHORT) {
            Scratch scratch = Scratch.acquire();
            try {
                byte[] latin1 = scratch.bytes(bytes);
                char[] chars = scratch.chars(bytes);
                long start = start(bytes, latin1, chars, 0);
                if (start >= 0) {
                    int count = Packed.written(start);
                    return Packed.isChars(start) ? hash(0, chars, count) : hash(latin1, count);
                }
            } finally {
                scratch.release();
            }
        }
        CharCursor cursor = cursor();
        int hash = 0;
        while (cursor.fill()) {
            hash = hash(hash, cursor.chars, cursor.end);
            cursor.from = cursor.end;
        }
        return hash;
    }

    // Four chars in one step: a step for each would wait for the multiplication of the one before.

    private static int hash(int before, char[] chars, int count) {
        int hash = before;
        int i = 0;
        for (; i <= count - 4; i += 4) {
            hash = hash * TIMES_4 + chars[i] * TIMES_3 + chars[i + 1] * TIMES_2 + chars[i + 2] * TIMES + chars[i + 3];
        }
        for (; i < count; i++) {
            hash = hash * TIMES + chars[i];
        }
        return hash;
    }

    private static int hash(byte[] latin1, int count) {
        int hash = 0;
        int i = 0;
        for (; i <= count - 4; i += 4) {
            hash = hash * TIMES_4
                    + (latin1[i] & 0xFF) * TIMES_3
                    + (latin1[i + 1] & 0xFF) * TIMES_2
                    + (latin1[i + 2] & 0xFF) * TIMES
                    + (latin1[i + 3] & 0xFF);
        }
        for (; i < count; i++) {
            hash = hash * TIMES + (latin1[i] & 0xFF);
        }
        return hash;
    }

    @Override
    public String toString() {
        return strings.getString(region, offset, units(), coding.charset(), coding.policy());
    }
}
