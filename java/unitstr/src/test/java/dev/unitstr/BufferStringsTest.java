package dev.unitstr;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.ReadOnlyBufferException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** What the public forms add to the verbs; the verbs themselves are tested elsewhere. */
class BufferStringsTest {
    /** The example of the class's documentation. */
    @Test
    void exampleRuns() {
        ByteBuffer memory = ByteBuffer.allocateDirect(64);
        String text = "na\u00efve \ud83d\ude00";
        long units = BufferStrings.copy(text, UnitCharsets.UTF_16, memory, 0);
        assertEquals(8, units);
        assertEquals(text, BufferStrings.getString(memory, 0, units, UnitCharsets.UTF_16));
        BufferStrings.copyField("Zo\u00eb", StandardCharsets.UTF_8, memory, 32, 8, true);
        assertEquals("Zo\u00eb", BufferStrings.getStringTerminated(memory, 32, 8, StandardCharsets.UTF_8));
    }

    @Test
    void withoutACharsetItIsUtf8() {
        ByteBuffer memory = ByteBuffer.wrap("\u20ac".getBytes(StandardCharsets.UTF_8));
        assertEquals("\u20ac", BufferStrings.getString(memory, 0, 3));
        assertEquals("\u20ac", BufferStrings.getString(memory, 0, 3, StandardCharsets.UTF_8, MalformedPolicy.REPORT));
        assertEquals("\ufffd", BufferStrings.getString(memory, 0, 2));
        assertThrows(
                MalformedTextException.class,
                () -> BufferStrings.getString(memory, 0, 2, StandardCharsets.UTF_8, MalformedPolicy.REPORT));
    }

    @Test
    void allocateFromIsExact() {
        for (Charset charset : new Charset[] {StandardCharsets.UTF_16, UnitCharsets.WCHAR, StandardCharsets.UTF_8}) {
            ByteBuffer text = BufferStrings.allocateFrom(ByteBuffer::allocateDirect, "a\0b", charset);
            assertEquals(ByteBuffer.wrap("a\0b".getBytes(charset)), text);
            assertEquals(text.limit(), text.capacity());
        }
        assertEquals(
                0,
                BufferStrings.allocateFrom(ByteBuffer::allocate, "", StandardCharsets.UTF_8)
                        .capacity());
        assertThrows(
                MalformedTextException.class,
                () -> BufferStrings.allocateFrom(
                        ByteBuffer::allocate, "\ud83d", StandardCharsets.UTF_8, MalformedPolicy.REPORT));
    }

    @Test
    void allocateFromTakesWhatItGets() {
        ByteBuffer memory =
                ByteBuffer.allocateDirect(20).order(ByteOrder.LITTLE_ENDIAN).position(5);
        ByteBuffer text = BufferStrings.allocateFrom(n -> memory, "xaby", StandardCharsets.UTF_16LE, 1, 2);
        assertEquals(ByteBuffer.wrap(new byte[] {'a', 0, 'b', 0}), text);
        assertEquals(ByteOrder.LITTLE_ENDIAN, text.order());
        assertEquals(4, text.capacity());
        assertEquals(5, memory.position());
        assertEquals('a', memory.get(5));

        assertThrows(
                IndexOutOfBoundsException.class,
                () -> BufferStrings.allocateFrom(n -> ByteBuffer.allocate(n - 1), "ab", StandardCharsets.UTF_8, 0, 2));
        assertThrows(
                ReadOnlyBufferException.class,
                () -> BufferStrings.allocateFrom(
                        n -> ByteBuffer.allocate(n).asReadOnlyBuffer(), "ab", StandardCharsets.UTF_8, 0, 2));
        assertThrows(
                NullPointerException.class,
                () -> BufferStrings.allocateFrom(n -> null, "ab", StandardCharsets.UTF_8, 0, 2));
        boolean[] called = new boolean[1];
        assertThrows(
                IndexOutOfBoundsException.class,
                () -> BufferStrings.allocateFrom(
                        n -> {
                            called[0] = true;
                            return memory;
                        },
                        "ab",
                        StandardCharsets.UTF_8,
                        1,
                        2));
        assertFalse(called[0]);
    }

    @Test
    void theErrorSurvivesSerialization() throws Exception {
        MalformedTextException e = assertThrows(
                MalformedTextException.class,
                () -> BufferStrings.getString(
                        ByteBuffer.wrap(new byte[] {0, 'a', (byte) 0xD8, 0, 0, 'b'}),
                        0,
                        3,
                        StandardCharsets.UTF_16BE,
                        MalformedPolicy.REPORT));
        java.io.ByteArrayOutputStream bytes = new java.io.ByteArrayOutputStream();
        new java.io.ObjectOutputStream(bytes).writeObject(e);
        MalformedTextException again = (MalformedTextException)
                new java.io.ObjectInputStream(new java.io.ByteArrayInputStream(bytes.toByteArray())).readObject();
        assertEquals(StandardCharsets.UTF_16BE, again.charset());
        assertEquals(1, again.unitOffset());
        assertEquals(2, again.unitCount());
        assertEquals("malformed UTF-16BE at byte 2: 4 bytes (unit 1)", again.getMessage());
    }
}
