package dev.unitstr.contract;

import dev.unitstr.internal.memory.ArrayRegion;
import dev.unitstr.internal.memory.BufferRegion;
import dev.unitstr.internal.memory.Region;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.Supplier;

/**
 * Regions that every binding can use, below the verbs.
 *
 * @param region the region
 * @param content what is in it
 */
public record Regions(Region region, Supplier<byte[]> content) {
    /** Those that need no segments. */
    public static final List<Maker> MAKERS = List.of(
            Regions::array,
            bytes -> buffer(ByteBuffer.allocate(bytes.length + 4).slice(3, bytes.length), bytes, false),
            bytes -> buffer(ByteBuffer.allocateDirect(bytes.length), bytes, false),
            bytes -> buffer(ByteBuffer.allocateDirect(bytes.length), bytes, true));

    /** Makes a region that holds some bytes. */
    public interface Maker {
        Regions of(byte[] bytes);
    }

    private static Regions array(byte[] bytes) {
        byte[] copy = bytes.clone();
        return new Regions(new ArrayRegion(copy), copy::clone);
    }

    private static Regions buffer(ByteBuffer buffer, byte[] bytes, boolean readOnly) {
        buffer.put(0, bytes);
        return new Regions(new BufferRegion(readOnly ? buffer.asReadOnlyBuffer() : buffer), () -> {
            byte[] copy = new byte[bytes.length];
            buffer.get(0, copy);
            return copy;
        });
    }
}
