package dev.unitstr.drift;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The numbers in README are those of the record. */
class NumbersTest {
    private static final String RECORD = "bench/record/java-amd-epyc-family-25-model-1.json";
    private static final Map<String, String> CONTENT =
            Map.of("Chinese", "cjk", "ASCII", "ascii", "one unit in twenty an error", "malformed");
    private static final Pattern ROW =
            Pattern.compile("(?m)^\\| (read|write) \\| `?([\\w-]+)`? \\| ([\\w ]+) \\|((?: [\\d,]+ \\|){4})$");

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
                            + "\",\"isa\":\"best\",\"size\":\"" + size
                            + "\".*\"cpu\":.*\"rawData\":\\[\\[([^\\]]+)\\]\\].*";
                    expected.append(String.format(Locale.ROOT, " %,d |", Math.round(median(record, cell))));
                }
            }
            assertEquals(expected.toString(), row.group(4), row.group());
        }
        assertTrue(rows >= 10, rows + " rows");
    }

    /** The median of the iterations, as on the page. */
    private static double median(List<String> record, String cell) {
        Pattern pattern = Pattern.compile(".*" + cell);
        List<String> times = record.stream()
                .map(pattern::matcher)
                .filter(Matcher::matches)
                .map(match -> match.group(1))
                .toList();
        assertEquals(1, times.size(), cell);
        double[] sorted = Stream.of(times.get(0).split(","))
                .mapToDouble(Double::parseDouble)
                .sorted()
                .toArray();
        return (sorted[sorted.length / 2] + sorted[(sorted.length - 1) / 2]) / 2;
    }
}
