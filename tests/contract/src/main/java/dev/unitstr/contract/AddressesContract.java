package dev.unitstr.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.unitstr.BufferStrings;
import dev.unitstr.Copied;
import dev.unitstr.MalformedPolicy;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The forms that take an address: their own arguments, and what they say where native access is missing. */
public abstract class AddressesContract {
    private static final MalformedPolicy REPLACE = MalformedPolicy.REPLACE;
    private static final Charset CHARSET = StandardCharsets.UTF_16LE;
    private static final int CAPACITY = 16;
    private static final Map<String, Verb> VERBS = new LinkedHashMap<>();

    private static final Map<String, Object> EXPECTED = Map.of(
            "getString",
            "ab",
            "getStringTerminated",
            "ab",
            "contentEquals",
            true,
            "decode",
            2,
            "decode to an Appendable",
            "ab",
            "copy",
            2L,
            "copyTruncated",
            new Copied(2, 2),
            "copyField",
            new Copied(2, 2));

    /** A verb that reads or writes "ab". */
    private interface Verb {
        Object call(long address, long capacityBytes, long offset, long units) throws Exception;
    }

    static {
        VERBS.put("getString", (a, c, o, u) -> BufferStrings.getString(a, c, o, u, CHARSET, REPLACE));
        VERBS.put(
                "getStringTerminated", (a, c, o, u) -> BufferStrings.getStringTerminated(a, c, o, u, CHARSET, REPLACE));
        VERBS.put("contentEquals", (a, c, o, u) -> BufferStrings.contentEquals(a, c, o, u, CHARSET, "ab", REPLACE));
        VERBS.put("decode", (a, c, o, u) -> BufferStrings.decode(a, c, o, u, CHARSET, new char[2], 0, REPLACE));
        VERBS.put("decode to an Appendable", (a, c, o, u) -> {
            StringBuilder text = new StringBuilder();
            BufferStrings.decode(a, c, o, u, CHARSET, text, REPLACE);
            return text.toString();
        });
        VERBS.put("copy", (a, c, o, u) -> BufferStrings.copy("ab", CHARSET, 0, a, c, o, (int) u, REPLACE));
        VERBS.put(
                "copyTruncated", (a, c, o, u) -> BufferStrings.copyTruncated("ab", CHARSET, 0, 2, a, c, o, u, REPLACE));
        VERBS.put("copyField", (a, c, o, u) -> BufferStrings.copyField("ab", CHARSET, a, c, o, u, false, REPLACE));
    }

    static Set<String> verbs() {
        return VERBS.keySet();
    }

    /** Memory with "ab" at byte 3. */
    private static ByteBuffer memory() {
        return ByteBuffer.allocateDirect(CAPACITY).put(3, Hex.bytes("61 00 62 00"));
    }

    @ParameterizedTest
    @MethodSource("verbs")
    void reachMemoryOrSayWhatToAdd(String verb) throws Exception {
        ByteBuffer memory = memory();
        String before = content(memory);
        long address = Addresses.of(memory);
        if (Run.reachesAddresses()) {
            assertEquals(EXPECTED.get(verb), VERBS.get(verb).call(address, CAPACITY, 3, 2));
        } else {
            UnsupportedOperationException e = assertThrows(
                    UnsupportedOperationException.class, () -> VERBS.get(verb).call(address, CAPACITY, 3, 2));
            assertTrue(e.getMessage().contains("--enable-native-access=ALL-UNNAMED"), e::getMessage);
        }
        assertEquals(before, content(memory)); // what is written was there before
    }

    private static String content(ByteBuffer memory) {
        byte[] bytes = new byte[memory.capacity()];
        memory.get(0, bytes);
        return Hex.of(bytes);
    }

    @ParameterizedTest
    @MethodSource("verbs")
    void lieWithinTheCapacity(String verb) {
        long address = Addresses.of(memory());
        long[][] bad = {
            {CAPACITY, -1},
            {CAPACITY, CAPACITY - 3},
            {CAPACITY, CAPACITY + 1},
            {CAPACITY, Long.MAX_VALUE},
            {CAPACITY, Long.MIN_VALUE},
            {3, 0},
            {0, 0},
            {Long.MAX_VALUE, Long.MAX_VALUE},
            {Long.MAX_VALUE, -1}
        };
        for (long[] one : bad) {
            assertThrows(
                    IndexOutOfBoundsException.class,
                    () -> VERBS.get(verb).call(address, one[0], one[1], 2),
                    () -> verb + " at " + one[1] + " of " + one[0]);
        }
    }

    @ParameterizedTest
    @MethodSource("verbs")
    void haveACapacityThatIsNotNegative(String verb) {
        long address = Addresses.of(memory());
        for (long capacity : new long[] {-1, Long.MIN_VALUE}) {
            IllegalArgumentException e = assertThrows(
                    IllegalArgumentException.class, () -> VERBS.get(verb).call(address, capacity, 0, 0));
            assertTrue(e.getMessage().contains(String.valueOf(capacity)), e::getMessage);
        }
    }

    @ParameterizedTest
    @MethodSource("verbs")
    void areNotNullUnlessEmpty(String verb) {
        assertThrows(IllegalArgumentException.class, () -> VERBS.get(verb).call(0, CAPACITY, 0, 2), () -> verb);
        assertThrows(IllegalArgumentException.class, () -> VERBS.get(verb).call(0, CAPACITY, 4, 2), () -> verb);
    }

    @Test
    void mayBeNullWhenEmpty() {
        if (Run.reachesAddresses()) {
            assertEquals("", BufferStrings.getString(0, 0, 0, 0, CHARSET, REPLACE));
            assertEquals("", BufferStrings.getStringTerminated(0, 0, 0, 0, CHARSET, REPLACE));
            assertEquals(0, BufferStrings.copy("ab", CHARSET, 2, 0, 0, 0, 0, REPLACE));
            assertEquals(new Copied(0, 0), BufferStrings.copyTruncated("ab", CHARSET, 0, 2, 0, 0, 0, 0, REPLACE));
        } else {
            assertThrows(
                    UnsupportedOperationException.class, () -> BufferStrings.getString(0, 0, 0, 0, CHARSET, REPLACE));
        }
    }

    @Test
    void areSearchedForATerminator() {
        ByteBuffer memory = memory();
        long address = Addresses.of(memory);
        if (Run.reachesAddresses()) {
            assertEquals(2, BufferStrings.unitsToTerminator(address, CAPACITY, 3, CHARSET));
            assertEquals(2, BufferStrings.unitsToTerminator(address, Long.MAX_VALUE, 3, CHARSET));
            assertEquals("ab", BufferStrings.getStringTerminated(address, Long.MAX_VALUE, 3, CHARSET, REPLACE));
        } else {
            assertThrows(
                    UnsupportedOperationException.class,
                    () -> BufferStrings.unitsToTerminator(address, CAPACITY, 3, CHARSET));
            assertThrows(
                    UnsupportedOperationException.class,
                    () -> BufferStrings.getStringTerminated(address, CAPACITY, 3, CHARSET, REPLACE));
        }
        assertThrows(
                IndexOutOfBoundsException.class,
                () -> BufferStrings.unitsToTerminator(address, CAPACITY, CAPACITY + 1, CHARSET));
        assertEquals(CAPACITY, memory.capacity());
    }
}
