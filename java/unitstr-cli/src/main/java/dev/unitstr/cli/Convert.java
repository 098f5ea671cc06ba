package dev.unitstr.cli;

import dev.unitstr.BufferStrings;
import dev.unitstr.cli.Exit.Malformed;
import dev.unitstr.columns.ColumnFormat;
import dev.unitstr.columns.ColumnFormatException;
import dev.unitstr.columns.StringColumn;
import dev.unitstr.columns.StringColumnBuilder;
import dev.unitstr.internal.tensor.TensorFiles;
import dev.unitstr.tensor.StringTensor;
import dev.unitstr.tensor.StringTensorBuilder;
import dev.unitstr.tensor.TensorFormatException;
import dev.unitstr.tensor.TensorFormatException.Code;
import dev.unitstr.tensor.TensorFormatException.Field;
import dev.unitstr.tensor.TensorLayout;
import dev.unitstr.tensor.TensorLayout.Format;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Writes the strings of a file to a file in another format. */
@Command(
        name = "convert",
        description = {
            "Converts the strings of a file to another format. The bytes of each string stay the same. The output is written"
                    + " as a whole or not at all; the first string that the new format cannot hold is an error.",
            "Formats: the layouts of inspect; lines: UTF-8 text with one string per line, which ends with LF or CR LF;"
                    + " arrow: an Arrow IPC file, of which one column is read or written."
        },
        footer = {
            "  unitstr-cli convert --from lines --to tf24 tokens.txt tokens.tensor",
            "  unitstr-cli convert --from tf24 --to tflite tokens.tensor tokens.tflite",
            "  unitstr-cli convert --from arrow --column city --to lines cities.arrow -"
        })
final class Convert implements Callable<Integer> {
    /** The number of strings between two reports of progress. */
    private static final int SOME = 1 << 20;

    @Option(
            names = "--from",
            required = true,
            paramLabel = "FORMAT",
            description =
                    "The format of IN: " + Formats.LAYOUT_NAMES + ", lines, or arrow. The options below add details.")
    Formats.Format from;

    @Option(names = "--to", required = true, paramLabel = "FORMAT", description = "The format of OUT.")
    Formats.Format to;

    @Mixin
    Input input;

    @Option(names = "--to-order", paramLabel = "little|big", description = "The byte order of OUT. Default: little.")
    ByteOrder toOrder = ByteOrder.LITTLE_ENDIAN;

    @Option(
            names = "--to-word-bytes",
            paramLabel = "4|8",
            converter = Formats.WordConverter.class,
            description = "The size of an address in OUT. Default: 8.")
    int toWordBytes = 8;

    @Option(
            names = "--column",
            paramLabel = "NAME",
            description = "The column of an Arrow file. Default: the only column of strings, if IN is an Arrow file;"
                    + " otherwise strings.")
    @Nullable
    String column;

    @Option(
            names = "--nulls-as-empty",
            description =
                    "Replace nulls of an Arrow file by empty strings. Default: nulls are an error unless OUT is an"
                            + " Arrow file.")
    boolean nullsAsEmpty;

    @Option(names = "--progress", description = "Print the progress to standard error.")
    boolean progress;

    @Parameters(index = "0", paramLabel = "IN", description = "The file to read; - for standard input.")
    Path in;

    @Parameters(
            index = "1",
            paramLabel = "OUT",
            description = "The file to write; - for standard output. An existing regular file is replaced and keeps its"
                    + " permissions, those of its group only if the group can be kept. If OUT is a symbolic link, its"
                    + " target is written.")
    Path out;

    @Spec
    @Nullable
    CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        checkOptions();
        if (!TensorFile.isStandard(out)) {
            Path directory = TensorFiles.target(out).getParent();
            if (directory != null && !Files.isDirectory(directory)) {
                throw new IllegalArgumentException("no such directory: " + directory);
            }
        }
        CommandLine command = spec.commandLine();
        ByteBuffer memory = input.read(in, Main.of(spec).in, from.isArrow());
        report("read " + memory.limit() + " bytes");
        try {
            byte[][] strings = strings(memory);
            long bytes = write(strings);
            PrintWriter log = TensorFile.isStandard(out) ? command.getErr() : command.getOut();
            log.println(Formats.counted(strings.length, "string") + ", " + bytes + " bytes: "
                    + (TensorFile.isStandard(out) ? "standard output" : Escape.controls(out.toString())));
            return Exit.OK;
        } catch (InternalError e) {
            throw TensorFile.truncated(in, e);
        }
    }

    private void checkOptions() {
        if (from.layout() == null) {
            Input.checkIsNoTensor(spec);
        } else {
            input.check(spec, from.layout());
        }
        if (to.layout() == null) {
            Input.refuse(spec, "tensors only: leave it out", "--to-order", "--to-word-bytes");
        } else if (to.layout().format() == Format.TFLITE && (toOrder != ByteOrder.LITTLE_ENDIAN || toWordBytes != 8)) {
            Input.refuse(
                    spec,
                    "other layouts, as tflite is the same on every machine: leave it out",
                    "--to-order",
                    "--to-word-bytes");
        }
        if (!from.isArrow()) {
            Input.refuse(spec, "--from arrow only: leave it out", "--nulls-as-empty");
        }
        if (!from.isArrow() && !to.isArrow()) {
            Input.refuse(spec, "--from arrow and --to arrow only: leave it out", "--column");
        }
    }

    private void report(String done) {
        if (progress) {
            spec.commandLine().getErr().println(done);
            spec.commandLine().getErr().flush();
        }
    }

    private byte[][] strings(ByteBuffer memory) {
        if (from.isArrow()) {
            return arrow(memory);
        }
        if (from.layout() == null) {
            checkUtf8(memory);
            return lines(memory);
        }
        TensorLayout layout = input.layout(from.layout());
        try {
            StringTensor tensor = input.tensor(memory, layout, input.count(memory, layout, in));
            tensor.validate().error().ifPresent(error -> {
                throw error;
            });
            return tensor.toByteArrays();
        } catch (TensorFormatException e) {
            String message = String.valueOf(e.getMessage());
            boolean empty = memory.limit() == 0; // an empty file has no malformed element to name
            throw new Malformed(in, empty ? message.substring(message.indexOf(": ") + 2) : message);
        }
    }

    private byte[][] arrow(ByteBuffer memory) {
        ArrowFile file = ArrowFile.read(in, memory);
        ArrowFile.Column selected = file.column(column);
        if (file.rows > ArrowFile.MOST_ROWS) {
            throw new Malformed(in, "the file has " + file.rows + " rows: more than " + ArrowFile.MOST_ROWS);
        }
        byte[][] all = new byte[(int) file.rows][];
        int done = 0;
        try {
            for (byte[][] some : selected.strings()) {
                System.arraycopy(some, 0, all, done, some.length);
                int before = done;
                done += some.length;
                if (done / SOME > before / SOME || done == all.length) {
                    report("read " + done + " of " + Formats.counted(all.length, "string"));
                }
            }
        } catch (ColumnFormatException e) {
            throw new Malformed(in, String.valueOf(e.getMessage()));
        }
        for (int i = 0; i < all.length; i++) {
            if (all[i] == null && nullsAsEmpty) {
                all[i] = new byte[0];
            } else if (all[i] == null && !to.isArrow()) {
                throw new Malformed(
                        in,
                        "row " + i + " is null: " + to.name()
                                + " has no nulls; --nulls-as-empty writes empty strings instead");
            }
        }
        return all;
    }

    /** Returns an Arrow file: of type utf8, or binary if a string is not UTF-8. */
    private ByteBuffer arrow(byte[][] strings) {
        boolean isText = true;
        for (byte[] each : strings) {
            isText &= each == null
                    || BufferStrings.firstMalformed(ByteBuffer.wrap(each), 0, each.length, StandardCharsets.UTF_8) < 0;
        }
        StringColumn all = StringColumnBuilder.of(isText ? ColumnFormat.UTF8 : ColumnFormat.BINARY)
                .addAll(strings)
                .build();
        return ArrowWriter.write(column == null ? "strings" : column, all);
    }

    private long write(byte[][] strings) throws IOException {
        report("writing " + Formats.counted(strings.length, "string"));
        try {
            StringTensorBuilder builder = to.layout() == null
                    ? null
                    : StringTensorBuilder.of(to.layout().withOrder(toOrder).withWordBytes(toWordBytes))
                            .addAll(strings);
            if (builder != null && !TensorFile.isStandard(out)) {
                return builder.writeFile(out);
            }
            ByteBuffer all = builder != null ? builder.build() : to.isArrow() ? arrow(strings) : lines(strings);
            if (TensorFile.isStandard(out)) {
                Main.of(spec).out.write(all.array(), all.arrayOffset(), all.limit());
            } else {
                TensorFile.write(out, all);
            }
            return all.limit();
        } catch (TensorFormatException e) {
            throw new Malformed(in, "the strings cannot be written as " + to.name() + ": " + e.getMessage());
        }
    }

    private void checkUtf8(ByteBuffer text) {
        int at = (int) BufferStrings.firstMalformed(text, 0, text.limit(), StandardCharsets.UTF_8);
        if (at >= 0) {
            long line = 1;
            for (int i = 0; i < at; i++) {
                line += text.get(i) == '\n' ? 1 : 0;
            }
            throw new Malformed(
                    in,
                    String.format(
                            "line %d%s: the byte 0x%02x at byte offset %d is not UTF-8",
                            line, input.offset == 0 ? "" : " after --offset", text.get(at), input.offset + at));
        }
    }

    /** Returns the strings between LF or CR LF. The last one is optional. */
    private static byte[][] lines(ByteBuffer text) {
        List<byte[]> lines = new ArrayList<>();
        int start = 0;
        for (int i = 0; i < text.limit(); i++) {
            if (text.get(i) == '\n') {
                lines.add(part(text, start, i > start && text.get(i - 1) == '\r' ? i - 1 : i));
                start = i + 1;
            }
        }
        if (start < text.limit()) {
            lines.add(part(text, start, text.limit()));
        }
        return lines.toArray(byte[][]::new);
    }

    private static byte[] part(ByteBuffer text, int from, int to) {
        byte[] part = new byte[to - from];
        text.get(from, part);
        return part;
    }

    private static ByteBuffer lines(byte[][] strings) {
        ByteArrayOutputStream lines = new ByteArrayOutputStream();
        for (int i = 0; i < strings.length; i++) {
            for (byte each : strings[i]) {
                if (each == '\n') {
                    throw new TensorFormatException(
                            Code.UNSUPPORTED, i, Field.TEXT, "the string contains a newline; arrow can hold it");
                }
            }
            if (strings[i].length > 0 && strings[i][strings[i].length - 1] == '\r') {
                throw new TensorFormatException(
                        Code.UNSUPPORTED,
                        i,
                        Field.TEXT,
                        "the string ends with a CR, which would belong to the end of the line; arrow can hold it");
            }
            lines.writeBytes(strings[i]);
            lines.write('\n');
        }
        return ByteBuffer.wrap(lines.toByteArray());
    }
}
