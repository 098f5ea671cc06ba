package dev.unitstr.bench.ffm;

import dev.unitstr.bench.Texts;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** The memory of a cell: all texts, one after the other, each with the terminator that the JDK needs; and a target. */
final class SegmentMemory implements AutoCloseable {
    /** Global memory, in a JVM that has converted text in all other kinds of memory before. */
    static final String MANY = "many";

    final MemorySegment source;
    final MemorySegment target;
    private final int[] offsets;

    private final Arena arena;

    SegmentMemory(Texts texts, String kind) {
        offsets = texts.offsets();
        arena = switch (kind) {
            case "confined" -> Arena.ofConfined();
            case "shared" -> Arena.ofShared();
            case "global", "heap", SegmentMemory.MANY -> Arena.global();
            default -> throw new IllegalArgumentException("no arena " + kind);
        };
        int bytes = offsets[texts.count()];
        int room = bytes + texts.room(); // for a batch, and one text anywhere in it
        boolean heap = kind.equals("heap");
        source = heap ? MemorySegment.ofArray(new byte[bytes]) : arena.allocate(bytes, Long.BYTES);
        target = heap ? MemorySegment.ofArray(new byte[room]) : arena.allocate(room, Long.BYTES);
        for (int i = 0; i < texts.count(); i++) {
            byte[] text = texts.source(i);
            MemorySegment.copy(text, 0, source, ValueLayout.JAVA_BYTE, offsets[i], text.length);
        }
    }

    /** The address of a text in native memory. */
    long address(int i) {
        return source.address() + offsets[i];
    }

    @Override
    public void close() {
        if (arena != Arena.global() && arena.scope().isAlive()) {
            arena.close();
        }
    }
}
