package dev.unitstr.bench.ffm;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_CHAR_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;

import dev.unitstr.bench.Contender;
import dev.unitstr.bench.Fixed;
import dev.unitstr.bench.Texts;
import dev.unitstr.ffm.internal.memory.SegmentRegion;
import dev.unitstr.internal.binding.Binding;
import dev.unitstr.internal.binding.Bindings;
import dev.unitstr.internal.binding.Encoding;
import dev.unitstr.internal.binding.Flags;
import dev.unitstr.internal.binding.Packed;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;

/** One route alone, without a choice among several, for the calibration. */
abstract class Route extends SegmentContender {
    private Route(Texts texts, SegmentMemory memory) {
        super(texts, memory);
    }

    static Contender of(String name, Texts texts, SegmentMemory memory) {
        return switch (name) {
            case "route-native" -> new Native(texts, memory);
            case "route-java" -> new Java(texts, memory);
            default -> throw new IllegalArgumentException("no contender " + name + " for segments");
        };
    }

    /** One native call, between scratch arrays and the memory. */
    private static final class Native extends Route {
        private final Binding binding = Bindings.open("ffm");
        private final int encoding = Encoding.of(texts.charset()).id();
        private final byte[] bytes = new byte[Binding.CHUNK_BYTES + 128];
        private final char[] chars = new char[Binding.CHUNK_BYTES + 64];
        private final SegmentRegion from = new SegmentRegion(source);
        private final SegmentRegion to = new SegmentRegion(target);

        Native(Texts texts, SegmentMemory memory) {
            super(texts, memory);
        }

        @Override
        public String read(int i) {
            int size = units[i] * texts.unitSize();
            long packed = binding.decode(from.base(), offsets[i], size, encoding, Flags.REPLACE, bytes, chars);
            int length = Packed.written(packed);
            return Packed.isChars(packed)
                    ? new String(chars, 0, length)
                    : new String(bytes, 0, length, StandardCharsets.ISO_8859_1);
        }

        @Override
        public long write(int i, int offset) {
            String text = texts.string(i);
            text.getChars(0, text.length(), chars, 0);
            return binding.encode(
                    chars, text.length(), to.base(), offset, target.byteSize() - offset, encoding, Flags.REPLACE);
        }
    }

    /** The JDK alone: bulk copies, and its codecs on arrays that are kept. Lone surrogates are not looked for. */
    private static final class Java extends Route {
        private final byte[] bytes = new byte[Binding.CHUNK_BYTES];
        private final char[] chars = new char[Binding.CHUNK_BYTES];
        private final int[] ints = new int[Binding.CHUNK_BYTES];

        Java(Texts texts, SegmentMemory memory) {
            super(texts, memory);
        }

        @Override
        public String read(int i) {
            int n = units[i];
            switch (texts.unitSize()) {
                case 1 -> {
                    MemorySegment.copy(source, JAVA_BYTE, offsets[i], bytes, 0, n);
                    return new String(bytes, 0, n, Fixed.CHARSET);
                }
                case 2 -> {
                    MemorySegment.copy(source, JAVA_CHAR_UNALIGNED, offsets[i], chars, 0, n);
                    return new String(chars, 0, n);
                }
                default -> {
                    MemorySegment.copy(source, JAVA_INT_UNALIGNED, offsets[i], ints, 0, n);
                    return new String(ints, 0, n);
                }
            }
        }

        @Override
        public long write(int i, int offset) {
            String text = texts.string(i);
            if (texts.unitSize() == 2) {
                text.getChars(0, text.length(), chars, 0);
                MemorySegment.copy(chars, 0, target, JAVA_CHAR_UNALIGNED, offset, text.length());
                return text.length();
            }
            byte[] encoded = text.getBytes(Fixed.CHARSET);
            MemorySegment.copy(encoded, 0, target, JAVA_BYTE, offset, encoded.length);
            return encoded.length;
        }
    }
}
