package dev.unitstr.spark;

import org.apache.spark.sql.connector.read.InputPartition;

/**
 * A part of a file. The task that reads it finds out how many rows the file has, so that planning opens no files.
 *
 * @param path the file
 * @param bytes the size of the file in bytes
 * @param index the index of the part
 * @param parts the number of parts of the file
 */
record FilePart(String path, long bytes, int index, int parts) implements InputPartition {
    /** Returns the first of this part's shares of {@code count} items. */
    long first(long count) {
        return share(count, index);
    }

    /** Returns the end of this part's shares of {@code count} items. */
    long end(long count) {
        return share(count, index + 1);
    }

    /** Multiplies without overflow: {@code count} may be any number of a file, {@code n} is at most {@code parts}. */
    private long share(long count, long n) {
        return count / parts * n + count % parts * n / parts;
    }
}
