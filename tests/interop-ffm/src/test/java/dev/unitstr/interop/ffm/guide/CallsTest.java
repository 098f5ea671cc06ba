package dev.unitstr.interop.ffm.guide;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.unitstr.UnitCharsets;
import dev.unitstr.examples.segments.bindings.Curses;
import dev.unitstr.ffm.SegmentStrings;
import dev.unitstr.ffm.StringCalls;
import dev.unitstr.ffm.StringField;
import dev.unitstr.ffm.StringParameter;
import dev.unitstr.ffm.StringResult;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The code of docs/calls.md, on real libraries. One that is missing is a failure. */
@SuppressWarnings("restricted") // downcalls
class CallsTest {
    private static final Linker LINKER = Linker.nativeLinker();
    private static final SymbolLookup SQLITE = SymbolLookup.libraryLookup("libsqlite3.so.0", Arena.global());
    private static final SymbolLookup PCRE2 = SymbolLookup.libraryLookup("libpcre2-16.so.0", Arena.global());
    private static final SymbolLookup ICU = SymbolLookup.libraryLookup("libicuuc.so.72", Arena.global());

    private static MethodHandle function(
            SymbolLookup library, String name, FunctionDescriptor type, Linker.Option... options) {
        return LINKER.downcallHandle(library.find(name).orElseThrow(), type, options);
    }

    // [calls: terminated]
    /** char *getenv(const char *name) */
    private static final MethodHandle GETENV = StringCalls.adapt(
            function(LINKER.defaultLookup(), "getenv", FunctionDescriptor.of(ADDRESS, ADDRESS)),
            StringResult.ofPointer(UTF_8).nullable(),
            StringParameter.ofTerminated(0, UTF_8));

    static String getenv(String name) throws Throwable {
        return (String) GETENV.invokeExact(name);
    }
    // [calls: end]

    @Test
    void textWithATerminator() throws Throwable {
        assertEquals(System.getenv("PATH"), getenv("PATH"));
        assertNull(getenv("UNITSTR_NO_SUCH_VARIABLE"));
        assertThrows(IllegalArgumentException.class, () -> getenv("PATH\0"));
    }

    // [calls: pair]
    /** int sqlite3_prepare16_v2(sqlite3 *, const void *sql, int bytes, sqlite3_stmt **, const void **tail) */
    private static final MethodHandle PREPARE = StringCalls.adapt(
            function(
                    SQLITE,
                    "sqlite3_prepare16_v2",
                    FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS, JAVA_INT, ADDRESS, ADDRESS)),
            StringParameter.of(1, 2, UnitCharsets.UTF_16).withLengthInBytes());

    /** int sqlite3_bind_text16(sqlite3_stmt *, int parameter, const void *text, int bytes, void (*free)(void *)) */
    private static final MethodHandle BIND_TEXT = MethodHandles.insertArguments(
            StringCalls.adapt(
                    function(
                            SQLITE,
                            "sqlite3_bind_text16",
                            FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT, ADDRESS, JAVA_INT, ADDRESS)),
                    StringParameter.of(2, 3, UnitCharsets.UTF_16)
                            .withLengthInBytes()
                            .nullable()),
            3, // of the adapted handle: (MemorySegment, int, String, MemorySegment)int
            MemorySegment.ofAddress(-1)); // SQLITE_TRANSIENT: SQLite copies the text during the call

    static void bind(MemorySegment statement, int parameter, String text) throws Throwable {
        check((int) BIND_TEXT.invokeExact(statement, parameter, text));
    }
    // [calls: end]

    private static final MethodHandle OPEN =
            function(SQLITE, "sqlite3_open", FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS));
    private static final MethodHandle STEP = function(SQLITE, "sqlite3_step", FunctionDescriptor.of(JAVA_INT, ADDRESS));
    private static final MethodHandle FINALIZE =
            function(SQLITE, "sqlite3_finalize", FunctionDescriptor.of(JAVA_INT, ADDRESS));
    private static final MethodHandle CLOSE =
            function(SQLITE, "sqlite3_close", FunctionDescriptor.of(JAVA_INT, ADDRESS));
    private static final MethodHandle COLUMN_BYTES =
            function(SQLITE, "sqlite3_column_bytes16", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT));
    private static final MethodHandle COLUMN_TEXT = StringCalls.adapt(
            function(SQLITE, "sqlite3_column_text16", FunctionDescriptor.of(ADDRESS, ADDRESS, JAVA_INT)),
            StringResult.ofPointer(UnitCharsets.UTF_16).nullable());

    private static void check(int code) {
        assertEquals(0, code);
    }

    private static MemorySegment open(Arena arena) throws Throwable {
        MemorySegment database = arena.allocate(ADDRESS);
        check((int) OPEN.invokeExact(arena.allocateFrom(":memory:"), database));
        return database.get(ADDRESS, 0);
    }

    private static MemorySegment prepare(MemorySegment database, String sql, Arena arena) throws Throwable {
        MemorySegment statement = arena.allocate(ADDRESS);
        check((int) PREPARE.invokeExact(database, sql, statement, MemorySegment.NULL));
        return statement.get(ADDRESS, 0);
    }

    /** The first column of all rows. */
    private static List<String> rows(MemorySegment statement) throws Throwable {
        List<String> rows = new ArrayList<>();
        while ((int) STEP.invokeExact(statement) == 100) {
            rows.add((String) COLUMN_TEXT.invokeExact(statement, 0));
        }
        check((int) FINALIZE.invokeExact(statement));
        return rows;
    }

    @Test
    void aPairOfPointerAndLength() throws Throwable {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment database = open(arena);
            for (String text : new String[] {"héllo 😀", "", null, "x".repeat(100_000)}) {
                MemorySegment statement = prepare(database, "SELECT ?1", arena);
                bind(statement, 1, text);
                assertEquals(Collections.singletonList(text), rows(statement));
            }
            MemorySegment statement = prepare(database, "SELECT ?1 -- a comment in 中文", arena);
            bind(statement, 1, "a\0b");
            assertEquals(100, (int) STEP.invokeExact(statement));
            assertEquals(6, (int) COLUMN_BYTES.invokeExact(statement, 0));
            check((int) FINALIZE.invokeExact(statement));
            check((int) CLOSE.invokeExact(database));
        }
    }

    // [calls: callback]
    /** int compare(void *context, int bytesA, const void *a, int bytesB, const void *b) */
    private static final FunctionDescriptor COMPARE =
            FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT, ADDRESS, JAVA_INT, ADDRESS);

    /** Returns a pointer for sqlite3_create_collation16. A target has the type (MemorySegment, String, String)int. */
    static MemorySegment collation(MethodHandle target, Arena arena) {
        MethodHandle adapted = StringCalls.adaptUpcall(
                target,
                COMPARE,
                StringParameter.of(2, 1, UnitCharsets.UTF_16).withLengthInBytes(),
                StringParameter.of(4, 3, UnitCharsets.UTF_16).withLengthInBytes());
        MethodHandle equal = MethodHandles.dropArguments(MethodHandles.constant(int.class, 0), 0, Throwable.class);
        MethodHandle guarded = MethodHandles.catchException(adapted, Throwable.class, equal);
        return LINKER.upcallStub(guarded, COMPARE, arena);
    }
    // [calls: end]

    private static final MethodHandle CREATE_COLLATION = StringCalls.adapt(
            function(
                    SQLITE,
                    "sqlite3_create_collation16",
                    FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS, JAVA_INT, ADDRESS, ADDRESS)),
            StringParameter.ofTerminated(1, UnitCharsets.UTF_16));

    private static int calls;

    /** Compares, and makes a call with a text of its own, as nested calls do. */
    static int ignoreCase(MemorySegment context, String a, String b) throws Throwable {
        calls++;
        assertEquals("x".repeat(40), upper("x".repeat(40)).toLowerCase(Locale.ROOT));
        if (a.equals("throw") || b.equals("throw")) {
            throw new IllegalStateException("would end the JVM");
        }
        return a.compareToIgnoreCase(b);
    }

    @Test
    void aCallback() throws Throwable {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment database = open(arena);
            MethodHandle target = method(
                    "ignoreCase", MethodType.methodType(int.class, MemorySegment.class, String.class, String.class));
            int utf16 = 4;
            check((int)
                    CREATE_COLLATION.invokeExact(database, "ЮНИ", utf16, MemorySegment.NULL, collation(target, arena)));
            MemorySegment statement = prepare(
                    database, "SELECT * FROM (VALUES ('b'),('Ä'),(?1),('A'),('ä')) ORDER BY 1 COLLATE ЮНИ", arena);
            bind(statement, 1, "B😀");
            assertEquals("[A, b, B😀, Ä, ä]", rows(statement).toString());
            assertTrue(calls > 4);
            statement = prepare(database, "SELECT 'throw' = 'x' COLLATE ЮНИ", arena);
            assertEquals(List.of("1"), rows(statement)); // the guard returned 0
            check((int) CLOSE.invokeExact(database));
        }
    }

    private static final MethodHandle NO_ERROR =
            method("noError", MethodType.methodType(MemorySegment.class, MemorySegment.class));

    private static MethodHandle method(String name, MethodType type) {
        try {
            return MethodHandles.lookup().findStatic(CallsTest.class, name, type);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    // [calls: buffer]
    /** Sets an UErrorCode to 0, as ICU requires before each call. */
    static MemorySegment noError(MemorySegment error) {
        error.set(JAVA_INT, 0, 0);
        return error;
    }

    /** int32_t u_strToUpper(UChar *dest, int32_t capacity, const UChar *, int32_t, const char *locale, UErrorCode *) */
    private static final MethodHandle TO_UPPER = StringCalls.adapt(
            MethodHandles.filterArguments(
                    function(
                            ICU,
                            "u_strToUpper_72",
                            FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT, ADDRESS, JAVA_INT, ADDRESS, ADDRESS)),
                    5,
                    NO_ERROR), // also before the second call, with a larger buffer
            StringResult.ofBuffer(0, 1, 64, UnitCharsets.UTF_16)
                    .withReturnedLength()
                    .withRetryUpTo(1 << 20),
            StringParameter.of(2, 3, UnitCharsets.UTF_16),
            StringParameter.ofTerminated(4, US_ASCII).nullable());

    static String upper(String text) throws Throwable {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment error = arena.allocate(JAVA_INT);
            String upper = (String) TO_UPPER.invokeExact(text, "de", error);
            if (error.get(JAVA_INT, 0) > 0) {
                throw new IllegalStateException("ICU error " + error.get(JAVA_INT, 0));
            }
            return upper;
        }
    }
    // [calls: end]

    @Test
    void aBufferThatGrows() throws Throwable {
        assertEquals("STRASSE 😀 É", upper("straße 😀 é"));
        assertEquals("", upper(""));
        for (int chars : new int[] {63, 64, 65, 1000, 10_000}) {
            assertEquals("SS".repeat(chars), upper("ß".repeat(chars)));
            assertEquals("X".repeat(chars), upper("x".repeat(chars)));
        }
        IllegalStateException tooLong = assertThrows(IllegalStateException.class, () -> upper("ß".repeat(600_000)));
        assertTrue(tooLong.getMessage().contains("length of 1200000"), tooLong::getMessage);
    }

    // [calls: counted]
    /** size_t confstr(int name, char *buffer, size_t size); returns the size that the text and its terminator require */
    private static final MethodHandle CONFSTR = StringCalls.adapt(
            function(LINKER.defaultLookup(), "confstr", FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG)),
            StringResult.ofBuffer(1, 2, 64, UTF_8)
                    .withReturnedLength()
                    .withTerminatorCounted()
                    .withRetryUpTo(4096));

    /** Returns the path of all standard programs. */
    static String standardPath() throws Throwable {
        return (String) CONFSTR.invokeExact(0); // _CS_PATH
    }
    // [calls: end]

    @Test
    void aLengthThatCountsTheTerminator() throws Throwable {
        String path = standardPath();
        assertTrue(path.matches("(/[a-z]+)+(:(/[a-z]+)+)*"), path);
        MethodHandle confstr = function(
                LINKER.defaultLookup(), "confstr", FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG));
        long size = path.length() + 1;
        assertEquals(size, (long) confstr.invokeExact(0, MemorySegment.NULL, 0L));
        for (long units : new long[] {1, 2, size - 1, size, size + 1}) {
            StringResult form = StringResult.ofBuffer(1, 2, units, UTF_8).withReturnedLength();
            StringResult counted = form.withTerminatorCounted();
            MethodHandle once = StringCalls.adapt(confstr, counted);
            MethodHandle again = StringCalls.adapt(confstr, counted.withRetryUpTo(size + 1));
            assertEquals(path, (String) again.invokeExact(0));
            if (units >= size) {
                assertEquals(path, (String) once.invokeExact(0));
            } else {
                String message = assertThrows(
                                IllegalStateException.class, () -> assertNull((String) once.invokeExact(0)))
                        .getMessage();
                assertEquals(
                        "native code reported a length of " + size + " for a buffer of " + units
                                + " units: see withRetryUpTo",
                        message);
            }
        }
        MethodHandle exact = StringCalls.adapt(
                confstr, StringResult.ofBuffer(1, 2, size, UTF_8).withReturnedLength());
        String message = assertThrows(IllegalStateException.class, () -> assertNull((String) exact.invokeExact(0)))
                .getMessage();
        assertTrue(message.contains("it counted its terminator (see withTerminatorCounted)"), message);
        assertEquals("", (String) CONFSTR.invokeExact(-1), "an error: confstr returns 0");
    }

    private static final StructLayout STATE = Linker.Option.captureStateLayout();

    // [calls: errno]
    private static final VarHandle ERRNO = STATE.varHandle(PathElement.groupElement("errno"));

    /** DWORD GetEnvironmentVariableW(LPCWSTR name, LPWSTR buffer, DWORD size); sets errno */
    static MethodHandle environmentVariable(SymbolLookup library) {
        return StringCalls.adapt(
                function(
                        library,
                        "GetEnvironmentVariableW",
                        FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS, JAVA_INT),
                        Linker.Option.captureCallState("errno")), // parameter 0 of the handle
                StringResult.ofBuffer(2, 3, 128, UnitCharsets.UTF_16)
                        .withReturnedLength()
                        .withRetryUpTo(32_767),
                StringParameter.ofTerminated(1, UnitCharsets.UTF_16)); // (MemorySegment, String)String
    }
    // [calls: end]

    @Test
    void capturedErrno(@TempDir Path directory) throws Throwable {
        Path library = directory.resolve("libenvironment.so");
        Process compiler = new ProcessBuilder(
                        "cc",
                        "-std=c11",
                        "-shared",
                        "-fPIC",
                        "-Wall",
                        "-Werror",
                        "-o",
                        library.toString(),
                        "shim/environment.c")
                .inheritIO()
                .start();
        assertEquals(0, compiler.waitFor());
        MethodHandle variable = environmentVariable(SymbolLookup.libraryLookup(library, Arena.global()));
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment state = arena.allocate(STATE);
            assertEquals("Zoë 😀", (String) variable.invokeExact(state, "USERNAME"));
            assertEquals("", (String) variable.invokeExact(state, "EMPTY"));
            String path = (String) variable.invokeExact(state, "PATH");
            assertEquals(1000, path.length());
            assertEquals(0x4E00 + 999, path.charAt(999));
            assertEquals("", (String) variable.invokeExact(state, "NONE"));
            assertEquals(203, (int) ERRNO.get(state, 0L));
        }
    }

    @Test
    void pcre2CountsInUnits() throws Throwable {
        MethodHandle compile = StringCalls.adapt(
                function(
                        PCRE2,
                        "pcre2_compile_16",
                        FunctionDescriptor.of(ADDRESS, ADDRESS, JAVA_LONG, JAVA_INT, ADDRESS, ADDRESS, ADDRESS)),
                StringParameter.of(0, 1, UnitCharsets.UTF_16));
        MethodHandle createData = function(
                PCRE2, "pcre2_match_data_create_from_pattern_16", FunctionDescriptor.of(ADDRESS, ADDRESS, ADDRESS));
        MethodHandle match = StringCalls.adapt(
                function(
                        PCRE2,
                        "pcre2_match_16",
                        FunctionDescriptor.of(
                                JAVA_INT, ADDRESS, ADDRESS, JAVA_LONG, JAVA_LONG, JAVA_INT, ADDRESS, ADDRESS)),
                StringParameter.of(1, 2, UnitCharsets.UTF_16));
        MethodHandle offsets = function(PCRE2, "pcre2_get_ovector_pointer_16", FunctionDescriptor.of(ADDRESS, ADDRESS));
        MethodHandle explain = StringCalls.adapt(
                function(
                        PCRE2,
                        "pcre2_get_error_message_16",
                        FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, JAVA_LONG)),
                StringResult.ofBuffer(1, 2, 120, UnitCharsets.UTF_16).withReturnedLength());
        assertEquals("no match", (String) explain.invokeExact(-1));
        assertThrows(
                IllegalStateException.class,
                () -> assertNull((String) explain.invokeExact(12_345)),
                "a negative length: PCRE2_ERROR_BADDATA");
        try (Arena arena = Arena.ofConfined()) {
            String subject = "x\0café 😀 中文 end";
            MemorySegment code = (MemorySegment) compile.invokeExact(
                    "(\\w+) (.) (\\p{Han}+)", 0x000A_0000, arena.allocate(4), arena.allocate(8), MemorySegment.NULL);
            MemorySegment data = (MemorySegment) createData.invokeExact(code, MemorySegment.NULL);
            assertEquals(4, (int) match.invokeExact(code, subject, 0L, 0, data, MemorySegment.NULL));
            long[] groups =
                    ((MemorySegment) offsets.invokeExact(data)).reinterpret(64).toArray(JAVA_LONG);
            assertEquals("café 😀 中文", subject.substring((int) groups[0], (int) groups[1]));
            assertEquals("中文", subject.substring((int) groups[6], (int) groups[7]));
            function(PCRE2, "pcre2_match_data_free_16", FunctionDescriptor.ofVoid(ADDRESS))
                    .invoke(data);
            function(PCRE2, "pcre2_code_free_16", FunctionDescriptor.ofVoid(ADDRESS))
                    .invoke(code);
        }
    }

    @Test
    void cursesCountsWchars() throws Throwable {
        SymbolLookup library = SymbolLookup.libraryLookup("libncursesw.so.6", Arena.global());
        MethodHandle write = StringCalls.adapt(
                function(library, "mvaddnwstr", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT)),
                StringParameter.of(2, 3, UnitCharsets.WCHAR));
        try (Arena arena = Arena.ofConfined();
                Curses curses = new Curses()) {
            check((int) write.invokeExact(1, 2, "héllo 中文 😀!"));
            MemorySegment line = arena.allocate(20L * UnitCharsets.unitSize(UnitCharsets.WCHAR), 4);
            assertEquals(12, curses.read(1, 2, line, 12));
            assertEquals("héllo 中文 😀! ", SegmentStrings.getString(line, 0, 12, UnitCharsets.WCHAR));
        }
    }

    // [calls: field]
    /** struct utsname { char sysname[65], nodename[65], release[65], version[65], machine[65], domainname[65]; } */
    private static final StructLayout UTSNAME = MemoryLayout.structLayout(
            member("sysname"),
            member("nodename"),
            member("release"),
            member("version"),
            member("machine"),
            member("domainname"));

    private static final StringField SYSNAME =
            StringField.of(UTSNAME, UTF_8, PathElement.groupElement("sysname")).withTerminator();

    private static MemoryLayout member(String name) {
        return MemoryLayout.sequenceLayout(65, ValueLayout.JAVA_BYTE).withName(name);
    }
    // [calls: end]

    @Test
    void fieldsOfAStruct() throws Throwable {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment names = arena.allocate(UTSNAME, 2);
            MethodHandle uname = function(LINKER.defaultLookup(), "uname", FunctionDescriptor.of(JAVA_INT, ADDRESS));
            check((int) uname.invokeExact(names));
            StringField release = StringField.of(UTSNAME, UTF_8, PathElement.groupElement("release"));
            assertEquals("Linux", SYSNAME.get(names, 0));
            assertEquals(System.getProperty("os.version"), release.get(names, 0));
            assertTrue(release.contentEquals(names, 0, System.getProperty("os.version")));
            assertEquals(64, SYSNAME.set(names, 0, 1, "x".repeat(70)).chars());
            assertEquals(
                    List.of("Linux", "x".repeat(64)),
                    List.of(SegmentStrings.getStrings(names, SYSNAME.spans(0, 2), UTF_8)));
        }
    }
}
