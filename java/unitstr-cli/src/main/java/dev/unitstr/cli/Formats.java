package dev.unitstr.cli;

import dev.unitstr.columns.ColumnFormat;
import dev.unitstr.tensor.TensorLayout;
import dev.unitstr.tensor.TensorLayout.ViewAbi;
import dev.unitstr.values.Dialect;
import java.nio.ByteOrder;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The names of layouts and of their properties, in options and in output: {@code tf24}, {@code tf-legacy}. */
final class Formats {
    /** The names of all layouts, for the help. */
    static final String LAYOUT_NAMES = "tf24, rfc16, rfc24, tf-legacy, tflite";
    /** The names of all dialects, for the help. */
    static final String DIALECT_NAMES = "rfc97, tvm-ffi, matx";

    private static final List<TensorLayout> LAYOUTS = List.of(
            TensorLayout.TF24, TensorLayout.RFC16, TensorLayout.RFC24, TensorLayout.TF_LEGACY, TensorLayout.TFLITE);

    private Formats() {}

    /**
     * A format of {@code convert}: a layout, text with one string per line, or an Arrow IPC file.
     *
     * @param name the name in options
     * @param layout the layout; null for lines and Arrow
     */
    record Format(String name, @Nullable TensorLayout layout) {
        boolean isArrow() {
            return name.equals("arrow");
        }
    }

    /** Lets options have types of this library. Names are accepted in any case, with {@code -} or {@code _}. */
    static void register(CommandLine commands) {
        List<Format> formats = Stream.concat(
                        LAYOUTS.stream().map(layout -> new Format(name(layout), layout)),
                        Stream.of("lines", "arrow").map(name -> new Format(name, null)))
                .toList();
        commands.registerConverter(TensorLayout.class, oneOf(LAYOUTS, Formats::name))
                .registerConverter(Format.class, oneOf(formats, Format::name))
                .registerConverter(Dialect.class, oneOf(List.of(Dialect.values()), Formats::name))
                .registerConverter(ViewAbi.class, oneOf(List.of(ViewAbi.UP_TO_2_20, ViewAbi.FROM_2_21), Formats::name))
                .registerConverter(Paint.Color.class, oneOf(List.of(Paint.Color.values()), Formats::name))
                .registerConverter(Long.class, given -> number(given, Long.MAX_VALUE))
                .registerConverter(Long.TYPE, given -> number(given, Long.MAX_VALUE))
                .registerConverter(Integer.class, given -> (int) number(given, Integer.MAX_VALUE))
                .registerConverter(Integer.TYPE, given -> (int) number(given, Integer.MAX_VALUE))
                .registerConverter(Boolean.TYPE, Formats::flag)
                .registerConverter(Path.class, Formats::path)
                .registerConverter(
                        ByteOrder.class, oneOf(List.of(ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN), Formats::name));
    }

    private static <T> ITypeConverter<T> oneOf(List<T> values, Function<T, String> name) {
        return given -> values.stream()
                .filter(each -> name.apply(each).equals(plain(given)))
                .findFirst()
                .orElseThrow(() -> new TypeConversionException("'" + Escape.controls(given) + "' is not one of "
                        + values.stream().map(name).collect(Collectors.joining(", "))));
    }

    /** Returns a number; no option has a negative one. */
    private static long number(String given, long most) {
        try {
            long number = Long.parseLong(given);
            if (number >= 0 && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            // reported below
        }
        throw new TypeConversionException("'" + given + "' is not a whole number from 0 to " + most);
    }

    /** Returns the value of an option without a value, or its default, which picocli converts, too. */
    private static boolean flag(String given) {
        if (!given.equals("true") && !given.equals("false")) {
            throw new TypeConversionException("it takes no value, but has '" + given + "'");
        }
        return given.equals("true");
    }

    private static Path path(String given) {
        if (given.isEmpty()) {
            throw new TypeConversionException("the name of a file is empty");
        }
        try {
            return Path.of(given);
        } catch (InvalidPathException e) {
            throw new TypeConversionException("'" + given + "' is no name of a file here: " + e.getReason());
        }
    }

    /** Converts the size of an address. */
    static final class WordConverter implements ITypeConverter<Integer> {
        @Override
        public Integer convert(String given) throws Exception {
            return oneOf(List.of(4, 8), String::valueOf).convert(given);
        }
    }

    private static String plain(String name) {
        return name.toLowerCase(Locale.ROOT).replace('_', '-');
    }

    static String name(Paint.Color color) {
        return plain(color.name());
    }

    static String name(TensorLayout layout) {
        return plain(layout.format().name());
    }

    static String name(Dialect dialect) {
        return plain(dialect.name());
    }

    static String name(ColumnFormat format) {
        return format.name().toLowerCase(Locale.ROOT); // as Arrow writes it: large_utf8
    }

    static String name(ByteOrder order) {
        return order == ByteOrder.BIG_ENDIAN ? "big" : "little";
    }

    /** Returns the last version of TensorFlow, or the first, that makes such VIEWs. */
    static String name(ViewAbi abi) {
        return abi == ViewAbi.FROM_2_21 ? "2.21" : "2.20";
    }

    /** Returns a count with its noun, in singular or plural. */
    static String counted(long n, String what) {
        return n + " " + what + (n == 1 ? "" : "s");
    }
}
