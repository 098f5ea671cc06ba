package dev.unitstr.bench.ffm.tensor;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import dev.unitstr.bench.tensor.Form;
import dev.unitstr.bench.tensor.TensorImage;
import dev.unitstr.bench.tensor.TensorTexts;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;

/** A reader and a writer in plain Java, without any check: fields, a bulk copy to an array, the JDK's charset. */
final class Plain extends SegmentTensorContender {
    @SuppressWarnings("restricted")
    private static final MemorySegment EVERYTHING = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

    private static final int LARGE = 1;
    private static final int OFFSET = 2;

    /** What is written. */
    private MemorySegment kept = MemorySegment.NULL;

    Plain(TensorTexts texts) {
        super(texts);
    }

    /** Reads a tensor of native memory. */
    static String[] read(MemorySegment tensor, Form form) {
        String[] strings = new String[TensorTexts.COUNT];
        for (int i = 0; i < strings.length; i++) {
            strings[i] = switch (form) {
                case LEGACY -> legacy(tensor, i);
                case TFLITE -> tflite(tensor, i);
                default -> element(tensor, element(i));
            };
        }
        return strings;
    }

    private static String element(MemorySegment tensor, long at) {
        int first = tensor.get(JAVA_BYTE, at) & 0xFF;
        return switch (first & 3) {
            case 0 -> text(tensor, at + 1, first >> 2);
            case OFFSET ->
                text(tensor, at + tensor.get(JAVA_INT_UNALIGNED, at + 4), tensor.get(JAVA_INT_UNALIGNED, at) >>> 2);
            case LARGE -> outside(tensor, at, at + 16);
            default -> outside(tensor, at, at + 8);
        };
    }

    private static String outside(MemorySegment tensor, long at, long pointer) {
        int size = (int) (tensor.get(JAVA_LONG_UNALIGNED, at) >>> 2);
        return text(EVERYTHING, tensor.get(JAVA_LONG_UNALIGNED, pointer), size);
    }

    private static String legacy(MemorySegment tensor, int i) {
        long at = 8L * TensorTexts.COUNT + tensor.get(JAVA_LONG_UNALIGNED, 8L * i);
        int size = 0;
        for (int shift = 0; ; shift += 7) {
            byte next = tensor.get(JAVA_BYTE, at++);
            size |= (next & 0x7F) << shift;
            if (next >= 0) {
                return text(tensor, at, size);
            }
        }
    }

    private static String tflite(MemorySegment tensor, int i) {
        int start = tensor.get(JAVA_INT_UNALIGNED, 4L * i + 4);
        return text(tensor, start, tensor.get(JAVA_INT_UNALIGNED, 4L * i + 8) - start);
    }

    private static String text(MemorySegment from, long at, int size) {
        byte[] copy = new byte[size];
        MemorySegment.copy(from, JAVA_BYTE, at, copy, 0, size);
        return new String(copy, StandardCharsets.UTF_8);
    }

    @Override
    public String[] decode() {
        return read(memory, texts.form());
    }

    @Override
    public long encode() {
        TensorImage image = new TensorImage(texts);
        if (kept.byteSize() == 0) {
            kept = Arena.global().allocate(image.bytes(), Long.BYTES);
        }
        image.write(kept.asByteBuffer(), kept.address());
        return kept.byteSize();
    }

    @Override
    protected String[] encodedAndRead() {
        encode();
        return read(kept, texts.form());
    }

    @Override
    public int[] lengths() {
        int[] lengths = new int[TensorTexts.COUNT];
        for (int i = 0; i < lengths.length; i++) {
            lengths[i] = switch (texts.form()) {
                case LEGACY -> varint(8L * TensorTexts.COUNT + memory.get(JAVA_LONG_UNALIGNED, 8L * i));
                case TFLITE -> memory.get(JAVA_INT_UNALIGNED, 4L * i + 8) - memory.get(JAVA_INT_UNALIGNED, 4L * i + 4);
                default -> {
                    int first = memory.get(JAVA_INT_UNALIGNED, element(i));
                    yield (first & 3) == 0 ? (first & 0xFF) >> 2 : first >>> 2;
                }
            };
        }
        return lengths;
    }

    private int varint(long at) {
        int first = memory.get(JAVA_BYTE, at);
        return first >= 0 ? first : first & 0x7F | varint(at + 1) << 7;
    }
}
