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

    /** The most texts that one call takes in: what is said about them then stays in the first cache of a processor. */
    int BATCH_TEXTS = 1024;

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
     * Whether a call costs more than the JDK needs for a short text.
     *
     * @return whether short texts are better moved without a call, where Java can reach the memory
     */
    default boolean isDear() {
        return false;
    }

    /**
     * Decodes: into {@code latin1} while every char is below U+0100, else everything into {@code chars}. Both are scratch:
     * what they hold beyond the result is unspecified afterwards.
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
     * Decodes many texts, each as {@link #decode} would, into the same two arrays.
     *
     * @param source the memory to read
     * @param spans for each text two numbers: where it starts and how long it is, in bytes; together at most
     *     {@link #CHUNK_BYTES}
     * @param count how many texts, at most {@link #BATCH_TEXTS}
     * @param encoding the encoding
     * @param flags policy, {@link Flags#CONTINUED}, {@link Flags#CHARS}, {@link Flags#TERMINATED}
     * @param latin1 takes Latin-1 text
     * @param chars takes other text
     * @param results takes a number for each text that was decoded: {@link Packed#startOf}, {@link Packed#lengthOf},
     *     {@link Packed#isCharsOf}
     * @return written: texts; status DONE, OUTPUT_FULL, MALFORMED (read and bad: bytes of the next text); or the error
     *     {@link Packed#E_UNSUPPORTED} if this binding has no batches
     */
    default long decodeBatch(
            Region source,
            long[] spans,
            int count,
            int encoding,
            int flags,
            byte[] latin1,
            char[] chars,
            long[] results) {
        return Packed.E_UNSUPPORTED;
    }

    /**
     * Encodes many texts, each as {@link #encode} would, one after the other; no text in part.
     *
     * @param source the texts, one after the other, from index 0
     * @param chars how many chars, at most {@link #CHUNK_BYTES} / 2
     * @param ends for each text where it ends in {@code source}
     * @param count how many texts, at most {@link #BATCH_TEXTS}
     * @param target the memory to write
     * @param offset where to start, in bytes
     * @param capacityBytes how much may be written
     * @param encoding the encoding
     * @param flags policy
     * @param results takes a number for each text that was encoded: where it ends, in bytes from {@code offset}
     * @return written: texts; status DONE, OUTPUT_FULL, MALFORMED, UNMAPPABLE (read and bad: chars of the next text); or
     *     the error {@link Packed#E_UNSUPPORTED} if this binding has no batches
     */
    default long encodeBatch(
            char[] source,
            int chars,
            long[] ends,
            int count,
            Region target,
            long offset,
            long capacityBytes,
            int encoding,
            int flags,
            long[] results) {
        return Packed.E_UNSUPPORTED;
    }

    /**
     * Measures what {@link #encodeBatch} would write into unlimited memory.
     *
     * @param source the texts, one after the other, from index 0
     * @param chars how many chars, at most {@link #CHUNK_BYTES} / 2
     * @param ends for each text where it ends in {@code source}
     * @param count how many texts, at most {@link #BATCH_TEXTS}
     * @param encoding the encoding
     * @param flags policy
     * @param results takes a number for each text that was measured: where it would end, in bytes
     * @return as {@link #encodeBatch} would
     */
    default long measureBatch(
            char[] source, int chars, long[] ends, int count, int encoding, int flags, long[] results) {
        return Packed.E_UNSUPPORTED;
    }

    /**
     * What the native code said last, on this thread, when {@link Packed#error} was {@link Packed#E_PANIC}.
     *
     * @return the text, empty if there is none
     */
    String lastPanic();
}
