package dev.unitstr.contract.ffm;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.unitstr.LengthPrefix;
import dev.unitstr.StringSpans;
import dev.unitstr.contract.Charsets;
import dev.unitstr.contract.EveryRun;
import dev.unitstr.contract.Run;
import dev.unitstr.ffm.SegmentCStrings;
import dev.unitstr.ffm.SegmentSpans;
import dev.unitstr.ffm.SegmentStrings;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.ByteOrder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@EveryRun
@Tag("route")
class CStringsTest {
    private static final int PAGE = 4096;
    private static final MemorySegment PLACE = Arena.global().allocate(PAGE);

    /** {@code count} pages, and one after them that must not be accessed. */
    @SuppressWarnings("restricted") // the runs that reach addresses allow it
    private static MemorySegment guarded(int count) throws Throwable {
        Linker linker = Linker.nativeLinker();
        MethodHandle mmap = linker.downcallHandle(
                linker.defaultLookup().find("mmap").orElseThrow(),
                FunctionDescriptor.of(
                        ValueLayout.ADDRESS,
                        ValueLayout.ADDRESS,
                        ValueLayout.JAVA_LONG,
                        ValueLayout.JAVA_INT,
                        ValueLayout.JAVA_INT,
                        ValueLayout.JAVA_INT,
                        ValueLayout.JAVA_LONG));
        MethodHandle mprotect = linker.downcallHandle(
                linker.defaultLookup().find("mprotect").orElseThrow(),
                FunctionDescriptor.of(
                        ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.JAVA_LONG, ValueLayout.JAVA_INT));
        long size = (long) count * PAGE;
        MemorySegment pages = (MemorySegment) mmap.invokeExact(MemorySegment.NULL, size + PAGE, 3, 0x22, -1, 0L);
        assertEquals(0, (int) mprotect.invokeExact(MemorySegment.ofAddress(pages.address() + size), (long) PAGE, 0));
        return pages;
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    @SuppressWarnings("restricted")
    void segmentsThatClaimMoreThanIsMapped() throws Throwable {
        if (Run.denied()) {
            return; // pointers cannot be followed
        }
        MemorySegment page = guarded(1).reinterpret(PAGE);
        for (int end : new int[] {PAGE, PAGE - 1, PAGE - 13}) {
            page.set(ValueLayout.JAVA_LONG_UNALIGNED, end - 24, page.address());
            page.set(ValueLayout.JAVA_LONG_UNALIGNED, end - 16, page.address());
            page.set(ValueLayout.JAVA_LONG_UNALIGNED, end - 8, 0);
            page.setString(0, "hi");
            MemorySegment pointers = MemorySegment.ofAddress(page.address() + end - 24);
            for (long size : new long[] {0, 24, Long.MAX_VALUE}) {
                assertArrayEquals(
                        new String[] {"hi", "hi"},
                        SegmentCStrings.getPointers(pointers.reinterpret(size), 0, StandardCharsets.UTF_8));
            }
        }
    }

    /** Texts that go on in the next page, or end at the last byte that can be read. */
    @Test
    @EnabledOnOs(OS.LINUX)
    @SuppressWarnings("restricted")
    void terminatedTextAtTheEndsOfPages() throws Throwable {
        if (Run.denied()) {
            return; // memory from C cannot be read
        }
        MemorySegment pages = guarded(2).reinterpret(Long.MAX_VALUE);
        for (Charset charset :
                List.of(StandardCharsets.UTF_8, StandardCharsets.ISO_8859_1, StandardCharsets.US_ASCII)) {
            for (int length = 0; length <= 150; length++) {
                for (int other = -1; other < length; other += 1 + length / 4) {
                    StringBuilder text = new StringBuilder("x".repeat(length));
                    if (other >= 0 && charset != StandardCharsets.US_ASCII) {
                        text.setCharAt(other, 'é');
                    }
                    byte[] bytes = text.toString().getBytes(charset);
                    for (int before :
                            new int[] {1, 7, 8, 15, 16, 17, 40, 63, 64, 65, 79, 80, 100, 127, 128, 129, 150}) {
                        terminated(pages, PAGE - before, bytes, text.toString(), charset);
                    }
                    terminated(pages, 2 * PAGE - bytes.length - 1, bytes, text.toString(), charset);
                }
            }
        }
    }

    /** Texts with one letter that is not ASCII, at each place. */
    @Test
    void terminatedTextWithALetterAnywhere() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment pages = arena.allocate(2L * PAGE, PAGE);
            for (Charset charset : List.of(StandardCharsets.UTF_8, StandardCharsets.ISO_8859_1)) {
                for (int length = 1; length <= 150; length++) {
                    for (int at = 0; at < length; at++) {
                        String text = "x".repeat(at) + 'é' + "x".repeat(length - at - 1);
                        terminated(pages, 40, text.getBytes(charset), text, charset);
                    }
                }
            }
        }
    }

    private static void terminated(MemorySegment pages, long offset, byte[] bytes, String text, Charset charset) {
        pages.asSlice(0, 2L * PAGE).fill((byte) 'y');
        MemorySegment.copy(bytes, 0, pages, ValueLayout.JAVA_BYTE, offset, bytes.length);
        pages.set(ValueLayout.JAVA_BYTE, offset + bytes.length, (byte) 0);
        assertEquals(text, SegmentStrings.getStringTerminated(pages, offset, charset));
        assertEquals(text, SegmentStrings.getStringTerminated(pages, offset, bytes.length, charset));
        assertEquals(text, SegmentStrings.getStringTerminated(pages, offset, bytes.length + 200, charset));
    }

    @Test
    void emptySlicesAreNoPointers() {
        MemorySegment slice;
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = arena.allocate(32, 8);
            memory.setString(16, "secret");
            slice = memory.asSlice(0, 16).asSlice(16);
            refuses(IndexOutOfBoundsException.class, slice);
            assertEquals("", SegmentCStrings.getString(slice, 0, StandardCharsets.UTF_8));
        }
        refuses(IllegalStateException.class, slice);
        refuses(
                IndexOutOfBoundsException.class,
                MemorySegment.ofArray(new byte[16]).asSlice(16));
    }

    private static void refuses(Class<? extends Exception> expected, MemorySegment slice) {
        for (Executable read : List.<Executable>of(
                () -> SegmentCStrings.getString(slice, 6, StandardCharsets.UTF_8),
                () -> SegmentCStrings.getStringTerminated(slice, StandardCharsets.UTF_8),
                () -> SegmentCStrings.getStringList(slice, 0, StandardCharsets.UTF_8),
                () -> SegmentCStrings.getStringPrefixed(
                        slice, 0, LengthPrefix.ofBytes(1, ByteOrder.BIG_ENDIAN), StandardCharsets.UTF_8),
                () -> SegmentCStrings.getPointers(slice, 0, StandardCharsets.UTF_8),
                () -> SegmentCStrings.getPointers(slice, 0, 1, StandardCharsets.UTF_8))) {
            Exception e = assertThrows(Exception.class, read);
            // The bounds of a closed segment are checked first.
            assertTrue(expected.isInstance(e) || e instanceof IndexOutOfBoundsException, e::toString);
        }
    }

    /** Allocators are user code: they may call unitstr, and return any memory. */
    @ParameterizedTest
    @ValueSource(ints = {1, 12, 40, 100, 5000})
    void allocatorsOfTerminatedText(int length) {
        for (Charset charset : List.of(
                StandardCharsets.UTF_8,
                StandardCharsets.US_ASCII,
                StandardCharsets.ISO_8859_1,
                StandardCharsets.UTF_16LE)) {
            for (char last : new char[] {'z', '\u00e9', '\u4e61'}) {
                String text = "x".repeat(length - 1) + last;
                byte[] encoded = text.getBytes(charset);
                int unitSize = "a".getBytes(charset).length;
                long bytes = encoded.length + unitSize;
                try (Arena arena = Arena.ofConfined()) {
                    SegmentAllocator calls = (size, align) -> {
                        assertEquals(bytes, size);
                        SegmentCStrings.copyTerminated("another text, which is longer", charset, PLACE, 0);
                        return arena.allocate(size + 3, align).fill((byte) 'y');
                    };
                    MemorySegment larger = SegmentCStrings.allocateTerminated(calls, text, charset);
                    assertEquals(bytes + 3, larger.byteSize());
                    assertArrayEquals(encoded, larger.asSlice(0, encoded.length).toArray(ValueLayout.JAVA_BYTE));
                    for (long at = encoded.length; at < bytes; at++) {
                        assertEquals(0, larger.get(ValueLayout.JAVA_BYTE, at));
                    }
                    assertEquals('y', larger.get(ValueLayout.JAVA_BYTE, bytes));
                    assertThrows(
                            IndexOutOfBoundsException.class,
                            () -> SegmentCStrings.allocateTerminated(
                                    (size, align) -> arena.allocate(size - 1), text, charset));
                    assertThrows(
                            IllegalArgumentException.class,
                            () -> SegmentCStrings.allocateTerminated(
                                    (size, align) -> arena.allocate(size).asReadOnly(), text, charset));
                    assertThrows(
                            NullPointerException.class,
                            () -> SegmentCStrings.allocateTerminated((size, align) -> null, text, charset));
                }
            }
        }
    }

    @Test
    void allocatorsOfPointersAndLists() {
        Charset charset = StandardCharsets.UTF_8;
        String[] strings = {"a", "\u00e9x"};
        byte[] expected = "a\0\u00e9x\0\0".getBytes(charset);
        try (Arena arena = Arena.ofConfined()) {
            SegmentAllocator larger = (size, align) -> {
                SegmentCStrings.allocatePointers(arena, new String[] {"another", null}, charset);
                return arena.allocate(size + 3, align).fill((byte) 'y');
            };
            MemorySegment list = SegmentCStrings.allocateStringList(larger, strings, charset);
            assertEquals(expected.length + 3, list.byteSize());
            assertArrayEquals(expected, list.asSlice(0, expected.length).toArray(ValueLayout.JAVA_BYTE));
            assertEquals('y', list.get(ValueLayout.JAVA_BYTE, expected.length));
            MemorySegment pointers = SegmentCStrings.allocatePointers(larger, strings, charset);
            assertEquals(pointers.address() + 24, pointers.get(ValueLayout.JAVA_LONG, 0));
            assertEquals(pointers.address() + 26, pointers.get(ValueLayout.JAVA_LONG, 8));
            assertEquals(0, pointers.get(ValueLayout.JAVA_LONG, 16));
            assertEquals(24 + expected.length - 1 + 3, pointers.byteSize());
            assertArrayEquals(
                    "a\0\u00e9x\0".getBytes(charset),
                    pointers.asSlice(24, expected.length - 1).toArray(ValueLayout.JAVA_BYTE));

            SegmentAllocator heap =
                    (size, align) -> MemorySegment.ofArray(new long[8]).asSlice(0, size);
            MemorySegment onHeap = SegmentCStrings.allocateStringList(heap, strings, charset);
            assertArrayEquals(expected, onHeap.toArray(ValueLayout.JAVA_BYTE));
            assertThrows(
                    IllegalArgumentException.class, () -> SegmentCStrings.allocatePointers(heap, strings, charset));
            refused(IndexOutOfBoundsException.class, (size, align) -> arena.allocate(size - 1, align), strings);
            refused(
                    IllegalArgumentException.class,
                    (size, align) -> arena.allocate(size).asReadOnly(),
                    strings);
            refused(NullPointerException.class, (size, align) -> null, strings);
        }
    }

    private static void refused(Class<? extends Exception> expected, SegmentAllocator allocator, String[] strings) {
        assertThrows(expected, () -> SegmentCStrings.allocatePointers(allocator, strings, StandardCharsets.UTF_8));
        assertThrows(expected, () -> SegmentCStrings.allocateStringList(allocator, strings, StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTF-8", "windows-1252"})
    void allocatorsMayChangeTheArray(String name) {
        Charset charset = Charset.forName(name);
        String[] strings = {"a", "bc"};
        try (Arena arena = Arena.ofConfined()) {
            SegmentAllocator changes = (bytes, align) -> {
                strings[0] = "longer";
                strings[1] = null;
                return arena.allocate(bytes, align);
            };
            MemorySegment list = SegmentCStrings.allocateStringList(changes, strings, charset);
            assertArrayEquals(new String[] {"a", "bc"}, SegmentCStrings.getStringList(list, 0, charset));
            strings[0] = "a";
            strings[1] = "bc";
            MemorySegment all = SegmentCStrings.allocatePointers(changes, strings, charset);
            assertEquals(3 * 8 + 5, all.byteSize());
            assertEquals("a\0bc\0", new String(all.asSlice(24).toArray(ValueLayout.JAVA_BYTE), charset));
            assertEquals(all.address() + 26, all.get(ValueLayout.JAVA_LONG, 8));
            strings[0] = "abc";
            strings[1] = "def";
            SegmentAllocator shortens = (bytes, align) -> {
                Arrays.fill(strings, null);
                return arena.allocate(bytes - 4, align);
            };
            assertThrows(
                    IndexOutOfBoundsException.class,
                    () -> SegmentCStrings.allocatePointers(shortens, strings, charset));
            strings[0] = "abc";
            strings[1] = "def";
            assertThrows(
                    IndexOutOfBoundsException.class,
                    () -> SegmentCStrings.allocateStringList(shortens, strings, charset));
        }
    }

    /** The policy is looked at before the memory, which is not mapped. */
    @Test
    @SuppressWarnings("restricted")
    void pointersAreReadAfterTheArgumentsAreChecked() {
        MemorySegment nowhere = MemorySegment.ofAddress(PAGE);
        for (Executable read : List.<Executable>of(
                () -> SegmentCStrings.getStringTerminated(nowhere, StandardCharsets.UTF_8, null),
                () -> SegmentCStrings.getString(nowhere, 5, StandardCharsets.UTF_8, null),
                () -> SegmentCStrings.getStringTerminated(nowhere, null),
                () -> SegmentCStrings.getString(nowhere, 5, null))) {
            assertThrows(NullPointerException.class, read);
        }
    }

    @Test
    void lengthsAreReadAfterTheArgumentsAreChecked() {
        LengthPrefix prefix = LengthPrefix.ofBytes(2, ByteOrder.BIG_ENDIAN);
        Arena arena = Arena.ofConfined();
        MemorySegment closed = arena.allocate(8);
        arena.close();
        assertThrows(
                NullPointerException.class,
                () -> SegmentCStrings.getStringPrefixed(closed, 0, prefix, StandardCharsets.UTF_8, null));
        assertThrows(
                IllegalStateException.class,
                () -> SegmentCStrings.getStringPrefixed(closed, 0, prefix, StandardCharsets.UTF_8));
    }

    /** A BSTR points behind its length. */
    @Test
    @SuppressWarnings("restricted")
    void lengthsBeforePointers() {
        if (Run.denied()) {
            return; // this test follows pointers, which is denied
        }
        LengthPrefix bstr = LengthPrefix.ofBytes(4, ByteOrder.LITTLE_ENDIAN);
        Charset utf16 = StandardCharsets.UTF_16LE;
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = arena.allocate(64);
            SegmentCStrings.copyPrefixed("Zo\u00eb", utf16, memory, 8, bstr);
            MemorySegment text = MemorySegment.ofAddress(memory.address() + 12);
            assertEquals("Zo\u00eb", SegmentCStrings.getStringPrefixed(text, -4, bstr, utf16));
            assertNull(SegmentCStrings.getStringPrefixed(MemorySegment.NULL, -4, bstr, utf16));
            memory.set(ValueLayout.JAVA_INT, 8, 5);
            assertThrows(
                    IllegalArgumentException.class, () -> SegmentCStrings.getStringPrefixed(text, -4, bstr, utf16));
            for (long offset : new long[] {-1, -2, -3, -5, Long.MIN_VALUE}) {
                assertThrows(
                        IndexOutOfBoundsException.class,
                        () -> SegmentCStrings.getStringPrefixed(text, offset, bstr, utf16));
            }
            assertThrows( // of a known size
                    IndexOutOfBoundsException.class,
                    () -> SegmentCStrings.getStringPrefixed(memory.asSlice(12), -4, bstr, utf16));
            for (long wrong : new long[] {1, 3, 4, 4095, 4096}) { // the length is not mapped
                assertThrows(
                        IllegalArgumentException.class,
                        () -> SegmentCStrings.getStringPrefixed(MemorySegment.ofAddress(wrong), -4, bstr, utf16));
            }
        }
    }

    /** UNICODE_STRING has a length of two bytes, in bytes. */
    @Test
    @SuppressWarnings("restricted")
    void structsWhoseLengthsCountBytes() {
        if (Run.denied()) {
            return; // this test makes a segment of any size, which is denied
        }
        Charset utf16 = StandardCharsets.UTF_16LE;
        MemorySegment all = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment text = arena.allocate(80_000);
            text.fill((byte) 'a');
            for (ByteOrder order : new ByteOrder[] {ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN}) {
                for (int size : new int[] {1, 2, 4, 8}) {
                    LengthPrefix form = LengthPrefix.ofBytes(size, order);
                    MemorySegment structs = arena.allocate(3 * 16);
                    long[] lengths = {6, 0, size == 1 ? 254 : 65_534};
                    for (int i = 0; i < 3; i++) {
                        for (int at = 0; at < size; at++) {
                            int shift = 8 * (order == ByteOrder.LITTLE_ENDIAN ? at : size - 1 - at);
                            structs.set(ValueLayout.JAVA_BYTE, 16 * i + at, (byte) (lengths[i] >> shift));
                        }
                        structs.set(ValueLayout.ADDRESS, 16 * i + 8, i == 1 ? MemorySegment.NULL : text);
                    }
                    StringSpans spans = SegmentSpans.ofPointers(structs, 0, 8, 0, form, 16, 3);
                    String[] strings = SegmentStrings.getStrings(all, spans, utf16);
                    assertEquals("\u6161".repeat(3), strings[0]);
                    assertNull(strings[1]);
                    assertEquals("\u6161".repeat((int) lengths[2] / 2), strings[2], form::toString);
                    structs.set(ValueLayout.JAVA_BYTE, order == ByteOrder.LITTLE_ENDIAN ? 0 : size - 1, (byte) 7);
                    assertEquals(
                            "the length of struct 0 is 7 bytes: not a multiple of 2, the size of a unit",
                            assertThrows(
                                            IllegalArgumentException.class,
                                            () -> SegmentStrings.getStrings(all, spans, utf16))
                                    .getMessage());
                    structs.set(ValueLayout.JAVA_BYTE, order == ByteOrder.LITTLE_ENDIAN ? size - 1 : 0, (byte) -1);
                    if (size > 2) {
                        assertThrows(RuntimeException.class, () -> SegmentStrings.getStrings(all, spans, utf16));
                    }
                }
            }
        }
    }

    /** As a downcall returns it, as jextract's code does, and of a size. */
    @Test
    @SuppressWarnings("restricted")
    void nullPointersHaveNoText() {
        if (Run.denied()) {
            return; // this test makes segments of any size, which is denied
        }
        LengthPrefix prefix = LengthPrefix.ofBytes(2, ByteOrder.BIG_ENDIAN);
        for (long bytes : new long[] {0, 1, 64, Long.MAX_VALUE}) {
            MemorySegment none = MemorySegment.NULL.reinterpret(bytes);
            for (Charset charset : Charsets.oursAnd("windows-1252")) {
                assertNull(SegmentCStrings.getString(none, 5, charset));
                assertNull(SegmentCStrings.getString(none, 0, charset));
                assertNull(SegmentCStrings.getStringTerminated(none, charset));
                assertNull(SegmentCStrings.getPointers(none, 0, charset));
                assertNull(SegmentCStrings.getPointers(none, 0, 0, charset));
                assertNull(SegmentCStrings.getPointers(none, 0, 7, charset));
                assertNull(SegmentCStrings.getStringList(none, 0, charset));
                assertNull(SegmentCStrings.getStringPrefixed(none, 0, prefix, charset));
            }
            for (Executable wrong : List.<Executable>of(
                    () -> SegmentCStrings.getPointers(none, 0, null),
                    () -> SegmentCStrings.getPointers(none, 0, 1, StandardCharsets.UTF_8, null),
                    () -> SegmentCStrings.getStringList(none, 0, null),
                    () -> SegmentCStrings.getStringPrefixed(none, 0, null, StandardCharsets.UTF_8),
                    () -> SegmentCStrings.getStringPrefixed(none, 0, prefix, null))) {
                assertThrows(NullPointerException.class, wrong);
            }
            assertThrows(
                    IllegalArgumentException.class,
                    () -> SegmentCStrings.getPointers(none, 0, -1, StandardCharsets.UTF_8));
            for (Executable field : List.<Executable>of( // of a null struct
                    () -> SegmentCStrings.getStringList(none, 1, StandardCharsets.UTF_8),
                    () -> SegmentCStrings.getStringPrefixed(none, 1, prefix, StandardCharsets.UTF_8),
                    () -> SegmentCStrings.getPointers(none, 8, StandardCharsets.UTF_8),
                    () -> SegmentCStrings.getPointers(none, 8, 1, StandardCharsets.UTF_8))) {
                if (bytes != 1) {
                    String message =
                            assertThrows(IllegalArgumentException.class, field).getMessage();
                    assertTrue(message.endsWith("is it a field of a null struct?"), message);
                }
            }
            assertThrows(
                    IndexOutOfBoundsException.class,
                    () -> SegmentCStrings.getStringList(none, -1, StandardCharsets.UTF_8));
        }
    }

    /** With an offset, a segment of all memory is not a null pointer. */
    @Test
    @SuppressWarnings("restricted")
    void offsetsInAllMemory() {
        if (Run.denied()) {
            return; // this test makes segments of any size, which is denied
        }
        MemorySegment all = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment text = arena.allocate(16);
            text.setString(2, "ab");
            text.set(ValueLayout.JAVA_BYTE, 1, (byte) 2);
            LengthPrefix prefix = LengthPrefix.ofBytes(2, ByteOrder.BIG_ENDIAN);
            assertEquals("ab", SegmentCStrings.getStringPrefixed(all, text.address(), prefix, StandardCharsets.UTF_8));
            assertArrayEquals(
                    new String[] {"ab"},
                    SegmentCStrings.getStringList(all, text.address() + 2, StandardCharsets.UTF_8));
            assertEquals("ab", SegmentStrings.getStringTerminated(all, text.address() + 2, StandardCharsets.UTF_8));
        }
    }
}
