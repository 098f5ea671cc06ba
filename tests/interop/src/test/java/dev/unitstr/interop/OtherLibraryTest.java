package dev.unitstr.interop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * This jar with libraries of other versions, by every binding that there is, each time in a JVM of its own: what the
 * library lacks is done in Java with the same result, or is an exception that says what is needed.
 *
 * <p>The libraries are one, built with the feature {@code test-abi}: the environment says which minor version it is, or
 * what it has retired. An entry that an older version lacks ends the process when it is called, so that a jar which asks
 * for more than {@code struct_size} allows is found out, by FFM and by JNI.
 */
class OtherLibraryTest {
    private static final String[] NATIVE = Jars.FFM ? new String[] {"ffm", "jni"} : new String[] {"jni"};
    private static final Path LIBRARY = Path.of("..", "..", "target", "test-panic", "release", "libunitstr.so");
    private static final Path LISTS = Path.of("..", "..", "abi");

    private LoadingJvm jvm;

    @BeforeEach
    void everythingInOneDirectory(@TempDir Path directory) throws IOException {
        jvm = new LoadingJvm(directory.toRealPath())
                .jars(LoadingJvm.LIBRARY_JARS)
                .option("--add-opens=java.base/java.nio=ALL-UNNAMED")
                .option("-Ddev.unitstr.library.file=" + LIBRARY.toRealPath());
    }

    /** Every minor version that there was, by every binding. */
    static Stream<String[]> versions() throws IOException {
        try (Stream<Path> lists = Files.list(LISTS)) {
            return lists
                    .map(list -> list.getFileName().toString())
                    .filter(name -> name.matches("v1\\.[0-9]+\\.txt"))
                    .map(name -> name.substring(1, name.length() - ".txt".length()))
                    .sorted()
                    .flatMap(version -> Stream.of(NATIVE).map(binding -> new String[] {version, binding}))
                    .toList()
                    .stream();
        }
    }

    @ParameterizedTest(name = "{0} by {1}")
    @MethodSource("versions")
    void everyOlderVersion(String version, String binding) throws Exception {
        jvm.option("-Ddev.unitstr.binding=" + binding);
        String now = jvm.run(WorkoutMain.class, "all");
        assertTrue(now.startsWith(binding + "\n") && now.lines().count() > 300, now);
        jvm.variable("UNITSTR_TEST_ABI", version);
        assertEquals(now, jvm.run(WorkoutMain.class, "all"));
        String doctor = jvm.fail(0, "dev.unitstr.UnitStr");
        assertTrue(doctor.contains("\n  ABI         " + version + ", table of " + size(version) + " bytes"), doctor);
        assertEquals(
                "edit: UnsupportedOperationException: edit: not in this library (ABI " + version + " at "
                        + LIBRARY.toRealPath() + "), needs ABI \u2265 1.99\n",
                jvm.option("-Dfile.encoding=UTF-8")
                        .option("-Dstdout.encoding=UTF-8")
                        .run(WorkoutMain.class, "missing", binding));
    }

    /** Plain Java is the oracle of both; what it says of addresses is another matter. */
    @Test
    void whatPlainJavaGives() throws Exception {
        String java = jvm.with("-Ddev.unitstr.binding=java").run(WorkoutMain.class, "all");
        for (String binding : NATIVE) {
            String one = jvm.with("-Ddev.unitstr.binding=" + binding).run(WorkoutMain.class, "all");
            assertEquals(
                    java.replaceFirst("java\n", binding + "\n"),
                    one.substring(0, java.length() + binding.length() - 4));
        }
    }

    @ParameterizedTest(name = "{0} by {1}")
    @MethodSource("retired")
    void entriesThatAreRetired(String which, String binding) throws Exception {
        jvm.option("-Ddev.unitstr.binding=" + binding);
        jvm.option("--add-opens=java.base/java.lang=ALL-UNNAMED"); // strings from the inside, where there is an entry
        String now = jvm.run(WorkoutMain.class, "all");
        jvm.variable("UNITSTR_TEST_RETIRED", which);
        assertEquals(now, jvm.run(WorkoutMain.class, "all"));
    }

    /** All that came after 1.0, and two halves of it, so that some of what belongs together is there. */
    static Stream<String[]> retired() throws IOException {
        List<String> later = new ArrayList<>(members(newest()));
        later.removeAll(members("1.0"));
        List<String> sets = new ArrayList<>(List.of(String.join(",", later)));
        for (int half = 0; half < 2; half++) {
            int odd = half;
            sets.add(String.join(
                    ",",
                    IntStream.range(0, later.size())
                            .filter(i -> i % 2 == odd)
                            .mapToObj(later::get)
                            .toList()));
        }
        return sets.stream().flatMap(set -> Stream.of(NATIVE).map(binding -> new String[] {set, binding}));
    }

    @Test
    void anEntryThatNothingCanReplace() throws Exception {
        for (String binding : NATIVE) {
            jvm.variable("UNITSTR_TEST_RETIRED", "packed_decode");
            String said = jvm.with("-Ddev.unitstr.binding=" + binding).run(WorkoutMain.class, "string");
            assertEquals(
                    "getString: UnsupportedOperationException: binding " + binding + ": not in this library (ABI "
                            + newest() + " at " + LIBRARY.toRealPath() + "): its entry is missing or retired\n",
                    said);
        }
    }

    /** A later library ignores it: who sets it gets what one gets who does not. Nothing else changes. */
    @Test
    void aFieldOfTheOptionsThatIsRetired() throws Exception {
        for (String binding : NATIVE) {
            LoadingJvm one = jvm.with("-Ddev.unitstr.binding=" + binding);
            List<String> now = one.run(WorkoutMain.class, "all").lines().toList();
            one.variable("UNITSTR_TEST_RETIRED", "ustr_tensor.max_bytes");
            List<String> later = one.run(WorkoutMain.class, "all").lines().toList();
            assertEquals(now.size(), later.size());
            int ignored = 0;
            for (int i = 0; i < now.size(); i++) {
                if (now.get(i).contains(" limited") && !now.get(i).equals(later.get(i))) {
                    assertTrue(
                            now.get(i).contains("TensorFormatException: SIZE_LIMIT in SIZE of element 2"), now.get(i));
                    boolean read = later.get(i).endsWith(" limited, read: [, a, seven b, c]");
                    boolean validated = later.get(i)
                            .endsWith(" limited: ValidationReport[elements=4, totalBytes=9, error=Optional.empty]");
                    assertTrue(read || validated, later.get(i));
                    ignored++;
                } else {
                    assertEquals(now.get(i), later.get(i));
                }
            }
            assertTrue(ignored > 0 || Jars.FFM && binding.equals("jni"), binding); // JNI reads no buffers there
        }
    }

    private static List<String> members(String version) throws IOException {
        return Files.readAllLines(LISTS.resolve("v" + version + ".txt")).stream()
                .filter(line -> line.startsWith("ustr_api."))
                .map(line -> line.substring("ustr_api.".length(), line.indexOf('\t')))
                .toList();
    }

    private static String newest() throws IOException {
        return versions().reduce((earlier, later) -> later).orElseThrow()[0];
    }

    /** A pointer for each function, after the four numbers. */
    private static int size(String version) throws IOException {
        return 24 + 8 * (members(version).size() - 4);
    }
}
