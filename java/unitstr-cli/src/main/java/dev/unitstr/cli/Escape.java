package dev.unitstr.cli;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/** Escapes untrusted text for output to a terminal. */
final class Escape {
    private Escape() {}

    /** Returns UTF-8 text in quotes. Malformed bytes are shown as {@code \xff}. */
    static String quoted(byte[] utf8) {
        CharsetDecoder decoder = StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT);
        ByteBuffer in = ByteBuffer.wrap(utf8);
        CharBuffer chars = CharBuffer.allocate(utf8.length);
        StringBuilder text = new StringBuilder("\"");
        while (true) {
            CoderResult result = decoder.decode(in, chars, true);
            escape(chars.flip(), true, text);
            chars.clear();
            if (!result.isError()) {
                return text.append('"').toString();
            }
            for (int i = 0; i < result.length(); i++) {
                text.append(String.format("\\x%02x", in.get()));
            }
            decoder.reset();
        }
    }

    /** Returns a message of this program with control characters escaped, because it may contain file names. */
    static String controls(String text) {
        StringBuilder escaped = new StringBuilder();
        escape(text, false, escaped);
        return escaped.toString();
    }

    private static void escape(CharSequence text, boolean quotes, StringBuilder to) {
        text.codePoints().forEach(c -> {
            switch (c) {
                case '\n' -> to.append("\\n");
                case '\r' -> to.append("\\r");
                case '\t' -> to.append("\\t");
                case 0 -> to.append("\\0");
                case '"', '\\' -> to.append(quotes ? "\\" : "").appendCodePoint(c);
                default -> {
                    if (isShown(c)) {
                        to.appendCodePoint(c);
                    } else {
                        to.append(c > 0xFFFF ? String.format("\\u{%x}", c) : String.format("\\u%04x", c));
                    }
                }
            }
        });
    }

    /**
     * Tests whether a code point is shown as it is: not if it moves the cursor, changes the text direction, is
     * invisible, or is unassigned.
     */
    private static boolean isShown(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED -> false;
            default -> true;
        };
    }
}
