package dev.unitstr.contract.refusals;

import static dev.unitstr.contract.refusals.Refusal.argument;
import static dev.unitstr.contract.refusals.Refusal.bounds;
import static dev.unitstr.contract.refusals.Refusal.of;
import static dev.unitstr.contract.refusals.Refusal.state;
import static dev.unitstr.contract.refusals.Samples.BUFFER;
import static dev.unitstr.contract.refusals.Samples.MEMORY;
import static dev.unitstr.contract.refusals.Samples.REPORT;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.MalformedTextException;
import dev.unitstr.columns.ArrowBatch;
import dev.unitstr.columns.ArrowExport;
import dev.unitstr.columns.ArrowStream;
import dev.unitstr.columns.ColumnFormat;
import dev.unitstr.columns.ColumnFormatException;
import dev.unitstr.columns.IndexType;
import dev.unitstr.columns.StringColumn;
import dev.unitstr.columns.StringColumnBuilder;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** What columns refuse. */
final class ColumnsRefusals {
    private static final ColumnFormat UTF8 = ColumnFormat.UTF8;
    private static final StringColumn COLUMN = column(UTF8);
    private static final StringColumn BAD = StringColumn.of(
                    UTF8, 1, null, numbers(0, 2), ByteBuffer.wrap(new byte[] {'a', -1}))
            .withPolicy(REPORT);
    private static final StringColumn OUTSIDE =
            StringColumn.of(UTF8, 2, null, numbers(0, 1, 9), ByteBuffer.wrap(new byte[] {'a', 'b'}));
    private static final StringColumn BAD_INDEX =
            StringColumn.dictionary(COLUMN, IndexType.INT8, 1, null, ByteBuffer.wrap(new byte[] {7}));
    private static final ByteBuffer ARROW = ByteBuffer.allocateDirect(400);
    private static final long ZEROS = dev.unitstr.contract.Addresses.of(ARROW) + 7 & -8L;

    private ColumnsRefusals() {}

    private static ByteBuffer numbers(int... numbers) {
        ByteBuffer buffer = ByteBuffer.allocate(4 * numbers.length).order(ByteOrder.LITTLE_ENDIAN);
        IntStream.of(numbers).forEach(buffer::putInt);
        return buffer.flip();
    }

    private static StringColumn column(ColumnFormat format) {
        return StringColumnBuilder.of(format).addAll("a", "b", null).build();
    }

    private static String[] distinct(int count) {
        return IntStream.range(0, count).mapToObj(String::valueOf).toArray(String[]::new);
    }

    static List<Refusal> reading() {
        return List.of(
                argument("count is -1: negative", () -> StringColumn.of(UTF8, -1, null, BUFFER, BUFFER)),
                argument("data has 0 buffers: UTF8 has one", () -> StringColumn.of(UTF8, 1, null, BUFFER)),
                argument(
                        "data has 2 buffers: UTF8 has one",
                        () -> StringColumn.of(UTF8, 1, null, BUFFER, BUFFER, BUFFER)),
                bounds(
                        "offsets has 8 bytes: too few for 3 entries of 4 bytes",
                        () -> StringColumn.of(UTF8, 2, null, BUFFER, BUFFER)),
                bounds(
                        "validity has 1 bytes: too few for 9 bits",
                        () -> StringColumn.of(
                                UTF8, 9, BUFFER.duplicate().limit(1), numbers(0, 0, 0, 0, 0, 0, 0, 0, 0, 0), BUFFER)),
                bounds(
                        "views has 8 bytes: too few for 1 entries of 16 bytes",
                        () -> StringColumn.of(ColumnFormat.UTF8_VIEW, 1, null, BUFFER)),
                bounds(
                        "offsets has 8 bytes: too few for 3 entries of 4 bytes",
                        () -> StringColumn.of(UTF8, 2, null, MEMORY, MEMORY)),
                argument("count is -1: negative", () -> StringColumn.ofDuckDb(-1, null, MEMORY)),
                bounds(
                        "views has 8 bytes: too few for 1 entries of 16 bytes",
                        () -> StringColumn.ofDuckDb(1, null, MEMORY)),
                argument(
                        "count is -1: negative",
                        () -> StringColumn.dictionary(COLUMN, IndexType.INT8, -1, null, BUFFER)),
                bounds(
                        "indices has 8 bytes: too few for 3 entries of 4 bytes",
                        () -> StringColumn.dictionary(COLUMN, IndexType.INT32, 3, null, BUFFER)),
                argument(
                        "values is dictionary-encoded itself, or belongs to an ArrowBatch",
                        () -> StringColumn.dictionary(BAD_INDEX, IndexType.INT8, 1, null, BUFFER)),
                bounds(
                        "indices has 8 bytes: too few for 3 entries of 4 bytes",
                        () -> StringColumn.dictionary(COLUMN, IndexType.INT32, 3, null, MEMORY)),
                bounds(
                        "first is 2 and count is 2: not a range of the column, which has 3 elements",
                        () -> COLUMN.slice(2, 2)),
                bounds(
                        "first is -1 and count is 1: not a range of the column, which has 3 elements",
                        () -> COLUMN.slice(-1, 1)),
                bounds("row is 3: the column has 3 rows", () -> COLUMN.isNull(3)),
                bounds("row is -1: the column has 3 rows", () -> COLUMN.get(-1)),
                bounds("row is 3: the column has 3 rows", () -> COLUMN.getBytes(3)),
                bounds("row is 3: the column has 3 rows", () -> COLUMN.memory(3)),
                bounds("row is 3: the column has 3 rows", () -> COLUMN.contentEquals(3, "a")),
                bounds(
                        "first is 1 and count is 3: not a range of the column, which has 3 elements",
                        () -> COLUMN.toStrings(1, 3)),
                bounds("dst has 2 elements: less than the 3 rows", () -> COLUMN.hashCodes(new int[2])),
                bounds("selection has 2 elements: less than the 3 rows", () -> COLUMN.selectEqual("a", new int[2])),
                bounds("selection has 2 elements: less than the 3 rows", () -> COLUMN.selectPrefix("a", new int[2])),
                of(MalformedTextException.class, "…malformed UTF-8 at byte 1: 1 byte", () -> BAD.get(0)),
                of(MalformedTextException.class, "…malformed UTF-8 at byte 1: 1 byte", () -> BAD.toStrings()),
                of(ColumnFormatException.class, "row 1…", () -> OUTSIDE.get(1)),
                of(ColumnFormatException.class, "row 1…", () -> OUTSIDE.toStrings()),
                of(
                        ColumnFormatException.class,
                        "row 1 of column x…",
                        () -> OUTSIDE.withName("x").getBytes(1)),
                of(ColumnFormatException.class, "row 0…", () -> BAD_INDEX.get(0)));
    }

    static List<Refusal> writing() {
        return List.of(
                argument(
                        "policy is IGNORE: neither REPLACE nor REPORT",
                        () -> StringColumnBuilder.of(UTF8).policy(MalformedPolicy.IGNORE)),
                argument(
                        "the strings have 129 distinct values: more than 128, the number of indices of INT8",
                        () -> StringColumnBuilder.of(UTF8)
                                .dictionary(IndexType.INT8)
                                .addAll(distinct(129))
                                .build()),
                argument(
                        "the allocator's buffer has a capacity of 1 bytes: less than the requested 11",
                        () -> StringColumnBuilder.of(UTF8).addAll("abc").build(size -> ByteBuffer.allocate(1))),
                of(
                        MalformedTextException.class,
                        "string 1: malformed text for UTF-8 at char 0: 1 char; 0 units were written",
                        () -> StringColumnBuilder.of(UTF8)
                                .policy(REPORT)
                                .addAll("a", "\ud800")
                                .build()),
                of(
                        MalformedTextException.class,
                        "string 0: malformed text for UTF-8 at char 0: 1 char; 0 units were written",
                        () -> StringColumnBuilder.of(UTF8)
                                .policy(REPORT)
                                .add("\ud800")
                                .build()),
                bounds(
                        "memory has 8 bytes: less than the 11 that are written",
                        () -> StringColumnBuilder.of(UTF8).addAll("abc").writeTo(MEMORY)));
    }

    /** An array and a schema of zeros were released. */
    static List<Refusal> arrow() {
        return List.of(
                argument("schema is 0: less than 4096, or not a multiple of 8", () -> ArrowBatch.of(0, ZEROS)),
                argument("array is 4097: less than 4096, or not a multiple of 8", () -> ArrowBatch.of(ZEROS, 4097)),
                state("schema is released or was imported before", () -> ArrowBatch.of(ZEROS, ZEROS + 72))
                        .inNativeMemory(),
                argument("stream is 8: less than 4096, or not a multiple of 8", () -> ArrowStream.of(8)),
                state("stream is released or was imported before", () -> ArrowStream.of(ZEROS))
                        .inNativeMemory(),
                argument(
                                "name has a NUL at char 1: it would end there",
                                () -> ArrowExport.column(COLUMN, "a\0", ZEROS, ZEROS + 72))
                        .inNativeMemory(),
                argument(
                                "name … has a lone surrogate, which UTF-8 cannot encode",
                                () -> ArrowExport.column(COLUMN, "\ud800", ZEROS, ZEROS + 72))
                        .inNativeMemory(),
                argument(
                                "schema is 1: less than 4096, or not a multiple of 8",
                                () -> ArrowExport.column(COLUMN, "a", 1, ZEROS))
                        .inNativeMemory(),
                argument(
                                "array is 0: less than 4096, or not a multiple of 8",
                                () -> ArrowExport.batch(Map.of("a", COLUMN), ZEROS, 0))
                        .inNativeMemory(),
                argument(
                        "batches is empty: a stream needs the schema of one",
                        () -> ArrowExport.stream(List.of(), ZEROS)),
                argument(
                        "a batch has the columns [b: UTF8]: the first has [a: UTF8]",
                        () -> ArrowExport.stream(
                                List.of(Map.of("a", COLUMN), Collections.singletonMap("b", COLUMN)), ZEROS)));
    }
}
