package dev.unitstr.contract;

import dev.unitstr.Copied;
import dev.unitstr.LengthPrefix;
import dev.unitstr.MalformedPolicy;
import dev.unitstr.NativeMemory;
import dev.unitstr.StringSpans;
import dev.unitstr.tensor.StringTensor;
import dev.unitstr.tensor.StringTensorBuilder;
import dev.unitstr.tensor.TensorLayout;
import dev.unitstr.tensor.Trust;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.Charset;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/**
 * An address with a capacity. Plain Java can't reach it and has to say what it requires: then the same memory is used as
 * a buffer, so that every suite goes on.
 */
public final class AddressMemory extends Memory {
    private static final Deque<AddressMemory> KEPT = new ArrayDeque<>();

    private final MemoryKind kind;
    private final BufferMemory buffer;
    private final NativeMemory memory;

    /**
     * Memory at the buffer's start.
     *
     * @param direct what keeps it alive
     * @param capacityBytes how much of it the verbs are told there is
     */
    public AddressMemory(MemoryKind kind, ByteBuffer direct, long capacityBytes) {
        this.kind = kind;
        this.buffer = new BufferMemory(kind, direct, direct.duplicate());
        this.memory = NativeMemory.of(capacityBytes == 0 ? 0 : Addresses.of(direct), capacityBytes);
    }

    /** A tensor at an address keeps nothing alive, and tests forget the memory of those that they read. */
    private static void keep(AddressMemory memory) {
        synchronized (KEPT) {
            KEPT.addLast(memory);
            if (KEPT.size() > 64) {
                KEPT.removeFirst();
            }
        }
    }

    private interface Verb<R, E extends Exception> {
        R call() throws E;
    }

    private <R, E extends Exception> R call(Verb<R, E> byAddress, Verb<R, E> byBuffer) throws E {
        try {
            R result = byAddress.call();
            if (!Run.reachesAddresses()) {
                throw new AssertionError("plain Java reached an address");
            }
            return result;
        } catch (UnsupportedOperationException e) {
            if (Run.reachesAddresses() || !e.getMessage().contains(Run.NEEDS_NATIVE)) {
                throw e;
            }
            return byBuffer.call();
        }
    }

    @Override
    public long size() {
        return memory.byteSize();
    }

    @Override
    public long maxOffset() {
        return Long.MAX_VALUE;
    }

    @Override
    public void put(long offset, byte... bytes) {
        buffer.put(offset, bytes);
    }

    @Override
    public byte[] get(long offset, int count) {
        return buffer.get(offset, count);
    }

    @Override
    public MemoryKind kind() {
        return kind;
    }

    @Override
    public Optional<Memory> readOnly() {
        return Optional.empty();
    }

    @Override
    public Class<? extends RuntimeException> whenReadOnly() {
        throw new AssertionError("an address is never read-only");
    }

    @Override
    public String getString(long offset, long units, Charset charset, MalformedPolicy policy) {
        return call(
                () -> memory.getString(offset, units, charset, policy),
                () -> buffer.getString(offset, units, charset, policy));
    }

    @Override
    public String getStringTerminated(long offset, Charset charset, MalformedPolicy policy) {
        return call(
                () -> memory.getStringTerminated(offset, charset, policy),
                () -> buffer.getStringTerminated(offset, charset, policy));
    }

    @Override
    public String getStringTerminated(long offset, long maxUnits, Charset charset, MalformedPolicy policy) {
        return call(
                () -> memory.getStringTerminated(offset, maxUnits, charset, policy),
                () -> buffer.getStringTerminated(offset, maxUnits, charset, policy));
    }

    @Override
    public long copy(
            CharSequence src, Charset charset, int srcIndex, long dstOffset, int numChars, MalformedPolicy policy) {
        return call(
                () -> memory.copy(src, charset, srcIndex, dstOffset, numChars, policy),
                () -> buffer.copy(src, charset, srcIndex, dstOffset, numChars, policy));
    }

    @Override
    public Copied copyTruncated(
            CharSequence src, Charset charset, int srcIndex, long dstOffset, long maxUnits, MalformedPolicy policy) {
        return call(
                () -> memory.copyTruncated(src, charset, srcIndex, dstOffset, maxUnits, policy),
                () -> buffer.copyTruncated(src, charset, srcIndex, dstOffset, maxUnits, policy));
    }

    @Override
    public Copied copyField(
            CharSequence src,
            Charset charset,
            long dstOffset,
            long fieldUnits,
            boolean keepTerminator,
            MalformedPolicy policy) {
        return call(
                () -> memory.copyField(src, charset, dstOffset, fieldUnits, keepTerminator, policy),
                () -> buffer.copyField(src, charset, dstOffset, fieldUnits, keepTerminator, policy));
    }

    @Override
    public long copyPadded(CharSequence src, Charset charset, long dstOffset, long fieldUnits, MalformedPolicy policy) {
        return call(
                () -> memory.copyPadded(src, charset, dstOffset, fieldUnits, policy),
                () -> buffer.copyPadded(src, charset, dstOffset, fieldUnits, policy));
    }

    @Override
    public String getStringPadded(long offset, long units, Charset charset, MalformedPolicy policy) {
        return call(
                () -> memory.getStringPadded(offset, units, charset, policy),
                () -> buffer.getStringPadded(offset, units, charset, policy));
    }

    @Override
    public long unitsToTerminator(long offset, Charset charset) {
        return call(() -> memory.unitsToTerminator(offset, charset), () -> buffer.unitsToTerminator(offset, charset));
    }

    @Override
    public long unitsToTerminator(long offset, long maxUnits, Charset charset) {
        return call(
                () -> memory.unitsToTerminator(offset, maxUnits, charset),
                () -> buffer.unitsToTerminator(offset, maxUnits, charset));
    }

    @Override
    public long firstMalformed(long offset, long units, Charset charset) {
        return call(
                () -> memory.firstMalformed(offset, units, charset),
                () -> buffer.firstMalformed(offset, units, charset));
    }

    @Override
    public boolean contentEquals(long offset, long units, Charset charset, CharSequence text, MalformedPolicy policy) {
        return call(
                () -> memory.contentEquals(offset, units, charset, text, policy),
                () -> buffer.contentEquals(offset, units, charset, text, policy));
    }

    @Override
    public int decode(long offset, long units, Charset charset, char[] dst, int dstIndex, MalformedPolicy policy) {
        return call(
                () -> memory.decode(offset, units, charset, dst, dstIndex, policy),
                () -> buffer.decode(offset, units, charset, dst, dstIndex, policy));
    }

    @Override
    public void decode(long offset, long units, Charset charset, Appendable dst, MalformedPolicy policy)
            throws IOException {
        call(
                () -> {
                    memory.decode(offset, units, charset, dst, policy);
                    return null;
                },
                () -> {
                    buffer.decode(offset, units, charset, dst, policy);
                    return null;
                });
    }

    @Override
    public String[] getStrings(StringSpans spans, Charset charset, MalformedPolicy policy) {
        return call(() -> memory.getStrings(spans, charset, policy), () -> buffer.getStrings(spans, charset, policy));
    }

    @Override
    public void getStrings(StringSpans spans, Charset charset, String[] dst, int dstIndex, MalformedPolicy policy) {
        call(
                () -> {
                    memory.getStrings(spans, charset, dst, dstIndex, policy);
                    return null;
                },
                () -> {
                    buffer.getStrings(spans, charset, dst, dstIndex, policy);
                    return null;
                });
    }

    @Override
    public int getSomeStrings(
            StringSpans spans, long first, Charset charset, String[] dst, int dstIndex, MalformedPolicy policy) {
        return call(
                () -> memory.getSomeStrings(spans, first, charset, dst, dstIndex, policy),
                () -> buffer.getSomeStrings(spans, first, charset, dst, dstIndex, policy));
    }

    @Override
    public long copyStrings(String[] src, Charset charset, long dstOffset, long[] offsets, MalformedPolicy policy) {
        return call(
                () -> memory.copyStrings(src, charset, dstOffset, offsets, policy),
                () -> buffer.copyStrings(src, charset, dstOffset, offsets, policy));
    }

    @Override
    public long copyStrings(
            String[] src, int srcIndex, Charset charset, long dstOffset, StringSpans offsets, MalformedPolicy policy) {
        return call(
                () -> memory.copyStrings(src, srcIndex, charset, dstOffset, offsets, policy),
                () -> buffer.copyStrings(src, srcIndex, charset, dstOffset, offsets, policy));
    }

    @Override
    public TextAccess texts() {
        return Run.reachesAddresses() ? new AddressTextAccess(memory) : buffer.texts();
    }

    @Override
    public CStringAccess cStrings() {
        return Run.reachesAddresses() ? buffer.cStringsByAddress() : buffer.cStrings();
    }

    @Override
    public StringTensor tensor(long count, TensorLayout layout, Trust trust) {
        keep(this);
        return call(
                () -> StringTensor.of(NativeMemory.of(memory.address(), memory.byteSize()), count, layout, trust),
                () -> buffer.tensor(count, layout, trust));
    }

    /** An offset is the caller's to add. */
    @Override
    public long writeTensor(StringTensorBuilder builder, long offset) {
        return call(
                () -> builder.writeTo(NativeMemory.of(memory.address() + offset, memory.byteSize() - offset)),
                () -> buffer.writeTensor(builder, offset));
    }

    @Override
    public StringSpans offsets(long offset, int entryBytes, long count) {
        return Run.reachesAddresses()
                ? StringSpans.ofOffsets(memory, offset, entryBytes, count)
                : buffer.offsets(offset, entryBytes, count);
    }

    @Override
    public StringSpans pointers(
            long offset, long pointerAt, long lengthAt, int lengthBytes, long strideBytes, long count) {
        return Run.reachesAddresses()
                ? StringSpans.ofPointers(
                        memory,
                        offset,
                        pointerAt,
                        lengthAt,
                        LengthPrefix.ofUnits(lengthBytes, ByteOrder.nativeOrder()),
                        strideBytes,
                        count)
                : buffer.pointers(offset, pointerAt, lengthAt, lengthBytes, strideBytes, count);
    }

    @Override
    public long address() {
        return Run.reachesAddresses() ? memory.address() : 0;
    }

    @Override
    public String toString() {
        return kind.toString();
    }
}
