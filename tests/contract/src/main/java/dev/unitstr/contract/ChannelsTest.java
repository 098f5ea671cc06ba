package dev.unitstr.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.MalformedTextException;
import dev.unitstr.TextDecoder;
import dev.unitstr.TextEncoder;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Readers and writers, which decode and encode the bytes of a channel. */
@EveryRun
@Tag("jdk")
class ChannelsTest {
    @ParameterizedTest
    @MethodSource("dev.unitstr.contract.Streams#charsets")
    void areReadFromAChannel(Charset charset) throws IOException {
        SplittableRandom random = new SplittableRandom(5);
        byte[] bytes = Encoded.concat(
                Oracle.encode("na\u00efve \u20ac".repeat(20_000), charset), Encoded.next(random, charset, 99));
        String expected = Oracle.decode(bytes, charset);
        TextDecoder decoder = TextDecoder.of(charset);
        StringBuilder text = new StringBuilder();
        try (Reader reader = decoder.reader(dribble(bytes, random))) {
            assertEquals(0, reader.read(new char[0]));
            char[] chars = new char[777];
            for (int count = reader.read(chars, 7, 700); count >= 0; count = reader.read(chars, 7, 700)) {
                text.append(chars, 7, count);
            }
            assertEquals(-1, reader.read());
        }
        assertEquals(expected, text.toString());
        Reader closed = TextDecoder.of(charset).reader(dribble(bytes, random));
        closed.close();
        assertThrows(IOException.class, closed::read);
    }

    /** A channel that reads a few bytes at a time, or many. */
    private static ReadableByteChannel dribble(byte[] bytes, SplittableRandom random) {
        ReadableByteChannel all = Channels.newChannel(new ByteArrayInputStream(bytes));
        return new ReadableByteChannel() {
            @Override
            public int read(ByteBuffer dst) throws IOException {
                int most = random.nextInt(4) == 0 ? dst.remaining() : Math.min(dst.remaining(), 1 + random.nextInt(9));
                ByteBuffer part = dst.slice(dst.position(), most);
                int count = all.read(part);
                dst.position(dst.position() + part.position());
                return count;
            }

            @Override
            public boolean isOpen() {
                return all.isOpen();
            }

            @Override
            public void close() throws IOException {
                all.close();
            }
        };
    }

    @Test
    void areReportedByReadersAndWriters() throws IOException {
        byte[] bytes = {'a', 'b', (byte) 0xE2, (byte) 0x82, 'c'};
        TextDecoder decoder = TextDecoder.of(StandardCharsets.UTF_8, MalformedPolicy.REPORT);
        try (Reader reader = decoder.reader(Channels.newChannel(new ByteArrayInputStream(bytes)))) {
            assertEquals('a', reader.read());
            assertEquals('b', reader.read());
            CharacterCodingException e = assertThrows(CharacterCodingException.class, reader::read);
            assertEquals(2, ((MalformedTextException) e.getCause()).byteOffset());
            assertSame(e, assertThrows(CharacterCodingException.class, reader::read));
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        TextEncoder encoder = TextEncoder.of(StandardCharsets.ISO_8859_1, MalformedPolicy.REPORT);
        Writer writer = encoder.writer(Channels.newChannel(out));
        writer.write("caf\u00e9");
        CharacterCodingException e = assertThrows(CharacterCodingException.class, () -> writer.write("x\u20ac"));
        assertEquals(5, ((MalformedTextException) e.getCause()).charIndex());
        writer.flush();
        assertEquals("caf\u00e9x", out.toString(StandardCharsets.ISO_8859_1));
    }

    /** A caller's charset may throw anything; the decoder must then be reset, which no reader does. */
    @Test
    void areNotReadTwiceAfterAnErrorOfTheDecoder() throws IOException {
        AtomicBoolean fails = new AtomicBoolean();
        Charset charset = new OwnCharset("x-fails", () -> {
            if (fails.get()) {
                throw new AssertionError("as intended"); // some JDKs wrap exceptions, but no errors
            }
        });
        ReadableByteChannel channel = Channels.newChannel(new ByteArrayInputStream(new byte[3]));
        ReadableByteChannel more = Channels.newChannel(new ByteArrayInputStream(new byte[100]));
        Reader reader = TextDecoder.of(charset).reader(new ReadableByteChannel() {
            @Override
            public int read(ByteBuffer buffer) throws IOException {
                int bytes = channel.read(buffer);
                return bytes >= 0 ? bytes : more.read(buffer);
            }

            @Override
            public boolean isOpen() {
                return true;
            }

            @Override
            public void close() {}
        });
        char[] chars = new char[8];
        assertEquals(3, reader.read(chars));
        fails.set(true);
        assertThrows(AssertionError.class, () -> reader.read(chars));
        fails.set(false);
        assertThrows(IllegalStateException.class, () -> reader.read(chars));
    }

    @ParameterizedTest
    @MethodSource("dev.unitstr.contract.Streams#charsets")
    void areWrittenToAChannel(Charset charset) throws IOException {
        SplittableRandom random = new SplittableRandom(6);
        String text = "na\u00efve \ud83d\ude00".repeat(10_000) + Texts.next(random, 99);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        WritableByteChannel channel = Channels.newChannel(out);
        try (Writer writer = TextEncoder.of(charset).writer(channel)) {
            for (int at = 0; at < text.length(); ) {
                int count = random.nextInt(text.length() - at + 1) / 3 + 1;
                count = Math.min(count, text.length() - at);
                if (random.nextBoolean()) {
                    writer.write(text, at, count);
                } else {
                    writer.write(text.toCharArray(), at, count);
                }
                at += count;
                if (random.nextInt(4) == 0) {
                    writer.flush();
                }
            }
        }
        assertTrue(!channel.isOpen());
        assertArrayEquals(Oracle.encode(text, charset), out.toByteArray());
    }

    /** A channel that takes three bytes a call, and fails in chosen calls. */
    private static final class Failing implements WritableByteChannel {
        private final ByteArrayOutputStream out = new ByteArrayOutputStream();
        private final Set<Integer> failures;
        private int calls;
        private boolean isClosed;

        Failing(Integer... failures) {
            this.failures = Set.of(failures);
        }

        @Override
        public int write(ByteBuffer src) throws IOException {
            if (failures.contains(calls++)) {
                throw new IOException("failed");
            }
            int count = Math.min(3, src.remaining());
            for (int i = 0; i < count; i++) {
                out.write(src.get());
            }
            return count;
        }

        @Override
        public boolean isOpen() {
            return !isClosed;
        }

        @Override
        public void close() {
            isClosed = true;
        }
    }

    @Test
    void areWrittenOnceAlthoughAChannelFails() throws IOException {
        Failing channel = new Failing(0, 2, 4);
        Writer writer = TextEncoder.of(StandardCharsets.UTF_8).writer(channel);
        writer.write("abcdefgh");
        assertThrows(IOException.class, writer::flush);
        writer.write("ij");
        assertThrows(IOException.class, writer::flush); // after abc
        writer.write("kl".repeat(50_000).substring(0, 65_000)); // does not fit before the rest is written
        assertThrows(IOException.class, () -> writer.write("m".repeat(1000)));
        IOException later = assertThrows(IOException.class, () -> writer.write("n")); // a part of m is lost
        assertTrue(
                later.getMessage().matches("an earlier write failed after \\d+ of its 1000 chars"), later.getMessage());
        writer.close();
        String written = channel.out.toString(StandardCharsets.UTF_8);
        assertTrue(channel.isClosed);
        assertTrue(written.startsWith("abcdefghijkl"), () -> written.substring(0, 20));
        assertTrue(written.matches("abcdefghij(kl)+m*"), () -> written.length() + " chars");
    }

    /** An Error of a charset's own encoder, such as a StackOverflowError, loses a part of the text. */
    @Test
    void areNotWrittenAfterAnErrorOfTheEncoder() throws IOException {
        AtomicReference<Error> failure = new AtomicReference<>();
        Charset charset = new OwnCharset("x-failing", () -> {
            if (failure.get() != null) {
                throw failure.get();
            }
        });
        for (Error thrown : List.of(new StackOverflowError(), new OutOfMemoryError())) {
            Failing channel = new Failing();
            Writer writer = TextEncoder.of(charset).writer(channel);
            writer.write("abc");
            failure.set(thrown);
            assertThrows(thrown.getClass(), () -> writer.write("def"));
            failure.set(null);
            IOException later = assertThrows(IOException.class, () -> writer.write("ghi"));
            assertEquals("an earlier write failed after 0 of its 3 chars", later.getMessage());
            writer.close();
            assertTrue(channel.isClosed);
            assertEquals("abc", channel.out.toString(charset));
        }
    }

    @Test
    void areWrittenUpToAnError() throws IOException {
        Failing channel = new Failing();
        Writer writer =
                TextEncoder.of(StandardCharsets.UTF_8, MalformedPolicy.REPORT).writer(channel);
        CharacterCodingException e = assertThrows(CharacterCodingException.class, () -> writer.write("ok\ud800x"));
        assertSame(e, assertThrows(CharacterCodingException.class, () -> writer.write("more")));
        writer.close();
        assertTrue(channel.isClosed);
        assertEquals("ok", channel.out.toString(StandardCharsets.UTF_8));
        Streams.fails(
                IndexOutOfBoundsException.class,
                "srcIndex is 1 and count is 5",
                () -> TextEncoder.of(StandardCharsets.UTF_8).writer(channel).write("abc", 1, 5));
    }

    /** With {@code -Dunitstr.full=true}, more than an array or an int can hold. */
    @Test
    void ofAnyLengthNeedNoMoreMemory() {
        long bytes = Run.full() ? 3L << 30 : 48L << 20;
        byte[] part = "caf\u00e9 \u20ac \ud83d\ude00\n".repeat(4001).getBytes(StandardCharsets.UTF_8);
        ReadableByteChannel endless = new ReadableByteChannel() {
            private long left = bytes;
            private int at;

            @Override
            public int read(ByteBuffer dst) {
                int count = (int) Math.min(Math.min(left, dst.remaining()), part.length - at);
                dst.put(part, at, count);
                at = (at + count) % part.length;
                left -= count;
                return count == 0 ? -1 : count;
            }

            @Override
            public boolean isOpen() {
                return true;
            }

            @Override
            public void close() {}
        };
        TextDecoder decoder = TextDecoder.of(StandardCharsets.UTF_8);
        TextEncoder encoder = TextEncoder.of(StandardCharsets.UTF_16LE);
        long[] written = {0};
        WritableByteChannel sink = new WritableByteChannel() {
            @Override
            public int write(ByteBuffer src) {
                int count = src.remaining();
                src.position(src.limit());
                written[0] += count;
                return count;
            }

            @Override
            public boolean isOpen() {
                return true;
            }

            @Override
            public void close() {}
        };
        char[] chars = new char[8192];
        long allocated = Allocation.bytes(() -> Streams.unchecked(() -> {
            try (Reader reader = decoder.reader(endless);
                    Writer writer = encoder.writer(sink)) {
                for (int count = reader.read(chars); count >= 0; count = reader.read(chars)) {
                    writer.write(chars, 0, count);
                }
            }
        }));
        assertEquals(bytes, decoder.unitsRead());
        assertEquals(decoder.charsWritten(), encoder.charsRead());
        assertEquals(2 * decoder.charsWritten(), written[0]);
        assertTrue(allocated < bytes / 8, () -> allocated + " bytes of garbage for a text of " + bytes);
    }
}
