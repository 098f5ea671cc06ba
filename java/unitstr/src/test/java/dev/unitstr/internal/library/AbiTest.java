package dev.unitstr.internal.library;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.unitstr.UnitCharsets;
import dev.unitstr.internal.binding.ArrowCalls;
import dev.unitstr.internal.binding.Encoding;
import dev.unitstr.internal.binding.Flags;
import dev.unitstr.internal.binding.Packed;
import dev.unitstr.internal.binding.Query;
import dev.unitstr.internal.binding.TensorCalls;
import dev.unitstr.internal.binding.TensorOptions;
import dev.unitstr.internal.binding.ValueCalls;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class AbiTest {
    private static final long WCHAR =
            UnitCharsets.unitSize(UnitCharsets.WCHAR) == 2 ? Abi.FEATURE_WCHAR_16 : Abi.FEATURE_WCHAR_32;

    /** Name and number of everything in the C header. */
    private static Map<String, Long> header() throws IOException {
        Map<String, Long> numbers = new TreeMap<>();
        for (String line : Files.readAllLines(Path.of("..", "..", "abi", "v1.0.txt"))) {
            if (!line.startsWith("#")) {
                String[] fields = line.split("\t");
                numbers.put(fields[0], Long.parseLong(fields[1]));
            }
        }
        return numbers;
    }

    @Test
    void theOffsets() throws IOException, IllegalAccessException {
        Map<String, Long> theirs = new TreeMap<>();
        header().forEach((name, offset) -> {
            if (name.startsWith("ustr_java_api.")) {
                theirs.put(name.substring("ustr_java_api.".length()).toUpperCase(Locale.ROOT), offset);
            }
        });
        Map<String, Long> ours = longs(Abi.class);
        ours.keySet().removeIf(name -> name.endsWith("_STRUCT_SIZE") || name.startsWith("FEATURE_"));
        Arrays.stream(Abi.Entry.values()).forEach(entry -> ours.put(entry.name(), entry.offset()));
        assertEquals(theirs, ours);
    }

    @Test
    void theNumbers() throws IOException, IllegalAccessException {
        Map<String, Long> ours = new TreeMap<>();
        longs(Packed.class).forEach((name, number) -> ours.put("USTR_" + name, number));
        longs(Flags.class).forEach((name, number) -> ours.put("USTR_FLAG_" + name, number));
        for (Encoding encoding : Encoding.values()) {
            ours.put("USTR_ENCODING_" + encoding.name(), (long) encoding.id());
        }
        longs(ArrowCalls.class).forEach((name, number) -> ours.put("USTR_ARROW_" + name, number));
        ours.put("USTR_ABI_MAJOR", (long) Abi.MAJOR);
        ours.put("USTR_ABI_MINOR", (long) Abi.MINOR);
        ours.put("USTR_JAVA_API_SIZE_1_0", Abi.MIN_STRUCT_SIZE);
        ours.put("USTR_FEATURE_WCHAR_16", Abi.FEATURE_WCHAR_16);
        ours.put("USTR_FEATURE_WCHAR_32", Abi.FEATURE_WCHAR_32);
        ours.put("USTR_RAISED", (long) ValueCalls.RAISED);
        ours.put("USTR_E_LIBRARY", (long) ValueCalls.E_LIBRARY);
        ours.put("USTR_E_FROZEN", (long) ValueCalls.E_FROZEN);
        ours.put("USTR_VALUES_PLAIN", (long) ValueCalls.PLAIN);
        Map<String, Long> theirs = header();
        ours.forEach((name, number) -> assertEquals(theirs.get(name), number, name));
        long statuses = theirs.keySet().stream()
                .filter(name -> name.matches("USTR_E_.*"))
                .count();
        assertEquals(10, statuses, "errors that Packed or ValueCalls has to know");
        assertEquals(
                14,
                theirs.keySet().stream()
                        .filter(name -> name.startsWith("USTR_ENCODING_"))
                        .count(),
                "two are reserved");
    }

    @Test
    void theTensors() throws IOException, IllegalAccessException {
        Map<String, Long> theirs = header();
        Map<String, Long> ours = longs(TensorOptions.class);
        ours.forEach((name, number) -> {
            String member = "ustr_tensor." + name.toLowerCase(Locale.ROOT);
            String constant = "USTR_TENSOR_" + name;
            Long expected = name.equals("STRUCT_SIZE")
                    ? Long.valueOf(theirs.get("ustr_tensor.owner") + Long.BYTES)
                    : theirs.getOrDefault(member, theirs.get(constant));
            assertEquals(expected, number, name);
        });
        theirs.keySet().stream()
                .filter(name -> name.startsWith("ustr_tensor.") && !name.equals("ustr_tensor.struct_size"))
                .forEach(name -> assertTrue(
                        ours.containsKey(name.substring("ustr_tensor.".length()).toUpperCase(Locale.ROOT)), name));
        longs(TensorCalls.class).forEach((name, number) -> {
            String constant = name.equals("OWNER_LONGS") ? "USTR_TENSOR_" + name : "USTR_TENSOR_CHANGE_" + name;
            assertEquals(theirs.get(constant), number, name);
        });
        long changes = theirs.keySet().stream()
                .filter(name -> name.startsWith("USTR_TENSOR_CHANGE_"))
                .count();
        assertEquals(changes + 1, longs(TensorCalls.class).size());
        long refused = 13 | theirs.get("USTR_TENSOR_FIELD_COUNT") << theirs.get("USTR_TENSOR_FIELD_SHIFT");
        long packed = Packed.of(Packed.REFUSED, 0, (int) refused, 5, 1);
        assertEquals(theirs.get("USTR_TENSOR_CODE_COUNT"), Packed.refusedCode(packed));
        assertEquals(theirs.get("USTR_TENSOR_FIELD_COUNT"), Packed.refusedField(packed));
        assertTrue(Packed.isRefusedAsAWhole(packed));
    }

    /** The names of the queries, in the order of their numbers. */
    @Test
    void theQueries() throws IOException {
        String rust = Files.readString(Path.of("..", "..", "rust", "unitstr-c", "src", "query.rs"));
        String list = rust.substring(rust.indexOf("pub const QUERIES"), rust.indexOf("];") + 2);
        List<String> theirs = Pattern.compile("\\(\"(\\w+)\", ")
                .matcher(list)
                .results()
                .map(result -> result.group(1))
                .toList();
        assertEquals(theirs, Arrays.stream(Query.values()).map(Query::name).toList());
    }

    @Test
    void theFeatures() throws IOException, IllegalAccessException {
        Map<String, Long> ours = longs(Abi.class);
        ours.keySet().removeIf(name -> !name.startsWith("FEATURE_"));
        Map<String, Long> theirs = new TreeMap<>();
        header().forEach((name, number) -> {
            if (name.startsWith("USTR_FEATURE_")) {
                theirs.put(name.substring("USTR_".length()), number);
            }
        });
        assertEquals(theirs, ours);
        long avx2 = Abi.FEATURE_ISA_AVX2;
        assertEquals("scalar", new Abi.Header(328, 1, 1, WCHAR).isa());
        assertEquals("avx2", new Abi.Header(328, 1, 1, WCHAR | avx2).isa());
        assertEquals("avx512", new Abi.Header(328, 1, 1, WCHAR | Abi.FEATURE_ISA_AVX512).isa());
        assertEquals("neon", new Abi.Header(328, 1, 1, WCHAR | Abi.FEATURE_ISA_NEON).isa());
        assertTrue(new Abi.Header(328, 1, 1, WCHAR | avx2 | Abi.FEATURE_ISA_REFUSED).isaRefused());
    }

    @Test
    void theLayoutOfAPackedResult() throws IOException {
        Map<String, Long> theirs = header();
        long packed = Packed.of(1, 1, 1, 1, 1);
        long expected = 1
                | 1L << theirs.get("USTR_PACKED_READ_SHIFT")
                | 1L << theirs.get("USTR_PACKED_STATUS_SHIFT")
                | 1L << theirs.get("USTR_PACKED_CODER_SHIFT")
                | 1L << theirs.get("USTR_PACKED_BAD_SHIFT");
        assertEquals(expected, packed);
        int most = theirs.get("USTR_PACKED_COUNT_MAX").intValue();
        long largest = Packed.of(7, 0, most, most, 4);
        assertEquals(most, Packed.read(largest));
        assertEquals(most, Packed.written(largest));
        assertEquals(7, Packed.status(largest));
        assertEquals(4, Packed.bad(largest));
    }

    /** The public constants of a class that are whole numbers. */
    private static Map<String, Long> longs(Class<?> type) throws IllegalAccessException {
        Map<String, Long> longs = new TreeMap<>();
        for (Field field : type.getFields()) {
            boolean version = field.getName().equals("MAJOR") || field.getName().equals("MINOR");
            if (!version && (field.getType() == long.class || field.getType() == int.class)) {
                longs.put(field.getName(), ((Number) field.get(null)).longValue());
            }
        }
        return longs;
    }

    @Test
    void aTableOfThisVersionOrALargerOne() {
        assertDoesNotThrow(() -> header(328, 1, 0, WCHAR));
        assertDoesNotThrow(() -> header(336, 1, 1, WCHAR | 1L << 40));
        assertDoesNotThrow(() -> header(Abi.MAX_STRUCT_SIZE, 1, 99, WCHAR));
    }

    @Test
    void anotherMajorVersion() {
        refused("the library has ABI 2.3, this jar needs 1.0", 4000, 2, 3, WCHAR);
        refused("the library has ABI 0.0, this jar needs 1.0", 0, 0, 0, 0);
    }

    @Test
    void aTableOfAnotherSize() {
        refused("the library's table has 0 bytes, this jar needs at least 328", 0, 1, 0, WCHAR);
        refused("the library's table has 327 bytes, this jar needs at least 328", 327, 1, 0, WCHAR);
        refused("the library's table has 65537 bytes, this jar accepts at most 65536", 65537, 1, 0, WCHAR);
        refused("the library's table has 18446744073709551615 bytes, this jar accepts at most 65536", -1, 1, 0, WCHAR);
    }

    @Test
    void anotherWideCharacter() {
        int ours = UnitCharsets.unitSize(UnitCharsets.WCHAR);
        refused("the library's wchar_t has " + (6 - ours) + " bytes, this platform's " + ours, 328, 1, 0, WCHAR ^ 3);
        refused("the library's wchar_t has 0 bytes, this platform's " + ours, 328, 1, 0, 0);
        refused("the library's wchar_t has 0 bytes, this platform's " + ours, 328, 1, 0, 3);
    }

    private static void refused(String reason, long size, int major, int minor, long features) {
        UnsatisfiedLinkError e = assertThrows(UnsatisfiedLinkError.class, () -> header(size, major, minor, features));
        assertEquals("ABI mismatch: " + reason, e.getMessage());
    }

    private static void header(long size, int major, int minor, long features) {
        new Abi.Header(size, major, minor, features).check();
    }
}
