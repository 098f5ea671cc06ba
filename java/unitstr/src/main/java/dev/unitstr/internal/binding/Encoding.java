package dev.unitstr.internal.binding;

import java.nio.ByteOrder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The encodings with native codecs, numbered as in {@code unitstr.h} ({@code USTR_ENCODING_*}). */
public enum Encoding {
    /** UTF-8. A byte order mark is text. */
    UTF_8(1, 1, 3, "UTF-8"),
    /** ISO-8859-1. */
    LATIN_1(2, 1, 1, "ISO-8859-1"),
    /** US-ASCII. */
    ASCII(3, 1, 1, "US-ASCII"),
    /** UTF-16LE. A byte order mark is text. */
    UTF_16LE(4, 2, 2, "UTF-16LE"),
    /** UTF-16BE. A byte order mark is text. */
    UTF_16BE(5, 2, 2, "UTF-16BE"),
    /**
     * UTF-16. Either mark sets the byte order and is dropped; the default is big-endian. Written big-endian with a
     * mark.
     */
    UTF_16(6, 2, 2, "UTF-16"),
    /** UTF-32LE. One mark of this byte order is dropped at the start. */
    UTF_32LE(7, 4, 4, "UTF-32LE"),
    /** UTF-32BE. One mark of this byte order is dropped at the start. */
    UTF_32BE(8, 4, 4, "UTF-32BE"),
    /**
     * UTF-32. Either mark sets the byte order and is dropped; the default is big-endian. Written big-endian without a
     * mark.
     */
    UTF_32(9, 4, 4, "UTF-32"),
    /**
     * x-UTF-16LE-BOM. Either mark sets the byte order and is dropped; the default is little-endian. Written with a
     * mark.
     */
    UTF_16LE_BOM(10, 2, 2, "x-UTF-16LE-BOM"),
    /** X-UTF-32LE-BOM. The mark of this byte order is dropped. Written with a mark. */
    UTF_32LE_BOM(11, 4, 4, "X-UTF-32LE-BOM"),
    /** X-UTF-32BE-BOM. The mark of this byte order is dropped. Written with a mark. */
    UTF_32BE_BOM(12, 4, 4, "X-UTF-32BE-BOM");
    // 13 and 14 are reserved for modified UTF-8 and CESU-8.

    /** UTF-16 in the byte order of this machine. */
    public static final Encoding UTF_16_NATIVE =
            ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN ? UTF_16LE : UTF_16BE;
    /** UTF-32 in the byte order of this machine. */
    public static final Encoding UTF_32_NATIVE =
            ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN ? UTF_32LE : UTF_32BE;

    /** The encoding of {@code wchar_t} on most platforms, and therefore worth a fast path. */
    private static final Charset WIDE = Charset.forName("UTF-32LE");

    private static final Map<Charset, Encoding> BY_CHARSET = new HashMap<>();

    static {
        for (Encoding encoding : values()) {
            if (encoding.charset != null) {
                BY_CHARSET.put(encoding.charset, encoding);
            }
        }
    }

    private final int id;
    private final int unitSize;
    private final int maxBytesPerChar;
    private final String charsetName;
    private final @Nullable Charset charset;

    Encoding(int id, int unitSize, int maxBytesPerChar, String charsetName) {
        this.id = id;
        this.unitSize = unitSize;
        this.maxBytesPerChar = maxBytesPerChar;
        this.charsetName = charsetName;
        this.charset = Charset.isSupported(charsetName) ? Charset.forName(charsetName) : null;
    }

    /**
     * Returns the encoding of a charset.
     *
     * @param charset the charset
     * @return the encoding, or null if there is none and the JDK decodes and encodes the charset
     */
    public static @Nullable Encoding of(Charset charset) {
        if (charset == StandardCharsets.UTF_8) {
            return UTF_8;
        }
        if (charset == StandardCharsets.UTF_16LE) {
            return UTF_16LE;
        }
        if (charset == WIDE) {
            return UTF_32LE;
        }
        if (charset == StandardCharsets.ISO_8859_1) {
            return LATIN_1;
        }
        if (charset == StandardCharsets.US_ASCII) {
            return ASCII;
        }
        Encoding encoding = BY_CHARSET.get(charset); // by name: a foreign charset may have the same
        return encoding != null && encoding.isThatOf(charset) ? encoding : null;
    }

    /** Tests whether this charset is the JDK's own, given a charset of the same name. */
    private boolean isThatOf(Charset other) {
        return charset != null && charset.getClass() == other.getClass();
    }

    /**
     * Returns the number that identifies this encoding to native code.
     *
     * @return a small positive number
     */
    public int id() {
        return id;
    }

    /**
     * Returns the name of the charset.
     *
     * @return the name in the JDK; some JDKs lack some of these charsets
     */
    public String charsetName() {
        return charsetName;
    }

    /**
     * Returns the size of a code unit.
     *
     * @return the size in bytes: 1, 2 or 4
     */
    public int unitSize() {
        return unitSize;
    }

    /**
     * Returns the maximum size of an encoded char, without a byte order mark.
     *
     * @return the size in bytes
     */
    public int maxBytesPerChar() {
        return maxBytesPerChar;
    }

    /**
     * Returns the encoding of text without a byte order mark, or after one.
     *
     * @return the encoding with the same unit size and a fixed byte order
     */
    public Encoding fixed() {
        return switch (this) {
            case UTF_16 -> UTF_16BE;
            case UTF_16LE_BOM -> UTF_16LE;
            case UTF_32, UTF_32BE_BOM -> UTF_32BE;
            case UTF_32LE_BOM -> UTF_32LE;
            default -> this;
        };
    }

    /**
     * Returns the size of the byte order mark that is written before a text. None is written before an empty text.
     *
     * @return the size in bytes: 0, 2 or 4
     */
    public int bomBytes() {
        return this == UTF_16 || this == UTF_16LE_BOM || this == UTF_32LE_BOM || this == UTF_32BE_BOM ? unitSize : 0;
    }
}
