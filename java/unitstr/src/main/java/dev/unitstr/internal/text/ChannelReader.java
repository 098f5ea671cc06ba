package dev.unitstr.internal.text;

import dev.unitstr.MalformedTextException;
import dev.unitstr.MalformedTextException.Kind;
import dev.unitstr.TextDecoder;
import java.io.IOException;
import java.io.Reader;
import java.nio.ByteBuffer;
import java.nio.channels.IllegalBlockingModeException;
import java.nio.channels.ReadableByteChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.MalformedInputException;
import java.nio.charset.UnmappableCharacterException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Reads the text of a channel. Its memory does not depend on the length of the text. */
public final class ChannelReader extends Reader {
    private static final int BYTES = 64 * 1024;
    private static final int END = -1;

    private final TextDecoder decoder;
    private final ReadableByteChannel channel;
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(BYTES);
    private char[] chars = {};
    /** The chars that were decoded and not read yet. */
    private int from;

    private int end;
    private boolean isOver;
    private @Nullable IOException error;
    private boolean isClosed;

    /**
     * Implements {@link TextDecoder#reader}.
     *
     * @param decoder the decoder
     * @param channel the channel
     */
    public ChannelReader(TextDecoder decoder, ReadableByteChannel channel) {
        this.decoder = decoder;
        this.channel = Objects.requireNonNull(channel, "channel");
    }

    @Override
    public int read(char[] dst, int dstIndex, int count) throws IOException {
        Objects.checkFromIndexSize(dstIndex, count, dst.length);
        synchronized (lock) {
            if (isClosed) {
                throw new IOException("the reader is closed");
            }
            while (from == end && count > 0) {
                if (error != null) {
                    throw error;
                }
                if (isOver) {
                    return END;
                }
                fill();
            }
            int most = Math.min(count, end - from);
            System.arraycopy(chars, from, dst, dstIndex, most);
            from += most;
            return most;
        }
    }

    private void fill() throws IOException {
        buffer.clear();
        int bytes = channel.read(buffer);
        if (bytes == 0) {
            throw new IllegalBlockingModeException();
        }
        int most = Math.toIntExact(decoder.maxChars(Math.max(bytes, 0)));
        if (chars.length < most) {
            chars = new char[most];
        }
        from = 0;
        end = 0; // so that no chars are read again if the decoder throws
        long before = decoder.charsWritten();
        try {
            if (bytes < 0) {
                isOver = true;
                end = decoder.flush(chars, 0);
            } else {
                end = decoder.decode(buffer.limit(bytes), 0, bytes, chars, 0);
            }
        } catch (MalformedTextException e) {
            end = (int) (decoder.charsWritten() - before); // the text before the error is read first
            error = coding(e);
        }
    }

    /** Returns the exception of a {@link Reader} or {@link java.io.Writer} for malformed text. */
    static IOException coding(MalformedTextException e) {
        CharacterCodingException coding = e.kind() == Kind.MALFORMED
                ? new MalformedInputException(length(e))
                : new UnmappableCharacterException(length(e));
        coding.initCause(e);
        return coding;
    }

    private static int length(MalformedTextException e) {
        return e.isDecoding() ? e.byteCount() : e.charCount();
    }

    @Override
    public void close() throws IOException {
        synchronized (lock) {
            isClosed = true;
            channel.close();
        }
    }
}
