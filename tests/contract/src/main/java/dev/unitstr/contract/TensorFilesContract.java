package dev.unitstr.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.unitstr.tensor.StringKind;
import dev.unitstr.tensor.StringTensor;
import dev.unitstr.tensor.StringTensorBuilder;
import dev.unitstr.tensor.StringTensors;
import dev.unitstr.tensor.TensorLayout;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.io.TempDirDeletionStrategy;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Files of tensors: whole or not there. */
@EveryRun
@Tag("jdk")
@Tag("route")
class TensorFilesContract {
    @TempDir(deletionStrategy = TempDirDeletionStrategy.IgnoreFailures.class) // Windows does not delete mapped files
    Path directory;

    static List<TensorLayout> layouts() {
        return Tensors.RELOCATABLE;
    }

    private static StringTensor map(Path file, TensorLayout layout, long count) throws IOException {
        return Kinds.HERE.map(file, layout, count);
    }

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(each -> each.getFileName().toString()).sorted().toList();
        }
    }

    @ParameterizedTest
    @MethodSource("layouts")
    void areWrittenAndMapped(TensorLayout layout) throws IOException {
        String[] texts = Tensors.texts(new SplittableRandom(4), 5000);
        texts[17] = "more than one piece ".repeat(9000);
        Path file = directory.resolve("tokens.tensor");
        long size = StringTensors.writeFile(file, layout, texts);
        assertEquals(Files.size(file), size);
        assertArrayEquals(Tensors.write(layout, texts), Files.readAllBytes(file));
        assertArrayEquals(texts, map(file, layout, texts.length).toStrings());
        assertEquals(List.of("tokens.tensor"), names());
    }

    @Test
    void anOldFileIsReplacedOrLeftAsItWas() throws IOException {
        Path file = directory.resolve("tokens.tensor");
        StringTensors.writeFile(file, TensorLayout.TFLITE, "old");
        byte[] old = Files.readAllBytes(file);
        StringTensorBuilder bad = StringTensorBuilder.of(TensorLayout.TFLITE).addAll("new", null);
        assertEquals("NULL_ELEMENT 1 TEXT", Tensors.verdict(() -> {
            try {
                bad.writeFile(file);
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        }));
        assertArrayEquals(old, Files.readAllBytes(file));
        assertEquals(List.of("tokens.tensor"), names());
        bad.nullsAsEmpty().writeFile(file);
        assertArrayEquals(
                new String[] {"new", ""}, map(file, TensorLayout.TFLITE, 2).toStrings());
    }

    @Test
    void whatCannotBeWrittenLeavesNothing() throws IOException {
        StringTensorBuilder builder = StringTensorBuilder.of(TensorLayout.TF24).add("x");
        assertThrows(
                NoSuchFileException.class,
                () -> builder.writeFile(directory.resolve("missing").resolve("tokens.tensor")));
        Path taken = Files.createDirectory(directory.resolve("taken"));
        Files.createFile(taken.resolve("something"));
        FileSystemException e = assertThrows(FileSystemException.class, () -> builder.writeFile(taken));
        assertEquals(false, e instanceof FileAlreadyExistsException && Files.isRegularFile(taken));
        assertEquals(List.of("taken"), names());
        assertThrows(NullPointerException.class, () -> builder.writeFile(null));
        StringTensorBuilder views =
                StringTensorBuilder.of(TensorLayout.TF24).kind(StringKind.VIEW).add("x");
        assertThrows(IllegalArgumentException.class, () -> views.writeFile(directory.resolve("views")));
        assertEquals(List.of("taken"), names());
    }

    @Test
    void filesThatAreNone() throws IOException {
        Path file = directory.resolve("short");
        Files.write(file, new byte[23]);
        assertEquals("TABLE_TRUNCATED 1 TABLE", Tensors.verdict(() -> mapped(file, TensorLayout.TF24, 1)));
        assertThrows(NoSuchFileException.class, () -> map(directory.resolve("missing"), TensorLayout.TF24, 1));
        assertThrows(NullPointerException.class, () -> map(null, TensorLayout.TF24, 1));
        assertThrows(NullPointerException.class, () -> map(file, null, 1));
        assertThrows(IllegalArgumentException.class, () -> map(file, TensorLayout.TF24, -1));
        Path empty = Files.createFile(directory.resolve("empty"));
        assertEquals(0, map(empty, TensorLayout.TF24, 0).size());
    }

    /** Whoever mapped the old file still reads that. */
    @Test
    void aMappedFileIsReplacedUnlessTheSystemForbidsIt() throws IOException {
        Path file = directory.resolve("tokens.tensor");
        StringTensors.writeFile(file, TensorLayout.TF24, "old");
        StringTensor old = map(file, TensorLayout.TF24, 1);
        String there = "new";
        if (Run.onWindows()) {
            assertThrows(FileSystemException.class, () -> StringTensors.writeFile(file, TensorLayout.TF24, "new"));
            there = "old";
        } else {
            StringTensors.writeFile(file, TensorLayout.TF24, "new");
        }
        assertEquals("old", old.get(0));
        assertArrayEquals(Tensors.write(TensorLayout.TF24, there), Files.readAllBytes(file));
        assertEquals(List.of("tokens.tensor"), names());
    }

    private void mapped(Path file, TensorLayout layout, long count) {
        try {
            map(file, layout, count);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static void mkfifo(Path path) throws IOException {
        try {
            assertEquals(
                    0, new ProcessBuilder("mkfifo", path.toString()).start().waitFor());
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** As root a device would become a file, and a pipe or a directory for anybody. */
    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "has neither pipes nor devices in directories")
    void onlyRegularFilesAreReplaced() throws IOException {
        Path pipe = directory.resolve("pipe");
        mkfifo(pipe);
        Path empty = Files.createDirectory(directory.resolve("empty"));
        Path toNull = Files.createSymbolicLink(directory.resolve("null"), Path.of("/dev/null"));
        Path toPipe = Files.createSymbolicLink(directory.resolve("to-pipe"), Path.of("pipe"));
        Path toEmpty = Files.createSymbolicLink(directory.resolve("to-empty"), empty);
        List<String> before = names();
        for (Path file : List.of(pipe, empty, toNull, toPipe, toEmpty)) {
            FileSystemException e = assertThrows(
                    FileSystemException.class, () -> StringTensors.writeFile(file, TensorLayout.TF24, "x"));
            assertEquals(file.toString(), e.getFile());
            assertTrue(e.getMessage().contains("only a regular file is replaced"), e::getMessage);
            assertTrue(
                    e.getMessage().contains(file.toString().endsWith("empty") ? "a directory" : "a pipe"),
                    e::getMessage);
        }
        assertEquals(before, names());
        assertTrue(Files.readAttributes(pipe, BasicFileAttributes.class).isOther());
        assertTrue(Files.readAttributes(Path.of("/dev/null"), BasicFileAttributes.class)
                .isOther());
        assertTrue(Files.isDirectory(empty));
        for (Path link : List.of(toNull, toPipe, toEmpty)) {
            assertTrue(Files.isSymbolicLink(link));
        }
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "only administrators make links")
    void symbolicLinksStay() throws IOException {
        Path there = Files.createDirectory(directory.resolve("there"));
        Path link = Files.createSymbolicLink(directory.resolve("link"), Path.of("there", "second"));
        Path second = Files.createSymbolicLink(there.resolve("second"), Path.of("file"));
        Path file = there.resolve("file");
        for (String text : List.of("the first has no file to lead to", "the second has")) {
            StringTensors.writeFile(link, TensorLayout.TF24, text);
            assertTrue(Files.isSymbolicLink(link) && Files.isSymbolicLink(second));
            assertTrue(Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS));
            assertEquals(text, map(file, TensorLayout.TF24, 1).get(0));
            try (Stream<Path> files = Files.list(there)) {
                assertEquals(2, files.count());
            }
        }
        assertEquals(List.of("link", "there"), names());
        Path loop = Files.createSymbolicLink(directory.resolve("loop"), Path.of("loop"));
        assertThrows(FileSystemException.class, () -> StringTensors.writeFile(loop, TensorLayout.TF24, "x"));
        assertTrue(Files.isSymbolicLink(loop));
    }

    /** The one that takes the place of a file shows its content to no one else. */
    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "has no POSIX permissions")
    void permissionsStay() throws IOException {
        Path file = directory.resolve("file");
        for (String permissions : List.of("rw-------", "rwxrwxrwx", "r--r-----")) {
            StringTensors.writeFile(file, TensorLayout.TF24, "old");
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
            Object owner = Files.getOwner(file);
            StringTensors.writeFile(file, TensorLayout.TF24, "new");
            assertEquals("new", map(file, TensorLayout.TF24, 1).get(0));
            assertEquals(permissions, PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
            assertEquals(owner, Files.getOwner(file));
        }
    }
}
