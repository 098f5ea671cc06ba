package dev.unitstr.spark;

import java.io.IOException;
import java.io.OutputStream;
import java.io.Serializable;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.StructType;

/** A kind of files that hold columns of strings. */
interface StringFiles extends Serializable {
    /** Returns the end of the names of files that are written. */
    String extension();

    /** Returns the maximum number of columns of a file. */
    int mostColumns();

    /** Returns the size in bytes at which a task begins another file. */
    long fileBytes();

    /**
     * Returns the string columns of the files.
     *
     * @throws IOException if the files cannot be listed, or the first one cannot be read
     */
    StructType schema(Directory directory) throws IOException;

    /**
     * Opens a part of a file.
     *
     * @param file the file
     * @param part the part to read
     * @param schema the names of all columns, which the file must have, whether they are read or not
     * @param columns the names of the columns to read, in the order of the vectors that are passed to
     *     {@link Strings#read}
     * @throws IOException if the file cannot be read, or lacks a column of the schema
     */
    Strings open(OpenFile file, FilePart part, String[] schema, String[] columns) throws IOException;

    /**
     * Begins to write a file.
     *
     * @param out the file, which the writer closes
     * @param columns the names of the columns, in the order of the rows
     */
    Writer create(OutputStream out, String[] columns) throws IOException;

    /** The strings of a part of a file. */
    interface Strings extends AutoCloseable {
        /**
         * Finds the strings of the next rows.
         *
         * @param columns receives the places of the strings, at most {@link StringVector#MOST} in each
         * @return the number of rows; 0 at the end
         */
        int read(StringVector[] columns) throws IOException;

        /** Frees memory that the strings are in. */
        @Override
        void close() throws IOException;
    }

    /** Writes rows to a file. */
    interface Writer extends AutoCloseable {
        /** Writes a row, and returns the size of the file so far, in bytes, as an estimate. */
        long write(InternalRow row) throws IOException;

        /** Completes the file. */
        void finish() throws IOException;

        /** Closes the file, complete or not. */
        @Override
        void close() throws IOException;
    }
}
