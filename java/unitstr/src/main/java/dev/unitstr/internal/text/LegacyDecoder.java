package dev.unitstr.internal.text;

import dev.unitstr.MalformedTextException;
import dev.unitstr.internal.binding.Binding;
import dev.unitstr.internal.memory.Region;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Decodes chunks in charsets that unitstr does not convert itself: the JDK's decoder keeps the state between chunks. A
 * charset may be user code: no {@link dev.unitstr.internal.memory.Scratch} is held while it runs.
 */
final class LegacyDecoder extends RegionDecoder {
    private static final int PIECE = 8 * 1024;

    private final CharsetDecoder decoder;
    private final @Nullable NearUtf8 near;
    /** Bytes that the decoder did not read, because the next chunk may complete them. */
    private byte[] held = NOTHING;

    LegacyDecoder(Binding binding, Coding coding) {
        super(binding, coding);
        this.decoder = LegacyText.decoder(coding);
        this.near = NearUtf8.of(binding, coding.charset());
    }

    @Override
    Chunk newChunk(Region src, long from, long end, boolean isLast) {
        return new Pieces(src, from, end, isLast);
    }

    @Override
    public void reset() {
        super.reset();
        held = NOTHING;
        decoder.reset();
    }

    @Override
    public long maxChars(long bytes) {
        Checks.notNegative("bytes", bytes);
        // One byte more: the decoder may end the text with a char.
        return most(bytes, held.length + 1, decoder.maxCharsPerByte());
    }

    @Override
    public int heldBytes() {
        return held.length;
    }

    private final class Pieces extends Chunk {
        private boolean flushed;

        Pieces(Region region, long from, long end, boolean isLast) {
            super(region, from, end, isLast);
        }

        @Override
        boolean hasNext() {
            return at < end || isLast && !flushed;
        }

        @Override
        String string() {
            int piece = (int) Math.min(end - at, PIECE);
            byte[] fresh = new byte[piece];
            RawBytes.read(binding, region, at, fresh, piece);
            at += piece;
            byte[] bytes = Arrays.copyOf(held, held.length + piece);
            System.arraycopy(fresh, 0, bytes, held.length, piece);
            ByteBuffer in = ByteBuffer.wrap(bytes);
            CharBuffer out = CharBuffer.allocate(LegacyText.size(bytes.length, decoder.maxCharsPerByte()));
            if (near != null && bytes.length >= ReadRoute.NEAR_UTF_8) {
                int clean = near.cleanBytes(bytes, bytes.length);
                out.put(near.decode(bytes, clean));
                in.position(clean);
            }
            CoderResult result = run(in, out);
            while (result.isOverflow() || result.isError() && coding.repairs()) {
                String repaired = "";
                if (result.isError()) {
                    in.position(in.position() + result.length());
                    repaired = coding.policy().replacement().orElse("");
                }
                if (result.isOverflow() || out.remaining() < repaired.length()) {
                    out = CharBuffer.allocate(LegacyText.grown(out.capacity() + (long) repaired.length()))
                            .put(out.flip());
                }
                out.put(repaired);
                result = run(in, out);
            }
            if (result.isError()) {
                error = MalformedTextException.decoding(
                        coding.charset(), LegacyText.kind(result), bytesRead + in.position(), result.length());
            }
            bytesRead += in.position();
            held = Arrays.copyOfRange(bytes, in.position(), bytes.length);
            return out.flip().toString();
        }

        private CoderResult run(ByteBuffer in, CharBuffer out) {
            CoderResult result = flushed ? CoderResult.UNDERFLOW : decoder.decode(in, out, isLast);
            if (result.isUnderflow() && isLast) {
                flushed = true;
                result = decoder.flush(out);
            }
            return result;
        }

        @Override
        int append(StringBuilder dst) {
            String text = string();
            dst.append(text);
            return text.length();
        }

        @Override
        int chars(char[] dst, int dstIndex) {
            String text = string();
            if (text.length() > dst.length - dstIndex) {
                throw TextReader.tooShort(dst.length, dstIndex);
            }
            text.getChars(0, text.length(), dst, dstIndex);
            return text.length();
        }
    }
}
