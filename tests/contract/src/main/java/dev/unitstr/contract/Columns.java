package dev.unitstr.contract;

import dev.unitstr.columns.ColumnFormat;
import dev.unitstr.columns.IndexType;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Arrow's buffers as its specification describes them, made without unitstr. */
final class Columns {
    /** The number of bytes after which views go on in another data buffer. */
    private static final int DATA = 40_000;

    final byte[] validity;
    final byte[] entries;
    final byte[][] data;

    private Columns(byte[] validity, byte[] entries, byte[][] data) {
        this.validity = validity;
        this.entries = entries;
        this.data = data;
    }

    static byte[] utf8(String text) {
        return text == null ? new byte[0] : text.getBytes(StandardCharsets.UTF_8);
    }

    private static ByteBuffer numbers(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.nativeOrder());
    }

    /** The bits of the texts; null if no text is. */
    static byte[] validity(String... texts) {
        byte[] bits = new byte[(texts.length + 7) / 8];
        boolean any = false;
        for (int i = 0; i < texts.length; i++) {
            bits[i / 8] |= (byte) (texts[i] == null ? 0 : 1 << i % 8);
            any |= texts[i] == null;
        }
        return any ? bits : null;
    }

    static Columns of(ColumnFormat format, String... texts) {
        return format.isView() ? views(texts) : offsets(format.entryBytes(), texts);
    }

    private static Columns offsets(int size, String... texts) {
        ByteArrayOutputStream data = new ByteArrayOutputStream();
        ByteBuffer offsets = numbers(size * (texts.length + 1));
        for (int i = 0; i <= texts.length; i++) {
            if (size == 4) {
                offsets.putInt(data.size());
            } else {
                offsets.putLong(data.size());
            }
            data.writeBytes(utf8(i < texts.length ? texts[i] : null));
        }
        return new Columns(validity(texts), offsets.array(), new byte[][] {data.toByteArray()});
    }

    private static Columns views(String... texts) {
        List<ByteArrayOutputStream> data = new ArrayList<>(List.of(new ByteArrayOutputStream()));
        ByteBuffer views = numbers(16 * texts.length);
        for (int i = 0; i < texts.length; i++) {
            byte[] text = utf8(texts[i]);
            views.putInt(16 * i, text.length);
            if (text.length <= 12) {
                views.put(16 * i + 4, text);
                continue;
            }
            if (data.get(data.size() - 1).size() > DATA) {
                data.add(new ByteArrayOutputStream());
            }
            ByteArrayOutputStream last = data.get(data.size() - 1);
            views.put(16 * i + 4, text, 0, 4);
            views.putInt(16 * i + 8, data.size() - 1);
            views.putInt(16 * i + 12, last.size());
            last.writeBytes(text);
        }
        byte[][] buffers = data.stream().map(ByteArrayOutputStream::toByteArray).toArray(byte[][]::new);
        return new Columns(validity(texts), views.array(), buffers);
    }

    static byte[] indices(IndexType type, long... indices) {
        ByteBuffer numbers = numbers(type.byteSize() * indices.length);
        for (long index : indices) {
            switch (type.byteSize()) {
                case 1 -> numbers.put((byte) index);
                case 2 -> numbers.putShort((short) index);
                default -> numbers.putInt((int) index);
            }
        }
        return numbers.array();
    }

    /** Changes a number in the entries. */
    Columns with(int at, int size, long value) {
        ByteBuffer changed = numbers(entries.length).put(0, entries);
        if (size == 4) {
            changed.putInt(at, (int) value);
        } else {
            changed.putLong(at, value);
        }
        return new Columns(validity, changed.array(), data);
    }

    /**
     * A row as the specification defines it.
     *
     * @param isBad whether its numbers contradict the buffers
     * @param bytes its bytes; null if it is null or bad
     * @param startsRight whether the first bytes in its view are those of the string
     */
    record Row(boolean isBad, byte[] bytes, boolean startsRight) {
        static final Row BAD = new Row(true, null, false);
        static final Row NULL = new Row(false, null, false);

        String text() {
            return bytes == null ? null : new String(bytes, StandardCharsets.UTF_8);
        }

        boolean equalTo(String value) {
            return bytes != null && startsRight && Arrays.equals(bytes, utf8(value));
        }

        boolean startsWith(String prefix) {
            int size = utf8(prefix).length;
            boolean isLong = bytes != null && bytes.length >= size;
            return isLong && startsRight && Arrays.equals(Arrays.copyOf(bytes, size), utf8(prefix));
        }
    }

    private static boolean isNull(byte[] validity, int row) {
        return validity != null && (validity[row / 8] >> row % 8 & 1) == 0;
    }

    /** Reads a row of these buffers. */
    static Row row(ColumnFormat format, byte[] validity, byte[] entries, byte[][] data, int row) {
        if (isNull(validity, row)) {
            return Row.NULL;
        }
        ByteBuffer numbers = ByteBuffer.wrap(entries).order(ByteOrder.nativeOrder());
        int at = row * format.entryBytes();
        if (!format.isView()) {
            boolean isLarge = format.entryBytes() == 8;
            long start = isLarge ? numbers.getLong(at) : numbers.getInt(at);
            long end = isLarge ? numbers.getLong(at + 8) : numbers.getInt(at + 4);
            boolean isGood = start >= 0 && start <= end && end <= data[0].length;
            return isGood ? new Row(false, Arrays.copyOfRange(data[0], (int) start, (int) end), true) : Row.BAD;
        }
        int size = numbers.getInt(at);
        if (size >= 0 && size <= 12) {
            return new Row(false, Arrays.copyOfRange(entries, at + 4, at + 4 + size), true);
        }
        int buffer = numbers.getInt(at + 8);
        int start = numbers.getInt(at + 12);
        if (size < 0 || buffer < 0 || buffer >= data.length || start < 0 || start > (long) data[buffer].length - size) {
            return Row.BAD;
        }
        byte[] bytes = Arrays.copyOfRange(data[buffer], start, start + size);
        return new Row(false, bytes, Arrays.equals(bytes, 0, 4, entries, at + 4, at + 8));
    }

    /** Reads a row of indices of one byte, unsigned. */
    static Row row(Row[] values, byte[] validity, byte[] indices, int row) {
        int index = indices[row] & 0xFF;
        return isNull(validity, row) ? Row.NULL : index < values.length ? values[index] : Row.BAD;
    }
}
