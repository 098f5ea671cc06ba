package dev.unitstr.spark;

import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * The data source {@code arrow-strings}: the string columns of directories of Arrow IPC files.
 *
 * <pre>{@code
 * Dataset<Row> names = spark.read().format("arrow-strings").load("/data/names");
 * names.filter("city = 'Paris'").count();
 * }</pre>
 *
 * <p><b>Schema.</b> The columns of type utf8, large_utf8 and utf8_view of the first file, all nullable. Columns of other
 * types are ignored. A schema passed to the reader selects columns and avoids opening that file. Its names match those of
 * a file in any case, unless {@code spark.sql.caseSensitive} is true; a name in the same case matches first. Every file
 * must have the columns of the schema: one that lacks a column fails each query that opens it, also one that does not use
 * the column, such as {@code count()}. Rows have the bytes of the strings unchanged, even if they are not valid UTF-8.
 *
 * <p><b>Options.</b> {@code path}: a file, a directory or a pattern such as {@code /names/2026-*}. Files whose names begin
 * with {@code _} or {@code .} are ignored, and so are those in subdirectories unless {@code recursiveFileLookup} is true.
 * Options of Spark's own sources of files that would change the rows, such as {@code pathGlobFilter}, are refused.
 *
 * <p><b>Reading.</b> Arrow Java, which is part of Spark, reads the record batches; rows point at its buffers. A partition
 * is a range of the record batches of a file. Compressed files are read since Spark 4.1. Columns that are encoded by a
 * dictionary are not supported. An offset outside the text fails the task with an exception that names the file, the
 * record batch, the element and the field.
 *
 * <p><b>Writing.</b> Modes {@code append} and {@code overwrite}. All columns must be strings; they are written as utf8,
 * not compressed. Each task writes one file, which gets its name when the whole job has succeeded.
 *
 * @since 0.1.0
 */
public final class ArrowStringsSource extends StringSource {
    /** Creates the data source; Spark calls this constructor. */
    public ArrowStringsSource() {}

    @Override
    public String shortName() {
        return "arrow-strings";
    }

    @Override
    StringFiles files(CaseInsensitiveStringMap options) {
        return new ArrowStringFiles(
                Boolean.parseBoolean(SparkSession.active().conf().get("spark.sql.caseSensitive")));
    }
}
