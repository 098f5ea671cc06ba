package dev.unitstr.contract.ffm;

import static dev.unitstr.contract.AllocationProbe.READ_AT;
import static dev.unitstr.contract.AllocationProbe.SHORT;
import static dev.unitstr.contract.AllocationProbe.SIZE;
import static dev.unitstr.contract.AllocationProbe.TEXT;
import static dev.unitstr.contract.AllocationProbe.WRITE_AT;

import dev.unitstr.contract.AllocationProbe;
import dev.unitstr.contract.Run;
import dev.unitstr.ffm.SegmentStrings;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.Charset;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;

/** {@link AllocationProbe} with segments of all kinds as well, and buffers over them. */
public final class SegmentAllocationProbe {
    private static final char[] CHARS = new char[64];
    /** A region around the segment, where the binding is not FFM: 16 bytes, and what a binding makes of it. */
    private static final int REGION_BYTES = 64;

    private SegmentAllocationProbe() {}

    public static void main(String[] args) {
        Map<String, Supplier<MemorySegment>> kinds = new LinkedHashMap<>();
        for (SegmentKind kind : SegmentKind.ALL) {
            if (kind != SegmentKind.AS_BUFFER) {
                kinds.put(kind.toString(), () -> kind.segment(SIZE));
            }
        }
        kinds.put("global", () -> Arena.global().allocate(SIZE));
        kinds.put("confined", () -> Arena.ofConfined().allocate(SIZE));
        AllocationProbe probe = new AllocationProbe();
        probe.addBuffers();
        kinds.forEach((name, make) -> {
            if (make.get().isNative()) {
                probe.addBuffers("a buffer over " + name, bytes -> make.get().asByteBuffer());
            }
        });
        kinds.forEach((name, make) -> addSegments(probe, name, make));
        probe.run(Run.binding().equals("jni") ? REGION_BYTES : Long.parseLong(args[0]));
    }

    private static void addSegments(AllocationProbe probe, String kind, Supplier<MemorySegment> make) {
        Function<Charset, MemorySegment> text = charset -> {
            MemorySegment memory = make.get();
            SegmentStrings.copy(TEXT, charset, 0, memory, READ_AT, TEXT.length());
            return memory;
        };
        addReads(probe, kind, text);
        addReads(probe, kind + " (read-only)", charset -> text.apply(charset).asReadOnly());
        MemorySegment memory = make.get();
        int length = TEXT.length();
        probe.add(
                "copy to " + kind,
                charset -> () -> SegmentStrings.copy(TEXT, charset, 0, memory, WRITE_AT, length)
                        + SegmentStrings.copy(SHORT, charset, 0, memory, WRITE_AT, 2));
        probe.addRecord(
                "copyTruncated to " + kind,
                charset -> () -> SegmentStrings.copyTruncated(TEXT, charset, 0, memory, WRITE_AT, 12)
                        .units());
        probe.addRecord(
                "copyField to " + kind,
                charset -> () -> SegmentStrings.copyField(TEXT, charset, memory, WRITE_AT, 40)
                        .units());
    }

    private static void addReads(AllocationProbe probe, String kind, Function<Charset, MemorySegment> text) {
        probe.addString("getString from " + kind, charset -> {
            MemorySegment memory = text.apply(charset);
            long units = SegmentStrings.encodedUnits(TEXT, charset);
            return () -> AllocationProbe.keep(SegmentStrings.getString(memory, READ_AT, units, charset));
        });
        probe.addString("getStringTerminated from " + kind, charset -> {
            MemorySegment memory = text.apply(charset);
            return () -> AllocationProbe.keep(SegmentStrings.getStringTerminated(memory, READ_AT, charset));
        });
        probe.add("decode from " + kind, charset -> {
            MemorySegment memory = text.apply(charset);
            long units = SegmentStrings.encodedUnits(TEXT, charset);
            return () -> SegmentStrings.decode(memory, READ_AT, units, charset, CHARS, 1);
        });
        probe.add("contentEquals of " + kind, charset -> {
            MemorySegment memory = text.apply(charset);
            long units = SegmentStrings.encodedUnits(TEXT, charset);
            return () -> SegmentStrings.contentEquals(memory, READ_AT, units, charset, TEXT) ? 1 : 0;
        });
        probe.add("unitsToTerminator in " + kind, charset -> {
            MemorySegment memory = text.apply(charset);
            return () -> SegmentStrings.unitsToTerminator(memory, READ_AT, charset);
        });
    }
}
