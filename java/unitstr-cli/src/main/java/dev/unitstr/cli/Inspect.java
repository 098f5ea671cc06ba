package dev.unitstr.cli;

import dev.unitstr.cli.Exit.Refusal;
import dev.unitstr.tensor.TensorLayout;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Shows the bytes of a tensor. */
@Command(
        name = "inspect",
        description = {
            "Shows the bytes of a tensor of strings: every element with its fields, its kind, size and text, and where it"
                    + " is malformed, why and at which byte.",
            "Nothing in the file is trusted. No address in it is followed."
        },
        mixinStandardHelpOptions = true)
final class Inspect implements Callable<Integer> {
    @Option(
            names = "--layout",
            required = true,
            paramLabel = "LAYOUT",
            converter = Formats.LayoutConverter.class,
            completionCandidates = Formats.Layouts.class,
            description = "How the tensor lies in the file: ${COMPLETION-CANDIDATES}.")
    TensorLayout layout;

    @Mixin
    Input input;

    @Option(names = "--first", paramLabel = "I", description = "The first element to show. Default: 0.")
    long first;

    @Option(
            names = "--limit",
            paramLabel = "N",
            description = "How many elements to show. All are checked, and the first malformed one is always shown."
                    + " Default: 100.")
    long limit = 100;

    @Option(names = "--bytes", paramLabel = "N", description = "How many bytes of each string to show. Default: 64.")
    int bytes = 64;

    @Option(names = "--json", description = "The same facts as JSON. README of unitstr-cli says what they mean.")
    boolean json;

    @Option(
            names = "--color",
            paramLabel = "auto|always|never",
            description = "Colours. Default: auto, on a terminal and unless NO_COLOR is set.")
    Color color = Color.AUTO;

    @Parameters(paramLabel = "FILE", description = "The file.")
    Path file;

    @Spec
    @Nullable
    CommandSpec spec;

    /** Whether to use colours. */
    enum Color {
        AUTO,
        ALWAYS,
        NEVER
    }

    @Override
    public Integer call() throws IOException {
        if (first < 0 || limit < 0 || bytes < 0) {
            throw new Refusal("--first, --limit and --bytes can't be negative");
        }
        ByteBuffer memory = input.read(file);
        TensorLayout exact = input.layout(layout);
        PrintWriter out = spec.commandLine().getOut();
        try {
            TensorFacts facts = new TensorFacts(input, exact, memory, input.count(memory, exact));
            if (json) {
                JsonView.print(facts, this, out);
            } else {
                boolean colored = color == Color.ALWAYS || color == Color.AUTO && Ansi.AUTO.enabled();
                new HexView(facts, this, out, new Paint(colored)).print();
            }
            return facts.fault == null ? Exit.OK : Exit.MALFORMED;
        } catch (InternalError e) {
            throw new IOException("the file was cut short while it was read", e); // so the JVM reports SIGBUS
        }
    }
}
