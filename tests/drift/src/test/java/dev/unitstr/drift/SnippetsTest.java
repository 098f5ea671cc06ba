package dev.unitstr.drift;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Code that README and the guide show is code that the build compiles and runs. */
class SnippetsTest {
    private static final String CALL = "(?m)^    public static \\S+ (\\w+)\\(";

    /** The code that runs: two projects of users, tests, and programs that need a downloaded library. */
    private static final List<String> RUN = List.of(
            "tests/consumer/",
            "tests/interop-ffm/src/test/",
            "tests/c/guide.c",
            "tests/interop/tvm/src/main/",
            "examples/duckdb/src/main/",
            "tests/spark/notebook.py",
            "bench/jmh/src/tensorflow/");

    static List<String> pages() throws IOException {
        List<String> pages = new ArrayList<>(Checkout.files("docs", ".md"));
        pages.add("README.md");
        return pages;
    }

    @Test
    void everyCallIsInTheTable() {
        String segments = "java/unitstr-ffm/src/main/java/dev/unitstr/ffm/SegmentStrings.java";
        String buffers = "java/unitstr/src/main/java/dev/unitstr/BufferStrings.java";
        Set<String> calls = Checkout.found(segments, CALL);
        assertTrue(calls.size() >= 10 && Checkout.found(buffers, CALL).containsAll(calls), calls::toString);
        for (String page : List.of("docs/which-call.md", "ARCHITECTURE.md")) {
            Set<String> named = Checkout.found(page, "`(?:\\w+\\.)?(\\w+)[(`]");
            assertTrue(named.containsAll(calls), () -> page + " names not all of " + calls);
        }
    }

    @ParameterizedTest
    @MethodSource("pages")
    void areWhatIsRun(String page) {
        Snippets snippets = new Snippets(page);
        Set<String> files = new TreeSet<>();
        for (Snippets.Block block : snippets.blocks()) {
            assertTrue(RUN.stream().anyMatch(block.file()::startsWith), () -> page + " shows " + block.code());
            assertEquals(snippets.source(block), block.code(), page + ", " + block.file() + ": " + block.name());
            files.add(block.file());
        }
        for (String file : files) {
            Set<String> shown = snippets.blocks().stream()
                    .filter(block -> block.file().equals(file))
                    .map(Snippets.Block::name)
                    .collect(Collectors.toCollection(TreeSet::new));
            assertEquals(snippets.marked(file), shown, file + " marks what " + page + " does not show");
        }
    }

    @Test
    void thePagesHaveCode() {
        for (String page : List.of(
                "README.md",
                "docs/pointers.md",
                "docs/calls.md",
                "docs/call-shapes.md",
                "docs/columns.md",
                "docs/streaming.md",
                "docs/tensorflow.md",
                "docs/tvm.md",
                "docs/c-api.md")) {
            assertTrue(new Snippets(page).blocks().size() >= 3, page);
        }
    }
}
