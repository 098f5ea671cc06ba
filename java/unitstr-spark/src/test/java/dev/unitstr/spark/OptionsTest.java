package dev.unitstr.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Map;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** No option of Spark's own sources is ignored: it is supported, or refused. */
class OptionsTest {
    private static CaseInsensitiveStringMap options(String name, String value) {
        return new CaseInsensitiveStringMap(Map.of("path", "/data", name, value));
    }

    private static void refused(String message, Executable call) {
        assertEquals(message, assertThrows(IllegalArgumentException.class, call).getMessage());
    }

    @Test
    void ofReaders() {
        refused(
                "option pathGlobFilter is '*.arrow': arrow-strings does not support it; pass a pattern as the path, such"
                        + " as /data/2026-*.arrow",
                () -> StringSource.checkOptions("arrow-strings", options("pathglobfilter", "*.arrow")));
        refused(
                "option ignoreCorruptFiles is 'true': string-tensor does not support it; a file that is not valid fails"
                        + " its task",
                () -> StringSource.checkOptions("string-tensor", options("ignoreCorruptFiles", "true")));
        for (String name : new String[] {"modifiedBefore", "modifiedAfter", "basePath", "mergeSchema"}) {
            assertThrows(
                    IllegalArgumentException.class,
                    () -> StringSource.checkOptions("string-tensor", options(name, "x")),
                    name);
        }
        StringSource.checkOptions("string-tensor", options("mergeSchema", "false"));
        StringSource.checkOptions("string-tensor", options("recursiveFileLookup", "true"));
        StringSource.checkOptions("string-tensor", options("fs.s3a.endpoint", "localhost"));
    }

    @Test
    void ofWriters() {
        refused(
                "option compression is 'zstd': string-tensor writes files without compression; pass none, or leave the"
                        + " option out",
                () -> StringTable.checkCompression("string-tensor", options("compression", "zstd")));
        StringTable.checkCompression("string-tensor", options("compression", "NONE"));
        StringTable.checkCompression("string-tensor", options("Compression", "uncompressed"));
        StringTable.checkCompression("string-tensor", options("layout", "tf24"));
    }

    @Test
    void tables() {
        StructField value = DataTypes.createStructField("value", DataTypes.StringType, true);
        StructField number = DataTypes.createStructField("number", DataTypes.IntegerType, true);
        refused("column number is of type int: string-tensor has only columns of type string", table("a", "b", number));
        refused("columns have the same name: [value, value]", table("a", "b", value, value));
        refused("the schema has 0 columns: string-tensor has exactly one", table("a", "b"));
        refused("option layout is 'tf25': not tf24, rfc16, rfc24 or tflite", table("layout", "tf25", value));
        refused(
                "option basePath is '/': string-tensor does not support it; the names of directories are not read as"
                        + " columns",
                table("basePath", "/", value));
    }

    private static Executable table(String option, String setting, StructField... columns) {
        return () ->
                new StringTensorSource().getTable(new StructType(columns), new Transform[0], Map.of(option, setting));
    }
}
