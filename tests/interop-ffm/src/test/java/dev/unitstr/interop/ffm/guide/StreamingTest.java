package dev.unitstr.interop.ffm.guide;

import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.TRUNCATE_EXISTING;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.unitstr.Copied;
import dev.unitstr.MalformedPolicy;
import dev.unitstr.MalformedTextException;
import dev.unitstr.TextDecoder;
import dev.unitstr.TextEncoder;
import dev.unitstr.ffm.SegmentTexts;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.Writer;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The code of docs/streaming.md. */
class StreamingTest {
    private static final String TEXT = "na\u00efve \u20ac \ud83d\ude00\n".repeat(3_000);

    @TempDir
    Path directory;

    // [streaming: chunks]
    /** Decodes text that arrives in chunks, which may end inside a character. */
    static String read(List<ByteBuffer> chunks) throws IOException {
        TextDecoder decoder = TextDecoder.of(UTF_8);
        StringBuilder text = new StringBuilder();
        for (ByteBuffer chunk : chunks) {
            decoder.decode(chunk, chunk.position(), chunk.remaining(), text);
        }
        decoder.flush(text); // the end: an unfinished character is malformed now
        return text.toString();
    }
    // [streaming: end]

    @Test
    void chunksMayEndAnywhere() throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap("\u20ac!\u20ac".getBytes(UTF_8));
        assertEquals("\u20ac!\u20ac", read(List.of(bytes.slice(0, 1), bytes.slice(1, 4), bytes.slice(5, 2))));
        assertEquals("\u20ac!\ufffd", read(List.of(bytes.slice(0, 2), bytes.slice(2, 4))));
    }

    // [streaming: mapped]
    /** Counts the lines of a mapped file of any size. The memory it uses does not depend on the size. */
    static long lines(Path file) throws IOException {
        try (Arena arena = Arena.ofConfined();
                FileChannel channel = FileChannel.open(file)) {
            MemorySegment text = channel.map(MapMode.READ_ONLY, 0, channel.size(), arena);
            TextDecoder decoder = TextDecoder.of(UTF_8);
            char[] chars = new char[(int) decoder.maxChars(1 << 16) + 3]; // 3: bytes held from the chunk before
            long lines = 0;
            for (long at = 0; at < text.byteSize(); at += 1 << 16) {
                long bytes = Math.min(1 << 16, text.byteSize() - at);
                int count = SegmentTexts.decode(decoder, text, at, bytes, chars, 0);
                for (int i = 0; i < count; i++) {
                    lines += chars[i] == '\n' ? 1 : 0;
                }
            }
            return lines;
        }
    }
    // [streaming: end]

    // [streaming: channels]
    /** Converts a file from UTF-8 to UTF-16, 64 KiB at a time. */
    static void convert(Path from, Path to) throws IOException {
        try (Reader reader = TextDecoder.of(UTF_8).reader(FileChannel.open(from));
                Writer writer =
                        TextEncoder.of(UTF_16LE).writer(FileChannel.open(to, CREATE, TRUNCATE_EXISTING, WRITE))) {
            reader.transferTo(writer);
        }
    }
    // [streaming: end]

    @Test
    void filesOfAnySize() throws IOException {
        Path from = Files.writeString(directory.resolve("from"), TEXT);
        assertEquals(3_000, lines(from));
        Path to = Files.writeString(directory.resolve("to"), TEXT.repeat(9)); // is replaced
        convert(from, to);
        assertEquals(TEXT, Files.readString(to, UTF_16LE));
    }

    // [streaming: encode]
    /** Encodes a text into a buffer of 4 bytes or more, which is sent whenever it is full. */
    static void send(CharSequence text, ByteBuffer buffer, WritableByteChannel channel) throws IOException {
        TextEncoder encoder = TextEncoder.of(UTF_8);
        buffer.clear(); // the limit is the bound
        for (int at = 0; at < text.length(); ) {
            Copied copied = encoder.encode(text, at, buffer, 0, buffer.capacity());
            at += copied.chars(); // whole characters; a high surrogate at the end of the text is held
            send(buffer, copied.units(), channel);
        }
        send(buffer, encoder.flush(buffer, 0, buffer.capacity()), channel);
    }

    /** Sends the first bytes of a buffer: a channel may take only a part of them at once. */
    static void send(ByteBuffer buffer, long bytes, WritableByteChannel channel) throws IOException {
        buffer.limit((int) bytes);
        while (buffer.hasRemaining()) {
            channel.write(buffer);
        }
        buffer.clear();
    }
    // [streaming: end]

    @Test
    void aSmallBufferSuffices() throws IOException {
        Path file = directory.resolve("sent");
        for (int bytes : new int[] {4, 5, 100}) {
            try (FileChannel channel = FileChannel.open(file, CREATE, TRUNCATE_EXISTING, WRITE)) {
                ByteBuffer buffer = ByteBuffer.allocateDirect(bytes);
                send(TEXT + "\ud83d", buffer.position(1).limit(2), channel);
            }
            assertEquals(TEXT + "?", Files.readString(file));
        }
    }

    @Test
    void aChannelMayTakeAPart() throws IOException {
        ByteArrayOutputStream taken = new ByteArrayOutputStream();
        WritableByteChannel slow = new WritableByteChannel() {
            @Override
            public int write(ByteBuffer buffer) {
                taken.write(buffer.get());
                return 1;
            }

            @Override
            public boolean isOpen() {
                return true;
            }

            @Override
            public void close() {}
        };
        send(TEXT, ByteBuffer.allocate(100), slow);
        send("", ByteBuffer.allocate(100), slow);
        assertEquals(TEXT, taken.toString(UTF_8));
    }

    // [streaming: errors]
    /** Returns the offset of the first malformed byte of a stream, or -1. */
    static long firstMalformed(InputStream stream) throws IOException {
        TextDecoder decoder = TextDecoder.of(UTF_8, MalformedPolicy.REPORT);
        byte[] chunk = new byte[8192];
        char[] chars = new char[8192 + 3];
        try {
            for (int count = stream.read(chunk); count >= 0; count = stream.read(chunk)) {
                decoder.decode(ByteBuffer.wrap(chunk), 0, count, chars, 0);
            }
            decoder.flush(chars, 0);
            return -1;
        } catch (MalformedTextException e) {
            return e.byteOffset(); // in the stream, not in the chunk
        }
    }
    // [streaming: end]

    @Test
    void positionsAreThoseInTheWholeText() throws IOException {
        byte[] bytes = TEXT.getBytes(UTF_8);
        Path file = directory.resolve("broken");
        bytes[20_001] = (byte) 0xFF;
        Files.write(file, bytes);
        try (InputStream stream = Files.newInputStream(file)) {
            long at = firstMalformed(stream);
            assertEquals(true, at <= 20_001 && at > 19_997);
        }
        TextDecoder decoder = TextDecoder.of(UTF_8, MalformedPolicy.REPORT);
        try (BufferedReader reader = new BufferedReader(decoder.reader(FileChannel.open(file)))) {
            assertThrows(CharacterCodingException.class, () -> {
                while (reader.readLine() != null) {
                    // up to the error
                }
            });
        }
    }
}
