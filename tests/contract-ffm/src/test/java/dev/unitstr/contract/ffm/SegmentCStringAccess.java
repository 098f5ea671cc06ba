package dev.unitstr.contract.ffm;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.unitstr.Copied;
import dev.unitstr.LengthPrefix;
import dev.unitstr.ListEnd;
import dev.unitstr.MalformedPolicy;
import dev.unitstr.contract.CStringAccess;
import dev.unitstr.contract.Run;
import dev.unitstr.ffm.SegmentCStrings;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.Charset;

/** C strings in a segment. */
record SegmentCStringAccess(MemorySegment segment) implements CStringAccess {
    @Override
    public long address() {
        return segment.isNative() ? segment.address() : 0;
    }

    /** Plain Java needs native access, too, but not the library. */
    @Override
    public boolean followsPointers() {
        return !Run.denied();
    }

    @Override
    public long copyTerminated(CharSequence src, Charset charset, long dstOffset) {
        return SegmentCStrings.copyTerminated(src, charset, segment, dstOffset);
    }

    @Override
    public Copied copyTerminatedTruncated(
            CharSequence src, Charset charset, long dstOffset, long maxUnits, MalformedPolicy policy) {
        return SegmentCStrings.copyTerminatedTruncated(src, charset, segment, dstOffset, maxUnits, policy);
    }

    @Override
    public long copyPrefixed(
            CharSequence src, Charset charset, long dstOffset, LengthPrefix prefix, MalformedPolicy policy) {
        return SegmentCStrings.copyPrefixed(src, charset, segment, dstOffset, prefix, policy);
    }

    @Override
    public String getStringPrefixed(long offset, LengthPrefix prefix, Charset charset) {
        return SegmentCStrings.getStringPrefixed(segment, offset, prefix, charset);
    }

    @Override
    public String[] getStringList(long offset, ListEnd end, Charset charset) {
        return SegmentCStrings.getStringList(segment, offset, end, charset);
    }

    @Override
    public long copyStringList(String[] strings, Charset charset, long dstOffset) {
        return SegmentCStrings.copyStringList(strings, charset, segment, dstOffset);
    }

    @Override
    public String[] getStringList(long offset, Charset charset) {
        return SegmentCStrings.getStringList(segment, offset, charset);
    }

    @Override
    public String getString(long address, long units, Charset charset) {
        return SegmentCStrings.getString(MemorySegment.ofAddress(address), units, charset);
    }

    @Override
    public String getStringTerminated(long address, Charset charset) {
        return SegmentCStrings.getStringTerminated(MemorySegment.ofAddress(address), charset);
    }

    @Override
    public String[] getPointers(long offset, long count, Charset charset) {
        if (count == -1) {
            return SegmentCStrings.getPointers(segment, offset, charset);
        }
        if (count == -2) {
            return SegmentCStrings.getPointers(MemorySegment.ofAddress(address()), offset, charset);
        }
        return SegmentCStrings.getPointers(segment, offset, count, charset);
    }

    @Override
    public long pointers(String[] strings, Charset charset, MalformedPolicy policy) {
        long copied = SegmentCStrings.copyPointers(strings, charset, segment, 0, policy);
        byte[] written = segment.asSlice(0, copied).toArray(ValueLayout.JAVA_BYTE);
        MemorySegment all =
                SegmentCStrings.allocatePointers((bytes, align) -> segment.asSlice(0, bytes), strings, charset, policy);
        assertEquals(address(), all.address());
        assertArrayEquals(written, all.toArray(ValueLayout.JAVA_BYTE));
        return all.address();
    }

    @Override
    public byte[] allocateTerminated(CharSequence src, Charset charset) {
        try (Arena arena = Arena.ofConfined()) {
            return SegmentCStrings.allocateTerminated(arena, src, charset).toArray(ValueLayout.JAVA_BYTE);
        }
    }

    @Override
    public byte[] list(String[] strings, Charset charset, MalformedPolicy policy) {
        try (Arena arena = Arena.ofConfined()) {
            return SegmentCStrings.allocateStringList(arena, strings, charset, policy)
                    .toArray(ValueLayout.JAVA_BYTE);
        }
    }
}
