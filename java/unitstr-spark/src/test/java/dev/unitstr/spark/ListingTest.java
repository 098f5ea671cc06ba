package dev.unitstr.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.util.List;
import java.util.TreeMap;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;

/** Which files of a directory are read, and what is said if there are only directories. */
class ListingTest {
    /** The files and directories, by their paths. */
    private final TreeMap<String, FileStatus> all = new TreeMap<>();

    private void file(String path) {
        all.put(path, new FileStatus(1, false, 1, 1, 0, new Path(path)));
        for (Path parent = new Path(path).getParent(); parent != null; parent = parent.getParent()) {
            all.put(parent.toString(), new FileStatus(0, true, 1, 1, 0, parent));
        }
    }

    private Directory.Listing listing(boolean recursive) {
        return new Directory.Listing(
                new Path("/data"),
                recursive,
                directory -> all.values().stream()
                        .filter(each -> directory.equals(each.getPath().getParent()))
                        .toArray(FileStatus[]::new));
    }

    private List<String> files(boolean recursive, String... matches) throws IOException {
        FileStatus[] matching = List.of(matches).stream().map(all::get).toArray(FileStatus[]::new);
        return listing(recursive).files(matching).stream()
                .map(each -> each.getPath().toString())
                .toList();
    }

    @Test
    void filesOfADirectoryInOrder() throws IOException {
        file("/data/b.arrow");
        file("/data/a.arrow");
        file("/data/_SUCCESS");
        file("/data/.part");
        file("/data/more/c.arrow");
        file("/data/more/_temporary-1/d.arrow");
        assertEquals(List.of("/data/a.arrow", "/data/b.arrow"), files(false, "/data"));
        assertEquals(List.of("/data/a.arrow", "/data/b.arrow", "/data/more/c.arrow"), files(true, "/data"));
        assertEquals(List.of("/data/a.arrow", "/data/more/c.arrow"), files(false, "/data/more", "/data/a.arrow"));
        assertEquals(List.of(), files(false, "/data/_SUCCESS"));
    }

    @Test
    void aPartitionedDirectoryIsNotRead() throws IOException {
        file("/data/year=2026/a.arrow");
        file("/data/year=2027/b.arrow");
        file("/data/_SUCCESS");
        assertEquals(
                "path /data has no files, only directories such as year=2026: it is partitioned, and the names of"
                        + " directories are not read as columns; pass a pattern such as /data/year=*, or set the option"
                        + " recursiveFileLookup to true",
                assertThrows(IOException.class, () -> files(false, "/data")).getMessage());
        assertEquals(
                List.of("/data/year=2026/a.arrow", "/data/year=2027/b.arrow"),
                files(false, "/data/year=2027", "/data/year=2026"));
        assertEquals(List.of("/data/year=2026/a.arrow", "/data/year=2027/b.arrow"), files(true, "/data"));
        assertEquals(List.of(), listing(false).filesOrNone(all.get("/data")), "a job that overwrites deletes nothing");
    }

    @Test
    void otherDirectories() throws IOException {
        file("/data/2026/a.arrow");
        assertEquals(
                "path /data has no files, only directories such as 2026: pass a pattern such as /data/*, or set the"
                        + " option recursiveFileLookup to true",
                assertThrows(IOException.class, () -> files(false, "/data")).getMessage());
        all.clear();
        file("/data/_temporary-1/a.arrow");
        assertEquals(List.of(), files(false, "/data"));
        assertEquals(List.of(), files(true, "/data"));
    }
}
