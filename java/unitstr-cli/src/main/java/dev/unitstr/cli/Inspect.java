package dev.unitstr.cli;

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
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Shows the bytes of a tensor or of values, or the strings of an Arrow file. */
@Command(
        name = "inspect",
        description = {
            "Shows the bytes of a string tensor: the fields, kind, size and text of each element, and for malformed bytes the"
                    + " reason and the position. With --dialect, shows the slots of values of a machine-learning"
                    + " runtime, and their content as a tree.",
            "With --arrow, shows the strings of an Arrow IPC file.",
            "The file is not trusted. Addresses in it are not followed, except between the blocks of an image of values"
                    + " (a file *.json)."
        },
        footer = {
            "  unitstr-cli inspect --layout tf24 tokens.tensor",
            "  unitstr-cli inspect --layout tflite --json --limit 1000 tokens.tflite",
            "  unitstr-cli inspect --dialect tvm-ffi arguments.json",
            "  unitstr-cli inspect --arrow --first 5 --limit 3 cities.arrow"
        })
final class Inspect implements Callable<Integer> {
    @ArgGroup(multiplicity = "1")
    What what;

    /** Mutually exclusive options. */
    static final class What {
        @Option(
                names = "--layout",
                required = true,
                paramLabel = "LAYOUT",
                description = "The layout of the tensor: " + Formats.LAYOUT_NAMES + ".")
        @Nullable
        TensorLayout layout;

        @Option(
                names = "--dialect",
                required = true,
                paramLabel = "DIALECT",
                description = "The dialect of the values: " + Formats.DIALECT_NAMES + ".")
        @Nullable
        Dialect dialect;

        @Option(names = "--arrow", required = true, description = "Show the columns of strings of an Arrow IPC file.")
        boolean arrow;
    }

    @Option(
            names = "--slot-bytes",
            paramLabel = "BYTES",
            description = "With --dialect rfc97: the size of a slot, 16 to 136. Default: 16.")
    @Nullable
    Integer slotBytes;

    @Mixin
    Input input;

    @Option(names = "--first", paramLabel = "I", description = "The first element, slot or row to show. Default: 0.")
    long first;

    @Option(
            names = "--limit",
            paramLabel = "N",
            description =
                    "The maximum number of elements, slots or rows to show, also with --json. All are checked, and the first"
                            + " malformed element or slot is shown."
                            + " Default: 100.")
    long limit = 100;

    @Option(
            names = "--bytes",
            paramLabel = "N",
            description = "The maximum number of bytes to show of a string, also with --json. Default: 64.")
    int bytes = 64;

    @Option(names = "--json", description = "Print JSON, without colors. The README of unitstr-cli describes it.")
    boolean json;

    @Option(
            names = "--color",
            paramLabel = "auto|always|never",
            description = "When to use colors. Default: auto, on a terminal unless NO_COLOR is set.")
    Paint.Color color = Paint.Color.AUTO;

    @Parameters(paramLabel = "FILE", description = "The file; - for standard input.")
    Path file;

    @Spec
    @Nullable
    CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        if (what.layout == null && what.dialect == null && !what.arrow) {
            throw new ParameterException(
                    spec.commandLine(), "--arrow=false selects nothing: select --layout, --dialect or --arrow");
        }
        if (what.dialect != Dialect.RFC97) {
            Input.refuse(spec, "--dialect rfc97 only: leave it out", "--slot-bytes");
        }
        if (what.layout != null) {
            input.check(spec, what.layout);
        } else {
            Input.checkIsNoTensor(spec);
        }
        if (what.arrow) {
            Input.refuse(
                    spec,
                    "tensors and values only: leave it out, or read the column as lines, with convert --from arrow"
                            + " --to lines",
                    "--json");
        }
        boolean isWhole = what.arrow || what.dialect != null && isImage();
        ByteBuffer memory = input.read(file, Main.of(spec).in, isWhole);
        PrintWriter out = spec.commandLine().getOut();
        try {
            if (what.dialect != null) {
                return values(what.dialect, memory, out);
            }
            if (what.arrow) {
                ArrowFile arrow = ArrowFile.read(file, memory);
                checkFirst(arrow.rows, "file", "row");
                return new ArrowText(arrow, memory, shown(input.offset), out, paint()).print();
            }
            TensorLayout exact = input.layout(what.layout);
            TensorFacts facts = new TensorFacts(input, exact, memory, input.count(memory, exact, file));
            if (facts.tensor != null) {
                checkFirst(facts.count, "tensor", "element");
            }
            if (json) {
                new JsonView(facts, shown(input.offset)).print(out);
            } else {
                new HexView(facts, shown(input.offset), out, paint()).print();
            }
            return facts.fault == null ? Exit.OK : Exit.MALFORMED;
        } catch (InternalError e) {
            throw TensorFile.truncated(file, e);
        }
    }

    private void checkFirst(long count, String what, String part) {
        if (first > 0 && first >= count) {
            throw new IllegalArgumentException("--first is " + first + ": the " + what + " has "
                    + Formats.counted(count, part) + (count == 0 ? "" : ", the last index is " + (count - 1)));
        }
    }

    private Paint paint() {
        return new Paint(color == Paint.Color.ALWAYS || color == Paint.Color.AUTO && Ansi.AUTO.enabled());
    }

    private int values(Dialect dialect, ByteBuffer memory, PrintWriter out) throws IOException {
        int bytes = slotBytes == null ? dialect.slotBytes() : slotBytes;
        int most = dialect.slotBytes(dialect == Dialect.RFC97 ? 15 : 0);
        if (bytes < dialect.slotBytes() || bytes > most || bytes % 8 != 0) {
            throw new IllegalArgumentException(
                    "--slot-bytes is " + bytes + ": not a multiple of 8 from " + dialect.slotBytes() + " to " + most);
        }
        ValueFacts facts =
                new ValueFacts(isImage() ? ValueImage.ofJson(memory) : ValueImage.ofSlots(memory), dialect, bytes);
        checkFirst(facts.count, "file", "slot");
        Shown shown = shown(isImage() ? 0 : input.offset);
        if (json) {
            new ValueJson(facts, shown).print(out);
        } else {
            new ValueText(facts, shown, out, paint()).print();
        }
        return facts.fault == null ? Exit.OK : Exit.MALFORMED;
    }

    private Shown shown(long offset) {
        return new Shown(file, offset, first, limit, bytes);
    }

    private boolean isImage() {
        return ValueImage.isJson(String.valueOf(file.getFileName()));
    }
}
