package dev.unitstr.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.MalformedTextException;
import dev.unitstr.internal.memory.AddressRegion;
import dev.unitstr.internal.memory.Region;
import dev.unitstr.internal.text.RegionStrings;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.Charset;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Text that ends at a zero unit. Where there is none the JDK is not asked: what is expected is said here. */
@EveryRun
@Tag("route")
@Tag("tier")
class TerminatorsContract {
    private static final int ORDINARY = 1_000;
    private static final MalformedPolicy REPLACE = MalformedPolicy.REPLACE;

    private final List<? extends MemoryKind> kinds = Kinds.HERE.memory();

    static List<Charset> charsets() {
        return Charsets.oursAnd("windows-1252", "GB18030");
    }

    @ParameterizedTest
    @MethodSource("charsets")
    void areFoundWhereverTheyAre(Charset charset) {
        int unitSize = Charsets.unitSize(charset);
        SplittableRandom random = Run.random(charset);
        List<Memory> memories = kinds.stream().map(k -> k.allocate(256)).toList();
        for (int i = Run.times(ORDINARY); i > 0; i--) {
            Memory memory = memories.get(i % memories.size());
            byte[] bytes = new byte[256];
            random.nextBytes(bytes);
            for (int zeros = random.nextInt(5); zeros > 0; zeros--) {
                int at = random.nextInt(bytes.length);
                Arrays.fill(bytes, at, Math.min(bytes.length, at + 1 + random.nextInt(6)), (byte) 0);
            }
            memory.put(0, bytes);
            int offset = random.nextInt(bytes.length + 1);
            int maxUnits = random.nextInt((bytes.length - offset) / unitSize + 1);
            check(memory, bytes, offset, maxUnits, charset);
        }
    }

    private static void check(Memory memory, byte[] bytes, int offset, int maxUnits, Charset charset) {
        int unitSize = Charsets.unitSize(charset);
        Supplier<String> about =
                () -> charset + " in " + memory + " at " + offset + ", " + maxUnits + ": " + Hex.of(bytes);
        byte[] rest = Arrays.copyOfRange(bytes, offset, bytes.length);
        int units = Oracle.unitsToTerminator(rest, unitSize);
        if (units < 0) {
            assertThrows(IndexOutOfBoundsException.class, () -> memory.unitsToTerminator(offset, charset), about);
            assertThrows(
                    IndexOutOfBoundsException.class, () -> memory.getStringTerminated(offset, charset, REPLACE), about);
        } else {
            assertEquals(units, memory.unitsToTerminator(offset, charset), about);
            assertEquals(
                    Oracle.decode(Arrays.copyOf(rest, units * unitSize), charset),
                    memory.getStringTerminated(offset, charset, REPLACE),
                    about);
        }
        byte[] field = Arrays.copyOf(rest, maxUnits * unitSize);
        int inField = Oracle.unitsToTerminator(field, unitSize);
        assertEquals(inField < 0 ? maxUnits : inField, memory.unitsToTerminator(offset, maxUnits, charset), about);
        byte[] text = inField < 0 ? field : Arrays.copyOf(field, inField * unitSize);
        assertEquals(
                Oracle.decode(text, charset), memory.getStringTerminated(offset, maxUnits, charset, REPLACE), about);
        assertThrows(
                IllegalArgumentException.class, () -> memory.getStringTerminated(offset, -1, charset, REPLACE), about);
        assertThrows(IllegalArgumentException.class, () -> memory.unitsToTerminator(offset, -1, charset), about);
        Fault fault = Oracle.decodeFault(text, charset);
        if (fault != null) {
            MalformedTextException e = assertThrows(
                    MalformedTextException.class,
                    () -> memory.getStringTerminated(offset, maxUnits, charset, MalformedPolicy.REPORT),
                    about);
            Reports.decoding(fault, charset, e, about);
        } else {
            assertEquals(
                    Oracle.decode(text, charset),
                    memory.getStringTerminated(offset, maxUnits, charset, MalformedPolicy.REPORT),
                    about);
        }
    }

    /** Zero bytes that belong to two units end nothing; a tail that is less than a unit is never read. */
    @Test
    void areWholeUnitsCountedFromTheOffset() {
        Charset utf16 = Charset.forName("UTF-16LE");
        Charset utf32 = Charset.forName("UTF-32LE");
        for (MemoryKind kind : kinds) {
            Memory straddling = kind.of(Hex.bytes("61 01 00 62 00 00 00"));
            assertEquals(2, straddling.unitsToTerminator(0, utf16));
            assertEquals(2, straddling.unitsToTerminator(1, utf16));
            assertEquals(1, straddling.unitsToTerminator(2, utf16));
            assertThrows(IndexOutOfBoundsException.class, () -> straddling.unitsToTerminator(0, utf32));
            assertThrows(IndexOutOfBoundsException.class, () -> straddling.unitsToTerminator(3, utf32));
            Memory tail = kind.of(Hex.bytes("61 62 00"));
            assertThrows(IndexOutOfBoundsException.class, () -> tail.unitsToTerminator(0, utf16));
            assertThrows(IndexOutOfBoundsException.class, () -> tail.getStringTerminated(0, utf16, REPLACE));
            assertEquals("\u6261", tail.getStringTerminated(0, 1, utf16, REPLACE));
            Memory none = kind.allocate(0);
            assertThrows(IndexOutOfBoundsException.class, () -> none.unitsToTerminator(0, utf16));
            assertEquals("", none.getStringTerminated(0, 0, utf16, REPLACE));
        }
    }

    /** In UTF-16 and UTF-32 a zero byte within a unit is text, in the others it is the end. */
    @ParameterizedTest
    @MethodSource("charsets")
    void areFoundFarAway(Charset charset) {
        int unitSize = Charsets.unitSize(charset);
        for (MemoryKind kind : Run.some(kinds, charset)) {
            for (int units : new int[] {65535, 65536, 65537}) {
                Memory memory = kind.allocate((units + 2) * unitSize + 1).fill();
                memory.put(1L + (long) units * unitSize, new byte[unitSize]);
                Supplier<String> about = () -> charset + " in " + memory + ": " + units;
                assertEquals(units, memory.unitsToTerminator(1, charset), about);
                byte[] text = memory.get(1, units * unitSize);
                assertEquals(Oracle.decode(text, charset), memory.getStringTerminated(1, charset, REPLACE), about);
                assertEquals(
                        Oracle.decode(Arrays.copyOf(text, (units - 1) * unitSize), charset),
                        memory.getStringTerminated(1, units - 1, charset, REPLACE),
                        about);
                assertEquals(
                        Oracle.decode(text, charset),
                        memory.getStringTerminated(1, units + 1, charset, REPLACE),
                        about);
            }
        }
    }

    @Test
    void areRefusedWhereNulIsNotOneByte() {
        for (Charset charset : Charsets.WITHOUT_NUL) {
            for (MemoryKind kind : kinds) {
                Memory memory = kind.allocate(8);
                assertThrows(IllegalArgumentException.class, () -> memory.unitsToTerminator(0, charset));
                assertThrows(IllegalArgumentException.class, () -> memory.getStringTerminated(0, charset, REPLACE));
                assertThrows(IllegalArgumentException.class, () -> memory.getStringTerminated(0, 8, charset, REPLACE));
            }
        }
    }

    /** No string can hold it: said before anything is read or allocated. */
    @ParameterizedTest
    @MethodSource("charsets")
    void farAwayAreRefused(Charset charset) {
        Region region = new AddressRegion(AddressRegion.LEAST_ADDRESS, Long.MAX_VALUE); // never touched
        for (long units : new long[] {Integer.MAX_VALUE / Charsets.unitSize(charset) + 1L, 1L << 31, 1L << 40}) {
            RegionStrings strings = new RegionStrings(new DelegatingBinding(Bindings.ofThisRun()) {
                @Override
                public long findZero(@Nullable Object base, long offset, long maxUnits, int unitSize) {
                    return Math.min(units - (offset - region.start()) / unitSize, maxUnits);
                }
            });
            assertThrows(
                    IllegalArgumentException.class, () -> strings.getStringTerminated(region, 0, charset, REPLACE));
            assertThrows(
                    IllegalArgumentException.class,
                    () -> strings.getStringTerminated(region, 0, units + 1, charset, REPLACE));
            assertEquals(units, strings.unitsToTerminator(region, 0, charset));
        }
    }

    /** The unit is the last thing that can be read: a search that looks further ends the JVM. */
    @ParameterizedTest
    @MethodSource("charsets")
    void areFoundAtTheEndOfMappedMemory(Charset charset) {
        int unitSize = Charsets.unitSize(charset);
        for (Memory memory : Kinds.HERE.beforeADeadPage()) {
            memory.put(0, new byte[DeadPage.LIVE]);
            memory.put(0, filled(DeadPage.LIVE));
            memory.put(DeadPage.LIVE - unitSize, new byte[unitSize]);
            for (int units = 0; units < 200; units++) {
                long offset = DeadPage.LIVE - (units + 1L) * unitSize;
                assertEquals(units, memory.unitsToTerminator(offset, charset), memory::toString);
                byte[] text = memory.get(offset, units * unitSize);
                assertEquals(
                        Oracle.decode(text, charset),
                        memory.getStringTerminated(offset, charset, REPLACE),
                        memory::toString);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("charsets")
    void ofStringsBehindPointersEndMappedMemory(Charset charset) {
        int unitSize = Charsets.unitSize(charset);
        for (Memory memory : Kinds.HERE.beforeADeadPage()) {
            long address = memory.cStrings().address();
            if (address == 0 || !Run.reachesAddresses()) {
                continue;
            }
            for (byte fill : new byte[] {'a', Memory.CANARY}) {
                byte[] all = new byte[DeadPage.LIVE];
                Arrays.fill(all, fill);
                Arrays.fill(all, DeadPage.LIVE - unitSize, DeadPage.LIVE, (byte) 0);
                ByteBuffer pointers = ByteBuffer.wrap(all).order(ByteOrder.nativeOrder());
                String[] expected = new String[200];
                for (int units = 0; units < expected.length; units++) {
                    int at = DeadPage.LIVE - (units + 1) * unitSize;
                    pointers.putLong(address + at);
                    expected[units] = Oracle.decode(Arrays.copyOfRange(all, at, DeadPage.LIVE - unitSize), charset);
                }
                memory.put(0, all);
                assertArrayEquals(
                        expected, memory.cStrings().getPointers(0, expected.length, charset), memory::toString);
            }
        }
    }

    /** Reading and writing up to the last byte that is there. */
    @ParameterizedTest
    @MethodSource("charsets")
    void aroundThemNothingElseIsTouched(Charset charset) {
        SplittableRandom random = new SplittableRandom(5);
        for (Memory memory : Kinds.HERE.beforeADeadPage()) {
            for (int i = 0; i < 100; i++) {
                byte[] bytes = Encoded.next(random, charset, 80);
                Reads.check(memory, DeadPage.LIVE - bytes.length, bytes, charset);
                String text = Texts.next(random, 80);
                byte[] encoded = Oracle.encode(text, charset);
                long at = DeadPage.LIVE - encoded.length;
                memory.copy(text, charset, 0, at, text.length(), REPLACE);
                assertEquals(Hex.of(encoded), Hex.of(memory.get(at, encoded.length)), memory::toString);
                int units = encoded.length / Charsets.unitSize(charset);
                memory.copyTruncated(text, charset, 0, at, units, REPLACE);
                assertEquals(Hex.of(encoded), Hex.of(memory.get(at, encoded.length)), memory::toString);
                memory.copyField("", charset, at, units, false, REPLACE);
                assertEquals(Hex.of(new byte[encoded.length]), Hex.of(memory.get(at, encoded.length)));
            }
        }
    }

    private static byte[] filled(int bytes) {
        byte[] all = new byte[bytes];
        Arrays.fill(all, Memory.CANARY);
        return all;
    }
}
