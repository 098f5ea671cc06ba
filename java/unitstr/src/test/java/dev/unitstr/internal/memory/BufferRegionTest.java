package dev.unitstr.internal.memory;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.unitstr.Copied;
import dev.unitstr.MalformedPolicy;
import dev.unitstr.internal.binding.JavaBinding;
import dev.unitstr.internal.text.RegionStrings;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.ReadOnlyBufferException;
import java.nio.channels.FileChannel;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class BufferRegionTest {
    private static final MalformedPolicy P = MalformedPolicy.REPLACE;
    private static final Charset U16 = StandardCharsets.UTF_16BE;

    private final RegionStrings strings = new RegionStrings(new JavaBinding());

    static List<ByteBuffer> buffers() {
        return List.of(
                ByteBuffer.allocate(20),
                ByteBuffer.allocateDirect(20),
                ByteBuffer.allocate(30).slice(7, 20),
                ByteBuffer.allocateDirect(30).slice(7, 20),
                ByteBuffer.allocate(20).order(ByteOrder.LITTLE_ENDIAN));
    }

    @ParameterizedTest
    @MethodSource("buffers")
    void readsAndWritesWithoutMoving(ByteBuffer buffer) {
        buffer.position(9).mark().position(11).limit(16);
        ByteOrder order = buffer.order();
        BufferRegion region = new BufferRegion(buffer);
        assertEquals(16, region.byteSize());
        assertEquals(3, strings.copy("a\u20acb", U16, 0, region, 1, 3, P));
        assertEquals("a\u20acb", strings.getString(region, 1, 3, U16, P));
        assertEquals("a\u20acb", strings.getString(new BufferRegion(buffer.asReadOnlyBuffer()), 1, 3, U16, P));
        assertEquals("a\u20acb", strings.getStringTerminated(region, 1, U16, P));
        assertEquals(3, strings.unitsToTerminator(new BufferRegion(buffer.asReadOnlyBuffer()), 1, U16));
        assertEquals(new Copied(1, 1), strings.copyField("xyz", U16, region, 12, 2, true, P));
        byte[] bytes = new byte[16];
        buffer.get(0, bytes);
        assertArrayEquals(new byte[] {0, 0, 'a', 0x20, (byte) 0xAC, 0, 'b', 0, 0, 0, 0, 0, 0, 'x', 0, 0}, bytes);
        assertThrows(IndexOutOfBoundsException.class, () -> strings.getString(region, 15, 1, U16, P));
        assertEquals(11, buffer.position());
        assertEquals(16, buffer.limit());
        assertEquals(9, buffer.reset().position());
        assertSame(order, buffer.order());
    }

    @ParameterizedTest
    @MethodSource("buffers")
    void refusesToWriteReadOnlyMemory(ByteBuffer buffer) {
        BufferRegion region = new BufferRegion(buffer.asReadOnlyBuffer());
        assertThrows(ReadOnlyBufferException.class, () -> strings.copy("", U16, 0, region, 99, 0, P));
        assertThrows(ReadOnlyBufferException.class, () -> strings.copyTruncated("", U16, 0, region, 0, 0, P));
        assertThrows(ReadOnlyBufferException.class, () -> strings.copyField("", U16, region, 0, 1, false, P));
    }

    @ParameterizedTest
    @MethodSource("buffers")
    void aSliceIsOfTheWholeBuffer(ByteBuffer buffer) {
        buffer.limit(16).position(3);
        BufferRegion region = new BufferRegion(buffer);
        buffer.limit(20).position(19);
        assertEquals(16, region.byteSize());
        ByteBuffer slice = region.slice(2, 14);
        assertEquals(19, buffer.position());
        assertEquals(20, buffer.limit());
        assertEquals(14, slice.remaining());
        slice.put(0, (byte) 'x');
        assertEquals('x', buffer.get(2));
        buffer.limit(4);
        assertThrows(IndexOutOfBoundsException.class, () -> strings.getString(region, 0, 5, U16, P));
    }

    @Test
    void readsAMappedFile(@TempDir Path directory) throws IOException {
        Path file = Files.write(directory.resolve("text"), "gr\u00fc\u00dfe\0".getBytes(U16));
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            MappedByteBuffer mapped = channel.map(FileChannel.MapMode.READ_ONLY, 0, Files.size(file));
            assertEquals("gr\u00fc\u00dfe", strings.getStringTerminated(new BufferRegion(mapped), 0, U16, P));
            assertThrows(
                    ReadOnlyBufferException.class, () -> strings.copy("a", U16, 0, new BufferRegion(mapped), 0, 1, P));
        }
    }

    @Test
    void refusesNull() {
        String message = assertThrows(NullPointerException.class, () -> new BufferRegion(nothing()))
                .getMessage();
        assertTrue(message.contains("buffer"));
    }

    @SuppressWarnings("NullAway")
    private static ByteBuffer nothing() {
        return null;
    }
}
