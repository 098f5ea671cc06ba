package dev.unitstr.contract;

import dev.unitstr.Copied;
import dev.unitstr.MalformedPolicy;
import dev.unitstr.StringCache;
import dev.unitstr.TextDecoder;
import dev.unitstr.TextEncoder;
import dev.unitstr.TextView;
import java.io.IOException;
import java.nio.charset.Charset;

/** The objects that work on text in memory, on memory of one kind. */
public interface TextAccess {
    void decode(TextDecoder decoder, long offset, long bytes, Appendable dst) throws IOException;

    int decode(TextDecoder decoder, long offset, long bytes, char[] dst, int dstIndex);

    Copied encode(TextEncoder encoder, CharSequence src, int srcIndex, long dstOffset, long maxUnits);

    long flush(TextEncoder encoder, long dstOffset, long maxUnits);

    TextView view(long offset, long units, Charset charset, MalformedPolicy policy);

    /** Converts a text to another charset, into this memory. */
    long copy(TextView text, Charset charset, long dstOffset);

    String getString(StringCache cache, long offset, long units);
}
