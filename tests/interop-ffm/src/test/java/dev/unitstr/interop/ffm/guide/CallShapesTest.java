package dev.unitstr.interop.ffm.guide;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.unitstr.UnitCharsets;
import dev.unitstr.ffm.SegmentCStrings;
import dev.unitstr.ffm.SegmentStrings;
import dev.unitstr.ffm.StringCalls;
import dev.unitstr.ffm.StringParameter;
import dev.unitstr.ffm.StringResult;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The code of docs/call-shapes.md: on real libraries, of which one that is missing is a failure, or on functions of
 * shim/shapes.c with their signatures.
 */
@SuppressWarnings("restricted") // downcalls
class CallShapesTest {
    private static final Linker LINKER = Linker.nativeLinker();
    private static final Charset UTF_16 = UnitCharsets.UTF_16;
    private static final MemorySegment NULL = MemorySegment.NULL;

    private static SymbolLookup shim;

    @BeforeAll
    static void compile(@TempDir Path directory) throws Exception {
        Path library = directory.resolve("libshapes.so");
        ProcessBuilder compiler = new ProcessBuilder(
                "cc", "-std=c11", "-shared", "-fPIC", "-Wall", "-Werror", "-o", library.toString(), "shim/shapes.c");
        assertEquals(0, compiler.inheritIO().start().waitFor());
        shim = SymbolLookup.libraryLookup(library, Arena.global());
    }

    private static final SymbolLookup C = LINKER.defaultLookup();
    private static final MethodHandle FREE = call(C, "free", FunctionDescriptor.ofVoid(ADDRESS));

    private static SymbolLookup library(String file) {
        return SymbolLookup.libraryLookup(file, Arena.global());
    }

    private static MethodHandle call(
            SymbolLookup library, String name, FunctionDescriptor type, Linker.Option... options) {
        return LINKER.downcallHandle(library.find(name).orElseThrow(), type, options);
    }

    private static MethodHandle function(
            SymbolLookup library, String name, MemoryLayout result, MemoryLayout... parameters) {
        return call(library, name, FunctionDescriptor.of(result, parameters));
    }

    private static MethodHandle method(String name, Class<?> result, Class<?>... parameters) {
        try {
            return MethodHandles.lookup()
                    .findStatic(CallShapesTest.class, name, MethodType.methodType(result, parameters));
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    /** A check of results of 0. */
    private static final MethodHandle ZERO = method("zero", void.class, int.class);

    private static void zero(int status) {
        if (status != 0) {
            throw new IllegalStateException("status " + status);
        }
    }

    /** A check of an ODBC call. */
    private static final MethodHandle SQL_SUCCEEDED = method("sqlSucceeded", void.class, short.class);

    private static void sqlSucceeded(short result) {
        if (result != 0 && result != 1) {
            throw new IllegalStateException("SQLRETURN " + result);
        }
    }

    @Test
    void posix() throws Throwable {
        // [call-shapes: realpath]
        // char *realpath(const char *path, char *resolved); malloc allocates the result
        MethodHandle realpath = StringCalls.adapt(
                function(C, "realpath", ADDRESS, ADDRESS, ADDRESS),
                StringResult.ofPointer(UTF_8).nullable().withFree(FREE),
                StringParameter.ofTerminated(0, UTF_8));
        String path = (String) realpath.invokeExact("/usr/../proc", NULL);
        // [call-shapes: end]
        assertEquals("/proc", path);
        assertNull((String) realpath.invokeExact("/no such file", NULL));
        assertThrows(
                IllegalArgumentException.class, () -> assertNull((String) realpath.invokeExact("/proc\0/self", NULL)));
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment pid = arena.allocate(JAVA_INT);
            // [call-shapes: spawn]
            // int posix_spawnp(pid_t *, const char *file, const posix_spawn_file_actions_t *, const posix_spawnattr_t
            // *,
            //                  char *const argv[], char *const envp[])
            MethodHandle spawn = StringCalls.adapt(
                    function(C, "posix_spawnp", JAVA_INT, ADDRESS, ADDRESS, ADDRESS, ADDRESS, ADDRESS, ADDRESS),
                    StringParameter.ofTerminated(1, UTF_8),
                    StringParameter.ofPointers(4, UTF_8),
                    StringParameter.ofPointers(5, UTF_8));
            String[] arguments = {"sh", "-c", "test \"$1 $NAME\" = 'größer Zoë'", "sh", "größer"};
            String[] environment = {"NAME=Zoë"};
            int error = (int) spawn.invokeExact(pid, "/bin/sh", NULL, NULL, arguments, environment);
            // [call-shapes: end]
            assertEquals(0, error);
            MethodHandle wait = function(C, "waitpid", JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT);
            MemorySegment status = arena.allocate(JAVA_INT);
            assertEquals(pid.get(JAVA_INT, 0), (int) wait.invokeExact(pid.get(JAVA_INT, 0), status, 0));
            assertEquals(0, status.get(JAVA_INT, 0));
        }
        // [call-shapes: readlink]
        // ssize_t readlink(const char *path, char *buffer, size_t size); -1 is an error
        MethodHandle readlink = StringCalls.adapt(
                function(C, "readlink", JAVA_LONG, ADDRESS, ADDRESS, JAVA_LONG),
                StringResult.ofBuffer(1, 2, 64, UTF_8)
                        .withReturnedLength()
                        .withRetryUpTo(4096)
                        .nullable(),
                StringParameter.ofTerminated(0, UTF_8));
        String target = (String) readlink.invokeExact("/proc/self/cwd"); // null if it is no link
        // [call-shapes: end]
        assertEquals(Path.of("").toRealPath().toString(), target);
        assertNull((String) readlink.invokeExact("/proc/self/status"));
    }

    @Test
    void sqlite() throws Throwable {
        SymbolLookup sqlite = library("libsqlite3.so.0");
        List<String> rows = new ArrayList<>();
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment at = arena.allocate(ADDRESS);
            MethodHandle open = function(sqlite, "sqlite3_open", JAVA_INT, ADDRESS, ADDRESS);
            assertEquals(0, (int) open.invokeExact(arena.allocateFrom(":memory:"), at));
            MemorySegment database = at.get(ADDRESS, 0);
            MethodHandle add = MethodHandles.insertArguments(
                    method("add", int.class, List.class, MemorySegment.class, String[].class, String[].class), 0, rows);
            // [call-shapes: row]
            // int (*callback)(void *context, int columns, char **values, char **names)
            FunctionDescriptor callback = FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT, ADDRESS, ADDRESS);
            MethodHandle row = StringCalls.adaptUpcall(
                    add, // (MemorySegment, String[], String[])int
                    callback,
                    StringParameter.ofPointers(2, 1, UTF_8).nullable(), // a value is null for NULL
                    StringParameter.ofPointers(3, 1, UTF_8));
            // [call-shapes: end]
            MemorySegment stub = LINKER.upcallStub(guarded(row, int.class, 1), callback, arena);
            MethodHandle free = call(sqlite, "sqlite3_free", FunctionDescriptor.ofVoid(ADDRESS));
            MethodHandle ignore = MethodHandles.empty(MethodType.methodType(void.class, int.class));
            // [call-shapes: exec]
            // int sqlite3_exec(sqlite3 *, const char *sql, int (*callback)(…), void *context, char **error)
            MethodHandle exec = StringCalls.adapt(
                    function(sqlite, "sqlite3_exec", JAVA_INT, ADDRESS, ADDRESS, ADDRESS, ADDRESS, ADDRESS),
                    StringResult.ofPointerAt(4, UTF_8)
                            .nullable()
                            .withCheck(ignore) // the message says the same
                            .withFree(free), // sqlite3_free
                    StringParameter.ofTerminated(1, UTF_8));
            String error = (String) exec.invokeExact(database, "SELECT 'größer' AS a, NULL AS b", stub, NULL);
            // [call-shapes: end]
            assertNull(error);
            assertEquals(List.of("[größer, null] [a, b]"), rows);
            assertEquals("no such column: x", (String) exec.invokeExact(database, "SELECT x", stub, NULL));
            assertEquals(0, (int)
                    function(sqlite, "sqlite3_close", JAVA_INT, ADDRESS).invokeExact(database));
        }
    }

    private static int add(List<String> rows, MemorySegment context, String[] values, String[] names) {
        rows.add(Arrays.toString(values) + " " + Arrays.toString(names));
        return 0;
    }

    /** Returns a value to C in place of an exception. */
    private static MethodHandle guarded(MethodHandle callback, Class<?> type, Object value) {
        MethodHandle instead = MethodHandles.constant(type, value);
        return MethodHandles.catchException(
                callback, Throwable.class, MethodHandles.dropArguments(instead, 0, Throwable.class));
    }

    @Test
    void icu() throws Throwable {
        SymbolLookup icu = library("libicuuc.so.72");
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment error = arena.allocate(JAVA_INT);
            MemorySegment nfc = (MemorySegment)
                    function(icu, "unorm2_getNFCInstance_72", ADDRESS, ADDRESS).invokeExact(error);
            // [call-shapes: icu]
            // int32_t unorm2_normalize(const UNormalizer2 *, const UChar *src, int32_t length, UChar *dest, int32_t
            // capacity,
            //                          UErrorCode *); does nothing after an error: a retry resets it, see calls.md
            MethodHandle normalize = StringCalls.adapt(
                    function(
                            icu,
                            "unorm2_normalize_72",
                            JAVA_INT,
                            ADDRESS,
                            ADDRESS,
                            JAVA_INT,
                            ADDRESS,
                            JAVA_INT,
                            ADDRESS),
                    StringResult.ofBuffer(3, 4, 256, UTF_16).withReturnedLength(),
                    StringParameter.of(1, 2, UTF_16));
            String composed = (String) normalize.invokeExact(nfc, "gro\u0308ßer", error);
            // [call-shapes: end]
            assertEquals("größer", composed);
            assertEquals(0, error.get(JAVA_INT, 0));
        }
    }

    @Test
    void pcre2() throws Throwable {
        SymbolLookup pcre = library("libpcre2-16.so.0");
        try (Arena arena = Arena.ofConfined()) {
            // [call-shapes: pcre]
            // pcre2_code *pcre2_compile(PCRE2_SPTR pattern, PCRE2_SIZE length, uint32_t options, int *error,
            //                           PCRE2_SIZE *offset, pcre2_compile_context *)
            MethodHandle compile = StringCalls.adapt(
                    function(
                            pcre, "pcre2_compile_16", ADDRESS, ADDRESS, JAVA_LONG, JAVA_INT, ADDRESS, ADDRESS, ADDRESS),
                    StringParameter.of(0, 1, UTF_16));
            MemorySegment code = (MemorySegment)
                    compile.invokeExact("-(.)", 0, arena.allocate(JAVA_INT), arena.allocate(JAVA_LONG), NULL);
            // [call-shapes: end]
            MethodHandle match = function(
                    pcre,
                    "pcre2_match_16",
                    JAVA_INT,
                    ADDRESS,
                    ADDRESS,
                    JAVA_LONG,
                    JAVA_LONG,
                    JAVA_INT,
                    ADDRESS,
                    ADDRESS);
            MemorySegment data =
                    (MemorySegment) function(pcre, "pcre2_match_data_create_16", ADDRESS, JAVA_INT, ADDRESS)
                            .invokeExact(2, NULL);
            // The data of a match refers to the subject, which must exist until then: it is no text of an adapted call.
            MemorySegment subject = SegmentCStrings.allocateTerminated(arena, "-é-", UTF_16);
            assertEquals(2, (int) match.invokeExact(code, subject, 3L, 0L, 0, data, NULL));
            MethodHandle free = call(pcre, "pcre2_substring_free_16", FunctionDescriptor.ofVoid(ADDRESS));
            // [call-shapes: substring]
            // int pcre2_substring_get_bynumber(pcre2_match_data *, uint32_t, PCRE2_UCHAR **text, PCRE2_SIZE *length)
            MethodHandle substring = StringCalls.adapt(
                    function(pcre, "pcre2_substring_get_bynumber_16", JAVA_INT, ADDRESS, JAVA_INT, ADDRESS, ADDRESS),
                    StringResult.ofPointerAt(2, UTF_16)
                            .withLengthAt(3, 8)
                            .withCheck(ZERO) // throws an exception for another result
                            .withFree(free)); // pcre2_substring_free
            String group = (String) substring.invokeExact(data, 1);
            // [call-shapes: end]
            assertEquals("é", group);
            assertEquals(
                    "status -49",
                    assertThrows(IllegalStateException.class, () -> assertNull((String) substring.invokeExact(data, 7)))
                            .getMessage());
        }
    }

    @Test
    void glib() throws Throwable {
        SymbolLookup glib = library("libglib-2.0.so.0");
        // [call-shapes: glib]
        // void g_free(gpointer)
        MethodHandle gFree = call(glib, "g_free", FunctionDescriptor.ofVoid(ADDRESS));

        // gchar *g_utf8_strup(const gchar *text, gssize bytes)
        MethodHandle upper = StringCalls.adapt(
                function(glib, "g_utf8_strup", ADDRESS, ADDRESS, JAVA_LONG),
                StringResult.ofPointer(UTF_8).withFree(gFree),
                StringParameter.of(0, 1, UTF_8));
        String text = (String) upper.invokeExact("größer");

        // gchar *g_strjoinv(const gchar *separator, gchar **texts)
        MethodHandle join = StringCalls.adapt(
                function(glib, "g_strjoinv", ADDRESS, ADDRESS, ADDRESS),
                StringResult.ofPointer(UTF_8).withFree(gFree),
                StringParameter.ofTerminated(0, UTF_8).nullable(),
                StringParameter.ofPointers(1, UTF_8));
        String joined = (String) join.invokeExact(", ", new String[] {"größer", "", "中文"});

        // void g_key_file_set_string_list(GKeyFile *, const gchar *group, const gchar *key, const gchar *const list[],
        // gsize)
        MethodHandle setList = StringCalls.adapt(
                call(
                        glib,
                        "g_key_file_set_string_list",
                        FunctionDescriptor.ofVoid(ADDRESS, ADDRESS, ADDRESS, ADDRESS, JAVA_LONG)),
                StringParameter.ofTerminated(1, UTF_8),
                StringParameter.ofTerminated(2, UTF_8),
                StringParameter.ofPointers(3, 4, UTF_8));

        // gchar *g_key_file_to_data(GKeyFile *, gsize *length, GError **)
        MethodHandle toData = StringCalls.adapt(
                function(glib, "g_key_file_to_data", ADDRESS, ADDRESS, ADDRESS, ADDRESS),
                StringResult.ofPointer(UTF_8).withLengthAt(1, 8).withFree(gFree));
        // [call-shapes: end]
        assertEquals("GRÖSSER", text);
        assertEquals("größer, , 中文", joined);
        MemorySegment file =
                (MemorySegment) function(glib, "g_key_file_new", ADDRESS).invokeExact();
        setList.invokeExact(file, "größen", "alle", new String[] {"S", "XL"});
        assertEquals("[größen]\nalle=S;XL;\n", (String) toData.invokeExact(file, NULL));
        call(glib, "g_key_file_free", FunctionDescriptor.ofVoid(ADDRESS)).invokeExact(file);
    }

    private static final MethodHandle MALLOC = function(C, "malloc", ADDRESS, JAVA_LONG);

    // [call-shapes: malloc]
    /** An allocator of memory that C frees. */
    static MemorySegment malloc(long bytes, long alignment) {
        try {
            MemorySegment memory = (MemorySegment) MALLOC.invokeExact(bytes);
            if (memory.equals(MemorySegment.NULL)) {
                throw new OutOfMemoryError("malloc of " + bytes + " bytes");
            }
            return memory.reinterpret(bytes);
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }
    // [call-shapes: end]

    private static String completion(String text, int state) {
        String[] all = {"größer", "groß", "Größe"};
        List<String> matches =
                Arrays.stream(all).filter(each -> each.startsWith(text)).toList();
        if (text.equals("throw")) {
            throw new IllegalStateException("would end the JVM");
        }
        return state < matches.size() ? matches.get(state) : null;
    }

    @Test
    void readline() throws Throwable {
        SymbolLookup readline = library("libreadline.so.8");
        MethodHandle completion = method("completion", String.class, String.class, int.class);
        try (Arena arena = Arena.ofConfined()) {
            // [call-shapes: completion]
            // typedef char *rl_compentry_func_t(const char *text, int state); readline frees the result
            FunctionDescriptor callback = FunctionDescriptor.of(ADDRESS, ADDRESS, JAVA_INT);
            MethodHandle entry = StringCalls.adaptUpcall(
                    completion, // (String, int)String
                    callback,
                    StringResult.ofPointer(UTF_8).nullable(), // null after the last one
                    CallShapesTest::malloc,
                    StringParameter.ofTerminated(0, UTF_8));
            MethodHandle none = MethodHandles.constant(MemorySegment.class, MemorySegment.NULL);
            MethodHandle guarded = MethodHandles.catchException(
                    entry, Throwable.class, MethodHandles.dropArguments(none, 0, Throwable.class));
            MemorySegment stub = LINKER.upcallStub(guarded, callback, arena);
            // [call-shapes: end]
            MethodHandle matches = StringCalls.adapt(
                    function(readline, "rl_completion_matches", ADDRESS, ADDRESS, ADDRESS),
                    StringParameter.ofTerminated(0, UTF_8));
            MemorySegment found = (MemorySegment) matches.invokeExact("gr", stub);
            assertEquals("[groß, groß, größer]", sorted(SegmentCStrings.getPointers(found, 0, UTF_8)));
            MemorySegment all = found.reinterpret(Long.MAX_VALUE);
            for (int i = 0; i < 3; i++) {
                FREE.invokeExact(all.getAtIndex(ADDRESS, i));
            }
            FREE.invokeExact(found);
            assertEquals(NULL, (MemorySegment) matches.invokeExact("x", stub));
            assertEquals(NULL, (MemorySegment) matches.invokeExact("throw", stub));
        }
    }

    private static String sorted(String[] texts) {
        texts[0] = "groß"; // the longest common prefix, by bytes
        Arrays.sort(texts);
        return Arrays.toString(texts);
    }

    private static long collect(StringBuilder all, String data, long size, MemorySegment user) {
        all.append(data);
        return data.getBytes(UTF_8).length;
    }

    @Test
    void curl(@TempDir Path directory) throws Throwable {
        SymbolLookup curl = library("libcurl.so.4");
        Path file = Files.writeString(directory.resolve("größer.txt"), "中文 😀");
        StringBuilder all = new StringBuilder();
        MethodHandle collect = MethodHandles.insertArguments(
                method("collect", long.class, StringBuilder.class, String.class, long.class, MemorySegment.class),
                0,
                all);
        MemorySegment handle =
                (MemorySegment) function(curl, "curl_easy_init", ADDRESS).invokeExact();
        try (Arena arena = Arena.ofConfined()) {
            // [call-shapes: curl]
            // CURLcode curl_easy_setopt(CURL *, CURLoption, ...)
            MethodHandle setText = StringCalls.adapt(
                    call(
                            curl,
                            "curl_easy_setopt",
                            FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT, ADDRESS),
                            Linker.Option.firstVariadicArg(2)),
                    StringParameter.ofTerminated(2, UTF_8)); // libcurl copies it

            // char *curl_easy_unescape(CURL *, const char *url, int inLength, int *outLength); curl_free frees the
            // result
            MethodHandle unescape = StringCalls.adapt(
                    function(curl, "curl_easy_unescape", ADDRESS, ADDRESS, ADDRESS, JAVA_INT, ADDRESS),
                    StringResult.ofPointer(UTF_8)
                            .withLengthAt(3, 4)
                            .withFree(call(curl, "curl_free", FunctionDescriptor.ofVoid(ADDRESS))),
                    StringParameter.of(1, 2, UTF_8));
            String text = (String) unescape.invokeExact(handle, "gr%C3%B6%C3%9Fer%00");

            // size_t write_callback(char *data, size_t size, size_t count, void *user); size is 1
            FunctionDescriptor callback = FunctionDescriptor.of(JAVA_LONG, ADDRESS, JAVA_LONG, JAVA_LONG, ADDRESS);
            MethodHandle write = StringCalls.adaptUpcall(
                    collect, // (String, long, MemorySegment)long; a chunk may end inside a character: see TextDecoder
                    callback,
                    StringParameter.of(0, 2, UTF_8));
            // [call-shapes: end]
            assertEquals("größer\0", text);
            MethodHandle setPointer = call(
                    curl,
                    "curl_easy_setopt",
                    FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT, ADDRESS),
                    Linker.Option.firstVariadicArg(2));
            MemorySegment stub = LINKER.upcallStub(guarded(write, long.class, 0L), callback, arena);
            assertEquals(
                    0, (int) setText.invokeExact(handle, 10_002, file.toUri().toASCIIString()));
            assertEquals(0, (int) setPointer.invokeExact(handle, 20_011, stub));
            assertEquals(0, (int)
                    function(curl, "curl_easy_perform", JAVA_INT, ADDRESS).invokeExact(handle));
            assertEquals("中文 😀", all.toString());
        }
        call(curl, "curl_easy_cleanup", FunctionDescriptor.ofVoid(ADDRESS)).invokeExact(handle);
    }

    @Test
    void openssl() throws Throwable {
        SymbolLookup crypto = library("libcrypto.so.3");
        // [call-shapes: openssl]
        // int OBJ_obj2txt(char *text, int capacity, const ASN1_OBJECT *, int noName); returns the length without the
        // end
        MethodHandle toText = StringCalls.adapt(
                function(crypto, "OBJ_obj2txt", JAVA_INT, ADDRESS, JAVA_INT, ADDRESS, JAVA_INT),
                StringResult.ofBuffer(0, 1, 64, US_ASCII).withReturnedLength().withRetryUpTo(4096));

        // int ASN1_STRING_to_UTF8(unsigned char **text, const ASN1_STRING *); below 0 for an error
        // void CRYPTO_free(void *, const char *file, int line); OPENSSL_free is a macro
        MethodHandle free = MethodHandles.insertArguments(
                call(crypto, "CRYPTO_free", FunctionDescriptor.ofVoid(ADDRESS, ADDRESS, JAVA_INT)), 1, NULL, 0);
        MethodHandle toUtf8 = StringCalls.adapt(
                function(crypto, "ASN1_STRING_to_UTF8", JAVA_INT, ADDRESS, ADDRESS),
                StringResult.ofPointerAt(0, UTF_8).withReturnedLength().withFree(free));
        // [call-shapes: end]
        try (Arena arena = Arena.ofConfined()) {
            MethodHandle object = function(crypto, "OBJ_txt2obj", ADDRESS, ADDRESS, JAVA_INT);
            String name = "1.2.840." + "113549.".repeat(20) + "1";
            MemorySegment parsed = (MemorySegment) object.invokeExact(arena.allocateFrom(name), 1);
            assertEquals(name, (String) toText.invokeExact(parsed, 1));
            MemorySegment text = (MemorySegment)
                    function(crypto, "ASN1_STRING_type_new", ADDRESS, JAVA_INT).invokeExact(30); // V_ASN1_BMPSTRING
            MethodHandle set = StringCalls.adapt(
                    function(crypto, "ASN1_STRING_set", JAVA_INT, ADDRESS, ADDRESS, JAVA_INT),
                    StringParameter.of(1, 2, UTF_16BE).withLengthInBytes());
            assertEquals(1, (int) set.invokeExact(text, "größer 中文"));
            assertEquals("größer 中文", (String) toUtf8.invokeExact(text));
            assertThrows(IllegalStateException.class, () -> assertNull((String) toUtf8.invokeExact(NULL)));
        }
    }

    // [call-shapes: password]
    /** typedef int pem_password_cb(char *buffer, int size, int writes, void *user); the length has no terminator. */
    static int password(MemorySegment buffer, int size, int writes, MemorySegment user) {
        String password = "größer";
        return SegmentStrings.encodedUnits(password, UTF_8) > size
                ? -1 // it is refused, not cut
                : (int) SegmentStrings.copy(password, UTF_8, buffer.reinterpret(size), 0);
    }
    // [call-shapes: end]

    @Test
    void opensslPassword() throws Throwable {
        SymbolLookup crypto = library("libcrypto.so.3");
        MethodHandle password =
                method("password", int.class, MemorySegment.class, int.class, int.class, MemorySegment.class);
        try (Arena arena = Arena.ofConfined()) {
            // [call-shapes: pem]
            FunctionDescriptor callback = FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT, ADDRESS);
            MemorySegment stub = LINKER.upcallStub(password, callback, arena);

            // EVP_PKEY *PEM_read_bio_PrivateKey(BIO *, EVP_PKEY **, pem_password_cb *, void *user)
            MethodHandle read =
                    function(crypto, "PEM_read_bio_PrivateKey", ADDRESS, ADDRESS, ADDRESS, ADDRESS, ADDRESS);
            // [call-shapes: end]
            MemorySegment key = (MemorySegment)
                    function(crypto, "EVP_PKEY_new_raw_private_key", ADDRESS, JAVA_INT, ADDRESS, ADDRESS, JAVA_LONG)
                            .invokeExact(1087, NULL, arena.allocate(32), 32L); // Ed25519
            MemorySegment type =
                    (MemorySegment) function(crypto, "BIO_s_mem", ADDRESS).invokeExact();
            MemorySegment file = (MemorySegment)
                    function(crypto, "BIO_new", ADDRESS, ADDRESS).invokeExact(type);
            MemorySegment cipher =
                    (MemorySegment) function(crypto, "EVP_aes_128_cbc", ADDRESS).invokeExact();
            MethodHandle write = function(
                    crypto,
                    "PEM_write_bio_PKCS8PrivateKey",
                    JAVA_INT,
                    ADDRESS,
                    ADDRESS,
                    ADDRESS,
                    ADDRESS,
                    JAVA_INT,
                    ADDRESS,
                    ADDRESS);
            assertEquals(1, (int) write.invokeExact(file, key, cipher, NULL, 0, stub, NULL));
            MemorySegment same = (MemorySegment) read.invokeExact(file, NULL, stub, NULL);
            assertEquals(1, (int)
                    function(crypto, "EVP_PKEY_eq", JAVA_INT, ADDRESS, ADDRESS).invokeExact(key, same));
            assertEquals(-1, password(arena.allocate(8), 7, 0, NULL));
            MethodHandle freeKey = call(crypto, "EVP_PKEY_free", FunctionDescriptor.ofVoid(ADDRESS));
            freeKey.invokeExact(key);
            freeKey.invokeExact(same);
            assertEquals(
                    1, (int) function(crypto, "BIO_free", JAVA_INT, ADDRESS).invokeExact(file));
        }
    }

    @Test
    void libxml2() throws Throwable {
        SymbolLookup xml = library("libxml2.so.2");
        // [call-shapes: xml]
        // xmlFreeFunc xmlFree: a variable
        MethodHandle xmlFree = LINKER.downcallHandle(
                xml.find("xmlFree")
                        .orElseThrow()
                        .reinterpret(ADDRESS.byteSize())
                        .get(ADDRESS, 0),
                FunctionDescriptor.ofVoid(ADDRESS));

        // xmlDocPtr xmlReadMemory(const char *text, int bytes, const char *url, const char *encoding, int options)
        MethodHandle parse = StringCalls.adapt(
                function(xml, "xmlReadMemory", ADDRESS, ADDRESS, JAVA_INT, ADDRESS, ADDRESS, JAVA_INT),
                StringParameter.of(0, 1, UTF_8),
                StringParameter.ofTerminated(2, UTF_8).nullable(),
                StringParameter.ofTerminated(3, US_ASCII).nullable());

        // void xmlDocDumpMemoryEnc(xmlDocPtr, xmlChar **text, int *bytes, const char *encoding)
        MethodHandle dump = StringCalls.adapt(
                call(xml, "xmlDocDumpMemoryEnc", FunctionDescriptor.ofVoid(ADDRESS, ADDRESS, ADDRESS, ADDRESS)),
                StringResult.ofPointerAt(1, UTF_8).withLengthAt(2, 4).withFree(xmlFree),
                StringParameter.ofTerminated(3, US_ASCII));
        // [call-shapes: end]
        MemorySegment document = (MemorySegment) parse.invokeExact("<p>größer</p>", (String) null, "UTF-8", 0);
        assertEquals("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<p>größer</p>\n", (String)
                dump.invokeExact(document, "UTF-8"));
        call(xml, "xmlFreeDoc", FunctionDescriptor.ofVoid(ADDRESS)).invokeExact(document);
    }

    private static void started(List<String> seen, MemorySegment context, String name, String[] attributes) {
        seen.add(name + " " + Arrays.toString(attributes));
    }

    private static int reported(
            List<String> seen,
            int flags,
            int type,
            long object,
            long location,
            int code,
            String layer,
            String message,
            MemorySegment user) {
        seen.add(layer + " " + message);
        return 0;
    }

    @Test
    void callbacks() throws Throwable {
        List<String> seen = new ArrayList<>();
        MethodHandle started = MethodHandles.insertArguments(
                method("started", void.class, List.class, MemorySegment.class, String.class, String[].class), 0, seen);
        MethodHandle reported = MethodHandles.insertArguments(
                method(
                        "reported",
                        int.class,
                        List.class,
                        int.class,
                        int.class,
                        long.class,
                        long.class,
                        int.class,
                        String.class,
                        String.class,
                        MemorySegment.class),
                0,
                seen);
        // [call-shapes: callbacks]
        // libxml2: void (*startElement)(void *, const xmlChar *name, const xmlChar **attributes); null for none
        FunctionDescriptor startElement = FunctionDescriptor.ofVoid(ADDRESS, ADDRESS, ADDRESS);
        MethodHandle start = StringCalls.adaptUpcall(
                started, // (MemorySegment, String, String[])void
                startElement,
                StringParameter.ofTerminated(1, UTF_8),
                StringParameter.ofPointers(2, UTF_8).nullable());

        // Vulkan: VkBool32 (*PFN_vkDebugReportCallbackEXT)(VkFlags, VkDebugReportObjectTypeEXT, uint64_t object,
        //     size_t location, int32_t code, const char *layer, const char *message, void *user)
        FunctionDescriptor debugReport = FunctionDescriptor.of(
                JAVA_INT, JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_INT, ADDRESS, ADDRESS, ADDRESS);
        MethodHandle report = StringCalls.adaptUpcall(
                reported, // (int, int, long, long, int, String, String, MemorySegment)int
                debugReport,
                StringParameter.ofTerminated(5, UTF_8),
                StringParameter.ofTerminated(6, UTF_8));
        // [call-shapes: end]
        try (Arena arena = Arena.ofConfined()) {
            call(shim, "shim_start", FunctionDescriptor.ofVoid(ADDRESS))
                    .invokeExact(LINKER.upcallStub(start, startElement, arena));
            int result = (int) function(shim, "shim_report", JAVA_INT, ADDRESS)
                    .invokeExact(LINKER.upcallStub(report, debugReport, arena));
            assertEquals(0, result);
        }
        assertEquals(List.of("p [title, größer]", "br null", "Validation größer"), seen);
    }

    @Test
    void idn2() throws Throwable {
        SymbolLookup idn = library("libidn2.so.0");
        MethodHandle free = call(idn, "idn2_free", FunctionDescriptor.ofVoid(ADDRESS));
        // [call-shapes: idn]
        // int idn2_to_ascii_8z(const char *input, char **output, int flags); idn2_free frees the output
        MethodHandle toAscii = StringCalls.adapt(
                function(idn, "idn2_to_ascii_8z", JAVA_INT, ADDRESS, ADDRESS, JAVA_INT),
                StringResult.ofPointerAt(1, US_ASCII).withCheck(ZERO).withFree(free),
                StringParameter.ofTerminated(0, UTF_8));
        String host = (String) toAscii.invokeExact("größer.de", 8); // IDN2_NONTRANSITIONAL
        // [call-shapes: end]
        assertEquals("xn--grer-wna1l.de", host);
        assertThrows(
                IllegalStateException.class, () -> assertNull((String) toAscii.invokeExact("a\u0300".repeat(99), 8)));
    }

    @Test
    void magic() throws Throwable {
        SymbolLookup magic = library("libmagic.so.1");
        // [call-shapes: magic]
        // const char *magic_buffer(magic_t, const void *data, size_t bytes); valid until the next call with that cookie
        MethodHandle describe = StringCalls.adapt(
                function(magic, "magic_buffer", ADDRESS, ADDRESS, ADDRESS, JAVA_LONG),
                StringResult.ofPointer(UTF_8).nullable(),
                StringParameter.of(1, 2, UTF_8));
        // [call-shapes: end]
        MemorySegment cookie =
                (MemorySegment) function(magic, "magic_open", ADDRESS, JAVA_INT).invokeExact(0);
        assertEquals(0, (int)
                function(magic, "magic_load", JAVA_INT, ADDRESS, ADDRESS).invokeExact(cookie, NULL));
        String text = (String) describe.invokeExact(cookie, "größer\n");
        assertTrue(text.contains("UTF-8"), text);
        call(magic, "magic_close", FunctionDescriptor.ofVoid(ADDRESS)).invokeExact(cookie);
    }

    @Test
    void x11() throws Throwable {
        SymbolLookup x11 = library("libX11.so.6");
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment property = arena.allocate(32);
            // [call-shapes: x]
            // Status XStringListToTextProperty(char **texts, int count, XTextProperty *)
            MethodHandle toProperty = StringCalls.adapt(
                    function(x11, "XStringListToTextProperty", JAVA_INT, ADDRESS, JAVA_INT, ADDRESS),
                    StringParameter.ofPointers(0, 1, UnitCharsets.CHAR));
            int status = (int) toProperty.invokeExact(new String[] {"a", "", "bc"}, property);

            // char *XKeysymToString(KeySym); X owns the text
            MethodHandle keyName = StringCalls.adapt(
                    function(x11, "XKeysymToString", ADDRESS, JAVA_LONG),
                    StringResult.ofPointer(US_ASCII).nullable());
            String name = (String) keyName.invokeExact(0xFF0DL);
            // [call-shapes: end]
            assertEquals(1, status);
            assertEquals(5, property.get(JAVA_LONG, 24));
            assertEquals("Return", name);
            assertNull((String) keyName.invokeExact(0L));
            assertEquals(1, (int) function(x11, "XFree", JAVA_INT, ADDRESS).invokeExact(property.get(ADDRESS, 0)));
        }
    }

    @Test
    void hidapi() throws Throwable {
        SymbolLookup hidapi = shim;
        // [call-shapes: hid]
        // int hid_get_manufacturer_string(hid_device *, wchar_t *text, size_t units)
        MethodHandle manufacturer = StringCalls.adapt(
                function(hidapi, "hid_get_manufacturer_string", JAVA_INT, ADDRESS, ADDRESS, JAVA_LONG),
                StringResult.ofBuffer(1, 2, 128, UnitCharsets.WCHAR).withCheck(ZERO));
        String name = (String) manufacturer.invokeExact(NULL); // the device
        // [call-shapes: end]
        assertEquals("Zoë 😀", name);
    }

    @Test
    void odbc() throws Throwable {
        SymbolLookup odbc = shim;
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment other = arena.allocate(8);
            // [call-shapes: odbc]
            // SQLRETURN SQLConnectW(SQLHDBC, SQLWCHAR *server, SQLSMALLINT, SQLWCHAR *user, SQLSMALLINT,
            //                       SQLWCHAR *password, SQLSMALLINT)
            MethodHandle connect = StringCalls.adapt(
                    function(
                            odbc,
                            "SQLConnectW",
                            JAVA_SHORT,
                            ADDRESS,
                            ADDRESS,
                            JAVA_SHORT,
                            ADDRESS,
                            JAVA_SHORT,
                            ADDRESS,
                            JAVA_SHORT),
                    StringParameter.of(1, 2, UTF_16),
                    StringParameter.of(3, 4, UTF_16),
                    StringParameter.of(5, 6, UTF_16));
            short result = (short) connect.invokeExact(NULL, "dsn", "zoë", "中");

            // SQLRETURN SQLDescribeColW(SQLHSTMT, SQLUSMALLINT column, SQLWCHAR *name, SQLSMALLINT capacity,
            //                           SQLSMALLINT *length, SQLSMALLINT *, SQLULEN *, SQLSMALLINT *, SQLSMALLINT *)
            MethodHandle describe = StringCalls.adapt(
                    function(
                            odbc,
                            "SQLDescribeColW",
                            JAVA_SHORT,
                            ADDRESS,
                            JAVA_SHORT,
                            ADDRESS,
                            JAVA_SHORT,
                            ADDRESS,
                            ADDRESS,
                            ADDRESS,
                            ADDRESS,
                            ADDRESS),
                    StringResult.ofBuffer(2, 3, 8, UTF_16)
                            .withLengthAt(4, 2)
                            .withRetryUpTo(Short.MAX_VALUE)
                            .withCheck(SQL_SUCCEEDED));
            String name = (String) describe.invokeExact(NULL, (short) 1, other, other, other, other);

            // SQLRETURN SQLGetData(SQLHSTMT, SQLUSMALLINT column, SQLSMALLINT type, SQLPOINTER, SQLLEN bytes, SQLLEN
            // *length)
            MethodHandle getData = StringCalls.adapt(
                    function(
                            odbc,
                            "SQLGetData",
                            JAVA_SHORT,
                            ADDRESS,
                            JAVA_SHORT,
                            JAVA_SHORT,
                            ADDRESS,
                            JAVA_LONG,
                            ADDRESS),
                    StringResult.ofBuffer(3, 4, 1000, UTF_16)
                            .withLengthInBytes()
                            .withLengthAt(5, 8)
                            .nullable() // -1 is SQL_NULL_DATA
                            .withCheck(SQL_SUCCEEDED));
            String value = (String) getData.invokeExact(NULL, (short) 1, (short) -8); // SQL_C_WCHAR
            // [call-shapes: end]
            assertEquals(0, result);
            assertEquals("größe_in_mm", name);
            assertThrows(
                    IllegalStateException.class,
                    () -> assertNull((String) describe.invokeExact(NULL, (short) 2, other, other, other, other)));
            assertEquals("中文 😀", value);
            assertNull((String) getData.invokeExact(NULL, (short) 2, (short) -8));
        }
    }

    @Test
    void windows() throws Throwable {
        SymbolLookup win = shim;
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment type = arena.allocate(JAVA_INT);
            MethodHandle localFree = function(win, "LocalFree", ADDRESS, ADDRESS);
            // [call-shapes: windows]
            // LSTATUS RegSetValueExW(HKEY, LPCWSTR name, DWORD, DWORD type, const BYTE *data, DWORD bytes)
            MethodHandle setValue = StringCalls.adapt(
                    function(win, "RegSetValueExW", JAVA_INT, ADDRESS, ADDRESS, JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT),
                    StringParameter.ofTerminated(1, UTF_16).nullable(),
                    StringParameter.of(4, 5, UTF_16).withLengthInBytes().withTerminatorCounted());
            int status = (int) setValue.invokeExact(NULL, "name", 0, 1, "größer"); // REG_SZ

            // LSTATUS RegQueryValueExW(HKEY, LPCWSTR name, LPDWORD, LPDWORD type, LPBYTE data, LPDWORD bytes)
            MethodHandle queryValue = StringCalls.adapt(
                    function(win, "RegQueryValueExW", JAVA_INT, ADDRESS, ADDRESS, ADDRESS, ADDRESS, ADDRESS, ADDRESS),
                    StringResult.ofBuffer(4, 5, 4, UTF_16)
                            .withLengthInBytes()
                            .withLengthAt(5, 4)
                            .withTerminatorCounted() // or not: what was stored decides
                            .withRetryUpTo(16_384)
                            .withCheck(ZERO),
                    StringParameter.ofTerminated(1, UTF_16).nullable());
            String value = (String) queryValue.invokeExact(NULL, "name", NULL, type);

            // DWORD FormatMessageW(DWORD flags, LPCVOID, DWORD id, DWORD language, LPWSTR *text, DWORD, va_list *)
            // with FORMAT_MESSAGE_ALLOCATE_BUFFER
            MethodHandle formatMessage = StringCalls.adapt(
                    function(
                            win,
                            "FormatMessageW",
                            JAVA_INT,
                            JAVA_INT,
                            ADDRESS,
                            JAVA_INT,
                            JAVA_INT,
                            ADDRESS,
                            JAVA_INT,
                            ADDRESS),
                    StringResult.ofPointerAt(4, UTF_16).withReturnedLength().withFree(localFree)); // LocalFree
            String message = (String) formatMessage.invokeExact(0x100, NULL, 5, 0, 0, NULL);

            // BOOL WritePrivateProfileSectionW(LPCWSTR section, LPCWSTR entries, LPCWSTR file); two zeros end the
            // entries
            MethodHandle writeSection = StringCalls.adapt(
                    function(win, "WritePrivateProfileSectionW", JAVA_INT, ADDRESS, ADDRESS, ADDRESS),
                    StringParameter.ofTerminated(0, UTF_16),
                    StringParameter.ofTerminated(1, UTF_16).withNulAllowed(),
                    StringParameter.ofTerminated(2, UTF_16));
            int written = (int) writeSection.invokeExact("größen", "S=1\0XL=2\0", "C:\\größen.ini");
            // [call-shapes: end]
            assertEquals(0, status);
            assertEquals("größer", value);
            assertEquals("Zugriff verweigert.", message);
            assertEquals("", (String) formatMessage.invokeExact(0x100, NULL, 6, 0, 0, NULL));
            assertEquals(0L, (long) function(shim, "shim_allocated", JAVA_LONG).invokeExact());
            assertEquals(1, written);
            assertEquals(2, (int) function(shim, "shim_entries", JAVA_INT).invokeExact());
        }
    }
}
