package dev.unitstr.internal.binding;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CoderResult;

/** Modified UTF-8, as a charset, which the JDK lacks: every operation supports it without code of its own. */
public final class ModifiedUtf8 extends Charset {
    private static final int MOST_BYTES = 3;

    /** Creates the charset. */
    public ModifiedUtf8() {
        super("x-modified-utf-8", null);
    }

    @Override
    public boolean contains(Charset other) {
        return equals(other);
    }

    @Override
    public CharsetDecoder newDecoder() {
        return new Decoder(this);
    }

    @Override
    public CharsetEncoder newEncoder() {
        return new Encoder(this);
    }

    private static final class Decoder extends CharsetDecoder {
        Decoder(Charset charset) {
            super(charset, 1, 1);
        }

        @Override
        protected CoderResult decodeLoop(ByteBuffer in, CharBuffer out) {
            while (in.hasRemaining()) {
                int at = in.position();
                int lead = in.get(at) & 0xFF;
                int length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : 3;
                if (lead >= 0x80 && lead < 0xC0 || lead == 0xC1 || lead >= 0xF0) {
                    return CoderResult.malformedForLength(1);
                }
                int value = length == 1 ? lead : lead & 0x3F >> length - 1;
                for (int i = 1; i < length; i++) {
                    if (i == in.remaining()) {
                        return CoderResult.UNDERFLOW;
                    }
                    int next = in.get(at + i) & 0xFF;
                    boolean overlong = i == 1 && (lead == 0xC0 && next != 0x80 || lead == 0xE0 && next < 0xA0);
                    if ((next & 0xC0) != 0x80 || overlong) {
                        return CoderResult.malformedForLength(i);
                    }
                    value = value << 6 | next & 0x3F;
                }
                if (!out.hasRemaining()) {
                    return CoderResult.OVERFLOW;
                }
                out.put((char) value);
                in.position(at + length);
            }
            return CoderResult.UNDERFLOW;
        }
    }

    private static final class Encoder extends CharsetEncoder {
        Encoder(Charset charset) {
            super(charset, 1.1f, MOST_BYTES);
        }

        @Override
        protected CoderResult encodeLoop(CharBuffer in, ByteBuffer out) {
            while (in.hasRemaining()) {
                char c = in.get(in.position());
                int length = c > 0 && c < 0x80 ? 1 : c < 0x800 ? 2 : 3;
                if (out.remaining() < length) {
                    return CoderResult.OVERFLOW;
                }
                switch (length) {
                    case 1 -> out.put((byte) c);
                    case 2 -> out.put((byte) (0xC0 | c >> 6)).put((byte) (0x80 | c & 0x3F));
                    default ->
                        out.put((byte) (0xE0 | c >> 12))
                                .put((byte) (0x80 | c >> 6 & 0x3F))
                                .put((byte) (0x80 | c & 0x3F));
                }
                in.position(in.position() + 1);
            }
            return CoderResult.UNDERFLOW;
        }
    }
}
