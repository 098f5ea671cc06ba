package dev.unitstr.internal.columns;

import static dev.unitstr.internal.columns.ArrowMemory.FORMAT;
import static dev.unitstr.internal.columns.ArrowMemory.NAME;
import static dev.unitstr.internal.columns.ArrowMemory.SCHEMA_CHILDREN;
import static dev.unitstr.internal.columns.ArrowMemory.SCHEMA_DICTIONARY;
import static dev.unitstr.internal.columns.ArrowMemory.SCHEMA_N_CHILDREN;

import dev.unitstr.columns.ColumnFormat;
import dev.unitstr.columns.IndexType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What an {@code ArrowSchema} says.
 *
 * @param format the format of the array, such as {@code u}
 * @param name the name; may be empty
 * @param children the children of a struct; empty for other formats
 * @param childCount the number of children
 * @param dictionary the values of a dictionary; null if the array is not dictionary-encoded
 */
record ArrowField(
        String format,
        String name,
        List<ArrowField> children,
        long childCount,
        @Nullable ArrowField dictionary) {
    /** The format of a struct, which is also that of a record batch. */
    static final String STRUCT = "+s";
    /** More children are not plausible. */
    private static final int MAX_CHILDREN = 1 << 20;

    private static final Map<String, ColumnFormat> FORMATS = Map.of(
            "u", ColumnFormat.UTF8,
            "U", ColumnFormat.LARGE_UTF8,
            "vu", ColumnFormat.UTF8_VIEW,
            "z", ColumnFormat.BINARY,
            "Z", ColumnFormat.LARGE_BINARY,
            "vz", ColumnFormat.BINARY_VIEW);
    private static final Map<String, IndexType> INDICES = Map.of(
            "c", IndexType.INT8,
            "C", IndexType.UINT8,
            "s", IndexType.INT16,
            "S", IndexType.UINT16,
            "i", IndexType.INT32,
            "I", IndexType.UINT32);

    /** Reads a schema. */
    static ArrowField of(ArrowMemory memory, long schema) {
        return of(memory, schema, Level.TOP);
    }

    /** The place of a schema; a schema that refers to itself must not be followed for ever. */
    private enum Level {
        TOP,
        CHILD,
        DICTIONARY
    }

    private static ArrowField of(ArrowMemory memory, long schema, Level level) {
        if (memory.word(schema, FORMAT) == 0) {
            throw new IllegalArgumentException("the format of the schema is null");
        }
        String format = memory.text(memory.word(schema, FORMAT));
        long count = memory.word(schema, SCHEMA_N_CHILDREN);
        List<ArrowField> children = new ArrayList<>();
        if (level == Level.TOP && format.equals(STRUCT)) {
            if (count < 0 || count > MAX_CHILDREN) {
                throw new IllegalArgumentException(
                        "n_children of the schema is " + count + ": not from 0 to " + MAX_CHILDREN);
            }
            long table = memory.word(schema, SCHEMA_CHILDREN);
            for (int i = 0; i < count; i++) {
                children.add(of(memory, memory.word(table, i), Level.CHILD));
            }
        }
        long dictionary = memory.word(schema, SCHEMA_DICTIONARY);
        if (dictionary != 0 && level == Level.DICTIONARY) {
            throw new IllegalArgumentException("the dictionary of a column has itself a dictionary");
        }
        return new ArrowField(
                format,
                memory.text(memory.word(schema, NAME)),
                children,
                count,
                dictionary == 0 ? null : of(memory, dictionary, Level.DICTIONARY));
    }

    /** Returns the format of text; null if this is no text. */
    @Nullable
    ColumnFormat text() {
        return childCount == 0 ? FORMATS.get(format) : null;
    }

    /** Returns the type of the indices into a dictionary; null if this is no such type. */
    @Nullable
    IndexType indices() {
        return INDICES.get(format);
    }

    /** Returns what is wrong with the column for a caller who expects text; null if it is text. */
    @Nullable
    String refusal() {
        if (dictionary == null) {
            return text() != null ? null : problem(": not a format of text or binary data");
        }
        if (indices() == null) {
            return problem(" with a dictionary: not indices of 8, 16 or 32 bits");
        }
        return dictionary.text() != null
                ? null
                : problem(" with a dictionary of the format \"" + dictionary.format + "\": not text or binary data");
    }

    private String problem(String what) {
        return "column \"" + name + "\" has the format \"" + format + "\"" + what
                + (childCount == 0 ? "" : "; it has " + childCount + " children");
    }

    static String format(ColumnFormat format) {
        return key(FORMATS, format);
    }

    static String format(IndexType type) {
        return key(INDICES, type);
    }

    private static <T> String key(Map<String, T> map, T value) {
        for (Map.Entry<String, T> entry : map.entrySet()) {
            if (entry.getValue() == value) {
                return entry.getKey();
            }
        }
        throw new IllegalArgumentException("Arrow has no format " + value);
    }
}
