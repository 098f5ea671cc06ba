package dev.unitstr.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.unitstr.values.PackedException;
import dev.unitstr.values.PackedRuntime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** R18: what is no libtvm_ffi is refused with a reason. Calls of the real one are in tests/interop/tvm. */
public abstract class PackedContract {
    @Test
    void r18WhatIsNoLibraryIsRefused() throws IOException {
        Path missing = Path.of("no-such-libtvm_ffi.so");
        Path other = Files.createTempFile("libtvm_ffi", ".so");
        try {
            Files.write(other, new byte[] {0x7F, 'E', 'L', 'F', 1, 2, 3});
            for (Path path : new Path[] {missing, other}) {
                if (Run.reachesAddresses()) {
                    IllegalStateException e =
                            assertThrows(IllegalStateException.class, () -> PackedRuntime.openTvm(path));
                    assertTrue(e.getMessage().contains(path.getFileName().toString()), e.getMessage());
                } else {
                    UnsupportedOperationException e =
                            assertThrows(UnsupportedOperationException.class, () -> PackedRuntime.openTvm(path));
                    assertTrue(e.getMessage().contains("packed calls"), e.getMessage());
                }
            }
        } finally {
            Files.delete(other);
        }
        assertThrows(NullPointerException.class, () -> PackedRuntime.openTvm(null));
    }

    @Test
    void errorsSayTheirKind() {
        Throwable cause = new IOException("disk");
        PackedException e = new PackedException("TypeError", "expected int", "trace", cause);
        assertEquals("TypeError", e.kind());
        assertEquals("trace", e.nativeBacktrace());
        assertTrue(e.toString().endsWith("TypeError: expected int"), e.toString());
        assertEquals(cause, e.getCause());
    }
}
