package dev.unitstr.interop.tvm;

import dev.unitstr.UnitStr;
import dev.unitstr.tvm.DataType;
import dev.unitstr.tvm.ListValue;
import dev.unitstr.tvm.MapValue;
import dev.unitstr.tvm.OwnedValue;
import dev.unitstr.tvm.TensorValue;
import dev.unitstr.tvm.TvmException;
import dev.unitstr.tvm.TvmFunction;
import dev.unitstr.tvm.TvmModule;
import dev.unitstr.tvm.TvmRuntime;
import dev.unitstr.tvm.Value;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The code of docs/tvm.md, on the real libtvm_ffi. */
public final class Guide {
    private Guide() {}

    // [tvm: call]
    /** Calls a global function by its name. */
    static String same(TvmRuntime runtime, String text) {
        TvmFunction echo = runtime.function("testing.echo");
        return echo.call(text).asString();
    }
    // [tvm: end]

    // [tvm: register]
    /** Registers a Java function under a name. Native code and Java may call it. */
    static String upper(TvmRuntime runtime, String text) {
        runtime.register("app.upper", call -> call.arg(0).asString().toUpperCase(Locale.ROOT));
        return runtime.function("app.upper").call(text).asString();
    }
    // [tvm: end]

    // [tvm: callback]
    /** Passes a Java function as an argument: testing.apply calls its first argument with the others. */
    static long twice(TvmRuntime runtime, long number) {
        TvmFunction twice = runtime.functionOf(call -> 2 * call.arg(0).asLong());
        return runtime.function("testing.apply").call(twice, number).asLong();
    }
    // [tvm: end]

    // [tvm: module]
    /** Calls a function of a module: a shared library that TVM's compiler wrote, which exports it as __tvm_ffi_join. */
    static String join(TvmRuntime runtime, Path file, String first, String second) {
        TvmModule module = runtime.loadModule(file);
        return module.function("join").call(first, second).asString();
    }
    // [tvm: end]

    // [tvm: function]
    /** Calls a function that it received as an argument. */
    static Value applyFromJava(TvmRuntime runtime, TvmFunction function, Object argument) {
        TvmFunction apply = runtime.functionOf(call -> call.arg(0).asFunction().call(call.arg(1)));
        return apply.call(function, argument);
    }
    // [tvm: end]

    // [tvm: containers]
    /** Passes lists and maps of Java as arguments. */
    static String json(TvmRuntime runtime) {
        return runtime.function("ffi.json.Stringify")
                .call(List.of(1, Map.of("name", "漢字")), null)
                .asString();
    }
    // [tvm: end]

    // [tvm: read]
    /** The library parses JSON and keeps the result in its memory. Java reads all texts there with one call. */
    static String[] names(TvmRuntime runtime, String json) {
        try (OwnedValue tree = runtime.function("ffi.json.Parse").callOwned(json)) {
            return tree.asMap().get("names").asList().toStrings();
        }
    }
    // [tvm: end]

    // [tvm: collections]
    /** The names of all who are born before a year, sorted. */
    static List<String> bornBefore(MapValue people, long year) {
        return people.entrySet().stream()
                .filter(person -> person.getValue().asMap().require("born").asLong() < year)
                .map(person -> person.getKey().asString())
                .sorted()
                .toList();
    }
    // [tvm: end]

    // [tvm: tensors]
    /** Data in and out: the function reads one tensor of Java and writes its result to another, as kernels of TVM do. */
    static float[] call(TvmFunction kernel, float... numbers) {
        TensorValue in = TensorValue.allocate(DataType.FLOAT32, numbers.length);
        TensorValue out = TensorValue.allocate(DataType.FLOAT32, numbers.length);
        in.data().asFloatBuffer().put(numbers);
        kernel.call(in, out);
        float[] result = new float[numbers.length];
        out.data().asFloatBuffer().get(result);
        return result;
    }

    /** Data out: a tensor that a function returns is read where it is. */
    static int sum(TvmFunction make) {
        int sum = 0;
        try (OwnedValue result = make.callOwned(6, 2, 3)) {
            ByteBuffer data = result.asTensor().data();
            while (data.hasRemaining()) {
                sum += data.get();
            }
        }
        return sum;
    }

    /** A kernel in Java. */
    static TvmFunction twiceEach(TvmRuntime runtime) {
        return runtime.functionOf(call -> {
            FloatBuffer in = call.arg(0).asTensor().data().asFloatBuffer();
            ByteBuffer out = ByteBuffer.allocate(Float.BYTES * in.remaining()).order(ByteOrder.nativeOrder());
            while (in.hasRemaining()) {
                out.putFloat(2 * in.get());
            }
            call.arg(1).asTensor().copyFrom(out.flip());
            return null;
        });
    }
    // [tvm: end]

    // [tvm: kinds]
    /** Shows a value by its kind. */
    static String show(Value value) {
        return switch (value.kind()) {
            case NULL -> "nothing";
            case BOOL -> "bool " + value.asBoolean();
            case INT -> "int " + value.asLong();
            case FLOAT -> "float " + value.asDouble();
            case STRING -> "string of " + value.asString().length() + " chars";
            case ARRAY, LIST -> {
                ListValue list = value.asList();
                yield "list of " + list.size();
            }
            case MAP, DICT -> {
                MapValue map = value.asMap();
                yield "map of " + map.size();
            }
            default -> value.kind().toString();
        };
    }
    // [tvm: end]

    // [tvm: errors]
    /** An exception of a Java function comes back through native code as the cause: the same object. */
    static Throwable thrownBack(TvmRuntime runtime, Exception thrown) {
        TvmFunction thrower = runtime.functionOf(call -> {
            throw thrown;
        });
        try {
            runtime.function("testing.apply").call(thrower);
            return null;
        } catch (TvmException e) {
            return e.getCause();
        }
    }
    // [tvm: end]

    /**
     * Runs all of it.
     *
     * @param args the library, the one of its functions for tests, and the module of {@code module.c}
     */
    public static void main(String[] args) {
        // [tvm: open]
        TvmRuntime runtime = TvmRuntime.open(Path.of(args[0])); // …/libtvm_ffi.so
        runtime.load(Path.of(args[1])); // a library that registers functions: testing.echo, testing.apply
        // [tvm: end]
        String text = "a\0b \ud83d\ude00";
        expect(text, same(runtime, text));
        expect("HÉLLO \ud83d\ude00", upper(runtime, "héllo \ud83d\ude00"));
        expect(42L, twice(runtime, 21));
        expect("left right", join(runtime, Path.of(args[2]), "left ", "right"));
        expect(
                text,
                applyFromJava(runtime, runtime.function("testing.echo"), text).asString());
        expect("[1,{\"name\":\"漢字\"}]", json(runtime));
        expect(List.of("a", text), Arrays.asList(names(runtime, "{\"names\": [\"a\", \"a\\u0000b \ud83d\ude00\"]}")));
        expect(List.of(2f, -3f), List.of(call(twiceEach(runtime), 1, -1.5f)[0], call(twiceEach(runtime), 1, -1.5f)[1]));
        expect(6, sum(runtime.loadModule(Path.of(args[2])).function("tensor")));
        String people = "{\"Grace\": {\"born\": 1906}, \"Ada\": {\"born\": 1815}, \"Bjarne\": {\"born\": 1950}}";
        Value tree = runtime.function("ffi.json.Parse").call(people);
        expect(List.of("Ada", "Grace"), bornBefore(tree.asMap(), 1950));
        String json = "[null, true, 1, 0.5, \"text\", [], {\"a\": 1}]";
        try (OwnedValue values = runtime.function("ffi.json.Parse").callOwned(json)) {
            StringBuilder shown = new StringBuilder();
            values.asList().forEach(value -> shown.append(show(value)).append("; "));
            expect("nothing; bool true; int 1; float 0.5; string of 4 chars; list of 0; map of 1; ", shown.toString());
        }
        Exception thrown = new IllegalArgumentException("no such port");
        expect(true, thrownBack(runtime, thrown) == thrown);
        System.out.println("ok docs/tvm.md by " + UnitStr.binding());
    }

    private static void expect(Object expected, Object given) {
        if (!expected.equals(given)) {
            throw new AssertionError("expected " + expected + ", not " + given);
        }
    }
}
