package dev.unitstr.contract;

import dev.unitstr.Copied;
import dev.unitstr.MalformedPolicy;
import dev.unitstr.NativeMemory;
import dev.unitstr.StringCache;
import dev.unitstr.TextDecoder;
import dev.unitstr.TextEncoder;
import dev.unitstr.TextView;
import java.io.IOException;
import java.nio.charset.Charset;

/** Text at an address. */
record AddressTextAccess(NativeMemory memory) implements TextAccess {
    @Override
    public void decode(TextDecoder decoder, long offset, long bytes, Appendable dst) throws IOException {
        decoder.decode(memory, offset, bytes, dst);
    }

    @Override
    public int decode(TextDecoder decoder, long offset, long bytes, char[] dst, int dstIndex) {
        return decoder.decode(memory, offset, bytes, dst, dstIndex);
    }

    @Override
    public Copied encode(TextEncoder encoder, CharSequence src, int srcIndex, long dstOffset, long maxUnits) {
        return encoder.encode(src, srcIndex, memory, dstOffset, maxUnits);
    }

    @Override
    public long flush(TextEncoder encoder, long dstOffset, long maxUnits) {
        return encoder.flush(memory, dstOffset, maxUnits);
    }

    @Override
    public TextView view(long offset, long units, Charset charset, MalformedPolicy policy) {
        return TextView.of(memory, offset, units, charset, policy);
    }

    @Override
    public long copy(TextView text, Charset charset, long dstOffset) {
        return text.copy(charset, memory, dstOffset);
    }

    @Override
    public String getString(StringCache cache, long offset, long units) {
        return cache.getString(memory, offset, units);
    }
}
