package dev.unitstr;

import dev.unitstr.internal.binding.Encoding;
import dev.unitstr.internal.binding.ModifiedUtf8;
import java.nio.ByteOrder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Objects;

/**
 * Charsets of C character types, and the sizes of code units.
 *
 * <p>Unlike {@link StandardCharsets#UTF_16}, which is big-endian with a byte order mark, {@link #UTF_16} and
 * {@link #UTF_32} use the byte order of this machine and no mark, like {@code char16_t[]} and {@code char32_t[]} in
 * memory.
 *
 * <pre>{@code
 * // sqlite3_column_bytes16 returned bytes
 * int units = bytes / UnitCharsets.unitSize(UnitCharsets.UTF_16);
 * String text = BufferStrings.getString(column, 0, units, UnitCharsets.UTF_16);
 *
 * // wchar_t name[32]: 2 bytes each on Windows, 4 elsewhere
 * String name = BufferStrings.getStringTerminated(struct, offset, 32, UnitCharsets.WCHAR);
 * }</pre>
 *
 * @since 0.1.0
 */
public final class UnitCharsets {
    /** UTF-16 in the byte order of this machine: {@code char16_t[]}. A code unit has 2 bytes. */
    public static final Charset UTF_16 = isLittleEndian() ? StandardCharsets.UTF_16LE : StandardCharsets.UTF_16BE;

    /** UTF-32 in the byte order of this machine: {@code char32_t[]}. A code unit has 4 bytes. */
    public static final Charset UTF_32 = Charset.forName(isLittleEndian() ? "UTF-32LE" : "UTF-32BE");

    private static final int WCHAR_BYTES =
            System.getProperty("os.name", "").toLowerCase(Locale.ROOT).startsWith("windows") ? 2 : 4;

    /** The charset of {@code wchar_t[]} on this platform: {@link #UTF_16} on Windows, {@link #UTF_32} otherwise. */
    public static final Charset WCHAR = WCHAR_BYTES == 2 ? UTF_16 : UTF_32;

    /**
     * The charset of {@code char[]} in this process's locale: the JDK's {@code native.encoding}, or the default charset
     * if the JDK does not know it.
     *
     * <p>Few libraries use the locale's charset: many document UTF-8 whatever the locale. With the wrong charset, text
     * is damaged only if it is not ASCII, and so unnoticed for long. Use this constant only for functions that document
     * the locale's charset, such as {@code strerror} or the narrow functions of Windows. A call of {@code setlocale} in
     * the process does not change it.
     */
    public static final Charset CHAR = locale(System.getProperty("native.encoding", ""));

    /**
     * Modified UTF-8: each char has 1 to 3 bytes on its own, so a supplementary character has 6, and NUL is {@code C0
     * 80}. JNI's {@code GetStringUTFChars}, class files, {@link java.io.DataInput} and Android's DEX files use it. Lone
     * surrogates are not malformed. Encoded text has no zero byte, so a terminator is unambiguous. An overlong form
     * other than {@code C0 80} is malformed, unlike in {@code DataInput.readUTF}.
     *
     * <p>Cost: text without NUL and supplementary characters is the same in UTF-8, and the native library converts it as
     * such; from the first other character on, a text is converted in Java, several times slower.
     *
     * <p>{@link Charset#forName} does not find this charset.
     */
    public static final Charset MODIFIED_UTF_8 = new ModifiedUtf8();

    /**
     * CESU-8, which Oracle databases call {@code UTF8}: UTF-8 in which a supplementary character has 6 bytes, 3 for each
     * surrogate. Text without supplementary characters is the same in UTF-8, and the native library converts it as such;
     * from the first one on, the JDK converts a text.
     */
    public static final Charset CESU_8 = Charset.forName("CESU-8");

    private UnitCharsets() {}

    private static Charset locale(String name) {
        try {
            return Charset.forName(name);
        } catch (IllegalArgumentException e) {
            return Charset.defaultCharset();
        }
    }

    /**
     * Returns the size of a code unit of a charset, in bytes.
     *
     * @param charset any charset
     * @return 2 for UTF-16, UTF-16LE, UTF-16BE and x-UTF-16LE-BOM; 4 for UTF-32, UTF-32LE, UTF-32BE, X-UTF-32LE-BOM and
     *     X-UTF-32BE-BOM; 1 for every other charset
     * @throws NullPointerException if {@code charset} is null
     */
    public static int unitSize(Charset charset) {
        Encoding encoding = Encoding.of(Objects.requireNonNull(charset, "charset"));
        return encoding == null ? 1 : encoding.unitSize();
    }

    private static boolean isLittleEndian() {
        return ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;
    }
}
