package dev.unitstr.cli;

import dev.unitstr.UnitStr;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;

/** The command-line program. */
@Command(
        name = "unitstr-cli",
        description = "Shows and converts tensors of strings, as TensorFlow and TFLite lay them out.",
        subcommands = {Inspect.class, Convert.class, CommandLine.HelpCommand.class},
        versionProvider = Main.Version.class,
        mixinStandardHelpOptions = true,
        scope = CommandLine.ScopeType.INHERIT,
        footerHeading = "Examples:%n",
        footer = {
            "  unitstr-cli inspect --layout tf24 tokens.tensor",
            "  unitstr-cli convert --from tf24 --to lines tokens.tensor tokens.txt",
            "  unitstr-cli help convert"
        },
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:success",
            "1:malformed: bytes that the layout does not allow, or strings that the new format cannot hold",
            "2:wrong options, or a file that cannot be read or written",
            "141:the reader of the output has closed it, as head does"
        },
        synopsisSubcommandLabel = "COMMAND")
public final class Main {
    final InputStream in;
    final Output out;

    private Main(InputStream in, Output out) {
        this.in = in;
        this.out = out;
    }

    /** Returns the program that a command belongs to. */
    static Main of(@Nullable CommandSpec command) {
        return (Main) Objects.requireNonNull(command).root().userObject();
    }

    /** The text that {@code --version} prints. */
    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {"unitstr-cli " + UnitStr.version()};
        }
    }

    /**
     * Runs a command and exits the JVM with its exit code.
     *
     * @param args the command and its options
     */
    public static void main(String... args) {
        if (System.getProperty("dev.unitstr.binding") == null) {
            // The Java binding suffices for files, and does not search for a native library or warn about it.
            System.setProperty("dev.unitstr.binding", "java");
        }
        PrintWriter err = new PrintWriter(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8);
        System.exit(run(System.in, Output.standard(), err, args));
    }

    /**
     * Runs a command.
     *
     * @param in standard input
     * @param raw receives the output
     * @param err receives error messages
     * @param args the command and its options
     * @return the exit code, defined in {@link Exit}
     */
    static int run(InputStream in, Output raw, PrintWriter err, String... args) {
        // UTF-8 even if the charset of the locale is ASCII, which could not show the strings.
        PrintWriter out = new PrintWriter(raw, false, StandardCharsets.UTF_8);
        CommandLine commands = new CommandLine(new Main(in, raw))
                .setOut(out)
                .setErr(err)
                .setExpandAtFiles(false) // a file may have such a name
                .setParameterExceptionHandler((e, wrong) -> Exit.explain(e, args))
                .setExecutionStrategy(Main::runLast)
                .setExecutionExceptionHandler((e, command, parsed) -> Exit.explain(e, command.getErr()));
        Formats.register(commands);
        int code;
        try {
            code = args.length == 0 ? commands.execute("--help") : commands.execute(args);
        } catch (OutOfMemoryError e) { // picocli handles exceptions only
            long most = Runtime.getRuntime().maxMemory();
            err.println("unitstr-cli: not enough memory: the limit is " + (most >> 20) + " MiB; java -Xmx"
                    + Math.max(8, (most >> 29) + 1) + "g -jar ... allows more");
            code = Exit.USAGE;
        }
        try {
            out.flush();
        } catch (Output.Unwritable e) {
            // reported below
        }
        IOException failure = raw.failure();
        if (failure != null && !raw.isClosedByReader()) {
            err.println("unitstr-cli: standard output: " + Escape.controls(String.valueOf(failure.getMessage())));
        }
        err.flush();
        if (failure != null) {
            return raw.isClosedByReader() ? Exit.CLOSED : Exit.USAGE;
        }
        return args.length == 0 ? Exit.USAGE : code;
    }

    /** Runs the last command. Otherwise, picocli would print a stack trace if printing the help fails. */
    private static int runLast(CommandLine.ParseResult parsed) {
        try {
            return new CommandLine.RunLast().execute(parsed);
        } catch (Output.Unwritable e) {
            return Exit.USAGE; // run() prints the message
        }
    }
}
