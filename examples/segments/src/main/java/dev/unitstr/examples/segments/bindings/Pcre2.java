package dev.unitstr.examples.segments.bindings;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.unitstr.UnitCharsets;
import dev.unitstr.ffm.SegmentStrings;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/** PCRE2: the same functions three times, for units of 8, 16 and 32 bits. It counts everything in units. */
@SuppressWarnings("restricted") // PCRE2 says how many offsets there are: their segment is made here
public final class Pcre2 {
    private static final int UTF_AND_UCP = 0x000A_0000;
    private static final int NO_MATCH = -1;

    private final int bits;
    private final MethodHandle compile;
    private final MethodHandle createMatchData;
    private final MethodHandle match;
    private final MethodHandle offsets;
    private final MethodHandle substitute;
    private final MethodHandle errorMessage;
    private final MethodHandle freeCode;
    private final MethodHandle freeMatchData;

    /**
     * Opens the library for one unit width.
     *
     * @param bits 8, 16 or 32
     * @throws MissingLibrary if it is not here
     */
    public Pcre2(int bits) {
        CLibrary library = CLibrary.open("libpcre2-" + bits + ".so.0", "libpcre2-" + bits + "-0");
        String suffix = "_" + bits;
        this.bits = bits;
        compile = library.function(
                "pcre2_compile" + suffix, ADDRESS, ADDRESS, JAVA_LONG, JAVA_INT, ADDRESS, ADDRESS, ADDRESS);
        createMatchData = library.function("pcre2_match_data_create_from_pattern" + suffix, ADDRESS, ADDRESS, ADDRESS);
        match = library.function(
                "pcre2_match" + suffix, JAVA_INT, ADDRESS, ADDRESS, JAVA_LONG, JAVA_LONG, JAVA_INT, ADDRESS, ADDRESS);
        offsets = library.function("pcre2_get_ovector_pointer" + suffix, ADDRESS, ADDRESS);
        substitute = library.function(
                "pcre2_substitute" + suffix,
                JAVA_INT,
                ADDRESS,
                ADDRESS,
                JAVA_LONG,
                JAVA_LONG,
                JAVA_INT,
                ADDRESS,
                ADDRESS,
                ADDRESS,
                JAVA_LONG,
                ADDRESS,
                ADDRESS);
        errorMessage = library.function("pcre2_get_error_message" + suffix, JAVA_INT, JAVA_INT, ADDRESS, JAVA_LONG);
        freeCode = library.procedure("pcre2_code_free" + suffix, ADDRESS);
        freeMatchData = library.procedure("pcre2_match_data_free" + suffix, ADDRESS);
    }

    /**
     * The charset of this width, in the order of this machine.
     *
     * @return UTF-8, UTF-16 or UTF-32
     */
    public Charset charset() {
        return switch (bits) {
            case 8 -> StandardCharsets.UTF_8;
            case 16 -> UnitCharsets.UTF_16;
            default -> UnitCharsets.UTF_32;
        };
    }

    /**
     * Finds the first match.
     *
     * @param pattern the pattern
     * @param subject what to search, the whole segment
     * @return where the match and its groups start and end, in units: start 0, end 0, start 1, end 1, …; -1, -1 for a
     *     group that is not part of the match. Empty if there is no match
     * @throws Throwable what a method handle may throw
     */
    public long[] match(String pattern, MemorySegment subject) throws Throwable {
        MemorySegment code = compile(pattern);
        MemorySegment data = (MemorySegment) createMatchData.invokeExact(code, MemorySegment.NULL);
        try {
            int pairs = (int) match.invokeExact(code, subject, units(subject), 0L, 0, data, MemorySegment.NULL);
            if (pairs == NO_MATCH) {
                return new long[0];
            }
            if (pairs < 0) { // such as malformed text
                throw new IllegalArgumentException(errorMessage(pairs));
            }
            MemorySegment vector = (MemorySegment) offsets.invokeExact(data);
            return vector.reinterpret(pairs * 16L).toArray(JAVA_LONG);
        } finally {
            freeMatchData.invokeExact(data);
            freeCode.invokeExact(code);
        }
    }

    /**
     * Replaces the first match.
     *
     * @param pattern the pattern
     * @param subject what to search, the whole segment
     * @param replacement what to put there, with {@code $1} for a group
     * @param output takes the result; there is no length before its text and need be none after
     * @return how many units of the output are the result
     * @throws Throwable what a method handle may throw
     */
    public long substitute(String pattern, MemorySegment subject, String replacement, MemorySegment output)
            throws Throwable {
        MemorySegment code = compile(pattern);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment with = SegmentStrings.allocateFrom(arena, replacement, charset());
            MemorySegment length = arena.allocateFrom(JAVA_LONG, units(output));
            int count = (int) substitute.invokeExact(
                    code,
                    subject,
                    units(subject),
                    0L,
                    0,
                    MemorySegment.NULL,
                    MemorySegment.NULL,
                    with,
                    units(with),
                    output,
                    length);
            if (count < 0) {
                throw new IllegalArgumentException(errorMessage(count));
            }
            return length.get(JAVA_LONG, 0);
        } finally {
            freeCode.invokeExact(code);
        }
    }

    /**
     * Returns the meaning of an error number.
     *
     * @param code the number
     * @return PCRE2's sentence
     * @throws IllegalArgumentException if it has none
     * @throws Throwable what a method handle may throw
     */
    public String errorMessage(int code) throws Throwable {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment text = arena.allocate(256L * bits / 8, 4);
            int units = (int) errorMessage.invokeExact(code, text, units(text));
            if (units < 0) {
                throw new IllegalArgumentException("PCRE2 has no message for " + code);
            }
            return SegmentStrings.getString(text, 0, units, charset());
        }
    }

    private MemorySegment compile(String pattern) throws Throwable {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment text = SegmentStrings.allocateFrom(arena, pattern, charset());
            MemorySegment error = arena.allocate(JAVA_INT);
            MemorySegment code = (MemorySegment) compile.invokeExact(
                    text, units(text), UTF_AND_UCP, error, arena.allocate(JAVA_LONG), MemorySegment.NULL);
            if (code.equals(MemorySegment.NULL)) {
                throw new IllegalArgumentException(errorMessage(error.get(JAVA_INT, 0)));
            }
            return code;
        }
    }

    private long units(MemorySegment text) {
        return text.byteSize() * 8 / bits;
    }
}
