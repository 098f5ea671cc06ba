package dev.unitstr.cli;

import dev.unitstr.tensor.TensorFormatException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** The exit codes, and the messages of failures. */
final class Exit {
    /** Success. */
    static final int OK = 0;
    /** The bytes violate their layout, or the target layout cannot hold the strings. */
    static final int MALFORMED = 1;
    /** The options are wrong, or a file cannot be read or written. */
    static final int USAGE = 2;

    /** The reader of the output has closed it: 128 plus the number of SIGPIPE, as for other programs. */
    static final int CLOSED = 141;

    private Exit() {}

    /** A file whose bytes violate its format, or a format that cannot hold the strings. */
    static final class Malformed extends RuntimeException {
        private static final long serialVersionUID = 1;

        Malformed(Path file, String message) {
            super(TensorFile.name(file) + ": " + message);
        }
    }

    /** Reports wrong options. The full help is not printed, because it would hide the message. */
    static int explain(ParameterException wrong, String[] args) {
        CommandLine command = wrong.getCommandLine();
        String name = command.getCommandSpec().qualifiedName();
        // If a required option is misspelled, report the unknown option, not the missing one.
        List<String> unknown = wrong instanceof MissingParameterException
                ? Arrays.stream(args)
                        .filter(arg -> arg.startsWith("--"))
                        .filter(arg -> !command.getCommandSpec().optionsMap().containsKey(arg.replaceAll("=.*", "")))
                        .toList()
                : List.of();
        ParameterException e = unknown.isEmpty() ? wrong : new UnmatchedArgumentException(command, unknown);
        command.getErr().println("unitstr-cli: " + Escape.controls(words(e)));
        UnmatchedArgumentException.printSuggestions(e, command.getErr());
        command.getErr().println("Options and examples: " + name + " --help");
        return USAGE;
    }

    /** Returns the message of picocli, in the words of a user, who does not count arguments from 0. */
    private static String words(ParameterException e) {
        CommandSpec command = e.getCommandLine().getCommandSpec();
        boolean isRoot = command.parent() == null;
        String commands =
                "the commands are " + String.join(", ", command.subcommands().keySet());
        if (e instanceof UnmatchedArgumentException unmatched) {
            // After an unknown option, its value and the arguments of the command are unmatched, too.
            List<String> options = unmatched.getUnmatched().stream()
                    .filter(arg -> arg.startsWith("-") && arg.length() > 1)
                    .toList();
            if (!options.isEmpty()) {
                return (options.size() == 1 ? "unknown option: " : "unknown options: ")
                        + options.stream().map(arg -> "'" + arg + "'").collect(Collectors.joining(", "))
                        + (isRoot ? "; a command comes first, and " + commands : "");
            }
            String first = "'" + unmatched.getUnmatched().get(0) + "'";
            return isRoot
                    ? first + " is not a command; " + commands
                    : "unexpected argument: " + first + "; " + command.name() + " takes "
                            + command.positionalParameters().stream()
                                    .map(each -> each.paramLabel())
                                    .collect(Collectors.joining(" and "))
                            + ", and options";
        }
        String message = String.valueOf(e.getMessage())
                .replaceFirst("^Error: ", "")
                .replaceFirst("^expected only one match but got (\\([^)]*\\))=.*", "only one of these, and once: $1")
                .replaceFirst("positional parameter at index \\S+ \\(([^)]*)\\)", "$1");
        return message + (message.startsWith("Unknown subcommand") ? " In " + command.name() + ", " + commands : "");
    }

    static int explain(Exception e, PrintWriter err) {
        if (e instanceof Output.Unwritable) {
            return USAGE; // Main prints the message
        }
        err.println("unitstr-cli: " + words(e));
        return e instanceof TensorFormatException || e instanceof Malformed ? MALFORMED : USAGE;
    }

    private static String words(Exception e) {
        String message = Escape.controls(e.getMessage() == null ? e.toString() : e.getMessage());
        if (e instanceof NoSuchFileException) {
            return "no such file or directory: " + message;
        }
        if (e instanceof AccessDeniedException) {
            return "access denied: " + message;
        }
        if (e instanceof FileSystemLoopException) {
            return "too many symbolic links: " + message;
        }
        return e instanceof TensorFormatException
                        || e instanceof Malformed
                        || e instanceof IllegalArgumentException
                        || e instanceof IOException
                ? message
                : "internal error, please report it: " + e;
    }
}
