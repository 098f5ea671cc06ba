package dev.unitstr.cli;

import dev.unitstr.tensor.TensorLayout;
import dev.unitstr.values.Dialect;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The names of layouts in options: {@code tf24}, {@code tf-legacy}. */
final class Formats {
    /** The format of text with one string per line, as input or output. */
    static final String LINES = "lines";

    private static final List<TensorLayout> ALL = List.of(
            TensorLayout.TF24, TensorLayout.RFC16, TensorLayout.RFC24, TensorLayout.TF_LEGACY, TensorLayout.TFLITE);

    private Formats() {}

    static String name(TensorLayout layout) {
        return layout.format().name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns the layout that an option names. */
    static TensorLayout layout(String name, boolean linesToo) {
        String plain = name.toLowerCase(Locale.ROOT).replace('_', '-');
        return ALL.stream()
                .filter(each -> name(each).equals(plain))
                .findFirst()
                .orElseThrow(() -> new TypeConversionException("'" + Escape.controls(name) + "' is not one of "
                        + String.join(", ", new Layouts()) + (linesToo ? ", " + LINES : "")));
    }

    /** The candidates for completion, and the list in the help. */
    static final class Layouts implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return ALL.stream().map(Formats::name).iterator();
        }
    }

    /** Converts options that name a layout. */
    static final class LayoutConverter implements ITypeConverter<TensorLayout> {
        @Override
        public TensorLayout convert(String name) {
            return layout(name, false);
        }
    }

    /**
     * A layout, or lines.
     *
     * @param layout the layout; null for lines
     */
    record Format(@org.jspecify.annotations.Nullable TensorLayout layout) {}

    /** Converts options that name a layout or lines. */
    static final class FormatConverter implements ITypeConverter<Format> {
        @Override
        public Format convert(String name) {
            return new Format(LINES.equalsIgnoreCase(name) ? null : layout(name, true));
        }
    }

    /** Returns a count with its noun, in singular or plural. */
    static String counted(long n, String what) {
        return n + " " + what + (n == 1 ? "" : "s");
    }

    static String name(Dialect dialect) {
        return dialect.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The candidates for completion, and the list in the help. */
    static final class Dialects implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return Arrays.stream(Dialect.values()).map(Formats::name).iterator();
        }
    }

    /** Converts options that name a dialect of values. */
    static final class DialectConverter implements ITypeConverter<Dialect> {
        @Override
        public Dialect convert(String name) {
            String plain = name.toLowerCase(Locale.ROOT).replace('_', '-');
            return Arrays.stream(Dialect.values())
                    .filter(each -> name(each).equals(plain))
                    .findFirst()
                    .orElseThrow(() -> new TypeConversionException(
                            "'" + Escape.controls(name) + "' is not one of " + String.join(", ", new Dialects())));
        }
    }

    /** Converts a word size: 4 or 8. */
    static final class WordConverter implements ITypeConverter<Integer> {
        @Override
        public Integer convert(String name) {
            if (!Arrays.asList("4", "8").contains(name)) {
                throw new TypeConversionException("'" + Escape.controls(name) + "' is neither 4 nor 8");
            }
            return Integer.valueOf(name);
        }
    }
}
