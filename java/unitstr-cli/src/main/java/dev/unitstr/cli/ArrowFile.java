package dev.unitstr.cli;

import dev.unitstr.cli.Exit.Malformed;
import dev.unitstr.columns.ColumnFormat;
import dev.unitstr.columns.ColumnFormatException;
import dev.unitstr.columns.IndexType;
import dev.unitstr.columns.StringColumn;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An Arrow IPC file: its columns of strings, in place. Arrow Java would add several megabytes to the jar, for the three
 * kinds of messages that are read here.
 */
final class ArrowFile {
    /** The bytes at the start and at the end of a file. */
    static final byte[] MAGIC = {'A', 'R', 'R', 'O', 'W', '1'};

    /** The size of a flatbuffer's {@code Block}: where a message is. */
    private static final int BLOCK = 24;
    /** The size of a {@code FieldNode} and of a {@code Buffer}: two longs. */
    private static final int PAIR = 16;
    /** The number of metadata version V4, the oldest one that is read. */
    private static final int V4 = 3;
    /** The number of V5, the newest. */
    private static final int V5 = 4;
    /** The limit of an array. */
    static final int MOST_ROWS = Integer.MAX_VALUE - 8;
    /** The number of levels of nested columns that are read. */
    private static final int MOST_DEEP = 64;
    /** The number of names in a message. */
    private static final int MOST_NAMES = 20;
    /** The number of rows that are copied at once. */
    private static final int SOME = 1 << 8;

    /** The names of types, by their number in the union {@code Type} of Schema.fbs. */
    private static final List<String> TYPES = List.of(
            "none",
            "null",
            "int",
            "floating_point",
            "binary",
            "utf8",
            "bool",
            "decimal",
            "date",
            "time",
            "timestamp",
            "interval",
            "list",
            "struct",
            "union",
            "fixed_size_binary",
            "fixed_size_list",
            "map",
            "duration",
            "large_binary",
            "large_utf8",
            "large_list",
            "run_end_encoded",
            "binary_view",
            "utf8_view",
            "list_view",
            "large_list_view");
    /** The names of messages, by their number in the union {@code MessageHeader} of Message.fbs. */
    private static final List<String> MESSAGES =
            List.of("none", "a schema", "a dictionary batch", "a record batch", "a tensor", "a sparse tensor");

    private static final Map<Integer, ColumnFormat> FORMATS = Map.of(
            4, ColumnFormat.BINARY,
            5, ColumnFormat.UTF8,
            19, ColumnFormat.LARGE_BINARY,
            20, ColumnFormat.LARGE_UTF8,
            23, ColumnFormat.BINARY_VIEW,
            24, ColumnFormat.UTF8_VIEW);

    private final Path file;
    private final ByteBuffer bytes;
    /** The part of the metadata that is being read, for messages. */
    private String place = "";

    private FlatTable schema;
    private final Map<Long, Message> dictionaries = new HashMap<>();
    /** The size of the messages and names that were read, in bytes. */
    private long used;
    /** The columns. */
    final List<Column> columns = new ArrayList<>();
    /** The number of record batches. */
    int batches;
    /** The number of rows of all batches. */
    long rows;

    /**
     * A column of the file.
     *
     * @param name its name
     * @param type the name of its type
     * @param batches its rows; empty if they are no strings
     * @param isText whether it is a column of strings
     */
    record Column(String name, String type, List<StringColumn> batches, boolean isText) {
        /** Copies the strings, and checks them: few at once, because views may share long texts. */
        Iterable<byte[][]> strings() {
            return () -> {
                long[] row = {0};
                return batches.stream()
                        .flatMap(Column::parts)
                        .map(part -> {
                            byte[][] strings = strings(part, row[0]);
                            row[0] += strings.length;
                            return strings;
                        })
                        .iterator();
            };
        }

        private static Stream<StringColumn> parts(StringColumn batch) {
            return IntStream.range(0, (int) ((batch.count() + SOME - 1L) / SOME))
                    .mapToObj(i -> batch.slice(i * SOME, Math.min(SOME, batch.count() - i * SOME)));
        }

        /** Copies the strings of a part. The exception has the row of the file, not that of the part. */
        private static byte[][] strings(StringColumn part, long start) {
            try {
                return part.toByteArrays();
            } catch (ColumnFormatException e) {
                String inPart = new ColumnFormatException(e.column(), e.row(), "").getMessage();
                String detail = String.valueOf(e.getMessage()).substring(inPart.length());
                throw new ColumnFormatException(e.column(), Math.toIntExact(start + e.row()), detail);
            }
        }
    }

    /** A record batch, the bytes that follow it, and the metadata version, which decides what buffers it has. */
    private record Message(FlatTable header, ByteBuffer body, int version) {}

    private ArrowFile(Path file, ByteBuffer bytes) {
        this.file = file;
        this.bytes = bytes;
    }

    private void read() {
        int end = bytes.limit() - MAGIC.length - 4;
        int footer = bytes.getInt(end);
        if (footer < 0 || footer > end - MAGIC.length) {
            throw malformed("the size of its footer, at byte " + end + ", is " + footer + ": not between 0 and "
                    + (end - MAGIC.length));
        }
        place = "the footer at byte " + (end - footer);
        FlatTable root = FlatTable.root(slice(bytes, end - footer, footer));
        this.schema = root.table(1);
        if (schema.getShort(0) != 0 || ByteOrder.nativeOrder() != ByteOrder.LITTLE_ENDIAN) {
            throw malformed(
                    "it is big-endian, or this machine is; only little-endian files are read, on such machines");
        }
        for (int i = 0; i < root.count(2, BLOCK); i++) {
            Message message = message(root, 2, i);
            Message values = new Message(message.header.table(1), message.body, message.version);
            if (message.header.getByte(2) != 0 || dictionaries.put(message.header.getLong(0), values) != null) {
                throw malformed("dictionary " + message.header.getLong(0)
                        + " has several parts: write the file with one dictionary for all batches, without deltas");
            }
        }
        List<Message> records = new ArrayList<>();
        for (int i = 0; i < root.count(3, BLOCK); i++) {
            records.add(message(root, 3, i));
        }
        read(records);
    }

    /** Reads a file whose content is not trusted. */
    static ArrowFile read(Path file, ByteBuffer memory) {
        ByteBuffer bytes = memory.duplicate().clear().limit(memory.limit()).order(ByteOrder.LITTLE_ENDIAN);
        if (!startsWith(bytes, "ARROW1")) {
            throw new Malformed(file, "not an Arrow file: " + otherFormat(bytes));
        }
        if (bytes.limit() < 2 * MAGIC.length + 6
                || !bytes.slice(bytes.limit() - MAGIC.length, MAGIC.length).equals(ByteBuffer.wrap(MAGIC))) {
            throw new Malformed(
                    file, "truncated: it starts with ARROW1, as an Arrow file does, but does not end with it");
        }
        ArrowFile arrow = new ArrowFile(file, bytes);
        try {
            arrow.read();
            return arrow;
        } catch (IndexOutOfBoundsException | ArithmeticException e) { // the JVM's message has positions of a buffer
            throw new Malformed(
                    file,
                    "malformed metadata in " + arrow.place
                            + ": a part is missing, or a position or a size leads out of it");
        }
    }

    /** Returns what a file is that does not start as an Arrow file does, and what to do. */
    private static String otherFormat(ByteBuffer bytes) {
        if (bytes.limit() == 0) {
            return "it is empty";
        }
        if (startsWith(bytes, "\u00ff\u00ff\u00ff\u00ff") || isSchema(bytes)) {
            return "it is an Arrow stream; write it as a file, for example with pyarrow.ipc.new_file";
        }
        if (startsWith(bytes, "FEA1")) {
            return "it is a Feather V1 file; write it as Feather V2, for example with"
                    + " pyarrow.feather.write_feather(table, file, compression='uncompressed')";
        }
        if (startsWith(bytes, "PAR1")) {
            return "it is a Parquet file; write it as an Arrow file, for example with pyarrow.ipc.new_file";
        }
        return "it does not start with ARROW1";
    }

    /** Tests whether a file starts as a stream did before version 0.15: with the size of a schema message. */
    private static boolean isSchema(ByteBuffer bytes) {
        try {
            FlatTable message = FlatTable.root(slice(bytes, 4, bytes.getInt(0)));
            return message.getByte(1) == 1 && message.getShort(0) <= V5 && message.has(2);
        } catch (IndexOutOfBoundsException | IllegalArgumentException | ArithmeticException e) {
            return false;
        }
    }

    private static boolean startsWith(ByteBuffer bytes, String latin1) {
        byte[] start = latin1.getBytes(StandardCharsets.ISO_8859_1);
        return bytes.limit() >= start.length && bytes.slice(0, start.length).equals(ByteBuffer.wrap(start));
    }

    private Malformed malformed(String reason) {
        return new Malformed(file, reason);
    }

    private static ByteBuffer slice(ByteBuffer bytes, long at, long size) {
        if (at < 0 || size < 0 || at > bytes.limit() - size) {
            throw new IllegalArgumentException(
                    "a part of " + size + " bytes at byte " + at + " does not lie within " + bytes.limit() + " bytes");
        }
        return bytes.slice((int) at, (int) size).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Reads the message that a block of the footer refers to: 2 for dictionaries, 3 for record batches. */
    private Message message(FlatTable root, int field, int index) {
        String name = (field == 2 ? "dictionary batch " : "record batch ") + index;
        place = "the footer's block of " + name;
        try {
            return message(root, field, index, name);
        } catch (IllegalArgumentException e) {
            throw malformed(name + ": " + e.getMessage());
        }
    }

    private Message message(FlatTable root, int field, int index, String name) {
        int block = root.element(field, BLOCK, index);
        long at = root.buffer().getLong(block);
        int size = root.buffer().getInt(block + 8);
        ByteBuffer metadata = slice(bytes, at, size);
        place = "the message of " + name + " at byte " + at;
        int prefix = metadata.getInt(0) == -1 ? 8 : 4; // before version 0.15 there was no marker
        FlatTable message = FlatTable.root(slice(metadata, prefix, size - prefix));
        if (message.getByte(1) != field) {
            throw malformed("the message at byte " + at + " is " + name(MESSAGES, message.getByte(1)) + ", not "
                    + MESSAGES.get(field));
        }
        int version = message.getShort(0);
        if (version != V4 && version != V5) {
            throw malformed(
                    "the message at byte " + at + " is of metadata version V" + (version + 1) + ": not V4 or V5");
        }
        ByteBuffer body = slice(bytes, at + size, root.buffer().getLong(block + 16));
        use(size + (long) body.limit());
        return new Message(message.table(2), body, version);
    }

    /** Counts bytes of a part of the file; otherwise a small file could have any number of parts, all at one place. */
    private void use(long size) {
        used += size;
        if (used > bytes.limit()) {
            throw malformed("its messages or names overlap");
        }
    }

    private void read(List<Message> records) {
        batches = records.size();
        place = "the schema in its footer";
        for (int i = 0; i < schema.count(1, 4); i++) {
            FlatTable field = schema.element(1, i);
            ColumnFormat format = FORMATS.get(field.getByte(2));
            boolean coded = field.has(4);
            String type = name(TYPES, field.getByte(2));
            String name = field.text(0);
            use(name.length());
            columns.add(new Column(name, (coded ? "dictionary of " : "") + type, new ArrayList<>(), format != null));
        }
        for (int batch = 0; batch < batches; batch++) {
            Message record = records.get(batch);
            checkCompression(record, "record batch " + batch);
            rows += rows(record);
            place = "record batch " + batch;
            Buffers buffers = new Buffers(record);
            for (int i = 0; i < columns.size(); i++) {
                FlatTable field = schema.element(1, i);
                Column column = columns.get(i);
                if (column.isText) {
                    String name = batches == 1 ? column.name : column.name + ", batch " + batch;
                    column.batches.add(column(field, buffers, name).withName(column.name));
                } else {
                    buffers.skip(field, 0);
                }
            }
            buffers.checkEnd("record batch " + batch);
        }
    }

    private int rows(Message record) {
        long rows = record.header.getLong(0);
        if (rows < 0 || rows > MOST_ROWS) {
            throw malformed("a record batch has " + rows + " rows: not between 0 and " + MOST_ROWS);
        }
        return (int) rows;
    }

    private void checkCompression(Message record, String name) {
        if (record.header.has(3)) {
            String codec = record.header.table(3).getByte(0) == 0 ? "LZ4" : "ZSTD";
            throw malformed(name + " is compressed with " + codec + ": write the file without compression");
        }
    }

    private StringColumn column(FlatTable field, Buffers buffers, String name) {
        try {
            return column(field, buffers);
        } catch (IllegalArgumentException e) {
            throw malformed("column " + name + ": " + e.getMessage());
        }
    }

    private StringColumn column(FlatTable field, Buffers buffers) {
        if (!field.has(4)) {
            return buffers.column(FORMATS.get(field.getByte(2)));
        }
        FlatTable encoding = field.table(4);
        Message values = dictionaries.get(encoding.getLong(0));
        if (values == null) {
            throw malformed("dictionary " + encoding.getLong(0) + " is missing");
        }
        checkCompression(values, "dictionary " + encoding.getLong(0));
        Buffers ofValues = new Buffers(values);
        StringColumn dictionary = ofValues.column(FORMATS.get(field.getByte(2)));
        ofValues.checkEnd("dictionary " + encoding.getLong(0));
        return buffers.indices(dictionary, indexType(encoding));
    }

    private IndexType indexType(FlatTable encoding) {
        boolean isSigned = !encoding.has(1) || encoding.table(1).getByte(1) != 0;
        int bits = encoding.has(1) ? encoding.table(1).getInt(0) : 32;
        return switch (bits) {
            case 8 -> isSigned ? IndexType.INT8 : IndexType.UINT8;
            case 16 -> isSigned ? IndexType.INT16 : IndexType.UINT16;
            case 32 -> isSigned ? IndexType.INT32 : IndexType.UINT32;
            default -> throw malformed("the indices of a dictionary have " + bits + " bits: not supported");
        };
    }

    /** Returns a name by its number, which may be any. */
    private static String name(List<String> names, int number) {
        return number > 0 && number < names.size() ? names.get(number) : "unknown type " + number;
    }

    private boolean isDense(FlatTable union) {
        int mode = union.getShort(0);
        if (mode != 0 && mode != 1) {
            throw malformed("a union has the mode " + mode);
        }
        return mode == 1;
    }

    /** The buffers of a record batch, column by column. */
    private final class Buffers {
        private final Message record;
        private int node;
        private int buffer;
        private int variadic;

        Buffers(Message record) {
            this.record = record;
        }

        private int rows() {
            int at = record.header.element(1, PAIR, next(1, node++));
            long rows = record.header.buffer().getLong(at);
            if (rows != ArrowFile.this.rows(record)) {
                throw malformed("a column has " + rows + " rows, its batch has " + ArrowFile.this.rows(record));
            }
            return (int) rows;
        }

        private int next(int field, int index) {
            if (index >= record.header.count(field, field == 4 ? Long.BYTES : PAIR)) {
                throw malformed("a record batch has fewer buffers than its columns");
            }
            return index;
        }

        private ByteBuffer buffer() {
            int at = record.header.element(2, PAIR, next(2, buffer++));
            ByteBuffer metadata = record.header.buffer();
            return slice(record.body, metadata.getLong(at), metadata.getLong(at + 8));
        }

        private @Nullable ByteBuffer validity() {
            ByteBuffer bits = buffer();
            return bits.limit() == 0 ? null : bits;
        }

        private long variadicCount(int index) {
            return record.header.buffer().getLong(record.header.element(4, Long.BYTES, index));
        }

        private int variadic() {
            long count = variadicCount(next(4, variadic++));
            if (count < 0 || count > record.header.count(2, PAIR) - buffer) {
                throw malformed("a column of views has " + count + " data buffers");
            }
            return (int) count;
        }

        StringColumn column(ColumnFormat format) {
            int rows = rows();
            ByteBuffer validity = validity();
            ByteBuffer entries = buffer();
            ByteBuffer[] data = new ByteBuffer[format.isView() ? variadic() : 1];
            for (int i = 0; i < data.length; i++) {
                data[i] = buffer();
            }
            return checked(() -> StringColumn.of(format, rows, validity, entries, data));
        }

        StringColumn indices(StringColumn dictionary, IndexType type) {
            int rows = rows();
            ByteBuffer validity = validity();
            ByteBuffer indices = buffer();
            return checked(() -> StringColumn.dictionary(dictionary, type, rows, validity, indices));
        }

        /** Makes a column. Its message for a small buffer is for users, other than that of a metadata's buffer. */
        private StringColumn checked(Supplier<StringColumn> column) {
            try {
                return column.get();
            } catch (IndexOutOfBoundsException e) {
                throw new IllegalArgumentException(e.getMessage(), e);
            }
        }

        /** Returns 1 for V4, in which every type but Null has a validity buffer, also types that have none in V5. */
        private int validityOfV4() {
            return record.version == V4 ? 1 : 0;
        }

        /** Refuses what no column has used: then some column was read from the buffers of another. */
        void checkEnd(String name) {
            checkEnd(name, "columns", node, record.header.count(1, PAIR));
            checkEnd(name, "buffers", buffer, record.header.count(2, PAIR));
            // Polars 1.0 also counts the buffers of dictionaries. If all counts are equal, each column got its own.
            int counts = record.header.count(4, Long.BYTES);
            if (IntStream.range(1, counts).anyMatch(i -> variadicCount(i) != variadicCount(0))) {
                checkEnd(name, "columns of views", variadic, counts);
            }
        }

        private void checkEnd(String name, String what, int used, int count) {
            if (used != count) {
                throw malformed(name + " has " + count + " " + what + ", nested ones included: its schema has " + used);
            }
        }

        /** Skips the buffers of a column of another type. */
        void skip(FlatTable field, int depth) {
            next(1, node++); // so a table that is its own child ends at the last node
            int type = field.getByte(2);
            if (field.has(4)) {
                buffer += 2;
                return;
            }
            buffer += switch (type) {
                case 1 -> 0; // Null
                case 4, 5, 19, 20, 25, 26 -> 3; // texts and list views: validity, offsets, data or sizes
                case 13, 16 -> 1; // Struct, FixedSizeList: validity
                case 14 -> (isDense(field.table(3)) ? 2 : 1) + validityOfV4(); // Union: types, and offsets if dense
                case 22 -> validityOfV4(); // RunEndEncoded
                case 23, 24 -> 2 + variadic();
                case 2, 3, 6, 7, 8, 9, 10, 11, 12, 15, 17, 18, 21 -> 2; // validity; values or offsets
                default -> throw malformed("a column has the " + name(TYPES, type));
            };
            if (depth == MOST_DEEP) {
                throw malformed("its columns are nested more than " + MOST_DEEP + " deep");
            }
            for (int i = 0; i < field.count(5, 4); i++) {
                skip(field.element(5, i), depth + 1);
            }
        }
    }

    /** Returns a column of strings: the one with a name, or the only one. */
    Column column(@Nullable String name) {
        List<Column> texts = columns.stream().filter(Column::isText).toList();
        List<Column> found = texts.stream()
                .filter(column -> name == null || column.name.equals(name))
                .toList();
        if (found.size() == 1) {
            return found.get(0);
        }
        String names = texts.stream()
                .limit(MOST_NAMES)
                .map(column -> "'" + column.name + "'")
                .collect(Collectors.joining(", ", "", texts.size() > MOST_NAMES ? ", ..." : ""));
        String reason;
        if (texts.isEmpty()) {
            reason = " has no column of strings";
        } else if (name == null) {
            reason = " has " + texts.size() + " columns of strings: select one with --column: " + names;
        } else if (!found.isEmpty()) {
            reason = " has " + found.size() + " columns of strings named '" + name
                    + "'; a column needs a name of its own";
        } else {
            reason = columns.stream()
                            .filter(column -> column.name.equals(name))
                            .map(column -> ": the column '" + name + "' is of type " + column.type + ", not of strings")
                            .findFirst()
                            .orElse(" has no column named '" + name + "'")
                    + "; its columns of strings: " + names;
        }
        throw new IllegalArgumentException(TensorFile.name(file) + reason);
    }
}
