package dev.unitstr.internal.columns;

import dev.unitstr.columns.ArrowBatch;
import dev.unitstr.columns.ArrowStream;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A stream of arrays that another library exported. */
public final class ImportedStream implements ArrowStream {
    private final ArrowMemory memory;
    private final ArrowMemory.Block struct;
    private final ArrowField field;
    private boolean closed;
    /** Whether the producer fills an array. It may be Java, and call this object. */
    private boolean filling;

    private ImportedStream(ArrowMemory memory, ArrowMemory.Block struct) {
        this.memory = memory;
        this.struct = struct;
        try (ArrowMemory.Block schema = memory.allocate(8L * ArrowMemory.SCHEMA_WORDS)) {
            memory.get(struct.address(), ArrowMemory.GET_SCHEMA, "get_schema", schema.address());
            if (memory.word(schema.address(), ArrowMemory.SCHEMA_RELEASE) == 0) {
                throw new IllegalArgumentException("get_schema of the stream returned no schema: its release is null");
            }
            try {
                field = ArrowField.of(memory, schema.address());
            } finally {
                memory.release(schema.address(), ArrowMemory.SCHEMA_RELEASE);
            }
        }
    }

    /**
     * Implements {@link ArrowStream#of}.
     *
     * @param stream the address of the stream
     * @return the stream
     */
    public static ImportedStream of(long stream) {
        ArrowMemory.checkAddress("stream", stream);
        ArrowMemory memory = ArrowMemory.chosen();
        ImportedBatch.checkAlive(memory, "stream", stream, ArrowMemory.STREAM_RELEASE);
        ArrowMemory.Block struct = memory.allocate(8L * ArrowMemory.STREAM_WORDS);
        try {
            memory.copy(stream, ArrowMemory.STREAM_WORDS, struct.address());
            ImportedStream imported = new ImportedStream(memory, struct);
            memory.put(stream, ArrowMemory.STREAM_RELEASE, 0);
            return imported;
        } catch (Throwable e) {
            struct.close(); // the caller still has the stream
            throw e;
        }
    }

    @Override
    public List<String> names() {
        return field.format().equals(ArrowField.STRUCT)
                ? field.children().stream().map(ArrowField::name).toList()
                : List.of(field.name());
    }

    @Override
    public synchronized @Nullable ArrowBatch next() {
        if (closed) {
            throw new IllegalStateException("the stream is closed");
        }
        if (filling) {
            throw new IllegalStateException("the producer of the stream asked for its next batch while it made one");
        }
        ArrowMemory.Block array = memory.allocate(8L * ArrowMemory.ARRAY_WORDS);
        try {
            fill(array);
            if (memory.word(array.address(), ArrowMemory.RELEASE) == 0) {
                array.close();
                return null;
            }
        } catch (Throwable e) {
            array.close();
            throw e;
        }
        try {
            return new ImportedBatch(memory, field, array);
        } catch (Throwable e) {
            new ImportedArray(memory, array).close();
            throw e;
        }
    }

    private void fill(ArrowMemory.Block array) {
        filling = true;
        try {
            memory.get(struct.address(), ArrowMemory.GET_NEXT, "get_next", array.address());
        } finally {
            filling = false;
            if (closed) {
                release();
            }
        }
    }

    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            if (!filling) {
                release();
            }
        }
    }

    private void release() {
        try (struct) {
            memory.release(struct.address(), ArrowMemory.STREAM_RELEASE);
        }
    }
}
