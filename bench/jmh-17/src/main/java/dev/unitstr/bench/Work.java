package dev.unitstr.bench;

import dev.unitstr.bench.tensor.BufferTensors;
import dev.unitstr.bench.tensor.Form;
import dev.unitstr.bench.values.PackedCalls;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * One thing to measure: a cell by one contender.
 *
 * @param suite {@code segments}, {@code buffers}, or {@code buffers17}, which are buffers on JDK 17; the same of tensors:
 *     {@code tensors}, {@code buffertensors}, {@code buffertensors17}; {@code values}, {@code packed}, {@code packed17};
 *     {@code texts}, which are fields, calls, C strings, views, caches, streams and indexes; {@code columns}
 * @param direction the method
 * @param charset a name of {@link Charsets}; of tensors the layout, a name of {@link Form}; of columns the format; of
 *     values the dialect
 * @param content a name of {@link Content}
 * @param size chars
 * @param arena the memory; of packed calls the library
 * @param who a binding, which means unitstr by that one, or another contender; {@code /avx2} after it forces a tier
 * @param forks how many JVMs
 */
record Work(
        String suite, String direction, String charset, String content, int size, String arena, String who, int forks) {
    private static final Set<String> BINDINGS = Set.of("ffm", "jni", "java");
    private static final Set<String> WIDE = Set.of("UTF-8", "UTF-32", "wchar_t");

    String benchmark() {
        String type = switch (suite.replaceFirst("17$", "")) {
            case "segments" -> "dev.unitstr.bench.ffm.Segments";
            case "texts" -> "dev.unitstr.bench.ffm.text.TextOperations";
            case "values" -> "dev.unitstr.bench.ffm.values.Values";
            case "packed" ->
                suite.endsWith("17") ? PackedCalls.class.getName() : "dev.unitstr.bench.ffm.values.PackedCalls";
            case "columns" -> "dev.unitstr.bench.ffm.columns.Columns";
            case "tensors" -> "dev.unitstr.bench.ffm.tensor.Tensors";
            case "buffertensors" -> BufferTensors.class.getName();
            default -> Buffers.class.getName();
        };
        return type + "." + direction;
    }

    private boolean isOfValues() {
        return suite.equals("values") || suite.startsWith("packed");
    }

    private boolean isOfColumns() {
        return suite.equals("columns");
    }

    private boolean isOfTensors() {
        return suite.contains("tensors");
    }

    /** The JDK to run on, if it is another one than that of this JVM. */
    Optional<Integer> jdk() {
        boolean other = suite.endsWith("17") && Runtime.version().feature() != 17;
        return other ? Optional.of(17) : Optional.empty();
    }

    int feature() {
        return jdk().orElse(Runtime.version().feature());
    }

    String isa() {
        int slash = who.indexOf('/');
        return slash < 0 ? "best" : who.substring(slash + 1);
    }

    String contender() {
        String name = name();
        return BINDINGS.contains(name) ? "unitstr" : name;
    }

    String binding() {
        String name = name();
        String best = suite.endsWith("17") ? "jni" : "ffm";
        return BINDINGS.contains(name) ? name : name.startsWith("unitstr") ? best : "none";
    }

    private String name() {
        return who.replaceFirst("/.*", "");
    }

    Map<String, String> params() {
        return new TreeMap<>(Map.of(
                isOfTensors() || isOfValues() || isOfColumns() ? "layout" : "charset",
                charset,
                "content",
                content,
                "size",
                String.valueOf(size),
                "arena",
                arena,
                "binding",
                binding(),
                "contender",
                contender(),
                "isa",
                isa()));
    }

    /** The same in one fork. */
    Work once() {
        return new Work(suite, direction, charset, content, size, arena, who, 1);
    }

    /** Tells a measurement from all others. */
    String key() {
        return benchmark() + params() + feature();
    }

    /** The job: all contenders with the same one do the same. */
    String cell() {
        return String.join(" ", suite, direction, charset, content, String.valueOf(size), arena);
    }

    /** Whether the contender does this at all, with the JDK's result. */
    boolean isPossible() {
        if (isOfValues() || isOfColumns()) {
            return true;
        }
        if (isOfTensors()) {
            return Form.of(charset).isPossible(direction, name(), suite.startsWith("buffer"));
        }
        Content text = Content.of(content);
        if (charset.equals("ISO-8859-1") && !text.isLatin1()) {
            return false;
        }
        // They convert at addresses, to and from Strings.
        boolean plain = !direction.contains("Equals") && !arena.equals("heap");
        return switch (name()) {
            case "jdk27" -> feature() >= 27;
            case "jna" -> plain && WIDE.contains(charset);
            case "javacpp" -> plain && !charset.equals("ISO-8859-1");
            case "lwjgl" -> plain && (charset.equals("UTF-8") || charset.equals("UTF-16"));
            case "agrona" ->
                plain && text == Content.ASCII && Set.of("UTF-8", "ISO-8859-1").contains(charset);
            default -> true;
        };
    }

    @Override
    public String toString() {
        return String.join(" ", suite, direction, charset, content, String.valueOf(size), arena, who);
    }
}
