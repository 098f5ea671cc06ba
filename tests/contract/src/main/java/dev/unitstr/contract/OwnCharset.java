package dev.unitstr.contract;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CoderResult;

/** A caller's charset: ISO-8859-1 without FF, each byte turned around; it calls the caller's code. */
final class OwnCharset extends Charset {
    private static final int NONE = 0xff;
    private static final int TURN = 0x55;

    private final Runnable called;

    OwnCharset(String name, Runnable called) {
        super(name, null);
        this.called = called;
    }

    @Override
    public boolean contains(Charset other) {
        return equals(other);
    }

    @Override
    public CharsetDecoder newDecoder() {
        return new CharsetDecoder(this, 1, 1) {
            @Override
            protected CoderResult decodeLoop(ByteBuffer in, CharBuffer out) {
                called.run();
                while (in.hasRemaining()) {
                    int c = in.get(in.position()) & 0xff ^ TURN;
                    if (c == NONE) {
                        return CoderResult.malformedForLength(1);
                    }
                    if (!out.hasRemaining()) {
                        return CoderResult.OVERFLOW;
                    }
                    out.put((char) c);
                    in.get();
                }
                return CoderResult.UNDERFLOW;
            }
        };
    }

    @Override
    public CharsetEncoder newEncoder() {
        return new CharsetEncoder(this, 1, 1, new byte[] {'?' ^ TURN}) {
            @Override
            protected CoderResult encodeLoop(CharBuffer in, ByteBuffer out) {
                called.run();
                while (in.hasRemaining()) {
                    char c = in.get(in.position());
                    if (c >= NONE) {
                        return CoderResult.unmappableForLength(1);
                    }
                    if (!out.hasRemaining()) {
                        return CoderResult.OVERFLOW;
                    }
                    out.put((byte) (c ^ TURN));
                    in.get();
                }
                return CoderResult.UNDERFLOW;
            }
        };
    }
}
