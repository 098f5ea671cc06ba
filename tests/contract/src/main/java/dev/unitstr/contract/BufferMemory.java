package dev.unitstr.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.unitstr.BufferStrings;
import dev.unitstr.Copied;
import dev.unitstr.LengthPrefix;
import dev.unitstr.MalformedPolicy;
import dev.unitstr.StringSpans;
import dev.unitstr.tensor.StringTensor;
import dev.unitstr.tensor.StringTensorBuilder;
import dev.unitstr.tensor.TensorLayout;
import dev.unitstr.tensor.Trust;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.ReadOnlyBufferException;
import java.nio.charset.Charset;
import java.util.Optional;
import java.util.function.Supplier;

/** A byte buffer. After each verb its position, limit and order are what they were. */
public final class BufferMemory extends Memory {
    private final MemoryKind kind;
    private final ByteBuffer buffer;
    private final ByteBuffer raw;
    private final int position;
    private final int limit;
    private final ByteOrder order;

    /**
     * Memory from the buffer's start to its limit.
     *
     * @param buffer what the verbs are given
     * @param raw the same memory, to be written at any time
     */
    public BufferMemory(MemoryKind kind, ByteBuffer buffer, ByteBuffer raw) {
        this.kind = kind;
        this.buffer = buffer;
        this.raw = raw;
        this.position = buffer.position();
        this.limit = buffer.limit();
        this.order = buffer.order();
    }

    @Override
    public long size() {
        return limit;
    }

    @Override
    public String place() {
        return "index";
    }

    @Override
    public long maxOffset() {
        return Integer.MAX_VALUE;
    }

    @Override
    public void put(long offset, byte... bytes) {
        raw.put(Math.toIntExact(offset), bytes);
    }

    @Override
    public byte[] get(long offset, int count) {
        byte[] bytes = new byte[count];
        raw.get(Math.toIntExact(offset), bytes);
        return bytes;
    }

    @Override
    public MemoryKind kind() {
        return kind;
    }

    @Override
    public Optional<Memory> readOnly() {
        ByteBuffer view = buffer.asReadOnlyBuffer().order(order);
        return Optional.of(new BufferMemory(kind, view, raw));
    }

    @Override
    public Class<? extends RuntimeException> whenReadOnly() {
        return ReadOnlyBufferException.class;
    }

    @Override
    public String getString(long offset, long units, Charset charset, MalformedPolicy policy) {
        return unchanged(() -> BufferStrings.getString(buffer, index(offset), units, charset, policy));
    }

    @Override
    public String getStringTerminated(long offset, Charset charset, MalformedPolicy policy) {
        return unchanged(() -> BufferStrings.getStringTerminated(buffer, index(offset), charset, policy));
    }

    @Override
    public String getStringTerminated(long offset, long maxUnits, Charset charset, MalformedPolicy policy) {
        return unchanged(() -> BufferStrings.getStringTerminated(buffer, index(offset), maxUnits, charset, policy));
    }

    @Override
    public long copy(
            CharSequence src, Charset charset, int srcIndex, long dstOffset, int numChars, MalformedPolicy policy) {
        return unchanged(() -> BufferStrings.copy(src, charset, srcIndex, buffer, index(dstOffset), numChars, policy));
    }

    @Override
    public Copied copyTruncated(
            CharSequence src, Charset charset, int srcIndex, long dstOffset, long maxUnits, MalformedPolicy policy) {
        return unchanged(
                () -> BufferStrings.copyTruncated(src, charset, srcIndex, buffer, index(dstOffset), maxUnits, policy));
    }

    @Override
    public Copied copyField(
            CharSequence src,
            Charset charset,
            long dstOffset,
            long fieldUnits,
            boolean keepTerminator,
            MalformedPolicy policy) {
        return unchanged(() ->
                BufferStrings.copyField(src, charset, buffer, index(dstOffset), fieldUnits, keepTerminator, policy));
    }

    @Override
    public long copyPadded(CharSequence src, Charset charset, long dstOffset, long fieldUnits, MalformedPolicy policy) {
        return unchanged(() -> BufferStrings.copyPadded(src, charset, buffer, index(dstOffset), fieldUnits, policy));
    }

    @Override
    public String getStringPadded(long offset, long units, Charset charset, MalformedPolicy policy) {
        return unchanged(() -> BufferStrings.getStringPadded(buffer, index(offset), units, charset, policy));
    }

    @Override
    public long unitsToTerminator(long offset, Charset charset) {
        return unchanged(() -> BufferStrings.unitsToTerminator(buffer, index(offset), charset));
    }

    @Override
    public long unitsToTerminator(long offset, long maxUnits, Charset charset) {
        return unchanged(() -> BufferStrings.unitsToTerminator(buffer, index(offset), maxUnits, charset));
    }

    @Override
    public long firstMalformed(long offset, long units, Charset charset) {
        return unchanged(() -> BufferStrings.firstMalformed(buffer, index(offset), units, charset));
    }

    @Override
    public boolean contentEquals(long offset, long units, Charset charset, CharSequence text, MalformedPolicy policy) {
        return unchanged(() -> BufferStrings.contentEquals(buffer, index(offset), units, charset, text, policy));
    }

    @Override
    public int decode(long offset, long units, Charset charset, char[] dst, int dstIndex, MalformedPolicy policy) {
        return unchanged(() -> BufferStrings.decode(buffer, index(offset), units, charset, dst, dstIndex, policy));
    }

    @Override
    public void decode(long offset, long units, Charset charset, Appendable dst, MalformedPolicy policy)
            throws IOException {
        BufferStrings.decode(buffer, index(offset), units, charset, dst, policy);
        unchanged(() -> null);
    }

    @Override
    public String[] getStrings(StringSpans spans, Charset charset, MalformedPolicy policy) {
        return unchanged(() -> BufferStrings.getStrings(buffer, spans, charset, policy));
    }

    @Override
    public void getStrings(StringSpans spans, Charset charset, String[] dst, int dstIndex, MalformedPolicy policy) {
        unchanged(() -> {
            BufferStrings.getStrings(buffer, spans, charset, dst, dstIndex, policy);
            return null;
        });
    }

    @Override
    public int getSomeStrings(
            StringSpans spans, long first, Charset charset, String[] dst, int dstIndex, MalformedPolicy policy) {
        return unchanged(() -> BufferStrings.getSomeStrings(buffer, spans, first, charset, dst, dstIndex, policy));
    }

    @Override
    public long copyStrings(String[] src, Charset charset, long dstOffset, long[] offsets, MalformedPolicy policy) {
        return unchanged(() -> BufferStrings.copyStrings(src, charset, buffer, index(dstOffset), offsets, policy));
    }

    @Override
    public long copyStrings(
            String[] src, int srcIndex, Charset charset, long dstOffset, StringSpans offsets, MalformedPolicy policy) {
        return unchanged(
                () -> BufferStrings.copyStrings(src, srcIndex, charset, buffer, index(dstOffset), offsets, policy));
    }

    @Override
    public TextAccess texts() {
        return new BufferTextAccess(buffer);
    }

    @Override
    public CStringAccess cStrings() {
        return new BufferCStringAccess(buffer);
    }

    CStringAccess cStringsByAddress() {
        return new AddressCStringAccess(buffer);
    }

    @Override
    public StringTensor tensor(long count, TensorLayout layout, Trust trust) {
        return unchanged(() -> StringTensor.of(buffer, count, layout, trust));
    }

    @Override
    public long writeTensor(StringTensorBuilder builder, long offset) {
        return unchanged(() -> (long) builder.writeTo(buffer, index(offset)));
    }

    @Override
    public StringSpans offsets(long offset, int entryBytes, long count) {
        return StringSpans.ofOffsets(buffer, index(offset), entryBytes, Math.toIntExact(count));
    }

    @Override
    public StringSpans pointers(
            long offset, long pointerAt, long lengthAt, int lengthBytes, long strideBytes, long count) {
        return StringSpans.ofPointers(
                buffer,
                index(offset),
                (int) pointerAt,
                (int) lengthAt,
                LengthPrefix.ofUnits(lengthBytes, ByteOrder.nativeOrder()),
                (int) strideBytes,
                Math.toIntExact(count));
    }

    @Override
    public long address() {
        return 0;
    }

    private <R> R unchanged(Supplier<R> verb) {
        try {
            return verb.get();
        } finally {
            assertEquals(position, buffer.position(), "position");
            assertEquals(limit, buffer.limit(), "limit");
            assertEquals(order, buffer.order(), "order");
        }
    }

    private static int index(long offset) {
        return Math.toIntExact(offset);
    }

    @Override
    public String toString() {
        return kind + (buffer.isReadOnly() ? " (read-only)" : "");
    }
}
