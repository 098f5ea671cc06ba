package dev.unitstr;

import dev.unitstr.internal.text.RegionCache;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;

/**
 * Reads strings that repeat, such as the values of a column. A text whose bytes were read before is usually not decoded
 * again: the result is the same object.
 *
 * <pre>{@code
 * StringCache countries = StringCache.of(StandardCharsets.UTF_8, MalformedPolicy.REPLACE, 1024);
 * String one = countries.getString(memory, 0, 7);
 * String two = countries.getString(memory, 7, 7);
 * System.out.println(one == two);   // true if the bytes are the same and the first is still kept
 * }</pre>
 *
 * <p>The results are those of {@link BufferStrings#getString(ByteBuffer, int, long, Charset, MalformedPolicy)}. The
 * cache copies the bytes: later changes of the memory have no effect on it. It keeps a fixed number of strings; a text that
 * has not been read for long makes room for a new one. Texts of more than 256 bytes are never kept. A call compares at
 * most eight texts, also if the texts were chosen to collide.
 *
 * <p><b>Cost.</b> For a text that is kept: no string is allocated, and in a buffer or a segment nothing at all; at an
 * address at most a few small objects. There is no native call except for an address. A text that is not kept is copied
 * and takes more time than with {@code getString}: the cache is of no use for values that do not repeat. Texts of more
 * than 32 bytes are copied in any case: in a segment, ASCII then takes a little more time than with {@code getString},
 * and only the memory for the strings is saved.
 *
 * <p>A cache must not be used by several threads at the same time. For memory segments, see
 * {@code dev.unitstr.ffm.SegmentTexts}. This interface is not intended to be implemented by user code.
 *
 * @since 0.1.0
 */
public interface StringCache {
    /**
     * Returns an empty cache.
     *
     * @param charset the charset of all texts; determines the size of a unit
     * @param policy how to handle malformed text
     * @param maxStrings the maximum number of strings to keep. With no more different texts than this, reads seldom
     *     decode a text again; with twice as many, about every second random read does. The cache takes 16 to 32 bytes for
     *     each of {@code maxStrings}, and 64 bytes for each string that is kept, besides the string and, if the text has
     *     more than 32 bytes, a copy of it
     * @return a new cache
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException if {@code maxStrings} is not between 1 and 2<sup>24</sup>
     * @throws IllegalStateException if a binding is forced that does not work
     */
    static StringCache of(Charset charset, MalformedPolicy policy, int maxStrings) {
        return new RegionCache(charset, policy, maxStrings);
    }

    /**
     * Decodes {@code units} code units, or returns the string of the same units that is kept.
     *
     * @param memory the memory to read; heap or direct, may be read-only; the limit is the bound
     * @param index the index of the first unit, in bytes from the start of {@code memory}; any alignment
     * @param units the length of the text, in code units of the charset
     * @return the string
     * @throws NullPointerException if {@code memory} is null
     * @throws IllegalArgumentException if {@code units < 0} or {@code units > Integer.MAX_VALUE / unitSize}
     * @throws IndexOutOfBoundsException if {@code index < 0} or {@code index > memory.limit() - units * unitSize}
     * @throws IllegalStateException if {@code memory} is over a memory segment whose arena is closed
     * @throws MalformedTextException if the policy reports an error in the text
     */
    String getString(ByteBuffer memory, int index, long units);

    /**
     * Decodes {@code units} code units at an address, or returns the string of the same units that is kept.
     *
     * @param memory the memory to read
     * @param offset the offset of the first unit, in bytes from the start of {@code memory}; any alignment
     * @param units the length of the text, in code units of the charset
     * @return the string
     * @throws NullPointerException if {@code memory} is null
     * @throws IllegalArgumentException if {@code units < 0} or {@code units > Integer.MAX_VALUE / unitSize}, or the
     *     address is 0 and {@code units > 0}
     * @throws IndexOutOfBoundsException if {@code offset < 0} or {@code offset > memory.byteSize() - units * unitSize}
     * @throws UnsupportedOperationException if the binding is plain Java
     * @throws MalformedTextException if the policy reports an error in the text
     */
    String getString(NativeMemory memory, long offset, long units);
}
