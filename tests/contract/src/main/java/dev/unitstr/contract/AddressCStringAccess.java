package dev.unitstr.contract;

import dev.unitstr.Copied;
import dev.unitstr.LengthPrefix;
import dev.unitstr.ListEnd;
import dev.unitstr.MalformedPolicy;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;

/** C strings at the address of a buffer. */
final class AddressCStringAccess extends BufferCStringAccess {
    AddressCStringAccess(ByteBuffer direct) {
        super(direct);
    }

    @Override
    public long copyTerminated(CharSequence src, Charset charset, long dstOffset) {
        return memory().copyTerminated(src, charset, dstOffset);
    }

    @Override
    public Copied copyTerminatedTruncated(
            CharSequence src, Charset charset, long dstOffset, long maxUnits, MalformedPolicy policy) {
        return memory().copyTerminatedTruncated(src, charset, dstOffset, maxUnits, policy);
    }

    @Override
    public long copyPrefixed(
            CharSequence src, Charset charset, long dstOffset, LengthPrefix prefix, MalformedPolicy policy) {
        return memory().copyPrefixed(src, charset, dstOffset, prefix, policy);
    }

    @Override
    public String getStringPrefixed(long offset, LengthPrefix prefix, Charset charset) {
        return memory().getStringPrefixed(offset, prefix, charset);
    }

    @Override
    public String[] getStringList(long offset, ListEnd end, Charset charset) {
        return memory().getStringList(offset, end, charset);
    }

    @Override
    public long copyStringList(String[] strings, Charset charset, long dstOffset) {
        return memory().copyStringList(strings, charset, dstOffset);
    }

    @Override
    public String[] getStringList(long offset, Charset charset) {
        return memory().getStringList(offset, charset);
    }
}
