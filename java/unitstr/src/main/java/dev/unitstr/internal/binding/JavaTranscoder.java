package dev.unitstr.internal.binding;

/**
 * Decodes and encodes arrays with a {@link JavaCodec}: applies the policy, processes the byte order mark, packs the
 * results.
 */
final class JavaTranscoder {
    private static final int BYTE_ORDER_MARK = 0xFEFF;

    private JavaTranscoder() {}

    /**
     * Decodes text.
     *
     * @param text encoded text, from index 0
     * @param bytes the number of bytes
     * @param encoding the encoding
     * @param flags as for {@link dev.unitstr.internal.binding.Binding#decode}
     * @param latin1 receives Latin-1 text
     * @param chars receives other text
     * @return as for {@link dev.unitstr.internal.binding.Binding#decode}
     */
    static long decode(byte[] text, int bytes, Encoding encoding, int flags, byte[] latin1, char[] chars) {
        boolean more = (flags & Flags.MORE) != 0;
        boolean report = (flags & Flags.POLICY_MASK) == Flags.REPORT;
        boolean wide = (flags & Flags.CHARS) != 0;
        boolean first = (flags & Flags.CONTINUED) == 0;
        if (first && more && bytes > 0 && ByteOrderMark.isBegun(encoding, text, bytes)) {
            return packed(Packed.INCOMPLETE, wide, 0, 0, 0);
        }
        ByteOrderMark mark = mark(text, bytes, encoding, flags);
        JavaCodec codec = codec(mark.encoding());
        int at = mark.bytes();
        int index = 0;
        while (true) {
            int run = wide
                    ? codec.charsRun(text, at, bytes, chars, index)
                    : codec.latin1Run(text, at, bytes, latin1, index);
            index += run;
            at += run * codec.unitSize;
            if (at == bytes) {
                return packed(Packed.DONE, wide, at, index, 0);
            }
            long step = codec.step(text, at, bytes);
            int value = JavaCodec.codePoint(step);
            if (value < 0) {
                if (more && value == JavaCodec.UNFINISHED) {
                    return packed(Packed.INCOMPLETE, wide, at, index, 0);
                }
                if (report) {
                    return packed(Packed.MALFORMED, wide, at, index, JavaCodec.consumed(step));
                }
                value = JavaCodec.REPLACEMENT;
            }
            at += JavaCodec.consumed(step);
            if (!wide && value > 0xFF) {
                for (int i = 0; i < index; i++) {
                    chars[i] = (char) (latin1[i] & 0xFF);
                }
                wide = true;
            }
            if (!wide) {
                latin1[index++] = (byte) value;
            } else if (value < 0x10000) {
                chars[index++] = (char) value;
            } else {
                chars[index++] = Character.highSurrogate(value);
                chars[index++] = Character.lowSurrogate(value);
            }
        }
    }

    /**
     * Finds the code point that a char was decoded from.
     *
     * @param text encoded text, from index 0
     * @param bytes the number of bytes
     * @param encoding the encoding
     * @param flags as for {@link #decode}
     * @param chars the number of chars before the char
     * @return the number of bytes before the code point
     */
    static int bytesBefore(byte[] text, int bytes, Encoding encoding, int flags, int chars) {
        ByteOrderMark mark = mark(text, bytes, encoding, flags);
        JavaCodec codec = codec(mark.encoding());
        int at = mark.bytes();
        int left = chars;
        while (true) {
            long step = codec.step(text, at, bytes);
            left -= JavaCodec.codePoint(step) < 0x10000 ? 1 : 2;
            if (left < 0) {
                return at;
            }
            at += JavaCodec.consumed(step);
        }
    }

    /** Returns the codec of an encoding with a fixed byte order. */
    private static JavaCodec codec(Encoding encoding) {
        return switch (encoding) {
            case UTF_8 -> JavaUtf8.INSTANCE;
            case LATIN_1 -> JavaSingleByte.LATIN_1;
            case ASCII -> JavaSingleByte.ASCII;
            case UTF_16LE -> JavaUtf16.LITTLE;
            case UTF_16BE -> JavaUtf16.BIG;
            case UTF_32LE -> JavaUtf32.LITTLE;
            case UTF_32BE -> JavaUtf32.BIG;
            default -> throw new IllegalArgumentException(encoding + " has no fixed byte order");
        };
    }

    /** Finds the start and the byte order of the text. A piece that is not the first has no mark. */
    private static ByteOrderMark mark(byte[] text, int bytes, Encoding encoding, int flags) {
        return (flags & Flags.CONTINUED) == 0
                ? ByteOrderMark.find(encoding, text, bytes)
                : new ByteOrderMark(encoding.fixed(), 0);
    }

    private static long packed(int status, boolean wide, int read, int written, int bad) {
        return Packed.of(status, wide ? 1 : 0, read, written, bad);
    }

    /**
     * Encodes text.
     *
     * @param source the chars
     * @param from the index of the first char
     * @param end the end of the chars, exclusive
     * @param encoding the encoding
     * @param flags as for {@link dev.unitstr.internal.binding.Binding#encode}
     * @param target receives the bytes, from index 0
     * @param limit the number of bytes that may be written
     * @return as for {@link dev.unitstr.internal.binding.Binding#encode}; read counts from {@code from}
     */
    static long encode(char[] source, int from, int end, Encoding encoding, int flags, byte[] target, int limit) {
        boolean more = (flags & Flags.MORE) != 0;
        boolean report = (flags & Flags.POLICY_MASK) == Flags.REPORT;
        int mark = (flags & Flags.CONTINUED) == 0 ? encoding.bomBytes() : 0;
        JavaCodec codec = codec(encoding.fixed());
        int at = from;
        int index = 0;
        while (true) {
            if (mark == 0) {
                int most = Math.min(end - at, (limit - index) / codec.unitSize);
                int run = codec.encodeRun(source, at, at + most, target, index);
                at += run;
                index += run * codec.unitSize;
            }
            if (at == end) {
                return Packed.of(Packed.DONE, 0, at - from, index, 0);
            }
            int value = codePoint(source, at, end);
            int length = value < 0x10000 ? 1 : 2;
            int size = 0;
            if (value == JavaCodec.UNFINISHED && more) {
                return Packed.of(Packed.INCOMPLETE, 0, at - from, index, 0);
            }
            if (value >= 0) {
                size = codec.size(value);
            }
            if (size == 0) {
                if (report) {
                    return Packed.of(value < 0 ? Packed.MALFORMED : Packed.UNMAPPABLE, 0, at - from, index, length);
                }
                value = codec.substitute;
                size = codec.size(value);
            }
            if (limit - index < mark + size) {
                return Packed.of(Packed.OUTPUT_FULL, 0, at - from, index, 0);
            }
            if (mark != 0) {
                codec.put(BYTE_ORDER_MARK, target, index);
                index += mark;
                mark = 0;
            }
            codec.put(value, target, index);
            index += size;
            at += length;
        }
    }

    /**
     * Returns the code point, {@link JavaCodec#MALFORMED} for a lone surrogate, or {@link JavaCodec#UNFINISHED} for a
     * high surrogate at the end.
     */
    private static int codePoint(char[] source, int at, int end) {
        char c = source[at];
        if (!Character.isSurrogate(c)) {
            return c;
        }
        if (Character.isLowSurrogate(c)) {
            return JavaCodec.MALFORMED;
        }
        if (at + 1 == end) {
            return JavaCodec.UNFINISHED;
        }
        char next = source[at + 1];
        return Character.isLowSurrogate(next) ? Character.toCodePoint(c, next) : JavaCodec.MALFORMED;
    }
}
