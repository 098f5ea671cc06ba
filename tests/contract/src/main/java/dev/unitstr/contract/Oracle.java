package dev.unitstr.contract;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.util.Arrays;

/** The expected results, from the running JDK. */
public final class Oracle {
    private Oracle() {}

    /** The text, with replacements. */
    public static String decode(byte[] bytes, Charset charset) {
        return new String(bytes, charset);
    }

    /** The text's bytes, with replacements. */
    public static byte[] encode(String text, Charset charset) {
        return text.getBytes(charset);
    }

    /** The first fault of encoded text, or null. */
    public static Fault decodeFault(byte[] bytes, Charset charset) {
        CharsetDecoder decoder = charset.newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT);
        ByteBuffer in = ByteBuffer.wrap(bytes);
        CharBuffer out = CharBuffer.allocate((int) Math.ceil(bytes.length * (double) decoder.maxCharsPerByte()) + 16);
        CoderResult result = decoder.decode(in, out, true);
        if (!result.isError()) {
            result = decoder.flush(out);
        }
        if (result.isOverflow()) {
            throw new AssertionError("not enough room: " + charset + " " + Hex.of(bytes));
        }
        return result.isError() ? Fault.of(result, in.position()) : null;
    }

    /** The first fault of a text that is to be encoded, or null. */
    public static Fault encodeFault(String text, Charset charset) {
        CharBuffer in = CharBuffer.wrap(text);
        CoderResult result = encode(in, charset, room(text, charset));
        return result.isError() ? Fault.of(result, in.position()) : null;
    }

    /** The bytes before the first fault. In a charset with state they differ from the encoding of the text before it. */
    public static byte[] encodedBeforeFault(String text, Charset charset) {
        ByteBuffer out = room(text, charset);
        encode(CharBuffer.wrap(text), charset, out);
        return Arrays.copyOf(out.array(), out.position());
    }

    private static ByteBuffer room(String text, Charset charset) {
        float most = charset.newEncoder().maxBytesPerChar();
        return ByteBuffer.allocate((int) Math.ceil(text.length() * (double) most) + 16);
    }

    private static CoderResult encode(CharBuffer in, Charset charset, ByteBuffer out) {
        CharsetEncoder encoder = charset.newEncoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT);
        CoderResult result = encoder.encode(in, out, true);
        if (!result.isError()) {
            result = encoder.flush(out);
        }
        if (result.isOverflow()) {
            throw new AssertionError("not enough room: " + charset);
        }
        return result;
    }

    /** How many units precede the first zero one, or -1: counted one by one. */
    public static int unitsToTerminator(byte[] bytes, int unitSize) {
        byte[] zero = new byte[unitSize];
        for (int at = 0; at + unitSize <= bytes.length; at += unitSize) {
            if (Arrays.equals(bytes, at, at + unitSize, zero, 0, unitSize)) {
                return at / unitSize;
            }
        }
        return -1;
    }
}
