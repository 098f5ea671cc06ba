package dev.unitstr.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.unitstr.Copied;
import dev.unitstr.MalformedPolicy;
import dev.unitstr.MalformedTextException;
import dev.unitstr.TextDecoder;
import dev.unitstr.TextEncoder;
import dev.unitstr.TextView;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Texts in chunks: whatever the chunks, the result is that of the whole text. */
public abstract class StreamsContract {
    private static final int CAPACITY = 512;

    private final List<? extends MemoryKind> kinds;

    protected StreamsContract(List<? extends MemoryKind> kinds) {
        this.kinds = kinds;
    }

    static List<Charset> all() {
        return Charsets.oursAnd("windows-1252", "Shift_JIS", "GB18030", "EUC-JP", "ISO-2022-JP", "x-IBM930");
    }

    static List<Charset> ours() {
        return Charsets.ours();
    }

    @ParameterizedTest
    @MethodSource("all")
    void areDecodedAsOne(Charset charset) {
        List<Memory> memories = kinds.stream().map(k -> k.allocate(CAPACITY)).toList();
        SplittableRandom random = new SplittableRandom(charset.name().hashCode());
        TextDecoder replacing = TextDecoder.of(charset);
        TextDecoder reporting = TextDecoder.of(charset, MalformedPolicy.REPORT);
        for (int i = 0; i < Run.records(); i++) {
            byte[] units = Encoded.next(random, charset, 32);
            byte[] bytes = Arrays.copyOf(units, units.length + random.nextInt(4)); // odd bytes too
            Memory memory = memories.get(i % memories.size());
            decode(memory, replacing, bytes, random);
            report(memory, reporting, bytes, random);
        }
    }

    private static void decode(Memory memory, TextDecoder decoder, byte[] bytes, SplittableRandom random) {
        Charset charset = decoder.charset();
        int unitSize = Charsets.unitSize(charset);
        Supplier<String> about = () -> charset + " " + Hex.of(bytes);
        memory.put(3, bytes);
        decoder.reset();
        StringBuilder text = new StringBuilder();
        for (int at = 0; at < bytes.length || random.nextInt(8) == 0; ) {
            int chunk = chunk(random, bytes.length - at);
            next(memory, decoder, 3 + at, chunk, text, random.nextBoolean());
            at += chunk;
            assertEquals(at, bytesOf(decoder, unitSize), unitSize, about);
            assertEquals(text.length(), decoder.charsWritten(), about);
        }
        flush(decoder, text, random.nextBoolean());
        assertEquals(Oracle.decode(bytes, charset), text.toString(), about);
        assertEquals((bytes.length + unitSize - 1) / unitSize, decoder.unitsRead(), about);
        assertEquals(text.length(), decoder.charsWritten(), about);
    }

    /** What was decoded and what is held is what was fed, in whole units. */
    private static double bytesOf(TextDecoder decoder, int unitSize) {
        return decoder.unitsRead() * unitSize + decoder.heldBytes();
    }

    private static int chunk(SplittableRandom random, int left) {
        return Math.min(left, random.nextInt(4) == 0 ? random.nextInt(left + 1) : random.nextInt(4));
    }

    private static void next(
            Memory memory, TextDecoder decoder, int offset, int bytes, StringBuilder text, boolean intoChars) {
        if (intoChars) {
            char[] chars = new char[1 + Math.toIntExact(decoder.maxChars(bytes))]; // just large enough
            int count = memory.texts().decode(decoder, offset, bytes, chars, 1);
            text.append(chars, 1, count);
        } else {
            unchecked(() -> memory.texts().decode(decoder, offset, bytes, text));
        }
    }

    private static void flush(TextDecoder decoder, StringBuilder text, boolean intoChars) {
        if (intoChars) {
            char[] chars = new char[Math.toIntExact(decoder.maxChars(0))];
            text.append(chars, 0, decoder.flush(chars, 0));
        } else {
            unchecked(() -> decoder.flush(text));
        }
    }

    /** The fault of the whole text is reported, after the chars before it. */
    private static void report(Memory memory, TextDecoder decoder, byte[] bytes, SplittableRandom random) {
        Charset charset = decoder.charset();
        Fault fault = Oracle.decodeFault(bytes, charset);
        Supplier<String> about = () -> charset + " " + Hex.of(bytes);
        decoder.reset();
        StringBuilder text = new StringBuilder();
        MalformedTextException error = null;
        try {
            for (int at = 0; at < bytes.length; ) {
                int chunk = chunk(random, bytes.length - at);
                next(memory, decoder, 3 + at, chunk, text, false);
                at += chunk;
            }
            flush(decoder, text, false);
        } catch (MalformedTextException e) {
            error = e;
        }
        if (fault == null) {
            assertNull(error, about);
            assertEquals(Oracle.decode(bytes, charset), text.toString(), about);
        } else {
            Reports.decoding(fault, charset, error, about);
            if (Charsets.OURS.contains(charset)) {
                assertEquals(fault.at() / Charsets.unitSize(charset), decoder.unitsRead(), about);
                assertEquals(Oracle.decode(Arrays.copyOf(bytes, fault.at()), charset), text.toString(), about);
            }
            assertThrows(IllegalStateException.class, () -> next(memory, decoder, 0, 0, text, true), about);
            assertThrows(IllegalStateException.class, () -> flush(decoder, text, true), about);
        }
        assertEquals(text.length(), decoder.charsWritten(), about);
    }

    private static final List<MalformedPolicy> MENDING = List.of(
            MalformedPolicy.IGNORE,
            MalformedPolicy.replaceWith("<?>"),
            MalformedPolicy.SURROGATE_ESCAPE,
            MalformedPolicy.LOSSLESS);

    /** The result of an operation: a text, or the position of the error. */
    private static String result(Supplier<String> action) {
        try {
            return action.get();
        } catch (MalformedTextException e) {
            return e.getMessage().replaceAll("; \\d+ units.*", "");
        }
    }

    @ParameterizedTest
    @MethodSource("ours")
    void areMendedAsOne(Charset charset) {
        List<Memory> memories = kinds.stream().map(k -> k.allocate(CAPACITY)).toList();
        SplittableRandom random = new SplittableRandom(charset.name().hashCode());
        for (MalformedPolicy policy : MENDING) {
            if (policy == MalformedPolicy.LOSSLESS && Charsets.unitSize(charset) == 4) {
                assertThrows(IllegalArgumentException.class, () -> TextDecoder.of(charset, policy));
                assertThrows(IllegalArgumentException.class, () -> TextEncoder.of(charset, policy));
                continue;
            }
            TextDecoder decoder = TextDecoder.of(charset, policy);
            TextEncoder encoder = TextEncoder.of(charset, policy);
            for (int i = 0; i < Run.records() / 2; i++) {
                Memory memory = memories.get(i % memories.size());
                byte[] bytes = Encoded.next(random, charset, 24);
                long units = bytes.length / Charsets.unitSize(charset);
                memory.put(3, bytes);
                String expected = result(() -> memory.getString(3, units, charset, policy));
                Supplier<String> about = () -> policy + " " + charset + " " + Hex.of(bytes);
                assertEquals(expected, result(() -> decoded(memory, decoder, bytes.length, random)), about);
                TextView view = memory.texts().view(3, units, charset, policy);
                assertEquals(
                        expected.startsWith("malformed ") ? expected : "" + expected.hashCode(),
                        result(() -> "" + view.hashCode()),
                        about);
                String text = Texts.next(random, 24);
                Supplier<String> aboutText = () -> policy + " " + charset + " " + Hex.of(text);
                assertEquals(
                        result(() -> Hex.of(memory.kind().allocateFrom(text, charset, 0, text.length(), policy))),
                        result(() -> encoded(memory, encoder, text, random)),
                        aboutText);
            }
        }
    }

    private static String decoded(Memory memory, TextDecoder decoder, int bytes, SplittableRandom random) {
        decoder.reset();
        StringBuilder text = new StringBuilder();
        for (int at = 0; at < bytes; ) {
            int chunk = chunk(random, bytes - at);
            next(memory, decoder, 3 + at, chunk, text, random.nextBoolean());
            assertTrue(decoder.heldBytes() <= 3);
            at += chunk;
        }
        flush(decoder, text, random.nextBoolean());
        assertEquals(text.length(), decoder.charsWritten());
        return text.toString();
    }

    private static String encoded(Memory memory, TextEncoder encoder, String text, SplittableRandom random) {
        encoder.reset();
        long end = write(memory, encoder, text, random);
        return Hex.of(memory.get(3, Math.toIntExact(end - 3)));
    }

    @ParameterizedTest
    @MethodSource("ours")
    void ofTheVectorsAreDecodedAsOne(Charset charset) {
        List<Memory> memories = kinds.stream().map(k -> k.allocate(CAPACITY)).toList();
        TextDecoder decoder = TextDecoder.of(charset);
        int turn = 0;
        for (Vectors.Decode row : Vectors.decode()) {
            int bytes = row.bytes().length;
            for (int first = 0; row.charset().equals(charset) && first <= bytes; first++) {
                for (int second = first; second <= bytes; second++) {
                    Memory memory = memories.get(turn++ % memories.size());
                    memory.put(0, row.bytes());
                    decoder.reset();
                    StringBuilder text = new StringBuilder();
                    next(memory, decoder, 0, first, text, turn % 2 == 0);
                    next(memory, decoder, first, second - first, text, turn % 2 == 0);
                    next(memory, decoder, second, bytes - second, text, turn % 2 == 0);
                    assertTrue(decoder.heldBytes() <= 3);
                    flush(decoder, text, turn % 2 == 0);
                    assertEquals(row.text(), text.toString(), () -> row.toString());
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("ours")
    void ofManyPiecesAreDecodedAsOne(Charset charset) {
        SplittableRandom random = new SplittableRandom(charset.name().hashCode());
        String part = "na\u00efve \u20ac\ud83d\ude00";
        byte[] bytes = Oracle.encode((part + "a".repeat(random.nextInt(7))).repeat(30_000), charset);
        String expected = Oracle.decode(bytes, charset);
        for (MemoryKind kind : kinds) {
            Memory memory = kind.of(bytes);
            TextDecoder decoder = TextDecoder.of(charset, MalformedPolicy.REPLACE);
            StringBuilder text = new StringBuilder();
            for (int at = 0; at < bytes.length; ) {
                int chunk = Math.min(bytes.length - at, random.nextInt(200_000));
                next(memory, decoder, at, chunk, text, random.nextBoolean());
                at += chunk;
            }
            flush(decoder, text, true);
            assertEquals(expected, text.toString());
            for (int i = 0; i < 400; i++) { // some close together
                int at = i % 2 == 0 ? random.nextInt(bytes.length) : random.nextInt(1000);
                memory.put(at, (byte) random.nextInt(256));
            }
            long units = bytes.length / Charsets.unitSize(charset);
            TextDecoder ignoring = TextDecoder.of(charset, MalformedPolicy.IGNORE);
            text.setLength(0);
            next(memory, ignoring, 0, bytes.length, text, random.nextBoolean());
            flush(ignoring, text, true);
            assertEquals(memory.getString(0, units, charset, MalformedPolicy.IGNORE), text.toString());
            Reference.reachabilityFence(memory); // an address does not keep it alive
        }
    }

    @ParameterizedTest
    @MethodSource("all")
    void areEncodedAsOne(Charset charset) {
        List<Memory> memories = kinds.stream().map(k -> k.allocate(CAPACITY)).toList();
        SplittableRandom random = new SplittableRandom(charset.name().hashCode());
        TextEncoder replacing = TextEncoder.of(charset);
        TextEncoder reporting = TextEncoder.of(charset, MalformedPolicy.REPORT);
        for (int i = 0; i < Run.records(); i++) {
            String text = Texts.next(random, 32);
            Memory memory = memories.get(i % memories.size()).fill();
            encode(memory, replacing, text, random);
            encodeReporting(memory, reporting, text, random);
        }
    }

    private static void encode(Memory memory, TextEncoder encoder, String text, SplittableRandom random) {
        Charset charset = encoder.charset();
        Supplier<String> about = () -> charset + " " + Hex.of(text);
        encoder.reset();
        long end = write(memory, encoder, text, random);
        byte[] expected = Oracle.encode(text, charset);
        assertEquals(Hex.of(expected), Hex.of(memory.get(3, Math.toIntExact(end - 3))), about);
        byte[] after = memory.get(end, Math.toIntExact(memory.size() - end));
        for (byte b : after) {
            assertEquals(Memory.CANARY, b, about); // nothing beyond the result
        }
        assertEquals(expected.length / Charsets.unitSize(charset), encoder.unitsWritten(), about);
        assertEquals(text.length(), encoder.charsRead(), about);
    }

    /** Encodes the text from offset 3 on, with chunks and capacities of any size; returns the end. */
    private static long write(Memory memory, TextEncoder encoder, String text, SplittableRandom random) {
        int unitSize = Charsets.unitSize(encoder.charset());
        TextAccess access = memory.texts();
        long end = 3;
        for (int at = 0; at < text.length(); ) {
            int chunk = chunk(random, text.length() - at);
            CharSequence src = sequence(text.substring(0, at + chunk), random);
            long maxUnits = random.nextInt(3) == 0 ? random.nextInt(12) : (memory.size() - end) / unitSize;
            Copied copied = access.encode(encoder, src, at, end, maxUnits);
            assertTrue(copied.units() <= maxUnits && copied.chars() <= chunk);
            at += copied.chars();
            end += copied.units() * unitSize;
        }
        return end + access.flush(encoder, end, (memory.size() - end) / unitSize) * unitSize;
    }

    private static CharSequence sequence(String text, SplittableRandom random) {
        return switch (random.nextInt(5)) {
            case 0 -> new StringBuilder(text);
            case 1 -> CharBuffer.wrap(("xy" + text + "z").toCharArray(), 2, text.length());
            case 2 -> CharBuffer.wrap("x" + text, 1, 1 + text.length());
            case 3 -> new StringBuffer(text);
            default -> text;
        };
    }

    private static void encodeReporting(Memory memory, TextEncoder encoder, String text, SplittableRandom random) {
        Charset charset = encoder.charset();
        Fault fault = Oracle.encodeFault(text, charset);
        Supplier<String> about = () -> charset + " " + Hex.of(text);
        encoder.reset();
        if (fault == null) {
            encode(memory.fill(), encoder, text, random);
            return;
        }
        MalformedTextException e =
                assertThrows(MalformedTextException.class, () -> write(memory, encoder, text, random), about);
        Reports.encoding(fault, charset, e, about);
        int bytes = Math.toIntExact(encoder.unitsWritten()) * Charsets.unitSize(charset);
        assertEquals(e.unitsWritten(), encoder.unitsWritten(), about);
        byte[] expected = Charsets.OURS.contains(charset) // a mark is not written before the first character
                ? Oracle.encode(text.substring(0, fault.at()), charset)
                : Oracle.encodedBeforeFault(text, charset);
        assertEquals(Hex.of(expected), Hex.of(memory.get(3, bytes)), about);
        assertThrows(IllegalStateException.class, () -> memory.texts().encode(encoder, "", 0, 0, 0), about);
        assertThrows(IllegalStateException.class, () -> memory.texts().flush(encoder, 0, 0), about);
    }

    @Test
    void checkTheirArgumentsFirst() {
        for (MemoryKind kind : kinds) {
            Memory memory = kind.of((byte) 0xE2, (byte) 0x82, (byte) 0xAC);
            TextAccess access = memory.texts();
            TextDecoder decoder = TextDecoder.of(StandardCharsets.UTF_8);
            StringBuilder text = new StringBuilder();
            next(memory, decoder, 0, 1, text, false);
            fails(IllegalArgumentException.class, "bytes is -1", () -> access.decode(decoder, 0, -1, text));
            fails(IndexOutOfBoundsException.class, " is -1", () -> access.decode(decoder, -1, 1, text));
            fails(
                    IndexOutOfBoundsException.class,
                    " is 2: from there, 2 bytes are",
                    () -> access.decode(decoder, 2, 2, text));
            fails(IndexOutOfBoundsException.class, " is 4", () -> access.decode(decoder, 4, 0, text));
            fails(
                    IndexOutOfBoundsException.class,
                    Long.toString(Long.MAX_VALUE),
                    () -> access.decode(decoder, 1, Long.MAX_VALUE, text));
            fails(NullPointerException.class, "dst", () -> access.decode(decoder, 0, 1, (Appendable) null));
            fails(NullPointerException.class, "dst", () -> access.decode(decoder, 0, 1, null, 0));
            fails(
                    IndexOutOfBoundsException.class,
                    "dstIndex is 1: from there, 3 chars, the maximum for 2 bytes and 1 bytes held",
                    () -> access.decode(decoder, 1, 2, new char[3], 1));
            fails(
                    IndexOutOfBoundsException.class,
                    "dstIndex is -1",
                    () -> access.decode(decoder, 1, 2, new char[3], -1));
            fails(IndexOutOfBoundsException.class, "dstIndex is 0", () -> decoder.flush(new char[0], 0));
            fails(IllegalArgumentException.class, "bytes is -1", () -> decoder.maxChars(-1));
            next(memory, decoder, 1, 2, text, true); // none of it changed the decoder
            flush(decoder, text, false);
            assertEquals("\u20ac", text.toString());
            fails(IllegalStateException.class, "reset", () -> access.decode(decoder, 0, 1, text));
            fails(IllegalStateException.class, "reset", () -> decoder.flush(text));
        }
    }

    @Test
    void checkTheArgumentsOfAWriteFirst() {
        for (MemoryKind kind : kinds) {
            Memory memory = kind.allocate(8).fill();
            TextAccess access = memory.texts();
            TextEncoder encoder = TextEncoder.of(StandardCharsets.UTF_8);
            assertEquals(new Copied(1, 0), access.encode(encoder, "\ud83d", 0, 0, 0));
            fails(IllegalArgumentException.class, "maxUnits is -1", () -> access.encode(encoder, "a", 0, 0, -1));
            fails(IndexOutOfBoundsException.class, "srcIndex is 2", () -> access.encode(encoder, "a", 2, 0, 1));
            fails(IndexOutOfBoundsException.class, "srcIndex is -1", () -> access.encode(encoder, "a", -1, 0, 1));
            fails(IndexOutOfBoundsException.class, " is 7", () -> access.encode(encoder, "a", 0, 7, 2));
            fails(IndexOutOfBoundsException.class, " is 1", () -> access.encode(encoder, "a", 0, 1, Long.MAX_VALUE));
            fails(NullPointerException.class, "src", () -> access.encode(encoder, null, 0, 0, 1));
            fails(
                    IndexOutOfBoundsException.class,
                    "maxUnits is 0: the end of the text has 1 units of 1 byte",
                    () -> access.flush(encoder, 0, 0));
            fails(IllegalArgumentException.class, "maxUnits is -1", () -> access.flush(encoder, 0, -1));
            memory.readOnly().ifPresent(readOnly -> {
                fails(memory.whenReadOnly(), null, () -> readOnly.texts().encode(encoder, "", 0, 0, 0));
                fails(memory.whenReadOnly(), null, () -> readOnly.texts().flush(encoder, 0, 0));
            });
            assertEquals(new Copied(0, 0), access.encode(encoder, "\ude00", 0, 0, 3)); // never half of a pair
            assertEquals(new Copied(1, 4), access.encode(encoder, "\ude00", 0, 1, 4));
            assertEquals(0, access.flush(encoder, 8, 0));
            fails(IllegalStateException.class, "reset", () -> access.encode(encoder, "a", 0, 0, 1));
            assertArrayEquals(
                    Encoded.concat(
                            new byte[] {Memory.CANARY},
                            "\ud83d\ude00".getBytes(StandardCharsets.UTF_8),
                            new byte[] {Memory.CANARY, Memory.CANARY, Memory.CANARY}),
                    memory.all());
        }
        Charset readOnly = Charset.forName("x-JISAutoDetect");
        fails(UnsupportedOperationException.class, "x-JISAutoDetect", () -> TextEncoder.of(readOnly));
        fails(NullPointerException.class, "charset", () -> TextEncoder.of(null));
        fails(NullPointerException.class, "policy", () -> TextDecoder.of(readOnly, null));
    }

    /** Misuse by several threads yields any text or exception, but no access outside of an array. */
    @Test
    void areSafeIfThreadsShareThem() throws InterruptedException {
        byte[] bytes = Hex.bytes("00 00 FE FF 00 00 00 41");
        Memory memory = kinds.get(0).of(bytes);
        for (int round = 0; round < 3; round++) {
            TextDecoder decoder = TextDecoder.of(Charset.forName("UTF-32"));
            List<Throwable> errors = Collections.synchronizedList(new ArrayList<>());
            List<Thread> threads = new ArrayList<>();
            for (int t = 0; t < 3; t++) {
                int number = t;
                threads.add(new Thread(() -> misuse(memory, decoder, new SplittableRandom(number), errors)));
            }
            threads.forEach(Thread::start);
            for (Thread thread : threads) {
                thread.join();
            }
            assertEquals(List.of(), errors);
        }
    }

    private static void misuse(Memory memory, TextDecoder decoder, SplittableRandom random, List<Throwable> errors) {
        char[] chars = new char[100];
        for (int i = 0; i < 100 * Run.records(); i++) {
            try {
                int offset = random.nextInt(4);
                memory.texts().decode(decoder, offset, 1 + random.nextInt(8 - offset), chars, 0);
                if (random.nextInt(3) == 0) {
                    decoder.reset();
                }
            } catch (IndexOutOfBoundsException | IllegalStateException | NullPointerException e) {
                decoder.reset();
            } catch (Throwable e) {
                errors.add(e); // a binding that was passed a range outside of its array
                decoder.reset();
            }
        }
    }

    static List<Charset> ofTheJdk() {
        return List.of(Charset.forName("ISO-2022-JP"), Charset.forName("ISO-8859-2"));
    }

    @ParameterizedTest
    @MethodSource("ofTheJdk")
    void areOnlyFlushedAfterAFlushThatDoesNotFit(Charset charset) {
        for (MemoryKind kind : kinds) {
            Memory memory = kind.allocate(64);
            TextAccess access = memory.texts();
            TextEncoder encoder = TextEncoder.of(charset);
            String text = charset == ofTheJdk().get(0) ? "\u3042" : "a\ud83d";
            long end = access.encode(encoder, text, 0, 0, 64).units();
            fails(IndexOutOfBoundsException.class, "maxUnits is 0", () -> access.flush(encoder, end, 0));
            fails(IllegalStateException.class, "flush with more", () -> access.encode(encoder, "b", 0, end, 8));
            fails(IndexOutOfBoundsException.class, "maxUnits is 0", () -> access.flush(encoder, end, 0));
            long last = access.flush(encoder, end, 8);
            assertEquals(Hex.of(Oracle.encode(text, charset)), Hex.of(memory.get(0, (int) (end + last))));
            encoder.reset();
            assertEquals(new Copied(1, 1), access.encode(encoder, "b", 0, 0, 8));
        }
    }

    @ParameterizedTest
    @MethodSource("all")
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

    @ParameterizedTest
    @MethodSource("all")
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
        writer.write("n");
        writer.close();
        String written = channel.out.toString(StandardCharsets.UTF_8);
        assertTrue(channel.isClosed);
        assertTrue(written.startsWith("abcdefghijkl"), () -> written.substring(0, 20));
        assertTrue(written.matches("abcdefghij(kl)+m*n"), () -> written.length() + " chars");
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
        fails(
                IndexOutOfBoundsException.class,
                "srcIndex is 1 and count is 5",
                () -> TextEncoder.of(StandardCharsets.UTF_8).writer(channel).write("abc", 1, 5));
    }

    @Test
    void areRefusedByAnEncoderThatReadsNothing() {
        Charset inFours = new Charset("x-in-fours", null) {
            @Override
            public boolean contains(Charset other) {
                return false;
            }

            @Override
            public CharsetDecoder newDecoder() {
                return StandardCharsets.US_ASCII.newDecoder();
            }

            @Override
            public CharsetEncoder newEncoder() {
                return new CharsetEncoder(this, 1, 1) {
                    @Override
                    protected CoderResult encodeLoop(CharBuffer in, ByteBuffer out) {
                        while (in.remaining() >= 4) {
                            in.position(in.position() + 4);
                            out.put((byte) '4');
                        }
                        return CoderResult.UNDERFLOW;
                    }
                };
            }
        };
        Memory memory = kinds.get(0).allocate(64);
        TextEncoder encoder = TextEncoder.of(inFours);
        assertEquals(new Copied(9, 2), memory.texts().encode(encoder, "abcdefghi", 0, 0, 64));
        fails(
                IllegalStateException.class,
                "the encoder of x-in-fours read none of 3 chars",
                () -> memory.texts().encode(encoder, "jk", 0, 0, 64));
        MalformedPolicy policy = MalformedPolicy.replaceWith("?!");
        fails(
                IllegalArgumentException.class,
                "not supported in chunks of x-in-fours",
                () -> TextEncoder.of(inFours, policy));
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
        long allocated = Allocation.bytes(() -> unchecked(() -> {
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

    private interface Action {
        void run() throws IOException;
    }

    private static void unchecked(Action action) {
        try {
            action.run();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static void fails(Class<? extends RuntimeException> type, String message, Action action) {
        RuntimeException e = assertThrows(type, () -> unchecked(action));
        assertTrue(message == null || e.getMessage().contains(message), e::getMessage);
    }
}
