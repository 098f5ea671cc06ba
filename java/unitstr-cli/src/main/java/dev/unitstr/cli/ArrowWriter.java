package dev.unitstr.cli;

import dev.unitstr.columns.ColumnFormat;
import dev.unitstr.columns.StringColumn;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/** Writes an Arrow IPC file with one column of strings in one record batch. */
final class ArrowWriter {
    private static final int VERSION = 4; // V5
    private static final int SCHEMA = 1;
    private static final int RECORD_BATCH = 3;

    private ArrowWriter() {}

    /**
     * Writes a file.
     *
     * @param name the name of the column
     * @param column the column, UTF8 or BINARY, over buffers
     * @return the file
     */
    static ByteBuffer write(String name, StringColumn column) {
        List<ByteBuffer> buffers = new ArrayList<>();
        for (ByteBuffer each : column.buffers()) {
            buffers.add(each == null ? ByteBuffer.allocate(0) : each);
        }
        long body = 0;
        for (ByteBuffer each : buffers) {
            body += aligned(each.remaining());
        }
        byte[] schema = message(schema(name, column.format()));
        byte[] batch = message(batch(column, buffers, body));
        byte[] footer = footer(name, column.format(), 8 + schema.length, batch.length, body);
        // the stream ends before the footer with a message of size 0
        long size = 8L + schema.length + batch.length + body + 8 + footer.length + 4 + ArrowFile.MAGIC.length;
        if (size > Integer.MAX_VALUE - 8) {
            throw new IllegalArgumentException(
                    "the file would have " + size + " bytes: more than " + (Integer.MAX_VALUE - 8));
        }
        ByteBuffer file = ByteBuffer.allocate((int) size).order(ByteOrder.LITTLE_ENDIAN);
        file.put(ArrowFile.MAGIC).position(8).put(schema).put(batch);
        for (ByteBuffer each : buffers) {
            int at = file.position();
            file.put(each).position(at + (int) aligned(each.limit()));
        }
        file.putInt(-1).putInt(0).put(footer).putInt(footer.length).put(ArrowFile.MAGIC);
        return file.flip();
    }

    private static long aligned(long bytes) {
        return bytes + 7 & -8;
    }

    /** Returns a message with the marker and its size before it. */
    private static byte[] message(byte[] flat) {
        return ByteBuffer.allocate(8 + flat.length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(-1)
                .putInt(flat.length)
                .put(flat)
                .array();
    }

    private static byte[] schema(String name, ColumnFormat format) {
        FlatWriter flat = new FlatWriter();
        int[] message = flat.table(0, 2, 1, 4, 8);
        flat.putShort(message[0], VERSION).putByte(message[1], SCHEMA);
        schema(flat, message[2], name, format);
        return flat.bytes();
    }

    private static void schema(FlatWriter flat, int parent, String name, ColumnFormat format) {
        int[] schema = flat.table(parent, 2, 4);
        int fields = flat.vector(schema[1], 1, 4);
        int[] field = flat.table(fields, 4, 1, 1, 4, 0, 4);
        flat.putByte(field[1], 1).putByte(field[2], format.isBinary() ? 4 : 5);
        flat.text(field[0], name);
        flat.table(field[3]);
        flat.vector(field[5], 0, 4);
    }

    private static byte[] batch(StringColumn column, List<ByteBuffer> buffers, long body) {
        FlatWriter flat = new FlatWriter();
        int[] message = flat.table(0, 2, 1, 4, 8);
        flat.putShort(message[0], VERSION).putByte(message[1], RECORD_BATCH).putLong(message[3], body);
        int[] batch = flat.table(message[2], 8, 4, 4);
        flat.putLong(batch[0], column.count());
        int nodes = flat.vector(batch[1], 1, 16);
        long nulls = 0;
        for (int i = 0; i < column.count(); i++) {
            nulls += column.isNull(i) ? 1 : 0;
        }
        flat.putLong(nodes, column.count()).putLong(nodes + 8, nulls);
        int at = flat.vector(batch[2], buffers.size(), 16);
        long offset = 0;
        for (ByteBuffer each : buffers) {
            flat.putLong(at, offset).putLong(at + 8, each.remaining());
            offset += aligned(each.remaining());
            at += 16;
        }
        return flat.bytes();
    }

    private static byte[] footer(String name, ColumnFormat format, int batchAt, int batchBytes, long body) {
        FlatWriter flat = new FlatWriter();
        int[] footer = flat.table(0, 2, 4, 4, 4);
        flat.putShort(footer[0], VERSION);
        schema(flat, footer[1], name, format);
        flat.vector(footer[2], 0, 24);
        int block = flat.vector(footer[3], 1, 24);
        flat.putLong(block, batchAt).putInt(block + 8, batchBytes).putLong(block + 16, body);
        return flat.bytes();
    }
}
