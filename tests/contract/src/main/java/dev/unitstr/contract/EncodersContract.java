package dev.unitstr.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.unitstr.Copied;
import dev.unitstr.MalformedPolicy;
import dev.unitstr.MalformedTextException;
import dev.unitstr.TextDecoder;
import dev.unitstr.TextEncoder;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Texts that are encoded in chunks: whatever the chunks, the result is that of the whole text. */
@EveryRun
class EncodersContract {
    private static final int RECORDS = 2_000;

    private final List<? extends MemoryKind> kinds = Kinds.HERE.memory();

    @ParameterizedTest
    @MethodSource("dev.unitstr.contract.Streams#charsets")
    void areEncodedAsOne(Charset charset) {
        List<Memory> memories = Streams.memories(kinds);
        SplittableRandom random = Run.random(charset);
        TextEncoder replacing = TextEncoder.of(charset);
        TextEncoder reporting = TextEncoder.of(charset, MalformedPolicy.REPORT);
        for (int i = 0; i < Run.times(RECORDS); i++) {
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
        long end = Streams.write(memory, encoder, text, random);
        byte[] expected = Oracle.encode(text, charset);
        assertEquals(Hex.of(expected), Hex.of(memory.get(3, Math.toIntExact(end - 3))), about);
        byte[] after = memory.get(end, Math.toIntExact(memory.size() - end));
        for (byte b : after) {
            assertEquals(Memory.CANARY, b, about); // nothing beyond the result
        }
        assertEquals(expected.length / Charsets.unitSize(charset), encoder.unitsWritten(), about);
        assertEquals(text.length(), encoder.charsRead(), about);
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
                assertThrows(MalformedTextException.class, () -> Streams.write(memory, encoder, text, random), about);
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

    @ParameterizedTest
    @MethodSource("dev.unitstr.contract.Charsets#ours")
    void areRepairedAsOne(Charset charset) {
        List<Memory> memories = Streams.memories(kinds);
        SplittableRandom random = Run.random(charset);
        for (MalformedPolicy policy : Streams.REPAIRING) {
            TextEncoder encoder = TextEncoder.of(charset, policy);
            for (int i = Run.times(RECORDS) / 2; i > 0; i--) {
                Memory memory = memories.get(i % memories.size());
                String text = Texts.next(random, 24);
                assertEquals(
                        Streams.result(
                                () -> Hex.of(memory.kind().allocateFrom(text, charset, 0, text.length(), policy))),
                        Streams.result(() -> encoded(memory, encoder, text, random)),
                        () -> policy + " " + charset + " " + Hex.of(text));
            }
        }
    }

    private static String encoded(Memory memory, TextEncoder encoder, String text, SplittableRandom random) {
        encoder.reset();
        long end = Streams.write(memory, encoder, text, random);
        return Hex.of(memory.get(3, Math.toIntExact(end - 3)));
    }

    @Test
    void checkTheirArgumentsFirst() {
        for (MemoryKind kind : kinds) {
            Memory memory = kind.allocate(8).fill();
            TextAccess access = memory.texts();
            TextEncoder encoder = TextEncoder.of(StandardCharsets.UTF_8);
            assertEquals(new Copied(1, 0), access.encode(encoder, "\ud83d", 0, 0, 0));
            Streams.fails(
                    IllegalArgumentException.class, "maxUnits is -1", () -> access.encode(encoder, "a", 0, 0, -1));
            Streams.fails(IndexOutOfBoundsException.class, "srcIndex is 2", () -> access.encode(encoder, "a", 2, 0, 1));
            Streams.fails(
                    IndexOutOfBoundsException.class, "srcIndex is -1", () -> access.encode(encoder, "a", -1, 0, 1));
            Streams.fails(IndexOutOfBoundsException.class, " is 7", () -> access.encode(encoder, "a", 0, 7, 2));
            Streams.fails(
                    IndexOutOfBoundsException.class, " is 1", () -> access.encode(encoder, "a", 0, 1, Long.MAX_VALUE));
            Streams.fails(NullPointerException.class, "src", () -> access.encode(encoder, null, 0, 0, 1));
            Streams.fails(
                    IndexOutOfBoundsException.class,
                    "maxUnits is 0: the end of the text has 1 unit of 1 byte",
                    () -> access.flush(encoder, 0, 0));
            Streams.fails(IllegalArgumentException.class, "maxUnits is -1", () -> access.flush(encoder, 0, -1));
            memory.readOnly().ifPresent(readOnly -> {
                Streams.fails(
                        memory.whenReadOnly(), null, () -> readOnly.texts().encode(encoder, "", 0, 0, 0));
                Streams.fails(
                        memory.whenReadOnly(), null, () -> readOnly.texts().flush(encoder, 0, 0));
            });
            assertEquals(new Copied(0, 0), access.encode(encoder, "\ude00", 0, 0, 3)); // never half of a pair
            assertEquals(new Copied(1, 4), access.encode(encoder, "\ude00", 0, 1, 4));
            assertEquals(0, access.flush(encoder, 8, 0));
            Streams.fails(IllegalStateException.class, "reset", () -> access.encode(encoder, "a", 0, 0, 1));
            assertArrayEquals(
                    Encoded.concat(
                            new byte[] {Memory.CANARY},
                            "\ud83d\ude00".getBytes(StandardCharsets.UTF_8),
                            new byte[] {Memory.CANARY, Memory.CANARY, Memory.CANARY}),
                    memory.all());
        }
        Charset readOnly = Charset.forName("x-JISAutoDetect");
        Streams.fails(UnsupportedOperationException.class, "x-JISAutoDetect", () -> TextEncoder.of(readOnly));
        Streams.fails(NullPointerException.class, "charset", () -> TextEncoder.of(null));
        Streams.fails(NullPointerException.class, "policy", () -> TextDecoder.of(readOnly, null));
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
            Streams.fails(IndexOutOfBoundsException.class, "maxUnits is 0", () -> access.flush(encoder, end, 0));
            Streams.fails(IllegalStateException.class, "flush with more", () -> access.encode(encoder, "b", 0, end, 8));
            Streams.fails(IndexOutOfBoundsException.class, "maxUnits is 0", () -> access.flush(encoder, end, 0));
            long last = access.flush(encoder, end, 8);
            assertEquals(Hex.of(Oracle.encode(text, charset)), Hex.of(memory.get(0, (int) (end + last))));
            encoder.reset();
            assertEquals(new Copied(1, 1), access.encode(encoder, "b", 0, 0, 8));
        }
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
        Streams.fails(
                IllegalStateException.class,
                "the encoder of x-in-fours read none of 3 chars",
                () -> memory.texts().encode(encoder, "jk", 0, 0, 64));
        MalformedPolicy policy = MalformedPolicy.replaceWith('?');
        Streams.fails(
                IllegalArgumentException.class,
                "not supported in chunks of x-in-fours",
                () -> TextEncoder.of(inFours, policy));
    }
}
