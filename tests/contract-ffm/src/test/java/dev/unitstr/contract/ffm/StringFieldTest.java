package dev.unitstr.contract.ffm;

import static java.lang.foreign.MemoryLayout.PathElement.dereferenceElement;
import static java.lang.foreign.MemoryLayout.PathElement.groupElement;
import static java.lang.foreign.MemoryLayout.PathElement.sequenceElement;
import static java.lang.foreign.MemoryLayout.sequenceLayout;
import static java.lang.foreign.MemoryLayout.structLayout;
import static java.lang.foreign.MemoryLayout.unionLayout;
import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_CHAR;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.unitstr.Copied;
import dev.unitstr.MalformedPolicy;
import dev.unitstr.MalformedTextException;
import dev.unitstr.UnitCharsets;
import dev.unitstr.contract.EveryRun;
import dev.unitstr.ffm.SegmentStrings;
import dev.unitstr.ffm.StringField;
import java.lang.foreign.Arena;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.nio.charset.Charset;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A field of text in a struct: the same as SegmentStrings with the offset and the size of the layout. */
@EveryRun
@Tag("route")
class StringFieldTest {
    private static final int UNITS = 7;
    /** struct { int32_t id; char name[7]; union { char16_t wide[7]; int32_t words[4]; }; char32_t full[7]; } */
    private static final StructLayout STRUCT = structLayout(
            JAVA_INT.withName("id"),
            sequenceLayout(UNITS, JAVA_BYTE).withName("name"),
            MemoryLayout.paddingLayout(1),
            unionLayout(
                            sequenceLayout(UNITS, JAVA_CHAR).withName("wide"),
                            sequenceLayout(4, JAVA_INT).withName("words"))
                    .withName("either"),
            sequenceLayout(UNITS, JAVA_INT).withName("full"));

    private static final PathElement[] NAME = {groupElement("name")};
    private static final PathElement[] WIDE = {groupElement("either"), groupElement("wide")};
    private static final PathElement[] FULL = {groupElement("full")};
    private static final List<String> TEXTS =
            List.of("", "Zoë", "1234567", "1234567890", "中文中文中文", "😀😀😀😀😀", "123456😀", "a\0b");

    static Stream<Arguments> fields() {
        return Stream.of(
                Arguments.of(UTF_8, 4, NAME),
                Arguments.of(ISO_8859_1, 4, NAME),
                Arguments.of(Charset.forName("windows-1252"), 4, NAME),
                Arguments.of(UnitCharsets.UTF_16, 12, WIDE),
                Arguments.of(UnitCharsets.UTF_32, 28, FULL));
    }

    @ParameterizedTest
    @MethodSource("fields")
    void equalsTheOperationsOnASegment(Charset charset, long at, PathElement... path) {
        StringField field = StringField.of(STRUCT, charset, path);
        long stride = STRUCT.byteSize();
        int base = 3;
        byte[] noise = new byte[(int) (base + 4 * stride)];
        new Random(5).nextBytes(noise);
        for (String text : TEXTS) {
            if (text.indexOf('\0') >= 0) {
                String message = assertThrows(
                                IllegalArgumentException.class,
                                () -> field.set(MemorySegment.ofArray(noise.clone()), base, text))
                        .getMessage();
                assertEquals("text has a NUL at char " + text.indexOf('\0') + ": it would end there", message);
                continue;
            }
            for (boolean terminated : new boolean[] {false, true}) {
                MemorySegment expected = MemorySegment.ofArray(noise.clone());
                MemorySegment actual = MemorySegment.ofArray(noise.clone());
                StringField tested = terminated ? field.withTerminator() : field;
                for (int i = 0; i < 3; i++) {
                    long place = base + i * stride + at;
                    Copied copied = SegmentStrings.copyField(text, charset, expected, place, UNITS, terminated);
                    assertEquals(
                            copied, i == 0 ? tested.set(actual, base, text) : tested.set(actual, base, i, text), text);
                    String read = SegmentStrings.getStringTerminated(expected, place, UNITS, charset);
                    assertEquals(read, tested.get(actual, base, i));
                    assertEquals(read, tested.get(actual, base + i * stride));
                    assertTrue(tested.contentEquals(actual, base, i, read));
                    assertTrue(tested.contentEquals(actual, base + i * stride, new StringBuilder(read)));
                    assertFalse(tested.contentEquals(actual, base, i, read + "x"));
                }
                assertArrayEquals(
                        (byte[]) expected.heapBase().orElseThrow(),
                        (byte[]) actual.heapBase().orElseThrow(),
                        text);
                assertArrayEquals(
                        new String[] {field.get(actual, base), field.get(actual, base, 1), field.get(actual, base, 2)},
                        SegmentStrings.getStrings(actual, field.spans(base, 3), charset));
            }
        }
    }

    @Test
    void aFieldAlone() {
        StringField field = StringField.of(sequenceLayout(4, JAVA_SHORT), UnitCharsets.UTF_16);
        MemorySegment array = MemorySegment.ofArray(new char[8]);
        assertEquals(new Copied(4, 4), field.set(array, 0, 1, "wxyz"));
        assertEquals("", field.get(array, 0));
        assertEquals("wxyz", field.get(array, 8));
        assertThrows(IndexOutOfBoundsException.class, () -> field.get(array, 0, 2));
    }

    /** Short fields are not compared beyond the page of a zero unit, which may be the last one that is mapped. */
    @Test
    void aFieldInTwoPages() {
        StringField field = StringField.of(sequenceLayout(16, JAVA_BYTE), UTF_8);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = arena.allocate(2 * 4096, 4096);
            for (long start = 4096 - 20; start < 4096 + 4; start++) {
                for (String text : List.of("a", "abcdefghijkl", "abcdefghijklmnop")) {
                    field.set(memory, start, text);
                    assertTrue(field.contentEquals(memory, start, text));
                    assertFalse(field.contentEquals(memory, start, text.substring(1)));
                    assertFalse(field.contentEquals(memory, start, "x" + text.substring(1)));
                    assertEquals(text, field.get(memory, start));
                }
            }
        }
    }

    @Test
    void anElementOfAnArrayOfFields() {
        StructLayout layout = structLayout(
                JAVA_INT, sequenceLayout(4, sequenceLayout(5, JAVA_BYTE)).withName("names"));
        StringField third = StringField.of(layout, UTF_8, groupElement("names"), sequenceElement(2));
        MemorySegment struct = MemorySegment.ofArray(new byte[24]);
        third.withTerminator().set(struct, 0, "abcdefg");
        assertEquals("abcd", SegmentStrings.getStringTerminated(struct, 4 + 2 * 5, UTF_8));
        assertEquals("abcd", third.get(struct, 0));
    }

    @Test
    void aFieldPaddedWithBlanks() {
        StringField field = StringField.of(STRUCT, UnitCharsets.UTF_16, WIDE).withBlanks();
        MemorySegment structs = MemorySegment.ofArray(new byte[(int) (3 * STRUCT.byteSize())]);
        assertEquals(new Copied(3, 3), field.set(structs, 0, "Zoë"));
        assertEquals(new Copied(7, 7), field.set(structs, 0, 1, new StringBuilder("a\0 cdef")));
        assertEquals(new Copied(0, 0), field.set(structs, 0, 2, ""));
        assertEquals("Zoë    ", SegmentStrings.getString(structs, 12, UNITS, UnitCharsets.UTF_16));
        assertEquals("Zoë", field.get(structs, 0));
        assertTrue(field.contentEquals(structs, 0, "Zoë"));
        assertTrue(field.contentEquals(structs, 0, 1, new StringBuilder("a\0 cdef")));
        assertFalse(field.contentEquals(structs, 0, "Zoë "));
        assertArrayEquals(
                new String[] {"Zoë", "a\0 cdef", ""},
                SegmentStrings.getStrings(structs, field.spans(0, 3), UnitCharsets.UTF_16));
        assertThrows(IndexOutOfBoundsException.class, () -> field.set(structs, 0, "12345678"));
        assertEquals("Zoë", field.get(structs, 0));
        StringField strict = field.withPolicy(MalformedPolicy.REPORT);
        assertThrows(MalformedTextException.class, () -> strict.set(structs, 0, "\uD800"));
        assertEquals("Zoë", strict.get(structs, 0));
    }

    @Test
    void policies() {
        StringField field = StringField.of(STRUCT, UTF_8, NAME);
        StringField strict = field.withPolicy(MalformedPolicy.REPORT);
        MemorySegment struct = MemorySegment.ofArray(new byte[(int) STRUCT.byteSize()]);
        struct.set(JAVA_BYTE, 5, (byte) 0xFF);
        struct.set(JAVA_BYTE, 4, (byte) 'a');
        assertEquals("a\uFFFD", field.get(struct, 0));
        assertEquals(
                1,
                assertThrows(MalformedTextException.class, () -> strict.get(struct, 0))
                        .unitOffset());
        assertThrows(MalformedTextException.class, () -> strict.contentEquals(struct, 0, "a\uFFFD"));
        assertThrows(MalformedTextException.class, () -> strict.set(struct, 0, "\uD800"));
        assertThrows(MalformedTextException.class, () -> strict.withTerminator().get(struct, 0));
        assertThrows(NullPointerException.class, () -> field.withPolicy(null));
    }

    static Stream<Arguments> noFields() {
        PathElement[] names = {groupElement("names")};
        MemoryLayout layout = structLayout(
                JAVA_INT.withName("id"),
                JAVA_FLOAT.withName("f"),
                sequenceLayout(2, sequenceLayout(8, JAVA_BYTE)).withName("names"),
                sequenceLayout(2, JAVA_FLOAT).withName("floats"),
                ADDRESS.withName("pointer"),
                sequenceLayout(0, JAVA_BYTE).withName("flexible"));
        return Stream.of(
                Arguments.of(layout, UTF_8, new PathElement[] {groupElement("nmae")}, "nmae"),
                Arguments.of(layout, UTF_8, new PathElement[] {groupElement("id")}, "i4(id) is not a field of UTF-8"),
                Arguments.of(layout, UTF_8, names, "is not a field of UTF-8: expected a sequence"),
                Arguments.of(layout, UTF_8, new PathElement[] {names[0], sequenceElement()}, "sequenceElement()"),
                Arguments.of(layout, UTF_8, new PathElement[] {names[0], sequenceElement(2)}, "index: 2"),
                Arguments.of(
                        layout, UnitCharsets.UTF_16, new PathElement[] {names[0], sequenceElement(0)}, "of 2 bytes"),
                Arguments.of(layout, UnitCharsets.UTF_32, new PathElement[] {groupElement("floats")}, "of 4 bytes"),
                Arguments.of(
                        layout,
                        UTF_8,
                        new PathElement[] {groupElement("pointer"), dereferenceElement()},
                        "dereferenceElement()"),
                Arguments.of(layout, US_ASCII, new PathElement[] {groupElement("pointer")}, "a8(pointer)"),
                Arguments.of(layout, UTF_8, new PathElement[] {groupElement("flexible")}, "at least one"),
                Arguments.of(layout, UTF_8, new PathElement[] {}, "is not a field"),
                Arguments.of(
                        sequenceLayout(2, JAVA_BYTE), Charset.forName("x-JIS0208"), new PathElement[] {}, "no NUL"));
    }

    @ParameterizedTest
    @MethodSource("noFields")
    void isRefusedWhenItIsMade(MemoryLayout layout, Charset charset, PathElement[] path, String says) {
        String message = assertThrows(IllegalArgumentException.class, () -> StringField.of(layout, charset, path))
                .getMessage();
        assertTrue(message.contains(says), message);
    }

    @Test
    void nulls() {
        StringField field = StringField.of(STRUCT, UTF_8, NAME);
        MemorySegment struct = MemorySegment.ofArray(new byte[(int) STRUCT.byteSize()]);
        assertThrows(NullPointerException.class, () -> StringField.of(null, UTF_8));
        assertThrows(NullPointerException.class, () -> StringField.of(STRUCT, null, NAME));
        assertThrows(NullPointerException.class, () -> StringField.of(STRUCT, UTF_8, (PathElement[]) null));
        assertThrows(NullPointerException.class, () -> StringField.of(STRUCT, UTF_8, (PathElement) null));
        assertThrows(NullPointerException.class, () -> field.get(null, 0));
        assertThrows(NullPointerException.class, () -> field.set(null, 0, "a"));
        assertThrows(NullPointerException.class, () -> field.set(struct, 0, null));
        assertThrows(NullPointerException.class, () -> field.contentEquals(null, 0, "a"));
        assertThrows(NullPointerException.class, () -> field.contentEquals(struct, 0, null));
    }

    @Test
    void outOfBounds() {
        StringField field = StringField.of(STRUCT, UTF_8, NAME);
        byte[] bytes = new byte[(int) STRUCT.byteSize() + 4 + UNITS];
        MemorySegment structs = MemorySegment.ofArray(bytes);
        field.set(structs, 0, 1, "last"); // the field ends at the end of the memory
        assertEquals("last", field.get(structs, 0, 1));
        byte[] before = bytes.clone();
        long max = Long.MAX_VALUE;
        long stride = STRUCT.byteSize();
        long[][] places = {
            {-1, 0},
            {0, -1},
            {1, 1},
            {0, 2},
            {max, 0},
            {max - 3, 0},
            {0, max},
            {0, max / stride},
            {max, max},
            {Long.MIN_VALUE, 0},
            {0, Long.MIN_VALUE},
            {0, (Long.MIN_VALUE >>> 1) / stride * 4},
            {8, (1L << 61) + 1}
        };
        for (long[] place : places) {
            String at = place[0] + ", " + place[1];
            assertThrows(IndexOutOfBoundsException.class, () -> field.get(structs, place[0], place[1]), at);
            assertThrows(IndexOutOfBoundsException.class, () -> field.set(structs, place[0], place[1], "x"), at);
            assertThrows(
                    IndexOutOfBoundsException.class, () -> field.contentEquals(structs, place[0], place[1], "x"), at);
        }
        assertThrows(IndexOutOfBoundsException.class, () -> field.get(structs, -1));
        assertThrows(IndexOutOfBoundsException.class, () -> field.spans(-1, 1));
        assertThrows(IllegalArgumentException.class, () -> field.spans(0, -1));
        assertThrows(
                IndexOutOfBoundsException.class, () -> SegmentStrings.getStrings(structs, field.spans(0, 3), UTF_8));
        assertArrayEquals(before, bytes);
    }

    @Test
    void memoryThatCannotBeUsed() throws Exception {
        StringField field = StringField.of(STRUCT, UTF_8, NAME);
        MemorySegment readOnly =
                MemorySegment.ofArray(new byte[(int) STRUCT.byteSize()]).asReadOnly();
        assertEquals("", field.get(readOnly, 0));
        assertThrows(IllegalArgumentException.class, () -> field.set(readOnly, 0, ""));
        MemorySegment closed;
        try (Arena arena = Arena.ofConfined()) {
            closed = arena.allocate(STRUCT);
            MemorySegment confined = closed;
            FutureTask<String> other = new FutureTask<>(() -> field.get(confined, 0));
            Thread.ofPlatform().start(other);
            assertEquals(
                    WrongThreadException.class,
                    assertThrows(ExecutionException.class, other::get)
                            .getCause()
                            .getClass());
        }
        assertThrows(IllegalStateException.class, () -> field.get(closed, 0));
        assertThrows(IllegalStateException.class, () -> field.set(closed, 0, "a"));
        assertThrows(IllegalStateException.class, () -> field.contentEquals(closed, 0, "a"));
    }
}
