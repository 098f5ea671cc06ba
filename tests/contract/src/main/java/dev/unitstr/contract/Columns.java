package dev.unitstr.contract;

import dev.unitstr.columns.ColumnFormat;
import dev.unitstr.columns.IndexType;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
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
}
