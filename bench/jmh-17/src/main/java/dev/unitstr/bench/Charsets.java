package dev.unitstr.bench;

import dev.unitstr.UnitCharsets;
import java.nio.charset.Charset;

/** The charsets of the table, by the name that reports show. */
final class Charsets {
    private Charsets() {}

    static Charset of(String name) {
        return switch (name) {
            case "UTF-16" -> UnitCharsets.UTF_16;
            case "UTF-32" -> UnitCharsets.UTF_32;
            case "wchar_t" -> UnitCharsets.WCHAR;
            default -> Charset.forName(name);
        };
    }
}
