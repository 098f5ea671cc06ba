package dev.unitstr.spark;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.connector.read.SupportsPushDownLimit;
import org.apache.spark.sql.connector.read.SupportsPushDownRequiredColumns;
import org.apache.spark.sql.connector.read.SupportsPushDownV2Filters;
import org.apache.spark.sql.types.StructType;

/** Receives what Spark wants of a table. */
final class StringScanBuilder
        implements SupportsPushDownV2Filters, SupportsPushDownRequiredColumns, SupportsPushDownLimit {
    private final String name;
    private final StringFiles files;
    private final StructType schema;
    private final Directory directory;
    private final List<Predicate> pushed = new ArrayList<>();
    private final List<Condition> conditions = new ArrayList<>();
    private StructType output;
    private long limit = Long.MAX_VALUE;

    StringScanBuilder(String name, StringFiles files, StructType schema, Directory directory) {
        this.name = name;
        this.files = files;
        this.schema = schema;
        this.output = schema;
        this.directory = directory;
    }

    @Override
    public Predicate[] pushPredicates(Predicate[] predicates) {
        List<Predicate> rest = new ArrayList<>();
        for (Predicate predicate : predicates) {
            Condition condition = Condition.of(predicate);
            if (condition == null) {
                rest.add(predicate);
            } else {
                pushed.add(predicate);
                conditions.add(condition);
            }
        }
        return rest.toArray(Predicate[]::new);
    }

    @Override
    public Predicate[] pushedPredicates() {
        return pushed.toArray(Predicate[]::new);
    }

    @Override
    public void pruneColumns(StructType required) {
        output = required;
    }

    /** Limits each partition; Spark limits their union. */
    @Override
    public boolean pushLimit(int rows) {
        limit = rows;
        return true;
    }

    @Override
    public Scan build() {
        return new StringScan(
                name,
                directory,
                output,
                new BatchReaderFactory(
                        files,
                        schema.fieldNames(),
                        output.fieldNames(),
                        conditions.toArray(Condition[]::new),
                        limit,
                        directory.configuration()));
    }
}
