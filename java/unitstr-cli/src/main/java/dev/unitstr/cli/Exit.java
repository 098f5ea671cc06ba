package dev.unitstr.cli;

import dev.unitstr.tensor.TensorFormatException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
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
        // If a required option is misspelled, report the unknown option, not the missing one.
        List<String> unknown = wrong instanceof MissingParameterException
                ? Arrays.stream(args)
                        .filter(arg -> arg.startsWith("--"))
                        .filter(arg -> !command.getCommandSpec().optionsMap().containsKey(arg.replaceAll("=.*", "")))
                        .toList()
                : List.of();
        ParameterException e = unknown.isEmpty() ? wrong : new UnmatchedArgumentException(command, unknown);
        command.getErr().println("unitstr-cli: " + Escape.controls(String.valueOf(e.getMessage())));
        UnmatchedArgumentException.printSuggestions(e, command.getErr());
        command.getErr().println("Options: " + command.getCommandSpec().qualifiedName() + " --help");
        return USAGE;
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
        return e instanceof TensorFormatException
                        || e instanceof Malformed
                        || e instanceof IllegalArgumentException
                        || e instanceof IOException
                ? message
                : "internal error, please report it: " + e;
    }
}
