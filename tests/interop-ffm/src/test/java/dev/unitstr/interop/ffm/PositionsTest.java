package dev.unitstr.interop.ffm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.unitstr.TextIndex;
import dev.unitstr.UnitCharsets;
import dev.unitstr.examples.segments.bindings.Pcre2;
import dev.unitstr.ffm.SegmentStrings;
import dev.unitstr.ffm.SegmentTexts;
import dev.unitstr.interop.ffm.TreeSitter.Node;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Positions that libraries report for UTF-8 text, mapped to positions in the string: those that the same libraries report
 * for the same text in other encodings.
 */
class PositionsTest {
    private static final String FILLING = "é中😀\n";

    private static TextIndex index(MemorySegment text) {
        return TextIndex.of(SegmentTexts.view(text, 0, text.byteSize(), StandardCharsets.UTF_8));
    }

    @Test
    void ofMatches() throws Throwable {
        Pcre2 in8 = Debian.open(() -> new Pcre2(8));
        Pcre2 in16 = Debian.open(() -> new Pcre2(16));
        Pcre2 in32 = Debian.open(() -> new Pcre2(32));
        String pattern = "(\\w+)=(\\p{Han}+).(.)";
        for (int filling = 0; filling < 400; filling += 23) {
            String subject = FILLING.repeat(filling) + "clé=中文 😀" + FILLING.repeat(filling);
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment text = SegmentStrings.allocateFrom(arena, subject, StandardCharsets.UTF_8);
                TextIndex index = index(text);
                long[] bytes = in8.match(pattern, text);
                long[] chars = in16.match(pattern, SegmentStrings.allocateFrom(arena, subject, UnitCharsets.UTF_16));
                long[] points = in32.match(pattern, SegmentStrings.allocateFrom(arena, subject, UnitCharsets.UTF_32));
                assertEquals(8, bytes.length);
                for (int i = 0; i < bytes.length; i++) {
                    assertEquals(chars[i], index.charIndex((int) bytes[i]));
                    assertEquals(points[i], index.codePointIndex((int) bytes[i]));
                    assertEquals(bytes[i], index.unitOffset((int) chars[i]));
                    assertEquals(bytes[i], index.codePointOffset((int) points[i]));
                }
                assertEquals("clé", subject.substring((int) chars[2], (int) chars[3]));
            }
        }
    }

    @Test
    void ofSyntaxTrees() throws Throwable {
        TreeSitter parser = Debian.open(TreeSitter::new);
        StringBuilder json = new StringBuilder("[");
        for (int i = 0; i < 300; i++) {
            json.append(i == 0 ? "\n" : ",\n\n".substring(0, 2 + i % 2))
                    .append("  {\"clé ")
                    .append(i)
                    .append("\": [\"中文\", -1.5e3, \"😀 \\n\", null], \"\": true}");
        }
        json.append("]\n");
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment language = TreeSitter.json(arena);
            MemorySegment text = SegmentStrings.allocateFrom(arena, json.toString(), StandardCharsets.UTF_8);
            TextIndex index = index(text);
            List<Node> nodes = parser.parse(language, text, TreeSitter.UTF_8);
            MemorySegment wide = SegmentStrings.allocateFrom(arena, json.toString(), UnitCharsets.UTF_16);
            List<Node> wideNodes = parser.parse(language, wide, TreeSitter.UTF_16);
            assertEquals(wideNodes.size(), nodes.size());
            assertTrue(nodes.size() > 300 * 20, () -> nodes.size() + " nodes");
            for (int i = 0; i < nodes.size(); i++) {
                Node node = nodes.get(i);
                Node same = wideNodes.get(i);
                assertEquals(same.start() / 2, index.charIndex(node.start()));
                assertEquals(same.end() / 2, index.charIndex(node.end()));
                assertEquals(node.start(), index.unitOffset(same.start() / 2));
                assertEquals(node.row(), index.line(node.start()));
                assertEquals(node.column(), node.start() - index.lineOffset(node.row()));
            }
        }
    }
}
