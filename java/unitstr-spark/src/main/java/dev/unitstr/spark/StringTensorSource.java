package dev.unitstr.spark;

import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * The data source {@code string-tensor}: directories of files, each with one string tensor.
 *
 * <pre>{@code
 * Dataset<Row> tokens = spark.read().format("string-tensor").load("hdfs:/tokens");
 * tokens.filter("value like 'un%'").write().format("string-tensor").mode("append").save("hdfs:/selected");
 * }</pre>
 *
 * <p><b>Schema.</b> One string column, {@code value}, which is never null. A schema passed to the reader may give it
 * another name. Files have no shape: the strings of a tensor of several dimensions are rows in row-major order. Rows
 * have the bytes of the strings unchanged, even if they are not valid UTF-8.
 *
 * <p><b>Options.</b> {@code path}: a file, a directory or a pattern such as {@code /tokens/2026-*}. Files whose names
 * begin with {@code _} or {@code .} are ignored, and so are those in subdirectories unless {@code recursiveFileLookup} is
 * true. {@code layout}: {@code tf24} (the default), {@code rfc16}, {@code rfc24} or {@code tflite}. A file states its
 * number of elements in its first element, which must be of kind OFFSET, as in every file that unitstr writes by default.
 * Options of Spark's own sources of files that would change the rows, such as {@code pathGlobFilter}, are refused.
 *
 * <p><b>Reading.</b> A partition is a range of the elements of a file. Local files of at most 2 GiB are mapped and read in
 * place; they must not be truncated while they are read. Files of other file systems are read into memory. Addresses in
 * elements are not followed. An invalid element fails the task with an exception that names the file, the element and the
 * field.
 *
 * <p><b>Writing.</b> Modes {@code append} and {@code overwrite}. Each task writes files of about 64 MiB, which get their
 * names when the whole job has succeeded. A null fails the task.
 *
 * @since 0.1.0
 */
public final class StringTensorSource extends StringSource {
    /** Creates the data source; Spark calls this constructor. */
    public StringTensorSource() {}

    @Override
    public String shortName() {
        return "string-tensor";
    }

    @Override
    StringFiles files(CaseInsensitiveStringMap options) {
        return new TensorStringFiles(options.getOrDefault("layout", "tf24"));
    }
}
