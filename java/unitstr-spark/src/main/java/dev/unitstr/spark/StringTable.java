package dev.unitstr.spark;

import java.util.EnumSet;
import java.util.Set;
import org.apache.spark.sql.connector.catalog.SupportsRead;
import org.apache.spark.sql.connector.catalog.SupportsWrite;
import org.apache.spark.sql.connector.catalog.TableCapability;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.connector.write.WriteBuilder;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/** The strings of a directory. */
final class StringTable implements SupportsRead, SupportsWrite {
    private final String format;
    private final StringFiles files;
    private final StructType schema;
    private final Directory directory;
    private final CaseInsensitiveStringMap options;

    StringTable(
            String format,
            StringFiles files,
            StructType schema,
            Directory directory,
            CaseInsensitiveStringMap options) {
        this.format = format;
        this.files = files;
        this.schema = schema;
        this.directory = directory;
        this.options = options;
    }

    @Override
    public String name() {
        return format + " " + directory.path();
    }

    /** Spark derives the columns from the schema, and all of its versions 4 call this method. */
    @Override
    @SuppressWarnings("deprecation")
    public StructType schema() {
        return schema;
    }

    @Override
    public Set<TableCapability> capabilities() {
        return EnumSet.of(TableCapability.BATCH_READ, TableCapability.BATCH_WRITE, TableCapability.TRUNCATE);
    }

    @Override
    public ScanBuilder newScanBuilder(CaseInsensitiveStringMap options) {
        return new StringScanBuilder(name(), files, schema, directory);
    }

    @Override
    public WriteBuilder newWriteBuilder(LogicalWriteInfo info) {
        checkCompression(format, options);
        checkCompression(format, info.options());
        return new StagedWrite(files, info, directory);
    }

    /**
     * Checks an option for writing. Readers need none: a file says how it is compressed.
     *
     * @throws IllegalArgumentException if the option {@code compression} is neither none nor uncompressed
     */
    static void checkCompression(String format, CaseInsensitiveStringMap options) {
        String codec = options.getOrDefault("compression", "none");
        if (!codec.equalsIgnoreCase("none") && !codec.equalsIgnoreCase("uncompressed")) {
            throw new IllegalArgumentException("option compression is '" + codec + "': " + format
                    + " writes files without compression; pass none, or leave the option out");
        }
    }
}
