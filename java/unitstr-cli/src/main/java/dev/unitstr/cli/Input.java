package dev.unitstr.cli;

import dev.unitstr.tensor.Strictness;
import dev.unitstr.tensor.StringTensor;
import dev.unitstr.tensor.StringTensors;
import dev.unitstr.tensor.TensorFormatException;
import dev.unitstr.tensor.TensorFormatException.Code;
import dev.unitstr.tensor.TensorFormatException.Field;
import dev.unitstr.tensor.TensorLayout;
import dev.unitstr.tensor.TensorLayout.Format;
import dev.unitstr.tensor.TensorLayout.ViewAbi;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The options that state how a file is read; the same for all commands. */
final class Input {
    @Option(
            names = "--count",
            paramLabel = "N",
            description =
                    "The number of elements. Optional if the file contains it: for tflite, and for tensors whose first"
                            + " element is of kind OFFSET.")
    @Nullable
    Long count;

    @Option(names = "--offset", paramLabel = "BYTES", description = "The start of the tensor in the file. Default: 0.")
    long offset;

    @Option(
            names = "--length",
            paramLabel = "BYTES",
            description = "The size of the tensor. Default: the rest of the file.")
    @Nullable
    Long length;

    @Option(names = "--order", paramLabel = "little|big", description = "The byte order of the file. Default: little.")
    ByteOrder order = ByteOrder.LITTLE_ENDIAN;

    @Option(
            names = "--word-bytes",
            paramLabel = "4|8",
            converter = Formats.WordConverter.class,
            description = "The size of an address in the file. Default: 8.")
    int wordBytes = 8;

    @Option(
            names = "--view-abi",
            paramLabel = "2.20|2.21",
            description =
                    "The version of TensorFlow that wrote the file: up to 2.20, or from 2.21 on, where a VIEW has an"
                            + " owner. Default: 2.21.")
    ViewAbi viewAbi = ViewAbi.FROM_2_21;

    @ArgGroup
    Exactness exactness = new Exactness();

    @Option(
            names = "--max-total",
            paramLabel = "BYTES",
            description =
                    "The maximum total size of the strings. Default: the size of the tensor, because many elements may"
                            + " share the same bytes.")
    @Nullable
    Long maxTotal;

    /** Mutually exclusive options. */
    static final class Exactness {
        @Option(
                names = "--strict",
                description =
                        "Accept only what unitstr itself writes: strings in order, without overlap, unused bytes zero.")
        boolean strict;

        @Option(names = "--lenient", description = "Accept what TensorFlow and TFLite accept.")
        boolean lenient;
    }

    /** Returns the layout, modified by the other options. */
    TensorLayout layout(TensorLayout named) {
        return named.withOrder(order).withWordBytes(wordBytes).withViewAbi(viewAbi);
    }

    /** Throws if an option applies to tensors only. */
    static void checkIsNoTensor(CommandSpec command) {
        refuse(
                command,
                "tensors only: leave it out",
                "--count",
                "--order",
                "--word-bytes",
                "--view-abi",
                "--strict",
                "--lenient",
                "--max-total");
    }

    /** Throws if the layout does not have what an option selects. */
    void check(CommandSpec command, TensorLayout layout) {
        if (layout.format() != Format.TF24) {
            refuse(command, "tf24 only: leave it out", "--view-abi");
        }
        if (layout.format() == Format.TFLITE && (order != ByteOrder.LITTLE_ENDIAN || wordBytes != 8)) {
            refuse(
                    command,
                    "other layouts, as tflite is the same on every machine: leave it out",
                    "--order",
                    "--word-bytes");
        }
    }

    /**
     * Throws if one of these options was given, which the command would ignore.
     *
     * @param command the command
     * @param what what the options apply to, and what to do
     * @param options the names of the options
     */
    static void refuse(CommandSpec command, String what, String... options) {
        for (String option : options) {
            if (command.commandLine().getParseResult().hasMatchedOption(option)) {
                throw new ParameterException(command.commandLine(), option + " applies to " + what);
            }
        }
    }

    /**
     * Reads the file.
     *
     * @param isWhole whether a part of the file is of no use
     */
    ByteBuffer read(Path file, InputStream in, boolean isWhole) throws IOException {
        return TensorFile.read(file, in, offset, length, isWhole);
    }

    /** Returns the number of elements from the options, otherwise from the file. */
    long count(ByteBuffer memory, TensorLayout layout, Path file) {
        if (count != null) {
            return count;
        }
        OptionalLong stored = StringTensors.storedCount(memory, layout);
        if (stored.isPresent() && memory.limit() > 0) {
            return stored.getAsLong();
        }
        if (memory.limit() == 0) {
            throw new IllegalArgumentException(TensorFile.name(file) + ": " + empty() + ": "
                    + (layout.format() == Format.TFLITE
                            ? "a tensor without elements has 8 bytes as tflite"
                            : "add --count 0 for a tensor without elements"));
        }
        throw new IllegalArgumentException(
                TensorFile.name(file) + ": the file does not contain the number of elements: add --count N");
    }

    private String empty() {
        return offset == 0 && length == null
                ? "the file is empty"
                : "the part that --offset and --length select is empty";
    }

    /** Returns the tensor, with the checks that the options request. */
    StringTensor tensor(ByteBuffer memory, TensorLayout layout, long count) {
        long least = layout.format() == Format.TFLITE ? 2 : 0; // entries in addition to those of the elements
        if (memory.limit() == 0 && count + least > 0) {
            BigInteger bytes = BigInteger.valueOf(count)
                    .add(BigInteger.valueOf(least))
                    .multiply(BigInteger.valueOf(layout.format().elementBytes()));
            throw TensorFormatException.ofWhole(
                    Code.TABLE_TRUNCATED,
                    count,
                    Field.TABLE,
                    empty() + ": a tensor of " + Formats.counted(count, "element") + " has at least " + bytes
                            + " bytes as " + Formats.name(layout));
        }
        StringTensor tensor = StringTensor.of(memory, count, layout);
        if (exactness.strict) {
            tensor = tensor.withStrictness(Strictness.STRICT);
        } else if (exactness.lenient) {
            tensor = tensor.withStrictness(Strictness.LENIENT);
        }
        if (maxTotal != null) {
            tensor = tensor.withMaxTotalBytes(maxTotal);
        }
        return tensor;
    }
}
