package dev.unitstr.drift;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What README shows is what tests/consumer compiles and runs. */
class SnippetsTest {
    private static final String CALL = "(?m)^    public static \\S+ (\\w+)\\(";
    private final List<Snippets.Block> code = new Snippets("README.md")
            .blocks().stream()
                    .filter(block -> List.of("java", "xml", "kotlin").contains(block.language()))
                    .toList();

    @Test
    void everyCallIsInTheTable() {
        String segments = "java/unitstr-ffm/src/main/java/dev/unitstr/ffm/SegmentStrings.java";
        String buffers = "java/unitstr/src/main/java/dev/unitstr/BufferStrings.java";
        Set<String> calls = Checkout.found(segments, CALL);
        assertTrue(calls.size() >= 10 && Checkout.found(buffers, CALL).containsAll(calls), calls::toString);
        for (String page : List.of("README.md", "ARCHITECTURE.md")) {
            Set<String> named = Checkout.found(page, "`(\\w+)`");
            assertTrue(named.containsAll(calls), () -> page + " names not all of " + calls);
        }
    }

    @Test
    void areWhatTheConsumersSay() {
        assertTrue(code.size() >= 7, code::toString);
        for (Snippets.Block block : code) {
            assertTrue(block.file().startsWith("tests/consumer/"), () -> "from no consumer: " + block.code());
            assertEquals(Snippets.source(block), block.code(), block.file() + ": " + block.name());
        }
    }
}
