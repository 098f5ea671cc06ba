package org.example.buffers;

import dev.unitstr.BufferStrings;
import dev.unitstr.MalformedPolicy;
import dev.unitstr.MalformedTextException;
import dev.unitstr.UnitCharsets;
import dev.unitstr.UnitStr;
import java.nio.ByteBuffer;

/** A stranger's program on Java 17 and later. */
public final class Main {
    private Main() {}

    // [README: report]
    /** Reads UTF-16 from a byte buffer on Java 17. Malformed text is reported, not replaced. */
    static String read(ByteBuffer text, int index, int units) {
        try {
            return BufferStrings.getString(text, index, units, UnitCharsets.UTF_16, MalformedPolicy.REPORT);
        } catch (MalformedTextException e) {
            return "malformed: " + e.unitCount() + " units at unit " + e.unitOffset();
        }
    }
    // [README: end]

    public static void main(String... args) {
        System.out.println("unitstr " + UnitStr.version() + ", binding " + UnitStr.binding());
        ByteBuffer text = ByteBuffer.allocateDirect(16);
        String hello = "Hi \u4E2D \uD83D\uDE00";
        long units = BufferStrings.copy(hello, UnitCharsets.UTF_16, text, 2);
        System.out.println("read back " + read(text, 2, (int) units).equals(hello));
        System.out.println(read(text, 2, (int) units - 1));
    }
}
