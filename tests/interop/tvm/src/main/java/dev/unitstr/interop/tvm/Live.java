package dev.unitstr.interop.tvm;

import dev.unitstr.UnitStr;
import dev.unitstr.internal.values.BoundRuntime;
import dev.unitstr.tvm.CallFrame;
import dev.unitstr.tvm.MapValue;
import dev.unitstr.tvm.OwnedValue;
import dev.unitstr.tvm.TvmCall;
import dev.unitstr.tvm.TvmException;
import dev.unitstr.tvm.TvmFunction;
import dev.unitstr.tvm.TvmHandler;
import dev.unitstr.tvm.TvmRuntime;
import dev.unitstr.tvm.Value;
import dev.unitstr.tvm.ValueKind;
import dev.unitstr.tvm.ValueLimits;
import dev.unitstr.values.Dialect;
import dev.unitstr.values.ValueMemory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/** Calls, callbacks, containers and leaks with the real libtvm_ffi, and {@link Hostile}: the same rows by every binding. */
public final class Live {
    private static final String[] TEXTS = {
        "",
        "a",
        "1234567",
        "12345678",
        "a\0b \ud83d\ude00",
        "\u00e9\u00e9\u00e9",
        "\u6f22\u5b57\u8a00\u8449",
        "x".repeat(63),
        "x".repeat(64),
        "x".repeat(65),
        "\u00e9".repeat(5_000),
        "long ".repeat(30_000)
    };

    /** Part of the names of the rows to run: -Dunitstr.row=modules. */
    private static final String ONLY = System.getProperty("unitstr.row", "");

    private final TvmRuntime runtime;
    private int rows;

    private Live(TvmRuntime runtime) {
        this.runtime = runtime;
    }

    interface Row {
        void run() throws Exception;
    }

    /**
     * Runs all rows.
     *
     * @param args the library, the one of its functions for tests, and the module of {@code module.c}
     */
    public static void main(String[] args) throws Exception {
        TvmRuntime runtime = TvmRuntime.open(Path.of(args[0]));
        runtime.load(Path.of(args[1]));
        System.out.println("libtvm_ffi " + runtime.version() + " by " + UnitStr.binding() + " on Java "
                + Runtime.version().feature()
                + (runtime.warnings().isEmpty() ? "" : ": " + runtime.warnings().strip()));
        Live live = new Live(runtime);
        Hostile hostile = new Hostile(runtime, Path.of(args[0]));
        live.row("the stack ends anywhere, in what is called for the first time too", hostile::stackEndsAnywhere);
        live.row("echo of every kind", live::echoOfEveryKind);
        live.row("JSON is parsed and read where it is", live::jsonIsReadInPlace);
        live.row("a TypeError says what is wrong", live::typeError);
        live.row("arguments of other values", live::argumentsOfOtherValues);
        live.row("frames", live::callFrames);
        live.row("arrays of many strings", live::arraysOfManyStrings);
        live.row("keys of maps by their hashes", live::keysByHash);
        live.row("a value as deep as the stack of the main thread lets the library parse", live::deepValues);
        live.row("Java is called", live::javaIsCalled);
        live.row("a hundred deep", live::nestedCalls);
        live.row("the same Throwable comes back", live::sameThrowable);
        live.row("endless recursion ends in an exception", live::endlessRecursion);
        live.row("late use of arguments", live::lateUse);
        live.row("any other thread", live::otherThreads);
        live.row("four threads register and find", live::fourThreadsRegister);
        live.row("four threads register the same names", live::fourThreadsRegisterTheSameNames);
        live.row("a frame in its own call", hostile::frameInItsOwnCall);
        live.row("arguments that are closed in the call", hostile::argumentsClosedInTheCall);
        live.row("a frame of another thread", hostile::frameOfAnotherThread);
        live.row("values that are closed while they are read", hostile::closedWhileItIsRead);
        live.row("arguments that other threads read", hostile::argumentsReadByOthers);
        live.row("exceptions that throw", hostile::exceptionsThatThrow);
        live.row("threads that end", hostile::threadsThatEnd);
        live.row("functions that were replaced", hostile::replacedFunctions);
        live.row("who registers finds that", hostile::registeredMeansFound);
        live.row("lists and maps are collections", hostile::viewsAreCollections);
        live.row("lists that change while they are read", hostile::listsThatChange);
        live.row("dicts that change while they are read", hostile::dictsThatChange);
        live.row("slots of anybody", hostile::slotsOfAnybody);
        live.row("the stack ends anywhere", hostile::stackEndsAnywhere);
        Modules modules = new Modules(runtime, Path.of(args[0]).toAbsolutePath(), Path.of(args[2]));
        live.row("functions are values", modules::functionsAreValues);
        live.row("functions that are values are released", modules::functionsAreReleased);
        live.row("modules", modules::modules);
        live.row("functions are removed", modules::functionsAreRemoved);
        live.row("lists and maps are arguments", modules::containers);
        live.row("results that nobody closes", modules::unclosedResults);
        live.row("tensors and containers that nobody closes", modules::unclosedMemory);
        live.row("tensors whose shape cannot be", modules::shapesThatCannotBe);
        Tensors tensors = new Tensors(runtime, Path.of(args[2]));
        live.row("tensors that are results", tensors::results);
        live.row("tensors that are arguments", tensors::arguments);
        live.row("many tensors", tensors::manyTensors);
        live.row("exceptions without a kind", modules::exceptionsWithoutKind);
        live.row("a second copy is refused", modules::secondCopy);
        live.row("nothing leaks", live::nothingLeaks);
        live.row("a frozen registry", live::frozenRegistry);
        System.out.println(live.rows + " rows");
    }

    private void row(String name, Row row) throws Exception {
        if (!name.contains(ONLY)) {
            return;
        }
        row.run();
        rows++;
        System.out.println("ok " + name);
    }

    static void same(Object expected, Object found) {
        if (!Objects.deepEquals(expected, found)) {
            throw new AssertionError("expected " + expected + ", found " + found);
        }
    }

    static void check(boolean truth, String what) {
        if (!truth) {
            throw new AssertionError(what);
        }
    }

    static <T extends Throwable> T thrown(Class<T> type, Row row) throws Exception {
        try {
            row.run();
        } catch (Throwable e) {
            if (type.isInstance(e)) {
                return type.cast(e);
            }
            throw new AssertionError("not a " + type.getName(), e);
        }
        throw new AssertionError("no " + type.getName());
    }

    private void echoOfEveryKind() {
        TvmFunction echo = runtime.function("testing.echo");
        for (String text : TEXTS) {
            same(text, echo.call(text).asString());
            try (OwnedValue owned = echo.callOwned(text)) {
                same(text, owned.asString());
                same(ValueKind.STRING, owned.kind());
            }
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            same(bytes, echo.call((Object) bytes).asBytes());
            same(ValueKind.BYTES, echo.call((Object) bytes).kind());
        }
        same(-5L, echo.call(-5).asLong());
        same(Long.MIN_VALUE, echo.call(Long.MIN_VALUE).asLong());
        same(1.5, echo.call(1.5f).asDouble());
        same(true, echo.call(true).asBoolean());
        same(ValueKind.BOOL, echo.call(true).kind());
        same("c", echo.call('c').asString());
        check(echo.call((Object) null).isNull(), "null");
        byte[] invalid = {(byte) 0xFF, (byte) 0xFE, 'x', 'x', 'x', 'x', 'x', 'x'};
        same(invalid, echo.call((Object) invalid).asBytes());
    }

    private void jsonIsReadInPlace() throws Exception {
        String json = "{\"k\": [\"a\", \"a longer string\", 1, 2.5, true, null], \"\u6f22\": {\"x\": []}}";
        TvmFunction parse = runtime.function("ffi.json.Parse");
        OwnedValue lost;
        try (OwnedValue tree = parse.callOwned(json)) {
            same(ValueKind.MAP, tree.kind());
            same(
                    Arrays.asList("a", "a longer string", 1L, 2.5, true, null),
                    Objects.requireNonNull(tree.asMap().get("k")).toJava());
            same(List.of("k", "\u6f22"), new ArrayList<>(((Map<?, ?>) Objects.requireNonNull(tree.toJava())).keySet()));
            same(null, tree.asMap().get("no"));
            same("a", tree.asMap().get("k").asList().get(0).asString());
            String again =
                    runtime.function("ffi.json.Stringify").call(tree, null).asString();
            try (OwnedValue second = parse.callOwned(again)) {
                same(tree.toJava(), second.toJava());
            }
            lost = tree;
        }
        OwnedValue closed = lost;
        thrown(IllegalStateException.class, closed::asMap);
        closed.close();
        // Dense maps as the library lays them out, in the order of insertion.
        StringBuilder large = new StringBuilder("{");
        List<String> keys = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            keys.add("key " + i * 7919 % 1000);
            large.append(i == 0 ? "" : ", ")
                    .append('"')
                    .append(keys.get(i))
                    .append("\": ")
                    .append(i);
        }
        try (OwnedValue tree = parse.callOwned(large.append('}').toString())) {
            same(keys, new ArrayList<>(((Map<?, ?>) Objects.requireNonNull(tree.toJava())).keySet()));
            same(999L, Objects.requireNonNull(tree.asMap().get(keys.get(999))).asLong());
        }
    }

    private void typeError() throws Exception {
        TvmException e = thrown(
                TvmException.class, () -> runtime.function("testing.add_one").call("no"));
        same("TypeError", e.kind());
        check(e.getMessage().contains("int"), e.getMessage());
        check(e.getCause() == null, "a cause");
        same(8L, runtime.function("testing.add_one").call(7).asLong());
        thrown(IllegalArgumentException.class, () -> runtime.function("no such function"));
        check(!runtime.has("no such function"), "no such function");
        thrown(
                IllegalArgumentException.class,
                () -> runtime.function("testing.echo").call(new Object()));
    }

    private void argumentsOfOtherValues() {
        TvmFunction echo = runtime.function("testing.echo");
        same("copied text", echo.call(echo.call("copied text")).asString());
        same(7L, echo.call(echo.call(7)).asLong());
        try (OwnedValue array = runtime.function("ffi.Array").callOwned("one", 2, "a longer element")) {
            try (OwnedValue same = echo.callOwned(array)) {
                same(List.of("one", 2L, "a longer element"), same.toJava());
            }
            same(List.of("one", 2L, "a longer element"), array.toJava());
            same(3L, runtime.function("ffi.ArraySize").call(array).asLong());
        }
        try (OwnedValue many = runtime.function("ffi.Array")
                .callOwned(Collections.nCopies(40, "argument").toArray())) {
            same(Collections.nCopies(40, "argument"), many.toJava());
        }
    }

    private void callFrames() throws Exception {
        TvmFunction echo = runtime.function("testing.echo");
        CallFrame frame = runtime.frame();
        for (int round = 0; round < 3; round++) {
            for (String text : TEXTS) {
                frame.put(0, text);
                frame.invoke(echo, 1);
                same(text, frame.getString());
            }
        }
        frame.putLong(0, 41);
        frame.invoke(runtime.function("testing.add_one"), 1);
        same(42L, frame.getLong());
        frame.putDouble(0, 0.5);
        frame.invoke(echo, 1);
        same(0.5, frame.getDouble());
        frame.put(0, null);
        frame.invoke(echo, 1);
        same(ValueKind.NULL, frame.kind());
        for (Object each :
                Arrays.asList(true, 7, 0.5, null, "a text of some length", List.of("a", 1L), Map.of("k", 2L))) {
            frame.put(0, each);
            frame.invoke(echo, 1);
            OwnedValue owned = frame.getOwned();
            frame.put(0, "another text, which takes the place");
            frame.invoke(echo, 1);
            try (owned) {
                same(each instanceof Integer ? (Object) 7L : each, owned.toJava());
            }
        }
        for (byte[] each : new byte[][] {{}, {1, -1}, new byte[100]}) {
            frame.put(0, each);
            frame.invoke(echo, 1);
            same(each, frame.getBytes());
            same(ValueKind.BYTES, frame.kind());
        }
        frame.put(0, "a\0\u00e9");
        frame.invoke(echo, 1);
        same("a\0\u00e9".getBytes(StandardCharsets.UTF_8), frame.getBytes());
        frame.putLong(0, 1);
        frame.invoke(echo, 1);
        thrown(dev.unitstr.tvm.ValueFormatException.class, frame::getBytes);
        thrown(IndexOutOfBoundsException.class, () -> frame.put(CallFrame.MAX_ARGS, "x"));
        thrown(IndexOutOfBoundsException.class, () -> frame.put(-1, List.of()));
        thrown(IllegalArgumentException.class, () -> frame.put(0, new Object()));
        // What the library keeps is left to it: the same frame, other texts.
        TvmFunction array = runtime.function("ffi.Array");
        List<OwnedValue> kept = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            kept.add(array.callOwned("kept by the array " + i));
        }
        for (int i = 0; i < 5; i++) {
            same(List.of("kept by the array " + i), kept.get(i).toJava());
            kept.get(i).close();
        }
        thrown(IndexOutOfBoundsException.class, () -> frame.invoke(echo, -1));
        thrown(IndexOutOfBoundsException.class, () -> frame.putLong(CallFrame.MAX_ARGS, 1));
        frame.close();
        frame.close();
        thrown(IllegalStateException.class, () -> frame.putLong(0, 1));
        thrown(IllegalStateException.class, frame::getLong);
    }

    private void arraysOfManyStrings() {
        String[] texts = new String[10_000];
        Arrays.setAll(texts, i -> i % 3 == 0 ? "s" + i : "a longer string \u6f22 " + i);
        try (OwnedValue array = runtime.function("ffi.Array").callOwned((Object[]) texts)) {
            same(texts, array.asList().toStrings());
            same(Arrays.asList(texts), array.toJava());
        }
    }

    /** Of few pairs and of many, as the library lays them out, by keys of each kind. */
    private void keysByHash() throws Exception {
        TvmFunction get = runtime.function("ffi.MapGetItem");
        for (int count : new int[] {1, 4, 5, 20, 1_000, 30_000}) {
            Object[] pairs = new Object[2 * count];
            for (int i = 0; i < count; i++) {
                pairs[2 * i] = switch (i % 4) {
                    case 0 -> (Object) (i * 7919L - 5);
                    case 1 -> "k" + i;
                    case 2 -> "key \u6f22\ud83d\ude00 number " + i;
                    default -> ("binary " + i).getBytes(StandardCharsets.UTF_8);
                };
                pairs[2 * i + 1] = i;
            }
            for (String kind : new String[] {"ffi.Map", "ffi.Dict"}) {
                try (OwnedValue map = runtime.function(kind).callOwned(pairs)) {
                    MapValue found = map.asMap();
                    same(count, found.size());
                    for (int i = 0; i < count; i++) {
                        same((long) i, found.require(pairs[2 * i]).asLong());
                        same(null, found.get("no key " + i));
                        same(null, found.get(-6L - i));
                    }
                    if (kind.equals("ffi.Map") && count > 1) {
                        same(1L, get.call(map, "k1").asLong());
                    }
                    check(
                            thrown(java.util.NoSuchElementException.class, () -> found.require("absent"))
                                    .getMessage()
                                    .contains("absent"),
                            "the key is not named");
                }
            }
        }
    }

    private void deepValues() {
        int depth = 1_000;
        try (OwnedValue tree =
                runtime.function("ffi.json.Parse").callOwned("[".repeat(depth) + "7" + "]".repeat(depth))) {
            Object copy = tree.toJava(new ValueLimits(depth, depth, 0));
            for (int i = 0; i < depth; i++) {
                copy = ((List<?>) Objects.requireNonNull(copy)).get(0);
            }
            same(7L, copy);
        }
    }

    private void javaIsCalled() throws Exception {
        runtime.register("unitstr.upper", call -> call.arg(0).asString().toUpperCase(java.util.Locale.ROOT));
        same(
                "LOUD \ud83d\ude00\0",
                runtime.function("unitstr.upper").call("loud \ud83d\ude00\0").asString());
        runtime.replace("unitstr.upper", call -> call.size());
        same(3L, runtime.function("unitstr.upper").call(1, 2, 3).asLong());
        TvmFunction apply = runtime.function("testing.apply");
        TvmFunction concat = runtime.functionOf(call ->
                call.arg(0).asString() + call.arg(1).asString() + call.arg(2).asLong());
        same(
                "some text and more1",
                apply.call(concat, "some text ", "and more", 1).asString());
        for (Object value : new Object[] {
            null,
            1L,
            -1L,
            (1L << 55) - 1, // the largest result that fits the outcome of a callback, and the next
            1L << 55,
            -1L << 55,
            (-1L << 55) - 1,
            Long.MIN_VALUE,
            1.5,
            0.1,
            true,
            false,
            "",
            "short",
            "7 chars",
            "\u6f22\u5b57\u007f",
            "a longer text",
            new byte[7],
            new byte[] {-1, -2, -3, -4, -5, -6, -7},
            new byte[9]
        }) {
            TvmFunction give = runtime.functionOf(call -> value);
            Value found = apply.call(give);
            same(value, found.toJava());
        }
        // An argument is given back as it came, an array too.
        TvmFunction first = runtime.functionOf(call -> call.arg(0));
        try (OwnedValue array = runtime.function("ffi.Array").callOwned("x", 1);
                OwnedValue back = apply.callOwned(first, array)) {
            same(List.of("x", 1L), back.toJava());
        }
        same(
                "a text that is given back",
                apply.call(first, "a text that is given back").asString());
    }

    private TvmHandler nested(TvmFunction apply, int depth) {
        return call -> {
            String text = call.arg(0).asString();
            return depth == 0
                    ? text + "!"
                    : apply.call(runtime.functionOf(nested(apply, depth - 1)), text + depth % 10)
                            .asString();
        };
    }

    private void nestedCalls() {
        TvmFunction apply = runtime.function("testing.apply");
        String text = apply.call(runtime.functionOf(nested(apply, 100)), "").asString();
        same(101, text.length());
        check(text.startsWith("0987654321") && text.endsWith("1!"), text);
    }

    private static final class Mine extends Exception {
        private static final long serialVersionUID = 1;

        Mine(String message) {
            super(message);
        }
    }

    private void sameThrowable() throws Exception {
        TvmFunction apply = runtime.function("testing.apply");
        for (Throwable mine : List.of(
                new Mine("mine \u6f22\0"),
                new IllegalArgumentException("bad"),
                new StackOverflowError(),
                new Mine(null))) {
            TvmFunction raise = runtime.functionOf(call -> throwIt(mine));
            TvmException e = thrown(TvmException.class, () -> apply.call(raise));
            check(e.getCause() == mine, "another cause");
            if (mine.getMessage() != null) {
                same(mine.getMessage(), e.getMessage());
            }
            same(mine instanceof IllegalArgumentException ? "ValueError" : "RuntimeError", e.kind());
        }
        // Over the border twice: native code, Java that lets it through, native code.
        Mine mine = new Mine("from within");
        TvmFunction inner = runtime.functionOf(call -> throwIt(mine));
        TvmFunction outer = runtime.functionOf(call -> apply.call(inner));
        TvmException twice = thrown(TvmException.class, () -> apply.call(outer));
        TvmException once = (TvmException) twice.getCause();
        check(once != null && once.getCause() == mine, "another cause");
        // An error of the library goes through Java and keeps its kind.
        TvmFunction add =
                runtime.functionOf(call -> runtime.function("testing.add_one").call("no"));
        same("TypeError", thrown(TvmException.class, () -> apply.call(add)).kind());
    }

    private static Object throwIt(Throwable thrown) {
        Live.<RuntimeException>sneaky(thrown);
        return null;
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> void sneaky(Throwable thrown) throws T {
        throw (T) thrown;
    }

    private void endlessRecursion() throws Exception {
        TvmFunction apply = runtime.function("testing.apply");
        AtomicReference<TvmFunction> self = new AtomicReference<>();
        AtomicInteger depth = new AtomicInteger();
        self.set(runtime.functionOf(call -> {
            depth.incrementAndGet();
            return apply.call(self.get());
        }));
        thrown(TvmException.class, () -> apply.call(self.get()));
        check(depth.get() > 10, "only " + depth);
        same(1L, runtime.function("testing.echo").call(1).asLong());
    }

    private void lateUse() throws Exception {
        TvmFunction apply = runtime.function("testing.apply");
        List<Value> late = new ArrayList<>();
        AtomicReference<TvmCall> context = new AtomicReference<>();
        List<OwnedValue> retained = new ArrayList<>();
        TvmFunction keep = runtime.functionOf(call -> {
            context.set(call);
            for (int i = 0; i < call.size(); i++) {
                late.add(call.arg(i));
                retained.add(call.retain(i));
            }
            late.add(call.arg(2).asList().get(0));
            return null;
        });
        try (OwnedValue array = runtime.function("ffi.Array").callOwned("an element of an array", 1)) {
            apply.call(keep, "a long text that goes away", "short", array);
        }
        for (Value value : late) {
            thrown(IllegalStateException.class, value::kind);
            thrown(IllegalStateException.class, value::asString);
            thrown(IllegalStateException.class, value::toJava);
        }
        thrown(IllegalStateException.class, () -> context.get().arg(0));
        thrown(IllegalStateException.class, () -> context.get().retain(0));
        // A number needs no memory of the caller.
        late.clear();
        apply.call(runtime.functionOf(call -> late.add(call.arg(0))), 7);
        thrown(IllegalStateException.class, late.get(0)::asLong);
        thrown(IllegalStateException.class, late.get(0)::asDouble);
        same("a long text that goes away", retained.get(0).asString());
        same("short", retained.get(1).asString());
        same(List.of("an element of an array", 1L), retained.get(2).toJava());
        retained.forEach(OwnedValue::close);
    }

    private void otherThreads() throws Exception {
        TvmFunction apply = runtime.function("testing.apply");
        AtomicInteger calls = new AtomicInteger();
        TvmFunction count = runtime.functionOf(call -> call.arg(0).asLong() + calls.incrementAndGet() * 0);
        parallel(4, thread -> {
            for (int i = 0; i < 2_000; i++) {
                same((long) i, apply.call(count, i).asLong());
            }
        });
        same(8_000, calls.get());
    }

    interface Work {
        void run(int thread) throws Exception;
    }

    static void parallel(int count, Work work) throws Exception {
        List<Throwable> thrown = Collections.synchronizedList(new ArrayList<>());
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int number = i;
            threads.add(new Thread(() -> {
                try {
                    work.run(number);
                } catch (Throwable e) {
                    thrown.add(e);
                }
            }));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
        if (!thrown.isEmpty()) {
            throw new AssertionError(thrown.get(0));
        }
    }

    private void fourThreadsRegister() throws Exception {
        parallel(4, thread -> {
            for (int i = 0; i < 200; i++) {
                String name = "unitstr.live." + thread + "." + i;
                int value = i;
                runtime.register(name, call -> value);
                same((long) i, runtime.function(name).call().asLong());
                check(runtime.has("testing.echo"), "a miss");
            }
        });
        for (int thread = 0; thread < 4; thread++) {
            for (int i = 0; i < 200; i++) {
                same(
                        (long) i,
                        runtime.function("unitstr.live." + thread + "." + i)
                                .call()
                                .asLong());
            }
        }
    }

    /** Of four threads, one registers a name; whoever finds it finds the function of that one. */
    private void fourThreadsRegisterTheSameNames() throws Exception {
        check(!runtime.registerIfAbsent("testing.echo", call -> "taken"), "replaced");
        same("itself", runtime.function("testing.echo").call("itself").asString());
        String exists = thrown(IllegalArgumentException.class, () -> runtime.register("testing.echo", call -> 1))
                .getMessage();
        check(exists.startsWith("a function testing.echo exists"), exists);
        AtomicInteger[] winners = new AtomicInteger[300];
        Arrays.setAll(winners, i -> new AtomicInteger(-1));
        parallel(4, thread -> {
            for (int i = 0; i < winners.length; i++) {
                if (runtime.registerIfAbsent("unitstr.absent." + i, call -> thread)) {
                    check(winners[i].compareAndSet(-1, thread), "two");
                }
            }
        });
        for (int i = 0; i < winners.length; i++) {
            same(
                    (long) winners[i].get(),
                    runtime.function("unitstr.absent." + i).call().asLong());
        }
        thrown(NullPointerException.class, () -> runtime.registerIfAbsent("unitstr.null", null));
    }

    private void frozenRegistry() throws Exception {
        runtime.freezeRegistry();
        thrown(IllegalStateException.class, () -> runtime.registerIfAbsent("unitstr.late", call -> null));
        thrown(IllegalStateException.class, () -> runtime.registerIfAbsent("testing.echo", call -> null));
        thrown(IllegalStateException.class, () -> runtime.register("unitstr.late", call -> null));
        thrown(IllegalStateException.class, () -> runtime.unregister("testing.echo"));
        same("still there", runtime.function("testing.echo").call("still there").asString());
    }

    private void nothingLeaks() throws Exception {
        TvmFunction echo = runtime.function("testing.echo");
        TvmFunction apply = runtime.function("testing.apply");
        TvmFunction back = runtime.functionOf(call -> call.arg(0).asString());
        TvmFunction array = runtime.function("ffi.Array");
        TvmFunction raise = runtime.functionOf(call -> {
            throw new Mine("again");
        });
        int calls = Integer.getInteger("unitstr.calls", 1_000_000);
        BoundRuntime ours = (BoundRuntime) runtime;
        long before = 0;
        int held = 0;
        int frames = 0;
        try (CallFrame frame = runtime.frame();
                OwnedValue kept = array.callOwned("a text of some length")) {
            for (int i = 0; i < calls; i++) {
                if (i == calls / 5) {
                    before = residentAfterCollectionKiB();
                    held = ours.held();
                    frames = ours.frames();
                }
                String text = "a text of some length " + i;
                switch (i % 8) {
                    case 0 -> same(text, echo.call(text).asString());
                    case 1 -> same(text, apply.call(back, text).asString());
                    case 2 -> array.callOwned(text, i, "short").close();
                    case 3 -> echo.callOwned(kept).close();
                    case 4 -> {
                        if (i % 64 == 4) {
                            thrown(TvmException.class, () -> apply.call(raise));
                        }
                    }
                    default -> {
                        frame.put(0, text);
                        frame.invoke(echo, 1);
                        same(text, frame.getString());
                    }
                }
            }
            // Counted as at the start: who else would have it?
            if (kept instanceof dev.unitstr.values.Slot pad) {
                long references = Dialect.TVM_FFI
                        .at(pad.objectAddress(), 1, ValueMemory.none())
                        .at(0)
                        .code();
                same(1L, references);
            }
            check(ours.frames() <= frames, ours.frames() + " frames, before " + frames);
            check(ours.held() <= held, ours.held() + " functions and exceptions, before " + held);
        }
        long grown = residentAfterCollectionKiB() - before;
        System.out.println("   " + calls + " calls: " + grown + " KiB more after the first fifth");
        check(grown < 64 * 1024, grown + " KiB more");
    }

    private static long residentAfterCollectionKiB() throws IOException {
        System.gc();
        return residentKiB();
    }

    static long residentKiB() throws IOException {
        for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
            if (line.startsWith("VmRSS:")) {
                return Long.parseLong(line.replaceAll("\\D", ""));
            }
        }
        throw new IOException("no VmRSS");
    }
}
