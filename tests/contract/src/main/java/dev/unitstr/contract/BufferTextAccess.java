package dev.unitstr.contract;

import dev.unitstr.Copied;
import dev.unitstr.TextDecoder;
import dev.unitstr.TextEncoder;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Text in a buffer. */
record BufferTextAccess(ByteBuffer buffer) implements TextAccess {
    @Override
    public void decode(TextDecoder decoder, long offset, long bytes, Appendable dst) throws IOException {
        decoder.decode(buffer, Math.toIntExact(offset), bytes, dst);
    }

    @Override
    public int decode(TextDecoder decoder, long offset, long bytes, char[] dst, int dstIndex) {
        return decoder.decode(buffer, Math.toIntExact(offset), bytes, dst, dstIndex);
    }

    @Override
    public Copied encode(TextEncoder encoder, CharSequence src, int srcIndex, long dstOffset, long maxUnits) {
        return encoder.encode(src, srcIndex, buffer, Math.toIntExact(dstOffset), maxUnits);
    }

    @Override
    public long flush(TextEncoder encoder, long dstOffset, long maxUnits) {
        return encoder.flush(buffer, Math.toIntExact(dstOffset), maxUnits);
    }
}
