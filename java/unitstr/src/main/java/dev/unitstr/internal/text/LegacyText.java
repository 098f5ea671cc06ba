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
final class LegacyText {
    private final Binding binding;

    /**
     * Creates an instance.
     *
     * @param binding accesses memory that Java cannot access
     */
    LegacyText(Binding binding) {
        this.binding = binding;
    }

    /**
     * The result of decoding or encoding.
     *
     * @param text the result; if there is an error, the result of the text before it
     * @param error the first error to report, or null
     */
    record Converted<T>(T text, @Nullable MalformedTextException error) {
        /** Returns the result, or throws the error; nothing was written then. */
        T orThrow() {
            if (error != null) {
                throw error.isDecoding() ? error : LegacyText.error(error, 0);
            }
            return text;
        }
    }

    /**
     * Tests whether a charset encodes NUL as one zero byte.
     *
     * @param charset the charset
     * @return true if text in the charset can be terminated
     */
    static boolean hasNul(Charset charset) {
        return LegacyCharset.of(charset).hasNul();
    }

    /**
     * Tests whether the encoded form of a char depends on the chars before it. A shift-out and a shift-in around
     * two-byte characters do not count, because a text with them can be truncated after each character.
     *
     * @param charset the charset
     * @return true if text in the charset cannot be truncated
     */
    static boolean hasState(Charset charset) {
        return LegacyCharset.of(charset).hasState();
    }

    /**
     * Decodes text.
     *
     * @param region the memory
     * @param offset the offset in the memory, in bytes
     * @param bytes the size of the text, in bytes
     * @param coding the charset and the policy
     * @return the string
     */
    Converted<String> decode(Region region, long offset, int bytes, Coding coding) {
        byte[] encoded = new byte[bytes];
        RawBytes.read(binding, region, offset, encoded, bytes);
        NearUtf8 near = bytes < ReadRoute.NEAR_UTF_8 ? null : NearUtf8.of(binding, coding.charset());
        int clean = near == null ? 0 : near.cleanBytes(encoded, bytes);
        if (clean == 0) {
            return decode(encoded, coding);
        }
        String start = near.decode(encoded, clean);
        if (clean == bytes) {
            return new Converted<>(start, null);
        }
        Converted<String> rest = decode(Arrays.copyOfRange(encoded, clean, bytes), coding);
        return new Converted<>(start.concat(rest.text), rest.error == null ? null : moved(rest.error, clean));
    }

    private static MalformedTextException moved(MalformedTextException error, int bytes) {
        return MalformedTextException.decoding(
                error.charset(), error.kind(), bytes + error.byteOffset(), error.byteCount());
    }

    private static Converted<String> decode(byte[] encoded, Coding coding) {
        return coding.policy() == MalformedPolicy.REPLACE
                ? new Converted<>(new String(encoded, coding.charset()), null)
                : decodeStrictly(encoded, coding);
    }

    private static Converted<String> decodeStrictly(byte[] encoded, Coding coding) {
        Charset charset = coding.charset();
        CharsetDecoder decoder = decoder(Coding.of(charset, MalformedPolicy.REPORT));
        ByteBuffer in = ByteBuffer.wrap(encoded);
        CharBuffer out = CharBuffer.allocate(size(encoded.length, decoder.averageCharsPerByte()));
        boolean flushing = false;
        while (true) {
            CoderResult result = flushing ? decoder.flush(out) : decoder.decode(in, out, true);
            if (result.isError() && coding.repairs()) {
                in.position(in.position() + result.length());
                String repaired = coding.policy().replacement().orElse("");
                if (repaired.length() > out.remaining()) {
                    out = CharBuffer.allocate(grown(out.capacity() + (long) repaired.length()))
                            .put(out.flip());
                }
                out.put(repaired);
            } else if (result.isError()) {
                MalformedTextException error =
                        MalformedTextException.decoding(charset, kind(result), in.position(), result.length());
                return new Converted<>(out.flip().toString(), error);
            } else if (result.isOverflow()) {
                out = CharBuffer.allocate(grown(out.capacity())).put(out.flip());
            } else if (flushing) {
                return new Converted<>(out.flip().toString(), null);
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
     * @param coding the charset and the policy
     * @return the bytes
     */
    Converted<byte[]> encode(String src, int srcIndex, int numChars, Coding coding) {
        String text = src.substring(srcIndex, srcIndex + numChars);
        NearUtf8 near = numChars < WriteRoute.NEAR_UTF_8 ? null : NearUtf8.of(binding, coding.charset());
        int clean = near == null ? 0 : NearUtf8.cleanChars(text, coding.charset());
        if (clean == 0) {
            return encode(text, srcIndex, coding);
        }
        byte[] start = near.encode(text, clean);
        if (clean == numChars) {
            return new Converted<>(start, null);
        }
        Converted<byte[]> rest = encode(text.substring(clean), srcIndex + clean, coding);
        byte[] all = Arrays.copyOf(start, Math.addExact(start.length, rest.text.length));
        System.arraycopy(rest.text, 0, all, start.length, rest.text.length);
        return new Converted<>(all, rest.error == null ? null : error(rest.error, all.length));
    }

    private static Converted<byte[]> encode(String text, int srcIndex, Coding coding) {
        return coding.policy() == MalformedPolicy.REPLACE
                ? new Converted<>(text.getBytes(coding.charset()), null)
                : encodeStrictly(text, srcIndex, coding);
    }

    private static Converted<byte[]> encodeStrictly(String text, int srcIndex, Coding coding) {
        Charset charset = coding.charset();
        MalformedTextException repaired = null; // the error that is being replaced
        int repairedAt = 0; // the number of bytes before the replacement
        CharBuffer rest = null; // the text after it
        CharsetEncoder encoder = encoder(charset, MalformedPolicy.REPORT);
        CharBuffer in = CharBuffer.wrap(text.toCharArray());
        ByteBuffer out = ByteBuffer.allocate(size(text.length(), encoder.averageBytesPerChar()));
        boolean flushing = false;
        while (true) {
            CoderResult result = flushing ? encoder.flush(out) : encoder.encode(in, out, true);
            if (result.isError()) {
                if (repaired != null && rest != null) { // the replacement cannot be encoded
                    return new Converted<>(Arrays.copyOf(out.array(), repairedAt), repaired);
                }
                MalformedTextException error = error(charset, result, srcIndex + in.position(), out.position());
                if (!coding.repairs()) {
                    return new Converted<>(written(out), error);
                }
                in.position(in.position() + result.length());
                repaired = error;
                repairedAt = out.position();
                rest = in;
                in = CharBuffer.wrap(coding.policy().replacement().orElse(""));
            } else if (!flushing && result.isUnderflow() && rest != null) {
                in = rest;
                rest = null;
            } else if (result.isOverflow()) {
                out = ByteBuffer.allocate(grown(out.capacity())).put(out.flip());
            } else if (flushing) {
                return new Converted<>(written(out), null);
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
    int write(Converted<byte[]> text, Region dst, long dstOffset) {
        RawBytes.write(binding, text.text, text.text.length, dst, dstOffset);
        if (text.error != null) {
            throw text.error;
        }
        return text.text.length;
    }

    /**
     * Encodes as many whole code points as fit, in a stateless charset. Text after a shift-out ends with a shift-in,
     * for which one byte must be left.
     *
     * @param src the string
     * @param srcIndex the index of the first char to encode
     * @param numChars the number of chars
     * @param coding the charset and the policy
     * @param dst the memory
     * @param dstOffset the offset of the first byte to write
     * @param capacityBytes the maximum number of bytes to write
     * @return the number of chars read and the number of bytes written
     */
    Copied writeUpTo(
            String src, int srcIndex, int numChars, Coding coding, Region dst, long dstOffset, long capacityBytes) {
        if (coding.repairs()) {
            return writeRepairedUpTo(src, srcIndex, numChars, coding, dst, dstOffset, capacityBytes);
        }
        int chars = guess(src, srcIndex, numChars, coding, capacityBytes);
        Converted<byte[]> encoded = encode(src, srcIndex, chars, coding);
        while (encoded.text.length > capacityBytes) { // the encoder wrote more when it was flushed
            if (chars == 0) {
                return new Copied(0, 0);
            }
            chars = Math.max(0, src.offsetByCodePoints(srcIndex + chars, -1) - srcIndex);
            encoded = encode(src, srcIndex, chars, coding);
        }
        // An encoder that combines two code points into one character may be able to encode one more.
        while (encoded.error == null && chars < numChars) {
            int next = Math.min(numChars, chars + Character.charCount(src.codePointAt(srcIndex + chars)));
            Converted<byte[]> longer = encode(src, srcIndex, next, coding);
            if (longer.text.length > capacityBytes) {
                break;
            }
            encoded = longer;
            chars = next;
        }
        if (encoded.error != null) { // the encoder stopped at the error without a shift-in
            int before = (int) encoded.error.charIndex() - srcIndex;
            byte[] whole = encode(src, srcIndex, before, Coding.of(coding.charset(), MalformedPolicy.REPLACE)).text;
            if (whole.length > encoded.text.length) {
                if (whole.length > capacityBytes) {
                    return writeUpTo(src, srcIndex, before, coding, dst, dstOffset, capacityBytes);
                }
                encoded = new Converted<>(whole, error(encoded.error, whole.length));
            }
        }
        write(encoded, dst, dstOffset);
        return new Copied(chars, encoded.text.length);
    }

    /** Searches for the longest range that fits: the bytes of a replacement have no limit that the encoder knows. */
    private Copied writeRepairedUpTo(
            String src, int srcIndex, int numChars, Coding coding, Region dst, long dstOffset, long capacityBytes) {
        int fits = 0;
        int exceeds = numChars + 1;
        Converted<byte[]> best = encode(src, srcIndex, 0, coding);
        while (exceeds - fits > 1) {
            int chars = exceeds == numChars + 1 && fits == 0 ? numChars : fits + exceeds >>> 1;
            if (chars < numChars
                    && Character.isSurrogatePair(src.charAt(srcIndex + chars - 1), src.charAt(srcIndex + chars))) {
                chars++;
            }
            Converted<byte[]> encoded = chars < exceeds ? encode(src, srcIndex, chars, coding) : null;
            if (encoded == null) {
                exceeds--;
            } else if (encoded.text.length <= capacityBytes) {
                fits = chars;
                best = encoded;
            } else {
                exceeds = chars;
            }
        }
        if (best.text.length > capacityBytes) { // the encoder writes more than fits even for no text
            return new Copied(0, 0);
        }
        write(best, dst, dstOffset);
        return new Copied(fits, best.text.length);
    }

    /** Returns the number of chars that an encoder reads until its output is full. */
    private static int guess(String src, int srcIndex, int numChars, Coding coding, long capacityBytes) {
        CharsetEncoder encoder = encoder(coding.charset(), coding.policy());
        long most = (long) Math.ceil((double) numChars * encoder.maxBytesPerChar());
        CharBuffer in = CharBuffer.wrap(src, srcIndex, srcIndex + numChars);
        int room = (int) Math.min(Math.min(most, capacityBytes), Integer.MAX_VALUE - 8);
        encoder.encode(in, ByteBuffer.allocate(room), true);
        int chars = in.position() - srcIndex;
        boolean cut = chars > 0
                && chars < numChars
                && Character.isSurrogatePair(src.charAt(srcIndex + chars - 1), src.charAt(srcIndex + chars));
        return cut ? chars - 1 : chars;
    }

    /** Returns a new decoder of the JDK. */
    static CharsetDecoder decoder(Coding coding) {
        CodingErrorAction action = action(coding.policy());
        return coding.charset().newDecoder().onMalformedInput(action).onUnmappableCharacter(action);
    }

    /** Returns a new encoder of the JDK. */
    static CharsetEncoder encoder(Charset charset, MalformedPolicy policy) {
        CodingErrorAction action = action(policy);
        return charset.newEncoder().onMalformedInput(action).onUnmappableCharacter(action);
    }

    private static CodingErrorAction action(MalformedPolicy policy) {
        return policy == MalformedPolicy.REPLACE ? CodingErrorAction.REPLACE : CodingErrorAction.REPORT;
    }

    private static MalformedTextException error(Charset charset, CoderResult result, int charIndex, int bytes) {
        return MalformedTextException.encoding(charset, kind(result), charIndex, result.length(), bytes);
    }

    private static MalformedTextException error(MalformedTextException error, int bytes) {
        return MalformedTextException.encoding(
                error.charset(), error.kind(), error.charIndex(), error.charCount(), bytes);
    }

    static Kind kind(CoderResult result) {
        return result.isMalformed() ? Kind.MALFORMED : Kind.UNMAPPABLE;
    }

    private static byte[] written(ByteBuffer out) {
        return Arrays.copyOf(out.array(), out.position());
    }

    static int size(int elements, float each) {
        return (int) Math.min(Integer.MAX_VALUE - 8, (long) (elements * (double) each) + 8);
    }

    static int grown(long size) {
        if (size >= Integer.MAX_VALUE - 8) {
            throw new OutOfMemoryError("the text is too long for one array");
        }
        return (int) Math.min(Integer.MAX_VALUE - 8, size * 2);
    }
}
