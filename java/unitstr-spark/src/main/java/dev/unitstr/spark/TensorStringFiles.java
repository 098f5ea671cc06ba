package dev.unitstr.spark;

import dev.unitstr.tensor.StringTensor;
import dev.unitstr.tensor.StringTensorBuilder;
import dev.unitstr.tensor.StringTensors;
import dev.unitstr.tensor.TensorLayout;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Locale;
import java.util.OptionalLong;
import org.apache.arrow.memory.util.MemoryUtil;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * Files with one tensor each.
 *
 * @param layout the name of the layout
 */
record TensorStringFiles(String layout) implements StringFiles {
    /** Limits the memory that a task takes: a tensor is written when all of its strings are known. */
    private static final long FILE_BYTES = 64L << 20;

    TensorStringFiles {
        layout(layout);
    }

    private static TensorLayout layout(String name) {
        return switch (name.toLowerCase(Locale.ROOT)) {
            case "tf24" -> TensorLayout.TF24;
            case "rfc16" -> TensorLayout.RFC16;
            case "rfc24" -> TensorLayout.RFC24;
            case "tflite" -> TensorLayout.TFLITE;
            default ->
                throw new IllegalArgumentException("option layout is '" + name + "': not tf24, rfc16, rfc24 or tflite");
        };
    }

    @Override
    public String extension() {
        return "tensor";
    }

    @Override
    public int mostColumns() {
        return 1;
    }

    @Override
    public long fileBytes() {
        return FILE_BYTES;
    }

    @Override
    public StructType schema(Directory directory) {
        return new StructType(new StructField[] {DataTypes.createStructField("value", DataTypes.StringType, false)});
    }

    /** The schema has one column, which is the tensor: a file cannot lack it. */
    @Override
    public Strings open(OpenFile file, FilePart part, String[] schema, String[] columns) throws IOException {
        return open(file.content(), part);
    }

    /** Opens the content of a file. */
    Strings open(ByteBuffer memory, FilePart part) throws IOException {
        OptionalLong count = StringTensors.storedCount(memory, layout(layout));
        if (count.isEmpty()) {
            throw new IOException(
                    "the file does not state its number of elements: its first element is not of kind OFFSET");
        }
        return new TensorStrings(memory, StringTensor.of(memory, count.getAsLong(), layout(layout)), part);
    }

    @Override
    public Writer create(OutputStream out, String[] columns) {
        return new TensorWriter(StringTensorBuilder.of(layout(layout)), out);
    }

    private static final class TensorStrings implements Strings {
        private final ByteBuffer memory;
        private final StringTensor tensor;
        private final long end;
        private long next;

        TensorStrings(ByteBuffer memory, StringTensor tensor, FilePart part) {
            this.memory = memory;
            this.tensor = tensor;
            this.next = part.first(tensor.size());
            this.end = part.end(tensor.size());
        }

        @Override
        public int read(StringVector[] columns) {
            int rows = (int) Math.min(StringVector.MOST, end - next);
            for (StringVector column : columns) { // none if only the number of rows matters
                tensor.locate(next, column.places, column.byteLengths, rows);
                if (memory.hasArray()) {
                    column.in(memory.array(), 0, rows);
                } else {
                    column.in(null, MemoryUtil.getByteBufferAddress(memory), rows);
                }
            }
            next += rows;
            return rows;
        }

        /** Does nothing: the mapping ends when nothing refers to this object, which a task keeps until it ends. */
        @Override
        public void close() {}
    }

    private static final class TensorWriter implements Writer {
        private final StringTensorBuilder builder;
        private final OutputStream out;
        private long bytes;

        TensorWriter(StringTensorBuilder builder, OutputStream out) {
            this.builder = builder;
            this.out = out;
        }

        @Override
        public long write(InternalRow row) {
            if (row.isNullAt(0)) {
                throw new IllegalArgumentException("row " + builder.size()
                        + " of the file is null: a tensor has no nulls; coalesce(value, '') replaces them");
            }
            byte[] string = row.getUTF8String(0).getBytes();
            builder.add(string);
            bytes += string.length + TensorLayout.Format.TF24.elementBytes();
            return bytes;
        }

        @Override
        public void finish() throws IOException {
            ByteBuffer tensor = builder.build();
            out.write(tensor.array(), tensor.arrayOffset(), tensor.limit());
        }

        @Override
        public void close() throws IOException {
            out.close();
        }
    }
}
