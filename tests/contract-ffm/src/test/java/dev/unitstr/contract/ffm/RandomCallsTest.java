package dev.unitstr.contract.ffm;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.unitstr.UnitCharsets;
import dev.unitstr.contract.Encoded;
import dev.unitstr.contract.EveryRun;
import dev.unitstr.contract.Hex;
import dev.unitstr.contract.Oracle;
import dev.unitstr.contract.Run;
import dev.unitstr.contract.Texts;
import dev.unitstr.ffm.SegmentStrings;
import dev.unitstr.ffm.StringCalls;
import dev.unitstr.ffm.StringParameter;
import dev.unitstr.ffm.StringResult;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Adapted calls of random signatures, with random texts, of functions that report anything as a length. */
@EveryRun
@Tag("route")
class RandomCallsTest {
    private static final List<Charset> CHARSETS = List.of(
            UTF_8, ISO_8859_1, Charset.forName("Shift_JIS"), UnitCharsets.UTF_16, UTF_16BE, UnitCharsets.UTF_32);
    private static final long[] LENGTHS = {
        0,
        1,
        2,
        3,
        4,
        5,
        7,
        8,
        100,
        1000,
        -1,
        -2,
        -8,
        Integer.MIN_VALUE,
        Integer.MAX_VALUE,
        Integer.MAX_VALUE - 1,
        1L << 31,
        1L << 32,
        (1L << 32) + 1,
        Long.MIN_VALUE,
        Long.MAX_VALUE,
        Long.MAX_VALUE - 7
    };
    private static final int MOST_UNITS = 5000;

    private final Random random = new Random(6);

    /** A parameter of a function that the adapter provides, or passes on. */
    private record Given(Class<?> type, int text, boolean isLength) {}

    private final List<Object> seen = new ArrayList<>();

    private Object see(Object[] arguments) {
        for (Object argument : arguments) { // a segment is only valid now
            seen.add(argument instanceof MemorySegment pointer ? copyOf(pointer) : argument);
        }
        return null;
    }

    private static byte[] copyOf(MemorySegment pointer) {
        return pointer.equals(MemorySegment.NULL) ? null : pointer.toArray(JAVA_BYTE);
    }

    @Test
    void theFunctionSeesTheTexts() throws Throwable {
        MethodHandle see =
                MethodHandles.lookup().bind(this, "see", MethodType.methodType(Object.class, Object[].class));
        for (int i = 0; i < Run.records() / 5; i++) {
            int texts = 1 + random.nextInt(4);
            Charset[] charsets = new Charset[texts];
            boolean[] pairs = new boolean[texts];
            List<Given> parameters = new ArrayList<>();
            for (int text = 0; text < texts; text++) {
                charsets[text] = CHARSETS.get(random.nextInt(CHARSETS.size()));
                pairs[text] = random.nextBoolean();
                parameters.add(new Given(MemorySegment.class, text, false));
                if (pairs[text]) {
                    parameters.add(new Given(random.nextBoolean() ? int.class : long.class, text, true));
                }
            }
            for (int others = random.nextInt(3); others > 0; others--) {
                parameters.add(new Given(random.nextBoolean() ? double.class : Object.class, -1, false));
            }
            Collections.shuffle(parameters, random);
            boolean[] inBytes = new boolean[texts];
            StringParameter[] described = new StringParameter[texts];
            for (int text = 0; text < texts; text++) {
                int pointer = index(parameters, text, false);
                inBytes[text] = pairs[text] && random.nextBoolean();
                StringParameter parameter = pairs[text]
                        ? StringParameter.of(pointer, index(parameters, text, true), charsets[text])
                        : StringParameter.ofTerminated(pointer, charsets[text]);
                described[text] = (inBytes[text] ? parameter.withLengthInBytes() : parameter).nullable();
            }
            Class<?>[] types = parameters.stream().map(Given::type).toArray(Class<?>[]::new);
            MethodHandle function =
                    see.asCollector(Object[].class, types.length).asType(MethodType.methodType(void.class, types));
            MethodHandle adapted = StringCalls.adapt(function, described);
            for (int j = 0; j < 4; j++) {
                call(adapted, parameters, charsets, pairs, inBytes);
            }
        }
    }

    private static int index(List<Given> parameters, int text, boolean isLength) {
        int i = 0;
        while (parameters.get(i).text != text || parameters.get(i).isLength != isLength) {
            i++;
        }
        return i;
    }

    private void call(
            MethodHandle adapted, List<Given> parameters, Charset[] charsets, boolean[] pairs, boolean[] inBytes)
            throws Throwable {
        List<Object> arguments = new ArrayList<>();
        List<Object> expected = new ArrayList<>();
        String[] texts = new String[charsets.length];
        for (int text = 0; text < texts.length; text++) {
            texts[text] = text(pairs[text]);
        }
        for (Given parameter : parameters) {
            int text = parameter.text;
            byte[] encoded = text < 0 || texts[text] == null ? null : Oracle.encode(texts[text], charsets[text]);
            if (text < 0) {
                Object other = parameter.type == double.class ? (Object) random.nextDouble() : "other";
                arguments.add(other);
                expected.add(other);
            } else if (parameter.isLength) {
                int unit = inBytes[text] ? 1 : UnitCharsets.unitSize(charsets[text]);
                long length = encoded == null ? 0 : encoded.length / unit;
                expected.add(parameter.type == int.class ? (Object) (int) length : length);
            } else {
                arguments.add(texts[text]);
                expected.add(encoded);
            }
        }
        seen.clear();
        adapted.invokeWithArguments(arguments);
        assertEquals(expected.size(), seen.size());
        for (int i = 0; i < expected.size(); i++) {
            Given parameter = parameters.get(i);
            if (expected.get(i) instanceof byte[] text) {
                byte[] memory = (byte[]) seen.get(i); // may be larger than the text
                int size = pairs[parameter.text] ? 0 : UnitCharsets.unitSize(charsets[parameter.text]);
                byte[] all = Arrays.copyOf(text, text.length + size);
                assertEquals(Hex.of(all), Hex.of(Arrays.copyOf(memory, all.length)));
            } else {
                assertEquals(expected.get(i), seen.get(i));
            }
        }
    }

    private String text(boolean isPair) {
        int kind = random.nextInt(12);
        String text = kind == 0 ? null : Texts.next(new SplittableRandom(random.nextLong()), kind < 3 ? 3000 : 30);
        return text == null || isPair ? text : text.replace('\0', '0');
    }

    private byte[] content = {};
    private long reported;
    private int lengthBytes;

    /** Fills the buffer, and reports a length that has nothing to do with it. */
    private long fill(MemorySegment buffer, long capacity) {
        long bytes = Math.min(capacity * unit, content.length);
        MemorySegment.copy(content, 0, buffer, JAVA_BYTE, 0, Math.toIntExact(bytes));
        return reported;
    }

    private void fillAndStore(MemorySegment buffer, long capacity, MemorySegment lengthAt) {
        fill(buffer, capacity);
        store(lengthAt);
    }

    private void fillInPlace(MemorySegment buffer, MemorySegment lengthAt) {
        fill(buffer, lengthBytes == Integer.BYTES ? lengthAt.get(JAVA_INT, 0) : lengthAt.get(JAVA_LONG, 0));
        store(lengthAt);
    }

    private MemorySegment point(MemorySegment lengthAt) {
        store(lengthAt);
        return pointed;
    }

    private void store(MemorySegment lengthAt) {
        if (lengthBytes == Integer.BYTES) {
            lengthAt.set(JAVA_INT, 0, (int) reported);
        } else {
            lengthAt.set(JAVA_LONG, 0, reported);
        }
    }

    /** The size of what a capacity counts. */
    private int unit;

    private MemorySegment pointed = MemorySegment.NULL;

    private MethodHandle method(String name, Class<?> result, Class<?>... parameters) throws Exception {
        return MethodHandles.lookup().bind(this, name, MethodType.methodType(result, parameters));
    }

    private static boolean isTerminated(byte[] text, int unitSize) {
        for (int i = text.length - unitSize; i < text.length; i++) {
            if (text[i] != 0) {
                return false;
            }
        }
        return true;
    }

    @Test
    void aTextIsNeverLongerThanItsBuffer() throws Throwable {
        for (int i = 0; i < Run.records(); i++) {
            Charset charset = CHARSETS.get(random.nextInt(CHARSETS.size()));
            int unitSize = UnitCharsets.unitSize(charset);
            content = Encoded.next(new SplittableRandom(i), charset, MOST_UNITS);
            content = Arrays.copyOf(content, MOST_UNITS * unitSize);
            int units = 1 + random.nextInt(random.nextBoolean() ? 8 : MOST_UNITS);
            int most = random.nextBoolean() ? units : units + random.nextInt(MOST_UNITS - units + 1);
            lengthBytes = random.nextBoolean() ? 4 : 8;
            int form = random.nextInt(3);
            boolean inBytes = random.nextBoolean();
            unit = inBytes ? 1 : unitSize;
            StringResult result = StringResult.ofBuffer(0, 1, units, charset);
            result = switch (form) {
                case 0 -> result.withReturnedLength();
                case 1 -> result.withLengthAt(2, lengthBytes);
                default -> result.withLengthAt(1, lengthBytes);
            };
            result = inBytes ? result.withLengthInBytes() : result;
            result = most > units ? result.withRetryUpTo(most) : result;
            boolean zeroEnds = random.nextBoolean();
            result = zeroEnds ? result.withTerminatorCounted() : result;
            MethodHandle function = switch (form) {
                case 0 -> method("fill", long.class, MemorySegment.class, long.class);
                case 1 -> method("fillAndStore", void.class, MemorySegment.class, long.class, MemorySegment.class);
                default -> method("fillInPlace", void.class, MemorySegment.class, MemorySegment.class);
            };
            MethodHandle adapted = StringCalls.adapt(function, result);
            for (long length : LENGTHS) {
                reported = random.nextInt(4) == 0 ? random.nextInt(2 * most * unitSize) : length;
                long seen = form > 0 && lengthBytes == 4 ? (int) reported : reported;
                long counted = (long) most * unitSize / unit;
                if (seen < 0 || seen > counted || seen * unit % unitSize != 0) {
                    assertThrows(IllegalStateException.class, adapted::invoke);
                    continue;
                }
                byte[] text = Arrays.copyOf(content, Math.toIntExact(seen * unit));
                if (zeroEnds) {
                    MemorySegment all = MemorySegment.ofArray(text);
                    long end = SegmentStrings.unitsToTerminator(all, 0, text.length / unitSize, charset);
                    text = Arrays.copyOf(text, (int) end * unitSize);
                    assertEquals(Oracle.decode(text, charset), (String) adapted.invokeExact());
                } else if (form == 0 && seen == counted && isTerminated(text, unitSize)) {
                    assertThrows(IllegalStateException.class, adapted::invoke);
                } else {
                    assertEquals(Oracle.decode(text, charset), (String) adapted.invokeExact());
                }
            }
        }
    }

    @Test
    void aTextIsNeverLongerThanItsPointer() throws Throwable {
        if (Run.denied()) {
            assertThrows(
                    IllegalCallerException.class,
                    () -> StringCalls.adapt(
                            method("point", MemorySegment.class, MemorySegment.class),
                            StringResult.ofPointer(UTF_8).withLengthAt(0, 8)));
            return;
        }
        try (Arena arena = Arena.ofConfined()) {
            for (Charset charset : CHARSETS) {
                int unitSize = UnitCharsets.unitSize(charset);
                for (int bytes : new int[] {1, 4, 6, 100}) {
                    for (int size : new int[] {4, 8}) {
                        lengthBytes = size;
                        content = Encoded.next(new SplittableRandom(bytes), charset, 100);
                        content = Arrays.copyOf(content, bytes);
                        pointed = arena.allocate(bytes).copyFrom(MemorySegment.ofArray(content));
                        MethodHandle adapted = StringCalls.adapt(
                                method("point", MemorySegment.class, MemorySegment.class),
                                StringResult.ofPointer(charset).withLengthAt(0, size));
                        for (long length : LENGTHS) {
                            reported = length;
                            long seen = size == 4 ? (int) length : length;
                            if (seen < 0 || seen > bytes / unitSize) {
                                assertThrows(IllegalStateException.class, adapted::invoke);
                            } else {
                                byte[] text = Arrays.copyOf(content, Math.toIntExact(seen * unitSize));
                                assertEquals(
                                        SegmentStrings.getString(MemorySegment.ofArray(text), 0, seen, charset),
                                        (String) adapted.invokeExact());
                            }
                        }
                    }
                }
            }
        }
    }
}
