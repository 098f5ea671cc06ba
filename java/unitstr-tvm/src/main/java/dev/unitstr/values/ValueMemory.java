package dev.unitstr.values;

import dev.unitstr.internal.values.AddressSpace;
import dev.unitstr.internal.values.BlockMemory;
import dev.unitstr.internal.values.LiveMemory;
import dev.unitstr.tvm.ValueFormatException;
import java.nio.ByteBuffer;
import java.util.Map;

/**
 * The memory that may be read through addresses in values. No other memory is read: an address outside of it causes
 * {@link ValueFormatException} with {@code ADDRESS}.
 *
 * <table class="striped">
 * <caption>Which memory to choose</caption>
 * <thead><tr><th>Source of the values</th><th>Memory</th></tr></thead>
 * <tbody>
 * <tr><td>unknown</td><td>{@link #none()}: text in slots can be read, objects cannot</td></tr>
 * <tr><td>a dump that includes the bytes of its blocks</td><td>{@link #image(Map)}</td></tr>
 * <tr><td>a library, with all referenced memory in known ranges</td><td>{@link #ranges(long...)}</td></tr>
 * <tr><td>a trusted library</td><td>{@link #live()}</td></tr>
 * </tbody>
 * </table>
 *
 * <p>For memory of Java arenas, see {@code dev.unitstr.ffm.values.SegmentValues.memory}.
 *
 * <p>This interface is not intended to be implemented by user code.
 *
 * @since 0.1.0
 */
public interface ValueMemory {
    /**
     * Returns memory that permits no access.
     *
     * @return the empty memory
     */
    static ValueMemory none() {
        return AddressSpace.NONE;
    }

    /**
     * Returns all memory of this process, for values of a library that writes only valid addresses and keeps the memory
     * alive. An invalid address may crash the JVM. Addresses within the first 4096 bytes are rejected, as are invalid
     * sizes, links and cycles.
     *
     * @return all memory of this process
     */
    static ValueMemory live() {
        return LiveMemory.ALL;
    }

    /**
     * Returns the given ranges of the memory of this process.
     *
     * @param startsAndEnds for each range, the address of its start and the address after its end
     * @return the memory
     * @throws NullPointerException if {@code startsAndEnds} is null
     * @throws IllegalArgumentException if the length is odd, a start is above its end, a range begins within the first
     *     4096 bytes, or two ranges overlap
     */
    static ValueMemory ranges(long... startsAndEnds) {
        return BlockMemory.ranges(startsAndEnds);
    }

    /**
     * Returns memory that consists of copied blocks: the content of a dump, by the addresses that its values use. A
     * read must lie within one block; it may not continue in an adjacent block.
     *
     * @param blocks the content of each block, from index 0 to the buffer's current limit, by the address of the block
     * @return the memory
     * @throws NullPointerException if an argument or one of its elements is null
     * @throws IllegalArgumentException if an address is 0 or negative, a block extends beyond the last address, or two
     *     blocks overlap
     */
    static ValueMemory image(Map<Long, ByteBuffer> blocks) {
        return BlockMemory.image(blocks);
    }
}
