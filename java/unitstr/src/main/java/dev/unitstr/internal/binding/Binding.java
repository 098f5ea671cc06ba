package dev.unitstr.internal.binding;

import dev.unitstr.internal.library.Version;
import dev.unitstr.internal.memory.Region;
import dev.unitstr.internal.memory.Scratch;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An implementation of the text operations: FFM, JNI or plain Java. The constructor does not touch native code.
 *
 * <p>Each operation reads at most {@link #CHUNK_BYTES} of input per call and returns one packed long ({@link Packed}).
 * Strings and exceptions do not cross the border to native code. Callers check the arguments first. An {@code encoding}
 * is an {@link Encoding#id()}; {@code flags} are constants of {@link Flags}.
 *
 * <p>An operation on one text takes memory as a base and an offset ({@link dev.unitstr.internal.memory.Region} lists
 * the forms), so that short texts need no {@link Region}. An operation on many texts takes a {@link Region}.
 */
public interface Binding {
    /**
     * The maximum number of bytes of encoded text, or of two-byte chars, per call. This bounds the time to a safepoint.
     */
    int CHUNK_BYTES = Scratch.CHUNK_BYTES;

    /** The maximum number of texts per call. The data about them then fits into the L1 cache. */
    int BATCH_TEXTS = Scratch.BATCH_TEXTS;

    /**
     * Returns the name that selects this binding.
     *
     * @return a short lower-case word: {@code ffm}, {@code jni} or {@code java}
     */
    String name();

    /**
     * Loads and links the native library, which this JVM may refuse. Only the first call does the work; later calls
     * return the same result. Call the other methods only if the result is empty.
     *
     * @return the reason why this binding does not work, or empty if it works
     */
    Optional<Throwable> tryOpen();

    /**
     * Returns the version of the code behind this binding.
     *
     * @return a version such as {@code 1.2.3}
     */
    String version();

    /**
     * Returns the version of the jar that contains this binding.
     *
     * @return a version such as {@code 1.2.3}
     */
    default String jarVersion() {
        return Version.TEXT;
    }

    /**
     * Returns the location of the native library, for {@code doctor}.
     *
     * @return a file name, or empty for plain Java
     */
    Optional<String> library();

    /**
     * Tests whether a call costs more than the JDK needs for a short text.
     *
     * @return true if short texts are better copied without a call, where Java can access the memory
     */
    default boolean isCallExpensive() {
        return false;
    }

    /**
     * Tests whether this binding calls native code, and so can access memory at an address.
     *
     * @return false for plain Java
     */
    default boolean isNative() {
        return true;
    }

    /**
     * Returns all memory of the process, in which Java can read without a native call.
     *
     * @return a region whose first byte is at {@link dev.unitstr.internal.memory.AddressRegion#LEAST_ADDRESS}, or null
     */
    default @Nullable Region allMemory() {
        return null;
    }

    /**
     * Decodes text into {@code latin1} if every char is below U+0100, otherwise into {@code chars}. Both arrays are
     * scratch: their contents beyond the result are unspecified afterwards.
     *
     * @param base the memory to read
     * @param offset the offset in {@code base} at which to start, in bytes, or the address
     * @param bytes the number of bytes to read, at most {@link #CHUNK_BYTES}
     * @param encoding the encoding
     * @param flags policy, {@link Flags#MORE}, {@link Flags#CONTINUED}, {@link Flags#CHARS}
     * @param latin1 receives Latin-1 text; at least {@code bytes} long, except with {@link Flags#CHARS}
     * @param chars receives other text; at least {@code bytes} long
     * @return read: bytes; written: chars; coder; status DONE, MALFORMED (bad: bytes) or INCOMPLETE
     */
    long decode(@Nullable Object base, long offset, int bytes, int encoding, int flags, byte[] latin1, char[] chars);

    /**
     * Encodes as many whole code points as fit. Writes nothing past the result.
     *
     * @param source the text, from index 0
     * @param chars the number of chars, at most {@link #CHUNK_BYTES} / 2
     * @param base the memory to write
     * @param offset the offset in {@code base} at which to start, in bytes, or the address
     * @param capacityBytes the number of bytes that may be written
     * @param encoding the encoding
     * @param flags policy, {@link Flags#MORE}, {@link Flags#CONTINUED}
     * @return read: chars; written: bytes; status DONE, OUTPUT_FULL, MALFORMED, UNMAPPABLE (bad: chars) or INCOMPLETE
     */
    long encode(
            char[] source, int chars, @Nullable Object base, long offset, long capacityBytes, int encoding, int flags);

    /**
     * Measures the result that {@link #encode} would write into unlimited memory.
     *
     * @param source the text, from index 0
     * @param chars the number of chars, at most {@link #CHUNK_BYTES} / 2
     * @param encoding the encoding
     * @param flags as for {@link #encode}
     * @return the same as {@link #encode}
     */
    long measure(char[] source, int chars, int encoding, int flags);

    /**
     * Finds the first zero code unit. Reads nothing beyond the page that holds it.
     *
     * @param base the memory to read
     * @param offset the offset in {@code base} at which to start, in bytes, or the address
     * @param maxUnits the maximum number of units to read; the limit may lie beyond the mapped memory
     * @param unitSize 1, 2 or 4 bytes
     * @return the number of units before the zero unit, or {@code maxUnits} if there is none; not packed
     */
    long findZero(@Nullable Object base, long offset, long maxUnits, int unitSize);

    /**
     * Compares encoded text with chars. Neither is converted as a whole.
     *
     * @param base the memory to read
     * @param offset the offset in {@code base} at which to start, in bytes, or the address
     * @param bytes the number of bytes to read, at most {@link #CHUNK_BYTES}
     * @param encoding the encoding
     * @param flags as for {@link #decode}
     * @param text the chars to compare with, from index 0
     * @param chars the number of chars to compare with
     * @return read: bytes (after MISMATCH, the bytes before the code point that differs); written: chars that are
     *     equal; status DONE if all of the source was read and its chars equal those at the start of the text (which
     *     may be longer), MISMATCH at the first char that differs or is missing from the text, MALFORMED (bad: bytes)
     *     or INCOMPLETE as for {@link #decode}. With {@link Flags#REPORT}, MALFORMED takes precedence over an earlier
     *     MISMATCH
     */
    long contentEquals(@Nullable Object base, long offset, int bytes, int encoding, int flags, char[] text, int chars);

    /**
     * Answers a query about encoded text.
     *
     * @param base the memory to read
     * @param offset the offset in {@code base} at which to start, in bytes, or the address
     * @param bytes the number of bytes to read, at most {@link #CHUNK_BYTES}
     * @param encoding the encoding
     * @param flags policy, {@link Flags#MORE}, {@link Flags#CONTINUED}
     * @param query the query
     * @return read: bytes; written: as the query defines; status DONE, MALFORMED (bad: bytes) or INCOMPLETE
     */
    long query(@Nullable Object base, long offset, int bytes, int encoding, int flags, Query query);

    /**
     * Decodes several texts, each as {@link #decode} does, into the same two arrays.
     *
     * @param source the memory to read
     * @param texts holds two numbers for each text in {@link Scratch#spans}, in bytes: its offset and its size; receives
     *     Latin-1 text in {@link Scratch#bytes}, other text in {@link Scratch#chars}, and one number for each decoded
     *     text in {@link Scratch#results}: see {@link Packed#startOf}, {@link Packed#lengthOf}, {@link Packed#isCharsOf}
     * @param count the number of texts, at most {@link #BATCH_TEXTS}
     * @param bytes the sum of the sizes, at most {@link #CHUNK_BYTES}
     * @param encoding the encoding
     * @param flags policy, {@link Flags#CONTINUED}, {@link Flags#CHARS}, {@link Flags#TERMINATED}
     * @return written: texts; status DONE, OUTPUT_FULL or MALFORMED (read and bad: bytes of the next text); or the
     *     error {@link Packed#E_UNSUPPORTED} if this binding does not support batches
     */
    default long decodeBatch(Region source, Scratch texts, int count, int bytes, int encoding, int flags) {
        return Packed.E_UNSUPPORTED;
    }

    /**
     * Encodes several texts one after the other, each as {@link #encode} does. Never writes part of a text.
     *
     * @param texts holds the texts one after the other in {@link Scratch#chars}, at most {@link #CHUNK_BYTES} / 2 chars,
     *     and the index of the end of each in {@link Scratch#spans}; receives one number for each encoded text in
     *     {@link Scratch#results}: its end, in bytes from {@code offset}
     * @param count the number of texts, at least 1 and at most {@link #BATCH_TEXTS}
     * @param target the memory to write
     * @param offset the offset at which to start, in bytes
     * @param capacityBytes the number of bytes that may be written
     * @param encoding the encoding
     * @param flags policy
     * @return written: texts; status DONE, OUTPUT_FULL, MALFORMED or UNMAPPABLE (read and bad: chars of the next text);
     *     or the error {@link Packed#E_UNSUPPORTED} if this binding does not support batches
     */
    default long encodeBatch(
            Scratch texts, int count, Region target, long offset, long capacityBytes, int encoding, int flags) {
        return Packed.E_UNSUPPORTED;
    }

    /**
     * Measures the result that {@link #encodeBatch} would write into unlimited memory.
     *
     * @param texts the texts and the results, as for {@link #encodeBatch}
     * @param count the number of texts, at least 1 and at most {@link #BATCH_TEXTS}
     * @param encoding the encoding
     * @param flags policy
     * @return the same as {@link #encodeBatch}
     */
    default long measureBatch(Scratch texts, int count, int encoding, int flags) {
        return Packed.E_UNSUPPORTED;
    }

    /**
     * Returns the operations on string tensors.
     *
     * @return the operations, or null if this binding has none
     */
    default @Nullable TensorCalls tensorCalls() {
        return null;
    }

    /**
     * Returns the functions of libtvm_ffi.
     *
     * @return the functions, or null if this binding or its library does not support them
     */
    default @Nullable ValueCalls valueCalls() {
        return null;
    }

    /**
     * Returns the functions for Arrow's C data interface.
     *
     * @return the functions, or null if this binding has none
     */
    default @Nullable ArrowCalls arrowCalls() {
        return null;
    }

    /**
     * Returns the message of the last native panic on this thread, after {@link Packed#error} was {@link
     * Packed#E_PANIC}.
     *
     * @return the message; empty if there is none
     */
    String lastPanic();
}
