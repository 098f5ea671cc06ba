package dev.unitstr.interop.ffm;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.unitstr.UnitCharsets;
import dev.unitstr.examples.segments.bindings.Pcre2;
import dev.unitstr.ffm.SegmentStrings;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.Charset;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One interface in three unit widths: all lengths in units, a NUL inside, output without a terminator. */
class Pcre2Test {
    private static final String SUBJECT = "x\0café 😀 中文 end";
    private static final String PATTERN = "(\\w+) (.) (\\p{Han}+)";

    @ParameterizedTest
    @ValueSource(ints = {8, 16, 32})
    void findsGroups(int bits) throws Throwable {
        Pcre2 pcre = Debian.open(() -> new Pcre2(bits));
        Charset charset = pcre.charset();
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment subject = SegmentStrings.allocateFrom(arena, SUBJECT, charset);
            assertEquals(units(bits, 23, 16, 15), SegmentStrings.encodedUnits(SUBJECT, charset));
            assertEquals(units(bits, 23, 16, 15) * bits / 8, subject.byteSize());

            long[] offsets = pcre.match(PATTERN, subject);
            assertArrayEquals(
                    switch (bits) {
                        case 8 -> new long[] {2, 19, 2, 7, 8, 12, 13, 19};
                        case 16 -> new long[] {2, 12, 2, 6, 7, 9, 10, 12};
                        default -> new long[] {2, 11, 2, 6, 7, 8, 9, 11};
                    },
                    offsets);
            assertEquals(
                    List.of("café 😀 中文", "café", "😀", "中文"),
                    IntStream.range(0, 4)
                            .mapToObj(group -> SegmentStrings.getString(
                                    subject,
                                    offsets[2 * group] * bits / 8,
                                    offsets[2 * group + 1] - offsets[2 * group],
                                    charset))
                            .toList());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {8, 16, 32})
    void substitutes(int bits) throws Throwable {
        Pcre2 pcre = Debian.open(() -> new Pcre2(bits));
        Charset charset = pcre.charset();
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment subject = SegmentStrings.allocateFrom(arena, SUBJECT, charset);
            MemorySegment output =
                    arena.allocate(64L * UnitCharsets.unitSize(charset), 4).fill((byte) 0x55);
            long units = pcre.substitute(PATTERN, subject, "<$2|$3>", output);
            assertEquals(units(bits, 19, 13, 12), units);
            assertEquals("x\0<😀|中文> end", SegmentStrings.getString(output, 0, units, charset));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {8, 16, 32})
    void explains(int bits) throws Throwable {
        Pcre2 pcre = Debian.open(() -> new Pcre2(bits));
        assertEquals("no match", pcre.errorMessage(-1));
        assertThrows(IllegalArgumentException.class, () -> pcre.errorMessage(12_345));
    }

    @ParameterizedTest
    @ValueSource(ints = {8, 16, 32})
    void anErrorIsNotTheAnswerNo(int bits) throws Throwable {
        Pcre2 pcre = Debian.open(() -> new Pcre2(bits));
        try (Arena arena = Arena.ofConfined()) {
            assertArrayEquals(
                    new long[0], pcre.match("y", SegmentStrings.allocateFrom(arena, SUBJECT, pcre.charset())));
            assertArrayEquals(
                    new long[] {0, 1, -1, -1, 0, 1},
                    pcre.match("(y)|(x)", SegmentStrings.allocateFrom(arena, "x", pcre.charset())));
            assertArrayEquals(
                    new long[] {0, 0}, pcre.match("", SegmentStrings.allocateFrom(arena, "", pcre.charset())));
            MemorySegment malformed = arena.allocate(4, 4).fill((byte) 0xD8);
            assertThrows(IllegalArgumentException.class, () -> pcre.match("y", malformed));
            assertThrows(IllegalArgumentException.class, () -> pcre.match("(", malformed));
        }
    }

    private static long units(int bits, int in8, int in16, int in32) {
        return bits == 8 ? in8 : bits == 16 ? in16 : in32;
    }
}
