package dev.unitstr.bench.ffm.columns;

import dev.unitstr.NativeMemory;
import dev.unitstr.bench.Content;
import dev.unitstr.columns.ColumnFormat;
import dev.unitstr.columns.IndexType;
import dev.unitstr.columns.StringColumn;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BaseVariableWidthViewVector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.LargeVarCharVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VariableWidthFieldVector;
import org.apache.arrow.vector.ViewVarCharVector;
import org.jspecify.annotations.Nullable;

/** Strings in a vector of Arrow Java, which all contenders read. */
final class Vectors {
    static final BufferAllocator ALLOCATOR = new RootAllocator();
    /** The number of values of a dictionary. */
    private static final int VALUES = 1_000;

    /** The strings of the rows. */
    final String[] strings;
    /** The rows, or the values of the dictionary. */
    final VariableWidthFieldVector vector;
    /** The indices, if there is a dictionary. */
    final @Nullable IntVector indices;

    private final String layout;

    Vectors(String layout, Content content, int chars, int count) {
        this.layout = layout;
        boolean hasDictionary = layout.equals("dictionary");
        Random random = new Random(chars);
        String[] values = new String[hasDictionary ? VALUES : count];
        for (int i = 0; i < values.length; i++) {
            values[i] = content.text(chars, random);
        }
        vector = vector(layout, values);
        strings = hasDictionary ? new String[count] : values;
        if (!hasDictionary) {
            indices = null;
            return;
        }
        indices = new IntVector("indices", ALLOCATOR);
        for (int i = 0; i < count; i++) {
            int index = random.nextInt(VALUES);
            indices.setSafe(i, index);
            strings[i] = values[index];
        }
        indices.setValueCount(count);
    }

    /** Writes a vector as users of Arrow Java do. */
    static VariableWidthFieldVector vector(String layout, String[] values) {
        VariableWidthFieldVector vector = switch (layout) {
            case "large" -> new LargeVarCharVector("values", ALLOCATOR);
            case "view" -> new ViewVarCharVector("values", ALLOCATOR);
            default -> new VarCharVector("values", ALLOCATOR);
        };
        vector.allocateNew();
        for (int i = 0; i < values.length; i++) {
            vector.setSafe(i, values[i].getBytes(StandardCharsets.UTF_8));
        }
        vector.setValueCount(values.length);
        return vector;
    }

    static ColumnFormat format(String layout) {
        return switch (layout) {
            case "large" -> ColumnFormat.LARGE_UTF8;
            case "view" -> ColumnFormat.UTF8_VIEW;
            default -> ColumnFormat.UTF8;
        };
    }

    /** Returns a column over the vector. */
    StringColumn column() {
        int count = vector.getValueCount();
        NativeMemory nulls = memory(vector.getValidityBuffer());
        StringColumn column = vector instanceof BaseVariableWidthViewVector views
                ? StringColumn.of(
                        format(layout),
                        count,
                        nulls,
                        memory(views.getDataBuffer()),
                        views.getDataBuffers().stream().map(Vectors::memory).toArray(NativeMemory[]::new))
                : StringColumn.of(
                        format(layout), count, nulls, memory(vector.getOffsetBuffer()), memory(vector.getDataBuffer()));
        return indices == null
                ? column
                : StringColumn.dictionary(
                        column,
                        IndexType.INT32,
                        indices.getValueCount(),
                        memory(indices.getValidityBuffer()),
                        memory(indices.getDataBuffer()));
    }

    private static NativeMemory memory(ArrowBuf buffer) {
        return NativeMemory.of(buffer.memoryAddress(), buffer.capacity());
    }
}
