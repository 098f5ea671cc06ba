package dev.unitstr.contract;

import java.util.Arrays;
import java.util.HexFormat;

/** Bytes and chars as the vectors and the failure messages show them. */
public final class Hex {
    private static final HexFormat BYTES = HexFormat.ofDelimiter(" ").withUpperCase();

    private Hex() {}

    public static String of(byte[] bytes) {
        return BYTES.formatHex(bytes);
    }

    public static String of(CharSequence text) {
        StringBuilder hex = new StringBuilder(5 * text.length());
        for (int i = 0; i < text.length(); i++) {
            hex.append(i == 0 ? "" : " ").append(BYTES.toHexDigits(text.charAt(i)));
        }
        return hex.toString();
    }

    /** For a failure's message: the beginning of a long one. */
    public static String abridged(byte[] bytes) {
        return bytes.length <= 200 ? of(bytes) : of(Arrays.copyOf(bytes, 200)) + " ... " + bytes.length + " bytes";
    }

    public static byte[] bytes(String hex) {
        return hex.isEmpty() ? new byte[0] : BYTES.parseHex(hex);
    }

    public static String chars(String hex) {
        StringBuilder text = new StringBuilder();
        if (!hex.isEmpty()) {
            for (String unit : hex.split(" ")) {
                text.append((char) Integer.parseInt(unit, 16));
            }
        }
        return text.toString();
    }
}
