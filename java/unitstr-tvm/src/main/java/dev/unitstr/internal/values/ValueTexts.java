package dev.unitstr.internal.values;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.Surrogates;
import dev.unitstr.Ucs4String;
import dev.unitstr.internal.text.ArrayUcs4;
import dev.unitstr.internal.text.RegionStrings;
import dev.unitstr.tvm.ValueKind;
import java.nio.charset.StandardCharsets;

/** Converts texts of values to and from Java strings. */
final class ValueTexts {
    private ValueTexts() {}

    static String string(RegionStrings strings, TextPlace text, MalformedPolicy policy) {
        if (text.kind() == ValueKind.UCS4) {
            // The UTF-32 decoder is not used here, because it accepts surrogates.
            return ucs4(strings, text, policy, Surrogates.MALFORMED).toString();
        }
        if (text.bytes() == 0) {
            return "";
        }
        RegionStrings.checkAccess(strings.binding(), text.region(), text.offset(), text.bytes());
        return strings.getStringOfBytes(text.region(), text.offset(), text.bytes(), StandardCharsets.UTF_8, policy);
    }

    static Ucs4String ucs4(RegionStrings strings, TextPlace text, MalformedPolicy policy, Surrogates surrogates) {
        byte[] bytes = bytes(strings, text);
        return text.kind() == ValueKind.UCS4
                ? ArrayUcs4.ofUtf32(units(bytes), policy, surrogates)
                : ArrayUcs4.ofUtf8(strings, bytes, policy, surrogates);
    }

    /** The number of chars of a text to show. */
    private static final int SHOWN = 60;

    /** Returns the start of a text, in quotes. Reads no more of it. */
    static String shown(RegionStrings strings, TextPlace text) {
        int most = Math.min(text.bytes(), 4 * (SHOWN + 1));
        TextPlace beginning = new TextPlace(text.kind(), text.region(), text.offset(), most, text.inline());
        String shown = string(strings, beginning, MalformedPolicy.REPLACE);
        if (most == text.bytes() && shown.length() <= SHOWN) {
            return '"' + shown + '"';
        }
        return '"' + cut(shown) + "\u2026\" (" + text.bytes() + " bytes)";
    }

    static String shortened(String text) {
        return text.length() <= SHOWN ? text : cut(text) + "\u2026";
    }

    private static String cut(String text) {
        int end = Math.min(SHOWN, text.length());
        return text.substring(0, end > 0 && Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end);
    }

    static byte[] bytes(RegionStrings strings, TextPlace text) {
        byte[] copy = new byte[text.bytes()];
        if (copy.length > 0) {
            AddressSpace.read(strings, text.region(), text.offset(), copy, copy.length);
        }
        return copy;
    }

    /** Returns a copy of a text as the contents of a slot. */
    static Tag tag(RegionStrings strings, TextPlace text) {
        byte[] copy = bytes(strings, text);
        Tag.Kind kind = switch (text.kind()) {
            case UCS4 -> Tag.Kind.UCS4;
            case BYTES -> Tag.Kind.BYTES;
            default -> Tag.Kind.STRING;
        };
        return Tag.text(kind, copy, 0, copy.length);
    }

    private static int[] units(byte[] bytes) {
        int[] units = new int[bytes.length / 4];
        for (int i = 0; i < units.length; i++) {
            units[i] = Bits.i32(bytes, 4 * i);
        }
        return units;
    }

    static byte[] bytes(Ucs4String text) {
        byte[] bytes = new byte[Math.multiplyExact(text.codePointCount(), 4)];
        for (int i = 0; i < bytes.length / 4; i++) {
            Bits.put(bytes, 4 * i, text.codePointAt(i));
        }
        return bytes;
    }
}
