package dev.unitstr.interop.tvm;

import dev.unitstr.Ucs4String;
import dev.unitstr.internal.values.BoundRuntime;
import dev.unitstr.tvm.CallFrame;
import dev.unitstr.tvm.OwnedValue;
import dev.unitstr.tvm.TvmException;
import dev.unitstr.tvm.TvmFunction;
import dev.unitstr.tvm.TvmModule;
import dev.unitstr.tvm.TvmRuntime;
import dev.unitstr.tvm.Value;
import dev.unitstr.tvm.ValueFormatException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;

/** Functions that are values, modules, containers as arguments, and what results cost that nobody closes. */
final class Modules {
    private final TvmRuntime runtime;
    private final Path library;
    private final Path module;
    private final TvmFunction apply;

    Modules(TvmRuntime runtime, Path library, Path module) {
        this.runtime = runtime;
        this.library = library;
        this.module = module;
        this.apply = runtime.function("testing.apply");
    }

    /** A function in a result, an argument and a container is called, also when that has gone. */
    void functionsAreValues() throws Exception {
        TvmFunction upper = runtime.functionOf(call -> call.arg(0).asString().toUpperCase(Locale.ROOT));
        TvmFunction found;
        try (OwnedValue value = runtime.function("testing.echo").callOwned(upper)) {
            found = value.asFunction();
            Live.same(
                    "A TEXT OF SOME LENGTH", found.call("a text of some length").asString());
        }
        Live.same("A TEXT OF SOME LENGTH", found.call("a text of some length").asString());
        Live.same("AGAIN", apply.call(found, "again").asString());
        try (OwnedValue list = runtime.function("ffi.Array").callOwned(upper, 1)) {
            found = list.asList().get(0).asFunction();
            Live.thrown(ValueFormatException.class, () -> list.asList().get(1).asFunction());
        }
        Live.same("A TEXT OF SOME LENGTH", found.call("a text of some length").asString());
        // In a callback, and after it.
        AtomicReference<TvmFunction> kept = new AtomicReference<>();
        TvmFunction twice = runtime.functionOf(call -> {
            TvmFunction given = call.arg(0).asFunction();
            kept.set(given);
            return given.call(given.call(call.arg(1)));
        });
        TvmFunction more = runtime.functionOf(call -> call.arg(0).asString() + ", more");
        Live.same("some text, more, more", apply.call(twice, more, "some text").asString());
        Live.same("late, more", kept.get().call("late").asString());
        try (CallFrame frame = runtime.frame()) {
            frame.put(0, "by a frame");
            frame.invoke(kept.get(), 1);
            Live.same("by a frame, more", frame.getString());
        }
        AtomicReference<Value> late = new AtomicReference<>();
        apply.call(
                runtime.functionOf(call -> {
                    late.set(call.arg(0));
                    return null;
                }),
                more);
        Live.thrown(IllegalStateException.class, () -> late.get().asFunction());
    }

    /** Functions that are found this way are released. */
    void functionsAreReleased() throws Exception {
        int before = ((BoundRuntime) runtime).held();
        for (int i = 0; i < 300; i++) {
            long number = i;
            try (OwnedValue value = runtime.function("testing.echo").callOwned(runtime.functionOf(call -> number))) {
                Live.same(number, value.asFunction().call().asLong());
            }
        }
        Hostile.falls("functions are left", ((BoundRuntime) runtime)::held, before + 20);
    }

    /** A module's functions get strings and functions; what it does to SIGSEGV is undone. */
    void modules() throws Exception {
        TvmModule loaded = runtime.loadModule(module);
        Live.same(List.of("join", "tensor", "twice"), loaded.functionNames());
        TvmFunction join = loaded.function("join");
        Live.same(
                "a\0b \ud83d\ude00 and more",
                join.call("a\0b \ud83d\ude00", " and more").asString());
        Live.same("", join.call("", "").asString());
        TvmException e = Live.thrown(TvmException.class, () -> join.call("a", 1));
        Live.same("TypeError", e.kind());
        TvmFunction exclaim = runtime.functionOf(call -> call.arg(0).asString() + "!");
        Live.same("hey!!", loaded.function("twice").call(exclaim, "hey").asString());
        // A callback gets a function of the module and calls it.
        TvmFunction back = runtime.functionOf(call -> call.arg(0).asFunction().call("from", " within"));
        Live.same("from within", apply.call(back, join).asString());
        for (String name : new String[] {"none", "join\0", "", "_library_ctx"}) {
            Live.thrown(IllegalArgumentException.class, () -> loaded.function(name));
        }
        Live.same("library", runtime.function("ffi.ModuleGetKind").call(loaded).asString());
        Live.thrown(IllegalStateException.class, () -> runtime.loadModule(module.resolveSibling("none.so")));
        int caught = 0;
        for (int i = 0; i < 100_000; i++) {
            try {
                caught += length(i % 10 == 0 ? null : module.toString()) > 0 ? 0 : 1;
            } catch (NullPointerException expected) {
                caught++;
            }
        }
        Live.same(10_000, caught);
    }

    private static int length(String text) {
        return text.length();
    }

    /** Whoever removes a function, it is gone; who has found it keeps it. */
    void functionsAreRemoved() throws Exception {
        for (int way = 0; way < 2; way++) {
            String name = "unitstr.removed" + way;
            runtime.register(name, call -> "still here");
            TvmFunction found = runtime.function(name);
            Live.check(runtime.has(name) && runtime.functionNames().contains(name), name);
            if (way == 0) {
                runtime.unregister(name);
                runtime.unregister(name);
            } else {
                runtime.function("ffi.FunctionRemoveGlobal").call(name);
            }
            Live.check(!runtime.has(name) && !runtime.functionNames().contains(name), name);
            Live.thrown(IllegalArgumentException.class, () -> runtime.function(name));
            Live.same("still here", found.call().asString());
            runtime.register(name, call -> "back");
            Live.same("back", runtime.function(name).call().asString());
        }
    }

    /** Passes lists and maps of Java as arguments. */
    void containers() throws Exception {
        TvmFunction echo = runtime.function("testing.echo");
        Map<Object, Object> map = new LinkedHashMap<>();
        map.put("a key of some length", Arrays.asList(1L, null, 2.5, "x", List.of()));
        map.put(7L, Map.of("inner", true));
        try (OwnedValue same = echo.callOwned(map)) {
            Live.same(map, same.toJava());
        }
        Live.same(
                List.of("\u6f22\u5b57 \ud83d\ude00", "abc"),
                echo.call(List.of(Ucs4String.of("\u6f22\u5b57 \ud83d\ude00"), Ucs4String.of("abc")))
                        .toJava());
        Live.same("\u6f22", echo.call(Ucs4String.of("\u6f22")).asString());
        TvmFunction give = runtime.functionOf(call -> List.of(call.arg(0).asLong(), "text"));
        Live.same(List.of(5L, "text"), apply.call(give, 5).toJava());
        List<Object> cycle = new ArrayList<>();
        cycle.add(List.of(1, cycle));
        String message = Live.thrown(IllegalArgumentException.class, () -> echo.call(cycle))
                .getMessage();
        Live.check(message.contains("contains itself"), message);
        List<Object> deep = List.of();
        for (int i = 0; i < 255; i++) {
            deep = List.of(deep);
        }
        List<Object> deepest = deep;
        echo.callOwned(deepest).close();
        Live.thrown(IllegalArgumentException.class, () -> echo.call(List.of(deepest)));
        // Each eight times in the next one: few lists, and more elements than there may be.
        List<Object> wide = Collections.nCopies(1_000, 1);
        for (int i = 0; i < 2; i++) {
            wide = List.of(wide, wide, wide, wide, wide, wide, wide, wide);
        }
        try (OwnedValue value = echo.callOwned(wide)) {
            Live.same(8, value.asList().size());
        }
        for (int i = 0; i < 3; i++) {
            wide = List.of(wide, wide, wide, wide, wide, wide, wide, wide);
        }
        List<Object> widest = wide;
        Live.thrown(IllegalArgumentException.class, () -> echo.call(widest));
        Live.thrown(IllegalArgumentException.class, () -> echo.call(List.of(new Object())));
        Live.same(List.of("fine", 1L), echo.call(List.of("fine", 1)).toJava());
        Live.thrown(NullPointerException.class, () -> echo.call((Object[]) null));
        Live.thrown(NullPointerException.class, () -> echo.callOwned((Object[]) null));
    }

    /** Results that nobody closes are released before they hold much memory. */
    void unclosedResults() {
        BoundRuntime ours = (BoundRuntime) runtime;
        StringBuilder json = new StringBuilder("[0");
        while (json.length() < 1 << 20) {
            json.append(",[]");
        }
        String text = json.append(']').toString();
        TvmFunction parse = runtime.function("ffi.json.Parse");
        long most = 0;
        for (int i = 0; i < 100; i++) {
            Live.same(0L, parse.call(text).asList().get(0).asLong());
            most = Math.max(most, ours.unclosedBytes());
        }
        // All of them would be 1.1 GB. On a busy machine the cleaner's thread may lag behind.
        Live.check(most > 16 << 20 && most < 512 << 20, most + " bytes were held");
    }

    private interface Step {
        void run(int i) throws Exception;
    }

    /** The memory of the process grows by at most 320 MiB: 64 MiB that are counted, and what malloc does not return. */
    private static void grows(String what, int times, Step step) throws Exception {
        long before = Live.residentKiB();
        long most = before;
        for (int i = 0; i < times; i++) {
            step.run(i);
            most = Math.max(most, Live.residentKiB());
        }
        long grown = (most - before) >> 10;
        System.out.println("   " + what + ": " + grown + " MiB more");
        Live.check(grown < 320, what + ": " + grown + " MiB more");
    }

    /** Memory that Java holds by small objects. All of it would be 2 GB, or at least 500 MB. */
    void unclosedMemory() throws Exception {
        TvmFunction tensor = runtime.loadModule(module).function("tensor");
        TvmFunction array = runtime.function("ffi.Array");
        TvmFunction map = runtime.function("ffi.Map");
        TvmFunction list = runtime.function("ffi.List");
        TvmFunction append = runtime.function("ffi.ListAppend");
        long size = 4 << 20;
        grows("tensors", 500, i -> tensor.call(size, size / 4, 4));
        grows("arrays of tensors", 250, i -> {
            try (OwnedValue one = tensor.callOwned(size, size);
                    OwnedValue other = tensor.callOwned(size, size)) {
                array.call(one, other);
            }
        });
        grows("maps with a tensor", 500, i -> {
            try (OwnedValue one = tensor.callOwned(size, size)) {
                map.call("name", i, "weights", one);
            }
        });
        List<Long> elements = Collections.nCopies(200_000, 7L);
        grows(
                "arguments that are retained",
                160,
                i -> apply.call(
                        runtime.functionOf(call -> {
                            call.retain(0);
                            return null;
                        }),
                        elements));
        Object[] all = elements.toArray();
        grows("lists", 150, i -> list.call(all));
        Object[] texts = new Object[20_000];
        for (int i = 0; i < texts.length; i++) {
            texts[i] = "text ".repeat(40) + i;
        }
        grows("lists of texts", 150, i -> list.call(texts));
        OwnedValue grown = list.callOwned();
        for (int at = 0; at < 200_000; at++) {
            append.call(grown, at);
        }
        long counted = ((BoundRuntime) runtime).unclosedBytes();
        Live.check(counted >= 16 * 150_000L, "a list that has grown: " + counted + " bytes are counted");
        grown.close();
    }

    /** They count for a limited amount, and nothing is counted when they are gone. */
    void shapesThatCannotBe() throws Exception {
        TvmFunction tensor = runtime.loadModule(module).function("tensor");
        BoundRuntime ours = (BoundRuntime) runtime;
        long before;
        do { // until values of other rows are released
            before = ours.unclosedBytes();
            System.gc();
            Thread.sleep(100);
        } while (ours.unclosedBytes() != before);
        for (long[] shape : new long[][] {
            {-1}, {Long.MIN_VALUE, 2}, {Long.MAX_VALUE}, {1L << 62, 1L << 62}, {3, -1, Long.MAX_VALUE}, {0, -5}, {}
        }) {
            Object[] arguments = new Object[shape.length + 1];
            arguments[0] = 16;
            for (int i = 0; i < shape.length; i++) {
                arguments[i + 1] = shape[i];
            }
            try (OwnedValue value = tensor.callOwned(arguments)) {
                long held = ours.unclosedBytes() - before;
                Live.check(!value.isNull() && held >= 0 && held <= 1L << 31, held + " bytes are counted");
            }
        }
        Live.check(ours.unclosedBytes() == before, ours.unclosedBytes() + " bytes are counted, " + before + " before");
    }

    /** What a handler throws comes back, whatever its class says. */
    void exceptionsWithoutKind() throws Exception {
        RuntimeException cause = new RuntimeException("the cause");
        TvmException thrown = new TvmException(null, "a message", null, cause);
        TvmFunction raise = runtime.functionOf(call -> {
            throw thrown;
        });
        TvmException e = Live.thrown(TvmException.class, () -> apply.call(raise));
        Live.check(e.getCause() == thrown && thrown.getCause() == cause, "another cause");
        Live.same("RuntimeError", e.kind());
        Live.same("a message", e.getMessage());
        // An error of the library shows where it was raised.
        TvmException native0 = Live.thrown(
                TvmException.class, () -> runtime.function("testing.add_one").call("no"));
        java.io.StringWriter trace = new java.io.StringWriter();
        native0.printStackTrace(new java.io.PrintWriter(trace));
        Live.check(!native0.nativeBacktrace().isEmpty() && trace.toString().contains("at native."), trace.toString());
    }

    /** Another copy of the library is refused, and nothing else happens. */
    void secondCopy() throws Exception {
        Path copy = Files.createTempDirectory("tvm").resolve("libtvm_ffi.so");
        try {
            Files.copy(library, copy, StandardCopyOption.REPLACE_EXISTING);
            for (Live.Row row : new Live.Row[] {
                () -> TvmRuntime.open(copy), () -> runtime.load(copy), () -> runtime.loadModule(copy)
            }) {
                String message = Live.thrown(IllegalStateException.class, row).getMessage();
                Live.check(message.contains(copy.toString()) && message.contains(library.toString()), message);
            }
        } finally {
            Files.delete(copy);
            Files.delete(copy.getParent());
        }
        Live.same("0.1.16", TvmRuntime.open(library).version());
    }
}
