package dev.unitstr.internal.tensor;

import dev.unitstr.internal.binding.Binding;
import dev.unitstr.tensor.StringKind;
import dev.unitstr.tensor.TensorLayout.Format;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Writes a planned tensor, by native code where possible; the methods below work without it. Contiguous strings are
 * encoded directly into the memory; the bytes between them are assembled in pieces of {@link Binding#CHUNK_BYTES}.
 */
final class TensorWriter {
    private static final int OFFSET_TYPE = 2;
    private static final int VIEW_TYPE = 3;

    private final TensorPlan plan;
    private final TensorMemory memory;
    private final long offset;
    private final int element;
    private final boolean big;
    /** Whether a binding can write to the region directly. */
    private final boolean inMemory;

    TensorWriter(TensorPlan plan, TensorMemory memory, long offset) {
        this.plan = plan;
        this.memory = memory;
        this.offset = offset;
        this.element = plan.layout.format().elementBytes();
        this.big = plan.layout.order() == ByteOrder.BIG_ENDIAN;
        this.inMemory = !(memory.region() instanceof TensorFiles.FileRegion);
    }

    void write() {
        boolean plain = inMemory && !plan.isOwned() && plan.kind != StringKind.PREALLOC && !plan.shortAsSmall;
        if (plain && new NativeElements(plan, memory, offset).write()) {
            return;
        }
        switch (plan.kind) {
            case OFFSET -> {
                if (plan.shortAsSmall) {
                    writeLongBehind();
                } else {
                    writeOffsets();
                    writeData();
                }
            }
            case LARGE -> new OwnedTensorWriter(plan, memory, offset).writeLarge();
            case VIEW -> {
                if (plan.hasOwner) {
                    new OwnedTensorWriter(plan, memory, offset).writeViews();
                } else {
                    writeLongBehind();
                }
            }
            case PREALLOC -> writePrealloc();
            default -> {
                if (plan.layout.format() == Format.TFLITE) {
                    writeTflite();
                    writeData();
                } else {
                    writeLegacy();
                }
            }
        }
    }

    /** Writes all strings, contiguously, after the table. */
    private void writeData() {
        long at = offset + plan.table;
        if (inMemory) {
            plan.source.write(0, plan.count, memory.region(), at, offset + plan.bytes() - at);
            return;
        }
        for (int first = 0; first < plan.count; ) {
            int n = piece(first, 0);
            int bytes = bytes(first, n);
            byte[] piece = new byte[bytes];
            plan.source.write(first, n, piece, bytes);
            memory.write(piece, bytes, at);
            at += bytes;
            first += n;
        }
    }

    /** Returns how many strings have at most {@link Binding#CHUNK_BYTES} together; at least one. */
    private int piece(int first, int overhead) {
        int n = 0;
        long bytes = 0;
        while (first + n < plan.count && n < Elements.MOST) {
            bytes += (long) plan.sizes[first + n] + overhead;
            if (n > 0 && bytes > Binding.CHUNK_BYTES) {
                break;
            }
            n++;
        }
        return n;
    }

    private int bytes(int first, int n) {
        int bytes = 0;
        for (int i = first; i < first + n; i++) {
            bytes = Math.addExact(bytes, plan.sizes[i]);
        }
        return bytes;
    }

    /** Fills in the bytes of elements. */
    private interface Filler {
        void fill(byte[] raw, int at, int i);
    }

    private void writeTable(long start, int entryBytes, Filler filler) {
        byte[] raw = new byte[Math.min(plan.count, Elements.MOST) * entryBytes];
        for (int first = 0; first < plan.count; first += Elements.MOST) {
            int n = Math.min(plan.count - first, Elements.MOST);
            Arrays.fill(raw, (byte) 0);
            for (int i = 0; i < n; i++) {
                filler.fill(raw, i * entryBytes, first + i);
            }
            memory.write(raw, n * entryBytes, start + (long) first * entryBytes);
        }
    }

    private void writeOffsets() {
        writeTable(offset, element, new Filler() {
            private long data = plan.table;

            @Override
            public void fill(byte[] raw, int at, int i) {
                putOffset(raw, at, i, data);
                data += plan.sizes[i];
            }
        });
    }

    /** Encodes an element whose string is {@code data} bytes from the start of the tensor. */
    private void putOffset(byte[] raw, int at, int i, long data) {
        Numbers.putU32(raw, at, (long) plan.sizes[i] << 2 | OFFSET_TYPE, false);
        Numbers.putU32(raw, at + 4, data - (long) i * element, false);
        Numbers.putU32(raw, at + 8, plan.count, false);
    }

    private void writeTflite() {
        byte[] count = new byte[4];
        Numbers.putU32(count, 0, plan.count, false);
        memory.write(count, 4, offset);
        writeTable(offset + 4, 4, new Filler() {
            private long data = plan.table;

            @Override
            public void fill(byte[] raw, int at, int i) {
                Numbers.putU32(raw, at, data, false);
                data += plan.sizes[i];
            }
        });
        Numbers.putU32(count, 0, plan.bytes(), false);
        memory.write(count, 4, offset + plan.table - 4);
    }

    private void writeLegacy() {
        writeTable(offset, 8, new Filler() {
            private long data;

            @Override
            public void fill(byte[] raw, int at, int i) {
                Numbers.putU64(raw, at, data, big);
                data += OffsetTables.varintBytes(plan.sizes[i]) + plan.sizes[i];
            }
        });
        long at = offset + plan.table;
        byte[] varint = new byte[OffsetTables.MOST_VARINT];
        for (int first = 0; first < plan.count; ) {
            int n = piece(first, OffsetTables.MOST_VARINT);
            int bytes = bytes(first, n);
            if (n == 1 && inMemory) {
                int used = OffsetTables.putVarint(varint, 0, bytes);
                memory.write(varint, used, at);
                plan.source.write(first, 1, memory.region(), at + used, bytes);
                at += used + bytes;
            } else {
                at += writeLegacyPiece(first, n, bytes, at);
            }
            first += n;
        }
    }

    private int writeLegacyPiece(int first, int n, int bytes, long at) {
        byte[] texts = new byte[bytes];
        plan.source.write(first, n, texts, bytes);
        byte[] piece = new byte[Math.addExact(bytes, n * OffsetTables.MOST_VARINT)];
        int from = 0;
        int to = 0;
        for (int i = first; i < first + n; i++) {
            int size = plan.sizes[i];
            to = OffsetTables.putVarint(piece, to, size);
            System.arraycopy(texts, from, piece, to, size);
            from += size;
            to += size;
        }
        memory.write(piece, to, at);
        return to;
    }

    /**
     * Writes short strings in the elements, and long strings after the table with views or offsets that refer to them.
     */
    private void writeLongBehind() {
        boolean views = plan.kind == StringKind.VIEW;
        long address = views ? memory.region().address() + offset : 0;
        long data = plan.table;
        byte[] texts = new byte[0];
        for (int first = 0; first < plan.count; ) {
            int n = piece(first, 0);
            int bytes = bytes(first, n);
            texts = texts.length < bytes ? new byte[bytes] : texts;
            plan.source.write(first, n, texts, bytes);
            byte[] raw = new byte[n * element];
            int from = 0;
            int to = 0; // long texts move to the front of the array
            for (int i = 0; i < n; i++) {
                int size = plan.sizes[first + i];
                int at = i * element;
                if (plan.isInside(first + i)) {
                    raw[at] = (byte) (size << 2);
                    System.arraycopy(texts, from, raw, at + 1, size);
                } else {
                    if (views) {
                        putView(raw, at, size, address + data + to);
                    } else {
                        putOffset(raw, at, first + i, data + to);
                    }
                    if (from != to) {
                        System.arraycopy(texts, from, texts, to, size);
                    }
                    to += size;
                }
                from += size;
            }
            memory.write(texts, to, offset + data);
            memory.write(raw, raw.length, offset + (long) first * element);
            data += to;
            first += n;
        }
    }

    /** Encodes a view of a text at an address, without an owner. */
    private void putView(byte[] raw, int at, int size, long shown) {
        long word = Numbers.encodeSize(size, VIEW_TYPE, 8 * plan.layout.wordBytes(), big);
        Numbers.putWord(raw, at, 0, plan.layout, word);
        Numbers.putWord(raw, at, 1, plan.layout, shown);
    }

    /** Writes elements with equal capacity after the table; unused bytes become zero. */
    private void writePrealloc() {
        long address = memory.region().address() + offset + plan.table;
        writeTable(offset, element, (raw, at, i) -> {
            Numbers.putU32(raw, at, Numbers.encodeSize(plan.sizes[i], VIEW_TYPE, 32, big), big);
            Numbers.putU32(raw, at + 4, plan.capacity, big);
            Numbers.putU64(raw, at + 8, address + (long) i * plan.capacity, big);
        });
        byte[] room = new byte[plan.capacity];
        byte[] texts = new byte[0];
        for (int first = 0; first < plan.count; ) {
            int n = piece(first, 0);
            int bytes = bytes(first, n);
            texts = texts.length < bytes ? new byte[bytes] : texts;
            plan.source.write(first, n, texts, bytes);
            int from = 0;
            for (int i = first; i < first + n; i++) {
                Arrays.fill(room, (byte) 0);
                System.arraycopy(texts, from, room, 0, plan.sizes[i]);
                from += plan.sizes[i];
                memory.write(room, room.length, offset + plan.table + (long) i * plan.capacity);
            }
            first += n;
        }
    }
}
