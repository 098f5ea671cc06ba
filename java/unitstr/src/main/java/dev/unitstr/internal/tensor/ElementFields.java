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
 * Locates the fields of an element without validating them. It reads the same fields as {@link Elements#decode} and
 * {@link TensorReader#fields}.
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
        boolean tf24 = layout.format() == Format.TF24;
        int word = layout.wordBytes();
        switch (raw[0] & 3) {
            case 0 -> {
                int size = (raw[0] & 0xFF) >>> 2;
                add(Field.SIZE, "size", 1, size);
                add(Field.TEXT, "text", Math.min(size, raw.length - 1), 0);
                add(Field.PADDING, "nul", tf24 && size <= layout.smallCapacity() ? 1 : 0, 0);
            }
            case 1 -> {
                size(word);
                number(Field.CAPACITY, "cap", layout.format() == Format.RFC16 ? 0 : word, big);
                number(Field.POINTER, "ptr", word, big);
            }
            case 2 -> {
                add(Field.SIZE, "size", 4, Numbers.u32(raw, 0, false) >>> 2);
                number(Field.OFFSET, "offset", 4, false);
                number(Field.COUNT, "count", 4, false);
            }
            default -> { // VIEW, or PREALLOC
                size(tf24 ? word : 4);
                number(Field.CAPACITY, "cap", tf24 ? 0 : 4, big);
                number(Field.POINTER, "ptr", word, big);
                number(Field.PADDING, "owner_ref", tf24 && layout.viewAbi() == ViewAbi.FROM_2_21 ? word : 0, big);
            }
        }
        add(Field.PADDING, "unused", raw.length - next, 0);
        return fields;
    }

    private List<ElementField> legacy(TensorReader reader) {
        long offset = number(Field.OFFSET, "offset", 8, big);
        long rest = reader.memory.byteSize() - reader.table;
        if (Long.compareUnsigned(offset, rest) < 0) {
            byte[] varint = new byte[(int) Math.min(rest - offset, Numbers.MOST_VARINT)];
            reader.memory.read(reader.table + offset, varint, varint.length);
            int used = 1;
            while (used < varint.length && varint[used - 1] < 0) {
                used++;
            }
            long size = Numbers.varint(varint, used);
            fields.add(new ElementField(Field.SIZE, "size", reader.table + offset, used, size));
        }
        return fields;
    }

    private List<ElementField> tflite() {
        number(Field.OFFSET, "offset", 4, false);
        number(Field.END, "end", 4, false);
        return fields;
    }

    /** Adds the size of a string, whose first byte contains the type. */
    private void size(int bytes) {
        add(Field.SIZE, "size", bytes, Numbers.decodeSize(Numbers.word(raw, 0, 0, bytes, big), 8 * bytes, big));
    }

    /** Adds the number that follows, of 4 or 8 bytes, or no field if there are no bytes. */
    private long number(Field field, String name, int bytes, boolean big) {
        long value = bytes == 0 ? 0 : Numbers.word(raw, next, 0, bytes, big);
        add(field, name, bytes, value);
        return value;
    }

    private void add(Field field, String name, int bytes, long value) {
        if (bytes > 0) {
            fields.add(new ElementField(field, name, start + next, bytes, value));
            next += bytes;
        }
    }
}
