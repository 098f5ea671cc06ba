package dev.unitstr.spark;

import dev.unitstr.tensor.TensorFormatException;
import dev.unitstr.tensor.TensorFormatException.Code;
import dev.unitstr.tensor.TensorFormatException.Field;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.arrow.flatbuf.RecordBatch;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.LargeVarCharVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ViewVarCharVector;
import org.apache.arrow.vector.ipc.ArrowFileReader;
import org.apache.arrow.vector.ipc.ArrowFileWriter;
import org.apache.arrow.vector.ipc.ReadChannel;
import org.apache.arrow.vector.ipc.message.ArrowBlock;
import org.apache.arrow.vector.ipc.message.MessageMetadataResult;
import org.apache.arrow.vector.ipc.message.MessageSerializer;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.hadoop.fs.FileStatus;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.array.ByteArrayMethods;

/**
 * Arrow IPC files.
 *
 * @param caseSensitive whether names of columns that differ in case are other names
 */
record ArrowStringFiles(boolean caseSensitive) implements StringFiles {
    /** The number of rows at which a record batch is written. */
    private static final int BATCH_ROWS = 64 << 10;
    /** The size of text in bytes at which a record batch is written. */
    private static final long BATCH_BYTES = 16 << 20;

    @Override
    public String extension() {
        return "arrow";
    }

    @Override
    public int mostColumns() {
        return Integer.MAX_VALUE;
    }

    @Override
    public long fileBytes() {
        return Long.MAX_VALUE;
    }

    @Override
    public StructType schema(Directory directory) throws IOException {
        List<FileStatus> files = directory.files();
        if (files.isEmpty()) {
            throw new IOException("path " + directory.path() + " has no files but those whose names begin with _ or .,"
                    + " which are ignored: pass a schema to the reader");
        }
        FileStatus status = files.get(0);
        OpenFile first = new OpenFile(
                status.getPath(), status.getLen(), directory.configuration().value());
        try (BufferAllocator allocator = new RootAllocator();
                ArrowFileReader reader = new ArrowFileReader(first.channel(), allocator)) {
            StructField[] columns = reader.getVectorSchemaRoot().getSchema().getFields().stream()
                    .filter(field -> isString(field.getType()))
                    .map(field -> DataTypes.createStructField(field.getName(), DataTypes.StringType, true))
                    .toArray(StructField[]::new);
            if (columns.length == 0) {
                throw new IOException("no column is of type utf8, large_utf8 or utf8_view");
            }
            return new StructType(columns);
        } catch (IOException | RuntimeException e) {
            throw OpenFile.failure(first.path().toString(), e);
        }
    }

    private static boolean isString(ArrowType type) {
        return type instanceof ArrowType.Utf8
                || type instanceof ArrowType.LargeUtf8
                || type instanceof ArrowType.Utf8View;
    }

    @Override
    public Strings open(OpenFile file, FilePart part, String[] schema, String[] columns) throws IOException {
        return open(file.channel(), part, schema, columns);
    }

    /** Opens a file that a channel reads; the result closes the channel. */
    Strings open(SeekableByteChannel channel, FilePart part, String[] schema, String[] columns) throws IOException {
        return new ArrowStrings(channel, part, schema, columns, caseSensitive);
    }

    @Override
    public Writer create(OutputStream out, String[] columns) throws IOException {
        return new ArrowWriter(out, columns);
    }

    private static final class ArrowStrings implements Strings {
        private final BufferAllocator allocator = new RootAllocator();
        private final SeekableByteChannel channel;
        private final ArrowFileReader reader;
        private final FieldVector[] vectors;
        private final int end;
        private int batch;
        private int row;
        private int rows;

        ArrowStrings(
                SeekableByteChannel channel, FilePart part, String[] schema, String[] columns, boolean caseSensitive)
                throws IOException {
            this.channel = channel;
            reader = new ArrowFileReader(channel, allocator);
            try {
                List<ArrowBlock> blocks = reader.getRecordBlocks();
                batch = (int) part.first(blocks.size());
                end = (int) part.end(blocks.size());
                List<FieldVector> all = reader.getVectorSchemaRoot().getFieldVectors().stream()
                        .filter(vector -> isString(vector.getField().getType()))
                        .toList();
                Map<String, FieldVector> found = new HashMap<>();
                for (String name : schema) {
                    found.put(name, find(all, name, caseSensitive));
                }
                vectors = Arrays.stream(columns).map(found::get).toArray(FieldVector[]::new);
            } catch (IOException | RuntimeException e) {
                close();
                throw e;
            }
        }

        /** Finds the column of a name: the one in the same case if there is one. */
        private static FieldVector find(List<FieldVector> all, String name, boolean caseSensitive) throws IOException {
            List<FieldVector> found =
                    all.stream().filter(each -> each.getName().equals(name)).toList();
            if (found.isEmpty() && !caseSensitive) {
                found = all.stream()
                        .filter(each -> each.getName().equalsIgnoreCase(name))
                        .toList();
            }
            if (found.size() != 1) {
                boolean none = found.isEmpty();
                throw new IOException("there is " + (none ? "no column " : "more than one column ") + name
                        + " of strings; the columns of strings are "
                        + all.stream().map(FieldVector::getName).toList());
            }
            return found.get(0);
        }

        @Override
        public int read(StringVector[] columns) throws IOException {
            while (row == rows) {
                if (batch == end) {
                    return 0;
                }
                ArrowBlock block = reader.getRecordBlocks().get(batch++);
                row = 0;
                rows = columns.length == 0 ? rowCount(block) : load(block);
            }
            int n = Math.min(StringVector.MOST, rows - row);
            for (int i = 0; i < columns.length; i++) {
                try {
                    locate(vectors[i], columns[i], n);
                } catch (TensorFormatException e) {
                    throw new IOException(
                            "record batch " + (batch - 1) + ", column " + vectors[i].getName() + ": " + e.getMessage(),
                            e);
                }
            }
            row += n;
            return n;
        }

        private int load(ArrowBlock block) throws IOException {
            reader.loadRecordBatch(block);
            return checked(reader.getVectorSchemaRoot().getRowCount());
        }

        /** Reads only the metadata of a record batch. */
        private int rowCount(ArrowBlock block) throws IOException {
            channel.position(block.getOffset());
            MessageMetadataResult metadata = MessageSerializer.readMessage(new ReadChannel(channel));
            if (metadata == null || !(metadata.getMessage().header(new RecordBatch()) instanceof RecordBatch found)) {
                throw new IOException("record batch " + (batch - 1) + " is missing");
            }
            return checked(found.length());
        }

        private int checked(long count) throws IOException {
            if (count < 0 || count > Integer.MAX_VALUE) {
                throw new IOException("record batch " + (batch - 1) + " has " + count + " rows");
            }
            return (int) count;
        }

        private void locate(FieldVector vector, StringVector column, int n) {
            boolean large = vector instanceof LargeVarCharVector;
            ArrowBuf table = vector instanceof ViewVarCharVector ? vector.getDataBuffer() : vector.getOffsetBuffer();
            long tableBytes = table == vector.getDataBuffer() ? 16L * rows : (large ? 8 : 4) * (rows + 1L);
            if (vector.getValueCount() != rows
                    || table.capacity() < tableBytes
                    || vector.getValidityBuffer().capacity() < (rows + 7L) / 8) {
                throw TensorFormatException.ofWhole(
                        Code.TABLE_TRUNCATED,
                        rows,
                        Field.TABLE,
                        "the column has " + vector.getValueCount() + " elements in a table of " + table.capacity()
                                + " bytes, the record batch " + rows + " rows");
            }
            column.atAddresses();
            for (int i = 0; i < n; i++) {
                if (vector.isNull(row + i)) {
                    column.setNull(i);
                } else if (vector instanceof ViewVarCharVector view) {
                    locateView(view, column, i);
                } else {
                    long start = large ? table.getLong(8L * (row + i)) : table.getInt(4L * (row + i));
                    long stop = large ? table.getLong(8L * (row + i + 1)) : table.getInt(4L * (row + i + 1));
                    set(column, i, vector.getDataBuffer(), start, stop - start);
                }
            }
        }

        /** Elements of 16 bytes: a length, then the text, or (after its first 4 bytes) a buffer and an offset. */
        private void locateView(ViewVarCharVector view, StringVector column, int i) {
            ArrowBuf elements = view.getDataBuffer();
            long at = 16L * (row + i);
            int bytes = elements.getInt(at);
            if (bytes <= 12) {
                set(column, i, elements, at + 4, bytes);
                return;
            }
            int buffer = elements.getInt(at + 8);
            List<ArrowBuf> texts = view.getDataBuffers();
            if (buffer < 0 || buffer >= texts.size()) {
                String detail = "its text is in buffer " + buffer + ": the column has " + texts.size();
                throw new TensorFormatException(Code.OFFSET_RANGE, row + i, Field.OFFSET, detail);
            }
            set(column, i, texts.get(buffer), elements.getInt(at + 12), bytes);
        }

        private void set(StringVector column, int i, ArrowBuf texts, long start, long bytes) {
            long size = texts.capacity();
            if (start < 0 || start > size || bytes < 0 || bytes > size - start) {
                String detail =
                        "its text would have " + bytes + " bytes from byte " + start + " on: the column has " + size;
                throw new TensorFormatException(Code.OFFSET_RANGE, row + i, Field.OFFSET, detail);
            }
            if (bytes > ByteArrayMethods.MAX_ROUNDED_ARRAY_LENGTH) {
                String detail = "it has " + bytes + " bytes: a string of Spark has at most "
                        + ByteArrayMethods.MAX_ROUNDED_ARRAY_LENGTH;
                throw new TensorFormatException(Code.SIZE_LIMIT, row + i, Field.SIZE, detail);
            }
            column.set(i, texts.memoryAddress() + start, (int) bytes);
        }

        @Override
        public void close() throws IOException {
            reader.close();
            allocator.close();
        }
    }

    private static final class ArrowWriter implements Writer {
        private final BufferAllocator allocator = new RootAllocator();
        private final VectorSchemaRoot root;
        private final ArrowFileWriter writer;
        private int rows;
        private long batchBytes;
        private long bytes;

        ArrowWriter(OutputStream out, String[] columns) throws IOException {
            root = VectorSchemaRoot.create(
                    new Schema(Arrays.stream(columns)
                            .map(name ->
                                    org.apache.arrow.vector.types.pojo.Field.nullable(name, ArrowType.Utf8.INSTANCE))
                            .toList()),
                    allocator);
            writer = new ArrowFileWriter(root, null, Channels.newChannel(out));
            writer.start();
        }

        @Override
        public long write(InternalRow row) throws IOException {
            for (int i = 0; i < root.getFieldVectors().size(); i++) {
                VarCharVector column = (VarCharVector) root.getVector(i);
                if (row.isNullAt(i)) {
                    column.setNull(rows);
                } else {
                    byte[] text = row.getUTF8String(i).getBytes();
                    column.setSafe(rows, text);
                    batchBytes += text.length;
                    bytes += text.length;
                }
            }
            if (++rows == BATCH_ROWS || batchBytes >= BATCH_BYTES) {
                flush();
            }
            return bytes;
        }

        private void flush() throws IOException {
            root.setRowCount(rows);
            writer.writeBatch();
            root.clear();
            rows = 0;
            batchBytes = 0;
        }

        @Override
        public void finish() throws IOException {
            if (rows > 0) {
                flush();
            }
            writer.end();
        }

        @Override
        public void close() throws IOException {
            try (allocator;
                    root) {
                writer.close();
            }
        }
    }
}
