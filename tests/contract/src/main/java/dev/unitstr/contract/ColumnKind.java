package dev.unitstr.contract;

import dev.unitstr.NativeMemory;
import dev.unitstr.columns.ColumnFormat;
import dev.unitstr.columns.IndexType;
import dev.unitstr.columns.StringColumn;
import dev.unitstr.columns.StringColumnBuilder;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.stream.Stream;

/** Memory that columns lie in, so that one suite serves buffers, addresses and segments. */
public interface ColumnKind {
    /** Those that need no segments, as far as the binding reaches them. */
    List<ColumnKind> BUFFERS = Stream.of(Buffers.values())
            .filter(kind -> kind != Buffers.ADDRESS || Run.reachesAddresses())
            .map(kind -> (ColumnKind) kind)
            .toList();

    /** A column whose buffers have these bytes. */
    StringColumn of(ColumnFormat format, int count, byte[] validity, byte[] entries, byte[]... data);

    /** A dictionary-encoded column whose indices and bits have these bytes. */
    StringColumn dictionary(StringColumn values, IndexType type, int count, byte[] validity, byte[] indices);

    /** Builds a column in memory of this kind. */
    StringColumn build(StringColumnBuilder builder);

    /** The bytes of the buffers of a column, in Arrow's order. */
    List<byte[]> buffers(StringColumn column);

    /** Whether the strings have addresses. */
    boolean hasAddresses();

    /** Buffers, and addresses of direct ones. */
    enum Buffers implements ColumnKind {
        HEAP,
        /** Starts at an odd offset, has a position and ends before its capacity. */
        DIRECT_SLICE,
        DIRECT,
        ADDRESS;

        private static final Deque<ByteBuffer> KEPT = new ArrayDeque<>();

        private ByteBuffer buffer(int size) {
            return switch (this) {
                case HEAP -> ByteBuffer.allocate(size);
                case DIRECT -> ByteBuffer.allocateDirect(size);
                case DIRECT_SLICE ->
                    ByteBuffer.allocateDirect(size + 9)
                            .slice(5, size + 3)
                            .limit(size)
                            .position(size / 2);
                case ADDRESS -> keep(ByteBuffer.allocateDirect(size));
            };
        }

        /** A column at addresses keeps nothing alive. */
        private static ByteBuffer keep(ByteBuffer buffer) {
            synchronized (KEPT) {
                KEPT.addLast(buffer);
                if (KEPT.size() > 256) {
                    KEPT.removeFirst();
                }
            }
            return buffer;
        }

        private ByteBuffer buffer(byte[] bytes) {
            return bytes == null ? null : buffer(bytes.length).put(0, bytes);
        }

        private static NativeMemory memory(ByteBuffer direct) {
            return direct == null ? null : NativeMemory.of(Addresses.of(direct), direct.capacity());
        }

        @Override
        public StringColumn of(ColumnFormat format, int count, byte[] validity, byte[] entries, byte[]... data) {
            ByteBuffer[] buffers = Stream.of(data).map(this::buffer).toArray(ByteBuffer[]::new);
            if (this != ADDRESS) {
                return StringColumn.of(format, count, buffer(validity), buffer(entries), buffers);
            }
            NativeMemory[] memory = Stream.of(buffers).map(Buffers::memory).toArray(NativeMemory[]::new);
            return StringColumn.of(format, count, memory(buffer(validity)), memory(buffer(entries)), memory);
        }

        @Override
        public StringColumn dictionary(
                StringColumn values, IndexType type, int count, byte[] validity, byte[] indices) {
            ByteBuffer bits = buffer(validity);
            ByteBuffer numbers = buffer(indices);
            return this == ADDRESS
                    ? StringColumn.dictionary(values, type, count, memory(bits), memory(numbers))
                    : StringColumn.dictionary(values, type, count, bits, numbers);
        }

        @Override
        public StringColumn build(StringColumnBuilder builder) {
            return this == ADDRESS
                    ? builder.writeTo(memory(buffer((int) builder.byteSize())))
                    : builder.build(this::buffer);
        }

        @Override
        public List<byte[]> buffers(StringColumn column) {
            if (this == ADDRESS) {
                return null;
            }
            return column.buffers().stream()
                    .map(buffer -> {
                        byte[] bytes = new byte[buffer == null ? 0 : buffer.remaining()];
                        if (buffer != null) {
                            buffer.get(bytes);
                        }
                        return buffer == null ? null : bytes;
                    })
                    .toList();
        }

        @Override
        public boolean hasAddresses() {
            return this == ADDRESS;
        }
    }
}
