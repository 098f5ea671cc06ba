package dev.unitstr.contract.ffm;

import dev.unitstr.Copied;
import dev.unitstr.MalformedPolicy;
import dev.unitstr.StringCache;
import dev.unitstr.TextDecoder;
import dev.unitstr.TextEncoder;
import dev.unitstr.TextView;
import dev.unitstr.contract.TextAccess;
import dev.unitstr.ffm.SegmentTexts;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.charset.Charset;

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

    @Override
    public TextView view(long offset, long units, Charset charset, MalformedPolicy policy) {
        return SegmentTexts.view(segment, offset, units, charset, policy);
    }

    @Override
    public long copy(TextView text, Charset charset, long dstOffset) {
        return SegmentTexts.copy(text, charset, segment, dstOffset);
    }

    @Override
    public String getString(StringCache cache, long offset, long units) {
        return SegmentTexts.getString(cache, segment, offset, units);
    }
}
