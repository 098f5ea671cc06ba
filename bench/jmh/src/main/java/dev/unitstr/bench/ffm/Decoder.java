package dev.unitstr.bench.ffm;

import dev.unitstr.bench.Texts;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CodingErrorAction;

/** A decoder and an encoder that are kept, on a buffer over the memory. */
final class Decoder extends SegmentContender {
    private final ByteBuffer from;
    private final ByteBuffer to;
    private final CharBuffer chars;
    private final CharsetDecoder decoder;
    private final CharsetEncoder encoder;

    Decoder(Texts texts, SegmentMemory memory) {
        super(texts, memory);
        from = source.asByteBuffer();
        to = target.asByteBuffer();
        chars = CharBuffer.allocate(texts.room());
        decoder = texts.charset()
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPLACE)
                .onUnmappableCharacter(CodingErrorAction.REPLACE);
        encoder = texts.charset()
                .newEncoder()
                .onMalformedInput(CodingErrorAction.REPLACE)
                .onUnmappableCharacter(CodingErrorAction.REPLACE);
    }

    @Override
    public String read(int i) {
        from.limit(offsets[i] + units[i] * texts.unitSize()).position(offsets[i]);
        chars.clear();
        decoder.reset().decode(from, chars, true);
        decoder.flush(chars);
        return chars.flip().toString();
    }

    @Override
    public long write(int i, int offset) {
        to.clear().position(offset);
        encoder.reset().encode(CharBuffer.wrap(texts.string(i)), to, true);
        encoder.flush(to);
        return to.position() - offset;
    }
}
