package dev.unitstr.internal.tensor;

import dev.unitstr.internal.binding.Binding;
import dev.unitstr.internal.memory.ArrayRegion;
import dev.unitstr.tensor.StringKind;
import dev.unitstr.tensor.TensorLayout.Format;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Writes the elements of a planned tensor and their strings, in pieces of at most {@link Binding#CHUNK_BYTES}. The
 * entries and the strings of a piece are assembled in arrays and then copied to the memory; long contiguous strings are
 * encoded directly into the memory.
 *
 * <p>Compared with a native call that wrote the elements, TF_LEGACY takes 0.4 to 0.75 times the CPU time, strings of
 * 1000 bytes 0.8 to 1.0 times, and OFFSET and TFLITE of short strings 0.8 to 1.25 times. VIEW took 1.0 to 1.7 times
 * before {@link #putViews} (FFM, OpenJDK 25, AMD EPYC, busy machine, 2026-11-22).
 */
final class TensorWriter {
    /** The mean string size, in bytes, from which a separate write costs less than copying the strings once more. */
    private static final int DIRECT = 256;

    private static final int OFFSET_TYPE = 2;
    /** The type of a VIEW of TF24, and of a PREALLOC of RFC16 and RFC24. */
    private static final int ADDRESS_TYPE = 3;
    /** The byte order of elements with addresses, which exist for this machine only. */
    private static final boolean BIG = ByteOrder.nativeOrder() == ByteOrder.BIG_ENDIAN;

    /**
     * The memory of the strings.
     *
     * @param memory the memory
     * @param origin the offset in {@code memory} of the tensor's first byte; negative if only the strings are in it
     * @param address the address of the tensor's first byte; 0 if no element contains an address
     * @param owner the address of the owner of the views; 0 if there is none
     */
    record Data(TensorMemory memory, long origin, long address, long owner) {}

    private final TensorPlan plan;
    private final TensorMemory table;
    private final long tableStart;
    private final Data data;
    private final int entryBytes;
    private byte[] entries = {};
    private byte[] strings = {};
    /** The position of the next string, in bytes from the start of the tensor. */
    private long position;

    /**
     * Prepares to write.
     *
     * @param plan the tensor, whose elements are not of kind LARGE
     * @param table the memory of the elements
     * @param tableStart the offset in {@code table} of the tensor's first byte
     * @param data the memory of the strings
     */
    TensorWriter(TensorPlan plan, TensorMemory table, long tableStart, Data data) {
        this.plan = plan;
        this.table = table;
        this.tableStart = tableStart;
        this.data = data;
        this.entryBytes = plan.layout.format().elementBytes();
        this.position = plan.table;
    }

    void write() {
        boolean lite = plan.layout.format() == Format.TFLITE;
        if (lite) {
            byte[] header = new byte[2 * entryBytes];
            Numbers.putU32(header, 0, plan.count, false);
            Numbers.putU32(header, entryBytes, plan.table, false);
            table.write(header, header.length, tableStart);
        }
        long entry = tableStart + (lite ? 2L * entryBytes : 0);
        for (int first = 0; first < plan.count; ) {
            int n = plan.piece(first);
            writePiece(first, n);
            table.write(entries, n * entryBytes, entry + (long) first * entryBytes);
            first += n;
        }
    }

    /** Assembles the entries of a piece, and writes its strings. */
    private void writePiece(int first, int n) {
        if (entries.length < n * entryBytes) {
            entries = new byte[n * entryBytes];
        }
        Arrays.fill(entries, 0, n * entryBytes, (byte) 0);
        if (plan.areInside(first, n) && plan.source.isAscii(first, n)) {
            putInside(first, n);
            return;
        }
        int bytes = plan.bytes(first, n);
        boolean direct = isDirect(first, n, bytes);
        // The strings start behind the prefixes and the unused capacities that will precede the last of them.
        int from = n == 1 ? plan.prefixBytes() : n * plan.prefixBytes() + (n - 1) * plan.capacity;
        int room = direct ? from : Math.max(Math.addExact(from, bytes), n * plan.capacity);
        if (strings.length < room) {
            strings = new byte[Math.max(room, Math.min(Binding.CHUNK_BYTES, 2 * strings.length))];
        }
        if (!direct) {
            plan.source.write(first, n, new ArrayRegion(strings), from, bytes);
        }
        long start = position;
        int to = putStrings(first, n, from, direct);
        data.memory.write(strings, to, data.origin + start);
        if (direct) {
            plan.source.write(first, n, data.memory.region(), data.origin + start + to, bytes);
        }
    }

    /**
     * Assembles the entries of a piece, which are zero, and moves its strings to where they will be in the memory.
     *
     * @return the number of bytes of {@code strings} to write
     */
    private int putStrings(int first, int n, int from, boolean direct) {
        if (plan.kind == StringKind.VIEW) {
            return putViews(first, n, direct);
        }
        int to = 0;
        for (int i = 0; i < n; i++) {
            int size = plan.sizes[first + i];
            int at = i * entryBytes;
            if (plan.isInside(first + i)) {
                entries[at] = (byte) (size << 2);
                System.arraycopy(strings, from, entries, at + 1, size);
            } else {
                putEntry(at, first + i, size);
                int begin = plan.prefixBytes() > 0 ? Numbers.putVarint(strings, to, size) : to;
                int end = begin + (direct ? 0 : size);
                if (!direct && from != begin) {
                    System.arraycopy(strings, from, strings, begin, size);
                }
                if (plan.kind == StringKind.PREALLOC) {
                    int next = to + plan.capacity;
                    Arrays.fill(strings, end, next, (byte) 0);
                    end = next;
                }
                position += end - to + (direct ? size : 0);
                to = end;
            }
            from += size;
        }
        return to;
    }

    /** Equivalent to {@link #putStrings} for ASCII that fits into the elements: it is copied once. */
    private void putInside(int first, int n) {
        for (int i = 0; i < n; i++) {
            int at = i * entryBytes;
            entries[at] = (byte) (plan.sizes[first + i] << 2);
            plan.source.copyAscii(first + i, entries, at + 1);
        }
    }

    /** Equivalent to {@link #putStrings} for views: a loop that decides less for each string. */
    private int putViews(int first, int n, boolean direct) {
        byte[] table = entries;
        byte[] texts = strings;
        int[] sizes = plan.sizes;
        long address = data.address + position;
        int from = 0;
        int to = 0;
        for (int i = 0; i < n; i++) {
            int size = sizes[first + i];
            int at = i * 3 * Long.BYTES;
            if (plan.isInside(first + i)) {
                table[at] = (byte) (size << 2);
                System.arraycopy(texts, from, table, at + 1, size);
            } else {
                Numbers.putU64(table, at, Numbers.encodeSize(size, ADDRESS_TYPE, Long.SIZE, BIG), BIG);
                Numbers.putU64(table, at + Long.BYTES, address + to, BIG);
                Numbers.putU64(table, at + 2 * Long.BYTES, data.owner, BIG);
                if (to != from && !direct) {
                    System.arraycopy(texts, from, texts, to, size);
                }
                to += size;
            }
            from += size;
        }
        position += to;
        return direct ? 0 : to;
    }

    /** Tests whether the strings of a piece can be encoded directly into the memory, and whether that is faster. */
    private boolean isDirect(int first, int n, int bytes) {
        if (bytes <= (long) DIRECT * n
                || n > 1 && plan.prefixBytes() > 0
                || plan.kind == StringKind.PREALLOC
                || data.memory.region() instanceof TensorFiles.FileRegion) {
            return false;
        }
        for (int i = first; i < first + n; i++) {
            if (plan.isInside(i)) {
                return false;
            }
        }
        return true;
    }

    private void putEntry(int at, int i, int size) {
        switch (plan.kind) {
            case OFFSET -> {
                Numbers.putU32(entries, at, (long) size << 2 | OFFSET_TYPE, false);
                Numbers.putU32(entries, at + 4, position - (long) i * entryBytes, false);
                Numbers.putU32(entries, at + 8, plan.count, false);
            }
            case PREALLOC -> {
                Numbers.putU32(entries, at, Numbers.encodeSize(size, ADDRESS_TYPE, 32, BIG), BIG);
                Numbers.putU32(entries, at + 4, plan.capacity, BIG);
                Numbers.putU64(entries, at + 8, data.address + position, BIG);
            }
            default -> {
                if (plan.layout.format() == Format.TFLITE) {
                    Numbers.putU32(entries, at, position + size, false);
                } else {
                    Numbers.putU64(entries, at, position - plan.table, plan.layout.order() == ByteOrder.BIG_ENDIAN);
                }
            }
        }
    }
}
