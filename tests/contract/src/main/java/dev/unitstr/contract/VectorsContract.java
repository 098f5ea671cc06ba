package dev.unitstr.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.unitstr.Copied;
import dev.unitstr.MalformedPolicy;
import dev.unitstr.internal.binding.Encoding;
import dev.unitstr.internal.binding.Flags;
import dev.unitstr.internal.binding.Packed;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The shared tables of sound and malformed text: here, in Rust and in C the same rows. */
@EveryRun
@Tag("jdk")
@Tag("route")
@Tag("tier")
class VectorsContract {
    private final List<? extends MemoryKind> kinds = Kinds.HERE.memory();

    static List<Vectors.Decode> decode() {
        return Vectors.decode();
    }

    static Stream<Vectors.Decode> decodeWhole() {
        return Vectors.decode().stream().filter(Vectors.Decode::isWhole);
    }

    static List<Vectors.Encode> encode() {
        return Vectors.encode();
    }

    @Test
    void haveRowsForEveryCharset() {
        assertEquals(
                Charsets.OURS.stream().sorted().toList(),
                Vectors.decode().stream()
                        .map(Vectors.Decode::charset)
                        .distinct()
                        .sorted()
                        .toList());
        assertEquals(
                Charsets.OURS.stream().sorted().toList(),
                Vectors.encode().stream()
                        .map(Vectors.Encode::charset)
                        .distinct()
                        .sorted()
                        .toList());
    }

    @ParameterizedTest
    @MethodSource("decode")
    void sayWhatTheJdkDecodes(Vectors.Decode row) {
        assertEquals(Hex.of(Oracle.decode(row.bytes(), row.charset())), Hex.of(row.text()));
        assertEquals(withoutKind(Oracle.decodeFault(row.bytes(), row.charset())), row.fault());
    }

    @ParameterizedTest
    @MethodSource("encode")
    void sayWhatTheJdkEncodes(Vectors.Encode row) {
        assertEquals(Hex.of(Oracle.encode(row.text(), row.charset())), Hex.of(row.bytes()));
        assertEquals(Oracle.encodeFault(row.text(), row.charset()), row.fault());
    }

    /** Odd bytes too, which no verb counted in units can pass. */
    @ParameterizedTest
    @MethodSource("decode")
    void areDecodedByTheBinding(Vectors.Decode row) {
        Decoding.check(Bindings.ofThisRun(), row.bytes(), row.charset(), row.text(), row.fault());
    }

    @ParameterizedTest
    @MethodSource("decodeWhole")
    void areRead(Vectors.Decode row) {
        for (MemoryKind kind : kinds) {
            Reads.check(kind.of(row.bytes()), 0, row.bytes(), row.charset());
            Reads.check(kind.allocate(row.bytes().length + 9), 5, row.bytes(), row.charset());
        }
    }

    @ParameterizedTest
    @MethodSource("encode")
    void areWritten(Vectors.Encode row) {
        for (MemoryKind kind : kinds) {
            int room = row.bytes().length + 2 * Writes.BORDER;
            Writes.check(
                    kind.allocate(room),
                    Writes.BORDER,
                    row.text(),
                    0,
                    row.text().length(),
                    row.charset());
            Writes.check(
                    kind.allocate(room + 1),
                    Writes.BORDER + 1,
                    "\ud83d" + row.text() + "\udc00",
                    1,
                    row.text().length(),
                    row.charset());
        }
    }

    static List<Vectors.Truncate> truncate() {
        return Vectors.truncate();
    }

    @ParameterizedTest
    @MethodSource("truncate")
    void areTruncated(Vectors.Truncate row) {
        int unitSize = Charsets.unitSize(row.charset());
        char[] chars = row.text().toCharArray();
        byte[] all = new byte[row.capacityBytes() + 8];
        Arrays.fill(all, Memory.CANARY);
        byte[] expected = all.clone();
        System.arraycopy(row.bytes(), 0, expected, 3, row.bytes().length);
        int id = Encoding.of(row.charset()).id();
        long packed = Bindings.ofThisRun().encode(chars, chars.length, all, 3, row.capacityBytes(), id, Flags.REPLACE);
        assertEquals(row.chars(), Packed.read(packed));
        assertEquals(row.bytes().length, Packed.written(packed));
        assertEquals(row.chars() == chars.length ? Packed.DONE : Packed.OUTPUT_FULL, Packed.status(packed));
        assertEquals(Hex.of(expected), Hex.of(all));
        for (MemoryKind kind : kinds) { // a capacity that is no whole number of units is rounded down by the caller
            Memory memory = kind.allocate(all.length).fill();
            assertEquals(
                    new Copied(row.chars(), row.bytes().length / unitSize),
                    memory.copyTruncated(
                            row.text(),
                            row.charset(),
                            0,
                            chars.length,
                            3,
                            row.capacityBytes() / unitSize,
                            MalformedPolicy.REPLACE));
            assertEquals(Hex.of(expected), Hex.of(memory.all()));
        }
    }

    private static Fault withoutKind(Fault fault) {
        return fault == null ? null : new Fault(false, fault.at(), fault.length());
    }
}
