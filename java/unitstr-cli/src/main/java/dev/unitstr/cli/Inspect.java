package dev.unitstr.cli;

import dev.unitstr.cli.Exit.Refusal;
import dev.unitstr.tensor.TensorLayout;
import dev.unitstr.values.Dialect;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Shows the bytes of a tensor or of values. */
@Command(
        name = "inspect",
        description = {
            "Shows the bytes of a tensor of strings: every element with its fields, its kind, size and text, and where it"
                    + " is malformed, why and at which byte. Or, with --dialect, the slots of values of a machine-learning"
                    + " runtime, and what they hold as a tree.",
            "Nothing in the file is trusted. No address in it is followed, but from block to block of an image of values"
                    + " (a file *.json)."
        },
        mixinStandardHelpOptions = true)
final class Inspect implements Callable<Integer> {
    @ArgGroup(multiplicity = "1")
    What what;

    /** Mutually exclusive options. */
    static final class What {
        @Option(
                names = "--layout",
                required = true,
                paramLabel = "LAYOUT",
                converter = Formats.LayoutConverter.class,
                completionCandidates = Formats.Layouts.class,
                description = "How the tensor lies in the file: ${COMPLETION-CANDIDATES}.")
        @Nullable
        TensorLayout layout;

        @Option(
                names = "--dialect",
                required = true,
                paramLabel = "DIALECT",
                converter = Formats.DialectConverter.class,
                completionCandidates = Formats.Dialects.class,
                description = "Whose values are in the file: ${COMPLETION-CANDIDATES}.")
        @Nullable
        Dialect dialect;
    }

    @Option(
            names = "--slot-bytes",
            paramLabel = "BYTES",
            description = "With --dialect rfc97: the size of the slots, 16 to 136. Default: 16.")
    @Nullable
    Integer slotBytes;

    @Mixin
    Input input;

    @Option(names = "--first", paramLabel = "I", description = "The first element or slot to show. Default: 0.")
    long first;

    @Option(
            names = "--limit",
            paramLabel = "N",
            description =
                    "How many elements or slots to show. All are checked, and the first malformed one is always shown."
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

    @Parameters(paramLabel = "FILE", description = "The file; - for standard input.")
    Path file;

    @Spec
    @Nullable
    CommandSpec spec;

    /** When to use colors. */
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
        ByteBuffer memory = input.read(file, Main.of(spec).in);
        PrintWriter out = spec.commandLine().getOut();
        try {
            if (what.dialect != null) {
                return values(what.dialect, memory, out);
            }
            TensorLayout exact = input.layout(what.layout);
            if (slotBytes != null) {
                throw new Refusal("--slot-bytes is for --dialect");
            }
            TensorFacts facts = new TensorFacts(input, exact, memory, input.count(memory, exact, file));
            if (facts.tensor != null) {
                checkFirst(facts.count, "tensor", "element");
            }
            if (json) {
                JsonView.print(facts, this, out);
            } else {
                new HexView(facts, this, out, paint()).print();
            }
            return facts.fault == null ? Exit.OK : Exit.MALFORMED;
        } catch (InternalError e) {
            // the JVM reports SIGBUS as InternalError
            throw new IOException(file + " was cut short while it was read", e);
        }
    }

    private void checkFirst(long count, String what, String part) {
        if (first > 0 && first >= count) {
            throw new Refusal("--first is " + first + ": the " + what + " has " + Formats.counted(count, part)
                    + (count == 0 ? "" : ", the last of which is " + (count - 1)));
        }
    }

    private Paint paint() {
        return new Paint(color == Color.ALWAYS || color == Color.AUTO && Ansi.AUTO.enabled());
    }

    private int values(Dialect dialect, ByteBuffer memory, PrintWriter out) throws IOException {
        input.checkIsOfValues();
        int bytes = slotBytes == null ? dialect.slotBytes() : slotBytes;
        if (bytes < dialect.slotBytes()
                || bytes > dialect.slotBytes(dialect == Dialect.RFC97 ? 15 : 0)
                || bytes % 8 != 0) {
            throw new Refusal("--slot-bytes is " + bytes + ": no slot of " + Formats.name(dialect) + " has this size");
        }
        ValueFacts facts =
                new ValueFacts(isImage() ? ValueImage.ofJson(memory) : ValueImage.ofSlots(memory), dialect, bytes);
        checkFirst(facts.count, "file", "slot");
        if (json) {
            ValueJson.print(facts, this, out);
        } else {
            new ValueText(facts, this, out, paint()).print();
        }
        return facts.fault == null ? Exit.OK : Exit.MALFORMED;
    }

    private boolean isImage() {
        return ValueImage.isJson(String.valueOf(file.getFileName()));
    }

    /** Returns the position of the first slot: in the file, or in the first block of an image. */
    long start() {
        return isImage() ? 0 : input.offset;
    }
}
