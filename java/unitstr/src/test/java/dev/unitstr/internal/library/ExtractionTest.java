package dev.unitstr.internal.library;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisabledOnOs(value = OS.WINDOWS, disabledReason = "files have no modes there")
class ExtractionTest {
    private static final byte[] CONTENT = ExtractionRacer.content();

    private Path temp;

    @BeforeEach
    void real(@TempDir Path directory) throws IOException {
        temp = directory.toRealPath();
    }

    @Test
    void isClosedToOthers() throws IOException {
        Path directory = Extraction.secure(temp.resolve("cache"));
        Path file = Extraction.copy(directory, "a.so", CONTENT);
        assertEquals("rwx------", mode(directory));
        assertEquals("rw-------", mode(file));
        assertArrayEquals(CONTENT, Files.readAllBytes(file));
        assertEquals(List.of("a.so"), names(directory));
    }

    @Test
    void isReused() throws IOException {
        Path directory = Extraction.secure(temp.resolve("cache"));
        Object first = key(Extraction.copy(directory, "a.so", CONTENT));
        assertEquals(first, key(Extraction.copy(Extraction.secure(directory), "a.so", CONTENT)));
    }

    @Test
    void whatWasTamperedWithIsNotReused() throws IOException {
        Path directory = Extraction.secure(temp.resolve("cache"));
        Path file = Extraction.copy(directory, "a.so", CONTENT);
        byte[] tampered = CONTENT.clone();
        tampered[CONTENT.length - 1]++;
        Files.write(file, tampered);
        assertNull(Extraction.copy(directory, "a.so", CONTENT));
        assertArrayEquals(tampered, Files.readAllBytes(file), "left as it is");
        Files.write(file, new byte[1]);
        assertNull(Extraction.copy(directory, "a.so", CONTENT));
        Files.write(file, CONTENT);
        assertEquals(file, Extraction.copy(directory, "a.so", CONTENT));
    }

    @Test
    void aSearchGoesOnToANewName() throws IOException {
        FakeSearchEnvironment in = new FakeSearchEnvironment();
        in.properties.put("dev.unitstr.tmpdir", temp.toString());
        in.bundles.put("linux-x86_64", Elf.library(1));
        FakeLoader loader = new FakeLoader();
        Path first = new LibrarySearch<>(loader, in).run().file();
        Files.write(first, Elf.library(2));
        Path second = new LibrarySearch<>(loader, in).run().file();
        assertEquals(first.toString().replace(".so", "-2.so"), second.toString());
        assertArrayEquals(Elf.library(1), Files.readAllBytes(second));
        assertArrayEquals(Elf.library(2), Files.readAllBytes(first));
    }

    @Test
    void whatOthersCanWriteIsNotReused() throws IOException {
        Path directory = Extraction.secure(temp.resolve("cache"));
        Path file = Extraction.copy(directory, "a.so", CONTENT);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw-rw-"));
        assertNull(Extraction.copy(directory, "a.so", CONTENT));
    }

    @Test
    void aLinkIsNotReused() throws IOException {
        Path directory = Extraction.secure(temp.resolve("cache"));
        Path elsewhere = Extraction.copy(Extraction.secure(temp.resolve("elsewhere")), "a.so", CONTENT);
        Files.createSymbolicLink(directory.resolve("a.so"), elsewhere);
        assertNull(Extraction.copy(directory, "a.so", CONTENT));
    }

    @Test
    void anotherUsersFileIsNotReused() throws IOException {
        Path directory = Extraction.secure(temp.resolve("cache"));
        Path file = Extraction.copy(directory, "a.so", CONTENT);
        assumeTrue(Files.getOwner(temp).getName().equals("root"), "only root gives files away");
        Files.setOwner(
                file, temp.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("nobody"));
        assertNull(Extraction.copy(directory, "a.so", CONTENT));
    }

    @Test
    void anotherUsersDirectoryIsRefused() throws IOException {
        if (Files.getOwner(temp).getName().equals("root")) {
            Path directory = Extraction.secure(temp.resolve("cache"));
            Files.setOwner(
                    directory,
                    temp.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("nobody"));
            assertEquals("owned by nobody", refusal(directory));
        } else {
            assertEquals("mode rwxr-xr-x, must be rwx------", refusal(Path.of("/usr")));
        }
    }

    @Test
    void aDirectoryOpenToOthersIsRefused() throws IOException {
        Path open = Files.createDirectory(
                temp.resolve("open"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
        assertEquals("mode rwxr-xr-x, must be rwx------", refusal(open));
    }

    @Test
    void whatIsNoDirectoryIsRefused() throws IOException {
        Path real = Extraction.secure(temp.resolve("real"));
        assertEquals("not a directory", refusal(Files.createSymbolicLink(temp.resolve("link"), real)));
        assertEquals("not a directory", refusal(Files.createFile(temp.resolve("file"))));
    }

    @Test
    void theNameSaysVersionAndContent() {
        // SHA-256 of the empty text
        assertEquals("libunitstr-1.2.3-e3b0c44298fc1c14.so", Extraction.name("1.2.3", "libunitstr.so", new byte[0], 1));
        assertEquals("unitstr-1.2.3-e3b0c44298fc1c14-7.dll", Extraction.name("1.2.3", "unitstr.dll", new byte[0], 7));
    }

    @Test
    void theCacheIsWhereTheSystemHasIt() throws IOException {
        FakeSearchEnvironment in = new FakeSearchEnvironment();
        in.properties.put("user.home", temp.toString());
        assertEquals(temp.resolve(".cache"), Extraction.cache(in));
        in.environment.put("XDG_CACHE_HOME", "relative is to be ignored");
        assertEquals(temp.resolve(".cache"), Extraction.cache(in));
        in.environment.put("XDG_CACHE_HOME", "/elsewhere");
        assertEquals(Path.of("/elsewhere"), Extraction.cache(in));
        in.platform = new Platform("Mac OS X", "aarch64", false);
        assertEquals(temp.resolve("Library/Caches"), Extraction.cache(in));
        in.platform = new Platform("Windows 11", "amd64", false);
        assertEquals(temp.resolve("AppData/Local"), Extraction.cache(in));
        in.environment.put("LOCALAPPDATA", "/local");
        assertEquals(Path.of("/local"), Extraction.cache(in));
    }

    @Test
    void theCacheMayBeALink() throws IOException {
        FakeSearchEnvironment in = new FakeSearchEnvironment();
        in.environment.put("XDG_CACHE_HOME", temp.resolve("link").toString());
        Path real = Files.createDirectory(temp.resolve("elsewhere"));
        Files.createSymbolicLink(temp.resolve("link"), real);
        assertEquals(
                real.resolve("unitstr"),
                Extraction.directories(in).get(0).maker().make());
    }

    @Test
    void theCacheIsMadeClosedToOthers() throws IOException {
        FakeSearchEnvironment in = new FakeSearchEnvironment();
        in.environment.put("XDG_CACHE_HOME", temp.resolve("a/b").toString());
        assertEquals(
                temp.resolve("a/b/unitstr"),
                Extraction.directories(in).get(0).maker().make());
        assertEquals("rwx------", mode(temp.resolve("a")));
    }

    @Test
    void aTemporaryDirectoryThatIsMissing() {
        FakeSearchEnvironment in = new FakeSearchEnvironment();
        in.properties.put("java.io.tmpdir", temp.resolve("gone").toString());
        FileSystemException e = assertThrows(
                FileSystemException.class,
                () -> Extraction.directories(in).get(1).maker().make());
        assertEquals("no such directory", Extraction.reason(e));
        assertEquals(temp.resolve("gone").toString(), e.getFile());
    }

    @Test
    void withoutAHomeThereIsNoCache() {
        FakeSearchEnvironment in = new FakeSearchEnvironment();
        for (String home : List.of("?", "", temp.resolve("gone").toString())) {
            in.properties.put("user.home", home);
            IOException e = assertThrows(IOException.class, () -> Extraction.cache(in));
            assertEquals("user.home is not a directory", Extraction.reason(e));
        }
    }

    @Test
    void threadsThatRace() throws Exception {
        Path parent = temp.resolve("cache");
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            for (int round = 0; round < 20; round++) {
                String name = round + ".so";
                Callable<Path> one = () -> Extraction.copy(Extraction.secure(parent), name, CONTENT);
                for (Future<Path> copy : threads.invokeAll(List.of(one, one, one, one, one, one, one, one))) {
                    assertArrayEquals(CONTENT, Files.readAllBytes(copy.get()));
                }
            }
        } finally {
            threads.shutdown();
        }
        assertEquals(20, names(parent).size(), "nothing temporary is left");
    }

    @Test
    void processesThatRace() throws Exception {
        List<Process> racers = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            racers.add(new Child()
                    .start(
                            temp.resolve("err" + i),
                            ExtractionRacer.class,
                            temp.resolve("cache").toString()));
        }
        for (Process racer : racers) {
            assertEquals(0, racer.waitFor());
        }
        assertEquals(ExtractionRacer.FILES, names(temp.resolve("cache")).size());
    }

    private static String refusal(Path directory) {
        return assertThrows(FileSystemException.class, () -> Extraction.secure(directory))
                .getReason();
    }

    private static String mode(Path file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }

    private static Object key(Path file) throws IOException {
        return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
    }

    private static List<String> names(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }
}
