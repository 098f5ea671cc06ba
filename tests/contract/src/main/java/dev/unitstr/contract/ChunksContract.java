package dev.unitstr.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.unitstr.Copied;
import dev.unitstr.MalformedPolicy;
import dev.unitstr.internal.binding.Binding;
import dev.unitstr.internal.memory.OffHeap;
import dev.unitstr.internal.memory.Region;
import dev.unitstr.internal.text.RegionStrings;
import java.nio.charset.Charset;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Texts that cross the border in several calls: nothing may show where they were cut. */
@EveryRun
@Tag("jdk")
@Tag("tier")
class ChunksContract {
    private static final int CHUNK = Binding.CHUNK_BYTES;
    private static final int SHORT = OffHeap.MOST;
    private static final int AROUND = 6;

    private final List<? extends MemoryKind> kinds = Kinds.HERE.memory();

    static List<Charset> ours() {
        return Charsets.ours();
    }

    /** Sound, malformed and unfinished sequences of several units. */
    private static List<byte[]> sequences(Charset charset) {
        int unitSize = Charsets.unitSize(charset);
        Stream<byte[]> rows = Vectors.decode().stream()
                .filter(row -> row.charset().equals(charset) && row.isWhole())
                .map(Vectors.Decode::bytes)
                .filter(bytes -> bytes.length > unitSize && bytes.length <= 16);
        Stream<byte[]> sound = Stream.of("\u20ac\ud83d\ude00", "\u00e4\u00ff").map(s -> Oracle.encode(s, charset));
        return Stream.concat(rows, sound).toList();
    }

    @ParameterizedTest
    @MethodSource("ours")
    void areReadAsOne(Charset charset) {
        int unitSize = Charsets.unitSize(charset);
        List<Memory> memories =
                kinds.stream().map(k -> k.allocate(3 * CHUNK + 256)).toList();
        int turn = 0;
        for (byte[] sequence : Run.some(sequences(charset), charset)) {
            for (int cut : new int[] {CHUNK, 2 * CHUNK}) {
                for (int before = -AROUND; before <= AROUND / unitSize; before++) {
                    read(turn, memories, cut + before * unitSize, sequence, 8 * unitSize, charset);
                    turn++;
                }
            }
            read(turn, memories, CHUNK - unitSize, sequence, 0, charset);
            turn++;
            // Up to the last byte of what a short call by JNI takes, and one unit beyond.
            for (int end = SHORT; end <= SHORT + unitSize; end += unitSize) {
                read(turn, memories, (end - sequence.length) & -unitSize, sequence, 0, charset);
                turn++;
            }
        }
    }

    private static void read(int turn, List<Memory> memories, int before, byte[] sequence, int after, Charset charset) {
        byte[] head = plain(charset, before, turn);
        byte[] rest = Encoded.concat(sequence, plain(charset, after, turn));
        byte[] start = Arrays.copyOf(head, 8); // a mark counts at the start only
        Fault near = Oracle.decodeFault(Encoded.concat(start, rest), charset);
        Fault fault = near == null
                ? null
                : new Fault(near.unmappable(), near.at() + head.length - start.length, near.length());
        Memory memory = memories.get(turn % memories.size());
        Reads.checkSome(turn, memory, 3, Encoded.concat(head, rest), charset, fault);
    }

    /** Latin-1 text without a mark, of this many bytes. */
    private static byte[] plain(Charset charset, int bytes, int seed) {
        int unitSize = Charsets.unitSize(charset);
        boolean accents = seed % 2 == 1 && (unitSize > 1 || charset.name().equals("ISO-8859-1"));
        byte[] unit = Oracle.encode("a" + (accents ? "\u00e9" : "b"), charset);
        byte[] two = Arrays.copyOfRange(unit, unit.length - 2 * unitSize, unit.length);
        byte[] all = new byte[bytes];
        for (int i = 0; i < bytes; i++) {
            all[i] = two[i % two.length];
        }
        return all;
    }

    @ParameterizedTest
    @MethodSource("ours")
    void areWrittenAsOne(Charset charset) {
        List<Memory> memories =
                kinds.stream().map(k -> k.allocate(5 * CHUNK + 256)).toList();
        int chars = CHUNK / 2;
        int turn = 0;
        for (String sequence : List.of("\ud83d\ude00", "\ud83d", "\ude00", "\ud83d\ud83d\ude00", "\u00e4\u20ac")) {
            for (int cut : List.of(SHORT, chars, 2 * chars)) {
                for (int before : Run.some(List.of(-3, -2, -1, 0, 1), charset, sequence, cut)) {
                    String text = (turn % 2 == 0 ? "a" : "\u00e9").repeat(cut + before) + sequence + "tail";
                    Memory memory = memories.get(turn++ % memories.size());
                    int from = turn % 3;
                    Writes.check(memory, Writes.BORDER + from, text, from, text.length() - 2 * from, charset);
                }
            }
        }
    }

    /** The first chunks are Latin-1 and the string is not. */
    @ParameterizedTest
    @CsvSource({"1, 0", "1, 100", "2, 0", "2, 5000", "3, 1"})
    void changeFromLatin1Late(int chunks, int more) {
        for (Charset charset : Charsets.OURS) {
            int unitSize = Charsets.unitSize(charset);
            for (MemoryKind kind : Run.some(kinds, charset, chunks, more)) {
                byte[] head = plain(charset, chunks * CHUNK + more * unitSize, chunks);
                byte[] wide = Oracle.encode("\u20ac\ud83d\ude00x", charset);
                byte[] bytes = Encoded.concat(head, wide, plain(charset, CHUNK, more));
                Memory memory = kind.of(bytes);
                assertEquals(
                        Oracle.decode(bytes, charset),
                        memory.getString(0, bytes.length / unitSize, charset, MalformedPolicy.REPLACE),
                        () -> charset + " in " + memory);
            }
        }
    }

    /** A mark counts at the start only; what looks like one at a cut is text. */
    @ParameterizedTest
    @MethodSource("ours")
    void lookForAMarkOnce(Charset charset) {
        int unitSize = Charsets.unitSize(charset);
        List<byte[]> marks = unitSize == 4
                ? List.of(Hex.bytes("00 00 FE FF"), Hex.bytes("FF FE 00 00"))
                : List.of(Hex.bytes("FE FF"), Hex.bytes("FF FE"));
        for (MemoryKind kind : kinds) {
            Memory memory = kind.allocate(3 * CHUNK);
            for (byte[] first : marks) {
                for (byte[] second : marks) {
                    byte[] head = Encoded.concat(first, plain(charset, CHUNK - first.length, 1));
                    byte[] bytes = Encoded.concat(head, second, plain(charset, 8 * unitSize, 0));
                    Reads.checkSome(0, memory, 1, bytes, charset, Oracle.decodeFault(bytes, charset));
                }
            }
        }
    }

    /** Truncated at each of the last places, which lie around the end of the first chunk. */
    @ParameterizedTest
    @MethodSource("ours")
    void areTruncatedAnywhere(Charset charset) {
        int unitSize = Charsets.unitSize(charset);
        String head = "a".repeat(CHUNK / 2 - 6);
        String text = head + "b\ud83d\ude00\ud83d\ude00\u20acxyz\u00e9";
        int headUnits = Oracle.encode(head, charset).length / unitSize;
        Prefixes tail = new Prefixes(text.substring(head.length()), charset);
        long mark = Oracle.encode("a", charset).length / unitSize - 1;
        long whole = Oracle.encode(text, charset).length / unitSize;
        for (MemoryKind kind : Run.some(kinds, charset)) {
            Memory memory = kind.allocate(Math.toIntExact(whole * unitSize));
            for (long units = headUnits; units <= whole; units++) {
                Prefixes.Prefix fits = tail.within(units - headUnits + mark);
                long tailUnits = Math.max(fits.units() - mark, 0); // the mark was before the head
                long capacity = units;
                assertEquals(
                        new Copied(head.length() + fits.chars(), headUnits + tailUnits),
                        memory.copyTruncated(text, charset, 0, 0, units, MalformedPolicy.REPLACE),
                        () -> charset + " in " + memory + ": " + capacity + " units");
            }
        }
    }

    /**
     * A critical call holds off safepoints until it returns, so what a binding is given at a time bounds how long the JVM
     * waits for one. Counts every call, and how much text the largest has.
     */
    @ParameterizedTest
    @MethodSource("ours")
    void areNeverMoreThanAChunk(Charset charset) {
        int unitSize = Charsets.unitSize(charset);
        byte[] bytes = plain(charset, 5 * CHUNK + 8 * unitSize, 1);
        String text = Oracle.decode(bytes, charset);
        int units = bytes.length / unitSize;
        CountingBinding binding = new CountingBinding(Bindings.ofThisRun());
        RegionStrings strings = new RegionStrings(binding);
        for (Regions.Maker maker : Regions.MAKERS) {
            Region region = maker.of(bytes).region();
            MalformedPolicy report = MalformedPolicy.REPORT;
            binding.requireAll(bytes.length, () -> {
                assertEquals(text, strings.getString(region, 0, units, charset, report));
            });
            binding.requireAll(bytes.length, () -> {
                assertEquals(
                        text.length(), strings.decode(region, 0, units, charset, new char[text.length()], 0, report));
            });
            StringBuilder appended = new StringBuilder();
            binding.requireAll(bytes.length, () -> {
                strings.decode(region, 0, units, charset, appended, report);
                assertEquals(text, appended.toString());
            });
            binding.requireAll(bytes.length, () -> {
                assertTrue(strings.contentEquals(region, 0, units, charset, text, report));
            });
        }
        // A char has two bytes where it is read, whatever it becomes.
        long charBytes = 2L * text.length();
        binding.requireAll(charBytes, () -> {
            assertTrue(strings.encodedUnits(text, charset, MalformedPolicy.REPORT) >= units);
        });
        binding.requireAll(charBytes, () -> {
            byte[] encoded = strings.encode(text, charset, 0, text.length(), MalformedPolicy.REPORT);
            assertArrayEquals(Oracle.encode(text, charset), encoded);
        });
    }

    private interface Operation {
        void run() throws Exception;
    }

    /** Counts the bytes of text that another binding is given, in all and in the largest call. */
    private static final class CountingBinding extends DelegatingBinding {
        private long all;
        private long largest;

        CountingBinding(Binding other) {
            super(other);
        }

        /** All of the text goes through the binding, and no call has more than a chunk of it. */
        void requireAll(long bytes, Operation operation) {
            all = 0;
            largest = 0;
            assertDoesNotThrow(operation::run);
            assertTrue(all >= bytes, () -> all + " of " + bytes + " bytes went through the binding");
            assertTrue(largest <= CHUNK, () -> "a call with " + largest + " bytes");
        }

        private void count(long bytes) {
            all += bytes;
            largest = Math.max(largest, bytes);
        }

        @Override
        public long decode(
                @Nullable Object base, long offset, int bytes, int encoding, int flags, byte[] latin1, char[] chars) {
            count(bytes);
            return super.decode(base, offset, bytes, encoding, flags, latin1, chars);
        }

        @Override
        public long encode(
                char[] source, int chars, @Nullable Object base, long offset, long capacity, int encoding, int flags) {
            count(2L * chars);
            return super.encode(source, chars, base, offset, capacity, encoding, flags);
        }

        @Override
        public long measure(char[] source, int chars, int encoding, int flags) {
            count(2L * chars);
            return super.measure(source, chars, encoding, flags);
        }

        @Override
        public long contentEquals(
                @Nullable Object base, long offset, int bytes, int encoding, int flags, char[] text, int chars) {
            count(bytes);
            return super.contentEquals(base, offset, bytes, encoding, flags, text, chars);
        }
    }
}
