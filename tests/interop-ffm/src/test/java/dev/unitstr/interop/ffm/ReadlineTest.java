package dev.unitstr.interop.ffm;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.unitstr.ffm.SegmentCStrings;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Completions of readline, which returns a {@code char **} if there are any, and otherwise a null pointer: of 0 bytes, and in
 * code that jextract generates of {@link Long#MAX_VALUE} bytes.
 */
@SuppressWarnings("restricted") // pointers that get a size
class ReadlineTest {
    private Readline readline;

    @BeforeEach
    void open() throws Throwable {
        readline = Debian.open(Readline::new);
    }

    @Test
    void someCompletions(@TempDir Path directory) throws Throwable {
        String start = directory + "/fil";
        Files.createFile(Path.of(start + "e-a"));
        Files.createFile(Path.of(start + "e-b"));
        MemorySegment pointers = readline.completions(start);
        try {
            for (MemorySegment each : new MemorySegment[] {pointers, pointers.reinterpret(Long.MAX_VALUE)}) {
                String[] all = SegmentCStrings.getPointers(each, 0, UTF_8);
                assertEquals(start + "e-", all[0], "what the names have in common");
                Arrays.sort(all);
                assertArrayEquals(new String[] {start + "e-", start + "e-a", start + "e-b"}, all);
                assertEquals(start + "e-", SegmentCStrings.getPointers(each, 0, 1, UTF_8)[0]);
            }
        } finally {
            readline.release(pointers);
        }
    }

    @Test
    void noCompletion(@TempDir Path directory) throws Throwable {
        MemorySegment pointers = readline.completions(directory + "/fil");
        assertEquals(0, pointers.address());
        for (MemorySegment each : new MemorySegment[] {pointers, pointers.reinterpret(Long.MAX_VALUE)}) {
            assertNull(SegmentCStrings.getPointers(each, 0, UTF_8));
            assertNull(SegmentCStrings.getPointers(each, 0, 1, UTF_8));
        }
    }
}
