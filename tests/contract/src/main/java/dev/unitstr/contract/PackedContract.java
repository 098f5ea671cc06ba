package dev.unitstr.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.unitstr.Ucs4String;
import dev.unitstr.UnitStr;
import dev.unitstr.tvm.OwnedValue;
import dev.unitstr.tvm.TvmException;
import dev.unitstr.tvm.TvmFunction;
import dev.unitstr.tvm.TvmHandler;
import dev.unitstr.tvm.TvmModule;
import dev.unitstr.tvm.TvmRuntime;
import dev.unitstr.tvm.Value;
import dev.unitstr.tvm.ValueFormatException;
import dev.unitstr.tvm.ValueKind;
import dev.unitstr.values.Dialect;
import dev.unitstr.values.Rfc97List;
import dev.unitstr.values.Slot;
import dev.unitstr.values.ValueMemory;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Calls and callbacks of a library that behaves as libtvm_ffi does ({@code rust/unitstr-values/tests/fake.c}), and of some
 * that do not. Calls of the real one are in tests/interop/tvm.
 */
@EveryRun
@Tag("route")
public class PackedContract {
    /** Makes libraries that this JVM can load. */
    private static final String COMPILER = System.getProperty("unitstr.compiler", "cc");

    /** A library of these macros, compiled once for all runs. */
    private static Path fake(String... macros) throws IOException, InterruptedException {
        Path source = Checkout.root().resolve("rust/unitstr-values/tests/fake.c");
        List<String> command =
                new ArrayList<>(List.of(COMPILER, "-std=c11", "-O1", "-D_GNU_SOURCE", "-shared", "-fPIC"));
        // All are loaded for all to see: each has to mean its own variables.
        command.addAll(List.of("-Wl,-Bsymbolic", source.toString()));
        for (String macro : macros) {
            command.add("-D" + macro);
        }
        int what = 31 * command.hashCode() + Files.readString(source).hashCode();
        Path directory = Files.createDirectories(Checkout.root().resolve("target/fakes"));
        Path library = directory.resolve("libfake-" + Integer.toHexString(what) + ".so");
        if (!Files.exists(library)) {
            Path made = Files.createTempFile(directory, "made", ".so");
            command.addAll(List.of("-o", made.toString()));
            Process compiler = new ProcessBuilder(command).inheritIO().start();
            assertEquals(0, compiler.waitFor(), command::toString);
            Files.move(made, library, StandardCopyOption.ATOMIC_MOVE);
        }
        return library;
    }

    /** Makes a valid one. */
    public static TvmRuntime runtime() throws IOException, InterruptedException {
        return Fake.RUNTIME != null ? Fake.RUNTIME : (Fake.RUNTIME = TvmRuntime.open(fake("VERSION={0,1,16}")));
    }

    private static final class Fake {
        static TvmRuntime RUNTIME;
    }

    @Test
    void otherVersionsAndLayoutsAreRefused() throws Exception {
        if (!Run.callsPackedFunctions()) {
            return; // where nothing is loaded at all: below
        }
        Object[][] rows = {
            {"0.2.0", new String[] {"VERSION={0,2,0}"}},
            {"1.1.16", new String[] {"VERSION={1,1,16}"}},
            {"0.0.0", new String[] {"VERSION={0,0,0}"}},
            {
                "0.1.5 has no function",
                new String[] {"VERSION={0,1,5}", "TVMFFIErrorCreateWithCauseAndExtraContext=another_name"}
            },
            {"lays a short string out in another way", new String[] {"VERSION={0,1,16}", "OTHER_LENGTH"}},
            {"lays an error out in another way", new String[] {"VERSION={0,1,16}", "DETACHED"}},
            {"lays a string out in another way", new String[] {"VERSION={0,1,16}", "WILD"}},
            {"has no function TVMFFIGetVersion", new String[] {}}
        };
        for (Object[] row : Run.someInCheck(List.of(rows), "r18")) { // each is compiled
            Path library = fake((String[]) row[1]);
            IllegalStateException e = assertThrows(IllegalStateException.class, () -> TvmRuntime.open(library));
            assertTrue(e.getMessage().contains(row[0].toString()), e.getMessage());
        }
        TvmRuntime old = TvmRuntime.open(fake("VERSION={0,1,15}"));
        assertEquals("0.1.15", old.version());
        assertTrue(old.warnings().contains("0.1.15"), old.warnings());
    }

    @Test
    void functionsAreCalled() throws Exception {
        if (!Run.callsPackedFunctions()) {
            return;
        }
        TvmFunction echo = runtime().function("testing.echo");
        for (String text : List.of("", "short", "a\0b \ud83d\ude00", "x".repeat(10_000))) {
            assertEquals(text, echo.call(text).asString());
        }
        assertEquals(-7, echo.call(-7).asLong());
        assertEquals(1.5, echo.call(1.5).asDouble());
        assertEquals(42, runtime().function("testing.add_one").call(41).asLong());
        assertThrows(IllegalArgumentException.class, () -> runtime().function("no such function"));
    }

    @Test
    void javaIsCalled() throws Exception {
        if (!Run.callsPackedFunctions()) {
            return;
        }
        TvmRuntime runtime = runtime();
        TvmFunction apply = runtime.function("testing.apply");
        assertEquals(
                "HI",
                apply.call(runtime.functionOf(call -> call.arg(0).asString().toUpperCase()), "hi")
                        .asString());
        IOException thrown = new IOException("disk");
        TvmFunction raise = runtime.functionOf(call -> {
            throw thrown;
        });
        TvmFunction outer = runtime.functionOf(call -> apply.call(raise));
        TvmException twice = assertThrows(TvmException.class, () -> apply.call(outer));
        assertSame(
                thrown, assertInstanceOf(TvmException.class, twice.getCause()).getCause());
        AtomicReference<Value> late = new AtomicReference<>();
        apply.call(
                runtime.functionOf(call -> {
                    late.set(call.arg(0));
                    return null;
                }),
                "a text that goes away");
        assertThrows(IllegalStateException.class, () -> late.get().asString());
    }

    @Test
    void functionsAreRegistered() throws Exception {
        if (!Run.callsPackedFunctions()) {
            return;
        }
        TvmRuntime runtime = runtime();
        runtime.register("unitstr.size", call -> call.size());
        assertTrue(runtime.has("unitstr.size"));
        assertEquals(2, runtime.function("unitstr.size").call("a", null).asLong());
    }

    @Test
    void functionsAreRemoved() throws Exception {
        if (!Run.callsPackedFunctions()) {
            return;
        }
        TvmRuntime runtime = runtime();
        for (int way = 0; way < 2; way++) {
            String name = "unitstr.removed." + way + " and its longer name";
            runtime.register(name, call -> "here");
            TvmFunction found = runtime.function(name);
            assertSame(found, runtime.function(name));
            assertTrue(runtime.functionNames().contains(name));
            if (way == 0) {
                runtime.unregister(name);
                runtime.unregister(name);
            } else {
                assertTrue(
                        runtime.function("ffi.FunctionRemoveGlobal").call(name).asBoolean());
            }
            assertFalse(runtime.has(name));
            assertFalse(runtime.functionNames().contains(name));
            assertThrows(IllegalArgumentException.class, () -> runtime.function(name));
            assertEquals("here", found.call().asString());
        }
        assertThrows(NullPointerException.class, () -> runtime.unregister(null));
        assertThrows(NullPointerException.class, () -> runtime.has(null));
    }

    @Test
    void functionsAreValues() throws Exception {
        if (!Run.callsPackedFunctions()) {
            return;
        }
        TvmRuntime runtime = runtime();
        TvmFunction apply = runtime.function("testing.apply");
        TvmFunction more = runtime.functionOf(call -> call.arg(0).asString() + ", more");
        AtomicReference<TvmFunction> kept = new AtomicReference<>();
        TvmFunction twice = runtime.functionOf(call -> {
            kept.set(call.arg(0).asFunction());
            return kept.get().call(kept.get().call(call.arg(1)));
        });
        assertEquals("a text, more, more", apply.call(twice, more, "a text").asString());
        assertEquals("late, more", kept.get().call("late").asString());
        TvmFunction found;
        try (OwnedValue list = runtime.function("ffi.Array").callOwned(more, "no function")) {
            found = list.asList().get(0).asFunction();
            ValueFormatException e = assertThrows(
                    ValueFormatException.class, () -> list.asList().get(1).asFunction());
            assertEquals(ValueFormatException.Code.KIND, e.code());
        }
        assertEquals("an element, more", found.call("an element").asString());
        assertEquals("passed on, more", apply.call(found, "passed on").asString());
        assertThrows(
                ValueFormatException.class,
                () -> runtime.function("testing.echo").call(1).asFunction());
    }

    /** The caller drops its last reference while the function that it passed is in use. */
    @Test
    void argumentsLiveUntilTheCallReturns() throws Exception {
        if (!Run.callsPackedFunctions()) {
            return;
        }
        TvmRuntime runtime = runtime();
        Object[] args = {runtime.functionOf(call -> 7L)};
        WeakReference<Object> last = new WeakReference<>(args[0]);
        TvmFunction drop = runtime.functionOf(call -> {
            args[0] = null;
            for (int i = 0; i < 100 && last.get() != null; i++) {
                System.gc();
                Thread.sleep(10);
            }
            assertNull(last.get());
            Thread.sleep(100); // the cleaner gives the reference back
            return call.arg(0).asFunction().call();
        });
        assertEquals(7, drop.call(args).asLong());
    }

    /** A list of Java's has an element that another thread closes: its copy has the data, or fails. */
    @Test
    void elementsThatAreClosedWhileTheyAreCopied() throws Exception {
        if (!Run.callsPackedFunctions()) {
            return;
        }
        TvmFunction array = runtime().function("ffi.Array");
        Object[] texts = new Object[50];
        Arrays.fill(texts, "a text that is an object of its own ".repeat(10));
        List<Object> expected = List.of(List.of(texts));
        for (int round = 0; round < Run.times(300); round++) {
            OwnedValue value = array.callOwned(texts);
            Rfc97List list = Rfc97List.create();
            list.add(value);
            Thread closer = new Thread(value::close);
            closer.start();
            try {
                assertEquals(expected, list.asValue().toJava());
            } catch (IllegalStateException e) {
                assertTrue(e.getMessage().startsWith("the array is closed: "), e.getMessage());
            }
            closer.join();
            assertThrows(IllegalStateException.class, list.asValue()::toJava);
        }
    }

    @Test
    void tooManyArgumentsAreRefused() throws Exception {
        if (!Run.callsPackedFunctions()) {
            return;
        }
        TvmFunction echo = runtime().function("testing.echo");
        IllegalArgumentException e =
                assertThrows(IllegalArgumentException.class, () -> echo.call(new Object[(1 << 20) + 1]));
        assertEquals("args has 1048577 arguments: more than 1048576, the maximum", e.getMessage());
        try (OwnedValue most = runtime().function("ffi.Array").callOwned(new Object[1 << 20])) {
            assertEquals(1 << 20, most.asList().size());
        }
    }

    /** Text at an address is copied, because its owner may free it while the function runs. */
    @Test
    void borrowedTextsAreCopied() throws Exception {
        if (!Run.callsPackedFunctions()) {
            return;
        }
        ByteBuffer memory = ByteBuffer.allocateDirect(64).order(ByteOrder.LITTLE_ENDIAN);
        long address = Addresses.of(memory);
        memory.put(0, "a text at an address\0".getBytes(StandardCharsets.US_ASCII));
        memory.putLong(32, address).putLong(40, 6);
        TvmFunction echo = runtime().function("testing.echo");
        Slot text = Dialect.TVM_FFI.wrapSlot(ByteBuffer.wrap(Values.words(8, address)), ValueMemory.live());
        Slot bytes = Dialect.TVM_FFI.wrapSlot(ByteBuffer.wrap(Values.words(9, address + 32)), ValueMemory.live());
        try (OwnedValue first = echo.callOwned(text);
                OwnedValue second = echo.callOwned(bytes)) {
            memory.put(0, (byte) 'X');
            assertEquals("a text at an address", first.asString());
            assertArrayEquals("a text".getBytes(StandardCharsets.US_ASCII), second.asBytes());
        }
        // They remain of their types, because functions of C++ may accept no other.
        TvmFunction type = runtime()
                .functionOf(
                        call -> ((Slot) call.arg(0)).code() + " " + call.arg(0).byteLength());
        assertEquals("8 20", type.call(text).asString());
        assertEquals("9 6", type.call(bytes).asString());
        Reference.reachabilityFence(memory);
    }

    @Test
    void listsAreArguments() throws Exception {
        if (!Run.callsPackedFunctions()) {
            return;
        }
        TvmFunction echo = runtime().function("testing.echo");
        List<Object> list = List.of("a text of some length", 1L, List.of(true, List.of()), "\u6f22");
        assertEquals(list, echo.call(list).toJava());
        assertEquals(
                "\u6f22\u5b57 \ud83d\ude00",
                echo.call(Ucs4String.of("\u6f22\u5b57 \ud83d\ude00")).asString());
        assertEquals(
                list,
                runtime()
                        .function("testing.apply")
                        .call(runtime().functionOf(call -> list))
                        .toJava());
        TvmFunction second = runtime().functionOf(call -> call.arg(1));
        TvmException absent = assertThrows(
                TvmException.class, () -> runtime().function("testing.apply").call(second, 7));
        assertEquals("index is 1: the call has 1 arguments", absent.getCause().getMessage());
        List<Object> cycle = new ArrayList<>();
        cycle.add(List.of(cycle));
        IllegalArgumentException e = assertThrows(IllegalArgumentException.class, () -> echo.call(cycle));
        assertTrue(e.getMessage().contains("a list contains itself"), e.getMessage());
        List<Object> deep = List.of();
        for (int i = 0; i < 256; i++) {
            deep = List.of(deep);
        }
        List<Object> deepest = deep;
        e = assertThrows(IllegalArgumentException.class, () -> echo.call(deepest));
        assertTrue(e.getMessage().contains("256"), e.getMessage());
        List<Object> many = Collections.nCopies((1 << 20) + 1, 1);
        e = assertThrows(IllegalArgumentException.class, () -> echo.call(many));
        assertTrue(e.getMessage().contains("1048577") && e.getMessage().contains("1048576"), e.getMessage());
        NullPointerException n = assertThrows(NullPointerException.class, () -> echo.call((Object[]) null));
        assertTrue(n.getMessage().contains("args"), n.getMessage());
        assertThrows(NullPointerException.class, () -> echo.callOwned((Object[]) null));
    }

    @Test
    void argumentsOfOtherClassesAreConverted() throws Exception {
        if (!Run.callsPackedFunctions()) {
            return;
        }
        TvmFunction echo = runtime().function("testing.echo");
        TvmFunction array = runtime().function("ffi.Array");
        String[] texts = {"a text of some length", null, "short"};
        assertEquals(Arrays.asList(texts), echo.call(texts).toJava()); // a lone one is one argument
        assertEquals(Arrays.asList(texts), echo.call((Object) texts).toJava());
        try (OwnedValue one = echo.callOwned(texts);
                OwnedValue all = array.callOwned((Object[]) texts)) {
            assertEquals(Arrays.asList(texts), one.toJava());
            assertEquals(Arrays.asList(texts), all.toJava());
            assertEquals(
                    List.of(Arrays.asList(texts), 1L),
                    array.call(one.asList(), 1).toJava());
        }
        assertThrows(NullPointerException.class, () -> echo.call((String[]) null));
        assertThrows(NullPointerException.class, () -> echo.callOwned((String[]) null));
        Object[][] rows = {
            {new int[] {1, -2}, List.of(1L, -2L)},
            {new long[] {1L << 40}, List.of(1L << 40)},
            {new short[] {3}, List.of(3L)},
            {new double[] {0.5}, List.of(0.5)},
            {new float[] {0.25f}, List.of(0.25)},
            {new boolean[] {true, false}, List.of(true, false)},
            {new Object[] {1, new String[] {"a"}}, List.of(1L, List.of("a"))},
            {new LinkedHashSet<>(List.of("b", "a")), List.of("b", "a")},
            {new ArrayDeque<>(List.of(1, 2)), List.of(1L, 2L)},
            {BigInteger.valueOf(Long.MIN_VALUE), Long.MIN_VALUE},
        };
        for (Object[] row : rows) {
            assertEquals(row[1], echo.call(row[0]).toJava());
            assertEquals(
                    row[1],
                    runtime()
                            .function("testing.apply")
                            .call(runtime().functionOf(call -> row[0]))
                            .toJava());
        }
        ByteBuffer buffer = ByteBuffer.allocateDirect(20).position(2).limit(14);
        buffer.put(2, (byte) 7);
        byte[] bytes = new byte[12];
        bytes[0] = 7;
        assertArrayEquals(bytes, echo.call(buffer).asBytes());
        assertArrayEquals(bytes, echo.call(buffer.asReadOnlyBuffer()).asBytes());
        assertEquals(2, buffer.position());
        // Values of other dialects are copied.
        Rfc97List list = Rfc97List.create();
        list.add("a text of some length");
        list.add(7);
        for (Object given : new Object[] {list, list.asValue(), list.asValue().asList()}) {
            assertEquals(List.of("a text of some length", 7L), echo.call(given).toJava());
        }
        try (OwnedValue map = runtime().function("ffi.Map").callOwned("a key of some length", 1)) {
            assertEquals(map.toJava(), echo.call(map.asMap()).toJava());
        }
    }

    /** A refusal names the argument, its class as in Java, and what is accepted. */
    @Test
    void argumentsThatAreNoValuesAreRefused() throws Exception {
        if (!Run.callsPackedFunctions()) {
            return;
        }
        TvmFunction echo = runtime().function("testing.echo");
        Object none = new StringBuilder[0].getClass();
        Object[][] rows = {
            {"argument 1 is a char[], ", new Object[] {1, new char[1]}},
            {"argument 0 is a java.lang.Class, ", new Object[] {none}},
            {"element 2 of a list in argument 1 is a char[], ", new Object[] {1, Arrays.asList(1, 2, new char[1])}},
            {"value 0 of a map in argument 0 is a java.lang.Class, ", new Object[] {Map.of("a", none)}},
            {"key 0 of a map in argument 0 is a java.lang.Class, ", new Object[] {Map.of(none, 1)}},
            {"a BigInteger of 64 bits", new Object[] {BigInteger.ONE.shiftLeft(63)}},
        };
        for (Object[] row : rows) {
            String message = assertThrows(IllegalArgumentException.class, () -> echo.call((Object[]) row[1]))
                    .getMessage();
            assertTrue(message.startsWith(row[0].toString()), message);
            assertTrue(message.contains("BigInteger") && !message.contains("internal"), message);
        }
        TvmFunction wrong = runtime().functionOf(call -> new char[1]);
        TvmException e = assertThrows(TvmException.class, wrong::call);
        assertTrue(e.getMessage().startsWith("the result of the Java function is a char[], "), e.getMessage());
        Slot slot = Dialect.TVM_FFI.allocate(1).at(0);
        IllegalArgumentException s = assertThrows(IllegalArgumentException.class, () -> slot.set(new String[1]));
        assertTrue(s.getMessage().startsWith("value is a java.lang.String[], "), s.getMessage());
    }

    /** What is read, passed or returned after its end: the message names the kind and the way out. */
    @Test
    void lateUseSaysWhatToDo() throws Exception {
        if (!Run.callsPackedFunctions()) {
            return;
        }
        TvmRuntime runtime = runtime();
        TvmFunction array = runtime.function("ffi.Array");
        OwnedValue closed = array.callOwned(1);
        closed.close();
        String expected =
                "the array is closed: use it, or copy it by toJava(), before close(); a Java function must not"
                        + " close the value that it returns";
        assertEquals(
                expected,
                assertThrows(IllegalStateException.class, closed::asList).getMessage());
        assertEquals(
                expected,
                assertThrows(IllegalStateException.class, () -> array.call(closed))
                        .getMessage());
        TvmFunction early = runtime.functionOf(call -> {
            try (OwnedValue value = array.callOwned(1)) {
                return value;
            }
        });
        assertEquals(expected, assertThrows(TvmException.class, early::call).getMessage());
        assertEquals(
                List.of(1L), runtime.functionOf(call -> array.call(1)).call().toJava());
        AtomicReference<Value> late = new AtomicReference<>();
        runtime.functionOf(call -> {
                    late.set(call.arg(0));
                    return null;
                })
                .call(1);
        assertEquals(
                "the call has returned: its arguments are no longer valid; TvmCall.retain keeps one",
                assertThrows(IllegalStateException.class, () -> late.get().asLong())
                        .getMessage());
    }

    /** The kinds of objects that Java cannot read. */
    @Test
    void kindsOfObjectsThatJavaCannotRead() throws Exception {
        if (!Run.callsPackedFunctions()) {
            return;
        }
        TvmFunction object = runtime().function("testing.object");
        Object[][] rows = {
            {69, ValueKind.SHAPE, "shape"},
            {70, ValueKind.TENSOR_OBJECT, "tensor"},
            {73, ValueKind.MODULE, "module"},
            {130, ValueKind.OBJECT, "object of type 130"}
        };
        for (Object[] row : rows) {
            try (OwnedValue value = object.callOwned(row[0])) {
                assertEquals(row[1], value.kind());
                assertEquals(row[2], value.toString());
                ValueFormatException e = assertThrows(ValueFormatException.class, value::asLong);
                assertTrue(e.getMessage().startsWith("expected an int, found a"), e.getMessage());
                if (row[1] != ValueKind.MODULE) {
                    e = assertThrows(ValueFormatException.class, value::asModule);
                    assertTrue(e.getMessage().startsWith("expected a module, found a"), e.getMessage());
                }
            }
        }
        TvmModule module;
        try (OwnedValue value = object.callOwned(73)) {
            module = value.asModule();
        }
        assertEquals(73, ((Slot) runtime().function("testing.echo").call(module)).code());
        UnsupportedOperationException e = assertThrows(UnsupportedOperationException.class, module::functionNames);
        assertEquals("the file of the module is not known: its functions cannot be listed", e.getMessage());
    }

    @Test
    void functionsAreNotReplacedUnasked() throws Exception {
        if (!Run.callsPackedFunctions()) {
            return;
        }
        TvmRuntime runtime = runtime();
        IllegalArgumentException e =
                assertThrows(IllegalArgumentException.class, () -> runtime.register("testing.silent", call -> 1));
        assertEquals(
                "a function testing.silent exists: replace(name, handler) replaces it for all its callers",
                e.getMessage());
        assertInstanceOf(TvmException.class, e.getCause());
        runtime.replace("unitstr.replaced", call -> 1);
        assertThrows(IllegalArgumentException.class, () -> runtime.register("unitstr.replaced", call -> 2));
        assertEquals(1, runtime.function("unitstr.replaced").call().asLong());
        runtime.replace("unitstr.replaced", call -> 3);
        assertEquals(3, runtime.function("unitstr.replaced").call().asLong());
        assertThrows(NullPointerException.class, () -> runtime.replace(null, call -> 1));
        assertThrows(NullPointerException.class, () -> runtime.replace("unitstr.none", null));
    }

    /** A thread of native code is attached to the JVM by its first call, and detached when it ends. */
    @Test
    void threadsAreAttachedOnce() throws Exception {
        if (!Run.callsPackedFunctions()) {
            return;
        }
        TvmFunction thread = runtime().function("testing.thread");
        for (int round = 0; round < 20; round++) {
            Set<Thread> threads = ConcurrentHashMap.newKeySet();
            TvmFunction note = runtime().functionOf(call -> {
                threads.add(Thread.currentThread());
                return Thread.currentThread().isDaemon();
            });
            thread.call(note, 100);
            assertEquals(1, threads.size());
            Thread attached = threads.iterator().next();
            assertTrue(attached.isDaemon());
            attached.join(60_000);
            assertFalse(attached.isAlive());
        }
    }

    /** An attached thread does not keep the JVM, and who waits for it while the process ends does not wait for ever. */
    @Test
    void attachedThreadsLetTheProcessEnd() {
        if (!Run.callsPackedFunctions() || !UnitStr.binding().equals("jni")) {
            return; // FFM's calls of Java are the JDK's
        }
        for (String way : List.of("return", "exit", "halt")) {
            assertEquals(
                    List.of(way),
                    ChildJvm.of(Staying.class)
                            .with("-Ddev.unitstr.binding=jni")
                            .run(way)
                            .lines());
        }
    }

    /** Ends while a thread of native code is attached. */
    public static final class Staying {
        private Staying() {}

        public static void main(String[] args) throws Exception {
            runtime().function("testing.stay").call(runtime().functionOf(call -> null));
            System.out.println(args[0]);
            if (args[0].equals("exit")) {
                System.exit(0);
            } else if (args[0].equals("halt")) {
                Runtime.getRuntime().halt(0);
            }
        }
    }

    @Test
    void exceptionsWithoutKindKeepTheirCause() throws Exception {
        if (!Run.callsPackedFunctions()) {
            return;
        }
        TvmException thrown = new TvmException(null, "a message", null, new IOException("disk"));
        TvmFunction raise = runtime().functionOf(call -> {
            throw thrown;
        });
        TvmException e = assertThrows(
                TvmException.class, () -> runtime().function("testing.apply").call(raise));
        assertSame(thrown, e.getCause());
        assertEquals("RuntimeError", e.kind());
    }

    @Test
    void exceptionsOfJavaGetAKind() {
        if (!Run.callsPackedFunctions()) {
            return;
        }
        Map<String, RuntimeException> thrown = Map.of(
                "IndexError", new IndexOutOfBoundsException("a message"),
                "TypeError", new ClassCastException("a message"),
                "ValueError", new IllegalArgumentException("a message"),
                "RuntimeError", new IllegalStateException("a message"));
        thrown.forEach((kind, exception) -> assertEquals(kind, kind(call -> {
            throw exception;
        })));
        assertEquals("TypeError", kind(call -> call.arg(0).asString()), "a number");
    }

    private static String kind(TvmHandler handler) {
        return assertThrows(
                        TvmException.class,
                        () -> runtime().function("testing.apply").call(runtime().functionOf(handler), 7))
                .kind();
    }

    @Test
    void filesThatAreNoLibraryAreRefused() throws IOException {
        Path missing = Path.of("no-such-libtvm_ffi.so");
        Path other = Files.createTempFile("libtvm_ffi", ".so");
        try {
            Files.write(other, new byte[] {0x7F, 'E', 'L', 'F', 1, 2, 3});
            for (Path path : new Path[] {missing, other}) {
                if (Run.callsPackedFunctions()) {
                    IllegalStateException e = assertThrows(IllegalStateException.class, () -> TvmRuntime.open(path));
                    assertTrue(e.getMessage().contains(path.getFileName().toString()), e.getMessage());
                } else {
                    UnsupportedOperationException e =
                            assertThrows(UnsupportedOperationException.class, () -> TvmRuntime.open(path));
                    assertTrue(e.getMessage().contains("packed calls"), e.getMessage());
                }
            }
        } finally {
            Files.delete(other);
        }
        assertThrows(NullPointerException.class, () -> TvmRuntime.open(null));
    }

    @Test
    void errorsSayTheirKind() {
        Throwable cause = new IOException("disk");
        TvmException e = new TvmException("TypeError", "expected int", "trace", cause);
        assertEquals("TypeError", e.kind());
        assertEquals("trace", e.nativeBacktrace());
        assertTrue(e.toString().endsWith("TypeError: expected int"), e.toString());
        assertEquals(cause, e.getCause());
        assertEquals("native", e.getStackTrace()[0].getClassName());
        String lines = "  File \"src/f.cc\", line 12, in tvm::f(int)\n  File \"g.cc\", line 99999999999, in g()\n";
        StringWriter trace = new StringWriter();
        new RuntimeException("outer", new TvmException("TypeError", "m", lines, null))
                .printStackTrace(new PrintWriter(trace));
        assertTrue(trace.toString().contains("at native.tvm::f(int)(src/f.cc:12)"), trace.toString());
        assertTrue(trace.toString().contains("at native.g()(g.cc"), trace.toString());
        TvmException nothing = new TvmException(null, null, null, null);
        assertEquals("RuntimeError", nothing.kind());
        assertEquals("", nothing.nativeBacktrace());
        assertEquals(PackedContract.class.getName(), nothing.getStackTrace()[0].getClassName());
    }
}
