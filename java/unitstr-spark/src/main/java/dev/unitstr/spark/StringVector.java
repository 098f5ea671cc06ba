package dev.unitstr.spark;

import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarArray;
import org.apache.spark.sql.vectorized.ColumnarMap;
import org.apache.spark.unsafe.Platform;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.Nullable;

/**
 * A column of strings in memory that something else owns: a mapped file, an array or Arrow's buffers. It holds only the
 * places of the strings; a row that Spark reads points at the same bytes.
 */
final class StringVector extends ColumnVector {
    /** The maximum number of rows. */
    static final int MOST = 4096;

    private static final int NULL = -1;

    /** The array that holds the strings; null if they are at addresses. */
    private @Nullable Object base;

    final long[] places = new long[MOST];
    final int[] byteLengths = new int[MOST];
    private int nulls;

    StringVector() {
        super(DataTypes.StringType);
    }

    /** Prepares for strings at addresses, which {@link #set} and {@link #setNull} define. */
    void atAddresses() {
        base = null;
        nulls = 0;
    }

    /** Adds the start of the memory to places that count from it. */
    void in(byte @Nullable [] array, long start, int rows) {
        base = array;
        nulls = 0;
        long first = array == null ? start : Platform.BYTE_ARRAY_OFFSET + start;
        for (int row = 0; row < rows; row++) {
            places[row] += first;
        }
    }

    void set(int row, long place, int bytes) {
        places[row] = place;
        byteLengths[row] = bytes;
    }

    void setNull(int row) {
        byteLengths[row] = NULL;
        nulls++;
    }

    /** Copies the place of a string to another row. */
    void move(int from, int to) {
        places[to] = places[from];
        byteLengths[to] = byteLengths[from];
    }

    @Override
    public boolean hasNull() {
        return nulls > 0;
    }

    /** Returns the number of nulls before a condition selected rows: the most that there can be. */
    @Override
    public int numNulls() {
        return nulls;
    }

    @Override
    public boolean isNullAt(int row) {
        return byteLengths[row] == NULL;
    }

    @Override
    public @Nullable UTF8String getUTF8String(int row) {
        return isNullAt(row) ? null : UTF8String.fromAddress(base, places[row], byteLengths[row]);
    }

    @Override
    public byte @Nullable [] getBinary(int row) {
        UTF8String string = getUTF8String(row);
        return string == null ? null : string.getBytes();
    }

    /** Does nothing: the memory belongs to the reader. */
    @Override
    public void close() {}

    private static UnsupportedOperationException notString() {
        return new UnsupportedOperationException("a column of strings");
    }

    @Override
    public boolean getBoolean(int row) {
        throw notString();
    }

    @Override
    public byte getByte(int row) {
        throw notString();
    }

    @Override
    public short getShort(int row) {
        throw notString();
    }

    @Override
    public int getInt(int row) {
        throw notString();
    }

    @Override
    public long getLong(int row) {
        throw notString();
    }

    @Override
    public float getFloat(int row) {
        throw notString();
    }

    @Override
    public double getDouble(int row) {
        throw notString();
    }

    @Override
    public ColumnarArray getArray(int row) {
        throw notString();
    }

    @Override
    public ColumnarMap getMap(int row) {
        throw notString();
    }

    @Override
    public Decimal getDecimal(int row, int precision, int scale) {
        throw notString();
    }

    @Override
    public ColumnVector getChild(int ordinal) {
        throw notString();
    }
}
