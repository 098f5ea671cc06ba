package dev.unitstr.bench;

import dev.unitstr.internal.binding.Binding;
import dev.unitstr.internal.binding.Bindings;
import dev.unitstr.internal.binding.Encoding;
import dev.unitstr.internal.binding.Flags;
import dev.unitstr.internal.binding.Packed;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/** What unitstr does by native calls, between arrays that are kept and memory of any kind. */
public final class NativeRoute {
    private final Binding binding;
    private final int encoding;
    private final byte[] bytes = new byte[Binding.CHUNK_BYTES + 128];
    private final char[] chars = new char[Binding.CHUNK_BYTES + 64];

    /**
     * Opens a binding.
     *
     * @param binding its name
     * @param charset the charset of the texts
     */
    public NativeRoute(String binding, Charset charset) {
        this.binding = Bindings.open(binding);
        this.encoding = Encoding.of(charset).id();
    }

    /**
     * Decodes a text.
     *
     * @param base the base of the memory, as {@link Binding} takes it
     * @param offset the offset of the text, in bytes
     * @param size the size of the text, in bytes
     * @return the string
     */
    public String read(Object base, long offset, int size) {
        long packed = binding.decode(base, offset, size, encoding, Flags.REPLACE, bytes, chars);
        int length = Packed.written(packed);
        return Packed.isChars(packed)
                ? new String(chars, 0, length)
                : new String(bytes, 0, length, StandardCharsets.ISO_8859_1);
    }

    /**
     * Decodes a text up to its terminator, with two calls.
     *
     * @param base the base of the memory
     * @param offset the offset of the text, in bytes
     * @param most the largest number of units to search
     * @param unitSize the size of a unit, in bytes
     * @return the string
     */
    public String readTerminated(Object base, long offset, long most, int unitSize) {
        return read(base, offset, (int) binding.findZero(base, offset, most, unitSize) * unitSize);
    }

    /**
     * Encodes a string.
     *
     * @param text the string
     * @param base the base of the memory
     * @param offset the offset of the first byte to write
     * @param capacity the number of bytes that may be written
     * @return the packed result
     */
    public long write(String text, Object base, long offset, long capacity) {
        text.getChars(0, text.length(), chars, 0);
        return binding.encode(chars, text.length(), base, offset, capacity, encoding, Flags.REPLACE);
    }

    /**
     * Compares a text with a string.
     *
     * @param base the base of the memory
     * @param offset the offset of the text, in bytes
     * @param size the size of the text, in bytes
     * @param text the string
     * @return whether they are equal
     */
    public boolean contentEquals(Object base, long offset, int size, String text) {
        text.getChars(0, text.length(), chars, 0);
        long packed = binding.contentEquals(base, offset, size, encoding, Flags.REPLACE, chars, text.length());
        return Packed.isDone(packed) && Packed.written(packed) == text.length();
    }
}
