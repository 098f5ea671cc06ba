package dev.unitstr.contract.ffm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.unitstr.contract.Run;
import dev.unitstr.ffm.tensor.SegmentTensor;
import dev.unitstr.ffm.tensor.SegmentTensors;
import dev.unitstr.tensor.StringKind;
import dev.unitstr.tensor.StringTensorBuilder;
import dev.unitstr.tensor.TensorLayout;
import dev.unitstr.tensor.Trust;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Memory that an arena gives back is all there is: nothing of a tensor stays behind. */
public abstract class TensorLeakContract {
    private static final long PAGE = 4096; // of Linux on x86-64
    private static final int LARGE_TENSORS = 200;
    private static final int SMALL_TENSORS = 1_000_000;
    /** How many times fewer an ordinary run tries. */
    private static final int ORDINARY = 10;
    /** Half of what the large tensors have, together. */
    private static final long MOST_LARGE = 100L << 20;
    /** Less than what the small ones would leave behind, if it were one small block of C's heap each. */
    private static final long MOST_SMALL = SMALL_TENSORS / ORDINARY * 80L;
    /** The heap of Java grows, too, but not forever: what leaks does so in every round. */
    private static final int ROUNDS = 10;

    private interface Step {
        void run();
    }

    private static long residentBytes() {
        try {
            System.gc();
            String[] fields = Files.readString(Path.of("/proc/self/statm")).split(" ");
            return Long.parseLong(fields[1]) * PAGE;
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static void flat(int times, long most, Step step) {
        int quiet = 0;
        List<Long> grown = new ArrayList<>();
        long before = residentBytes();
        for (int round = 0; round < ROUNDS && quiet < 2; round++) {
            for (int i = 0; i < times; i++) {
                step.run();
            }
            long now = residentBytes();
            grown.add(now - before);
            quiet = now - before < most ? quiet + 1 : 0;
            before = now;
        }
        assertEquals(2, quiet, () -> "rounds of " + times + " tensors left so many bytes behind: " + grown);
    }

    @Test
    void largeTensors() {
        String[] texts = new String[1024];
        Arrays.fill(texts, "x".repeat(1000));
        boolean follow = !Run.denied() && Run.reachesAddresses();
        flat(LARGE_TENSORS, MOST_LARGE, () -> {
            try (Arena arena = Arena.ofConfined()) {
                StringTensorBuilder builder = StringTensorBuilder.of(TensorLayout.TF24)
                        .kind(follow ? StringKind.VIEW : StringKind.OFFSET)
                        .addAll(texts);
                MemorySegment memory = SegmentTensors.build(builder, arena);
                assertEquals(1 << 20, memory.byteSize());
                SegmentTensor tensor = SegmentTensor.of(
                        memory, texts.length, TensorLayout.TF24, follow ? Trust.TRUSTED : Trust.UNTRUSTED_BUFFER);
                assertEquals(texts[1023], tensor.toStrings()[1023]);
                assertEquals(1000, tensor.segment(7).byteSize());
            }
        });
    }

    @Test
    void smallTensors() {
        byte[] image = new byte[24];
        image[0] = 1 << 2;
        image[1] = 'a';
        flat(Run.full() ? SMALL_TENSORS : SMALL_TENSORS / ORDINARY, MOST_SMALL, () -> {
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment memory = arena.allocate(24).copyFrom(MemorySegment.ofArray(image));
                SegmentTensor tensor = SegmentTensor.of(memory, 1, TensorLayout.TF24);
                assertEquals("a", tensor.get(0));
                assertEquals("a", tensor.toStrings()[0]);
            }
        });
    }
}
