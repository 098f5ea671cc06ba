import dev.unitstr.UnitCharsets;
import dev.unitstr.ffm.SegmentStrings;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** Writes one text to memory and reads it again. The argument is its length in chars; without one, does nothing. */
public class First {
    public static void main(String[] args) {
        if (args.length == 0) {
            return;
        }
        String text = "\u4e2d\u00e9".repeat(Integer.parseInt(args[0]) / 2);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = arena.allocate(4L * text.length());
            long units = SegmentStrings.copy(text, UnitCharsets.UTF_16, memory, 0);
            if (!SegmentStrings.getString(memory, 0, units, UnitCharsets.UTF_16).equals(text)) {
                throw new AssertionError();
            }
        }
    }
}
