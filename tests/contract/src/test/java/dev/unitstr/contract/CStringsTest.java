package dev.unitstr.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.unitstr.BufferCStrings;
import dev.unitstr.Copied;
import dev.unitstr.LengthPrefix;
import dev.unitstr.MalformedPolicy;
import dev.unitstr.NativeMemory;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

@EveryRun
class CStringsTest extends CStringsContract {
    @Override
    protected List<Texts> memories(int bytes) {
        ByteBuffer direct = ByteBuffer.allocateDirect(bytes);
        List<Texts> memories = new ArrayList<>(
                List.of(new Buffer(ByteBuffer.allocate(bytes)), new Buffer(ByteBuffer.allocateDirect(bytes))));
        if (Run.reachesAddresses()) {
            memories.add(new Address(direct));
        }
        return memories;
    }

    @Test
    void allocatorsMayReturnAnyBuffer() {
        for (int position : new int[] {0, 3, 10}) {
            ByteBuffer buffer = BufferCStrings.allocateTerminated(
                    bytes -> ByteBuffer.allocate(bytes + 20).position(position), "abcd", StandardCharsets.UTF_8);
            assertEquals(0, buffer.position());
            assertEquals(5, buffer.remaining());
            assertEquals("abcd\0", StandardCharsets.UTF_8.decode(buffer).toString());
        }
        assertEquals(
                "allocator returned null",
                assertThrows(
                                NullPointerException.class,
                                () -> BufferCStrings.allocateTerminated(bytes -> null, "a", StandardCharsets.UTF_8))
                        .getMessage());
    }

    /** A buffer; what needs an address takes that of the buffer. */
    private static class Buffer implements Texts {
        final ByteBuffer buffer;

        Buffer(ByteBuffer buffer) {
            this.buffer = buffer;
        }

        final NativeMemory memory() {
            return NativeMemory.of(address(), buffer.capacity());
        }

        @Override
        public void put(int offset, byte... bytes) {
            buffer.put(offset, bytes);
        }

        @Override
        public byte[] get(int offset, int bytes) {
            byte[] copy = new byte[bytes];
            buffer.get(offset, copy);
            return copy;
        }

        @Override
        public long address() {
            return buffer.isDirect() ? Addresses.of(buffer) : 0;
        }

        @Override
        public long copyTerminated(CharSequence src, Charset charset, int dstOffset) {
            return BufferCStrings.copyTerminated(src, charset, buffer, dstOffset);
        }

        @Override
        public Copied copyTerminatedTruncated(
                CharSequence src, Charset charset, int dstOffset, long maxUnits, MalformedPolicy policy) {
            return BufferCStrings.copyTerminatedTruncated(src, charset, buffer, dstOffset, maxUnits, policy);
        }

        @Override
        public long copyPrefixed(
                CharSequence src, Charset charset, int dstOffset, LengthPrefix prefix, MalformedPolicy policy) {
            return BufferCStrings.copyPrefixed(src, charset, buffer, dstOffset, prefix, policy);
        }

        @Override
        public String getStringPrefixed(int offset, LengthPrefix prefix, Charset charset) {
            return BufferCStrings.getStringPrefixed(buffer, offset, prefix, charset);
        }

        @Override
        public String[] getStringList(int offset, Charset charset) {
            return BufferCStrings.getStringList(buffer, offset, charset);
        }

        @Override
        public String getString(long address, long units, Charset charset) {
            return BufferCStrings.getString(address, units, charset);
        }

        @Override
        public String getStringTerminated(long address, Charset charset) {
            return BufferCStrings.getStringTerminated(address, charset);
        }

        @Override
        public String[] getStrings(int offset, long count, Charset charset) {
            NativeMemory all = NativeMemory.of(address() + offset, buffer.capacity() - offset);
            if (count == -1) {
                return BufferCStrings.getStrings(all, charset);
            }
            if (count == -2) {
                return BufferCStrings.getStrings(NativeMemory.of(address() + offset, Long.MAX_VALUE), charset);
            }
            return BufferCStrings.getStrings(all, count, charset);
        }

        @Override
        public long pointers(String[] strings, Charset charset) {
            BufferCStrings.copyPointers(strings, charset, memory(), 0);
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

    /** Memory at an address. */
    private static final class Address extends Buffer {
        Address(ByteBuffer buffer) {
            super(buffer);
        }

        @Override
        public long copyTerminated(CharSequence src, Charset charset, int dstOffset) {
            return BufferCStrings.copyTerminated(src, charset, memory(), dstOffset);
        }

        @Override
        public Copied copyTerminatedTruncated(
                CharSequence src, Charset charset, int dstOffset, long maxUnits, MalformedPolicy policy) {
            return BufferCStrings.copyTerminatedTruncated(src, charset, memory(), dstOffset, maxUnits, policy);
        }

        @Override
        public long copyPrefixed(
                CharSequence src, Charset charset, int dstOffset, LengthPrefix prefix, MalformedPolicy policy) {
            return BufferCStrings.copyPrefixed(src, charset, memory(), dstOffset, prefix, policy);
        }

        @Override
        public String getStringPrefixed(int offset, LengthPrefix prefix, Charset charset) {
            return BufferCStrings.getStringPrefixed(memory(), offset, prefix, charset);
        }

        @Override
        public String[] getStringList(int offset, Charset charset) {
            return BufferCStrings.getStringList(memory(), offset, charset);
        }
    }
}
