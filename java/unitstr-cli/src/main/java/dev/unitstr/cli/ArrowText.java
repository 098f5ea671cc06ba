package dev.unitstr.cli;

import dev.unitstr.columns.ColumnFormatException;
import dev.unitstr.columns.StringColumn;
import java.io.PrintWriter;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Prints the strings of an Arrow IPC file for people. */
final class ArrowText extends TextView {
    private final ArrowFile file;
    private final long fileBytes;

    ArrowText(ArrowFile file, ByteBuffer memory, Shown options, PrintWriter out, Paint paint) {
        super(options, out, paint);
        this.file = file;
        this.fileBytes = memory.limit();
    }

    /** Prints all columns of strings and returns the exit code. */
    int print() {
        head(fileBytes + " bytes as arrow, " + Formats.counted(file.columns.size(), "column") + ", " + file.batches
                + (file.batches == 1 ? " batch, " : " batches, ") + Formats.counted(file.rows, "row"));
        long texts = 0;
        for (ArrowFile.Column column : file.columns) {
            if (!column.isText()) {
                println("");
                println(paint(Paint.BOLD, Escape.controls(column.name())) + ": " + column.type() + ", no strings");
                continue;
            }
            texts++;
            String error = print(column);
            if (error != null) {
                println("");
                bad(error);
                return Exit.MALFORMED;
            }
        }
        println("");
        good(Formats.counted(texts, "column") + " of strings, " + Formats.counted(file.rows, "row"));
        return Exit.OK;
    }

    /** Prints a column and returns what is wrong with it, or null. */
    private @Nullable String print(ArrowFile.Column column) {
        long nulls = 0;
        long bytes = 0;
        String error = null;
        try {
            for (byte[][] some : column.strings()) {
                for (byte[] each : some) {
                    nulls += each == null ? 1 : 0;
                    bytes += each == null ? 0 : each.length;
                }
            }
        } catch (ColumnFormatException e) {
            error = e.getMessage();
        }
        println("");
        println(paint(Paint.BOLD, Escape.controls(column.name())) + ": " + column.type()
                + (error == null ? ", " + bytes + " bytes of strings, " + Formats.counted(nulls, "null") : ""));
        long from = Math.min(options.first(), file.rows);
        long to = error == null ? from + Math.min(options.limit(), file.rows - from) : from;
        long row = 0;
        for (StringColumn batch : column.batches()) {
            for (long i = Math.max(from - row, 0); i < Math.min(to - row, batch.count()); i++) {
                byte[] string = batch.getBytes((int) i);
                println("  [" + (row + i) + "] " + (string == null ? "null" : quoted(string)));
            }
            row += batch.count();
        }
        if (to - from < file.rows && error == null) {
            println("  (" + (to - from) + " of " + Formats.counted(file.rows, "row")
                    + " shown: --first and --limit select others)");
        }
        return error;
    }

    private String quoted(byte[] string) {
        boolean cut = string.length > options.bytes();
        return Escape.quoted(cut ? Arrays.copyOf(string, options.bytes()) : string)
                + (cut ? " and " + (string.length - options.bytes()) + " bytes more" : "");
    }
}
