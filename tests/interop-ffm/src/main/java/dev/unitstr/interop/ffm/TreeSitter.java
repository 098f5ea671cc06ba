package dev.unitstr.interop.ffm;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BOOLEAN;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.unitstr.examples.segments.bindings.CLibrary;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** tree-sitter: a parser whose syntax trees give positions in bytes, lines, and bytes within a line. */
final class TreeSitter {
    /** {@code TSInputEncoding}. */
    static final int UTF_8 = 0;

    static final int UTF_16 = 1;

    private static final String JSON = "/lib/x86_64-linux-gnu-tree-sitter-json.so";

    private static final StructLayout NODE = MemoryLayout.structLayout(
            MemoryLayout.sequenceLayout(4, JAVA_INT), ADDRESS.withName("id"), ADDRESS.withName("tree"));
    private static final StructLayout POINT =
            MemoryLayout.structLayout(JAVA_INT.withName("row"), JAVA_INT.withName("column"));

    private final MethodHandle newParser;
    private final MethodHandle deleteParser;
    private final MethodHandle setLanguage;
    private final MethodHandle parse;
    private final MethodHandle deleteTree;
    private final MethodHandle rootNode;
    private final MethodHandle childCount;
    private final MethodHandle child;
    private final MethodHandle startByte;
    private final MethodHandle endByte;
    private final MethodHandle startPoint;

    /** A node of a syntax tree: where it starts and ends, in bytes, and its line and the byte in it. */
    record Node(int start, int end, int row, int column) {}

    TreeSitter() {
        CLibrary library = CLibrary.open("libtree-sitter.so.0", "libtree-sitter0");
        newParser = library.function("ts_parser_new", ADDRESS);
        deleteParser = library.procedure("ts_parser_delete", ADDRESS);
        setLanguage = library.function("ts_parser_set_language", JAVA_BOOLEAN, ADDRESS, ADDRESS);
        parse = library.function(
                "ts_parser_parse_string_encoding", ADDRESS, ADDRESS, ADDRESS, ADDRESS, JAVA_INT, JAVA_INT);
        deleteTree = library.procedure("ts_tree_delete", ADDRESS);
        rootNode = library.function("ts_tree_root_node", NODE, ADDRESS);
        childCount = library.function("ts_node_child_count", JAVA_INT, NODE);
        child = library.function("ts_node_child", NODE, NODE, JAVA_INT);
        startByte = library.function("ts_node_start_byte", JAVA_INT, NODE);
        endByte = library.function("ts_node_end_byte", JAVA_INT, NODE);
        startPoint = library.function("ts_node_start_point", POINT, NODE);
    }

    /**
     * Loads the grammar of JSON, which a jar has.
     *
     * @param arena its lifetime
     * @return the language
     */
    @SuppressWarnings("restricted")
    static MemorySegment json(Arena arena) throws Throwable {
        Path file = Files.createTempFile("json", ".so");
        try (InputStream library = TreeSitter.class.getResourceAsStream(JSON)) {
            Files.copy(Objects.requireNonNull(library, JSON), file, StandardCopyOption.REPLACE_EXISTING);
            MemorySegment symbol = SymbolLookup.libraryLookup(file, arena)
                    .find("tree_sitter_json")
                    .orElseThrow();
            return (MemorySegment) Linker.nativeLinker()
                    .downcallHandle(symbol, FunctionDescriptor.of(ADDRESS))
                    .invokeExact();
        } finally {
            Files.delete(file);
        }
    }

    /** Parses a text, and returns all nodes of its tree, each before its children. */
    List<Node> parse(MemorySegment language, MemorySegment text, int encoding) throws Throwable {
        MemorySegment parser = (MemorySegment) newParser.invokeExact();
        try (Arena arena = Arena.ofConfined()) {
            if (!(boolean) setLanguage.invokeExact(parser, language)) {
                throw new IllegalStateException("the grammar is for another version of tree-sitter");
            }
            MemorySegment tree = (MemorySegment)
                    parse.invokeExact(parser, MemorySegment.NULL, text, Math.toIntExact(text.byteSize()), encoding);
            try {
                List<Node> nodes = new ArrayList<>();
                add(nodes, (MemorySegment) rootNode.invoke(arena, tree), arena);
                return nodes;
            } finally {
                deleteTree.invokeExact(tree);
            }
        } finally {
            deleteParser.invokeExact(parser);
        }
    }

    private void add(List<Node> nodes, MemorySegment node, Arena arena) throws Throwable {
        MemorySegment point = (MemorySegment) startPoint.invoke(arena, node);
        nodes.add(new Node(
                (int) startByte.invokeExact(node),
                (int) endByte.invokeExact(node),
                point.get(JAVA_INT, 0),
                point.get(JAVA_INT, 4)));
        int count = (int) childCount.invokeExact(node);
        for (int i = 0; i < count; i++) {
            add(nodes, (MemorySegment) child.invoke(arena, node, i), arena);
        }
    }
}
