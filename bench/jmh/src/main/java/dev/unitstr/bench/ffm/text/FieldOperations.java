package dev.unitstr.bench.ffm.text;

import static dev.unitstr.bench.ffm.text.Constants.CHARSET;
import static dev.unitstr.bench.ffm.text.Constants.TEXTS;
import static java.lang.foreign.MemoryLayout.PathElement.groupElement;

import dev.unitstr.ffm.SegmentStrings;
import dev.unitstr.ffm.StringField;
import java.lang.foreign.Arena;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/** Text in fields of structs, in an array of as many structs as there are texts. */
final class FieldOperations {
    private static final int LENGTH = (Arrays.stream(Constants.UNITS).max().orElseThrow() + 8) & -8;
    private static final StructLayout PERSON = MemoryLayout.structLayout(
            ValueLayout.JAVA_INT.withName("id"),
            MemoryLayout.sequenceLayout(LENGTH, unit()).withName("name"));
    private static final StringField NAME = StringField.of(PERSON, CHARSET, groupElement("name"));
    private static final long AT = PERSON.byteOffset(groupElement("name"));
    private static final long STRIDE = PERSON.byteSize();
    private static final MemorySegment PEOPLE = people();
    private static final MemorySegment OTHERS = people();

    private FieldOperations() {}

    private static MemoryLayout unit() {
        return switch (TEXTS.unitSize()) {
            case 1 -> ValueLayout.JAVA_BYTE;
            case 2 -> ValueLayout.JAVA_CHAR;
            default -> ValueLayout.JAVA_INT;
        };
    }

    private static MemorySegment people() {
        MemorySegment people = Arena.global().allocate(PERSON, TEXTS.count());
        for (int i = 0; i < TEXTS.count(); i++) {
            NAME.set(people, 0, i, TEXTS.string(i));
        }
        return people;
    }

    static Operation of(String direction, String contender) {
        return switch (direction) {
            case "fieldGet" ->
                Operation.ofObject(
                        switch (contender) {
                            case "unitstr" -> i -> NAME.get(PEOPLE, 0, i);
                            case "byhand" ->
                                i -> SegmentStrings.getStringTerminated(PEOPLE, i * STRIDE + AT, LENGTH, CHARSET);
                            case "jdk" -> i -> PEOPLE.getString(i * STRIDE + AT, CHARSET);
                            default -> throw Operation.unknown(contender);
                        },
                        TEXTS::decoded);
            case "fieldSet" ->
                Operation.ofNumber(
                        switch (contender) {
                            case "unitstr" ->
                                i -> NAME.set(OTHERS, 0, i, TEXTS.string(i)).units();
                            case "byhand" ->
                                i -> SegmentStrings.copyField(
                                                TEXTS.string(i), CHARSET, OTHERS, i * STRIDE + AT, LENGTH, false)
                                        .units();
                            case "jdk" -> FieldOperations::setString;
                            default -> throw Operation.unknown(contender);
                        },
                        i -> Constants.UNITS[i]);
            case "fieldEquals" ->
                Operation.ofNumber(
                        switch (contender) {
                            case "unitstr" -> i -> NAME.contentEquals(PEOPLE, 0, i, TEXTS.string(i)) ? 1 : 0;
                            case "byhand" -> i -> equal(i * STRIDE + AT, TEXTS.string(i)) ? 1 : 0;
                            case "jdk" ->
                                i -> PEOPLE.getString(i * STRIDE + AT, CHARSET).equals(TEXTS.string(i)) ? 1 : 0;
                            default -> throw Operation.unknown(contender);
                        },
                        i -> 1);
            default -> throw Operation.unknown(direction);
        };
    }

    private static long setString(int i) {
        OTHERS.asSlice(i * STRIDE + AT, LENGTH).fill((byte) 0);
        OTHERS.setString(i * STRIDE + AT, TEXTS.string(i), CHARSET);
        return Constants.UNITS[i];
    }

    private static boolean equal(long at, String text) {
        long units = SegmentStrings.unitsToTerminator(PEOPLE, at, LENGTH, CHARSET);
        return SegmentStrings.contentEquals(PEOPLE, at, units, CHARSET, text);
    }
}
