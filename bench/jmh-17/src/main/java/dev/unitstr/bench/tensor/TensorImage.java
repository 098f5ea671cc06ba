package dev.unitstr.bench.tensor;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Makes tensors as TensorFlow and TFLite make them, those included that own memory: what contenders read. */
public final class TensorImage {
    /** The size of an element. */
    public static final int ELEMENT = 24;

    private static final int SMALL_ROOM = 22;
    private static final int LARGE = 1;
    private static final int OFFSET = 2;
    private static final int VIEW = 3;

    private final Form form;
    private final byte[][] texts;
    private final int table;

    /**
     * Encodes.
     *
     * @param texts the strings
     */
    public TensorImage(TensorTexts texts) {
        form = texts.form();
        String[] strings = texts.strings();
        this.texts = new byte[strings.length][];
        Arrays.setAll(this.texts, i -> strings[i].getBytes(StandardCharsets.UTF_8));
        table = switch (form) {
            case LEGACY -> 8 * strings.length;
            case TFLITE -> 4 * (strings.length + 2);
            default -> ELEMENT * strings.length;
        };
    }

    /**
     * How much memory it needs.
     *
     * @return bytes
     */
    public int bytes() {
        int bytes = table;
        for (byte[] text : texts) {
            bytes += room(text);
        }
        return bytes;
    }

    private int room(byte[] text) {
        return switch (form) {
            case TF24_SMALL -> 0;
            case TF24_LARGE, TF24_MIXED -> 16 + capacity(text) + 1; // as malloc places them
            case LEGACY -> varintBytes(text.length) + text.length;
            default -> text.length;
        };
    }

    private static int capacity(byte[] text) {
        return (text.length + 16 & ~15) - 1;
    }

    private static int varintBytes(int value) {
        return value < 0x80 ? 1 : 1 + varintBytes(value >>> 7);
    }

    /**
     * Writes it.
     *
     * @param memory zeroed memory, of this size
     * @param address where that is
     */
    public void write(ByteBuffer memory, long address) {
        ByteBuffer to = memory.duplicate().order(ByteOrder.LITTLE_ENDIAN);
        if (form == Form.TFLITE) {
            to.putInt(0, texts.length).putInt(table - 4, bytes());
        }
        int at = table;
        for (int i = 0; i < texts.length; i++) {
            element(to, i, at, address);
            at += room(texts[i]);
        }
    }

    private void element(ByteBuffer to, int i, int at, long address) {
        byte[] text = texts[i];
        int entry = ELEMENT * i;
        switch (form) {
            case TF24_SMALL -> small(to, entry, text);
            case TF24_LARGE -> large(to, entry, at, address, text);
            case TF24_OFFSET -> offset(to, entry, at, text);
            case TF24_VIEW -> view(to, entry, at, address, text);
            case TF24_MIXED -> {
                switch (i * 0x9E3779B1 >>> 30) { // by no rule that is easily learned
                    case 0 -> offset(to, entry, at, text);
                    case 1 -> view(to, entry, at, address, text);
                    default -> {
                        if (text.length <= SMALL_ROOM) {
                            small(to, entry, text);
                        } else {
                            large(to, entry, at, address, text);
                        }
                    }
                }
            }
            case LEGACY -> {
                to.putLong(8 * i, at - table);
                int next = at;
                int rest = text.length;
                for (; rest >= 0x80; rest >>>= 7) {
                    to.put(next++, (byte) (rest | 0x80));
                }
                to.put(next++, (byte) rest).put(next, text);
            }
            case TFLITE -> to.putInt(4 * (i + 1), at).put(at, text);
        }
    }

    private static void small(ByteBuffer to, int entry, byte[] text) {
        if (text.length > SMALL_ROOM) {
            throw new IllegalArgumentException(text.length + " bytes are not small");
        }
        to.put(entry, (byte) (text.length << 2)).put(entry + 1, text);
    }

    private static void large(ByteBuffer to, int entry, int at, long address, byte[] text) {
        int block = at + 16;
        to.putLong(entry, (long) text.length << 2 | LARGE).putLong(entry + 8, capacity(text));
        to.putLong(entry + 16, address + block).put(block, text);
    }

    private static void offset(ByteBuffer to, int entry, int at, byte[] text) {
        to.putInt(entry, text.length << 2 | OFFSET).putInt(entry + 4, at - entry);
        to.putInt(entry + 8, TensorTexts.COUNT).put(at, text);
    }

    private static void view(ByteBuffer to, int entry, int at, long address, byte[] text) {
        to.putLong(entry, (long) text.length << 2 | VIEW)
                .putLong(entry + 8, address + at)
                .put(at, text);
    }
}
