package dev.unitstr.internal.tensor;

import dev.unitstr.tensor.ElementField;
import dev.unitstr.tensor.TensorFormatException.Field;
import dev.unitstr.tensor.TensorLayout;
import dev.unitstr.tensor.TensorLayout.Format;
import dev.unitstr.tensor.TensorLayout.ViewAbi;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * Locates the fields of an element without validating them. It reads the same fields as {@link Tables} and
 * {@link OffsetTables}.
 */
final class ElementFields {
    private final TensorLayout layout;
    private final boolean big;
    private final byte[] raw;
    private final long start;
    private final List<ElementField> fields = new ArrayList<>();
    private int next;

    private ElementFields(TensorLayout layout, byte[] raw, long start) {
        this.layout = layout;
        this.big = layout.order() == ByteOrder.BIG_ENDIAN;
        this.raw = raw;
        this.start = start;
    }

    /** Returns the fields of an element in the table, in the order of their bytes. */
    static List<ElementField> of(TensorReader reader, long index) {
        int size = reader.layout.format().elementBytes();
        return switch (reader.layout.format()) {
            case TF_LEGACY -> at(reader, index * size, size).legacy(reader);
            case TFLITE -> at(reader, (index + 1) * size, 2 * size).tflite();
            default -> at(reader, index * size, size).element();
        };
    }

    private static ElementFields at(TensorReader reader, long start, int bytes) {
        byte[] raw = new byte[bytes];
        reader.memory.read(start, raw, bytes);
        return new ElementFields(reader.layout, raw, start);
    }

    private List<ElementField> element() {
        switch (raw[0] & 3) {
            case 0 -> small();
            case 1 -> {
                sizeWord();
                if (layout.format() != Format.RFC16) {
                    word(Field.CAPACITY, "cap");
                }
                word(Field.POINTER, "ptr");
            }
            case 2 -> {
                number(Field.SIZE, "size", 4, Numbers.u32(raw, 0, false) >>> 2);
                number(Field.OFFSET, "offset", 4, Numbers.u32(raw, 4, false));
                number(Field.COUNT, "count", 4, Numbers.u32(raw, 8, false));
            }
            default -> {
                if (layout.format() == Format.TF24) {
                    view();
                } else {
                    number(Field.SIZE, "size", 4, Numbers.decodeSize(Numbers.u32(raw, 0, big), 32, big));
                    number(Field.CAPACITY, "cap", 4, Numbers.u32(raw, 4, big));
                    word(Field.POINTER, "ptr");
                }
            }
        }
        number(Field.PADDING, "unused", raw.length - next, 0);
        return fields;
    }

    private void small() {
        int size = (raw[0] & 0xFF) >>> 2;
        number(Field.SIZE, "size", 1, size);
        number(Field.TEXT, "text", Math.min(size, raw.length - 1), 0);
        if (layout.format() == Format.TF24 && size <= layout.smallCapacity()) {
            number(Field.PADDING, "nul", 1, 0);
        }
    }

    private void view() {
        sizeWord();
        word(Field.POINTER, "ptr");
        if (layout.viewAbi() == ViewAbi.FROM_2_21) {
            word(Field.PADDING, "owner_ref");
        }
    }

    private List<ElementField> legacy(TensorReader reader) {
        long offset = Numbers.u64(raw, 0, big);
        number(Field.OFFSET, "offset", 8, offset);
        long rest = reader.memory.byteSize() - reader.table;
        if (Long.compareUnsigned(offset, rest) < 0) {
            byte[] varint = new byte[(int) Math.min(rest - offset, OffsetTables.MOST_VARINT)];
            reader.memory.read(reader.table + offset, varint, varint.length);
            int used = 1;
            while (used < varint.length && varint[used - 1] < 0) {
                used++;
            }
            long size = OffsetTables.varint(varint, used);
            fields.add(new ElementField(Field.SIZE, "size", reader.table + offset, used, size));
        }
        return fields;
    }

    private List<ElementField> tflite() {
        number(Field.OFFSET, "offset", 4, Numbers.u32(raw, 0, false));
        number(Field.END, "end", 4, Numbers.u32(raw, 4, false));
        return fields;
    }

    private void sizeWord() {
        int bits = 8 * layout.wordBytes();
        long word = Numbers.word(raw, 0, 0, layout.wordBytes(), big);
        number(Field.SIZE, "size", layout.wordBytes(), Numbers.decodeSize(word, bits, big));
    }

    private void word(Field field, String name) {
        number(field, name, layout.wordBytes(), Numbers.word(raw, next, 0, layout.wordBytes(), big));
    }

    /** Adds a number field of the given size and advances the offset. */
    private void number(Field field, String name, int bytes, long value) {
        if (bytes > 0) {
            fields.add(new ElementField(field, name, start + next, bytes, value));
            next += bytes;
        }
    }
}
