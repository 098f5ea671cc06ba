package dev.unitstr.contract.ffm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.unitstr.contract.EveryRun;
import dev.unitstr.contract.Run;
import dev.unitstr.ffm.tensor.SegmentTensor;
import dev.unitstr.ffm.tensor.SegmentTensors;
import dev.unitstr.tensor.StringKind;
import dev.unitstr.tensor.StringTensorBuilder;
import dev.unitstr.tensor.TensorLayout;
import dev.unitstr.tensor.Trust;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import javax.management.JMException;
import javax.management.ObjectName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/**
 * Closing the arena frees all memory of a tensor. The judge is the allocator itself: the number of bytes that {@code
 * malloc} has handed out and {@code free} has not taken back, in the JVM and in native code.
 */
@EnabledOnOs(value = OS.LINUX, disabledReason = "counts what glibc has handed out")
@EveryRun
@Tag("route")
class TensorLeakTest {
    private static final int LARGE_TENSORS = 20;
    private static final int SMALL_TENSORS = 1_000_000;
    /** How many times fewer an ordinary run tries. */
    private static final int ORDINARY = 10;

    private static final int LARGE_BYTES = 1 << 20;
    /** Half of the smallest block that glibc hands out. */
    private static final int SMALL_BYTES = 16;
    /** Other threads of the JVM allocate too, such as its compilers, and free it later. A leak shows in every round. */
    private static final int ROUNDS = 10;

    private static final Pattern TOTAL = Pattern.compile("<(total|system) type=\"(\\w+)\"[^>]* size=\"(\\d+)\"/>");

    private interface Step {
        void run();
    }

    /** The bytes in use, of all arenas of glibc and of the blocks that it maps one by one. */
    private static long allocatedBytes() {
        String info;
        try {
            info = (String) ManagementFactory.getPlatformMBeanServer()
                    .invoke(
                            new ObjectName("com.sun.management:type=DiagnosticCommand"),
                            "systemNativeHeapInfo",
                            new Object[0],
                            new String[0]);
        } catch (JMException e) {
            throw new AssertionError(e);
        }
        // The sums of all arenas follow the last arena.
        String sums = info.substring(info.lastIndexOf("</heap>"));
        Map<String, Long> sizes = new HashMap<>();
        TOTAL.matcher(sums)
                .results()
                .forEach(match -> sizes.put(match.group(1) + " " + match.group(2), Long.valueOf(match.group(3))));
        return sizes.get("system current")
                - sizes.getOrDefault("total fast", 0L) // which glibc no longer has since 2.42
                - sizes.get("total rest")
                + sizes.get("total mmap");
    }

    /**
     * Fails unless two rounds in a row leave fewer than {@code most} bytes behind, or all rounds together, four at least,
     * fewer than {@code most} for each.
     */
    private static void flat(int times, long most, Step step) {
        int quiet = 0;
        List<Long> grown = new ArrayList<>();
        long first = allocatedBytes();
        long before = first;
        for (int round = 1; round <= ROUNDS; round++) {
            for (int i = 0; i < times; i++) {
                step.run();
            }
            long now = allocatedBytes();
            grown.add(now - before);
            quiet = now - before < most ? quiet + 1 : 0;
            before = now;
            if (quiet == 2 || round >= 4 && now - first < round * most) {
                return;
            }
        }
        fail("bytes still allocated after each round of " + times + " tensors: " + grown);
    }

    /** Without this, the other tests might count nothing. */
    @Test
    void aLeakIsSeen() {
        try (Arena arena = Arena.ofConfined()) {
            AssertionError error =
                    assertThrows(AssertionError.class, () -> flat(1000, LARGE_BYTES, () -> arena.allocate(8 << 10)));
            assertTrue(error.getMessage().startsWith("bytes still allocated"), error::getMessage);
        }
    }

    @Test
    void largeTensors() {
        String[] texts = new String[1024];
        Arrays.fill(texts, "x".repeat(1000));
        boolean follow = !Run.denied() && Run.reachesAddresses();
        flat(LARGE_TENSORS, (long) LARGE_TENSORS * LARGE_BYTES / 2, () -> {
            try (Arena arena = Arena.ofConfined()) {
                StringTensorBuilder builder = StringTensorBuilder.of(TensorLayout.TF24)
                        .kind(follow ? StringKind.VIEW : StringKind.OFFSET)
                        .addAll(texts);
                MemorySegment memory = SegmentTensors.build(builder, arena);
                assertEquals(LARGE_BYTES, memory.byteSize());
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
        int tensors = Run.full() ? SMALL_TENSORS : SMALL_TENSORS / ORDINARY;
        flat(tensors, (long) tensors * SMALL_BYTES, () -> {
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment memory = arena.allocate(24).copyFrom(MemorySegment.ofArray(image));
                SegmentTensor tensor = SegmentTensor.of(memory, 1, TensorLayout.TF24);
                assertEquals("a", tensor.get(0));
                assertEquals("a", tensor.toStrings()[0]);
            }
        });
    }
}
