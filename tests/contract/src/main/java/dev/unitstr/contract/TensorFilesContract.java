package dev.unitstr.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.unitstr.tensor.StringKind;
import dev.unitstr.tensor.StringTensor;
import dev.unitstr.tensor.StringTensorBuilder;
import dev.unitstr.tensor.StringTensors;
import dev.unitstr.tensor.TensorLayout;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Files of tensors: whole or not there. */
public abstract class TensorFilesContract {
    @TempDir
    Path directory;

    static List<TensorLayout> layouts() {
        return Tensors.RELOCATABLE;
    }

    /** Maps a file. */
    protected abstract StringTensor map(Path file, TensorLayout layout, long count) throws IOException;

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
        Files.write(file, new byte[0]);
        assertEquals(0, map(file, TensorLayout.TF24, 0).size());
    }

    private void mapped(Path file, TensorLayout layout, long count) {
        try {
            map(file, layout, count);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
