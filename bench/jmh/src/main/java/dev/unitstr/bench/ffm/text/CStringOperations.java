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

    @SuppressWarnings("restricted")
    private static final AddressLayout TEXT =
            ValueLayout.ADDRESS.withTargetLayout(MemoryLayout.sequenceLayout(Integer.MAX_VALUE, ValueLayout.JAVA_BYTE));

    private static final String[] STRINGS = Arrays.copyOf(TEXTS.strings(), POINTERS);
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
                            case "unitstr" -> i -> SegmentCStrings.getStrings(ARRAY, POINTERS, CHARSET);
                            case "jdk" -> i -> getStrings();
                            default -> throw Operation.unknown(contender);
                        },
                        i -> STRINGS);
            case "writePointers" ->
                Operation.ofNumber(
                        switch (contender) {
                            case "unitstr" -> i -> allocatePointers();
                            case "jdk" -> i -> allocateEach();
                            default -> throw Operation.unknown(contender);
                        },
                        i -> CHARSET.encode(STRINGS[POINTERS - 1]).get(0));
            default -> throw Operation.unknown(direction);
        };
    }

    private static long copyTerminated(String text) {
        long units = SegmentStrings.copy(text, CHARSET, 0, TARGET, 0, text.length());
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

    private static long allocatePointers() {
        try (Arena arena = Arena.ofConfined()) {
            return last(SegmentCStrings.allocatePointers(arena, STRINGS, CHARSET));
        }
    }

    private static long allocateEach() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment pointers = arena.allocate(ValueLayout.ADDRESS, POINTERS + 1);
            for (int i = 0; i < POINTERS; i++) {
                pointers.setAtIndex(ValueLayout.ADDRESS, i, arena.allocateFrom(STRINGS[i], CHARSET));
            }
            return last(pointers);
        }
    }

    private static long last(MemorySegment pointers) {
        return pointers.getAtIndex(TEXT, POINTERS - 1).get(ValueLayout.JAVA_BYTE, 0);
    }
}
