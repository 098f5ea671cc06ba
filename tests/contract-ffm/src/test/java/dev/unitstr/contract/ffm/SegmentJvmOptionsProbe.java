package dev.unitstr.contract.ffm;

import dev.unitstr.contract.JvmOptionsProbe;
import java.util.List;

/** {@link JvmOptionsProbe} on segments. */
public final class SegmentJvmOptionsProbe {
    private SegmentJvmOptionsProbe() {}

    public static void main(String[] args) {
        JvmOptionsProbe.run(List.of(
                SegmentKind.BYTES, SegmentKind.CHARS, SegmentKind.NATIVE, SegmentKind.SHARED, SegmentKind.AS_BUFFER));
    }
}
