package dev.unitstr.bench;

import dev.unitstr.internal.binding.Binding;
import dev.unitstr.internal.binding.Bindings;
import dev.unitstr.internal.binding.Encoding;
import dev.unitstr.internal.binding.Flags;
import dev.unitstr.internal.binding.Packed;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;

/** One route alone, without a choice among several, for the calibration. */
abstract class BufferRoute extends BufferContender {
    private BufferRoute(Texts texts) {
        super(texts, false);
    }

    static BufferContender of(String name, Texts texts) {
        return switch (name) {
            case "route-native" -> new Native(texts);
            case "route-java" -> new Java(texts);
            default -> throw new IllegalArgumentException("no contender " + name + " for buffers");
        };
    }

    /** One native call, by JNI, between scratch arrays and the memory. */
    private static final class Native extends BufferRoute {
        private final Binding binding = Bindings.open("jni");
        private final int encoding = Encoding.of(texts.charset()).id();
        private final byte[] bytes = new byte[Binding.CHUNK_BYTES + 128];
        private final char[] chars = new char[Binding.CHUNK_BYTES + 64];

        Native(Texts texts) {
            super(texts);
        }

        @Override
        public String read(int i) {
            int size = units[i] * texts.unitSize();
            long packed = binding.decode(memory, offsets[i], size, encoding, Flags.REPLACE, bytes, chars);
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
                    chars, text.length(), target, offset, target.capacity() - offset, encoding, Flags.REPLACE);
        }
    }

    /** The JDK alone: bulk copies, and its codecs on arrays that are kept. Lone surrogates are not looked for. */
    private static final class Java extends BufferRoute {
        private final byte[] bytes = new byte[Binding.CHUNK_BYTES];
        private final char[] chars = new char[Binding.CHUNK_BYTES];
        private final int[] ints = new int[Binding.CHUNK_BYTES];
        private final ByteBuffer from = memory.duplicate().order(ByteOrder.nativeOrder());
        private final CharBuffer to =
                target.duplicate().order(ByteOrder.nativeOrder()).asCharBuffer();

        Java(Texts texts) {
            super(texts);
        }

        @Override
        public String read(int i) {
            int n = units[i];
            switch (texts.unitSize()) {
                case 1 -> {
                    from.get(offsets[i], bytes, 0, n);
                    return new String(bytes, 0, n, Fixed.CHARSET);
                }
                case 2 -> {
                    from.position(offsets[i]);
                    from.asCharBuffer().get(0, chars, 0, n);
                    return new String(chars, 0, n);
                }
                default -> {
                    from.position(offsets[i]);
                    from.asIntBuffer().get(0, ints, 0, n);
                    return new String(ints, 0, n);
                }
            }
        }

        @Override
        public long write(int i, int offset) {
            String text = texts.string(i);
            if (texts.unitSize() == 2) {
                text.getChars(0, text.length(), chars, 0);
                to.put(offset / Character.BYTES, chars, 0, text.length());
                return text.length();
            }
            byte[] encoded = text.getBytes(Fixed.CHARSET);
            target.put(offset, encoded);
            return encoded.length;
        }
    }
}
