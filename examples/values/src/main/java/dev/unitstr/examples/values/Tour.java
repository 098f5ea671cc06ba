package dev.unitstr.examples.values;

import dev.unitstr.UnitStr;
import dev.unitstr.tvm.OwnedValue;
import dev.unitstr.tvm.TvmException;
import dev.unitstr.tvm.TvmFunction;
import dev.unitstr.tvm.TvmRuntime;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;

/** Functions of the real libtvm_ffi: called, calling back, with values that are read where they are. */
public final class Tour {
    private static final String JSON = """
            {"name": "\u6f22\u5b57 \ud83d\ude00", "ports": [80, 443], "tls": {"on": true, "since": 1.2, "keys": []}, "proxy": null}\
            """;

    private final TvmRuntime runtime;
    private final PrintStream out;

    private Tour(TvmRuntime runtime, PrintStream out) {
        this.runtime = runtime;
        this.out = out;
    }

    /**
     * Shows it.
     *
     * @param args the library; without one, the environment variable UNITSTR_TVM_FFI names it
     */
    public static void main(String... args) {
        String named = args.length > 0 ? args[0] : System.getenv("UNITSTR_TVM_FFI");
        if (named == null) {
            System.err.println(
                    "Which libtvm_ffi.so? Name it, or set UNITSTR_TVM_FFI: examples/run values downloads one.");
            System.exit(2);
        }
        Path library = Path.of(named);
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        TvmRuntime runtime = TvmRuntime.open(library); // and the JVM keeps its handler of SIGSEGV
        runtime.load(library.resolveSibling("libtvm_ffi_testing.so")); // testing.echo, testing.apply
        out.println("libtvm_ffi " + runtime.version() + ", by " + UnitStr.binding());
        Tour tour = new Tour(runtime, out);
        tour.call();
        tour.register();
        tour.read();
        tour.raise();
    }

    /** A function by its name. NULs and emoji are text. */
    private void call() {
        out.println("\n1. A function by its name");
        String text = "a\0b \ud83d\ude00";
        String same = runtime.function("testing.echo").call(text).asString();
        out.println("   testing.echo(" + Tree.quoted(text) + ") is " + Tree.quoted(same));
    }

    /** A Java function gets a name, and native code calls it: testing.apply calls its first argument with the others. */
    private void register() {
        out.println("\n2. A Java function, called by native code");
        runtime.register(
                "tour.shout",
                call -> call.arg(0).asString().toUpperCase(Locale.ROOT)
                        + "!".repeat((int) call.arg(1).asLong()));
        TvmFunction shout = runtime.function("tour.shout");
        String loud = runtime.function("testing.apply")
                .call(shout, "h\u00e9llo \ud83d\ude00", 3)
                .asString();
        out.println("   tour.shout gives " + Tree.quoted(loud));
    }

    /** The library parses JSON and keeps the result; Java reads it there. */
    private void read() {
        out.println("\n3. JSON, parsed by the library and read where it is");
        try (OwnedValue value = runtime.function("ffi.json.Parse").callOwned(JSON)) {
            new Tree(out).print(value, "   ");
        }
    }

    /** Java calls native code, which calls Java, which calls native code, which calls Java, which throws. */
    private void raise() {
        out.println("\n4. An exception that crosses the border twice");
        TvmFunction apply = runtime.function("testing.apply");
        IllegalArgumentException thrown = new IllegalArgumentException("no such port: -1 \ud83d\ude00");
        TvmFunction inner = runtime.functionOf(call -> {
            throw thrown;
        });
        TvmFunction outer = runtime.functionOf(call -> apply.call(inner, call.arg(0)));
        try {
            apply.call(outer, -1);
        } catch (TvmException e) {
            Throwable root = e;
            while (root.getCause() != null) {
                out.println("   " + root.getClass().getSimpleName() + ", " + ((TvmException) root).kind() + ": "
                        + root.getMessage());
                root = root.getCause();
            }
            out.println("   " + root.getClass().getSimpleName() + ": " + root.getMessage());
            out.println("   the very object that was thrown: " + (root == thrown));
        }
    }
}
