package dev.unitstr.internal.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.NativePanicException;
import dev.unitstr.internal.binding.Binding;
import dev.unitstr.internal.binding.JavaBinding;
import dev.unitstr.internal.binding.Packed;
import dev.unitstr.internal.binding.Query;
import dev.unitstr.internal.memory.AddressRegion;
import dev.unitstr.internal.memory.Region;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Bindings that fail or break their contract, memory that changes meanwhile, and code of others that calls back. */
class SurprisesTest {
    private static final MalformedPolicy P = MalformedPolicy.REPLACE;
    private static final Charset CHARSET = StandardCharsets.UTF_8;
    private static final int LONG = 3 * Binding.CHUNK_BYTES;

    private final MemoryRegion region = MemoryRegion.filled(LONG);
    private final Region address = new AddressRegion(AddressRegion.LEAST_ADDRESS, LONG); // never touched

    /** Answers every call alike. */
    private record Stubborn(long answer) implements Binding {
        @Override
        public String name() {
            return "stubborn";
        }

        @Override
        public Optional<Throwable> tryOpen() {
            return Optional.empty();
        }

        @Override
        public String version() {
            return "0";
        }

        @Override
        public Optional<String> library() {
            return Optional.empty();
        }

        @Override
        public long decode(Object base, long offset, int bytes, int encoding, int flags, byte[] latin1, char[] chars) {
            return answer;
        }

        @Override
        public long encode(
                char[] source, int chars, Object base, long offset, long capacityBytes, int encoding, int flags) {
            return answer;
        }

        @Override
        public long measure(char[] source, int chars, int encoding, int flags) {
            return answer;
        }

        @Override
        public long findZero(Object base, long offset, long maxUnits, int unitSize) {
            return answer;
        }

        @Override
        public long contentEquals(
                Object base, long offset, int bytes, int encoding, int flags, char[] text, int chars) {
            return answer;
        }

        @Override
        public long query(Object base, long offset, int bytes, int encoding, int flags, Query query) {
            return answer;
        }

        @Override
        public String lastPanic() {
            return "oh no";
        }
    }

    private List<Executable> verbs(RegionStrings strings) {
        String text = "a".repeat(LONG);
        return List.of(
                () -> strings.getString(region, 0, 5, CHARSET, P),
                () -> strings.getString(region, 0, LONG, CHARSET, P),
                () -> strings.getString(region, 0, LONG / 2, StandardCharsets.UTF_16, P),
                () -> strings.getString(address, 0, 5, Charset.forName("windows-1252"), P),
                () -> strings.contentEquals(region, 0, LONG, CHARSET, text, P),
                () -> strings.decode(region, 0, LONG, CHARSET, new char[LONG], 0, P),
                () -> strings.decode(region, 0, LONG, CHARSET, new StringBuilder(), P),
                () -> strings.copy("hello", CHARSET, 0, region, 0, 5, P),
                () -> strings.copy(text, CHARSET, 0, region, 0, LONG, P),
                () -> strings.copyTruncated(text, CHARSET, 0, region, 0, LONG, P),
                () -> strings.copyField("abcde", CHARSET, region, 0, LONG, true, P),
                () -> strings.encode("abcde", StandardCharsets.UTF_16, 0, 5, P),
                () -> strings.encodedUnits(text, CHARSET, P),
                () -> strings.copy("hello", Charset.forName("windows-1252"), 0, address, 0, 5, P));
    }

    @Test
    void aPanicIsAnExceptionWithItsText() {
        for (Executable verb : verbs(new RegionStrings(new Stubborn(Packed.E_PANIC)))) {
            String message = assertThrows(NativePanicException.class, verb).getMessage();
            assertTrue(message.contains("oh no"));
        }
    }

    @Test
    void aRefusalIsAnException() {
        for (int error = Packed.E_UNSUPPORTED + 1; error < 0; error++) {
            for (Executable verb : verbs(new RegionStrings(new Stubborn(error)))) {
                String message = assertThrows(IllegalStateException.class, verb).getMessage();
                assertTrue(message.contains("unexpected native status " + error + " (USTR_E_"), message);
            }
        }
    }

    @Test
    void whatALibraryLacksIsUnsupported() {
        for (Executable verb : verbs(new RegionStrings(new Stubborn(Packed.E_UNSUPPORTED)))) {
            String message =
                    assertThrows(UnsupportedOperationException.class, verb).getMessage();
            assertTrue(message.contains("stubborn"), message);
        }
    }

    @Test
    void anAnswerThatCannotBeIsAnException() {
        for (long answer : new long[] {
            Packed.of(Packed.DONE, 0, 0, 0, 0),
            Packed.of(Packed.DONE, 0, 3, 3, 0),
            Packed.of(Packed.INCOMPLETE, 0, 0, 0, 0),
            Packed.of(Packed.MALFORMED, 0, 0, 0, 1),
            Packed.of(Packed.NOT_LATIN1, 0, 1, 1, 0),
            Packed.of(7, 0, 1, 1, 0)
        }) {
            for (Executable verb : verbs(new RegionStrings(new Stubborn(answer)))) {
                assertThrows(RuntimeException.class, verb, () -> Long.toHexString(answer));
            }
        }
    }

    @Test
    void anAnswerToAQueryThatCannotBeIsAnException() {
        for (long answer : new long[] {
            Packed.E_RANGE,
            Packed.of(Packed.DONE, 0, 0, 0, 0),
            Packed.of(Packed.INCOMPLETE, 0, 0, 0, 0),
            Packed.of(Packed.MALFORMED, 0, Binding.CHUNK_BYTES, 0, 1),
            Packed.of(Packed.MISMATCH, 0, 1, 0, 0)
        }) {
            RegionStrings strings = new RegionStrings(new Stubborn(answer));
            assertThrows(
                    IllegalStateException.class,
                    () -> strings.firstMalformed(region, 0, LONG, CHARSET),
                    () -> Long.toHexString(answer));
        }
    }

    @Test
    void aSearchThatLeavesTheMemoryIsAnException() {
        RegionStrings far = new RegionStrings(new Stubborn(LONG + 1));
        assertThrows(IllegalStateException.class, () -> far.unitsToTerminator(region, 0, CHARSET));
        RegionStrings panics = new RegionStrings(new Stubborn(Packed.E_PANIC));
        assertThrows(NativePanicException.class, () -> panics.getStringTerminated(region, 0, CHARSET, P));
    }

    /** The byte order mark is looked at once, so the text is never half of one order and half of the other. */
    @Test
    void aMarkThatChangesIsSeenOnce() {
        RegionStrings strings = new RegionStrings(new JavaBinding());
        AtomicInteger reads = new AtomicInteger();
        byte[] text = ("\ufeff" + "a".repeat(LONG / 2 - 1)).getBytes(StandardCharsets.UTF_16LE);
        System.arraycopy(text, 0, region.memory, 0, LONG);
        region.before = () -> {
            if (reads.incrementAndGet() > 1) {
                region.memory[0] = (byte) 0xFE;
                region.memory[1] = (byte) 0xFF;
            }
        };
        assertEquals("a".repeat(LONG / 2 - 1), strings.getString(region, 0, LONG / 2, StandardCharsets.UTF_16, P));
    }

    @Test
    void memoryMayChangeAtAnyTime() {
        RegionStrings strings = new RegionStrings(new JavaBinding());
        Random random = new Random(5);
        region.before = () -> {
            for (int i = 0; i < 1000; i++) {
                region.memory[random.nextInt(LONG)] = (byte) random.nextInt(256);
            }
        };
        for (Charset charset : Samples.charsets()) {
            Arrays.fill(region.memory, (byte) 0);
            long units = LONG / dev.unitstr.UnitCharsets.unitSize(charset);
            String text = strings.getString(region, 0, units, charset, P);
            assertTrue(text.length() <= LONG && !text.isEmpty());
            strings.contentEquals(region, 0, units, charset, text, P);
        }
    }

    /** The scratch of the outer operation is not the inner one's. */
    @Test
    void anAppendableMayUseUnitstr() throws java.io.IOException {
        RegionStrings strings = new RegionStrings(new JavaBinding());
        StringBuilder text = new StringBuilder();
        Appendable nested = new Appendable() {
            @Override
            public Appendable append(CharSequence piece) {
                text.append(strings.getString(region, 0, LONG, CHARSET, P), 0, 1)
                        .append(piece);
                return this;
            }

            @Override
            public Appendable append(CharSequence piece, int start, int end) {
                return append(piece.subSequence(start, end));
            }

            @Override
            public Appendable append(char c) {
                return append(String.valueOf(c));
            }
        };
        strings.decode(region, 0, LONG, CHARSET, nested, P);
        assertEquals(("U" + "U".repeat(Binding.CHUNK_BYTES)).repeat(3), text.toString());
    }
}
