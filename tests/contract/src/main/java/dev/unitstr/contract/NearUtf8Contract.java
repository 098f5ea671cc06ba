package dev.unitstr.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.UnitCharsets;
import dev.unitstr.internal.binding.Binding;
import dev.unitstr.internal.binding.Encoding;
import dev.unitstr.internal.memory.ArrayRegion;
import dev.unitstr.internal.text.RegionStrings;
import java.nio.charset.Charset;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Charsets that differ from UTF-8 in few characters: the charset converts what differs, and what follows. */
@EveryRun
@Tag("jdk")
@Tag("tier")
class NearUtf8Contract {
    /** Text of one, two and three bytes per char: 16 bytes. Texts of it are long enough for the codec of UTF-8. */
    private static final String PART = "na\u00efve \u0416\u20ac\u4e2d ";
    /** What is encoded in another way than in UTF-8, or not at all. */
    private static final List<String> SPECIAL = List.of("\0", "\ud83d\ude00", "\ud83d", "\ude00");
    /** Malformed in UTF-8, or in these charsets, or in both. */
    private static final List<String> BYTES =
            List.of("00", "C0 80", "C1 BF", "ED A0 BD ED B8 80", "ED A0 80", "F0 9F 98 80", "F4", "FF", "80", "E2 82");

    private final List<? extends MemoryKind> kinds = Kinds.HERE.memory();

    static List<Charset> charsets() {
        return List.of(UnitCharsets.MODIFIED_UTF_8, UnitCharsets.CESU_8);
    }

    private static List<Integer> places(int length) {
        return IntStream.rangeClosed(0, length).boxed().toList();
    }

    @ParameterizedTest
    @MethodSource("charsets")
    void areReadAsTheCharsetDecodes(Charset charset) {
        byte[] text = PART.repeat(9).getBytes(charset);
        List<Memory> memories = kinds.stream().map(kind -> kind.allocate(400)).toList();
        int turn = 0;
        for (String special : BYTES) {
            for (int at : Run.some(places(text.length), "read", charset, special)) {
                byte[] before = Arrays.copyOf(text, at);
                byte[] after = Arrays.copyOfRange(text, at, text.length);
                byte[] bytes = Encoded.concat(before, Hex.bytes(special), after, Hex.bytes(special));
                Reads.check(memories.get(turn++ % memories.size()), 5, bytes, charset);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("charsets")
    void areWrittenAsTheCharsetEncodes(Charset charset) {
        String text = PART.repeat(26);
        List<Memory> memories = kinds.stream().map(kind -> kind.allocate(2_000)).toList();
        int turn = 0;
        for (String special : SPECIAL) {
            for (int at : Run.some(places(text.length()), "written", charset, special)) {
                String mixed = text.substring(0, at) + special + text.substring(at) + special;
                Writes.check(memories.get(turn++ % memories.size()), 32, mixed, 0, mixed.length(), charset);
            }
        }
    }

    /** A special character close to the border between two native calls. */
    @ParameterizedTest
    @MethodSource("charsets")
    void ofManyPiecesAreConverted(Charset charset) {
        String text = "a".repeat(Binding.CHUNK_BYTES - 4) + PART.repeat(3);
        for (String special : SPECIAL) {
            for (int at = Binding.CHUNK_BYTES - 6; at < Binding.CHUNK_BYTES + 6; at++) {
                String mixed = text.substring(0, at) + special + text.substring(at);
                byte[] bytes = Oracle.encode(mixed, charset);
                Memory memory = kinds.get(at % kinds.size()).allocate(bytes.length);
                assertEquals(bytes.length, memory.copy(mixed, charset, 0, 0, mixed.length(), MalformedPolicy.REPLACE));
                assertEquals(Hex.abridged(bytes), Hex.abridged(memory.get(0, bytes.length)));
                String back = memory.getString(0, bytes.length, charset, MalformedPolicy.REPLACE);
                assertTrue(back.equals(Oracle.decode(bytes, charset)), () -> special + " in " + charset);
            }
        }
    }

    /** The codec of UTF-8 converts text in which nothing differs. */
    @ParameterizedTest
    @MethodSource("charsets")
    void areConvertedByTheCodecOfUtf8(Charset charset) {
        AtomicInteger decoded = new AtomicInteger();
        AtomicInteger encoded = new AtomicInteger();
        Binding counting = new DelegatingBinding(Bindings.ofThisRun()) {
            @Override
            public boolean isNative() {
                return true;
            }

            @Override
            public long decode(
                    Object base, long offset, int bytes, int encoding, int flags, byte[] latin1, char[] chars) {
                decoded.addAndGet(encoding == Encoding.UTF_8.id() ? bytes : 0);
                return super.decode(base, offset, bytes, encoding, flags, latin1, chars);
            }

            @Override
            public long encode(
                    char[] source, int chars, Object base, long offset, long capacity, int encoding, int flags) {
                encoded.addAndGet(encoding == Encoding.UTF_8.id() ? chars : 0);
                return super.encode(source, chars, base, offset, capacity, encoding, flags);
            }
        };
        RegionStrings strings = new RegionStrings(counting);
        String text = PART.repeat(30);
        byte[] bytes = Oracle.encode(text, charset);
        ArrayRegion region = new ArrayRegion(new byte[bytes.length]);
        strings.copy(text, charset, 0, region, 0, text.length(), MalformedPolicy.REPLACE);
        assertEquals(text, strings.getString(region, 0, bytes.length, charset, MalformedPolicy.REPLACE));
        assertEquals(text.length(), encoded.get());
        assertEquals(bytes.length, decoded.get());
    }
}
