package dev.unitstr.spark;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableProvider;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.sources.DataSourceRegister;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/** What the data sources have in common. */
abstract class StringSource implements TableProvider, DataSourceRegister {
    private static final String PATTERN = "pass a pattern as the path, such as /data/2026-*.arrow";

    /** Options of Spark's own sources of files, and what to do instead. To ignore them would give other rows or files. */
    private static final Map<String, String> NOT_SUPPORTED = Map.of(
            "basePath", "the names of directories are not read as columns",
            "pathGlobFilter", PATTERN,
            "modifiedBefore", PATTERN,
            "modifiedAfter", PATTERN,
            "mergeSchema", "pass a schema, of which each file must have all columns",
            "ignoreCorruptFiles", "a file that is not valid fails its task",
            "ignoreMissingFiles", "a file that is missing fails its task",
            "maxRecordsPerFile", "repartition the rows before they are written");

    /** Returns the kind of files. */
    abstract StringFiles files(CaseInsensitiveStringMap options);

    @Override
    public final StructType inferSchema(CaseInsensitiveStringMap options) {
        try {
            checkOptions(shortName(), options);
            return files(options).schema(new Directory(options));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns true: a user may pass a schema, and Spark passes that of the rows to write. */
    @Override
    public final boolean supportsExternalMetadata() {
        return true;
    }

    @Override
    public final Table getTable(StructType schema, Transform[] partitioning, Map<String, String> properties) {
        CaseInsensitiveStringMap options = new CaseInsensitiveStringMap(properties);
        checkOptions(shortName(), options);
        StringFiles files = files(options);
        for (StructField field : schema.fields()) {
            if (!DataTypes.StringType.equals(field.dataType())) {
                throw new IllegalArgumentException("column " + field.name() + " is of type "
                        + field.dataType().simpleString() + ": " + shortName() + " has only columns of type string");
            }
        }
        if (new HashSet<>(List.of(schema.fieldNames())).size() < schema.length()) {
            throw new IllegalArgumentException("columns have the same name: " + List.of(schema.fieldNames()));
        }
        if (schema.length() == 0 || schema.length() > files.mostColumns()) {
            throw new IllegalArgumentException("the schema has " + schema.length() + " columns: " + shortName()
                    + (files.mostColumns() == 1 ? " has exactly one" : " has at least one"));
        }
        return new StringTable(shortName(), files, schema, new Directory(options), options);
    }

    /**
     * Checks options for reading and writing.
     *
     * @throws IllegalArgumentException if there is one that is not supported; false is always accepted
     */
    static void checkOptions(String format, CaseInsensitiveStringMap options) {
        for (String name : new TreeSet<>(NOT_SUPPORTED.keySet())) {
            String value = options.get(name);
            if (value != null && !value.equalsIgnoreCase("false")) {
                throw new IllegalArgumentException("option " + name + " is '" + value + "': " + format
                        + " does not support it; " + NOT_SUPPORTED.get(name));
            }
        }
    }
}
