package org.example.segments;

import dev.unitstr.Copied;
import dev.unitstr.UnitCharsets;
import dev.unitstr.UnitStr;
import dev.unitstr.ffm.SegmentStrings;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** A stranger's program on Java 22 and later. */
public final class Main {
    private Main() {}

    // [README: write]
    /** Writes the field wchar_t name[32] of a C struct. Text that does not fit is cut between characters. */
    static Copied write(String name, MemorySegment struct, long offset) {
        return SegmentStrings.copyField(name, UnitCharsets.WCHAR, struct, offset, 32, true);
    }
    // [README: end]

    public static void main(String... args) throws Throwable {
        System.out.println("unitstr " + UnitStr.version() + ", binding " + UnitStr.binding());
        String column = Sqlite.select("SELECT 'a' || char(0, 98, 128512, 233)");
        System.out.println("read " + column.codePoints().boxed().toList());
        if (Sqlite.select("SELECT NULL") != null || !"".equals(Sqlite.select("SELECT ''"))) {
            throw new AssertionError("NULL is null, and no other text is");
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment struct = arena.allocate(8 + 32 * UnitCharsets.unitSize(UnitCharsets.WCHAR));
            write("a longer name", struct, 8);
            Copied copied = write("Ada \uD83D\uDE00", struct, 8);
            String back = SegmentStrings.getStringTerminated(struct, 8, 32, UnitCharsets.WCHAR);
            System.out.println("wrote " + copied.units() + " units, read back " + back.length() + " chars");
        }
        System.out.println(Tensors.tour());
    }
}
