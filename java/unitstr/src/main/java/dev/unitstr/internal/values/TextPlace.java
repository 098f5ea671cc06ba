package dev.unitstr.internal.values;

import dev.unitstr.internal.memory.Region;
import dev.unitstr.tvm.ValueKind;

/**
 * Where a text or a binary lies. Nothing of it has been looked at.
 *
 * @param kind what it is made of
 * @param region the memory, of which all of it is
 * @param offset where it begins, in bytes
 * @param bytes how long it is
 * @param inline whether it is in the slot itself: {@code region} is a copy of the slot then
 */
record TextPlace(ValueKind kind, Region region, long offset, int bytes, boolean inline) {}
