package dev.unitstr.cli;

import dev.unitstr.UnitStr;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;

/** The program. */
@Command(
        name = "unitstr-cli",
        description = "Shows and converts tensors of strings, as TensorFlow and TFLite lay them out.",
        subcommands = {Inspect.class, Convert.class, CommandLine.HelpCommand.class},
        versionProvider = Main.Version.class,
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND")
public final class Main {
    private Main() {}

    /** What {@code --version} prints. */
    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {"unitstr-cli " + UnitStr.version()};
        }
    }

    /**
     * Runs a command and ends the JVM with its exit code.
     *
     * @param args the command and its options
     */
    public static void main(String... args) {
        if (System.getProperty("dev.unitstr.binding") == null) {
            // Plain Java is enough for files, and has no native library to look for, or to warn of.
            System.setProperty("dev.unitstr.binding", "java");
        }
        // UTF-8 even where the locale knows ASCII only: what else should text be shown as?
        PrintWriter out = new PrintWriter(new FileOutputStream(FileDescriptor.out), false, StandardCharsets.UTF_8);
        PrintWriter err = new PrintWriter(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8);
        int code = run(out, err, args);
        System.exit(out.checkError() && code == Exit.OK ? Exit.USAGE : code); // as when the disk is full
    }

    /**
     * Runs a command.
     *
     * @param out takes what it prints
     * @param err takes what it has to complain of
     * @param args the command and its options
     * @return the exit code: {@link Exit}
     */
    static int run(PrintWriter out, PrintWriter err, String... args) {
        CommandLine commands = new CommandLine(new Main())
                .setOut(out)
                .setErr(err)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setParameterExceptionHandler((e, wrong) -> Exit.explain(e, args))
                .setExecutionExceptionHandler((e, command, parsed) -> Exit.explain(e, command.getErr()));
        commands.getHelpSectionMap()
                .put(CommandLine.Model.UsageMessageSpec.SECTION_KEY_EXIT_CODE_LIST, help -> Exit.HELP);
        commands.getSubcommands()
                .values()
                .forEach(each -> each.getHelpSectionMap()
                        .put(CommandLine.Model.UsageMessageSpec.SECTION_KEY_EXIT_CODE_LIST, help -> Exit.HELP));
        int code = args.length == 0 ? commands.execute("--help") : commands.execute(args);
        out.flush();
        err.flush();
        return args.length == 0 ? Exit.USAGE : code;
    }
}
