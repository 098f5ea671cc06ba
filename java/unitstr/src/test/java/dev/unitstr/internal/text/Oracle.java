package dev.unitstr.internal.text;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;

/** What the running JDK says of the first error in a text. */
public final class Oracle {
    /**
     * The first error.
     *
     * @param at where, in elements of the source; the source's length if there is none
     * @param length how long; 0 if there is none
     * @param unmappable whether it is legal text that the charset lacks
     * @param written elements of the target before it
     */
    public record Stop(int at, int length, boolean unmappable, int written) {}

    private Oracle() {}

    public static Stop decode(byte[] bytes, Charset charset) {
        CharsetDecoder decoder = charset.newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT);
        ByteBuffer in = ByteBuffer.wrap(bytes);
        CharBuffer out = CharBuffer.allocate(2 * bytes.length + 16);
        CoderResult result = decoder.decode(in, out, true);
        return stop(result, in.position(), out.position());
    }

    public static Stop encode(String text, Charset charset) {
        CharsetEncoder encoder = charset.newEncoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT);
        CharBuffer in = CharBuffer.wrap(text.toCharArray());
        ByteBuffer out = ByteBuffer.allocate(8 * text.length() + 16);
        CoderResult result = encoder.encode(in, out, true);
        return stop(result, in.position(), out.position());
    }

    private static Stop stop(CoderResult result, int at, int written) {
        return new Stop(at, result.isError() ? result.length() : 0, result.isUnmappable(), written);
    }
}
