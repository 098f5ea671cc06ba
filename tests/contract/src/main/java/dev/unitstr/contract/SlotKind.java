package dev.unitstr.contract;

import dev.unitstr.values.Dialect;
import dev.unitstr.values.Slot;
import dev.unitstr.values.ValueMemory;
import java.nio.ByteBuffer;
import java.util.List;

/** Memory that slots lie in, so that one suite serves buffers and segments. */
public interface SlotKind {
    /** Those that need no segments. */
    List<SlotKind> BUFFERS = List.of(
            of("heap", (dialect, slot, memory) -> {
                ByteBuffer buffer = ByteBuffer.allocate(slot.length + 4).slice(3, slot.length);
                return dialect.wrapSlot(buffer.put(0, slot), memory);
            }),
            of("direct", (dialect, slot, memory) -> {
                ByteBuffer buffer = ByteBuffer.allocateDirect(slot.length);
                return dialect.wrapSlot(buffer.put(0, slot), memory);
            }));

    /** A slot with these bytes, read and written in place. */
    Slot pad(Dialect dialect, byte[] slot, ValueMemory memory);

    /** Such a kind with a name. */
    static SlotKind of(String name, SlotKind kind) {
        return new SlotKind() {
            @Override
            public Slot pad(Dialect dialect, byte[] slot, ValueMemory memory) {
                return kind.pad(dialect, slot, memory);
            }

            @Override
            public String toString() {
                return name;
            }
        };
    }
}
