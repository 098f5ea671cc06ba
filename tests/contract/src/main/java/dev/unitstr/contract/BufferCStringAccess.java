package dev.unitstr.contract;

import dev.unitstr.BufferCStrings;
import dev.unitstr.Copied;
import dev.unitstr.LengthPrefix;
import dev.unitstr.ListEnd;
import dev.unitstr.MalformedPolicy;
import dev.unitstr.NativeMemory;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.util.Arrays;

/** C strings in a buffer. What needs an address takes that of the buffer. */
class BufferCStringAccess implements CStringAccess {
    private final ByteBuffer buffer;

    BufferCStringAccess(ByteBuffer buffer) {
        this.buffer = buffer;
    }

    final NativeMemory memory() {
        return NativeMemory.of(address(), buffer.limit());
    }

    @Override
    public long address() {
        return buffer.isDirect() ? Addresses.of(buffer) : 0;
    }

    @Override
    public long copyTerminated(CharSequence src, Charset charset, long dstOffset) {
        return BufferCStrings.copyTerminated(src, charset, buffer, Math.toIntExact(dstOffset));
    }

    @Override
    public Copied copyTerminatedTruncated(
            CharSequence src, Charset charset, long dstOffset, long maxUnits, MalformedPolicy policy) {
        return BufferCStrings.copyTerminatedTruncated(
                src, charset, buffer, Math.toIntExact(dstOffset), maxUnits, policy);
    }

    @Override
    public long copyPrefixed(
            CharSequence src, Charset charset, long dstOffset, LengthPrefix prefix, MalformedPolicy policy) {
        return BufferCStrings.copyPrefixed(src, charset, buffer, Math.toIntExact(dstOffset), prefix, policy);
    }

    @Override
    public String getStringPrefixed(long offset, LengthPrefix prefix, Charset charset) {
        return BufferCStrings.getStringPrefixed(buffer, Math.toIntExact(offset), prefix, charset);
    }

    @Override
    public String[] getStringList(long offset, ListEnd end, Charset charset) {
        return BufferCStrings.getStringList(buffer, Math.toIntExact(offset), end, charset);
    }

    @Override
    public long copyStringList(String[] strings, Charset charset, long dstOffset) {
        return BufferCStrings.copyStringList(strings, charset, buffer, Math.toIntExact(dstOffset));
    }

    @Override
    public String[] getStringList(long offset, Charset charset) {
        return BufferCStrings.getStringList(buffer, Math.toIntExact(offset), charset);
    }

    @Override
    public String getString(long address, long units, Charset charset) {
        return NativeMemory.getStringAt(address, units, charset);
    }

    @Override
    public String getStringTerminated(long address, Charset charset) {
        return NativeMemory.getStringTerminatedAt(address, charset);
    }

    @Override
    public String[] getPointers(long offset, long count, Charset charset) {
        if (count == -1) {
            return memory().getPointers(offset, charset);
        }
        if (count == -2) {
            return NativeMemory.of(address(), Long.MAX_VALUE).getPointers(offset, charset);
        }
        return memory().getPointers(offset, count, charset);
    }

    @Override
    public long pointers(String[] strings, Charset charset, MalformedPolicy policy) {
        memory().copyPointers(strings, charset, 0, policy);
        return address();
    }

    @Override
    public byte[] allocateTerminated(CharSequence src, Charset charset) {
        ByteBuffer terminated = BufferCStrings.allocateTerminated(ByteBuffer::allocateDirect, src, charset);
        byte[] bytes = new byte[terminated.remaining()];
        terminated.get(bytes);
        return bytes;
    }

    @Override
    public byte[] list(String[] strings, Charset charset, MalformedPolicy policy) {
        ByteBuffer list = ByteBuffer.allocate(1000);
        list.put(0, new byte[] {1, 1, 1, 1, 1, 1, 1, 1, 1});
        long bytes = BufferCStrings.copyStringList(strings, charset, list, 0, policy);
        return Arrays.copyOf(list.array(), (int) bytes);
    }
}
