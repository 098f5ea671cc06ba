package dev.unitstr.values;

import dev.unitstr.internal.values.AddressSpace;
import dev.unitstr.internal.values.BlockMemory;
import dev.unitstr.internal.values.LiveMemory;
import dev.unitstr.tvm.ValueFormatException;
import java.nio.ByteBuffer;
import java.util.Map;

/**
 * What may be read behind the addresses in values. Nothing else follows an address: one that is not here is a
 * {@link ValueFormatException} with {@code ADDRESS}.
 *
 * <table class="striped">
 * <caption>Which memory</caption>
 * <thead><tr><th>The values come from</th><th>Memory</th></tr></thead>
 * <tbody>
 * <tr><td>somewhere, nothing is known</td><td>{@link #none()}: text in slots can be read, objects can't</td></tr>
 * <tr><td>a dump, with the bytes of its blocks</td><td>{@link #image(Map)}</td></tr>
 * <tr><td>a library, and all that they refer to lies in known places</td><td>{@link #ranges(long...)}</td></tr>
 * <tr><td>a library that is trusted</td><td>{@link #live()}</td></tr>
 * </tbody>
 * </table>
 *
 * <p>Memory of Java's arenas is {@code dev.unitstr.ffm.values.SegmentValues.memory}. Not to be implemented by others.
 *
 * @since 0.1.0
 */
public interface ValueMemory {
    /**
     * Nothing.
     *
     * @return no memory
     */
    static ValueMemory none() {
        return AddressSpace.NONE;
    }

    /**
     * All memory of this process: for values of a library that is trusted to write right addresses, while it keeps them
     * alive. A wrong one ends the process. What is not an address (the first 4096 bytes) is refused all the same, and so
     * are broken sizes, links and cycles.
     *
     * @return live memory
     */
    static ValueMemory live() {
        return LiveMemory.ALL;
    }

    /**
     * Some of the memory of this process.
     *
     * @param startsAndEnds for each range the address of its start and that behind its end
     * @return live memory
     * @throws NullPointerException if {@code startsAndEnds} is null
     * @throws IllegalArgumentException if these are not pairs, a start is above its end, a range begins within the first
     *     4096 bytes, or two overlap
     */
    static ValueMemory ranges(long... startsAndEnds) {
        return BlockMemory.ranges(startsAndEnds);
    }

    /**
     * Blocks that lie elsewhere: the content of a dump, by the addresses that its values refer to. What lies between two
     * blocks may not be read, nor what goes on in the next block.
     *
     * @param blocks the content of each block, from index 0 to the limit that the buffer has now, by its address
     * @return the memory
     * @throws NullPointerException if an argument or one of its elements is null
     * @throws IllegalArgumentException if an address is 0 or negative, a block goes past the last address, or two blocks
     *     overlap
     */
    static ValueMemory image(Map<Long, ByteBuffer> blocks) {
        return BlockMemory.image(blocks);
    }
}
