package dev.unitstr.internal.text;

import dev.unitstr.Copied;
import dev.unitstr.MalformedPolicy;
import dev.unitstr.MalformedTextException;
import dev.unitstr.MalformedTextException.Kind;
import dev.unitstr.internal.binding.Binding;
import dev.unitstr.internal.memory.Region;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Converts text in charsets that unitstr does not convert itself: the JDK decodes and encodes, and a binding only
 * copies the bytes. Units are bytes. A charset may be user code: no {@link dev.unitstr.internal.memory.Scratch} is held
 * while it runs.
 */
public final class LegacyText {
    private final Binding binding;

    /**
     * Creates an instance.
     *
     * @param binding accesses memory that Java cannot access
     */
    public LegacyText(Binding binding) {
        this.binding = binding;
    }

    /**
     * The result of decoding.
     *
     * @param text the text; if there is an error, the text before it
     * @param error the first error to report, or null
     */
    public record Decoded(String text, @Nullable MalformedTextException error) {
        /**
         * Returns the text, or throws the error.
         *
         * @return the string
         */
        public String orThrow() {
            if (error != null) {
                throw error;
            }
            return text;
        }
    }

    /**
     * The result of encoding.
     *
     * @param bytes the encoded text; if there is an error, the text before it
     * @param error the first error to report, or null
     */
    public record Encoded(byte[] bytes, @Nullable MalformedTextException error) {
        /**
         * Returns the bytes, or throws the error.
         *
         * @return the bytes
         */
        public byte[] orThrow() {
            if (error != null) {
                throw LegacyText.error(error, 0);
            }
            return bytes;
        }
    }

    /**
     * Tests whether a charset encodes NUL as one zero byte.
     *
     * @param charset the charset
     * @return true if text in the charset can be terminated
     */
    public static boolean hasNul(Charset charset) {
        return LegacyCharset.of(charset).hasNul();
    }

    /**
     * Tests whether the encoded form of a char depends on the chars before it. A shift-out and a shift-in around
     * two-byte characters do not count, because a text with them can be truncated after each character.
     *
     * @param charset the charset
     * @return true if text in the charset cannot be truncated
     */
    public static boolean hasState(Charset charset) {
        return LegacyCharset.of(charset).hasState();
    }

    /**
     * Decodes text.
     *
     * @param region the memory
     * @param offset the offset in the memory, in bytes
     * @param bytes the size of the text, in bytes
     * @param charset the charset
     * @param policy how to handle malformed text
     * @return the string
     */
    public Decoded decode(Region region, long offset, int bytes, Charset charset, MalformedPolicy policy) {
        byte[] encoded = new byte[bytes];
        RawBytes.read(binding, region, offset, encoded, bytes);
        return policy == MalformedPolicy.REPLACE
                ? new Decoded(new String(encoded, charset), null)
                : decodeStrictly(encoded, charset);
    }

    private static Decoded decodeStrictly(byte[] encoded, Charset charset) {
        CharsetDecoder decoder = charset.newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT);
        ByteBuffer in = ByteBuffer.wrap(encoded);
        CharBuffer out = CharBuffer.allocate(size(encoded.length, decoder.averageCharsPerByte()));
        boolean flushing = false;
        while (true) {
            CoderResult result = flushing ? decoder.flush(out) : decoder.decode(in, out, true);
            if (result.isError()) {
                MalformedTextException error =
                        MalformedTextException.decoding(charset, kind(result), in.position(), result.length());
                return new Decoded(out.flip().toString(), error);
            }
            if (result.isOverflow()) {
                out = CharBuffer.allocate(grown(out.capacity())).put(out.flip());
            } else if (flushing) {
                return new Decoded(out.flip().toString(), null);
            } else {
                flushing = true;
            }
        }
    }

    /**
     * Encodes a range of a string.
     *
     * @param src the string
     * @param srcIndex the index of the first char to encode
     * @param numChars the number of chars
     * @param charset the charset
     * @param policy how to handle malformed text
     * @return the bytes
     */
    public Encoded encode(String src, int srcIndex, int numChars, Charset charset, MalformedPolicy policy) {
        String text = src.substring(srcIndex, srcIndex + numChars);
        return policy == MalformedPolicy.REPLACE
                ? new Encoded(text.getBytes(charset), null)
                : encodeStrictly(text, srcIndex, charset);
    }

    private static Encoded encodeStrictly(String text, int srcIndex, Charset charset) {
        CharsetEncoder encoder = encoder(charset, MalformedPolicy.REPORT);
        CharBuffer in = CharBuffer.wrap(text.toCharArray());
        ByteBuffer out = ByteBuffer.allocate(size(text.length(), encoder.averageBytesPerChar()));
        boolean flushing = false;
        while (true) {
            CoderResult result = flushing ? encoder.flush(out) : encoder.encode(in, out, true);
            if (result.isError()) {
                return new Encoded(written(out), error(charset, result, srcIndex + in.position(), out.position()));
            }
            if (result.isOverflow()) {
                out = ByteBuffer.allocate(grown(out.capacity())).put(out.flip());
            } else if (flushing) {
                return new Encoded(written(out), null);
            } else {
                flushing = true;
            }
        }
    }

    /**
     * Writes encoded text, then throws its error if there is one.
     *
     * @param text the text
     * @param dst the memory
     * @param dstOffset the offset of the first byte to write
     * @return the number of bytes
     */
    public int write(Encoded text, Region dst, long dstOffset) {
        RawBytes.write(binding, text.bytes, text.bytes.length, dst, dstOffset);
        if (text.error != null) {
            throw text.error;
        }
        return text.bytes.length;
    }

    /**
     * Encodes as many whole code points as fit, in a stateless charset. Text after a shift-out ends with a shift-in,
     * for which one byte must be left.
     *
     * @param src the string
     * @param srcIndex the index of the first char to encode
     * @param numChars the number of chars
     * @param charset the charset
     * @param policy how to handle malformed text
     * @param dst the memory
     * @param dstOffset the offset of the first byte to write
     * @param capacityBytes the maximum number of bytes to write
     * @return the number of chars read and the number of bytes written
     */
    public Copied writeUpTo(
            String src,
            int srcIndex,
            int numChars,
            Charset charset,
            MalformedPolicy policy,
            Region dst,
            long dstOffset,
            long capacityBytes) {
        int chars = guess(src, srcIndex, numChars, charset, policy, capacityBytes);
        Encoded text = encode(src, srcIndex, chars, charset, policy);
        while (text.bytes.length > capacityBytes) { // the encoder wrote more when it was flushed
            if (chars == 0) {
                return new Copied(0, 0);
            }
            chars = Math.max(0, src.offsetByCodePoints(srcIndex + chars, -1) - srcIndex);
            text = encode(src, srcIndex, chars, charset, policy);
        }
        // An encoder that combines two code points into one character may be able to encode one more.
        while (text.error == null && chars < numChars) {
            int next = chars + Character.charCount(codePointAt(src, srcIndex + chars, srcIndex + numChars));
            Encoded longer = encode(src, srcIndex, next, charset, policy);
            if (longer.bytes.length > capacityBytes) {
                break;
            }
            text = longer;
            chars = next;
        }
        if (text.error != null) { // the encoder stopped at the error without a shift-in
            int before = text.error.charIndex() - srcIndex;
            byte[] whole = encode(src, srcIndex, before, charset, MalformedPolicy.REPLACE).bytes;
            if (whole.length > text.bytes.length) {
                if (whole.length > capacityBytes) {
                    return writeUpTo(src, srcIndex, before, charset, policy, dst, dstOffset, capacityBytes);
                }
                text = new Encoded(whole, error(text.error, whole.length));
            }
        }
        write(text, dst, dstOffset);
        return new Copied(chars, text.bytes.length);
    }

    /** Returns the number of chars that an encoder reads until its output is full. */
    private static int guess(
            String src, int srcIndex, int numChars, Charset charset, MalformedPolicy policy, long capacityBytes) {
        CharsetEncoder encoder = encoder(charset, policy);
        long most = (long) Math.ceil((double) numChars * encoder.maxBytesPerChar());
        CharBuffer in = CharBuffer.wrap(src, srcIndex, srcIndex + numChars);
        encoder.encode(
                in, ByteBuffer.allocate((int) Math.min(Math.min(most, capacityBytes), Integer.MAX_VALUE - 8)), true);
        int chars = in.position() - srcIndex;
        boolean cut = chars > 0
                && chars < numChars
                && Character.isSurrogatePair(src.charAt(srcIndex + chars - 1), src.charAt(srcIndex + chars));
        return cut ? chars - 1 : chars;
    }

    private static int codePointAt(String src, int index, int end) {
        char high = src.charAt(index);
        return index + 1 < end && Character.isSurrogatePair(high, src.charAt(index + 1))
                ? Character.toCodePoint(high, src.charAt(index + 1))
                : high;
    }

    private static CharsetEncoder encoder(Charset charset, MalformedPolicy policy) {
        CodingErrorAction action =
                policy == MalformedPolicy.REPLACE ? CodingErrorAction.REPLACE : CodingErrorAction.REPORT;
        return charset.newEncoder().onMalformedInput(action).onUnmappableCharacter(action);
    }

    private static MalformedTextException error(Charset charset, CoderResult result, int charIndex, int bytes) {
        return MalformedTextException.encoding(charset, kind(result), charIndex, result.length(), bytes);
    }

    private static MalformedTextException error(MalformedTextException error, int bytes) {
        return MalformedTextException.encoding(
                error.charset(), error.kind(), error.charIndex(), error.charCount(), bytes);
    }

    private static Kind kind(CoderResult result) {
        return result.isMalformed() ? Kind.MALFORMED : Kind.UNMAPPABLE;
    }

    private static byte[] written(ByteBuffer out) {
        return Arrays.copyOf(out.array(), out.position());
    }

    private static int size(int elements, float each) {
        return (int) Math.min(Integer.MAX_VALUE - 8, (long) (elements * (double) each) + 8);
    }

    private static int grown(int size) {
        if (size == Integer.MAX_VALUE - 8) {
            throw new OutOfMemoryError("the text is too long for one array");
        }
        return (int) Math.min(Integer.MAX_VALUE - 8, size * 2L);
    }
}
