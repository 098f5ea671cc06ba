package dev.unitstr.internal.text;

import dev.unitstr.Copied;
import dev.unitstr.MalformedPolicy;
import dev.unitstr.MalformedTextException;
import dev.unitstr.internal.binding.Binding;
import dev.unitstr.internal.memory.Region;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Encodes chunks in charsets that unitstr does not convert itself: the JDK's encoder keeps the state between chunks. A
 * charset, or a char sequence, may be user code: no {@link dev.unitstr.internal.memory.Scratch} is held while it runs.
 */
final class LegacyEncoder extends RegionEncoder {
    private static final int PIECE = 8 * 1024;

    private final CharsetEncoder encoder;
    private final @Nullable NearUtf8 near;
    /** The end of the text, which did not fit into the memory of the last call. */
    private byte[] end = {};

    private boolean ended;

    LegacyEncoder(Binding binding, Coding coding) {
        super(binding, coding);
        this.encoder = LegacyText.encoder(coding.charset(), coding.policy());
        this.near = NearUtf8.of(binding, coding.charset());
        if (coding.policy() == MalformedPolicy.IGNORE) {
            encoder.onMalformedInput(CodingErrorAction.IGNORE).onUnmappableCharacter(CodingErrorAction.IGNORE);
        } else if (coding.repairs()) {
            throw new IllegalArgumentException(
                    "policy is " + coding.policy() + ": not supported in chunks of " + coding.charset());
        }
    }

    @Override
    void checkNotEnded() {
        if (ended) {
            throw new IllegalStateException("the text was ended: flush with more units, or reset");
        }
    }

    @Override
    Copied write(CharSequence src, int srcIndex, Region dst, long dstOffset, long capacityBytes) {
        int length = src.length();
        int at = srcIndex;
        long written = 0;
        while (at < length) {
            int before = held == 0 ? 0 : 1;
            int fresh = Math.min(length - at, PIECE);
            char[] chars = new char[before + fresh];
            chars[0] = held;
            Chars.copy(src, at, fresh, chars, before);
            CharBuffer in = CharBuffer.wrap(chars);
            int most = LegacyText.size(chars.length, encoder.maxBytesPerChar());
            ByteBuffer out = ByteBuffer.allocate((int) Math.min(most, capacityBytes - written));
            if (near != null && chars.length >= WriteRoute.NEAR_UTF_8 && out.capacity() == most) { // what is clean fits
                String text = in.toString();
                int clean = NearUtf8.cleanChars(text, coding.charset());
                out.put(near.encode(text, clean));
                in.position(clean);
            }
            CoderResult result = encoder.encode(in, out, false);
            int bytes = out.position();
            RawBytes.write(binding, out.array(), bytes, dst, dstOffset + written);
            written += bytes;
            int read = in.position() - before; // -1 if the surrogate held was not encoded
            if (result.isError()) {
                count(0, bytes);
                throw error(result, charsRead() + read);
            }
            if (read >= 0) {
                held = 0;
                at += read;
            }
            count(Math.max(read, 0), bytes);
            if (result.isOverflow()) {
                break;
            }
            if (in.position() == 0 && chars.length > 1) {
                throw new IllegalStateException(
                        "the encoder of " + coding.charset() + " read none of " + chars.length + " chars");
            }
            if (at == length - 1 && in.hasRemaining()) {
                held = in.get();
                at++;
                count(1, 0);
            }
        }
        return new Copied(at - srcIndex, written);
    }

    @Override
    long writeEnd(Region dst, long dstOffset, long capacityBytes) {
        if (!ended) {
            char[] chars = held == 0 ? new char[0] : new char[] {held};
            CharBuffer in = CharBuffer.wrap(chars);
            ByteBuffer out = ByteBuffer.allocate(LegacyText.size(chars.length + 1, encoder.maxBytesPerChar()));
            CoderResult result = encoder.encode(in, out, true);
            if (result.isUnderflow()) {
                result = encoder.flush(out);
            }
            if (result.isError()) {
                throw error(result, charsRead() - chars.length);
            }
            if (!result.isUnderflow()) {
                throw new IllegalStateException("the encoder of " + coding.charset() + " writes more than "
                        + encoder.maxBytesPerChar() + " bytes for a char");
            }
            held = 0;
            end = Arrays.copyOf(out.array(), out.position());
            ended = true;
        }
        byte[] last = end; // once, because another thread may change it, which is not allowed
        if (last.length > capacityBytes) {
            return TextWriter.FULL;
        }
        RawBytes.write(binding, last, last.length, dst, dstOffset);
        count(0, last.length);
        return last.length;
    }

    private MalformedTextException error(CoderResult result, long charIndex) {
        return MalformedTextException.encoding(
                coding.charset(), LegacyText.kind(result), charIndex, result.length(), unitsWritten());
    }

    @Override
    public void reset() {
        super.reset();
        encoder.reset();
        end = new byte[0];
        ended = false;
    }
}
