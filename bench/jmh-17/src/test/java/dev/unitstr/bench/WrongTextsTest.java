package dev.unitstr.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Wrong text of other libraries is a result, where the list has it. */
class WrongTextsTest {
    private static final Work JNA = work("write", "emoji", "jna");

    @TempDir
    Path directory;

    private static Work work(String direction, String content, String who) {
        return new Work("segments", direction, "wchar_t", content, 20, "global", who, 1);
    }

    private WrongTexts list(String... lines) throws IOException {
        Files.write(directory.resolve(WrongTexts.FILE), List.of(lines));
        return WrongTexts.beside(directory.resolve("plan.txt"));
    }

    @Test
    void onlyTheListedCellsMayBeWrong() throws IOException {
        WrongTexts list = list("jna\twrite\twchar_t\temoji\t1.0\ttwo units");
        assertTrue(list.has(JNA));
        assertFalse(list.has(work("read", "emoji", "jna")));
        assertFalse(list.has(work("write", "cjk", "jna")));
        assertFalse(list.has(work("write", "emoji", "javacpp")));
        assertFalse(list.has(work("write", "emoji", "ffm")));
        assertFalse(WrongTexts.NONE.has(JNA));
    }

    @Test
    void aPlanKnowsTheListBesideIt() throws IOException {
        Path plan = Files.writeString(
                directory.resolve("plan.txt"), "3 segments write wchar_t emoji,mixed 20 global jna,javacpp\n");
        assertEquals(Set.of(), Plan.read(plan).known().cells());
        list("jna\twrite\twchar_t\temoji\t1.0\ttwo units");
        Plan known = Plan.read(plan);
        assertEquals(Set.of("jna write wchar_t emoji"), known.known().cells());
        assertEquals(4, known.work().size());
        Plan checks = known.checks();
        assertEquals(4, checks.forks());
        assertEquals(known.known(), checks.known());
        assertEquals(List.of(0, 1), List.of(checks.warmups(), checks.iterations()));
    }

    @Test
    void aLineThatIsNoneIsReported() {
        IOException e = assertThrows(IOException.class, () -> list("jna\twrite"));
        assertTrue(e.getMessage().endsWith("not 6 columns: jna\twrite"), e::getMessage);
        IOException ours =
                assertThrows(IOException.class, () -> list("unitstr\twrite\twchar_t\temoji\t0.1.0\ttwo units"));
        assertTrue(ours.getMessage().contains("wrong text of unitstr is a failure: unitstr"), ours::getMessage);
    }

    @Test
    void aWrongRowIsNotMeasuredAgainAndHasNoTime() throws IOException {
        Path file = directory.resolve("results.json");
        Results results = Results.resume(file);
        results.addWrong(JNA, wrong("\ud83d\ude1c", "\uf61c"));
        Results again = Results.resume(file);
        assertTrue(again.has(JNA));
        Row row = again.rows().get(0);
        assertTrue(row.isWrong());
        String table = Ratios.table(again.rows());
        assertTrue(table.contains("write wchar_t emoji 20 global"), table);
        assertTrue(table.contains(" wrong text\n"), table);
    }

    @Test
    void aListedCellThatIsRightIsTold() throws IOException {
        WrongTexts list = list(
                "jna\twrite\twchar_t\temoji\t1.0\ttwo units",
                "jna\tread\twchar_t\temoji\t1.0\tone char",
                "jna\tread\twchar_t\tmixed\t1.0\tnot measured");
        Results results = Results.fresh(directory.resolve("results.json"));
        results.addWrong(JNA, wrong("a", "b"));
        assertEquals(Set.of(), list.right(results.rows()));
        Files.writeString(directory.resolve("right.json"), """
                [{"benchmark": "dev.unitstr.bench.ffm.Segments.read", "jdkVersion": "25",
                  "params": {"contender": "jna", "charset": "wchar_t", "content": "emoji"}}]""");
        assertEquals(
                Set.of("jna read wchar_t emoji"),
                list.right(Results.resume(directory.resolve("right.json")).rows()));
    }

    @Test
    void aDifferenceIsShown() {
        assertEquals(
                "at char 1: D83D DE1C expected, F61C found",
                wrong("a\ud83d\ude1c", "a\uf61c").getMessage());
        assertEquals(
                "at char 1: the end expected, 0062 found",
                wrong(new String[] {"a", "a"}, new String[] {"a", "ab"}).getMessage());
        assertEquals(
                "at byte 2: FF expected, 00 01 found",
                wrong(new byte[] {1, 2, -1}, new byte[] {1, 2, 0, 1}).getMessage());
        assertEquals("2 expected, 3 found", wrong(2L, 3L).getMessage());
        WrongText.unlessEqual(new int[] {1}, new int[] {1});
    }

    @Test
    void itIsFoundInWhatAForkSends() throws Exception {
        RuntimeException setUp = new RuntimeException("set-up");
        setUp.addSuppressed(WrongText.of(new IllegalArgumentException("2162721")));
        ByteArrayOutputStream sent = new ByteArrayOutputStream();
        new ObjectOutputStream(sent).writeObject(new IOException(setUp));
        Object received = new ObjectInputStream(new ByteArrayInputStream(sent.toByteArray())).readObject();
        assertEquals(
                Optional.of("java.lang.IllegalArgumentException: 2162721"),
                WrongText.in((Throwable) received).map(Throwable::getMessage));
        assertEquals(Optional.empty(), WrongText.in(new IOException(new RuntimeException("other"))));
    }

    private static WrongText wrong(Object expected, Object found) {
        return assertThrows(WrongText.class, () -> WrongText.unlessEqual(expected, found));
    }
}
