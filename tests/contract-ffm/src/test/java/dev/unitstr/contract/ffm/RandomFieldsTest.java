package dev.unitstr.contract.ffm;

import static java.lang.foreign.MemoryLayout.PathElement.groupElement;
import static java.lang.foreign.MemoryLayout.PathElement.sequenceElement;
import static java.lang.foreign.MemoryLayout.sequenceLayout;
import static java.lang.foreign.MemoryLayout.structLayout;
import static java.lang.foreign.MemoryLayout.unionLayout;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.unitstr.Copied;
import dev.unitstr.MalformedPolicy;
import dev.unitstr.MalformedTextException;
import dev.unitstr.UnitCharsets;
import dev.unitstr.contract.Encoded;
import dev.unitstr.contract.EveryRun;
import dev.unitstr.contract.Run;
import dev.unitstr.contract.Texts;
import dev.unitstr.ffm.SegmentStrings;
import dev.unitstr.ffm.StringField;
import java.lang.foreign.Arena;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.math.BigInteger;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Fields of random layouts, at random and impossible places: the results and exceptions of the operations on a segment at
 * an offset that the test adds up itself.
 */
@EveryRun
@Tag("route")
class RandomFieldsTest {
    private static final List<Charset> CHARSETS = List.of(
            UTF_8,
            ISO_8859_1,
            US_ASCII,
            Charset.forName("windows-1252"),
            UnitCharsets.UTF_16,
            UTF_16BE,
            UnitCharsets.UTF_32);
    private static final List<MalformedPolicy> POLICIES = List.of(
            MalformedPolicy.REPLACE,
            MalformedPolicy.REPLACE,
            MalformedPolicy.REPORT,
            MalformedPolicy.IGNORE,
            MalformedPolicy.replaceWith('a'));
    private static final long[] IMPOSSIBLE = {
        -1, Long.MIN_VALUE, Long.MAX_VALUE, Long.MAX_VALUE - 40, 1L << 62, 1L << 32, 1L << 31, -(1L << 32), 1000
    };

    private static final String MALFORMED = "malformed at ";

    private final SplittableRandom random = new SplittableRandom(18);

    /** A field, with the offset and the stride that the test has added up. */
    private record Place(MemoryLayout layout, List<PathElement> path, long at, long units) {}

    private Place place(int unitSize) {
        long units = 1 + random.nextInt(random.nextBoolean() ? 4 : 90);
        MemoryLayout layout = sequenceLayout(units, unit(unitSize));
        List<PathElement> path = new ArrayList<>();
        long at = 0;
        for (int depth = random.nextInt(4); depth > 0; depth--) {
            switch (random.nextInt(3)) {
                case 0 -> {
                    List<MemoryLayout> members = new ArrayList<>();
                    for (int before = random.nextInt(3); before > 0; before--) {
                        members.add(other());
                        at += members.getLast().byteSize();
                    }
                    members.add(layout.withName("field"));
                    members.add(other());
                    layout = structLayout(members.toArray(MemoryLayout[]::new));
                    path.addFirst(groupElement("field"));
                }
                case 1 -> {
                    layout = unionLayout(other(), layout.withName("field"));
                    path.addFirst(groupElement("field"));
                }
                default -> {
                    int count = 1 + random.nextInt(4);
                    int index = random.nextInt(count);
                    at += index * layout.byteSize();
                    layout = sequenceLayout(count, layout);
                    path.addFirst(sequenceElement(index));
                }
            }
        }
        return new Place(layout, path, at, units);
    }

    private MemoryLayout unit(int unitSize) {
        return switch (unitSize) {
            case 1 -> ValueLayout.JAVA_BYTE;
            case 2 -> random.nextBoolean() ? ValueLayout.JAVA_CHAR_UNALIGNED : ValueLayout.JAVA_SHORT_UNALIGNED;
            default -> ValueLayout.JAVA_INT_UNALIGNED;
        };
    }

    private MemoryLayout other() {
        return switch (random.nextInt(4)) {
            case 0 -> ValueLayout.JAVA_LONG_UNALIGNED;
            case 1 -> MemoryLayout.paddingLayout(1 + random.nextInt(9));
            case 2 -> sequenceLayout(random.nextInt(5), ValueLayout.JAVA_BYTE);
            default -> ValueLayout.JAVA_DOUBLE_UNALIGNED;
        };
    }

    @Test
    void equalTheOperationsOnASegment() {
        for (int i = 0; i < Run.records(); i++) {
            Charset charset = CHARSETS.get(random.nextInt(CHARSETS.size()));
            MalformedPolicy policy = POLICIES.get(random.nextInt(POLICIES.size()));
            Place place = place(UnitCharsets.unitSize(charset));
            boolean terminated = random.nextBoolean();
            StringField field = StringField.of(place.layout, charset, place.path.toArray(PathElement[]::new))
                    .withPolicy(policy);
            try (Arena arena = Arena.ofConfined()) {
                for (int j = 0; j < 12; j++) {
                    check(terminated ? field.withTerminator() : field, place, charset, terminated, policy, arena);
                }
            }
        }
    }

    private void check(
            StringField field, Place place, Charset charset, boolean terminated, MalformedPolicy policy, Arena arena) {
        long stride = place.layout.byteSize();
        int structs = 1 + random.nextInt(3);
        int lead = random.nextInt(5);
        int bytes = Math.toIntExact(lead + structs * stride);
        MemorySegment expected = memory(bytes, charset, arena);
        MemorySegment actual = arena.allocate(bytes).copyFrom(expected);
        long offset = random.nextInt(6) == 0 ? IMPOSSIBLE[random.nextInt(IMPOSSIBLE.length)] : lead;
        long index = random.nextInt(6) == 0 ? IMPOSSIBLE[random.nextInt(IMPOSSIBLE.length)] : random.nextInt(structs);
        long size = place.units * UnitCharsets.unitSize(charset);
        BigInteger exact = BigInteger.valueOf(index)
                .multiply(BigInteger.valueOf(stride))
                .add(BigInteger.valueOf(offset))
                .add(BigInteger.valueOf(place.at));
        boolean isInside = offset >= 0
                && index >= 0
                && exact.add(BigInteger.valueOf(size)).compareTo(BigInteger.valueOf(bytes)) <= 0;
        long at = isInside ? exact.longValueExact() : -1; // for which the operations throw the same exception
        String about = place.layout + " " + charset + " " + policy + " at " + offset + ", " + index;

        assertEquals(
                outcome(() -> SegmentStrings.getStringTerminated(expected, at, place.units, charset, policy)),
                outcome(() -> field.get(actual, offset, index)),
                about);
        String other = text(charset, place.units);
        String same = isInside ? SegmentStrings.getStringTerminated(expected, at, place.units, charset) : other;
        for (String text : new String[] {same, other, same + "x", same + "\0", "a"}) {
            String equal = outcome(() -> equal(expected, at, place.units, charset, text, policy));
            String found = outcome(() -> field.contentEquals(actual, offset, index, text));
            if (!equal.startsWith(MALFORMED) || !found.equals("false")) { // the texts differ before the error
                assertEquals(equal, found, about);
            }
        }
        if (index == 0) {
            assertEquals(outcome(() -> field.get(actual, offset, 0)), outcome(() -> field.get(actual, offset)), about);
        }
        Copied[] copied = new Copied[1];
        String written = outcome(() ->
                copied[0] = SegmentStrings.copyField(other, charset, expected, at, place.units, terminated, policy));
        boolean hasNul = copied[0] != null && other.lastIndexOf('\0', copied[0].chars() - 1) >= 0;
        String set = outcome(() -> field.set(actual, offset, index, other));
        assertEquals(hasNul ? IllegalArgumentException.class.getName() : written, set, about);
        if (!hasNul && !set.startsWith(MALFORMED)) { // otherwise, some chars may have been written
            assertArrayEquals(expected.toArray(ValueLayout.JAVA_BYTE), actual.toArray(ValueLayout.JAVA_BYTE), about);
        }
    }

    private static boolean equal(
            MemorySegment memory, long at, long units, Charset charset, String text, MalformedPolicy policy) {
        return SegmentStrings.getStringTerminated(memory, at, units, charset, policy)
                .equals(text);
    }

    /** Memory that is often zero, text, or both. */
    private MemorySegment memory(int bytes, Charset charset, Arena arena) {
        MemorySegment memory = random.nextBoolean() ? arena.allocate(bytes) : MemorySegment.ofArray(new byte[bytes]);
        int at = random.nextInt(8);
        while (at < bytes) {
            byte[] text =
                    random.nextBoolean() ? text(charset, 30).getBytes(charset) : Encoded.next(random, charset, 20);
            int count = Math.min(text.length, bytes - at);
            MemorySegment.copy(text, 0, memory, ValueLayout.JAVA_BYTE, at, count);
            at += count + random.nextInt(8);
        }
        return memory;
    }

    private String text(Charset charset, long units) {
        int most = (int) units + 3;
        return random.nextBoolean()
                ? "abcdefghijklmnopqrstuvwxyz-abcdefghijklmnopqrstuvwxyz"
                        .substring(0, random.nextInt(Math.min(most, 53)))
                : Texts.next(random, most);
    }

    /** The result, or the class and the position of the exception; messages may name other arguments. */
    private static String outcome(Callable<?> operation) {
        try {
            return "" + operation.call();
        } catch (MalformedTextException e) {
            return MALFORMED + e.byteOffset() + " " + e.charIndex();
        } catch (Exception e) {
            return e.getClass().getName();
        }
    }
}
