package dev.unitstr.contract.ffm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.unitstr.contract.EveryRun;
import dev.unitstr.ffm.tensor.SegmentTensor;
import dev.unitstr.ffm.tensor.SegmentTensors;
import dev.unitstr.tensor.StringTensors;
import dev.unitstr.tensor.TensorLayout;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@EveryRun
@Tag("route")
class TensorFilesTest {
    @Test
    void theMappingEndsWithItsArena(@TempDir Path directory) throws IOException {
        Path file = directory.resolve("tokens.tensor");
        StringTensors.writeFile(file, TensorLayout.TF24, "a", "b");
        SegmentTensor tensor;
        try (Arena arena = Arena.ofConfined()) {
            tensor = SegmentTensors.map(file, TensorLayout.TF24, 2, arena);
            assertEquals("b", tensor.get(1));
        }
        assertThrows(IllegalStateException.class, () -> tensor.get(1));
        assertThrows(IllegalStateException.class, () -> SegmentTensors.map(file, TensorLayout.TF24, 2, closed()));
        assertThrows(NullPointerException.class, () -> SegmentTensors.map(file, TensorLayout.TF24, 2, null));
    }

    private static Arena closed() {
        Arena arena = Arena.ofConfined();
        arena.close();
        return arena;
    }
}
