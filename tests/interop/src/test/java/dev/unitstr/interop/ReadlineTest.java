package dev.unitstr.interop;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.unitstr.NativeMemory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Completions of readline, which returns a {@code char **} if there are any, and otherwise a null pointer. */
class ReadlineTest {
    private static final String PACKAGE = "libreadline8";
    private static final String ALLOWED = "UNITSTR_ALLOW_MISSING";

    @BeforeAll
    static void loadReadline() {
        System.load(System.getProperty("unitstr.shim"));
        if (!OldReadline.load()) {
            String message = "libreadline.so.8 is not on this machine; on Debian: apt-get install " + PACKAGE;
            if (List.of(System.getenv().getOrDefault(ALLOWED, "").split(" ")).contains(PACKAGE)) {
                abort(message + " (" + ALLOWED + " allows it)");
            }
            fail(message);
        }
    }

    private static long completions(String text) {
        long address = OldSqlite.allocate(4096);
        try {
            NativeMemory.of(address, 4096).copyTerminated(text, UTF_8, 0);
            return OldReadline.completions(address);
        } finally {
            OldSqlite.release(address);
        }
    }

    @Test
    void someCompletions(@TempDir Path directory) throws Exception {
        String start = directory + "/fil";
        Files.createFile(Path.of(start + "e-a"));
        Files.createFile(Path.of(start + "e-b"));
        long address = completions(start);
        assertNotEquals(0, address);
        try {
            NativeMemory pointers = NativeMemory.of(address, Long.MAX_VALUE);
            String[] all = pointers.getPointers(0, UTF_8);
            assertEquals(start + "e-", all[0], "what the names have in common");
            Arrays.sort(all);
            assertArrayEquals(new String[] {start + "e-", start + "e-a", start + "e-b"}, all);
            assertEquals(start + "e-", pointers.getPointers(0, 1, UTF_8)[0]);
        } finally {
            OldReadline.release(address);
        }
    }

    @Test
    void noCompletion(@TempDir Path directory) {
        long address = completions(directory + "/fil");
        assertEquals(0, address);
        for (long bytes : new long[] {0, 8, Long.MAX_VALUE}) {
            NativeMemory pointers = NativeMemory.of(address, bytes);
            assertNull(pointers.getPointers(0, UTF_8));
            assertNull(pointers.getPointers(0, 1, UTF_8));
        }
    }
}
