package dev.unitstr.columns;

import dev.unitstr.internal.columns.ArrowExporter;
import java.util.List;
import java.util.Map;

/**
 * Passes columns to other libraries by Arrow's C data interface and C stream interface.
 *
 * <pre>{@code
 * // two structs of the consumer, ArrowSchema and ArrowArray, which it has not filled
 * ArrowExport.column(cities, "city", schemaAddress, arrayAddress);
 * }</pre>
 *
 * <p>The methods copy the columns to native memory, which lives until the consumer has called the release callback of
 * the array, on any thread. So columns and their memory may be closed after the call, and native code never calls into
 * Java. Each string is copied twice, to an array and to native memory: a column of 10 MB needs 20 MB for a moment. Text of
 * formats that are not binary is written as well-formed UTF-8: malformed sequences become U+FFFD.
 *
 * <p>All methods throw {@link IllegalArgumentException} if an address is below 4096 or not a multiple of 8, if the strings
 * need more memory than the format of their column permits, or if a name has a NUL or a lone surrogate;
 * {@link OutOfMemoryError} if there is not enough native memory; {@link UnsupportedOperationException} if native access
 * or the native library is not available; and what reading the columns throws. The structs are then not filled.
 *
 * @since 0.1.0
 */
public final class ArrowExport {
    private ArrowExport() {}

    /**
     * Exports a column as an array. A dictionary-encoded column gets a new dictionary of the strings that occur.
     *
     * @param column the column
     * @param name the name in the schema; may be empty
     * @param schema the address of a {@code struct ArrowSchema} to fill
     * @param array the address of a {@code struct ArrowArray} to fill
     * @throws NullPointerException if {@code column} or {@code name} is null
     */
    public static void column(StringColumn column, String name, long schema, long array) {
        ArrowExporter.column(column, name, schema, array);
    }

    /**
     * Exports columns as a record batch, which is an array of structs.
     *
     * @param columns the columns and their names, in the order of the map
     * @param schema the address of a {@code struct ArrowSchema} to fill
     * @param array the address of a {@code struct ArrowArray} to fill
     * @throws NullPointerException if {@code columns}, a name or a column is null
     * @throws IllegalArgumentException if the columns have different numbers of rows
     */
    public static void batch(Map<String, StringColumn> columns, long schema, long array) {
        ArrowExporter.batch(columns, schema, array);
    }

    /**
     * Exports record batches as a stream. All of them are copied before this method returns.
     *
     * @param batches the record batches, at least one, all with the same names and formats in the same order
     * @param stream the address of a {@code struct ArrowArrayStream} to fill
     * @throws NullPointerException if {@code batches}, a batch, a name or a column is null
     * @throws IllegalArgumentException if there is no batch, batches differ in their names or formats, or the columns of
     *     a batch have different numbers of rows
     */
    public static void stream(List<Map<String, StringColumn>> batches, long stream) {
        ArrowExporter.stream(batches, stream);
    }
}
