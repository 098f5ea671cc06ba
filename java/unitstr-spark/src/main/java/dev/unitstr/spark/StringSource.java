package dev.unitstr.spark;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
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
    /** Returns the kind of files. */
    abstract StringFiles files(CaseInsensitiveStringMap options);

    @Override
    public final StructType inferSchema(CaseInsensitiveStringMap options) {
        try {
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
        return new StringTable(shortName(), files, schema, new Directory(options));
    }
}
