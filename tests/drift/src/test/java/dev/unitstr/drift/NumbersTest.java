package dev.unitstr.drift;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The numbers in README are those of the record. */
class NumbersTest {
    private static final String RECORD = "bench/record/java-amd-epyc-family-25-model-17.json";
    private static final Map<String, String> CONTENT = Map.of("Chinese", "cjk", "ASCII", "ascii");
    private static final Pattern ROW =
            Pattern.compile("(?m)^\\| (read|write) \\| `?([\\w-]+)`? \\| (\\w+) \\|((?: [\\d,]+ \\|){4})$");

    @Test
    void areTheRecords() {
        List<String> record = Checkout.text(RECORD).lines().toList();
        Matcher row = ROW.matcher(Checkout.text("README.md"));
        int rows = 0;
        for (; row.find(); rows++) {
            StringBuilder expected = new StringBuilder();
            for (int size : new int[] {20, 1000}) {
                for (String contender :
                        List.of("\"binding\":\"none\",%s\"jdk\"", "\"binding\":\"ffm\",%s\"unitstr\"")) {
                    String charset = "\"charset\":\"" + row.group(2) + "\",\"contender\":";
                    String cell = "ffm.Segments." + row.group(1) + "\".*\"arena\":\"global\","
                            + contender.formatted(charset) + ",\"content\":\"" + CONTENT.get(row.group(3))
                            + "\",\"isa\":\"best\",\"size\":\"" + size + "\".*\"cpu\":\\{\"score\":([\\d.]+).*";
                    expected.append(String.format(Locale.ROOT, " %,d |", Math.round(score(record, cell))));
                }
            }
            assertEquals(expected.toString(), row.group(4), row.group());
        }
        assertTrue(rows >= 6, rows + " rows");
    }

    private static double score(List<String> record, String cell) {
        Pattern pattern = Pattern.compile(".*" + cell);
        List<Double> scores = record.stream()
                .map(pattern::matcher)
                .filter(Matcher::matches)
                .map(match -> Double.valueOf(match.group(1)))
                .toList();
        assertEquals(1, scores.size(), cell);
        return scores.get(0);
    }
}
