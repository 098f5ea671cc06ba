package dev.unitstr.contract.ffm;

import dev.unitstr.Copied;
import dev.unitstr.LengthPrefix;
import dev.unitstr.MalformedPolicy;
import dev.unitstr.StringSpans;
import dev.unitstr.contract.CStringAccess;
import dev.unitstr.contract.Memory;
import dev.unitstr.contract.MemoryKind;
import dev.unitstr.contract.TextAccess;
import dev.unitstr.ffm.SegmentSpans;
import dev.unitstr.ffm.SegmentStrings;
import dev.unitstr.ffm.tensor.SegmentTensor;
import dev.unitstr.ffm.tensor.SegmentTensors;
import dev.unitstr.tensor.StringTensor;
import dev.unitstr.tensor.StringTensorBuilder;
import dev.unitstr.tensor.TensorLayout;
import dev.unitstr.tensor.Trust;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.charset.Charset;
import java.util.Optional;

/** A memory segment. */
public final class SegmentMemory extends Memory {
    private final MemoryKind kind;
    private final MemorySegment segment;
    private final MemorySegment raw;

    /**
     * A segment.
     *
     * @param segment what the verbs are given
     * @param raw the same memory, to be written at any time
     */
    public SegmentMemory(MemoryKind kind, MemorySegment segment, MemorySegment raw) {
        this.kind = kind;
        this.segment = segment;
        this.raw = raw;
    }

    public SegmentMemory(MemoryKind kind, MemorySegment segment) {
        this(kind, segment, segment);
    }

    @Override
    public long size() {
        return segment.byteSize();
    }

    @Override
    public long maxOffset() {
        return Long.MAX_VALUE;
    }

    @Override
    public void put(long offset, byte... bytes) {
        MemorySegment.copy(bytes, 0, raw, ValueLayout.JAVA_BYTE, offset, bytes.length);
    }

    @Override
    public byte[] get(long offset, int count) {
        byte[] bytes = new byte[count];
        MemorySegment.copy(raw, ValueLayout.JAVA_BYTE, offset, bytes, 0, count);
        return bytes;
    }

    @Override
    public MemoryKind kind() {
        return kind;
    }

    @Override
    public Optional<Memory> readOnly() {
        return Optional.of(new SegmentMemory(kind, segment.asReadOnly(), raw));
    }

    @Override
    public Class<? extends RuntimeException> whenReadOnly() {
        return IllegalArgumentException.class;
    }

    @Override
    public String getString(long offset, long units, Charset charset, MalformedPolicy policy) {
        return SegmentStrings.getString(segment, offset, units, charset, policy);
    }

    @Override
    public String getStringTerminated(long offset, Charset charset, MalformedPolicy policy) {
        return SegmentStrings.getStringTerminated(segment, offset, charset, policy);
    }

    @Override
    public String getStringTerminated(long offset, long maxUnits, Charset charset, MalformedPolicy policy) {
        return SegmentStrings.getStringTerminated(segment, offset, maxUnits, charset, policy);
    }

    @Override
    public long copy(
            CharSequence src, Charset charset, int srcIndex, long dstOffset, int numChars, MalformedPolicy policy) {
        return SegmentStrings.copy(src, charset, srcIndex, segment, dstOffset, numChars, policy);
    }

    @Override
    public Copied copyTruncated(
            CharSequence src, Charset charset, int srcIndex, long dstOffset, long maxUnits, MalformedPolicy policy) {
        return SegmentStrings.copyTruncated(src, charset, srcIndex, segment, dstOffset, maxUnits, policy);
    }

    @Override
    public Copied copyField(
            CharSequence src,
            Charset charset,
            long dstOffset,
            long fieldUnits,
            boolean keepTerminator,
            MalformedPolicy policy) {
        return SegmentStrings.copyField(src, charset, segment, dstOffset, fieldUnits, keepTerminator, policy);
    }

    @Override
    public long copyPadded(CharSequence src, Charset charset, long dstOffset, long fieldUnits, MalformedPolicy policy) {
        return SegmentStrings.copyPadded(src, charset, segment, dstOffset, fieldUnits, policy);
    }

    @Override
    public String getStringPadded(long offset, long units, Charset charset, MalformedPolicy policy) {
        return SegmentStrings.getStringPadded(segment, offset, units, charset, policy);
    }

    @Override
    public long unitsToTerminator(long offset, Charset charset) {
        return SegmentStrings.unitsToTerminator(segment, offset, charset);
    }

    @Override
    public long unitsToTerminator(long offset, long maxUnits, Charset charset) {
        return SegmentStrings.unitsToTerminator(segment, offset, maxUnits, charset);
    }

    @Override
    public long firstMalformed(long offset, long units, Charset charset) {
        return SegmentStrings.firstMalformed(segment, offset, units, charset);
    }

    @Override
    public boolean contentEquals(long offset, long units, Charset charset, CharSequence text, MalformedPolicy policy) {
        return SegmentStrings.contentEquals(segment, offset, units, charset, text, policy);
    }

    @Override
    public int decode(long offset, long units, Charset charset, char[] dst, int dstIndex, MalformedPolicy policy) {
        return SegmentStrings.decode(segment, offset, units, charset, dst, dstIndex, policy);
    }

    @Override
    public void decode(long offset, long units, Charset charset, Appendable dst, MalformedPolicy policy)
            throws IOException {
        SegmentStrings.decode(segment, offset, units, charset, dst, policy);
    }

    @Override
    public String[] getStrings(StringSpans spans, Charset charset, MalformedPolicy policy) {
        return SegmentStrings.getStrings(segment, spans, charset, policy);
    }

    @Override
    public void getStrings(StringSpans spans, Charset charset, String[] dst, int dstIndex, MalformedPolicy policy) {
        SegmentStrings.getStrings(segment, spans, charset, dst, dstIndex, policy);
    }

    @Override
    public int getSomeStrings(
            StringSpans spans, long first, Charset charset, String[] dst, int dstIndex, MalformedPolicy policy) {
        return SegmentStrings.getSomeStrings(segment, spans, first, charset, dst, dstIndex, policy);
    }

    @Override
    public long copyStrings(String[] src, Charset charset, long dstOffset, long[] offsets, MalformedPolicy policy) {
        return SegmentStrings.copyStrings(src, charset, segment, dstOffset, offsets, policy);
    }

    @Override
    public long copyStrings(
            String[] src, int srcIndex, Charset charset, long dstOffset, StringSpans offsets, MalformedPolicy policy) {
        return SegmentStrings.copyStrings(src, srcIndex, charset, segment, dstOffset, offsets, policy);
    }

    @Override
    public TextAccess texts() {
        return new SegmentTextAccess(segment);
    }

    @Override
    public CStringAccess cStrings() {
        return new SegmentCStringAccess(segment);
    }

    @Override
    public StringTensor tensor(long count, TensorLayout layout, Trust trust) {
        return SegmentTensor.of(segment, count, layout, trust);
    }

    @Override
    public long writeTensor(StringTensorBuilder builder, long offset) {
        return SegmentTensors.writeTo(builder, segment, offset);
    }

    @Override
    public StringSpans offsets(long offset, int entryBytes, long count) {
        return SegmentSpans.ofOffsets(segment, offset, entryBytes, count);
    }

    @Override
    public StringSpans pointers(
            long offset, long pointerAt, long lengthAt, int lengthBytes, long strideBytes, long count) {
        return SegmentSpans.ofPointers(
                segment,
                offset,
                pointerAt,
                lengthAt,
                LengthPrefix.ofUnits(lengthBytes, ByteOrder.nativeOrder()),
                strideBytes,
                count);
    }

    @Override
    public long address() {
        return segment.isNative() ? segment.address() : 0;
    }

    @Override
    public String toString() {
        return kind + (segment.isReadOnly() ? " (read-only)" : "");
    }
}
