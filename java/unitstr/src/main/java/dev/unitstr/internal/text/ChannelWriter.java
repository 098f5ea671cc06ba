package dev.unitstr.internal.text;

import dev.unitstr.MalformedTextException;
import dev.unitstr.TextEncoder;
import dev.unitstr.UnitCharsets;
import java.io.IOException;
import java.io.Writer;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.channels.IllegalBlockingModeException;
import java.nio.channels.WritableByteChannel;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Writes encoded text to a channel. Its memory does not depend on the length of the text. */
public final class ChannelWriter extends Writer {
    private static final int BYTES = 64 * 1024;

    private final TextEncoder encoder;
    private final WritableByteChannel channel;
    private final int unitSize;
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(BYTES);
    /** The number of encoded bytes that the channel has not been passed yet. */
    private int pending;

    /** Malformed text, or a text of which a part is lost: nothing may follow it. */
    private @Nullable IOException error;

    private boolean isClosed;

    /**
     * Implements {@link TextEncoder#writer}.
     *
     * @param encoder the encoder
     * @param channel the channel
     */
    public ChannelWriter(TextEncoder encoder, WritableByteChannel channel) {
        this.encoder = encoder;
        this.channel = Objects.requireNonNull(channel, "channel");
        this.unitSize = UnitCharsets.unitSize(encoder.charset());
    }

    @Override
    public void write(char[] src, int srcIndex, int count) throws IOException {
        Checks.elements("srcIndex", srcIndex, "count", count, "src", src.length);
        encode(CharBuffer.wrap(src, srcIndex, count));
    }

    @Override
    public void write(String src, int srcIndex, int count) throws IOException {
        Checks.elements("srcIndex", srcIndex, "count", count, "src", src.length());
        encode(src.substring(srcIndex, srcIndex + count));
    }

    private void encode(CharSequence src) throws IOException {
        synchronized (lock) {
            checkOpen();
            if (error != null) {
                throw error;
            }
            int at = 0;
            try {
                while (at < src.length()) {
                    at += encodeSome(src, at);
                    if (at < src.length()) {
                        drain();
                    }
                }
            } catch (MalformedTextException e) {
                error = ChannelReader.coding(e);
                throw error;
            } catch (IOException | RuntimeException | Error e) {
                error = new IOException(
                        "an earlier write failed after " + at + " of its " + src.length() + " chars", e);
                throw e;
            }
        }
    }

    private int encodeSome(CharSequence src, int at) {
        long before = encoder.unitsWritten();
        try {
            return encoder.encode(src, at, buffer, pending, capacity()).chars();
        } finally {
            pending += (int) (encoder.unitsWritten() - before) * unitSize; // also those before malformed text
        }
    }

    private long capacity() {
        return (BYTES - pending) / unitSize;
    }

    private void drain() throws IOException {
        buffer.limit(pending).position(0);
        try {
            while (buffer.hasRemaining()) {
                if (channel.write(buffer) == 0) {
                    throw new IllegalBlockingModeException();
                }
            }
        } finally {
            pending = buffer.compact().position(); // the bytes that the channel did not take
        }
    }

    @Override
    public void flush() throws IOException {
        synchronized (lock) {
            checkOpen();
            drain();
        }
    }

    private void checkOpen() throws IOException {
        if (isClosed) {
            throw new IOException("the writer is closed");
        }
    }

    @Override
    public void close() throws IOException {
        synchronized (lock) {
            if (isClosed) {
                return;
            }
            isClosed = true;
            try (channel) {
                drain();
                if (error == null) {
                    pending = (int) encoder.flush(buffer, 0, capacity()) * unitSize;
                    drain();
                }
            } catch (MalformedTextException e) {
                throw ChannelReader.coding(e);
            }
        }
    }
}
