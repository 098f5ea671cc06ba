package dev.unitstr;

import dev.unitstr.internal.binding.Encoding;
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

    private UnitCharsets() {}

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

    /**
     * Returns the size of C's {@code wchar_t} on this platform, in bytes.
     *
     * @return 2 on Windows, 4 otherwise
     */
    public static int wcharBytes() {
        return WCHAR_BYTES;
    }

    private static boolean isLittleEndian() {
        return ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;
    }
}
