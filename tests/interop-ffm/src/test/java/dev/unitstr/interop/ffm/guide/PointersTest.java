package dev.unitstr.interop.ffm.guide;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.unitstr.Copied;
import dev.unitstr.LengthPrefix;
import dev.unitstr.NativeMemory;
import dev.unitstr.StringSpans;
import dev.unitstr.UnitCharsets;
import dev.unitstr.ffm.SegmentCStrings;
import dev.unitstr.ffm.SegmentSpans;
import dev.unitstr.ffm.SegmentStrings;
import java.lang.foreign.AddressLayout;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.ByteOrder;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The code of docs/pointers.md, on pointers of the C library. */
@SuppressWarnings("restricted") // downcalls, and pointers that get a size
class PointersTest {
    // [pointers: getenv]
    private static final Linker LINKER = Linker.nativeLinker();
    private static final MethodHandle GETENV = LINKER.downcallHandle(
            LINKER.defaultLookup().find("getenv").orElseThrow(), FunctionDescriptor.of(ADDRESS, ADDRESS));

    /** char *getenv(const char *name) */
    static String getenv(String name) throws Throwable {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment value = (MemorySegment) GETENV.invokeExact(arena.allocateFrom(name));
            return SegmentCStrings.getStringTerminated(value, UTF_8); // null for a null pointer
        }
    }
    // [pointers: end]

    @Test
    void aPointerToTerminatedText() throws Throwable {
        assertEquals(System.getenv("PATH"), getenv("PATH"));
        assertNull(getenv("UNITSTR_NO_SUCH_VARIABLE"));
    }

    @Test
    void aPointerHasNoSize() throws Throwable {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment value = (MemorySegment) GETENV.invokeExact(arena.allocateFrom("PATH"));
            assertEquals(0, value.byteSize());
            assertThrows(IndexOutOfBoundsException.class, () -> SegmentStrings.getString(value, 0, 1));
        }
    }

    // [pointers: strings]
    /** Reads char *strings[], which ends with a null pointer. If there is no array, the result is null. */
    static String[] strings(MemorySegment array) {
        return SegmentCStrings.getPointers(array, 0, UTF_8);
    }
    // [pointers: end]

    @Test
    void pointersToTerminatedText() {
        MemorySegment environ =
                LINKER.defaultLookup().find("environ").orElseThrow().reinterpret(ADDRESS.byteSize());
        List<String> strings = List.of(strings(environ.get(ADDRESS, 0)));
        assertTrue(strings.contains("PATH=" + System.getenv("PATH")), strings::toString);
        assertEquals(strings, List.of(strings(environ.get(ADDRESS, 0).address())));
        assertNull(strings(MemorySegment.NULL));
        assertNull(strings(MemorySegment.NULL.reinterpret(Long.MAX_VALUE)));
        assertNull(strings(0));
    }

    // [pointers: array]
    /** Writes char *strings[], which ends with a null pointer. C may read it while the arena is open. */
    static MemorySegment array(Arena arena, String... strings) {
        return SegmentCStrings.allocatePointers(arena, strings, UTF_8);
    }
    // [pointers: end]

    // [pointers: addresses]
    /** Reads char *strings[] at the address that native code returned. For address 0, the result is null. */
    static String[] strings(long address) {
        return NativeMemory.of(address, Long.MAX_VALUE).getPointers(0, UTF_8);
    }
    // [pointers: end]

    // [pointers: out]
    private static final MethodHandle GETSUBOPT = LINKER.downcallHandle(
            LINKER.defaultLookup().find("getsubopt").orElseThrow(),
            FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS, ADDRESS));

    /**
     * Calls int getsubopt(char **options, char *const *tokens, char **value), and returns the first option's value: null
     * if the option is not one of the tokens or has no value.
     */
    static String firstValue(String options, String... tokens) throws Throwable {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment rest = arena.allocateFrom(ADDRESS, arena.allocateFrom(options));
            MemorySegment value = arena.allocate(ADDRESS); // C stores a pointer here
            int token = (int) GETSUBOPT.invokeExact(rest, array(arena, tokens), value); // -1: none of the tokens
            return token < 0 ? null : SegmentCStrings.getStringTerminated(value.get(ADDRESS, 0), UTF_8);
        }
    }
    // [pointers: end]

    @Test
    void pointersThatCReadsAndStores() throws Throwable {
        assertEquals("naïve 😀", firstValue("name=naïve 😀,mode=2", "mode", "name"));
        assertNull(firstValue("name,mode=2", "mode", "name"), "no value");
        assertNull(firstValue("size=1,mode=2", "mode", "name"), "no token");
    }

    // [pointers: structs]
    /** struct cell { const char16_t *text; uint32_t units; uint32_t flags; } cells[count] */
    static String[] texts(MemorySegment cells, long count) {
        LengthPrefix uint32 = LengthPrefix.ofUnits(4, ByteOrder.nativeOrder());
        StringSpans spans = SegmentSpans.ofPointers(cells, 0, 0, 8, uint32, 16, count);
        MemorySegment everywhere = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);
        return SegmentStrings.getStrings(everywhere, spans, UnitCharsets.UTF_16);
    }
    // [pointers: end]

    // [pointers: struct]
    /** struct cell { const char16_t *text; uint32_t units; uint32_t flags; }; null if its pointer is. */
    static String text(MemorySegment cell) {
        return SegmentCStrings.getString(cell.get(ADDRESS, 0), cell.get(JAVA_INT, 8), UnitCharsets.UTF_16);
    }
    // [pointers: end]

    @Test
    void structsWithPointerAndLength() {
        String[] strings = {"a\0b", "", "漢字 😀"};
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment cells = arena.allocate(16 * (strings.length + 1), 8);
            for (int i = 0; i < strings.length; i++) {
                cells.set(ADDRESS, 16 * i, SegmentStrings.allocateFrom(arena, strings[i], UnitCharsets.UTF_16));
                cells.set(JAVA_INT, 16 * i + 8, strings[i].length());
                assertEquals(strings[i], text(cells.asSlice(16 * i, 16)));
            }
            assertArrayEquals(new String[] {strings[0], strings[1], strings[2], null}, texts(cells, 4));
        }
    }

    // [pointers: wide]
    private static final MethodHandle WCSSTR = LINKER.downcallHandle(
            LINKER.defaultLookup().find("wcsstr").orElseThrow(), FunctionDescriptor.of(ADDRESS, ADDRESS, ADDRESS));

    /** Calls wchar_t *wcsstr(const wchar_t *text, const wchar_t *part): the text from that part on, or null. */
    static String from(String part, String text) throws Throwable {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment found = (MemorySegment) WCSSTR.invokeExact(
                    SegmentCStrings.allocateTerminated(arena, text, UnitCharsets.WCHAR),
                    SegmentCStrings.allocateTerminated(arena, part, UnitCharsets.WCHAR));
            return SegmentCStrings.getStringTerminated(found, UnitCharsets.WCHAR);
        }
    }
    // [pointers: end]

    // [pointers: field]
    /** Writes wchar_t name[32] at this offset: whole characters, then zeros. The last unit is always zero. */
    static boolean setName(MemorySegment struct, long offset, String name) {
        Copied copied = SegmentStrings.copyField(name, UnitCharsets.WCHAR, struct, offset, 32, true);
        return copied.chars() == name.length(); // or the name was cut
    }

    /** Reads the same field. Its text has a terminator unless it fills the field. */
    static String name(MemorySegment struct, long offset) {
        return SegmentStrings.getStringTerminated(struct, offset, 32, UnitCharsets.WCHAR);
    }
    // [pointers: end]

    @Test
    void wideText() throws Throwable {
        assertEquals("😀 中文", from("😀", "héllo 😀 中文"));
        assertNull(from("ö", "héllo 😀 中文"));
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment struct = arena.allocate(8 + 32L * UnitCharsets.unitSize(UnitCharsets.WCHAR));
            assertTrue(setName(struct, 8, "Ada 😀"));
            assertEquals("Ada 😀", name(struct, 8));
            assertEquals(false, setName(struct, 8, "😀".repeat(32)));
            assertEquals("😀".repeat(31), name(struct, 8));
        }
    }

    /** In the form of what jextract 22 and later write. */
    private static final class pwd_h {
        static final AddressLayout C_POINTER =
                ADDRESS.withTargetLayout(MemoryLayout.sequenceLayout(Long.MAX_VALUE, JAVA_BYTE));
        static final MethodHandle GETPWUID = LINKER.downcallHandle(
                LINKER.defaultLookup().find("getpwuid").orElseThrow(), FunctionDescriptor.of(C_POINTER, JAVA_INT));

        static MemorySegment getpwuid(int uid) throws Throwable {
            return (MemorySegment) GETPWUID.invokeExact(uid);
        }
    }

    private static final class utsname_h {
        static final MethodHandle UNAME = LINKER.downcallHandle(
                LINKER.defaultLookup().find("uname").orElseThrow(), FunctionDescriptor.of(JAVA_INT, ADDRESS));

        static int uname(MemorySegment name) throws Throwable {
            return (int) UNAME.invokeExact(name);
        }
    }

    private static final class passwd {
        static MemorySegment pw_name(MemorySegment struct) {
            return struct.get(pwd_h.C_POINTER, 0);
        }
    }

    private static final class utsname {
        static final MemoryLayout LAYOUT =
                MemoryLayout.structLayout(MemoryLayout.sequenceLayout(6 * 65, ValueLayout.JAVA_BYTE));

        static MemorySegment allocate(Arena arena) {
            return arena.allocate(LAYOUT);
        }

        static MemorySegment sysname(MemorySegment struct) {
            return struct.asSlice(0, 65);
        }
    }

    // [pointers: jextract]
    /** struct passwd { char *pw_name; … }, which C owns; getpwuid returns a null pointer for an unknown user. */
    static String userName(int uid) throws Throwable {
        MemorySegment user = pwd_h.getpwuid(uid);
        return user.address() == 0 ? null : SegmentCStrings.getStringTerminated(passwd.pw_name(user), UTF_8);
    }

    /** struct utsname { char sysname[65]; … }: jextract's arrays are slices of the struct. */
    static String systemName() throws Throwable {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment system = utsname.allocate(arena);
            if (utsname_h.uname(system) != 0) {
                throw new IllegalStateException("uname failed");
            }
            return SegmentStrings.getStringTerminated(utsname.sysname(system), 0, 65, UTF_8);
        }
    }
    // [pointers: end]

    @Test
    void whatJextractWrites() throws Throwable {
        assertEquals("root", userName(0));
        assertNull(userName(987_654_321));
        assertEquals("Linux", systemName());
    }
}
