package dev.unitstr.internal.values;

import dev.unitstr.internal.memory.Region;
import dev.unitstr.tvm.ValueKind;

/**
 * The location of a text or a binary, whose bytes have not been examined.
 *
 * @param kind the kind of the text or binary
 * @param region the memory, which contains all of the bytes
 * @param offset the offset of the first byte
 * @param bytes the size in bytes
 * @param inline whether the bytes are in the slot; {@code region} is then a copy of the slot
 */
public record TextPlace(ValueKind kind, Region region, long offset, int bytes, boolean inline) {}
