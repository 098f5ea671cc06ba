package dev.unitstr.internal.library;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.unitstr.internal.binding.Bindings;
import dev.unitstr.internal.library.LibrarySearch.Opened;
import dev.unitstr.internal.library.SearchEnvironment.Bundled;
import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@EnabledOnOs(value = OS.LINUX, disabledReason = "the files are ELF files")
class LibrarySearchTest {
    private static final String ARTIFACT = "dev.unitstr:unitstr-natives:" + Version.TEXT + ":linux-x86_64";
    private static final String IN_USE = "Native Library X already loaded in another classloader";

    private final FakeSearchEnvironment in = new FakeSearchEnvironment();
    private final FakeLoader loader = new FakeLoader();
    private Path root;

    @BeforeEach
    void homeAndTemporaryDirectory(@TempDir Path temp) throws IOException {
        root = temp.toRealPath();
        in.properties.put(
                "user.home", Files.createDirectory(root.resolve("home")).toString());
        in.properties.put(
                "java.io.tmpdir", Files.createDirectory(root.resolve("tmp")).toString());
    }

    @Test
    void nothingSetAndNoJar() {
        assertEquals(
                """
                libunitstr.so was not loaded
                  platform: linux-x86_64 (os.name Linux, os.arch amd64)
                  java: %s (%s)
                  binding: fake
                  1. dev.unitstr.library.file: not set
                  2. UNITSTR_LIBRARY: not set
                  3. dev.unitstr.library.path: not set
                  4. java.library.path: not set
                  5. natives jar: %s is neither on the class path nor on the module path
                to do: add %s to the class path or the module path""".formatted(
                        System.getProperty("java.version"), System.getProperty("java.vendor"), ARTIFACT, ARTIFACT),
                failure().getMessage());
    }

    @Test
    void everyPlaceInOrderWithItsReason() throws IOException {
        Path one = file("one/libunitstr.so", "no library".getBytes());
        Path two = file("two/libunitstr.so", Elf.header(1, 1, 3, 0, 0));
        in.properties.put("dev.unitstr.library.path", one.getParent().toString());
        in.properties.put("java.library.path", root.resolve("gone") + File.pathSeparator + two.getParent());
        in.bundles.put("linux-x86_64", Elf.library(1));
        loader.problem =
                file -> new UnsatisfiedLinkError(file + ": " + file + ": failed to map segment from shared object");
        List<String> lines = failure().getMessage().lines().skip(4).toList();
        String name = Extraction.name(Version.TEXT, "libunitstr.so", Elf.library(1), 1);
        assertEquals(
                List.of(
                        "  1. dev.unitstr.library.file: not set",
                        "  2. UNITSTR_LIBRARY: not set",
                        "  3. dev.unitstr.library.path " + one + ": not an ELF file",
                        "  4. java.library.path " + root.resolve("gone/libunitstr.so") + ": no such file",
                        "  5. java.library.path " + two + ": wrong ELF class: 32-bit, this JVM is 64-bit",
                        "  6. natives jar natives.jar, "
                                + root.resolve("home/.cache/unitstr").resolve(name)
                                + ": its file system is mounted noexec",
                        "  7. natives jar natives.jar, "
                                + root.resolve("tmp").resolve("unitstr-" + me()).resolve(name)
                                + ": its file system is mounted noexec",
                        "to do: set -Ddev.unitstr.tmpdir to a writable directory that libraries may be loaded from"),
                lines);
    }

    @Test
    void theExplicitFileIsTheOnlyOne() throws IOException {
        in.properties.put("dev.unitstr.library.file", root.resolve("gone.so").toString());
        in.environment.put("UNITSTR_LIBRARY", file("right.so", Elf.library(1)).toString());
        in.properties.put(
                "java.library.path",
                file("libunitstr.so", Elf.library(2)).getParent().toString());
        in.bundles.put("linux-x86_64", Elf.library(3));
        assertEquals(
                List.of(
                        "  1. dev.unitstr.library.file " + root.resolve("gone.so") + ": no such file",
                        "to do: correct dev.unitstr.library.file, or remove it so that the other places are tried"),
                failure().getMessage().lines().skip(4).toList());
        assertEquals(0, failure().getSuppressed().length, "a stack trace for a file that does not exist");
        assertEquals(List.of(), loader.loaded);
    }

    @Test
    void theVariableIsAskedWhenThePropertyIsEmpty() throws IOException {
        in.properties.put("dev.unitstr.library.file", "");
        in.environment.put("UNITSTR_LIBRARY", root.resolve("gone.so").toString());
        assertEquals(
                List.of(
                        "  1. dev.unitstr.library.file: not set",
                        "  2. UNITSTR_LIBRARY " + root.resolve("gone.so") + ": no such file",
                        "to do: correct UNITSTR_LIBRARY, or remove it so that the other places are tried"),
                failure().getMessage().lines().skip(4).toList());
    }

    @Test
    void theFirstPlaceThatWorksIsTheLast() throws IOException {
        Path one = file("one/libunitstr.so", Elf.library(1));
        Path two = file("two/libunitstr.so", Elf.library(2));
        in.properties.put("java.library.path", two.getParent().toString());
        in.bundles.put("linux-x86_64", Elf.library(3));
        Opened<Path> opened = search();
        assertEquals(two, opened.file());
        assertEquals("java.library.path " + two, opened.place());
        assertSame(FakeLoader.RIGHT, opened.header());
        in.properties.put("dev.unitstr.library.path", one.getParent().toString());
        assertEquals(one, search().file());
        Path three = file("three.so", Elf.library(4));
        in.environment.put("UNITSTR_LIBRARY", three.toString());
        assertEquals(three, search().file());
        Path four = file("four.so", Elf.library(5));
        in.properties.put("dev.unitstr.library.file", four.toString());
        assertEquals(four, search().file());
        assertEquals(List.of(two, one, three, four), loader.loaded);
    }

    @Test
    void aSymbolicLinkIsLoadedByItsRealPath() throws IOException {
        Path real = file("real.so", Elf.library(1));
        Path link = Files.createSymbolicLink(root.resolve("link.so"), real);
        in.properties.put("dev.unitstr.library.file", link.toString());
        assertEquals(real, search().file());
    }

    @Test
    void theNativesJarGoesToTheCache() throws IOException {
        in.bundles.put("linux-x86_64", Elf.library(1));
        Opened<Path> opened = search();
        assertEquals(
                root.resolve("home/.cache/unitstr")
                        .resolve(Extraction.name(Version.TEXT, "libunitstr.so", Elf.library(1), 1)),
                opened.file());
        assertArrayEquals(Elf.library(1), Files.readAllBytes(opened.file()));
        assertEquals(opened.file(), search().file());
    }

    @Test
    void aDirectoryThatNothingIsLoadedFromIsFollowedByTheNext() throws IOException {
        in.bundles.put("linux-x86_64", Elf.library(1));
        loader.problem = file -> file.startsWith(root.resolve("home"))
                ? new UnsatisfiedLinkError("failed to map segment from shared object")
                : null;
        assertTrue(search().file().startsWith(root.resolve("tmp")));
    }

    @Test
    void aDirectoryThatCannotBeMadeIsFollowedByTheNext() throws IOException {
        in.bundles.put("linux-x86_64", Elf.library(1));
        in.environment.put("XDG_CACHE_HOME", file("cache", new byte[0]).toString());
        assertTrue(search().file().startsWith(root.resolve("tmp")));
        loader.problem = file -> new UnsatisfiedLinkError("no");
        assertEquals(
                "  5. natives jar natives.jar, user cache " + root.resolve("cache") + ": not a directory",
                failure().getMessage().lines().toList().get(8));
    }

    @Test
    void memoryIsTriedAfterAllDirectories() throws IOException {
        in.bundles.put("linux-x86_64", Elf.library(1));
        loader.problem = file -> file.startsWith(root) ? new UnsatisfiedLinkError("no") : null;
        Path anonymous = Path.of("/proc/self/fd/99");
        loader.memory = content -> {
            assertArrayEquals(Elf.library(1), content);
            return anonymous;
        };
        assertEquals(anonymous, search().file());
        assertEquals("natives jar natives.jar, memory", search().place());
    }

    @Test
    void memoryMayBeRefusedToo() throws IOException {
        in.bundles.put("linux-x86_64", Elf.library(1));
        loader.problem = file -> new UnsatisfiedLinkError(file + ": no");
        loader.memory = content -> {
            throw new IOException("the kernel refuses");
        };
        String said = failure().getMessage();
        assertTrue(said.contains("\n  7. natives jar natives.jar, memory: the kernel refuses\nto do: "), said);
        loader.memory = content -> {
            throw new NoSuchFileException("/proc/self/fd/99");
        };
        said = failure().getMessage();
        assertTrue(said.contains("\n  7. natives jar natives.jar, memory: /proc is not mounted\nto do: "), said);
        loader.memory = content -> {
            throw new FileSystemException("/proc/self/fd/99", null, "No space left on device");
        };
        said = failure().getMessage();
        assertTrue(said.contains("\n  7. natives jar natives.jar, memory: No space left on device\nto do: "), said);
        loader.memory = content -> Path.of("/proc/self/fd/99");
        said = failure().getMessage();
        assertTrue(said.contains("\n  7. natives jar natives.jar, memory: no\nto do: "), said);
        loader.memory = content -> {
            throw new IllegalCallerException("denied");
        };
        said = failure().getMessage();
        assertTrue(said.contains("\n  7. natives jar natives.jar, memory: native access denied, needs "), said);
        in.platform = new Platform("Windows 11", "amd64", false);
        in.bundles.put("windows-x86_64", Elf.library(1));
        assertFalse(failure().getMessage().contains("memory"));
    }

    @Test
    void tmpdirReplacesBoth() throws IOException {
        in.bundles.put("linux-x86_64", Elf.library(1));
        in.properties.put("dev.unitstr.tmpdir", root.resolve("new/mine").toString());
        assertTrue(search().file().startsWith(root.resolve("new/mine")));
        loader.problem = file -> new UnsatisfiedLinkError("no");
        assertEquals(6 + 4, failure().getMessage().lines().count());
    }

    @Test
    void deniedAccessEndsTheSearch() throws IOException {
        IllegalCallerException denied = new IllegalCallerException("Illegal native access from unnamed module");
        loader.problem = file -> denied;
        Path one = file("one/libunitstr.so", Elf.library(1));
        in.properties.put("dev.unitstr.library.path", one.getParent().toString());
        in.bundles.put("linux-x86_64", Elf.library(3));
        UnsatisfiedLinkError e = failure();
        Module own = FakeLoader.class.getModule(); // has a name where the tests are patched into their module
        String flag = "--enable-native-access=" + (own.isNamed() ? own.getName() : "ALL-UNNAMED");
        assertEquals(flag, NativeAccess.flag(FakeLoader.class));
        assertEquals("--enable-native-access=java.base", NativeAccess.flag(String.class));
        assertEquals(
                List.of(
                        "  3. dev.unitstr.library.path " + one + ": native access denied, needs " + flag,
                        "to do: add " + flag + " to the java command"),
                e.getMessage().lines().skip(6).toList());
        assertSame(denied, e.getCause());
        assertTrue(Bindings.isDenied(e));
    }

    @Test
    void anotherLibraryIsPassedOver() throws IOException {
        Path one = file("one/libunitstr.so", Elf.library(1));
        Path two = file("two/libunitstr.so", Elf.library(2));
        in.properties.put("java.library.path", one.getParent() + File.pathSeparator + two.getParent());
        loader.stays = true;
        loader.ours = two::equals;
        assertEquals(two, search().file());
        loader.ours = file -> false;
        assertEquals(
                "  4. java.library.path " + one + ": a different library: no symbol ustr_get_api",
                failure().getMessage().lines().toList().get(7));
    }

    @Test
    void anotherAbiIsPassedOver() throws IOException {
        Path one = file("one/libunitstr.so", Elf.library(1));
        Path two = file("two/libunitstr.so", Elf.library(2));
        in.properties.put("java.library.path", one.getParent() + File.pathSeparator + two.getParent());
        loader.headers.put(one, new Abi.Header(328, 2, 5, Abi.FEATURE_WCHAR_32));
        assertEquals(two, search().file());
        loader.headers.put(two, null);
        assertEquals(
                List.of(
                        "  4. java.library.path " + one + ": ABI mismatch: the library has ABI 2.5, this jar needs 1."
                                + Abi.MINOR,
                        "  5. java.library.path " + two
                                + ": ABI mismatch: the library has no ABI 1.x, this jar needs 1." + Abi.MINOR),
                failure().getMessage().lines().skip(7).limit(2).toList());
    }

    @Test
    void anotherAbiThatStaysEndsTheSearch() throws IOException {
        Path one = file("one/libunitstr.so", Elf.library(1));
        in.properties.put("java.library.path", one.getParent().toString());
        in.bundles.put("linux-x86_64", Elf.library(2));
        loader.headers.put(one, new Abi.Header(320, 1, 0, Abi.FEATURE_WCHAR_32));
        loader.stays = true;
        assertEquals(
                List.of(
                        "  4. java.library.path " + one + ": ABI mismatch: the library's table has 320 bytes, this jar"
                                + " needs at least 328; it cannot be unloaded, so no other library is tried",
                        "to do: remove " + one + ", or replace it by that of version " + Version.TEXT),
                failure().getMessage().lines().skip(7).toList());
        assertEquals(List.of(one), loader.loaded);
    }

    @Test
    void theNativesJarHasThisVersion() throws IOException {
        in.bundles.put("linux-x86_64", Elf.library(1));
        in.properties.put("dev.unitstr.tmpdir", root.toString());
        loader.version = "0.0.1";
        List<String> lines = failure().getMessage().lines().skip(8).toList();
        assertTrue(
                lines.get(0).endsWith("version mismatch: the natives jar has version 0.0.1, this jar " + Version.TEXT),
                lines::toString);
        assertEquals("to do: use the natives jar of version " + Version.TEXT + ", and no other", lines.get(1));
        Path named = file("named.so", Elf.library(1)); // whose ABI is enough
        in.environment.put("UNITSTR_LIBRARY", named.toString());
        assertEquals(named, search().file());
    }

    @Test
    void aSecondClassLoaderTakesACopyOfTheNativesJar() throws IOException {
        in.bundles.put("linux-x86_64", Elf.library(1));
        Path first = search().file();
        loader.problem = file -> loader.loaded.contains(file) ? new UnsatisfiedLinkError(IN_USE) : null;
        Path second = search().file();
        Path third = search().file();
        assertEquals(List.of(first, second, third), loader.loaded);
        assertEquals(first.toString().replace(".so", "-2.so"), second.toString());
        assertEquals(first.toString().replace(".so", "-3.so"), third.toString());
        assertArrayEquals(Elf.library(1), Files.readAllBytes(third));
    }

    @Test
    void aSecondClassLoaderTakesACopyOfANamedFile() throws IOException {
        Path named = file("named.so", Elf.library(1));
        in.properties.put("dev.unitstr.library.file", named.toString());
        search();
        loader.problem = file -> loader.loaded.contains(file) ? new UnsatisfiedLinkError(IN_USE) : null;
        Opened<Path> second = search();
        Opened<Path> third = search();
        String name = Extraction.name("copy", "libunitstr.so", Elf.library(1), 1);
        assertEquals(root.resolve("home/.cache/unitstr").resolve(name), second.file());
        assertEquals("copy of " + named + ", " + second.file(), second.place());
        assertEquals(
                3, loader.loaded.stream().distinct().count(), () -> third.file().toString());
    }

    @Test
    void aCopyThatIsRefusedIsListedToo() throws IOException {
        Path named = file("named.so", Elf.library(1));
        in.properties.put("dev.unitstr.library.file", named.toString());
        in.properties.put("dev.unitstr.tmpdir", named.toString());
        loader.problem = file -> new UnsatisfiedLinkError(IN_USE);
        assertEquals(
                List.of(
                        "  1. dev.unitstr.library.file " + named + ": already loaded in another class loader",
                        "  2. copy of " + named + ", dev.unitstr.tmpdir " + named + ": not a directory",
                        "to do: set -Ddev.unitstr.tmpdir to a writable directory that libraries may be loaded from: JNI"
                                + " loads a file into one class loader only, so this one needs a copy"),
                failure().getMessage().lines().skip(4).toList());
    }

    @Test
    void theLineForTheLogLeavesOutWhatWasNotExpected() throws IOException {
        in.properties.put("java.library.path", root.resolve("gone").toString());
        SearchReport.NotLoaded nothing = assertInstanceOf(SearchReport.NotLoaded.class, failure());
        assertEquals("to do: add " + ARTIFACT + " to the class path or the module path", nothing.summary());
        in.properties.put("dev.unitstr.library.path", root.toString());
        Path text = file("text/libunitstr.so", "no library".getBytes());
        in.properties.put("java.library.path", text.getParent().toString());
        in.bundles.put("windows-x86_64", Elf.library(1));
        assertEquals(
                "dev.unitstr.library.path " + root.resolve("libunitstr.so") + ": no such file; java.library.path "
                        + text + ": not an ELF file; natives jar: " + ARTIFACT
                        + " is neither on the class path nor on the module path; natives.jar is only for windows-x86_64; "
                        + nothing.summary(),
                assertInstanceOf(SearchReport.NotLoaded.class, failure()).summary());
    }

    @Test
    void anUnknownPlatformIsSaidToBeUnknown() throws IOException {
        in.platform = new Platform("SunOS", "sparcv9", false);
        List<String> lines = failure().getMessage().lines().toList();
        assertEquals("  platform: unknown (os.name SunOS, os.arch sparcv9)", lines.get(1));
        assertEquals("  5. natives jar: none is published for this platform", lines.get(8));
        assertEquals(
                "to do: build libunitstr for this platform and name it with -Ddev.unitstr.library.file", lines.get(9));
        Path built = file("built.so", "whatever a library is there".getBytes());
        in.environment.put("UNITSTR_LIBRARY", built.toString());
        assertEquals(built, search().file());
    }

    @Test
    void whatWasThrownIsKept() throws IOException {
        UnsatisfiedLinkError thrown = new UnsatisfiedLinkError("version `GLIBC_2.99' not found");
        in.environment.put("UNITSTR_LIBRARY", file("named.so", Elf.library(1)).toString());
        loader.problem = file -> thrown;
        UnsatisfiedLinkError e = failure();
        assertSame(thrown, assertInstanceOf(UnsatisfiedLinkError.class, e.getSuppressed()[0]));
        assertTrue(e.getMessage().contains("named.so: version `GLIBC_2.99' not found\n"), e::getMessage);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            3  | wrong architecture: built for ELF machine 3, this JVM is x86_64
            0  | truncated: the ELF header has 64 bytes, the file 63
            -1 | not an ELF file
            -2 | it has no library for ABI 1
            -3 | not readable: torn
            """)
    void aBadNativesJarDoesNotHideAGoodOne(int kind, String reason) throws IOException {
        in.earlier.add(new Bundled("bad.jar", () -> bad(kind)));
        String said = failure().getMessage();
        assertTrue(said.contains("\n  5. natives jar bad.jar: " + reason), said);
        assertTrue(said.endsWith("\nto do: replace bad.jar by " + ARTIFACT), said);
        in.bundles.put("linux-x86_64", Elf.library(1));
        assertArrayEquals(Elf.library(1), Files.readAllBytes(search().file()));
        assertEquals(1, loader.loaded.size(), "the bad one is not tried");
    }

    private static InputStream bad(int kind) throws IOException {
        byte[] library = Elf.library(1);
        return switch (kind) {
            case 0 -> new ByteArrayInputStream(library, 0, library.length - 1);
            case -1 -> new ByteArrayInputStream("no library".getBytes());
            case -2 -> null;
            case -3 -> throw new IOException("torn");
            default -> new ByteArrayInputStream(Elf.header(2, 1, kind, 0, 0));
        };
    }

    @Test
    void aNativesJarOfAnotherVersionDoesNotHideTheRightOne() throws IOException {
        in.earlier.add(new Bundled("old.jar", () -> new ByteArrayInputStream(Elf.library(2))));
        in.bundles.put("linux-x86_64", Elf.library(1));
        Path old = search().file();
        loader.headers.put(old, new Abi.Header(160, 2, 0, Abi.FEATURE_WCHAR_32));
        assertArrayEquals(Elf.library(1), Files.readAllBytes(search().file()));
    }

    @Test
    void theAdviceForALibraryThatTheSystemRefuses() {
        in.bundles.put("linux-x86_64", Elf.library(1));
        loader.problem = file -> new UnsatisfiedLinkError("version `GLIBC_2.99' not found");
        assertTrue(failure()
                .getMessage()
                .endsWith("\nto do: build libunitstr for this platform and name it with"
                        + " -Ddev.unitstr.library.file"));
    }

    @Test
    void theAdviceForAnotherArchitectureNamesTheArtifact() throws IOException {
        Path wrong = file("libwrong.so", Elf.header(2, 1, 183, 0, 0));
        in.properties.put("dev.unitstr.library.file", wrong.toString());
        assertEquals(
                List.of(
                        "  1. dev.unitstr.library.file " + wrong
                                + ": wrong architecture: built for aarch_64, this JVM is x86_64",
                        "to do: replace " + wrong + " by the library in " + ARTIFACT),
                failure().getMessage().lines().skip(4).toList());
    }

    @Test
    void theLibraryForTheOtherCLibraryIsTriedLast() throws IOException {
        in.bundles.put("linux-x86_64", Elf.library(1));
        in.bundles.put("linux-x86_64-musl", Elf.library(2));
        assertArrayEquals(Elf.library(1), Files.readAllBytes(search().file()));
        in.platform = new Platform("Linux", "amd64", true);
        assertArrayEquals(Elf.library(2), Files.readAllBytes(search().file()));
        in.bundles.remove("linux-x86_64-musl");
        assertArrayEquals(Elf.library(1), Files.readAllBytes(search().file()));
        in.bundles.clear();
        assertTrue(failure().getMessage().contains("\nto do: add " + ARTIFACT + "-musl to the class path"));
    }

    @Test
    void aJarForAnotherPlatformIsNamed() {
        in.bundles.put("linux-aarch_64", Elf.library(1));
        in.bundles.put("windows-x86_64", Elf.library(1));
        String said = failure().getMessage();
        assertTrue(
                said.contains("nor on the module path; natives.jar is only for linux-aarch_64, windows-x86_64"
                        + "\nto do: add " + ARTIFACT + " to the class path"),
                said);
    }

    @Test
    void noArtifactIsNamedThatDoesNotExist() {
        in.platform = new Platform("Windows 11", "aarch64", false);
        String said = failure().getMessage();
        assertFalse(said.contains("unitstr-natives"), said);
        assertTrue(
                said.contains("\n  5. natives jar: none is published for this platform\nto do: build libunitstr"),
                said);
    }

    private Opened<Path> search() {
        return new LibrarySearch<>(loader, in).run();
    }

    private UnsatisfiedLinkError failure() {
        return assertThrows(UnsatisfiedLinkError.class, this::search);
    }

    private Path file(String name, byte[] content) throws IOException {
        Path file = root.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.write(file, content);
    }

    private String me() throws IOException {
        return Files.getOwner(root).getName();
    }
}
