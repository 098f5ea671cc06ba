package dev.unitstr.internal.text;

import dev.unitstr.Ucs4String;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Objects;

/** A UCS-4 text in a buffer, which is not copied. */
public final class BufferUcs4 extends AbstractUcs4 {
    private final ByteBuffer buffer;
    private final int from;

    private BufferUcs4(ByteBuffer buffer, int from, int count) {
        super(count);
        this.buffer = buffer;
        this.from = from;
    }

    /**
     * Returns a view of a whole buffer.
     *
     * @param buffer units of 4 bytes
     * @return the text
     */
    public static Ucs4String of(ByteBuffer buffer) {
        int bytes = Objects.requireNonNull(buffer, "buffer").limit();
        if (bytes % 4 != 0) {
            throw partial("buffer", bytes);
        }
        ByteBuffer own = buffer.duplicate().clear().limit(bytes).order(ByteOrder.LITTLE_ENDIAN);
        return new BufferUcs4(own, 0, bytes / 4);
    }

    @Override
    protected int unit(int index) {
        return buffer.getInt(4 * (from + index));
    }

    @Override
    protected Ucs4String part(int from, int units) {
        return new BufferUcs4(buffer, this.from + from, units);
    }
}
