package dev.unitstr.internal.binding;

import dev.unitstr.internal.library.Version;
import dev.unitstr.internal.memory.Region;
import dev.unitstr.internal.memory.Scratch;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One way to reach the codecs. Its constructor touches nothing native.
 *
 * <p>The operations take at most {@link #CHUNK_BYTES} of input at a time and return one packed long ({@link Packed}):
 * no string and no exception crosses the border. The engine has checked the arguments before.
 * {@code encoding} is an {@link Encoding#id()}; {@code flags} are those of {@link Flags}.
 */
public interface Binding {
    /**
     * The most bytes of encoded text, or of two-byte chars, that one call takes in: it bounds the time to a safepoint.
     */
    int CHUNK_BYTES = Scratch.CHUNK_BYTES;

    /** The most texts that one call takes in: what is said about them then stays in the first cache of a processor. */
    int BATCH_TEXTS = Scratch.BATCH_TEXTS;

    /** The size of the smallest page of memory that a processor has. */
    int PAGE_BYTES = 4096;

    /** How much of a buffer is searched for a terminator first: most texts are short. */
    int FIRST_WINDOW_BYTES = 128;

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
     * The version of the jar that has this binding.
     *
     * @return a version such as {@code 1.2.3}
     */
    default String jarVersion() {
        return Version.TEXT;
    }

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
    default boolean isCallExpensive() {
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
     * {@link #decode} of a buffer or at an address, without a {@link Region}, which the compiler could not always keep off
     * the heap.
     *
     * @param buffer the memory to read; null if {@code offset} is an address
     * @param offset where to start: a byte index into {@code buffer}, or an address
     * @param bytes as for {@link #decode}
     * @param encoding as for {@link #decode}
     * @param flags as for {@link #decode}
     * @param latin1 as for {@link #decode}
     * @param chars as for {@link #decode}
     * @return as {@link #decode} would
     */
    default long decodeAt(
            @Nullable ByteBuffer buffer, long offset, int bytes, int encoding, int flags, byte[] latin1, char[] chars) {
        Scratch scratch = Scratch.acquire();
        try {
            buffer.get((int) offset, scratch.bytes(bytes), 0, bytes);
            return decode(scratch.region(), 0, bytes, encoding, flags, latin1, chars);
        } finally {
            scratch.release();
        }
    }

    /**
     * {@link #encode} into a buffer or at an address, without a {@link Region}.
     *
     * @param source as for {@link #encode}
     * @param chars how many chars, at most {@link #CHUNK_BYTES} / 4 - 1
     * @param buffer the memory to write; null if {@code offset} is an address
     * @param offset where to start: a byte index into {@code buffer}, or an address
     * @param capacityBytes as for {@link #encode}
     * @param encoding as for {@link #encode}
     * @param flags as for {@link #encode}
     * @return as {@link #encode} would
     */
    default long encodeAt(
            char[] source,
            int chars,
            @Nullable ByteBuffer buffer,
            long offset,
            long capacityBytes,
            int encoding,
            int flags) {
        Scratch scratch = Scratch.acquire();
        try {
            // 4 bytes for each char and a byte order mark: no encoding needs more.
            int capacity = (int) Math.min(capacityBytes, 4L * chars + 4);
            byte[] copy = scratch.bytes(capacity);
            long packed = encode(source, chars, scratch.region(), 0, capacity, encoding, flags);
            if (!Packed.isError(packed)) {
                buffer.put((int) offset, copy, 0, Packed.written(packed));
            }
            return packed;
        } finally {
            scratch.release();
        }
    }

    /**
     * {@link #contentEquals} of a buffer or at an address, without a {@link Region}.
     *
     * @param buffer the memory to read; null if {@code offset} is an address
     * @param offset where to start: a byte index into {@code buffer}, or an address
     * @param bytes as for {@link #contentEquals}
     * @param encoding as for {@link #contentEquals}
     * @param flags as for {@link #contentEquals}
     * @param text as for {@link #contentEquals}
     * @param chars as for {@link #contentEquals}
     * @return as {@link #contentEquals} would
     */
    default long contentEqualsAt(
            @Nullable ByteBuffer buffer, long offset, int bytes, int encoding, int flags, char[] text, int chars) {
        Scratch scratch = Scratch.acquire();
        try {
            buffer.get((int) offset, scratch.bytes(bytes), 0, bytes);
            return contentEquals(scratch.region(), 0, bytes, encoding, flags, text, chars);
        } finally {
            scratch.release();
        }
    }

    /**
     * {@link #findZero} in a buffer or at an address, without a {@link Region}. A buffer is read up to the end of the page
     * that holds the zero unit: a limit may reach past what is mapped.
     *
     * @param buffer the memory to read; null if {@code offset} is an address
     * @param offset where to start: a byte index into {@code buffer}, or an address
     * @param maxUnits as for {@link #findZero}
     * @param unitSize as for {@link #findZero}
     * @return as {@link #findZero} would
     */
    default long findZeroAt(@Nullable ByteBuffer buffer, long offset, long maxUnits, int unitSize) {
        int index = (int) offset;
        int end = index + (int) maxUnits * unitSize;
        int window = FIRST_WINDOW_BYTES;
        Scratch scratch = Scratch.acquire();
        try {
            while (index < end) {
                int bytes = Math.min(window, end - index);
                if (buffer.isDirect()) {
                    bytes = Math.min(bytes, PAGE_BYTES - buffer.alignmentOffset(index, PAGE_BYTES));
                }
                int units = Math.max(bytes / unitSize, 1); // a unit may lie across the end of a page
                buffer.get(index, scratch.bytes(units * unitSize), 0, units * unitSize);
                long before = findZero(scratch.region(), 0, units, unitSize);
                if (before < 0) {
                    return before;
                }
                index += (int) before * unitSize;
                if (before < units) {
                    break;
                }
                window = PAGE_BYTES;
            }
            return (index - offset) / unitSize;
        } finally {
            scratch.release();
        }
    }

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
     * Decodes elements of a string tensor, each as {@link #decode} would, into the same two arrays: as many, from {@code
     * first} on, as have together no more bytes than {@code chars} has chars and, unless {@link Flags#CHARS}, than
     * {@code latin1} has bytes. So one call takes at most {@link #CHUNK_BYTES} of text if the arrays are not longer.
     *
     * <p>Each element is checked by itself; what concerns several of them ({@link TensorOptions#STRICTNESS} 2, {@link
     * TensorOptions#MAX_TOTAL_BYTES}) is for {@link #validateTensor} to see. Whoever wants a limit for the sum counts
     * what this has read.
     *
     * @param tensor what the memory is: {@link TensorOptions}
     * @param source the tensor, from its first byte to its last: also what offsets in it are checked against
     * @param first the first element
     * @param count how many elements, at most {@link #BATCH_TEXTS}
     * @param encoding the encoding
     * @param flags policy, {@link Flags#CONTINUED}, {@link Flags#CHARS}
     * @param latin1 takes Latin-1 text
     * @param chars takes other text
     * @param results takes a number for each element that was decoded: {@link Packed#startOf}, {@link Packed#lengthOf},
     *     {@link Packed#isCharsOf}
     * @return written: elements; status DONE or OUTPUT_FULL (read: their bytes; after OUTPUT_FULL with none written the
     *     first is too long for the arrays), MALFORMED (read and bad: bytes of the next element's text), REFUSED (the next
     *     element: {@link Packed#refusedCode}, {@link Packed#refusedField}, {@link Packed#isRefusedAsAWhole}); or the
     *     error {@link Packed#E_UNSUPPORTED} if this binding has no tensors
     */
    default long decodeTensor(
            byte[] tensor,
            Region source,
            long first,
            int count,
            int encoding,
            int flags,
            byte[] latin1,
            char[] chars,
            long[] results) {
        return Packed.E_UNSUPPORTED;
    }

    /**
     * Looks at elements of a string tensor and at none of their text.
     *
     * @param tensor what the memory is: {@link TensorOptions}; with {@link TensorOptions#DESCRIBE} elements are told as they
     *     are, unchecked: nothing may be read by that
     * @param source the tensor
     * @param first the first element
     * @param count how many elements, at most {@link #BATCH_TEXTS}
     * @param results takes {@link TensorOptions#ELEMENT_LONGS} numbers for each element: its kind, the size of its text in
     *     bytes, its capacity in bytes, and where its text is: bytes from the start of the tensor, or for kinds LARGE, VIEW
     *     and PREALLOC an address
     * @return written: elements; status DONE or REFUSED, as {@link #decodeTensor}; or an error
     */
    default long tensorElements(byte[] tensor, Region source, long first, int count, long[] results) {
        return Packed.E_UNSUPPORTED;
    }

    /**
     * Copies the text of elements of a string tensor, one after the other, as it is: as many whole elements as fit.
     *
     * @param tensor what the memory is: {@link TensorOptions}
     * @param source the tensor
     * @param first the first element
     * @param count how many elements, at most {@link #BATCH_TEXTS}
     * @param bytes takes the text
     * @param capacityBytes how much of {@code bytes} may be written
     * @param results takes for each element that was copied where it ends in {@code bytes}
     * @return written: elements; status DONE, OUTPUT_FULL (read: their bytes) or REFUSED, as {@link #decodeTensor}; or an
     *     error
     */
    default long copyTensor(
            byte[] tensor, Region source, long first, int count, byte[] bytes, int capacityBytes, long[] results) {
        return Packed.E_UNSUPPORTED;
    }

    /**
     * Checks elements of a string tensor, what concerns several of them too, and reads none of their text.
     *
     * @param tensor what the memory is: {@link TensorOptions}
     * @param source the tensor
     * @param first the first element; after the first call the one after those that were checked
     * @param count how many elements, at most 64 Ki; the header is checked even if there are none
     * @param state what one call leaves to the next: {@link TensorOptions#STATE_LONGS} numbers, zero at the beginning;
     *     the first is how many bytes the texts have so far
     * @return written: elements; status DONE or REFUSED, as {@link #decodeTensor}; or an error
     */
    default long validateTensor(byte[] tensor, Region source, long first, int count, long[] state) {
        return Packed.E_UNSUPPORTED;
    }

    /**
     * Writes elements of a string tensor, no text in part: what the table says of each, and its bytes.
     *
     * <p>The table and the text may be in different memory ({@link TensorOptions#FORM_VIEWS}), or in different windows of
     * it. The part of the table for elements from {@code first} on starts at {@link TensorOptions#tableStart}; with
     * {@code first} 0 that is the tensor's first byte, and what stands there before the first element is written too, even
     * if {@code count} is 0.
     *
     * @param tensor what is to be written: {@link TensorOptions}
     * @param table the memory of the table
     * @param tableOffset where in it the part for elements from {@code first} on starts, in bytes
     * @param data the memory of the text; often the same
     * @param dataOffset where in it {@code position} of the tensor is, in bytes
     * @param dataBytes how much may be written there
     * @param first the first element
     * @param position where in the tensor its text goes, in bytes, unless the element holds it itself
     * @param source the texts, one after the other, from index 0; null: only the table is written (with the length before
     *     a text, if the format has it there), and the text is the caller's to write, before the position that the
     *     result says
     * @param ends for each text where it ends, in bytes from the start of the first
     * @param count how many texts, at most {@link #BATCH_TEXTS}
     * @param results takes a number for each element that was written: the position after its text
     * @return written: elements; status DONE, OUTPUT_FULL (the text of the next does not fit) or REFUSED, as {@link
     *     #decodeTensor}; or an error
     */
    default long putTensor(
            byte[] tensor,
            Region table,
            long tableOffset,
            Region data,
            long dataOffset,
            long dataBytes,
            long first,
            long position,
            byte @Nullable [] source,
            long[] ends,
            int count,
            long[] results) {
        return Packed.E_UNSUPPORTED;
    }

    /**
     * What changes strings of tensors where they are.
     *
     * @return null if this binding, or its library, has nothing that does
     */
    default @Nullable TensorChanges tensorChanges() {
        return null;
    }

    /**
     * Functions of libtvm_ffi.
     *
     * @return what calls them; null if this binding, or its library, can't
     */
    default @Nullable ValueCalls valueCalls() {
        return null;
    }

    /**
     * What the native code said last, on this thread, when {@link Packed#error} was {@link Packed#E_PANIC}.
     *
     * @return the text, empty if there is none
     */
    String lastPanic();
}
