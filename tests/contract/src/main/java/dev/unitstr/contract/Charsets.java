package dev.unitstr.contract;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.Charset;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** The charsets the suites go through, and the size of their units, told independently of the code under test. */
public final class Charsets {
    /**
     * The run says that its JVM lacks charsets, as a run-time image without the module jdk.charsets does. Suites then
     * go through those that are there; in any other run, a missing charset fails.
     */
    private static final boolean FEWER = "fewer".equals(System.getProperty("unitstr.charsets"));

    /** Those that unitstr decodes and encodes itself. */
    public static final List<Charset> OURS = Stream.of(
                    "UTF-8",
                    "ISO-8859-1",
                    "US-ASCII",
                    "UTF-16LE",
                    "UTF-16BE",
                    "UTF-16",
                    "UTF-32LE",
                    "UTF-32BE",
                    "UTF-32",
                    "x-UTF-16LE-BOM",
                    "X-UTF-32LE-BOM",
                    "X-UTF-32BE-BOM")
            .map(Charset::forName)
            .toList();

    /** One of each kind: variable and fixed width, with and without a byte order mark, and one that the JDK decodes. */
    public static final List<Charset> FEW = Stream.of(
                    "UTF-8", "ISO-8859-1", "UTF-16LE", "UTF-16", "UTF-32BE", "X-UTF-32LE-BOM", "windows-1252")
            .map(Charset::forName)
            .toList();

    /** Those that can only be read. */
    public static final List<Charset> READ_ONLY =
            named("ISO-2022-CN", "x-JISAutoDetect").toList();

    /** Charsets of IBM hosts, which shift out to two bytes per character, and in again at the end of a text. */
    public static final List<Charset> SHIFTING = named(
                    "x-IBM930", "x-IBM933", "x-IBM935", "x-IBM937", "x-IBM939", "x-IBM1364")
            .toList();

    /** Those whose NUL is not one zero byte. */
    public static final List<Charset> WITHOUT_NUL =
            named("JIS_X0212-1990", "x-JIS0208", "x-IBM300", "x-IBM834").toList();

    /** One whose encoder has state, and does not only shift. */
    public static final List<Charset> WITH_STATE = named("ISO-2022-JP").toList();

    private Charsets() {}

    public static List<Charset> ours() {
        return OURS;
    }

    public static List<Charset> few() {
        return FEW;
    }

    public static List<Charset> oursAnd(String... names) {
        return Stream.concat(OURS.stream(), named(names)).toList();
    }

    /** Charsets that the JDK may have or lack as a whole module; see {@link #FEWER}. */
    private static Stream<Charset> named(String... names) {
        return Stream.of(names)
                .filter(name -> !FEWER || Charset.isSupported(name))
                .map(Charset::forName);
    }

    /** All that the running JDK can write. */
    public static List<Charset> writable() {
        List<Charset> charsets = Charset.availableCharsets().values().stream()
                .filter(Charset::canEncode)
                .toList();
        assertTrue(charsets.size() > (FEWER ? 30 : 100), charsets::toString);
        return charsets;
    }

    /** Whether what a char becomes depends on those before it: a doubled char is not twice its bytes. */
    public static boolean hasState(Charset charset) {
        return !OURS.contains(charset)
                && Stream.of("\u3042", "\u4e00", "\uac00")
                        .anyMatch(c -> Oracle.encode(c + c, charset).length != 2 * Oracle.encode(c, charset).length);
    }

    /** The size of a unit in bytes. */
    public static int unitSize(Charset charset) {
        String name = charset.name().toUpperCase(Locale.ROOT);
        if (name.contains("UTF-16")) {
            return 2;
        }
        return name.contains("UTF-32") ? 4 : 1;
    }
}
