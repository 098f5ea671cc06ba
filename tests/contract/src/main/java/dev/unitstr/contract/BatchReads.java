package dev.unitstr.contract;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.StringSpans;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.Charset;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Strings in a memory, and the same places in a form that batches take.
 *
 * @param name which form
 * @param memory the memory
 * @param spans the places as a batch is told them
 * @param offsets the places: where each string starts, in bytes; negative if there is none
 * @param units how long each is
 * @param terminated whether a zero unit ends each
 */
record BatchReads(String name, Memory memory, StringSpans spans, long[] offsets, long[] units, boolean terminated) {
    /** Memory before and after the texts, for offsets and structs. */
    private static final int STRUCT = 24;

    /** Returns the result of a call for one string. */
    String one(int i, Charset charset, MalformedPolicy policy) {
        if (offsets[i] < 0) {
            return null;
        }
        return terminated
                ? memory.getStringTerminated(offsets[i], units[i], charset, policy)
                : memory.getString(offsets[i], units[i], charset, policy);
    }

    /** Any form, with random texts. */
    static BatchReads next(SplittableRandom random, MemoryKind kind, Charset charset, int maxStrings) {
        int unitSize = Charsets.unitSize(charset);
        int count = random.nextInt(maxStrings + 1);
        byte[][] texts = new byte[count][];
        long[] offsets = new long[count];
        long[] units = new long[count];
        int total = random.nextInt(4);
        int front = total;
        for (int i = 0; i < count; i++) {
            texts[i] = Encoded.next(random, charset, random.nextInt(8) == 0 ? 80 : 12);
            offsets[i] = total;
            units[i] = texts[i].length / unitSize;
            total += texts[i].length;
        }
        int form = random.nextInt(6);
        int tail = (count + 1) * STRUCT + 8;
        byte[] bytes = new byte[total + tail];
        for (int i = 0; i < count; i++) {
            System.arraycopy(texts[i], 0, bytes, (int) offsets[i], texts[i].length);
        }
        Memory memory = kind.of(bytes);
        switch (form) {
            case 0:
                for (int i = 0; i < count; i++) { // anywhere, overlapping, in any order
                    offsets[i] = random.nextInt(total + 1);
                    units[i] = random.nextInt((int) (total - offsets[i]) / unitSize + 1);
                }
                return new BatchReads("arrays", memory, StringSpans.of(offsets, units), offsets, units, false);
            case 1:
                long[] ends = Arrays.copyOf(offsets, count + 1);
                ends[count] = total;
                StringSpans inArray = random.nextBoolean()
                        ? StringSpans.ofOffsets(ends)
                        : StringSpans.ofOffsets(
                                Arrays.stream(ends).mapToInt(Math::toIntExact).toArray());
                return new BatchReads("offsets in an array", memory, inArray, offsets, units, false);
            case 2:
                int entryBytes = random.nextBoolean() ? 4 : 8;
                memory.put(total, entries(offsets, total, entryBytes));
                return new BatchReads(
                        "offsets of " + entryBytes + " bytes",
                        memory,
                        memory.offsets(total, entryBytes, count),
                        offsets,
                        units,
                        false);
            case 3, 4:
                boolean terminated = form == 3;
                int size = random.nextInt(20);
                int stride = size * unitSize + random.nextInt(1, 5);
                int fields = Math.min(count, (total - front) / stride);
                long[] starts = new long[fields];
                long[] sizes = new long[fields];
                for (int i = 0; i < fields; i++) {
                    starts[i] = front + (long) i * stride;
                    sizes[i] = size;
                }
                StringSpans spans = terminated
                        ? StringSpans.ofTerminatedFields(front, size, stride, fields)
                        : StringSpans.ofFields(front, size, stride, fields);
                return new BatchReads("fields, " + terminated, memory, spans, starts, sizes, terminated);
            default:
                return pointers(random, memory, offsets, units, total);
        }
    }

    private static BatchReads pointers(
            SplittableRandom random, Memory memory, long[] offsets, long[] units, int total) {
        if (memory.address() == 0) {
            return new BatchReads("arrays", memory, StringSpans.of(offsets, units), offsets, units, false);
        }
        int lengthBytes = random.nextBoolean() ? 4 : 8;
        int pointerAt = random.nextInt(9);
        int lengthAt = pointerAt < 8 && random.nextBoolean() ? pointerAt + 8 : pointerAt == 8 ? 0 : 16;
        ByteBuffer structs = ByteBuffer.allocate(offsets.length * STRUCT).order(ByteOrder.nativeOrder());
        for (int i = 0; i < offsets.length; i++) {
            boolean none = random.nextInt(6) == 0;
            structs.putLong(i * STRUCT + pointerAt, none ? 0 : memory.address() + offsets[i]);
            long length = none ? random.nextLong() : units[i];
            if (lengthBytes == 4) {
                structs.putInt(i * STRUCT + lengthAt, (int) length);
            } else {
                structs.putLong(i * STRUCT + lengthAt, length);
            }
            offsets[i] = none ? -1 : offsets[i];
        }
        memory.put(total, structs.array());
        StringSpans spans = memory.pointers(total, pointerAt, lengthAt, lengthBytes, STRUCT, offsets.length);
        return new BatchReads("pointers, " + lengthBytes, memory, spans, offsets, units, false);
    }

    /** Offsets and an end, as they lie in memory. */
    static byte[] entries(long[] offsets, long end, int entryBytes) {
        ByteBuffer bytes =
                ByteBuffer.allocate((offsets.length + 1) * entryBytes).order(ByteOrder.nativeOrder());
        for (long offset : offsets) {
            put(bytes, offset, entryBytes);
        }
        put(bytes, end, entryBytes);
        return bytes.array();
    }

    private static void put(ByteBuffer bytes, long number, int entryBytes) {
        if (entryBytes == 4) {
            bytes.putInt((int) number);
        } else {
            bytes.putLong(number);
        }
    }

    @Override
    public String toString() {
        return name + " in " + memory + ", " + Arrays.toString(offsets) + " " + Arrays.toString(units);
    }
}
