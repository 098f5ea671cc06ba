package dev.unitstr.contract;

import dev.unitstr.MalformedPolicy;
import java.nio.charset.Charset;

/** A kind of memory, and the verbs that make new memory of it. */
public interface MemoryKind {
    /** New zeroed memory of exactly this size. */
    Memory allocate(int bytes);

    /** Memory that holds these bytes and nothing else. */
    default Memory of(byte... bytes) {
        Memory memory = allocate(bytes.length);
        memory.put(0, bytes);
        return memory;
    }

    /** {@code ofString}: the bytes of what it returned, after the checks that it is read-only and exact. */
    byte[] allocateFrom(String text, Charset charset, MalformedPolicy policy);

    /** {@code allocateFrom} with an allocator of this kind: the bytes of what it returned. */
    byte[] allocateFrom(String src, Charset charset, int srcIndex, int numChars, MalformedPolicy policy);

    long encodedUnits(CharSequence text, Charset charset, MalformedPolicy policy);

    long encodedUnits(String[] strings, Charset charset, MalformedPolicy policy);
}
