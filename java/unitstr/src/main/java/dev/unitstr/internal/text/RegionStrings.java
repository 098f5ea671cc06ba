package dev.unitstr.internal.text;

import dev.unitstr.Copied;
import dev.unitstr.MalformedPolicy;
import dev.unitstr.MalformedTextException;
import dev.unitstr.internal.binding.Binding;
import dev.unitstr.internal.binding.Bindings;
import dev.unitstr.internal.binding.Encoding;
import dev.unitstr.internal.binding.Flags;
import dev.unitstr.internal.binding.Packed;
import dev.unitstr.internal.binding.Query;
import dev.unitstr.internal.binding.TextErrors;
import dev.unitstr.internal.memory.BufferRegion;
import dev.unitstr.internal.memory.Region;
import java.io.IOException;
import java.nio.charset.Charset;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Implements every operation for any region, with one binding. The public methods of {@link dev.unitstr.BufferStrings}
 * document the operations and their exceptions. This class checks their arguments, always in the same order:
 *
 * <ol>
 *   <li>null
 *   <li>charset: whether it can encode, has a one-unit NUL, is stateless
 *   <li>counts and the range of the string
 *   <li>read-only destination
 *   <li>bounds of the memory
 *   <li>liveness of the memory, even if no byte is accessed
 *   <li>the text itself
 * </ol>
 */
public final class RegionStrings {
    /** The maximum number of bytes of blanks that are written together: a multiple of the size of a unit. */
    private static final int BLANKS = 4096;

    private final Binding binding;
    private final TextReader reader;
    final TextWriter writer;
    final LegacyText legacy;
    private final BatchStrings batches;
    private final BufferTexts buffers;
    private final CStrings cStrings;

    /**
     * Creates the operations for a binding.
     *
     * @param binding a working binding
     */
    public RegionStrings(Binding binding) {
        this(binding, binding.isCallExpensive());
    }

    /**
     * Creates the operations for a binding.
     *
     * @param binding a working binding
     * @param shortInJava whether short texts are converted in Java, without a native call, where Java can access the
     *     memory
     */
    public RegionStrings(Binding binding, boolean shortInJava) {
        this.binding = Objects.requireNonNull(binding, "binding");
        this.reader = new TextReader(binding, shortInJava);
        this.writer = new TextWriter(binding, shortInJava);
        this.legacy = new LegacyText(binding);
        this.batches = new BatchStrings(this);
        this.buffers = new BufferTexts(this, shortInJava);
        this.cStrings = new CStrings(this);
    }

    /**
     * Returns the operations for the binding of this JVM.
     *
     * @return the same object each time
     * @throws IllegalStateException if a binding is forced that does not work; thrown by each call
     */
    public static RegionStrings chosen() {
        RegionStrings chosen = Chosen.STRINGS;
        return chosen != null ? chosen : new RegionStrings(Bindings.chosen());
    }

    /**
     * Returns the operations for the binding of the classes of {@code dev.unitstr.ffm}.
     *
     * @param own the binding in the caller's class loader
     * @return a new object if {@code own} is used and is not the binding of this JVM; otherwise {@link #chosen()}
     * @throws IllegalStateException if a binding is forced that does not work; thrown by each call
     */
    public static RegionStrings chosen(Binding own) {
        Binding binding = Bindings.chosen(own);
        return binding == own ? new RegionStrings(own) : chosen();
    }

    /**
     * Returns the operations for the first working binding with one of the given names.
     *
     * @param names the names, in order of preference
     * @return a new object
     * @throws IllegalStateException if none works
     */
    public static RegionStrings using(String... names) {
        return new RegionStrings(Bindings.open(names));
    }

    /**
     * Returns the binding.
     *
     * @return the binding
     */
    public Binding binding() {
        return binding;
    }

    /**
     * Returns the operations for many strings.
     *
     * @return the same object each time
     */
    public BatchStrings batches() {
        return batches;
    }

    /**
     * Returns the operations on one string in a buffer or at an address.
     *
     * @return the same object each time
     */
    public BufferTexts buffers() {
        return buffers;
    }

    /**
     * Returns the operations on text as C lays it out.
     *
     * @return the same object each time
     */
    public CStrings cStrings() {
        return cStrings;
    }

    /**
     * Decodes text.
     *
     * @param region the memory
     * @param offset the offset in the memory, in bytes
     * @param units the length of the text, in code units
     * @param charset the charset
     * @param policy how to handle malformed text
     * @return the string
     */
    public String getString(Region region, long offset, long units, Charset charset, MalformedPolicy policy) {
        Objects.requireNonNull(region, "region");
        Coding coding = Coding.of(charset, policy);
        return string(region, offset, checkRead(region, offset, units, coding), coding);
    }

    /**
     * Decodes text whose bounds have been checked. The size need not be a multiple of the unit size; trailing bytes are
     * malformed.
     *
     * @param region the memory
     * @param offset the offset in the memory, in bytes
     * @param bytes the size of the text, in bytes
     * @param charset the charset
     * @param policy how to handle malformed text
     * @return the string
     */
    public String getStringOfBytes(Region region, long offset, int bytes, Charset charset, MalformedPolicy policy) {
        return string(region, offset, bytes, Coding.of(charset, policy));
    }

    String string(Region region, long offset, int bytes, Coding coding) {
        if (bytes == 0) {
            return "";
        }
        return coding.encoding() != null
                ? reader.string(region, offset, bytes, coding)
                : legacy.decode(region, offset, bytes, coding).orThrow();
    }

    /**
     * Decodes text up to a terminator.
     *
     * @param region the memory
     * @param offset the offset in the memory, in bytes
     * @param charset the charset
     * @param policy how to handle malformed text
     * @return the string, without the terminator
     */
    public String getStringTerminated(Region region, long offset, Charset charset, MalformedPolicy policy) {
        Objects.requireNonNull(region, "region");
        Coding coding = Coding.of(charset, policy);
        return terminated(region, offset, terminator(region, offset, coding), coding);
    }

    /**
     * Decodes a field up to its terminator or its end.
     *
     * @param region the memory
     * @param offset the offset in the memory, in bytes
     * @param maxUnits the size of the field, in code units
     * @param charset the charset
     * @param policy how to handle malformed text
     * @return the string, without the terminator
     */
    public String getStringTerminated(
            Region region, long offset, long maxUnits, Charset charset, MalformedPolicy policy) {
        Objects.requireNonNull(region, "region");
        Coding coding = Coding.of(charset, policy);
        return terminated(region, offset, terminator(region, offset, maxUnits, coding), coding);
    }

    String terminated(Region region, long offset, long units, Coding coding) {
        return string(region, offset, Checks.textBytes(units, coding.unitSize()), coding);
    }

    /**
     * Returns the number of units before a terminator.
     *
     * @param region the memory
     * @param offset the offset in the memory, in bytes
     * @param charset the charset
     * @return the number of code units
     */
    public long unitsToTerminator(Region region, long offset, Charset charset) {
        Objects.requireNonNull(region, "region");
        return terminator(region, offset, Coding.of(charset, MalformedPolicy.REPLACE));
    }

    /**
     * Returns the number of units before the terminator in a field.
     *
     * @param region the memory
     * @param offset the offset in the memory, in bytes
     * @param maxUnits the size of the field, in code units
     * @param charset the charset
     * @return the number of code units; {@code maxUnits} if there is no terminator
     */
    public long unitsToTerminator(Region region, long offset, long maxUnits, Charset charset) {
        Objects.requireNonNull(region, "region");
        return terminator(region, offset, maxUnits, Coding.of(charset, MalformedPolicy.REPLACE));
    }

    private long terminator(Region region, long offset, long maxUnits, Coding coding) {
        coding.checkNul();
        Checks.notNegative("maxUnits", maxUnits);
        Checks.range(place(region, "offset"), offset, maxUnits, coding.unitSize(), region);
        checkAccess(binding, region, offset, maxUnits);
        return find(region, offset, maxUnits, coding.unitSize());
    }

    private long terminator(Region region, long offset, Coding coding) {
        coding.checkNul();
        Checks.offset(place(region, "offset"), offset, region);
        long bytes = region.byteSize() - offset;
        checkAccess(binding, region, offset, bytes);
        long most = bytes / coding.unitSize();
        long units = find(region, offset, most, coding.unitSize());
        if (units == most) {
            throw new IndexOutOfBoundsException("no zero unit of " + coding.charset() + " between "
                    + place(region, "offset") + " " + offset + " and the end of the memory, which has "
                    + region.byteSize() + " bytes" + region.boundsHint());
        }
        return units;
    }

    /** Searches for a zero unit, and checks the result of the binding. */
    long find(Region region, long offset, long maxUnits, int unitSize) {
        if (maxUnits == 0) {
            return 0;
        }
        long units = binding.findZero(region.base(), region.start() + offset, maxUnits, unitSize);
        if (units < 0 || units > maxUnits) {
            throw TextErrors.unexpected(binding, units < 0 ? units : Packed.E_RANGE);
        }
        return units;
    }

    /**
     * Encodes a range of a text.
     *
     * @param src the text
     * @param charset the charset
     * @param srcIndex the index of the first char to encode
     * @param dst the memory
     * @param dstOffset the offset of the first unit to write, in bytes
     * @param numChars the number of chars
     * @param policy how to handle malformed text
     * @return the number of code units written
     */
    public long copy(
            CharSequence src,
            Charset charset,
            int srcIndex,
            Region dst,
            long dstOffset,
            int numChars,
            MalformedPolicy policy) {
        Coding coding = coding(src, "src", charset, dst, "dst", policy);
        Encoding encoding = coding.encoding();
        checkEncodes(encoding, charset);
        CharSequence text = Chars.of(src);
        Checks.source(srcIndex, numChars, Chars.length(text));
        dst.checkWritable();
        Checks.offset(place(dst, "dstOffset"), dstOffset, dst);
        long capacity = dst.byteSize() - dstOffset;
        if (encoding == null) {
            LegacyText.Converted<byte[]> encoded = legacy.encode(text.toString(), srcIndex, numChars, coding);
            checkFits(dstOffset, encoded.text().length, 1, dst);
            checkAccess(binding, dst, dstOffset, numChars);
            return legacy.write(encoded, dst, dstOffset);
        }
        if (Coding.mostBytes(encoding, numChars, coding.policy()) > capacity) {
            checkFits(dstOffset, writer.measure(text, srcIndex, numChars, coding, true), encoding.unitSize(), dst);
        }
        checkAccess(binding, dst, dstOffset, numChars);
        return numChars == 0 ? 0 : writer.write(text, srcIndex, numChars, coding, dst, dstOffset, capacity);
    }

    private static void checkFits(long dstOffset, long bytes, int unitSize, Region dst) {
        if (bytes > dst.byteSize() - dstOffset) {
            throw Checks.outside(place(dst, "dstOffset"), dstOffset, bytes / unitSize, unitSize, dst);
        }
    }

    /**
     * Encodes as much of a string as fits, from a char on.
     *
     * @param src the text
     * @param charset the charset
     * @param srcIndex the index of the first char to encode
     * @param dst the memory
     * @param dstOffset the offset of the first unit to write, in bytes
     * @param maxUnits the maximum number of code units to write
     * @param policy how to handle malformed text
     * @return the number of chars read and the number of units written
     */
    public Copied copyTruncated(
            CharSequence src,
            Charset charset,
            int srcIndex,
            Region dst,
            long dstOffset,
            long maxUnits,
            MalformedPolicy policy) {
        Coding coding = checkTruncates(src, charset, dst, policy);
        Checks.notNegative("maxUnits", maxUnits);
        CharSequence text = Chars.of(src);
        int length = Chars.length(text);
        Checks.index("srcIndex", srcIndex, length, "the string");
        checkWrite(dst, dstOffset, maxUnits, coding.unitSize());
        return writeUpTo(text, srcIndex, length - srcIndex, coding, dst, dstOffset, maxUnits * coding.unitSize());
    }

    /**
     * Encodes as much of a string as fits into a field, and fills the rest of the field with zeros.
     *
     * @param src the text
     * @param charset the charset
     * @param dst the memory
     * @param dstOffset the offset of the first unit to write, in bytes
     * @param fieldUnits the size of the field, in code units
     * @param keepTerminator whether the last unit of the field is always zero
     * @param policy how to handle malformed text
     * @return the number of chars read and the number of units written, not counting the zero fill
     */
    public Copied copyField(
            CharSequence src,
            Charset charset,
            Region dst,
            long dstOffset,
            long fieldUnits,
            boolean keepTerminator,
            MalformedPolicy policy) {
        Coding coding = checkTruncates(src, charset, dst, policy);
        coding.checkNul();
        Checks.notNegative("fieldUnits", fieldUnits);
        if (keepTerminator && fieldUnits == 0) {
            throw new IllegalArgumentException(
                    "fieldUnits is 0: no space for the terminator that keepTerminator requires");
        }
        int unitSize = coding.unitSize();
        CharSequence text = Chars.of(src);
        checkWrite(dst, dstOffset, fieldUnits, unitSize);
        long textUnits = keepTerminator ? fieldUnits - 1 : fieldUnits;
        Copied copied = writeUpTo(text, 0, Chars.length(text), coding, dst, dstOffset, textUnits * unitSize);
        long written = copied.units() * unitSize;
        RawBytes.zero(binding, dst.base(), dst.start() + dstOffset + written, fieldUnits * unitSize - written);
        return copied;
    }

    /**
     * Encodes a whole string into a field, and fills the rest of the field with blanks.
     *
     * @param src the text
     * @param charset the charset
     * @param dst the memory
     * @param dstOffset the offset of the first unit to write, in bytes
     * @param fieldUnits the size of the field, in code units
     * @param policy how to handle malformed text
     * @return the number of units written, not counting the blanks
     */
    public long copyPadded(
            CharSequence src, Charset charset, Region dst, long dstOffset, long fieldUnits, MalformedPolicy policy) {
        Coding coding = coding(src, "src", charset, dst, "dst", policy);
        checkEncodes(coding.encoding(), charset);
        byte[] blank = coding.blank();
        Checks.notNegative("fieldUnits", fieldUnits);
        int unitSize = coding.unitSize();
        CharSequence text = Chars.of(src);
        int length = Chars.length(text);
        checkWrite(dst, dstOffset, fieldUnits, unitSize);
        byte[] encoded = coding.encoding() == null
                ? legacy.encode(text.toString(), 0, length, coding).orThrow()
                : null;
        long bytes = encoded == null ? encodedBytes(text, coding) : encoded.length;
        long fieldBytes = fieldUnits * unitSize;
        if (bytes > fieldBytes) {
            throw new IndexOutOfBoundsException("fieldUnits is " + fieldUnits + ": the text has "
                    + Checks.units(bytes / unitSize, unitSize) + " when encoded");
        }
        long units = bytes / unitSize;
        if (encoded != null) {
            RawBytes.write(binding, encoded, encoded.length, dst, dstOffset);
        } else if (length > 0) { // another thread may have changed the text
            units = writer.write(text, 0, length, coding, dst, dstOffset, fieldBytes);
        }
        pad(blank, dst, dstOffset + units * unitSize, dstOffset + fieldBytes);
        return units;
    }

    private void pad(byte[] blank, Region dst, long from, long to) {
        byte[] blanks = new byte[(int) Math.min(to - from, BLANKS)];
        for (int i = 0; i < blanks.length; i++) {
            blanks[i] = blank[i % blank.length];
        }
        for (long at = from; at < to; at += blanks.length) {
            RawBytes.write(binding, blanks, (int) Math.min(to - at, blanks.length), dst, at);
        }
    }

    /** Checks for null in the order of the arguments. */
    private static Coding coding(
            Object first, String firstName, Charset charset, Object other, String otherName, MalformedPolicy policy) {
        Objects.requireNonNull(first, firstName);
        Objects.requireNonNull(charset, "charset");
        Objects.requireNonNull(other, otherName);
        return Coding.of(charset, policy);
    }

    private static Coding checkTruncates(CharSequence src, Charset charset, Region dst, MalformedPolicy policy) {
        Coding coding = coding(src, "src", charset, dst, "dst", policy);
        coding.checkTruncates();
        return coding;
    }

    private Copied writeUpTo(
            CharSequence src,
            int srcIndex,
            int numChars,
            Coding coding,
            Region dst,
            long dstOffset,
            long capacityBytes) {
        if (numChars == 0) {
            return new Copied(0, 0);
        }
        return coding.encoding() != null
                ? writer.writeUpTo(src, srcIndex, numChars, coding, dst, dstOffset, capacityBytes)
                : legacy.writeUpTo(src.toString(), srcIndex, numChars, coding, dst, dstOffset, capacityBytes);
    }

    /**
     * Encodes a range of a string into an array of exactly the required size.
     *
     * @param string the string
     * @param charset the charset
     * @param srcIndex the index of the first char to encode
     * @param numChars the number of chars
     * @param policy how to handle malformed text
     * @return the array
     */
    public byte[] encode(String string, Charset charset, int srcIndex, int numChars, MalformedPolicy policy) {
        Objects.requireNonNull(string, "string");
        Coding coding = Coding.of(charset, policy);
        checkEncodes(coding.encoding(), charset);
        Checks.source(srcIndex, numChars, string.length());
        if (coding.encoding() == null) {
            return legacy.encode(string, srcIndex, numChars, coding).orThrow();
        }
        if (isJdksOwn(coding, string, numChars)) {
            return string.getBytes(charset);
        }
        return writer.encode(string, srcIndex, numChars, coding);
    }

    /**
     * Tests whether encoded text may be too large for {@link #encode}, or is written to its destination faster
     * directly.
     *
     * @param charset the charset
     * @param src the text
     * @param numChars the number of chars
     * @param policy how to handle malformed text
     * @return true if the caller is to use {@link #encodedBytes} and {@link #copy} instead
     */
    public static boolean mayExceedArray(Charset charset, String src, int numChars, MalformedPolicy policy) {
        Coding coding = Coding.of(charset, policy);
        Encoding encoding = coding.encoding();
        return encoding != null // the JDK encodes into an array
                && (!isJdksOwn(coding, src, numChars)
                        || Coding.mostBytes(encoding, numChars, policy) > Integer.MAX_VALUE);
    }

    /** Tests whether {@code getBytes} returns the same bytes by copying the string's backing array. */
    private static boolean isJdksOwn(Coding coding, String src, int numChars) {
        return coding.flags() == Flags.REPLACE && coding.unitSize() == 1 && numChars == src.length();
    }

    /**
     * Returns the encoded size of a range of a string, in an encoding that unitstr converts itself.
     *
     * @param string the string
     * @param charset the charset
     * @param srcIndex the index of the first char to encode
     * @param numChars the number of chars
     * @param policy how to handle malformed text
     * @return the size in bytes
     */
    public long encodedBytes(String string, Charset charset, int srcIndex, int numChars, MalformedPolicy policy) {
        Coding coding = Coding.of(charset, policy);
        Checks.source(srcIndex, numChars, string.length());
        return writer.measure(string, srcIndex, numChars, coding, false);
    }

    /**
     * Returns the encoded length of text.
     *
     * @param text the text
     * @param charset the charset
     * @param policy how to handle malformed text
     * @return the encoded length in code units
     */
    public long encodedUnits(CharSequence text, Charset charset, MalformedPolicy policy) {
        Objects.requireNonNull(text, "text");
        Coding coding = Coding.of(charset, policy);
        checkEncodes(coding.encoding(), charset);
        return encodedBytes(Chars.of(text), coding) / coding.unitSize();
    }

    /** Returns the encoded size of a text, in bytes. */
    long encodedBytes(CharSequence text, Coding coding) {
        if (coding.encoding() != null) {
            return writer.measure(text, 0, Chars.length(text), coding, false);
        }
        String string = text.toString();
        return legacy.encode(string, 0, string.length(), coding).orThrow().length;
    }

    /**
     * Compares encoded text with a string.
     *
     * @param region the memory
     * @param offset the offset in the memory, in bytes
     * @param units the length of the text, in code units
     * @param charset the charset
     * @param text the text to compare with
     * @param policy how to handle malformed text
     * @return true if the decoded text has the same chars
     */
    public boolean contentEquals(
            Region region, long offset, long units, Charset charset, CharSequence text, MalformedPolicy policy) {
        Coding coding = coding(region, "region", charset, text, "text", policy);
        int bytes = checkRead(region, offset, units, coding);
        CharSequence other = Chars.of(text);
        if (bytes == 0) {
            return Chars.length(other) == 0;
        }
        return coding.encoding() != null && !coding.repairs()
                ? reader.equal(region, offset, bytes, coding, other)
                : string(region, offset, bytes, coding).contentEquals(other);
    }

    /**
     * Finds the first malformed sequence.
     *
     * @param region the memory
     * @param offset the offset in the memory, in bytes
     * @param units the length of the text, in code units
     * @param charset the charset
     * @return the index of its first code unit, or -1
     */
    public long firstMalformed(Region region, long offset, long units, Charset charset) {
        Objects.requireNonNull(region, "region");
        Coding coding = Coding.of(charset, MalformedPolicy.REPORT);
        int bytes = checkRead(region, offset, units, coding);
        if (bytes == 0) {
            return -1;
        }
        if (coding.encoding() == null) {
            MalformedTextException error =
                    legacy.decode(region, offset, bytes, coding).error();
            return error == null ? -1 : error.unitOffset();
        }
        int at = firstMalformedByte(reader, region, offset, bytes, coding);
        return at < 0 ? -1 : at / coding.unitSize();
    }

    /** Finds the first malformed sequence in an encoding; returns the index of its first byte, or -1. */
    static int firstMalformedByte(TextReader reader, Region region, long offset, int bytes, Coding coding) {
        return reader.query(region, offset, bytes, coding, Query.FIRST_MALFORMED);
    }

    /**
     * Decodes text into an array.
     *
     * @param region the memory
     * @param offset the offset in the memory, in bytes
     * @param units the length of the text, in code units
     * @param charset the charset
     * @param dst the array
     * @param dstIndex the index of the first char in the array
     * @param policy how to handle malformed text
     * @return the number of chars written
     */
    public int decode(
            Region region, long offset, long units, Charset charset, char[] dst, int dstIndex, MalformedPolicy policy) {
        Coding coding = coding(region, "region", charset, dst, "dst", policy);
        Checks.textBytes(units, coding.unitSize());
        Checks.index("dstIndex", dstIndex, dst.length, "dst");
        int bytes = checkRead(region, offset, units, coding);
        if (bytes == 0) {
            return 0;
        }
        if (coding.encoding() != null && !coding.repairs()) {
            return reader.chars(region, offset, bytes, coding, dst, dstIndex);
        }
        String text = string(region, offset, bytes, coding);
        if (text.length() > dst.length - dstIndex) {
            throw TextReader.tooShort(dst.length, dstIndex);
        }
        text.getChars(0, text.length(), dst, dstIndex);
        return text.length();
    }

    /**
     * Decodes text and appends it.
     *
     * @param region the memory
     * @param offset the offset in the memory, in bytes
     * @param units the length of the text, in code units
     * @param charset the charset
     * @param dst the destination
     * @param policy how to handle malformed text
     * @throws IOException if {@code dst} throws it
     */
    public void decode(Region region, long offset, long units, Charset charset, Appendable dst, MalformedPolicy policy)
            throws IOException {
        Coding coding = coding(region, "region", charset, dst, "dst", policy);
        int bytes = checkRead(region, offset, units, coding);
        if (bytes == 0) {
            return;
        }
        if (coding.repairs()) {
            dst.append(string(region, offset, bytes, coding));
            return;
        }
        if (coding.encoding() != null) {
            reader.append(region, offset, bytes, coding, dst);
            return;
        }
        LegacyText.Converted<String> decoded = legacy.decode(region, offset, bytes, coding);
        if (!decoded.text().isEmpty()) {
            dst.append(decoded.text());
        }
        decoded.orThrow();
    }

    /** Returns the caller's name of an offset: for a buffer, it is an index. */
    static String place(Region region, String offset) {
        if (!(region instanceof BufferRegion)) {
            return offset;
        }
        return offset.equals("offset") ? "index" : "dstIndex";
    }

    /**
     * Checks that a charset can encode.
     *
     * @param encoding the encoding of the charset, or null if the JDK converts it
     * @param charset the charset
     * @throws UnsupportedOperationException if {@code charset} cannot encode
     */
    public static void checkEncodes(@Nullable Encoding encoding, Charset charset) {
        if (encoding == null && !charset.canEncode()) {
            throw new UnsupportedOperationException("charset " + charset + " cannot encode");
        }
    }

    int checkRead(Region region, long offset, long units, Coding coding) {
        int bytes = Checks.textBytes(units, coding.unitSize());
        Checks.range(place(region, "offset"), offset, units, coding.unitSize(), region);
        checkAccess(binding, region, offset, bytes);
        return bytes;
    }

    private void checkWrite(Region dst, long dstOffset, long units, int unitSize) {
        dst.checkWritable();
        Checks.range(place(dst, "dstOffset"), dstOffset, units, unitSize, dst);
        checkAccess(binding, dst, dstOffset, units);
    }

    /**
     * Checks that the memory is alive and that the binding can access it.
     *
     * @param binding accesses memory that Java cannot access
     * @param region the memory
     * @param offset the offset of the first byte to read or write, which is within the memory
     * @param size 0 if nothing is read or written
     * @throws IllegalArgumentException if {@code size} is not 0, and the memory there is below the lowest address
     */
    public static void checkAccess(Binding binding, Region region, long offset, long size) {
        region.checkAddress(offset, size);
        checkAccess(binding, region);
    }

    /**
     * Checks that the memory is alive and that the binding can access it. Nothing is read or written, or the address has
     * been checked.
     *
     * @param binding accesses memory that Java cannot access
     * @param region the memory
     */
    public static void checkAccess(Binding binding, Region region) {
        if (region.isAddress() && !binding.isNative()) {
            throw Bindings.needsNative("plain Java cannot access an address");
        }
        region.checkAccess();
    }

    private static final class Chosen {
        static final @Nullable RegionStrings STRINGS = choose();

        private static @Nullable RegionStrings choose() {
            try {
                return new RegionStrings(Bindings.chosen());
            } catch (IllegalStateException e) {
                return null; // Bindings.chosen() throws the reason each time, a failed initialiser only once
            }
        }
    }
}
