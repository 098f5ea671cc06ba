package dev.unitstr.drift;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The calls in the tables of {@code docs/which-call.md}, and those that a reader makes of them, compile. With the reports, because these are read on JDK 25. */
@Tag("reports")
class WhichCallTest {
    /** The names that the calls use. An int is taken for a long too. */
    private static final String NAMES = """
            import static dev.unitstr.ffm.SegmentCStrings.*;
            import static dev.unitstr.ffm.SegmentStrings.*;
            import static java.lang.foreign.ValueLayout.*;
            import static java.nio.ByteOrder.LITTLE_ENDIAN;

            import dev.unitstr.*;
            import dev.unitstr.columns.*;
            import dev.unitstr.ffm.*;
            import dev.unitstr.ffm.columns.*;
            import dev.unitstr.ffm.tensor.*;
            import dev.unitstr.tensor.*;
            import java.lang.foreign.*;
            import java.lang.foreign.MemoryLayout.PathElement;
            import java.lang.invoke.*;
            import java.nio.*;
            import java.nio.charset.*;
            import java.nio.file.Path;
            import java.util.*;

            abstract class Calls {
                MemorySegment segment, dst, pointer, pointers, struct, structs, validity, starts, data;
                ByteBuffer buffer;
                NativeMemory memory, valid, views;
                long address, byteSize, schemaAddress, arrayAddress;
                int offset, dstOffset, units, maxUnits, bytes, count, index, srcIndex, numChars, first, row, maxStrings;
                int entryBytes, strideBytes, fieldUnits, pointerAt, lengthAt;
                boolean keepTerminator;
                String text;
                String[] strings;
                char[] chars;
                StringBuilder builder;
                long[] offsets, lengths;
                int[] rows;
                Charset charset;
                MalformedPolicy policy;
                LengthPrefix prefix;
                ByteOrder order;
                Arena arena;
                SegmentAllocator allocator;
                StringSpans spans;
                MemoryLayout layout;
                StringField field;
                TextView view, other;
                TextIndex places;
                TextDecoder decoder;
                TextEncoder encoder;
                StringCache cache;
                java.nio.channels.ReadableByteChannel channel;
                java.nio.channels.WritableByteChannel out;
                MethodHandle handle, target;
                FunctionDescriptor descriptor;
                StringParameter[] parameters;
                StringColumn column;
                Map<String, StringColumn> columns;
                List<Map<String, StringColumn>> batches;
                Path path;

            """;

    @TempDir
    Path directory;

    /** The variables of {@code first-calls.tsv}, where they have other names or types. */
    private static final String OTHER_NAMES = """
                long offset, units, bytes, count;
                String[] texts;
            """;

    @Test
    void eachCallCompiles() throws IOException {
        List<String> calls = Checkout.matches("docs/which-call.md", "(?m)^\\|.*")
                .flatMap(row -> Pattern.compile("`((?:\\w+ \\w+ = )?[\\w.]+\\([^`]*\\))`")
                        .matcher(row.group())
                        .results())
                .map(call -> call.group(1))
                .distinct()
                .toList();
        assertTrue(calls.size() > 80, calls::toString);
        assertEquals(List.of(), wrong(NAMES, calls));
    }

    /**
     * Sixty tasks that a developer wrote down before reading README and the page, and the first call for each after reading
     * them, without a compiler, 2026-11-29. Two took a {@code long} for the number of rows of a column, and two call
     * {@code getStrings}, which is {@code getPointers} since then.
     */
    @Test
    void theFirstCallsOfAReaderCompile() throws IOException {
        List<String> calls = Checkout.text("tests/drift/first-calls.tsv")
                .lines()
                .map(row -> row.split("\t")[2].strip().replaceFirst(";$", ""))
                .toList();
        assertEquals(60, calls.size());
        String names = NAMES.replace(
                "int offset, dstOffset, units, maxUnits, bytes, count, index,", "int dstOffset, maxUnits, index,");
        List<String> wrong = wrong(names + OTHER_NAMES, calls);
        assertEquals(4, wrong.size(), wrong::toString);
    }

    /** The example on the page that most users open first is a whole program. */
    @Test
    void theProgramInJavadocCompiles() throws IOException {
        String page = "java/unitstr-ffm/src/main/java/dev/unitstr/ffm/SegmentStrings.java";
        String program = Checkout.matches(page, "(?s)\\{@snippet :\\n( \\* import .*?)\\n \\* \\}\\n \\*\\n")
                .map(snippet -> snippet.group(1).replaceAll("(?m)^ \\* ?", ""))
                .findFirst()
                .orElseThrow();
        assertEquals(List.of(), errors("Example", program));
    }

    /** Returns the errors of the compiler, each with its statement. */
    private List<String> wrong(String names, List<String> statements) throws IOException {
        StringBuilder source = new StringBuilder(names);
        for (int i = 0; i < statements.size(); i++) {
            source.append("    void call%d() throws Throwable { %s; }\n".formatted(i, statements.get(i)));
        }
        return errors("Calls", source.append("}\n").toString());
    }

    /** Returns the errors of the compiler, each with its line. */
    private List<String> errors(String type, String source) throws IOException {
        Path file = Files.writeString(directory.resolve(type + ".java"), source);
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(found, null, null)) {
            List<String> options =
                    List.of("-proc:none", "-d", directory.toString(), "-cp", System.getProperty("java.class.path"));
            compiler.getTask(null, files, found, options, null, files.getJavaFileObjects(file))
                    .call();
        }
        List<String> lines = source.lines().toList();
        return found.getDiagnostics().stream()
                .filter(each -> each.getKind() == Diagnostic.Kind.ERROR)
                .map(each -> lines.get((int) each.getLineNumber() - 1).strip() + ": " + each.getMessage(null))
                .toList();
    }
}
