package dev.unitstr.contract;

import dev.unitstr.Copied;
import dev.unitstr.MalformedPolicy;
import dev.unitstr.StringSpans;
import dev.unitstr.tensor.StringTensor;
import dev.unitstr.tensor.StringTensorBuilder;
import dev.unitstr.tensor.TensorLayout;
import dev.unitstr.tensor.Trust;
import java.io.IOException;
import java.nio.charset.Charset;
import java.util.Arrays;
import java.util.Optional;

/**
 * Memory of one kind with every verb on it, so that one suite serves buffers, addresses and segments. Offsets are in
 * bytes from its start.
 */
public abstract class Memory {
    /** The value that {@link #fill} writes: not zero, and not a char of any text in the tests. */
    public static final byte CANARY = (byte) 0xa5;

    public abstract long size();

    /** The largest offset that the verbs can be given. */
    public abstract long maxOffset();

    /** The name of the offset parameter of the operations. */
    public String place() {
        return "offset";
    }

    /** Writes by the JDK's own means. */
    public abstract void put(long offset, byte... bytes);

    /** Reads by the JDK's own means. */
    public abstract byte[] get(long offset, int bytes);

    /** The kind of new memory that goes with it. */
    public abstract MemoryKind kind();

    /** The same memory, not to be written, if there is such a thing. */
    public abstract Optional<Memory> readOnly();

    /** The exception for writing to {@link #readOnly}. */
    public abstract Class<? extends RuntimeException> whenReadOnly();

    public abstract String getString(long offset, long units, Charset charset, MalformedPolicy policy);

    public abstract String getStringTerminated(long offset, Charset charset, MalformedPolicy policy);

    public abstract String getStringTerminated(long offset, long maxUnits, Charset charset, MalformedPolicy policy);

    public abstract long copy(
            CharSequence src, Charset charset, int srcIndex, long dstOffset, int numChars, MalformedPolicy policy);

    public abstract Copied copyTruncated(
            CharSequence src, Charset charset, int srcIndex, long dstOffset, long maxUnits, MalformedPolicy policy);

    /** Truncates a range of a string. */
    public final Copied copyTruncated(
            String src,
            Charset charset,
            int srcIndex,
            int numChars,
            long dstOffset,
            long maxUnits,
            MalformedPolicy policy) {
        return copyTruncated(src.substring(0, srcIndex + numChars), charset, srcIndex, dstOffset, maxUnits, policy);
    }

    public abstract Copied copyField(
            CharSequence src,
            Charset charset,
            long dstOffset,
            long fieldUnits,
            boolean keepTerminator,
            MalformedPolicy policy);

    public abstract long copyPadded(
            CharSequence src, Charset charset, long dstOffset, long fieldUnits, MalformedPolicy policy);

    public abstract String getStringPadded(long offset, long units, Charset charset, MalformedPolicy policy);

    public abstract long unitsToTerminator(long offset, Charset charset);

    public abstract long unitsToTerminator(long offset, long maxUnits, Charset charset);

    public abstract boolean contentEquals(
            long offset, long units, Charset charset, CharSequence text, MalformedPolicy policy);

    public abstract long firstMalformed(long offset, long units, Charset charset);

    public abstract int decode(
            long offset, long units, Charset charset, char[] dst, int dstIndex, MalformedPolicy policy);

    public abstract void decode(long offset, long units, Charset charset, Appendable dst, MalformedPolicy policy)
            throws IOException;

    public abstract String[] getStrings(StringSpans spans, Charset charset, MalformedPolicy policy);

    public abstract void getStrings(
            StringSpans spans, Charset charset, String[] dst, int dstIndex, MalformedPolicy policy);

    public abstract int getSomeStrings(
            StringSpans spans, long first, Charset charset, String[] dst, int dstIndex, MalformedPolicy policy);

    public abstract long copyStrings(
            String[] src, Charset charset, long dstOffset, long[] offsets, MalformedPolicy policy);

    public abstract long copyStrings(
            String[] src, int srcIndex, Charset charset, long dstOffset, StringSpans offsets, MalformedPolicy policy);

    /** The objects that work on text in this memory. */
    public abstract TextAccess texts();

    public abstract CStringAccess cStrings();

    /** All of it as a tensor. */
    public abstract StringTensor tensor(long count, TensorLayout layout, Trust trust);

    /** Writes a tensor. */
    public abstract long writeTensor(StringTensorBuilder builder, long offset);

    /** Spans whose offsets are in this memory. */
    public abstract StringSpans offsets(long offset, int entryBytes, long count);

    /** Spans whose pointers are in this memory. */
    public abstract StringSpans pointers(
            long offset, long pointerAt, long lengthAt, int lengthBytes, long strideBytes, long count);

    /** Returns its address if pointers may point into it; else 0. */
    public abstract long address();

    /** Fills all of it with {@link #CANARY}. */
    public Memory fill() {
        byte[] canaries = new byte[Math.toIntExact(size())];
        Arrays.fill(canaries, CANARY);
        put(0, canaries);
        return this;
    }

    /** All of it. */
    public byte[] all() {
        return get(0, Math.toIntExact(size()));
    }
}
