package dev.unitstr.spi.values;

import dev.unitstr.spi.Region;
import dev.unitstr.values.ValueKind;

/**
 * Where a text or a binary lies. Nothing of it has been looked at.
 *
 * @param kind what it is made of
 * @param region the memory, of which all of it is
 * @param offset where it begins, in bytes
 * @param bytes how long it is
 * @param inline whether it is in the slot itself: {@code region} is a copy of the slot then
 */
record Text(ValueKind kind, Region region, long offset, int bytes, boolean inline) {}
