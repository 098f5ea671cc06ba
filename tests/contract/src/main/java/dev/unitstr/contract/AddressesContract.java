package dev.unitstr.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.unitstr.Copied;
import dev.unitstr.LengthPrefix;
import dev.unitstr.ListEnd;
import dev.unitstr.MalformedPolicy;
import dev.unitstr.NativeMemory;
import dev.unitstr.StringCache;
import dev.unitstr.StringSpans;
import dev.unitstr.TextDecoder;
import dev.unitstr.TextEncoder;
import dev.unitstr.TextView;
import dev.unitstr.columns.ArrowBatch;
import dev.unitstr.columns.ArrowExport;
import dev.unitstr.columns.ArrowStream;
import dev.unitstr.tensor.MutableStringTensor;
import dev.unitstr.tensor.TensorLayout;
import dev.unitstr.values.Dialect;
import dev.unitstr.values.ValueMemory;
import java.lang.ref.Reference;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The forms that take an address: their own arguments, and what they say where native access is missing. */
@EveryRun
@Tag("jdk")
@Tag("route")
class AddressesContract {
    private static final MalformedPolicy REPLACE = MalformedPolicy.REPLACE;
    private static final Charset CHARSET = StandardCharsets.UTF_16LE;
    private static final int CAPACITY = 16;
    private static final NativeMemory NONE = NativeMemory.of(0, 0);
    private static final Map<String, Verb> VERBS = new LinkedHashMap<>();

    private static final Map<String, Object> EXPECTED = Map.ofEntries(
            Map.entry("getString", "ab"),
            Map.entry("getStringTerminated", "ab"),
            Map.entry("contentEquals", true),
            Map.entry("firstMalformed", -1L),
            Map.entry("decode", 2),
            Map.entry("decode to an Appendable", "ab"),
            Map.entry("copy", 2L),
            Map.entry("copyTruncated", new Copied(2, 2)),
            Map.entry("copyField", new Copied(2, 2)),
            Map.entry("copyTerminated", 2L),
            Map.entry("copyTerminatedTruncated", new Copied(2, 2)),
            Map.entry("copyStringList", 8L),
            Map.entry("TextDecoder", 2),
            Map.entry("TextDecoder to an Appendable", "ab"),
            Map.entry("TextEncoder", new Copied(2, 2)),
            Map.entry("TextEncoder.flush", 0L),
            Map.entry("TextView", "ab"),
            Map.entry("TextView.copy", 2L),
            Map.entry("StringCache", "ab"));

    /** A verb that reads or writes "ab". */
    private interface Verb {
        Object call(long address, long capacityBytes, long offset, long units) throws Exception;
    }

    static {
        VERBS.put("getString", (a, c, o, u) -> NativeMemory.of(a, c).getString(o, u, CHARSET, REPLACE));
        VERBS.put(
                "getStringTerminated",
                (a, c, o, u) -> NativeMemory.of(a, c).getStringTerminated(o, u, CHARSET, REPLACE));
        VERBS.put("contentEquals", (a, c, o, u) -> NativeMemory.of(a, c).contentEquals(o, u, CHARSET, "ab", REPLACE));
        VERBS.put("firstMalformed", (a, c, o, u) -> NativeMemory.of(a, c).firstMalformed(o, u, CHARSET));
        VERBS.put("decode", (a, c, o, u) -> NativeMemory.of(a, c).decode(o, u, CHARSET, new char[2], 0, REPLACE));
        VERBS.put("decode to an Appendable", (a, c, o, u) -> {
            StringBuilder text = new StringBuilder();
            NativeMemory.of(a, c).decode(o, u, CHARSET, text, REPLACE);
            return text.toString();
        });
        VERBS.put("copy", (a, c, o, u) -> NativeMemory.of(a, c).copy("ab", CHARSET, 0, o, (int) u, REPLACE));
        VERBS.put(
                "copyTruncated", (a, c, o, u) -> NativeMemory.of(a, c).copyTruncated("ab", CHARSET, 0, o, u, REPLACE));
        VERBS.put("copyField", (a, c, o, u) -> NativeMemory.of(a, c).copyField("ab", CHARSET, o, u, false, REPLACE));
    }

    static {
        VERBS.put("copyTerminated", (a, c, o, u) -> NativeMemory.of(a, c).copyTerminated("ab", CHARSET, o, REPLACE));
        VERBS.put(
                "copyTerminatedTruncated",
                (a, c, o, u) -> NativeMemory.of(a, c).copyTerminatedTruncated("ab", CHARSET, o, u + 1, REPLACE));
        VERBS.put(
                "copyStringList",
                (a, c, o, u) -> NativeMemory.of(a, c).copyStringList(new String[] {"ab"}, CHARSET, o, REPLACE));
        VERBS.put(
                "TextDecoder",
                (a, c, o, u) -> TextDecoder.of(CHARSET).decode(NativeMemory.of(a, c), o, 2 * u, new char[9], 0));
        VERBS.put("TextDecoder to an Appendable", (a, c, o, u) -> {
            StringBuilder text = new StringBuilder();
            TextDecoder.of(CHARSET).decode(NativeMemory.of(a, c), o, 2 * u, text);
            return text.toString();
        });
        VERBS.put("TextEncoder", (a, c, o, u) -> TextEncoder.of(CHARSET).encode("ab", 0, NativeMemory.of(a, c), o, u));
        VERBS.put("TextEncoder.flush", (a, c, o, u) -> TextEncoder.of(CHARSET).flush(NativeMemory.of(a, c), o, u));
        VERBS.put(
                "TextView",
                (a, c, o, u) ->
                        TextView.of(NativeMemory.of(a, c), o, u, CHARSET).toString());
        VERBS.put(
                "TextView.copy",
                (a, c, o, u) -> TextView.of(memory(), 3, 2, CHARSET).copy(CHARSET, NativeMemory.of(a, c), o));
        VERBS.put(
                "StringCache",
                (a, c, o, u) -> StringCache.of(CHARSET, REPLACE, 4).getString(NativeMemory.of(a, c), o, u));
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
            assertTrue(e.getMessage().contains(Run.NEEDS_NATIVE), e::getMessage);
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
        for (long low : new long[] {0, 1, 42, 4095}) {
            for (long offset : low == 4095 ? new long[] {0} : new long[] {0, 4}) {
                String message = assertThrows(
                                IllegalArgumentException.class,
                                () -> VERBS.get(verb).call(low, CAPACITY, offset, 2),
                                () -> verb + " at " + low + " + " + offset)
                        .getMessage();
                assertTrue(message.startsWith("address is " + (low + offset) + ": "), message);
            }
        }
    }

    @Test
    void mayBeNullWhenEmpty() {
        if (Run.reachesAddresses()) {
            assertEquals("", NONE.getString(0, 0, CHARSET, REPLACE));
            assertEquals("", NONE.getStringTerminated(0, 0, CHARSET, REPLACE));
            assertEquals(0, NONE.copy("ab", CHARSET, 2, 0, 0, REPLACE));
            assertEquals(new Copied(0, 0), NONE.copyTruncated("ab", CHARSET, 0, 0, 0, REPLACE));
            NativeMemory more = NativeMemory.of(0, 100);
            for (Charset charset : Charsets.oursAnd("windows-1252")) {
                long[] offsets = {7, 7, 7};
                assertEquals(0, more.copyStrings(new String[] {"", ""}, charset, 0, offsets));
                assertArrayEquals(new long[3], offsets);
                TextView empty = TextView.of(ByteBuffer.allocate(0), 0, 0, StandardCharsets.UTF_8);
                assertEquals(0, empty.copy(charset, more, 0));
            }
        } else {
            assertThrows(UnsupportedOperationException.class, () -> NONE.getString(0, 0, CHARSET, REPLACE));
        }
    }

    @Test
    void areSearchedForATerminator() {
        ByteBuffer memory = memory();
        NativeMemory some = NativeMemory.of(Addresses.of(memory), CAPACITY);
        NativeMemory all = NativeMemory.of(some.address(), Long.MAX_VALUE);
        if (Run.reachesAddresses()) {
            assertEquals(2, some.unitsToTerminator(3, CHARSET));
            assertEquals(2, all.unitsToTerminator(3, CHARSET));
            assertEquals("ab", all.getStringTerminated(3, CHARSET, REPLACE));
        } else {
            assertThrows(UnsupportedOperationException.class, () -> some.unitsToTerminator(3, CHARSET));
            assertThrows(UnsupportedOperationException.class, () -> some.getStringTerminated(3, CHARSET, REPLACE));
        }
        assertThrows(IndexOutOfBoundsException.class, () -> some.unitsToTerminator(CAPACITY + 1, CHARSET));
        assertEquals(CAPACITY, memory.capacity());
    }

    /** Address and capacity of memory that can't be. */
    private static final long[][] NO_RANGES = {
        {-100, 1000},
        {-8, 64},
        {-100, 50},
        {-1, 0},
        {Long.MIN_VALUE, 0},
        {Long.MIN_VALUE, Long.MAX_VALUE},
        {-1, Long.MAX_VALUE},
        {Long.MAX_VALUE - 10, 1000},
        {Long.MAX_VALUE, 1},
        {4096, Long.MAX_VALUE - 1},
        {4096, -1},
        {4096, Long.MIN_VALUE},
        {-1, -1},
    };

    private static void refused(String what, long address, long capacityBytes, Executable call) {
        String where = what + " at " + address + " for " + capacityBytes;
        IllegalArgumentException e = assertThrows(IllegalArgumentException.class, call, where);
        assertEquals(IllegalArgumentException.class, e.getClass(), where);
        String says = capacityBytes < 0 ? "is " + capacityBytes + ": negative" : "ddress is " + address;
        assertTrue(e.getMessage().contains(says), () -> where + ": " + e.getMessage());
    }

    /** Every method that is passed memory at an address, those of tomorrow included. */
    @Test
    void areNeverNull() {
        List<Method> methods = Stream.of(
                        StringSpans.class, TextDecoder.class, TextEncoder.class, TextView.class, StringCache.class)
                .flatMap(type -> Arrays.stream(type.getMethods()))
                .filter(each -> List.of(each.getParameterTypes()).contains(NativeMemory.class))
                .toList();
        assertTrue(methods.size() >= 10, methods::toString);
        for (Method method : methods) {
            for (int i = 0; i < method.getParameterCount(); i++) {
                if (method.getParameterTypes()[i] == NativeMemory.class) {
                    Object[] arguments = arguments(method);
                    arguments[i] = null;
                    String name = assertThrows(NullPointerException.class, () -> call(method, arguments))
                            .getMessage();
                    assertTrue(
                            List.of("memory", "dst", "src", "offsets", "entries", "structs", "pointers")
                                    .contains(name),
                            () -> method + ": " + name);
                }
            }
        }
    }

    /** Whatever is passed memory refuses the first page, where there is none: a field of a null struct. */
    @Test
    void areNotInTheFirstPage() {
        ByteBuffer memory = ByteBuffer.allocateDirect(EveryOperation.BYTES);
        NativeMemory good = NativeMemory.of(Addresses.of(memory), EveryOperation.BYTES);
        EveryOperation operations = new EveryOperation(NativeMemory.class, NativeMemory.class, good)
                .without("StringTensor.withAddresses"); // ranges, of which nothing is read
        if (Run.reachesAddresses()) {
            MutableStringTensor tensor = MutableStringTensor.init(good, 2, TensorLayout.TF24);
            operations.with(MutableStringTensor.class, () -> tensor);
        } else {
            // Plain Java makes no such tensors.
            operations.without("MutableStringTensor.assignView", "MutableStringTensor.preallocate");
        }
        assertTrue(operations.size() >= 60, () -> "only " + operations.size() + " operations");
        for (long low : new long[] {1, 42, 4080}) {
            for (long bytes : new long[] {EveryOperation.BYTES, Long.MAX_VALUE}) {
                operations.refuses(NativeMemory.of(low, bytes), low);
            }
        }
        operations.each(
                NativeMemory.of(0, EveryOperation.BYTES),
                (name, result, thrown) ->
                        assertTrue(thrown instanceof IllegalArgumentException, () -> name + ": " + thrown));
        for (long low : new long[] {0, 8, 4088}) {
            for (Executable call : List.<Executable>of(
                    () -> Dialect.TVM_FFI.at(low, 1, ValueMemory.none()),
                    () -> ValueMemory.ranges(low, 8192),
                    () -> ArrowBatch.of(low, good.address()),
                    () -> ArrowBatch.of(good.address(), low),
                    () -> ArrowStream.of(low),
                    () -> ArrowExport.batch(Map.of(), low, good.address()),
                    () -> ArrowExport.batch(Map.of(), good.address(), low),
                    () -> ArrowExport.stream(List.of(), low))) {
                Exception e = assertThrows(RuntimeException.class, call);
                assertTrue(
                        e instanceof IllegalArgumentException
                                || !Run.reachesAddresses() && e instanceof UnsupportedOperationException,
                        e::toString);
            }
            assertEquals(0, Dialect.TVM_FFI.at(low, 0, ValueMemory.none()).size());
        }
        Reference.reachabilityFence(memory);
    }

    private static void call(Method method, Object[] arguments) throws Throwable {
        try {
            method.invoke(receiver(method.getDeclaringClass()), arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private static Object receiver(Class<?> type) {
        return type == TextDecoder.class
                ? TextDecoder.of(CHARSET)
                : type == TextEncoder.class
                        ? TextEncoder.of(CHARSET)
                        : type == TextView.class
                                ? TextView.of(memory(), 3, 2, CHARSET)
                                : type == StringCache.class ? StringCache.of(CHARSET, REPLACE, 4) : null;
    }

    private static Object[] arguments(Method method) {
        Class<?>[] types = method.getParameterTypes();
        Object[] arguments = new Object[types.length];
        for (int i = 0; i < types.length; i++) {
            if (types[i] == long.class) {
                arguments[i] = 0L;
            } else if (types[i] == NativeMemory.class) {
                arguments[i] = NONE;
            } else if (types[i] == int.class) {
                arguments[i] = i == types.length - 1 || types[i + 1] == MalformedPolicy.class ? 4 : 0; // entryBytes
            } else if (types[i] == boolean.class) {
                arguments[i] = false;
            } else if (types[i] == String.class || types[i] == CharSequence.class) {
                arguments[i] = "ab";
            } else if (types[i] == Charset.class) {
                arguments[i] = StandardCharsets.UTF_8;
            } else if (types[i] == MalformedPolicy.class) {
                arguments[i] = REPLACE;
            } else if (types[i] == char[].class) {
                arguments[i] = new char[2];
            } else if (types[i] == Appendable.class) {
                arguments[i] = new StringBuilder();
            } else if (types[i] == StringSpans.class) {
                arguments[i] = StringSpans.of(new long[1], new long[1]);
            } else if (types[i] == String[].class) {
                arguments[i] = new String[] {"ab"};
            } else if (types[i] == LengthPrefix.class) {
                arguments[i] = LengthPrefix.ofUnits(2, ByteOrder.nativeOrder());
            } else if (types[i] == long[].class) {
                arguments[i] = new long[2];
            } else {
                throw new AssertionError("what is to be given to " + method + "?");
            }
        }
        return arguments;
    }

    /** Whatever else is passed an address. */
    @Test
    void areRangesEverywhere() {
        ByteBuffer slots = ByteBuffer.allocate(16);
        for (long[] range : NO_RANGES) {
            long a = range[0];
            long c = range[1];
            refused("NativeMemory", a, c, () -> NativeMemory.of(a, c));
            refused("StringSpans.ofOffsets", a, c, () -> StringSpans.ofOffsets(NativeMemory.of(a, c), 0, 4, 1));
            refused(
                    "StringSpans.ofPointers",
                    a,
                    c,
                    () -> StringSpans.ofPointers(
                            NativeMemory.of(a, c), 0, 0, 8, LengthPrefix.ofUnits(8, ByteOrder.nativeOrder()), 16, 1));
            if (a < 0) {
                refused("getString by pointer", a, 0, () -> NativeMemory.getStringAt(a, 1, CHARSET));
                refused("getStringTerminated by pointer", a, 0, () -> NativeMemory.getStringTerminatedAt(a, CHARSET));
            }
            if (a < 0 || a == Long.MAX_VALUE) {
                refused("Dialect.at", a, 16, () -> Dialect.TVM_FFI.at(a, 1, ValueMemory.none()));
                refused("ValueMemory.image", a, 16, () -> {
                    try {
                        ValueMemory.image(Map.of(a, slots));
                    } catch (IllegalArgumentException e) {
                        String decimal = e.getMessage().replace("0x" + Long.toHexString(a), "is " + a);
                        throw new IllegalArgumentException(decimal);
                    }
                });
                assertThrows(IllegalArgumentException.class, () -> ValueMemory.ranges(a, a + 16));
            }
        }
    }

    /** A pointer to text: there is no memory after the last address. */
    @Test
    void areAlsoPointersToText() {
        for (long address : new long[] {Long.MAX_VALUE, Long.MAX_VALUE - 1}) {
            assertThrows(IndexOutOfBoundsException.class, () -> NativeMemory.getStringAt(address, 1, CHARSET));
            Class<? extends Exception> type =
                    Run.reachesAddresses() ? IndexOutOfBoundsException.class : UnsupportedOperationException.class;
            assertThrows(type, () -> NativeMemory.getStringTerminatedAt(address, CHARSET));
        }
        LengthPrefix prefix = LengthPrefix.ofUnits(2, ByteOrder.nativeOrder());
        NativeMemory none = NativeMemory.of(0, 64);
        String[] empty = {}; // the bytes at its end are written nevertheless
        for (Executable call : List.<Executable>of(
                () -> none.copyPointers(new String[] {"ab"}, CHARSET, 0, REPLACE),
                () -> none.copyPointers(new String[] {null}, CHARSET, 8, REPLACE),
                () -> none.copyPointers(empty, CHARSET, 8, REPLACE),
                () -> none.copyStringList(empty, CHARSET, 8, REPLACE),
                () -> none.getStringList(1, ListEnd.EMPTY_STRING, CHARSET, REPLACE),
                () -> none.getStringPrefixed(1, prefix, CHARSET, REPLACE),
                () -> none.copyPrefixed("", CHARSET, 0, prefix, REPLACE))) {
            assertThrows(IllegalArgumentException.class, call);
        }
        for (NativeMemory nothing : List.of(NONE, none, NativeMemory.of(0, Long.MAX_VALUE))) {
            assertNull(nothing.getPointers(0, CHARSET, REPLACE));
            assertNull(nothing.getPointers(0, 0, CHARSET, REPLACE));
            assertNull(nothing.getPointers(0, 1, CHARSET, REPLACE));
            assertNull(nothing.getStringList(0, ListEnd.EMPTY_STRING, CHARSET, REPLACE));
            assertNull(nothing.getStringPrefixed(0, prefix, CHARSET, REPLACE));
            assertThrows(NullPointerException.class, () -> nothing.getPointers(0, CHARSET, null));
            assertThrows(IllegalArgumentException.class, () -> nothing.getPointers(0, -1, CHARSET, REPLACE));
        }
    }

    /** All memory, in which an offset is an address. */
    @Test
    void areOffsetsOfAllMemory() {
        NativeMemory all = NativeMemory.of(0, Long.MAX_VALUE);
        ByteBuffer memory = memory();
        long address = Addresses.of(memory) + 3;
        if (Run.reachesAddresses()) {
            for (Map.Entry<String, Verb> verb : VERBS.entrySet()) {
                assertDoesNotThrow(() -> verb.getValue().call(0, Long.MAX_VALUE, address, 2), verb::getKey);
            }
            StringSpans spans = StringSpans.of(new long[] {address, 42}, new long[] {2, 0});
            assertArrayEquals(new String[] {"ab", ""}, all.getStrings(spans, CHARSET));
            memory.order(ByteOrder.nativeOrder()).putLong(0, address).putLong(8, 2);
        }
        for (long low : new long[] {0, 42, 4095}) {
            StringSpans spans = StringSpans.of(new long[] {5000, low}, new long[] {0, 2});
            IllegalArgumentException e =
                    assertThrows(IllegalArgumentException.class, () -> all.getStrings(spans, CHARSET));
            assertTrue(e.getMessage().startsWith("the address of string 1 is " + low + ": "), e::getMessage);
            ByteBuffer struct = ByteBuffer.allocate(16).order(ByteOrder.nativeOrder());
            struct.putLong(0, low).putLong(8, 2);
            StringSpans pointers =
                    StringSpans.ofPointers(struct, 0, 0, 8, LengthPrefix.ofUnits(8, ByteOrder.nativeOrder()), 16, 1);
            struct.limit(0); // of no effect: the spans have a buffer of their own
            if (low == 0) {
                String[] none = Run.reachesAddresses() ? all.getStrings(pointers, CHARSET) : null;
                assertTrue(none == null || none[0] == null);
            } else {
                assertThrows(IllegalArgumentException.class, () -> all.getStrings(pointers, CHARSET));
            }
            assertThrows(
                    IllegalArgumentException.class,
                    () -> all.getStrings(StringSpans.ofFields(low, 2, 8192, 2), CHARSET));
        }
        Reference.reachabilityFence(memory);
    }

    /** A capacity without an end ends with the last address: what would go past it is refused, not read. */
    @Test
    void endWithTheLastAddress() {
        ByteBuffer memory = memory();
        long address = Addresses.of(memory);
        for (long offset : new long[] {Long.MAX_VALUE - 64, Long.MAX_VALUE - address - 1}) {
            for (Map.Entry<String, Verb> verb : VERBS.entrySet()) {
                assertThrows(
                        IndexOutOfBoundsException.class,
                        () -> verb.getValue().call(address, Long.MAX_VALUE, offset, 2),
                        verb::getKey);
            }
        }
        Reference.reachabilityFence(memory);
    }
}
