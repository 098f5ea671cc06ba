package dev.unitstr.cli;

import dev.unitstr.cli.Exit.Refusal;
import dev.unitstr.tensor.StringTensor;
import dev.unitstr.tensor.StringTensorBuilder;
import dev.unitstr.tensor.TensorFormatException;
import dev.unitstr.tensor.TensorFormatException.Code;
import dev.unitstr.tensor.TensorFormatException.Field;
import dev.unitstr.tensor.TensorLayout;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Writes the strings of a file in another format. */
@Command(
        name = "convert",
        description = {
            "Writes the strings of a file in another format, byte for byte the same. The new file is there as a whole or"
                    + " not at all; strings that it can't hold are refused with the index of the first.",
            "Formats: the layouts of inspect, and lines: UTF-8 text, a string on each line."
        },
        mixinStandardHelpOptions = true)
final class Convert implements Callable<Integer> {
    @Option(
            names = "--from",
            required = true,
            paramLabel = "FORMAT",
            converter = Formats.FormatConverter.class,
            description = "tf24, rfc16, rfc24, tf-legacy, tflite, or lines. The options below say more about it.")
    Formats.Format from;

    @Option(
            names = "--to",
            required = true,
            paramLabel = "FORMAT",
            converter = Formats.FormatConverter.class,
            description = "The same.")
    Formats.Format to;

    @Mixin
    Input input;

    @Option(
            names = "--to-order",
            paramLabel = "little|big",
            description = "The byte order of the machine that it is for. Default: little.")
    Input.Order toOrder = Input.Order.LITTLE;

    @Option(
            names = "--to-word-bytes",
            paramLabel = "4|8",
            converter = Formats.WordConverter.class,
            description = "The size of an address there. Default: 8.")
    int toWordBytes = 8;

    @Parameters(index = "0", paramLabel = "IN", description = "The file to read.")
    Path in;

    @Parameters(index = "1", paramLabel = "OUT", description = "The file to write. One that is there is replaced.")
    Path out;

    @Spec
    @Nullable
    CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        if (Files.isDirectory(out)) {
            throw new Refusal("a directory, where a file is to be written: " + out);
        }
        Path directory = out.toAbsolutePath().getParent();
        if (directory == null || !Files.isDirectory(directory)) {
            throw new Refusal("no such directory: " + directory);
        }
        ByteBuffer memory = input.read(in);
        try {
            byte[][] strings = from.layout() == null ? lines(memory) : strings(memory, input.layout(from.layout()));
            long bytes = to.layout() == null ? writeLines(strings) : write(strings, to.layout());
            spec.commandLine()
                    .getOut()
                    .println(strings.length + (strings.length == 1 ? " string, " : " strings, ") + bytes + " bytes: "
                            + Escape.controls(out.toString()));
            return Exit.OK;
        } catch (OutOfMemoryError e) {
            throw new IOException("the strings need more memory than there is: java -Xmx8g -jar ...", e);
        } catch (InternalError e) {
            throw new IOException("the file was cut short while it was read", e); // so the JVM reports SIGBUS
        }
    }

    private byte[][] strings(ByteBuffer memory, TensorLayout layout) {
        StringTensor tensor = input.tensor(memory, layout, input.count(memory, layout));
        tensor.validate().error().ifPresent(error -> {
            throw error;
        });
        return tensor.toByteArrays();
    }

    private long write(byte[][] strings, TensorLayout layout) throws IOException {
        TensorLayout exact = layout.withOrder(toOrder.order).withWordBytes(toWordBytes);
        return StringTensorBuilder.of(exact).addAll(strings).writeFile(out);
    }

    /** What lies between newlines. The last one may be left out. */
    private static byte[][] lines(ByteBuffer text) {
        java.util.List<byte[]> lines = new java.util.ArrayList<>();
        int start = 0;
        for (int i = 0; i <= text.limit(); i++) {
            if (i == text.limit() ? start < i : text.get(i) == '\n') {
                byte[] line = new byte[i - start];
                text.duplicate().position(start).get(line);
                lines.add(line);
                start = i + 1;
            }
        }
        return lines.toArray(byte[][]::new);
    }

    private long writeLines(byte[][] strings) throws IOException {
        ByteArrayOutputStream lines = new ByteArrayOutputStream();
        for (int i = 0; i < strings.length; i++) {
            for (byte each : strings[i]) {
                if (each == '\n') {
                    throw new TensorFormatException(
                            Code.UNSUPPORTED, i, Field.TEXT, "a newline in the string would make two lines of it");
                }
            }
            lines.writeBytes(strings[i]);
            lines.write('\n');
        }
        TensorFile.write(out, lines.toByteArray());
        return lines.size();
    }
}
