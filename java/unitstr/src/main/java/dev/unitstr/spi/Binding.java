package dev.unitstr.spi;

import java.util.Optional;

/**
 * One way to reach the codecs. Its constructor touches nothing native.
 *
 * <p>The operations take at most {@link #CHUNK_BYTES} of input at a time and return one packed long ({@link Packed}):
 * no string and no exception crosses the border. Arguments are checked by {@link RegionStrings} before.
 * {@code encoding} is an {@link Encoding#id()}; {@code flags} are those of {@link Flags}.
 */
public interface Binding {
    /**
     * The most bytes of encoded text, or of two-byte chars, that one call takes in: it bounds the time to a safepoint.
     */
    int CHUNK_BYTES = 64 * 1024;

    /**
     * The name to ask for.
     *
     * @return a short lower-case word: {@code ffm}, {@code jni} or {@code java}
     */
    String name();

    /**
     * Does what this JVM may refuse (loads, links), once, however often it is called. The other methods work only
     * after it said yes.
     *
     * @return what keeps this binding from working, or empty if it works
     */
    Optional<Throwable> tryOpen();

    /**
     * The version of the code behind this binding.
     *
     * @return a version such as {@code 1.2.3}
     */
    String version();

    /**
     * Where this binding found the native library, for {@code doctor}.
     *
     * @return a file name, or empty for plain Java
     */
    Optional<String> library();

    /**
     * Decodes: into {@code latin1} while every char is below U+0100, else everything into {@code chars}.
     *
     * @param source the memory to read
     * @param offset where to start, in bytes
     * @param bytes how much to read, in bytes, at most {@link #CHUNK_BYTES}
     * @param encoding the encoding
     * @param flags policy, {@link Flags#MORE}, {@link Flags#CONTINUED}, {@link Flags#CHARS}
     * @param latin1 takes Latin-1 text; at least {@code bytes} long, unless {@link Flags#CHARS}
     * @param chars takes other text; at least {@code bytes} long
     * @return read: bytes; written: chars; coder; status DONE, MALFORMED (bad: bytes) or INCOMPLETE
     */
    long decode(Region source, long offset, int bytes, int encoding, int flags, byte[] latin1, char[] chars);

    /**
     * Encodes whole code points, as many as fit; writes nothing past the result.
     *
     * @param source the text, from index 0
     * @param chars how many chars, at most {@link #CHUNK_BYTES} / 2
     * @param target the memory to write
     * @param offset where to start, in bytes
     * @param capacityBytes how much may be written
     * @param encoding the encoding
     * @param flags policy, {@link Flags#MORE}, {@link Flags#CONTINUED}
     * @return read: chars; written: bytes; status DONE, OUTPUT_FULL, MALFORMED, UNMAPPABLE (bad: chars) or INCOMPLETE
     */
    long encode(char[] source, int chars, Region target, long offset, long capacityBytes, int encoding, int flags);

    /**
     * Measures what {@link #encode} would write into unlimited memory.
     *
     * @param source the text, from index 0
     * @param chars how many chars, at most {@link #CHUNK_BYTES} / 2
     * @param encoding the encoding
     * @param flags as for {@link #encode}
     * @return as {@link #encode} would
     */
    long measure(char[] source, int chars, int encoding, int flags);

    /**
     * Searches for the first zero code unit, touching nothing beyond the page that holds it.
     *
     * @param source the memory to read
     * @param offset where to start, in bytes
     * @param maxUnits how many units to look at, at most; may reach past what is mapped
     * @param unitSize 1, 2 or 4 bytes
     * @return how many units precede the zero one; {@code maxUnits} if there is none; not packed
     */
    long findZero(Region source, long offset, long maxUnits, int unitSize);

    /**
     * Compares encoded text with chars without building either's other form.
     *
     * @param source the memory to read
     * @param offset where to start, in bytes
     * @param bytes how much to read, in bytes, at most {@link #CHUNK_BYTES}
     * @param encoding the encoding
     * @param flags as for {@link #decode}
     * @param text the chars to compare with, from index 0
     * @param chars how many
     * @return read: bytes (after MISMATCH, those before the code point that differs); written: chars that were equal;
     *     status DONE if the whole source was read and each of its chars equals the text's (there may be text left),
     *     MISMATCH at the first char that differs or is missing from the text; MALFORMED (bad: bytes) or INCOMPLETE as
     *     for {@link #decode}. When malformed text is to be reported it wins over a mismatch before it
     */
    long contentEquals(Region source, long offset, int bytes, int encoding, int flags, char[] text, int chars);

    /**
     * What the native code said last, on this thread, when {@link Packed#error} was {@link Packed#E_PANIC}.
     *
     * @return the text, empty if there is none
     */
    String lastPanic();
}
