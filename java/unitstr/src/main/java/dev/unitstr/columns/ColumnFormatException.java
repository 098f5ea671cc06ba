package dev.unitstr.columns;

import java.util.Objects;

/**
 * Thrown when the buffers of a column contradict each other: an offset, a view or an index of a dictionary leads out of
 * the buffer that it refers to. The message has the column, the row, the number found and the limit.
 *
 * @since 0.1.0
 */
public final class ColumnFormatException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** The name of the column. */
    private final String column;
    /** The number of the row. */
    private final int row;

    /**
     * Creates an exception.
     *
     * @param column the name of the column; may be empty
     * @param row the number of the row, from 0
     * @param detail the rest of the message: the number found and the limit
     */
    public ColumnFormatException(String column, int row, String detail) {
        super("row " + row + (column.isEmpty() ? "" : " of column " + column) + ": " + detail);
        this.column = Objects.requireNonNull(column, "column");
        this.row = row;
    }

    /**
     * Returns the name of the column.
     *
     * @return the name that {@link StringColumn#withName} was passed; empty if there is none
     */
    public String column() {
        return column;
    }

    /**
     * Returns the number of the row.
     *
     * @return the row, from 0, in the column or slice that was read
     */
    public int row() {
        return row;
    }
}
