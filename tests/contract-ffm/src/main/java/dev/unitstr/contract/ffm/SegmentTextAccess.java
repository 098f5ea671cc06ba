package dev.unitstr.contract.ffm;

import dev.unitstr.Copied;
import dev.unitstr.TextDecoder;
import dev.unitstr.TextEncoder;
import dev.unitstr.contract.TextAccess;
import dev.unitstr.ffm.SegmentTexts;
import java.io.IOException;
import java.lang.foreign.MemorySegment;

/** Text in a segment. */
record SegmentTextAccess(MemorySegment segment) implements TextAccess {
    @Override
    public void decode(TextDecoder decoder, long offset, long bytes, Appendable dst) throws IOException {
        SegmentTexts.decode(decoder, segment, offset, bytes, dst);
    }

    @Override
    public int decode(TextDecoder decoder, long offset, long bytes, char[] dst, int dstIndex) {
        return SegmentTexts.decode(decoder, segment, offset, bytes, dst, dstIndex);
    }

    @Override
    public Copied encode(TextEncoder encoder, CharSequence src, int srcIndex, long dstOffset, long maxUnits) {
        return SegmentTexts.encode(encoder, src, srcIndex, segment, dstOffset, maxUnits);
    }

    @Override
    public long flush(TextEncoder encoder, long dstOffset, long maxUnits) {
        return SegmentTexts.flush(encoder, segment, dstOffset, maxUnits);
    }
}
