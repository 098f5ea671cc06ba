package dev.unitstr.contract.ffm;

import dev.unitstr.BufferStrings;
import dev.unitstr.UnitCharsets;
import dev.unitstr.UnitStr;
import dev.unitstr.ffm.SegmentStrings;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Supplier;

/** Uses the verbs as a first program would, and prints what they give. */
public final class AccessProbe {
    private static final List<Supplier<Object>> STEPS = List.of(
            AccessProbe::segment,
            AccessProbe::segment,
            () -> BufferStrings.getString(ByteBuffer.wrap(new byte[] {'a', 'b'}), 0, 2),
            () -> SegmentStrings.encodedUnits("rainbow \ud83c\udf08", StandardCharsets.UTF_16LE),
            UnitStr::binding);

    private AccessProbe() {}

    private static Object segment() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment segment = SegmentStrings.allocateFrom(arena, "snowman \u26c4", UnitCharsets.UTF_16);
            return SegmentStrings.getString(segment, 0, 9, UnitCharsets.UTF_16).length();
        }
    }

    /** The output if this binding does the work. */
    static List<String> results(String binding) {
        return List.of("9", "9", "ab", "10", binding);
    }

    public static void main(String[] args) {
        for (Supplier<Object> step : STEPS) {
            System.out.println(tried(step));
        }
    }

    private static String tried(Supplier<Object> step) {
        try {
            return String.valueOf(step.get());
        } catch (IllegalStateException e) {
            return "IllegalStateException: " + e.getMessage().replace('\n', ' ');
        }
    }
}
