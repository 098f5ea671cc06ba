package dev.unitstr.bench.tensor;

import dev.unitstr.tensor.StringTensor;
import dev.unitstr.tensor.StringTensorBuilder;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** Who reads and writes tensors in byte buffers. What is written goes to a buffer that is kept. */
abstract class BufferTensorContender extends TensorContender {
    final ByteBuffer memory;
    final ByteBuffer target;

    BufferTensorContender(TensorTexts texts) {
        super(texts);
        TensorImage image = new TensorImage(texts);
        memory = ByteBuffer.allocateDirect(image.bytes()).order(ByteOrder.LITTLE_ENDIAN);
        image.write(memory, address());
        target = ByteBuffer.allocateDirect(memory.capacity()).order(ByteOrder.LITTLE_ENDIAN);
    }

    static BufferTensorContender of(String name, TensorTexts texts) {
        return switch (name) {
            case "unitstr" -> new Ours(texts);
            case "plain" -> new Plain(texts);
            case "newstring" -> new NewString(texts);
            default -> throw new IllegalArgumentException("no contender " + name + " for tensors in buffers");
        };
    }

    final long address() {
        try {
            var field = Buffer.class.getDeclaredField("address");
            field.setAccessible(true);
            return field.getLong(memory);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    protected final String[] encodedAndRead() {
        encode();
        return Plain.read(target, texts.form());
    }

    private static final class Ours extends BufferTensorContender {
        private final StringTensor tensor;

        Ours(TensorTexts texts) {
            super(texts);
            Form form = texts.form();
            tensor = StringTensor.of(memory, TensorTexts.COUNT, form.layout(), form.trust());
        }

        @Override
        public String[] decode() {
            return tensor.toStrings();
        }

        @Override
        public long encode() {
            Form form = texts.form();
            return StringTensorBuilder.of(form.layout())
                    .kind(form.kind())
                    .addAll(texts.strings())
                    .writeTo(target, 0);
        }

        @Override
        public int[] lengths() {
            return tensor.byteLengths();
        }
    }

    /** Strings that native code makes. */
    private static final class NewString extends BufferTensorContender {
        private final long address = address();
        private final int longest = texts.longest();

        NewString(TensorTexts texts) {
            super(texts);
            Rivals.load();
        }

        @Override
        public String[] decode() {
            String[] strings = new String[TensorTexts.COUNT];
            Rivals.newStrings(address, strings.length, longest, strings);
            return strings;
        }
    }

    /** Without anything native: a byte array, a bulk copy and a charset for each. */
    private static final class Plain extends BufferTensorContender {
        Plain(TensorTexts texts) {
            super(texts);
        }

        static String[] read(ByteBuffer from, Form form) {
            String[] strings = new String[TensorTexts.COUNT];
            for (int i = 0; i < strings.length; i++) {
                byte[] text = new byte[size(from, form, i)];
                from.get(start(from, form, i), text);
                strings[i] = new String(text, StandardCharsets.UTF_8);
            }
            return strings;
        }

        private static int size(ByteBuffer from, Form form, int i) {
            return switch (form) {
                case LEGACY -> {
                    int at = 8 * TensorTexts.COUNT + (int) from.getLong(8 * i);
                    int size = from.get(at) & 0x7F;
                    for (int shift = 7; from.get(at++) < 0; shift += 7) {
                        size |= (from.get(at) & 0x7F) << shift;
                    }
                    yield size;
                }
                case TFLITE -> from.getInt(4 * i + 8) - from.getInt(4 * i + 4);
                default -> {
                    int at = TensorImage.ELEMENT * i;
                    yield (from.get(at) & 3) == 0 ? (from.get(at) & 0xFF) >> 2 : from.getInt(at) >>> 2;
                }
            };
        }

        private static int start(ByteBuffer from, Form form, int i) {
            return switch (form) {
                case LEGACY -> {
                    int at = 8 * TensorTexts.COUNT + (int) from.getLong(8 * i);
                    while (from.get(at++) < 0) {
                        // The size goes on.
                    }
                    yield at;
                }
                case TFLITE -> from.getInt(4 * i + 4);
                default -> {
                    int at = TensorImage.ELEMENT * i;
                    yield (from.get(at) & 3) == 0 ? at + 1 : at + from.getInt(at + 4);
                }
            };
        }

        @Override
        public String[] decode() {
            return read(memory, texts.form());
        }

        @Override
        public int[] lengths() {
            int[] lengths = new int[TensorTexts.COUNT];
            for (int i = 0; i < lengths.length; i++) {
                lengths[i] = size(memory, texts.form(), i);
            }
            return lengths;
        }

        @Override
        public long encode() {
            TensorImage image = new TensorImage(texts);
            image.write(target, 0);
            return image.bytes();
        }
    }
}
