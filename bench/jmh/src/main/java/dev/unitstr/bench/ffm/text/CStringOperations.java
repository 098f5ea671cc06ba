package dev.unitstr.bench.ffm.text;

import static dev.unitstr.bench.ffm.text.Constants.CHARSET;
import static dev.unitstr.bench.ffm.text.Constants.TARGET;
import static dev.unitstr.bench.ffm.text.Constants.TEXTS;

import dev.unitstr.ffm.SegmentCStrings;
import dev.unitstr.ffm.SegmentStrings;
import java.lang.foreign.AddressLayout;
import java.lang.foreign.Arena;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.stream.IntStream;

/** Text as C lays it out: with terminators, and behind arrays of pointers. */
final class CStringOperations {
    /** The number of strings behind an array of pointers. */
    static final int POINTERS = 64;
    /** The number of strings where a program has a few, as in the arguments of a command. */
    static final int FEW = 4;

    @SuppressWarnings("restricted")
    private static final AddressLayout TEXT =
            ValueLayout.ADDRESS.withTargetLayout(MemoryLayout.sequenceLayout(Integer.MAX_VALUE, ValueLayout.JAVA_BYTE));

    private static final String[] STRINGS = Arrays.copyOf(TEXTS.strings(), POINTERS);
    private static final String[] FEW_STRINGS = Arrays.copyOf(STRINGS, FEW);
    private static final long[] OFFSETS = new long[FEW + 1];
    private static final MemorySegment FEW_TARGET = Arena.global().allocate(FEW * TARGET.byteSize(), 8);
    private static final MemorySegment ARRAY = SegmentCStrings.allocatePointers(Arena.global(), STRINGS, CHARSET);

    private static final SegmentAllocator ALLOCATOR = SegmentAllocator.prefixAllocator(TARGET);

    private CStringOperations() {}

    static Operation of(String direction, String contender) {
        return switch (direction) {
            case "writeTerminated" ->
                Operation.ofNumber(
                        switch (contender) {
                            case "unitstr" -> i -> SegmentCStrings.copyTerminated(TEXTS.string(i), CHARSET, TARGET, 0);
                            case "byhand" -> i -> copyTerminated(TEXTS.string(i));
                            case "jdk" -> CStringOperations::setString;
                            default -> throw Operation.unknown(contender);
                        },
                        i -> Constants.UNITS[i]);
            case "allocateTerminated" ->
                Operation.ofNumber(
                        switch (contender) {
                            case "unitstr" ->
                                i -> SegmentCStrings.allocateTerminated(ALLOCATOR, TEXTS.string(i), CHARSET)
                                        .byteSize();
                            case "jdk" ->
                                i -> ALLOCATOR
                                        .allocateFrom(TEXTS.string(i), CHARSET)
                                        .byteSize();
                            default -> throw Operation.unknown(contender);
                        },
                        i -> (Constants.UNITS[i] + 1) * TEXTS.unitSize());
            case "readPointer" ->
                Operation.ofObject(
                        switch (contender) {
                            case "unitstr" -> i -> SegmentCStrings.getStringTerminated(Pointers.EACH[i], CHARSET);
                            case "jdk" -> i -> getString(Pointers.EACH[i]);
                            default -> throw Operation.unknown(contender);
                        },
                        TEXTS::decoded);
            case "readPointers" ->
                Operation.ofObject(
                        switch (contender) {
                            case "unitstr" -> i -> SegmentCStrings.getPointers(ARRAY, 0, POINTERS, CHARSET);
                            case "jdk" -> i -> getStrings();
                            default -> throw Operation.unknown(contender);
                        },
                        i -> STRINGS);
            case "writePointers" ->
                Operation.ofNumber(
                        switch (contender) {
                            case "unitstr" -> i -> allocatePointers(STRINGS);
                            case "jdk" -> i -> allocateEach(STRINGS);
                            default -> throw Operation.unknown(contender);
                        },
                        i -> CHARSET.encode(STRINGS[POINTERS - 1]).get(0));
            case "writeFewPointers" ->
                Operation.ofNumber(
                        switch (contender) {
                            case "unitstr" -> i -> allocatePointers(FEW_STRINGS);
                            case "jdk" -> i -> allocateEach(FEW_STRINGS);
                            default -> throw Operation.unknown(contender);
                        },
                        i -> CHARSET.encode(STRINGS[FEW - 1]).get(0));
            case "writeFew" ->
                Operation.ofNumber(
                        switch (contender) {
                            case "unitstr" ->
                                i -> SegmentStrings.copyStrings(FEW_STRINGS, CHARSET, FEW_TARGET, 0, OFFSETS);
                            case "jdk" -> i -> copyEach();
                            default -> throw Operation.unknown(contender);
                        },
                        i -> Arrays.stream(Constants.UNITS, 0, FEW).sum());
            case "writeTruncated" ->
                Operation.ofNumber(
                        switch (contender) {
                            case "unitstr" ->
                                i -> SegmentCStrings.copyTerminatedTruncated(
                                                TEXTS.string(i), CHARSET, TARGET, 0, Constants.UNITS[i] / 2 + 1)
                                        .units();
                            case "jdk" -> i -> copyHalf(TEXTS.string(i), Constants.UNITS[i] / 2);
                            default -> throw Operation.unknown(contender);
                        },
                        i -> copyHalf(TEXTS.string(i), Constants.UNITS[i] / 2));
            default -> throw Operation.unknown(direction);
        };
    }

    private static long copyTerminated(String text) {
        long units = SegmentStrings.copy(text, CHARSET, TARGET, 0);
        int unitSize = TEXTS.unitSize();
        for (int i = 0; i < unitSize; i++) {
            TARGET.set(ValueLayout.JAVA_BYTE, units * unitSize + i, (byte) 0);
        }
        return units;
    }

    private static long setString(int i) {
        TARGET.setString(0, TEXTS.string(i), CHARSET);
        return Constants.UNITS[i];
    }

    private static long copyEach() {
        long end = 0;
        for (int i = 0; i < FEW; i++) {
            OFFSETS[i] = end;
            byte[] encoded = FEW_STRINGS[i].getBytes(CHARSET);
            MemorySegment.copy(encoded, 0, FEW_TARGET, ValueLayout.JAVA_BYTE, end, encoded.length);
            end += encoded.length;
        }
        OFFSETS[FEW] = end;
        return end / TEXTS.unitSize();
    }

    /** Writes whole code points of UTF-8, as many as fit before a terminator. */
    private static long copyHalf(String text, int units) {
        byte[] encoded = text.getBytes(CHARSET);
        int end = units;
        while ((encoded[end] & 0xC0) == 0x80) {
            end--;
        }
        MemorySegment.copy(encoded, 0, TARGET, ValueLayout.JAVA_BYTE, 0, end);
        TARGET.set(ValueLayout.JAVA_BYTE, end, (byte) 0);
        return end;
    }

    /** What most programs do with a pointer from C. */
    @SuppressWarnings("restricted")
    private static String getString(MemorySegment pointer) {
        return pointer.reinterpret(Long.MAX_VALUE).getString(0, CHARSET);
    }

    /** The texts behind segments of size 0, as downcalls return them. */
    private static final class Pointers {
        static final MemorySegment[] EACH = IntStream.range(0, TEXTS.count())
                .mapToObj(i -> Arena.global().allocateFrom(TEXTS.string(i), CHARSET))
                .map(text -> MemorySegment.ofAddress(text.address()))
                .toArray(MemorySegment[]::new);
    }

    private static String[] getStrings() {
        String[] strings = new String[POINTERS];
        for (int i = 0; i < POINTERS; i++) {
            strings[i] = ARRAY.getAtIndex(TEXT, i).getString(0, CHARSET);
        }
        return strings;
    }

    private static long allocatePointers(String[] strings) {
        try (Arena arena = Arena.ofConfined()) {
            return last(SegmentCStrings.allocatePointers(arena, strings, CHARSET), strings.length);
        }
    }

    private static long allocateEach(String[] strings) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment pointers = arena.allocate(ValueLayout.ADDRESS, strings.length + 1);
            for (int i = 0; i < strings.length; i++) {
                pointers.setAtIndex(ValueLayout.ADDRESS, i, arena.allocateFrom(strings[i], CHARSET));
            }
            return last(pointers, strings.length);
        }
    }

    private static long last(MemorySegment pointers, int count) {
        return pointers.getAtIndex(TEXT, count - 1).get(ValueLayout.JAVA_BYTE, 0);
    }
}
