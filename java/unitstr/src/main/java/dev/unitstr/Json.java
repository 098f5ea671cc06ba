package dev.unitstr;

import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes JSON, for {@link Doctor}: this jar has no dependencies. */
final class Json {
    private final StringBuilder out = new StringBuilder();

    private Json() {}

    /**
     * Writes a value, indented.
     *
     * @param value a map, a list, a string, a number, a boolean or null; maps and lists contain the same
     * @return the text, without a final line break
     */
    static String write(@Nullable Object value) {
        Json json = new Json();
        json.value(value, "\n");
        return json.out.toString();
    }

    private void value(@Nullable Object value, String line) {
        if (value instanceof Map<?, ?> map) {
            all('{', map.entrySet().iterator(), '}', line);
        } else if (value instanceof List<?> list) {
            all('[', list.iterator(), ']', line);
        } else if (value instanceof Map.Entry<?, ?> member) {
            text(String.valueOf(member.getKey()));
            out.append(": ");
            value(member.getValue(), line);
        } else if (value instanceof String text) {
            text(text);
        } else {
            out.append(value);
        }
    }

    private void all(char open, Iterator<?> values, char close, String line) {
        out.append(open);
        String inner = line + "  ";
        for (String before = inner; values.hasNext(); before = "," + inner) {
            out.append(before);
            value(values.next(), inner);
        }
        out.append(out.charAt(out.length() - 1) == open ? "" : line).append(close);
    }

    private void text(String text) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"', '\\' -> out.append('\\').append(c);
                case '\n' -> out.append("\\n");
                default -> out.append(c < ' ' ? String.format("\\u%04x", (int) c) : c);
            }
        }
        out.append('"');
    }
}
