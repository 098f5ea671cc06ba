package dev.unitstr.contract;

import dev.unitstr.Copied;
import dev.unitstr.LengthPrefix;
import dev.unitstr.ListEnd;
import dev.unitstr.MalformedPolicy;
import java.nio.charset.Charset;

/** The operations on text as C lays it out, on memory of one kind. Offsets are in bytes from its start. */
public interface CStringAccess {
    /** The address of the memory, or 0 if it has none. */
    long address();

    /** Whether pointers to this memory can be followed. */
    default boolean followsPointers() {
        return Run.reachesAddresses();
    }

    long copyTerminated(CharSequence src, Charset charset, long dstOffset);

    Copied copyTerminatedTruncated(
            CharSequence src, Charset charset, long dstOffset, long maxUnits, MalformedPolicy policy);

    default Copied copyTerminatedTruncated(CharSequence src, Charset charset, long dstOffset, long maxUnits) {
        return copyTerminatedTruncated(src, charset, dstOffset, maxUnits, MalformedPolicy.REPLACE);
    }

    long copyPrefixed(CharSequence src, Charset charset, long dstOffset, LengthPrefix prefix, MalformedPolicy policy);

    default long copyPrefixed(CharSequence src, Charset charset, long dstOffset, LengthPrefix prefix) {
        return copyPrefixed(src, charset, dstOffset, prefix, MalformedPolicy.REPLACE);
    }

    String getStringPrefixed(long offset, LengthPrefix prefix, Charset charset);

    String[] getStringList(long offset, Charset charset);

    String[] getStringList(long offset, ListEnd end, Charset charset);

    /** Writes a list, and returns its size in bytes. */
    long copyStringList(String[] strings, Charset charset, long dstOffset);

    String getString(long address, long units, Charset charset);

    String getStringTerminated(long address, Charset charset);

    /** Pointers at an offset; -1: up to a null pointer in the memory; -2: in memory of unknown size. */
    String[] getPointers(long offset, long count, Charset charset);

    /** Writes pointers, and returns the address of the first. */
    long pointers(String[] strings, Charset charset, MalformedPolicy policy);

    default long pointers(String[] strings, Charset charset) {
        return pointers(strings, charset, MalformedPolicy.REPLACE);
    }

    byte[] allocateTerminated(CharSequence src, Charset charset);

    /** The encoded list. */
    byte[] list(String[] strings, Charset charset, MalformedPolicy policy);

    default byte[] list(String[] strings, Charset charset) {
        return list(strings, charset, MalformedPolicy.REPLACE);
    }
}
