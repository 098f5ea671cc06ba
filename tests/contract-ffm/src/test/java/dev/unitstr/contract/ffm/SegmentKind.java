package dev.unitstr.contract.ffm;

import dev.unitstr.BufferStrings;
import dev.unitstr.MalformedPolicy;
import dev.unitstr.contract.BufferMemory;
import dev.unitstr.contract.Mapping;
import dev.unitstr.contract.Memory;
import dev.unitstr.contract.MemoryKind;
import dev.unitstr.ffm.SegmentStrings;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.util.List;

/** The kinds of segments, and buffers that an arena may close. */
public enum SegmentKind implements MemoryKind {
    BYTES {
        @Override
        MemorySegment segment(long bytes) {
            return MemorySegment.ofArray(new byte[(int) bytes]);
        }
    },
    SHORTS {
        @Override
        MemorySegment segment(long bytes) {
            return MemorySegment.ofArray(new short[elements(bytes, 2)]).asSlice(0, bytes);
        }
    },
    CHARS {
        @Override
        MemorySegment segment(long bytes) {
            return MemorySegment.ofArray(new char[elements(bytes, 2)]).asSlice(0, bytes);
        }
    },
    INTS {
        @Override
        MemorySegment segment(long bytes) {
            return MemorySegment.ofArray(new int[elements(bytes, 4)]).asSlice(0, bytes);
        }
    },
    FLOATS {
        @Override
        MemorySegment segment(long bytes) {
            return MemorySegment.ofArray(new float[elements(bytes, 4)]).asSlice(0, bytes);
        }
    },
    LONGS {
        @Override
        MemorySegment segment(long bytes) {
            return MemorySegment.ofArray(new long[elements(bytes, 8)]).asSlice(0, bytes);
        }
    },
    DOUBLES {
        @Override
        MemorySegment segment(long bytes) {
            return MemorySegment.ofArray(new double[elements(bytes, 8)]).asSlice(0, bytes);
        }
    },
    /** Starts inside its array, which goes on behind it. */
    BYTES_SLICE {
        @Override
        MemorySegment segment(long bytes) {
            return MemorySegment.ofArray(new byte[(int) bytes + 7]).asSlice(3, bytes);
        }
    },
    NATIVE {
        @Override
        MemorySegment segment(long bytes) {
            return Arena.ofAuto().allocate(bytes);
        }
    },
    /** Starts at an odd address of memory that goes on behind it. */
    NATIVE_SLICE {
        @Override
        MemorySegment segment(long bytes) {
            return Arena.ofAuto().allocate(bytes + 9).asSlice(5, bytes);
        }
    },
    SHARED {
        @Override
        MemorySegment segment(long bytes) {
            return SHARED_ARENA.allocate(bytes);
        }
    },
    MAPPED {
        @Override
        MemorySegment segment(long bytes) {
            return MemorySegment.ofBuffer(Mapping.allocate((int) bytes));
        }
    },
    /** A segment over a buffer. */
    OF_BUFFER {
        @Override
        MemorySegment segment(long bytes) {
            return MemorySegment.ofBuffer(ByteBuffer.allocateDirect((int) bytes));
        }
    },
    /** A buffer over a segment, which may be closed at any time. */
    AS_BUFFER {
        @Override
        MemorySegment segment(long bytes) {
            return SHARED.segment(bytes);
        }

        @Override
        public Memory allocate(int bytes) {
            ByteBuffer buffer = segment(bytes).asByteBuffer();
            return new BufferMemory(this, buffer, buffer.duplicate());
        }

        @Override
        public byte[] allocateFrom(String text, Charset charset, MalformedPolicy policy) {
            return MemorySegment.ofBuffer(BufferStrings.allocateFrom(
                            size -> NATIVE.segment(size).asByteBuffer(), text, charset, policy))
                    .toArray(ValueLayout.JAVA_BYTE);
        }

        @Override
        public byte[] allocateFrom(String src, Charset charset, int srcIndex, int numChars, MalformedPolicy policy) {
            return MemorySegment.ofBuffer(BufferStrings.allocateFrom(
                            size -> NATIVE.segment(size).asByteBuffer(), src, charset, srcIndex, numChars, policy))
                    .toArray(ValueLayout.JAVA_BYTE);
        }
    };

    public static final List<SegmentKind> ALL = List.of(values());

    private static final MemorySegment SLICED = Arena.ofAuto().allocate(1 << 20);
    private static final Arena SHARED_ARENA = Arena.ofShared(); // never closed: the JVM ends soon

    abstract MemorySegment segment(long bytes);

    private static int elements(long bytes, int size) {
        return (int) ((bytes + size - 1) / size);
    }

    @Override
    public Memory allocate(int bytes) {
        return new SegmentMemory(this, segment(bytes));
    }

    @Override
    public byte[] allocateFrom(String text, Charset charset, MalformedPolicy policy) {
        return SegmentStrings.allocateFrom(allocator(), text, charset, policy).toArray(ValueLayout.JAVA_BYTE);
    }

    @Override
    public byte[] allocateFrom(String src, Charset charset, int srcIndex, int numChars, MalformedPolicy policy) {
        return SegmentStrings.allocateFrom(allocator(), src, charset, srcIndex, numChars, policy)
                .toArray(ValueLayout.JAVA_BYTE);
    }

    private SegmentAllocator allocator() {
        return switch (this) {
            case NATIVE_SLICE -> slicing();
            case NATIVE, SHARED, MAPPED -> Arena.ofAuto(); // files are slow to make
            default -> (size, alignment) -> segment(size);
        };
    }

    /** An allocator whose next address is odd. */
    private static SegmentAllocator slicing() {
        SegmentAllocator slices = SegmentAllocator.slicingAllocator(SLICED);
        slices.allocate(1, 1);
        return slices;
    }

    @Override
    public long encodedUnits(String[] strings, Charset charset, MalformedPolicy policy) {
        return SegmentStrings.encodedUnits(strings, charset, policy);
    }

    @Override
    public long encodedUnits(CharSequence text, Charset charset, MalformedPolicy policy) {
        return SegmentStrings.encodedUnits(text, charset, policy);
    }
}
