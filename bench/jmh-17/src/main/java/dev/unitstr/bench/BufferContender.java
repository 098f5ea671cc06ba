package dev.unitstr.bench;

import dev.unitstr.BufferCStrings;
import dev.unitstr.BufferStrings;
import dev.unitstr.NativeMemory;
import dev.unitstr.StringSpans;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CodingErrorAction;
import java.util.Arrays;

/** Who converts texts in byte buffers. */
abstract class BufferContender extends Contender {
    final ByteBuffer memory;
    final ByteBuffer target;

    BufferContender(Texts texts, boolean heap) {
        super(texts);
        memory = allocate(offsets[texts.count()], heap);
        target = allocate(offsets[texts.count()] + texts.room(), heap); // for a batch, and one text anywhere in it
        for (int i = 0; i < texts.count(); i++) {
            memory.put(offsets[i], texts.source(i));
        }
    }

    static BufferContender of(String name, String memory, Texts texts) {
        boolean heap = memory.equals("heap");
        return switch (name) {
            case "unitstr" -> memory.equals("address") ? new OfAddress(texts) : new Ours(texts, heap);
            case "jdk" -> new Jdk(texts, heap);
            case "decoder" -> new Decoder(texts, heap);
            default -> BufferRoute.of(name, texts);
        };
    }

    private static ByteBuffer allocate(int bytes, boolean heap) {
        return heap ? ByteBuffer.allocate(bytes) : ByteBuffer.allocateDirect(bytes);
    }

    @Override
    protected byte[] written(long offset, int bytes) {
        byte[] written = new byte[bytes];
        target.get((int) offset, written);
        return written;
    }

    private static final class Ours extends BufferContender {
        private final long[] batchOffsets =
                Arrays.stream(offsets).limit(texts.count()).asLongStream().toArray();
        private final long[] batchUnits = Arrays.stream(units).asLongStream().toArray();
        private final long[] places = new long[texts.count() + 1];
        private final String[] strings = texts.strings();

        Ours(Texts texts, boolean heap) {
            super(texts, heap);
        }

        @Override
        public String[] readBatch() {
            return BufferStrings.getStrings(memory, StringSpans.of(batchOffsets, batchUnits), Fixed.CHARSET);
        }

        @Override
        public long writeBatch() {
            return BufferStrings.copyStrings(strings, Fixed.CHARSET, target, 0, places);
        }

        @Override
        protected long place(int i) {
            return places[i];
        }

        @Override
        public String read(int i) {
            return BufferStrings.getString(memory, offsets[i], units[i], Fixed.CHARSET);
        }

        @Override
        public long write(int i, int offset) {
            String text = texts.string(i);
            return BufferStrings.copy(text, Fixed.CHARSET, target, offset);
        }

        @Override
        public long writeTerminated(int i) {
            return BufferCStrings.copyTerminated(texts.string(i), Fixed.CHARSET, target, 0);
        }

        @Override
        public boolean contentEquals(int i) {
            return BufferStrings.contentEquals(memory, offsets[i], units[i], Fixed.CHARSET, texts.string(i));
        }
    }

    private static final class OfAddress extends BufferContender {
        private final NativeMemory from = NativeMemory.of(address(memory), memory.capacity());
        private final NativeMemory to = NativeMemory.of(address(target), target.capacity());

        OfAddress(Texts texts) {
            super(texts, false);
        }

        @Override
        public String read(int i) {
            return from.getString(offsets[i], units[i], Fixed.CHARSET);
        }

        @Override
        public long write(int i, int offset) {
            String text = texts.string(i);
            return to.copy(text, Fixed.CHARSET, offset);
        }

        @Override
        public boolean contentEquals(int i) {
            return from.contentEquals(offsets[i], units[i], Fixed.CHARSET, texts.string(i));
        }

        private static long address(ByteBuffer buffer) {
            try {
                var field = Buffer.class.getDeclaredField("address");
                field.setAccessible(true);
                return field.getLong(buffer);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** The workaround: a byte array, a bulk copy and a charset. */
    private static final class Jdk extends BufferContender {
        Jdk(Texts texts, boolean heap) {
            super(texts, heap);
        }

        @Override
        public String read(int i) {
            byte[] copy = new byte[units[i] * texts.unitSize()];
            memory.get(offsets[i], copy);
            return new String(copy, Fixed.CHARSET);
        }

        @Override
        public long write(int i, int offset) {
            byte[] copy = texts.string(i).getBytes(Fixed.CHARSET);
            target.put(offset, copy);
            return copy.length;
        }

        @Override
        public long writeTerminated(int i) {
            long bytes = write(i, 0);
            for (int at = 0; at < texts.unitSize(); at++) {
                target.put((int) bytes + at, (byte) 0);
            }
            return bytes;
        }
    }

    /** A decoder and an encoder that are kept. */
    private static final class Decoder extends BufferContender {
        private final CharBuffer chars;
        private final CharsetDecoder decoder;
        private final CharsetEncoder encoder;

        Decoder(Texts texts, boolean heap) {
            super(texts, heap);
            chars = CharBuffer.allocate(texts.room());
            decoder = texts.charset()
                    .newDecoder()
                    .onMalformedInput(CodingErrorAction.REPLACE)
                    .onUnmappableCharacter(CodingErrorAction.REPLACE);
            encoder = texts.charset()
                    .newEncoder()
                    .onMalformedInput(CodingErrorAction.REPLACE)
                    .onUnmappableCharacter(CodingErrorAction.REPLACE);
        }

        @Override
        public String read(int i) {
            int bytes = units[i] * texts.unitSize();
            memory.limit(offsets[i] + bytes).position(offsets[i]);
            chars.clear();
            decoder.reset().decode(memory, chars, true);
            decoder.flush(chars);
            return chars.flip().toString();
        }

        @Override
        public long write(int i, int offset) {
            target.clear().position(offset);
            encoder.reset().encode(CharBuffer.wrap(texts.string(i)), target, true);
            encoder.flush(target);
            return target.position() - offset;
        }
    }
}
