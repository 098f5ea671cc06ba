package dev.unitstr.interop.tvm;

import dev.unitstr.internal.values.BoundRuntime;
import dev.unitstr.tvm.CallFrame;
import dev.unitstr.tvm.ListValue;
import dev.unitstr.tvm.MapValue;
import dev.unitstr.tvm.OwnedValue;
import dev.unitstr.tvm.TvmException;
import dev.unitstr.tvm.TvmFunction;
import dev.unitstr.tvm.TvmRuntime;
import dev.unitstr.tvm.Value;
import dev.unitstr.tvm.ValueFormatException;
import dev.unitstr.values.Dialect;
import dev.unitstr.values.Slots;
import dev.unitstr.values.ValueMemory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.ConcurrentModificationException;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/** What programs do that they should not, or that nobody thinks of: no crash, no leak, nothing stale. */
final class Hostile {
    private final TvmRuntime runtime;
    private final Path library;
    private final TvmFunction apply;

    Hostile(TvmRuntime runtime, Path library) {
        this.runtime = runtime;
        this.library = library;
        this.apply = runtime.function("testing.apply");
    }

    /** A frame is not to be written, read or closed by whom it calls. */
    void frameInItsOwnCall() throws Exception {
        try (CallFrame frame = runtime.frame()) {
            List<Throwable> thrown = new ArrayList<>();
            runtime.replace("unitstr.again", call -> {
                for (Live.Row row : new Live.Row[] {
                    () -> frame.put(0, "something longer than what is there, so that it has to move".repeat(9)),
                    () -> frame.invoke(apply, 0),
                    frame::getString,
                    frame::close
                }) {
                    thrown.add(Live.thrown(IllegalStateException.class, row));
                }
                return call.arg(0);
            });
            frame.put(0, "a text that stays where it is");
            frame.invoke(runtime.function("unitstr.again"), 1);
            Live.same("a text that stays where it is", frame.getString());
            Live.same(4, thrown.size());
            for (Throwable one : thrown) {
                Live.check(one.getMessage().startsWith("a call with this frame is in progress: "), one.getMessage());
            }
        }
    }

    /** A frame is its thread's. */
    void frameOfAnotherThread() throws Exception {
        try (CallFrame frame = runtime.frame()) {
            frame.put(0, "a text of some length");
            List<Throwable> thrown = new ArrayList<>();
            Live.parallel(1, thread -> {
                for (Live.Row row : new Live.Row[] {
                    () -> frame.putLong(0, 1),
                    () -> frame.put(0, "another text"),
                    () -> frame.invoke(apply, 1),
                    frame::getString,
                    frame::kind,
                    frame::close
                }) {
                    thrown.add(Live.thrown(IllegalStateException.class, row));
                }
            });
            Live.same(6, thrown.size());
            String message = thrown.get(0).getMessage();
            Live.check(message.startsWith("the frame belongs to another thread: "), message);
            frame.invoke(runtime.function("testing.echo"), 1);
            Live.same("a text of some length", frame.getString());
        }
    }

    /** Who reads a value while another thread closes it gets what it reads, or is told that it is closed. */
    void closedWhileItIsRead() throws Exception {
        Object[] texts = new Object[200];
        Arrays.setAll(texts, i -> "a text of some length " + i);
        TvmFunction array = runtime.function("ffi.Array");
        TvmFunction map = runtime.function("ffi.Map");
        AtomicInteger reads = new AtomicInteger();
        AtomicInteger refused = new AtomicInteger();
        for (int round = 0; round < 400; round++) {
            OwnedValue list = array.callOwned(texts);
            OwnedValue pairs = map.callOwned("a key of some length", list, "another", "a value of some length");
            AtomicInteger ready = new AtomicInteger();
            Live.parallel(4, thread -> {
                ready.incrementAndGet();
                while (ready.get() < 4) {
                    Thread.onSpinWait();
                }
                if (thread == 0) {
                    list.close();
                    pairs.close();
                    // What was freed would be used by these.
                    array.callOwned("x".repeat(22), "y".repeat(23), 7).close();
                    return;
                }
                Live.Row[] rows = {
                    () -> Live.same(texts, list.asList().toStrings()),
                    () -> Live.same(
                            "a text of some length 7", list.asList().get(7).asString()),
                    () -> Live.same(Arrays.asList(texts), list.toJava()),
                    () -> Live.same(
                            "a value of some length",
                            pairs.asMap().get("another").asString()),
                    () -> Live.same(3, array.call(list, pairs, 1).asList().size()),
                };
                for (int i = thread; i < rows.length + thread; i++) {
                    try {
                        rows[i % rows.length].run();
                        reads.incrementAndGet();
                    } catch (IllegalStateException e) {
                        Live.check(e.getMessage().matches("the (array|map) is closed: .*"), e.getMessage());
                        refused.incrementAndGet();
                    }
                }
            });
        }
        Live.check(reads.get() > 0 && refused.get() > 0, reads + " reads, " + refused + " refused");
    }

    /** The arguments of a call stay until other threads have read what they began to read, and no longer. */
    void argumentsReadByOthers() throws Exception {
        AtomicReference<Value> given = new AtomicReference<>();
        AtomicBoolean over = new AtomicBoolean();
        AtomicInteger reads = new AtomicInteger();
        TvmFunction give = runtime.functionOf(call -> {
            given.set(call.arg(0));
            int before = reads.get();
            for (int i = 0; i < 1_000 && reads.get() == before; i++) {
                Thread.onSpinWait();
            }
            return null;
        });
        Live.parallel(3, thread -> {
            try {
                if (thread == 0) {
                    for (int i = 0; i < 5_000; i++) {
                        apply.call(give, "a text of some length " + i % 10);
                    }
                    return;
                }
                while (!over.get()) {
                    Value value = given.get();
                    if (value == null) {
                        continue;
                    }
                    try {
                        String text = value.asString();
                        Live.check(text.length() == 23 && text.startsWith("a text of some length "), text);
                        reads.incrementAndGet();
                    } catch (IllegalStateException e) {
                        Live.check(e.getMessage().startsWith("the call has returned: "), e.getMessage());
                    }
                }
            } finally {
                if (thread == 0) {
                    over.set(true);
                }
            }
        });
        Live.check(reads.get() > 0, "no reads");
    }

    /** An argument lives until the call is over, whoever closes it meanwhile. */
    void argumentsClosedInTheCall() {
        Object[] texts = new Object[1_000];
        Arrays.setAll(texts, i -> "a text of some length " + i);
        OwnedValue array = runtime.function("ffi.Array").callOwned(texts);
        TvmFunction close = runtime.functionOf(call -> {
            array.close();
            array.close();
            // What was freed would be used by these.
            for (int i = 0; i < 50; i++) {
                runtime.function("ffi.Array").callOwned("x", i, "y".repeat(40)).close();
            }
            try (OwnedValue kept = call.retain(0)) {
                Live.same(Arrays.asList(texts), kept.toJava());
            }
            return call.arg(0).asList().size();
        });
        Live.same(1_000L, apply.call(close, array).asLong());
    }

    /** Exceptions whose methods throw still come back, and are not kept for ever. */
    void exceptionsThatThrow() throws Exception {
        RuntimeException evil = new RuntimeException() {
            private static final long serialVersionUID = 1;

            @Override
            public String getMessage() {
                throw new IllegalStateException("no message");
            }
        };
        TvmFunction raise = runtime.functionOf(call -> {
            throw evil;
        });
        int before = held();
        for (int i = 0; i < 20; i++) {
            Live.check(Live.thrown(TvmException.class, () -> apply.call(raise)).getCause() == evil, "another cause");
        }
        Live.same(before, held());
    }

    private int held() {
        return ((BoundRuntime) runtime).held();
    }

    interface Number {
        int get();
    }

    static void falls(String what, Number number, int most) throws InterruptedException {
        for (int i = 0; number.get() > most; i++) {
            Live.check(i < 3000, number.get() + " " + what); // a minute: only a leak takes as long
            System.gc();
            Thread.sleep(20);
        }
    }

    /** Threads leave nothing behind. */
    void threadsThatEnd() throws Exception {
        BoundRuntime ours = (BoundRuntime) runtime;
        int before = ours.frames();
        TvmFunction echo = runtime.function("testing.echo");
        for (int i = 0; i < 200; i++) {
            Live.parallel(
                    1,
                    thread -> Live.same(
                            "a text of some length",
                            echo.call("a text of some length").asString()));
        }
        falls("frames are left", ours::frames, before + 20);
    }

    /** What was replaced goes. */
    void replacedFunctions() throws Exception {
        int before = held();
        for (int i = 0; i < 300; i++) {
            long value = i;
            runtime.replace("unitstr.replaced", call -> value);
            Live.same(value, runtime.function("unitstr.replaced").call().asLong());
        }
        falls("functions are left", this::held, before + 20);
    }

    /** Who has registered a function finds that one, whatever others look for at the same time. */
    void registeredMeansFound() throws Exception {
        TvmRuntime again = TvmRuntime.open(library);
        runtime.register("unitstr.both", call -> 1);
        Live.same(1L, again.function("unitstr.both").call().asLong());
        Live.same(1L, runtime.function("unitstr.both").call().asLong());
        again.replace("unitstr.both", call -> 2);
        Live.same(2L, runtime.function("unitstr.both").call().asLong());
        AtomicBoolean over = new AtomicBoolean();
        runtime.register("unitstr.raced", call -> -1);
        Live.parallel(3, thread -> {
            if (thread > 0) {
                while (!over.get()) {
                    runtime.function("unitstr.raced");
                }
                return;
            }
            try {
                for (int i = 0; i < 3_000; i++) {
                    long value = i;
                    runtime.replace("unitstr.raced", call -> value);
                    Live.same(value, runtime.function("unitstr.raced").call().asLong());
                }
            } finally {
                over.set(true);
            }
        });
    }

    /** An address in bytes of anybody's is not followed. */
    void slotsOfAnybody() throws Exception {
        TvmFunction echo = runtime.function("testing.echo");
        for (int code : new int[] {7, 8, 9, 10, 64, 65, 66, 67, 68, 71, 72, 75, 76, 1000}) {
            ByteBuffer bytes = ByteBuffer.allocateDirect(16).order(ByteOrder.LITTLE_ENDIAN);
            bytes.putInt(0, code).putLong(8, 0x4141_4141_4140L);
            Slots slots = Dialect.TVM_FFI.wrap(bytes, ValueMemory.none());
            Live.thrown(ValueFormatException.class, () -> echo.call(slots.at(0)));
        }
    }

    /** The stack ends anywhere in a call: afterwards all is as before. */
    void stackEndsAnywhere() throws Exception {
        TvmFunction echo = runtime.function("testing.echo");
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        for (int i = 0; i < 20; i++) {
            deep(echo, thrown);
            Live.same(
                    "a text of some length " + i,
                    echo.call("a text of some length " + i).asString());
        }
        Live.check(thrown.get() != null, "it never ended");
    }

    private static int deep(TvmFunction echo, AtomicReference<Throwable> thrown) {
        try {
            return 1
                    + deep(echo, thrown)
                    + (echo.call("a longer text", "and another one").isNull() ? 1 : 0);
        } catch (StackOverflowError | TvmException e) {
            thrown.set(e);
            return 0;
        }
    }

    /** Strings in the memory that was freed, of all the sizes that it may have had. */
    private List<OwnedValue> fill(int largest) {
        List<OwnedValue> fillers = new ArrayList<>();
        TvmFunction echo = runtime.function("testing.echo");
        for (int bytes = 8; bytes <= largest; bytes += bytes / 8 & -8 | 8) {
            for (int i = 0; i < 8; i++) {
                fillers.add(echo.callOwned("U".repeat(bytes)));
            }
        }
        return fillers;
    }

    /** A list that grows leaves its memory, and an element that is taken out goes: nothing stale is read. */
    void listsThatChange() throws Exception {
        TvmFunction append = runtime.function("ffi.ListAppend");
        TvmFunction erase = runtime.function("ffi.ListErase");
        try (OwnedValue list = runtime.function("ffi.List").callOwned("the first element", "the second element")) {
            ListValue elements = list.asList();
            Value first = elements.get(0);
            Iterator<Value> all = elements.iterator();
            all.next();
            for (int i = 2; i < 3_000; i++) {
                append.call(list, "element number " + i);
                if (i < 50) {
                    fill(64 * i).forEach(OwnedValue::close);
                }
            }
            List<OwnedValue> fillers = fill(1 << 16);
            Live.same(3_000, elements.size());
            Live.same("the first element", elements.get(0).asString());
            Live.same("element number 2999", elements.get(2_999).asString());
            Live.same("element number 2999", elements.toStrings()[2_999]);
            Live.same("the second element", ((List<?>) Objects.requireNonNull(list.toJava())).get(1));
            Live.thrown(ConcurrentModificationException.class, all::next);
            Live.thrown(ConcurrentModificationException.class, () -> {
                for (Value element : elements) {
                    append.call(list, element.asString());
                }
            });
            // What was read stays, though the list has it no more.
            Value second = elements.get(1);
            erase.call(list, 1);
            erase.call(list, 0);
            fillers.addAll(fill(256));
            Live.same("the first element", first.asString());
            Live.same("the second element", second.asString());
            Live.same("element number 2", elements.get(0).asString());
            runtime.function("ffi.ListClear").call(list);
            fillers.addAll(fill(256));
            Live.same(0, elements.size());
            Live.thrown(IndexOutOfBoundsException.class, () -> elements.get(0));
            Live.same("the first element", first.asString());
            fillers.forEach(OwnedValue::close);
        }
    }

    /** Lists and maps of Java collections: what they find and compare, floats and bools as keys, and after the end. */
    @SuppressWarnings("try") // it closes a list to look at what is left
    void viewsAreCollections() throws Exception {
        TvmFunction array = runtime.function("ffi.Array");
        OwnedValue closed;
        try (OwnedValue list = array.callOwned("Ada", "a text of some length", 7, null, 1.5, List.of(1, 2));
                OwnedValue map = runtime.function("ffi.Map")
                        .callOwned("Ada", 1815, 1.5, "float", true, "bool", null, "none", 7, "int")) {
            List<Value> elements = list.asList();
            for (Object each : Arrays.asList("Ada", "a text of some length", 7, null, 1.5)) {
                Live.check(elements.contains(each), "no " + each);
            }
            Live.check(!elements.contains(true) && !elements.contains("ada"), "what is not there");
            Live.check(elements.contains(elements.get(5)), "no list");
            Live.same(elements, array.call(elements.toArray()).asList()); // the elements are passed as they are
            Live.same(elements, array.call((Object) elements).asList().get(0).asList());
            Live.same(2L, elements.stream().filter(each -> each.kind().isText()).count());
            Map<Value, Value> pairs = map.asMap();
            Live.same(1815L, pairs.get("Ada").asLong());
            Live.same("float", pairs.get(1.5).asString());
            Live.same("bool", pairs.get(true).asString());
            Live.same("none", pairs.get(null).asString());
            Live.same("int", pairs.get(7).asString());
            for (Map.Entry<Value, Value> each : pairs.entrySet()) {
                Live.same(each.getValue(), pairs.get(each.getKey()));
            }
            Live.same(5, pairs.keySet().size());
            closed = list;
            List<Value> late = elements;
            Value element = elements.get(1);
            list.close();
            Live.thrown(IllegalStateException.class, late::size);
            Live.thrown(IllegalStateException.class, () -> late.contains("Ada"));
            Live.thrown(IllegalStateException.class, () -> late.iterator().next());
            Live.thrown(IllegalStateException.class, () -> late.stream().count());
            Live.thrown(IllegalStateException.class, late::hashCode);
            Live.thrown(IllegalStateException.class, () -> late.equals(List.of(1)));
            Live.thrown(IllegalStateException.class, element::hashCode);
            Live.thrown(IllegalStateException.class, () -> element.equals(pairs.get("Ada")));
            Live.check(element.equals(element) && late.equals(late), "itself");
        }
        Live.thrown(IllegalStateException.class, closed::asList);
    }

    /** The same of a dict, whose values are lists. */
    void dictsThatChange() throws Exception {
        TvmFunction set = runtime.function("ffi.DictSetItem");
        TvmFunction array = runtime.function("ffi.Array");
        try (OwnedValue dict =
                runtime.function("ffi.Dict").callOwned("a key of some length", "its value, a text", 1, 2)) {
            MapValue map = dict.asMap();
            Iterator<Map.Entry<Value, Value>> all = map.entrySet().iterator();
            Map.Entry<Value, Value> pair = all.next();
            Value value = Objects.requireNonNull(map.get("a key of some length"));
            for (int i = 0; i < 1_000; i++) {
                try (OwnedValue element = array.callOwned("the only element " + i)) {
                    set.call(dict, "key number " + i, element);
                }
                if (i < 50) {
                    fill(64 * i).forEach(OwnedValue::close);
                }
            }
            List<OwnedValue> fillers = fill(1 << 16);
            Live.same(1_002, map.size());
            Live.thrown(ConcurrentModificationException.class, all::next);
            Live.same("its value, a text", value.asString());
            Value inner = Objects.requireNonNull(map.get("key number 7"));
            Live.thrown(ConcurrentModificationException.class, () -> {
                for (Map.Entry<Value, Value> each : map.entrySet()) {
                    set.call(dict, each.getKey(), "another value"); // which makes it the last one
                }
            });
            for (String key : new String[] {"a key of some length", "key number 7"}) {
                set.call(dict, key, 3);
                runtime.function("ffi.DictErase").call(dict, key);
            }
            fillers.addAll(fill(1_024));
            Live.same("a key of some length", pair.getKey().asString());
            Live.same("its value, a text", pair.getValue().asString());
            Live.same("its value, a text", value.asString());
            Live.same(List.of("the only element 7"), inner.toJava());
            Live.same(null, map.get("key number 7"));
            runtime.function("ffi.DictClear").call(dict);
            fillers.addAll(fill(1_024));
            Live.same(0, map.size());
            Live.check(!map.entrySet().iterator().hasNext(), "a pair of an empty dict");
            fillers.forEach(OwnedValue::close);
        }
    }
}
