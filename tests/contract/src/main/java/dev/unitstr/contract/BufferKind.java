package dev.unitstr.contract;

import dev.unitstr.BufferStrings;
import dev.unitstr.MalformedPolicy;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.Charset;
import java.util.List;

/** The kinds of buffers, and an address. */
public enum BufferKind implements MemoryKind {
    HEAP {
        @Override
        ByteBuffer buffer(int bytes) {
            return ByteBuffer.allocate(bytes);
        }
    },
    /** Starts inside its array, which goes on behind it. */
    HEAP_SLICE {
        @Override
        ByteBuffer buffer(int bytes) {
            return ByteBuffer.allocate(bytes + 7).slice(3, bytes).order(ByteOrder.LITTLE_ENDIAN);
        }
    },
    /** Has a position in the middle and a limit below its capacity. */
    HEAP_LIMITED {
        @Override
        ByteBuffer buffer(int bytes) {
            return ByteBuffer.allocate(bytes + 9).limit(bytes).position(bytes / 2);
        }
    },
    DIRECT {
        @Override
        ByteBuffer buffer(int bytes) {
            return ByteBuffer.allocateDirect(bytes).order(ByteOrder.LITTLE_ENDIAN);
        }
    },
    /** Starts at an odd address, and has a position in the middle and a limit below its capacity. */
    DIRECT_SLICE {
        @Override
        ByteBuffer buffer(int bytes) {
            return ByteBuffer.allocateDirect(bytes + 9)
                    .slice(5, bytes + 3)
                    .limit(bytes)
                    .position(bytes / 2);
        }
    },
    MAPPED {
        @Override
        ByteBuffer buffer(int bytes) {
            return Mapping.allocate(bytes);
        }
    },
    ADDRESS {
        @Override
        ByteBuffer buffer(int bytes) {
            return ByteBuffer.allocateDirect(bytes);
        }

        @Override
        public Memory allocate(int bytes) {
            return new AddressMemory(this, buffer(bytes), bytes);
        }
    };

    public static final List<BufferKind> ALL = List.of(values());

    abstract ByteBuffer buffer(int bytes);

    @Override
    public Memory allocate(int bytes) {
        ByteBuffer buffer = buffer(bytes);
        return new BufferMemory(this, buffer, buffer.duplicate());
    }

    @Override
    public byte[] allocateFrom(String text, Charset charset, MalformedPolicy policy) {
        return content(BufferStrings.allocateFrom(this::allocated, text, charset, policy));
    }

    @Override
    public byte[] allocateFrom(String src, Charset charset, int srcIndex, int numChars, MalformedPolicy policy) {
        return content(BufferStrings.allocateFrom(this::allocated, src, charset, srcIndex, numChars, policy));
    }

    private ByteBuffer allocated(int bytes) {
        BufferKind kind = this == MAPPED ? DIRECT : this; // files are slow to make
        return kind.buffer(bytes).position(0);
    }

    @Override
    public long encodedUnits(String[] strings, Charset charset, MalformedPolicy policy) {
        return BufferStrings.encodedUnits(strings, charset, policy);
    }

    @Override
    public long encodedUnits(CharSequence text, Charset charset, MalformedPolicy policy) {
        return BufferStrings.encodedUnits(text, charset, policy);
    }

    private static byte[] content(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.limit()];
        buffer.get(0, bytes);
        return bytes;
    }
}
