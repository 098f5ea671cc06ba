package dev.unitstr.contract.ffm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.unitstr.Copied;
import dev.unitstr.LengthPrefix;
import dev.unitstr.contract.CStringsContract;
import dev.unitstr.ffm.SegmentCStrings;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.Charset;
import java.util.List;

@EveryRun
class CStringsTest extends CStringsContract {
    @Override
    protected List<Texts> memories(int bytes) {
        return List.of(
                new Segment(MemorySegment.ofArray(new byte[bytes])),
                new Segment(Arena.ofAuto().allocate(bytes, 8)));
    }

    private static final class Segment implements Texts {
        private final MemorySegment segment;

        Segment(MemorySegment segment) {
            this.segment = segment;
        }

        @Override
        public void put(int offset, byte... bytes) {
            MemorySegment.copy(bytes, 0, segment, ValueLayout.JAVA_BYTE, offset, bytes.length);
        }

        @Override
        public byte[] get(int offset, int bytes) {
            return segment.asSlice(offset, bytes).toArray(ValueLayout.JAVA_BYTE);
        }

        @Override
        public long address() {
            return segment.isNative() ? segment.address() : 0;
        }

        @Override
        public long copyTerminated(CharSequence src, Charset charset, int dstOffset) {
            return SegmentCStrings.copyTerminated(src, charset, segment, dstOffset);
        }

        @Override
        public Copied copyTerminatedTruncated(CharSequence src, Charset charset, int dstOffset, long maxUnits) {
            return SegmentCStrings.copyTerminatedTruncated(src, charset, segment, dstOffset, maxUnits);
        }

        @Override
        public long copyPrefixed(CharSequence src, Charset charset, int dstOffset, LengthPrefix prefix) {
            return SegmentCStrings.copyPrefixed(src, charset, segment, dstOffset, prefix);
        }

        @Override
        public String getStringPrefixed(int offset, LengthPrefix prefix, Charset charset) {
            return SegmentCStrings.getStringPrefixed(segment, offset, prefix, charset);
        }

        @Override
        public String[] getStringList(int offset, Charset charset) {
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
        public String[] getStrings(int offset, long count, Charset charset) {
            if (count == -1) {
                return SegmentCStrings.getStrings(segment.asSlice(offset), charset);
            }
            if (count == -2) {
                return SegmentCStrings.getStrings(MemorySegment.ofAddress(address() + offset), charset);
            }
            return SegmentCStrings.getStrings(segment.asSlice(offset), count, charset);
        }

        @Override
        public long pointers(String[] strings, Charset charset) {
            MemorySegment all =
                    SegmentCStrings.allocatePointers((bytes, align) -> segment.asSlice(0, bytes), strings, charset);
            assertEquals(address(), all.address());
            return all.address();
        }

        @Override
        public byte[] allocateTerminated(CharSequence src, Charset charset) {
            try (Arena arena = Arena.ofConfined()) {
                return SegmentCStrings.allocateTerminated(arena, src, charset).toArray(ValueLayout.JAVA_BYTE);
            }
        }

        @Override
        public byte[] list(String[] strings, Charset charset) {
            try (Arena arena = Arena.ofConfined()) {
                return SegmentCStrings.allocateStringList(arena, strings, charset)
                        .toArray(ValueLayout.JAVA_BYTE);
            }
        }
    }
}
