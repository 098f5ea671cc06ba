package dev.unitstr.contract.ffm;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.unitstr.UnitCharsets;
import dev.unitstr.ffm.SegmentStrings;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Functions in Java that behave as C functions may: they see the same pointers and lengths, and can report anything.
 */
@SuppressWarnings("restricted") // what a C function does with its pointers
final class CFunctions {
    private static final Charset UTF_16 = UnitCharsets.UTF_16;

    private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();

    private CFunctions() {}

    /** What the functions got, and what they report. */
    static final List<String> LOG = new ArrayList<>();

    static MethodHandle function(String name) {
        for (var method : CFunctions.class.getDeclaredMethods()) {
            if (method.getName().equals(name)) {
                try {
                    return LOOKUP.unreflect(method);
                } catch (IllegalAccessException e) {
                    throw new AssertionError(e);
                }
            }
        }
        throw new AssertionError(name);
    }

    /** Bytes behind a pointer, without reinterpret: native access may be denied. */
    static String bytes(MemorySegment pointer, long count) {
        StringBuilder hex = new StringBuilder();
        for (long i = 0; i < count; i++) {
            hex.append(String.format("%02x", pointer.get(JAVA_BYTE, i)));
        }
        return hex.toString();
    }

    static int pair(int before, MemorySegment text, int length, long after) {
        LOG.add(before + " " + bytes(text, 2L * length) + " " + length + " " + after);
        return length;
    }

    static void bytePair(long bytes, MemorySegment text) {
        LOG.add(bytes + " " + bytes(text, bytes));
    }

    static long terminated(MemorySegment first, MemorySegment second) {
        LOG.add(first.equals(MemorySegment.NULL) ? "null" : bytes(first, 4));
        LOG.add(bytes(second, 8));
        return first.address() - second.address();
    }

    static long sizes(MemorySegment a, long m, MemorySegment b, long n) {
        LOG.add(SegmentStrings.getString(a, 0, m, UTF_8).equals("é".repeat((int) m / 2)) + " "
                + SegmentStrings.getString(b, 0, n, UTF_16).equals("x".repeat((int) n)));
        return m + n;
    }

    static String join(MemorySegment[] texts) {
        StringBuilder joined = new StringBuilder();
        for (MemorySegment text : texts) {
            joined.append(joined.isEmpty() ? "" : ",").append(SegmentStrings.getStringTerminated(text, 0, UTF_8));
        }
        return joined.toString();
    }

    static MethodHandle nested;

    static int nest(MemorySegment text, int length, int depth) throws Throwable {
        if (depth > 0) {
            assertEquals(1, (int) nested.invokeExact("" + (char) ('a' + depth - 1), depth - 1));
        }
        LOG.add(SegmentStrings.getString(text, 0, length, UTF_8));
        if (depth == 2) {
            throw new IllegalStateException("thrown by the function");
        }
        return length;
    }

    static int nestInner(MemorySegment text, int length, int depth) throws Throwable {
        return depth == 0 ? length : (int) nested.invokeExact("inner", depth - 1);
    }

    static boolean yielding(MemorySegment text, int length, String expected) {
        Thread.yield(); // a virtual thread may go on while another uses its carrier's memory
        return SegmentStrings.getString(text, 0, length, UTF_8).equals(expected);
    }

    static MemorySegment pointer(MemorySegment pointer) {
        return pointer;
    }

    static int stored(MemorySegment at, MemorySegment lengthAt, MemorySegment pointer, long length) {
        at.set(ADDRESS, 0, pointer);
        if (length == 77) {
            return 0; // and stores no length
        }
        lengthAt.set(JAVA_LONG, 0, length);
        return (int) pointer.address();
    }

    static long storedPointer(long length, MemorySegment at, MemorySegment pointer) {
        at.set(ADDRESS, 0, pointer);
        return length;
    }

    static MemorySegment sized(MemorySegment lengthAt, MemorySegment pointer, long length) {
        lengthAt.set(JAVA_LONG, 0, length);
        return pointer;
    }

    static MemorySegment nothing(MemorySegment lengthAt) {
        lengthAt.set(JAVA_LONG, 0, 5);
        return null;
    }

    static void refuse(int code) {
        if (code == 0) {
            throw new UnsupportedOperationException("code 0");
        }
    }

    /** Like ICU: writes what fits, and returns what is required. */
    static int fill(MemorySegment buffer, int capacity, String text) {
        LOG.add("capacity " + capacity);
        int units = Math.min(capacity, text.length());
        SegmentStrings.copy(text, UTF_16, 0, buffer, 0, units);
        return text.length();
    }

    /** Like snprintf: writes what fits before a terminator, and returns what is required without it. */
    static int fillAndTerminate(MemorySegment buffer, int capacity, String text) {
        SegmentStrings.copyField(text, UTF_16, buffer, 0, capacity, true);
        return text.length();
    }

    /** Like confstr: writes what fits before a terminator, and returns what is required with it. */
    static int fillAndCount(MemorySegment buffer, int capacity, String text, Charset charset) {
        LOG.add("capacity " + capacity);
        SegmentStrings.copyField(text, charset, buffer, 0, capacity, true);
        return (int) SegmentStrings.encodedUnits(text, charset) + 1;
    }

    /** Like RegQueryValueExW: writes all or nothing, and stores the size in bytes, which counts a terminator if any. */
    static int query(MemorySegment buffer, MemorySegment bytesAt, String text, Charset charset) {
        int capacity = bytesAt.get(JAVA_INT, 0);
        LOG.add("capacity " + capacity);
        int bytes = (int) SegmentStrings.encodedUnits(text, charset) * UnitCharsets.unitSize(charset);
        bytesAt.set(JAVA_INT, 0, bytes);
        if (bytes > capacity) {
            return 234; // ERROR_MORE_DATA
        }
        SegmentStrings.copy(text, charset, buffer, 0);
        return 0;
    }

    static void succeeded(int status) {
        if (status != 0) {
            throw new UnsupportedOperationException("status " + status);
        }
    }

    static long report(MemorySegment buffer, long capacity, long reported) {
        LOG.add("capacity " + capacity);
        return reported;
    }

    static void inPlace(MemorySegment lengthAt, MemorySegment buffer, String text) {
        int capacity = lengthAt.get(JAVA_INT, 0);
        LOG.add("capacity " + capacity);
        SegmentStrings.copyTruncated(text, UTF_8, 0, buffer, 0, capacity);
        lengthAt.set(JAVA_INT, 0, text.length());
    }

    static void terminate(MemorySegment buffer, long capacity, String text) {
        if (text != null) {
            SegmentStrings.copyField(text, UTF_16, buffer, 0, capacity, false);
        }
    }

    /** Like ICU: does nothing after an error, and reports a buffer that is too small as an error. */
    static int fillUnlessError(MemorySegment buffer, int capacity, String text, MemorySegment error) {
        if (error.get(JAVA_INT, 0) != 0) {
            return 0;
        }
        error.set(JAVA_INT, 0, text.length() > capacity ? 15 : 0);
        return fill(buffer, capacity, text);
    }

    static MemorySegment noError(MemorySegment error) {
        error.set(JAVA_INT, 0, 0);
        return error;
    }

    static void storesNothing(MemorySegment buffer, long capacity, MemorySegment lengthAt) {
        LOG.add("length " + lengthAt.get(JAVA_LONG, 0));
    }

    static int takesText(MemorySegment text, int length) {
        return length;
    }

    static long full(MemorySegment buffer, long capacity) {
        buffer.asSlice(0, capacity).fill((byte) 'x');
        LOG.add("call");
        return capacity;
    }

    static String described(String a, int n, String b) {
        return a + "|" + n + "|" + b;
    }

    static int compared(String a, String b, int n) {
        LOG.add(a + "|" + b + "|" + n);
        return n;
    }

    static int captured(MemorySegment state, MemorySegment text, int length) {
        state.set(JAVA_INT, 0, length);
        return length;
    }

    static short shortPair(MemorySegment text, short length) {
        LOG.add("length " + length);
        return length;
    }

    /** Like SQLDescribeColW: writes what fits before a terminator, and stores what is required without it. */
    static short fillShort(MemorySegment buffer, short capacity, MemorySegment lengthAt, String text) {
        LOG.add("capacity " + capacity);
        SegmentStrings.copyField(text, UTF_16, buffer, 0, capacity, true);
        lengthAt.set(JAVA_SHORT, 0, (short) text.length());
        return 0;
    }

    static void refuseShort(short status) {
        refuse(status == 0 ? 1 : 0);
    }

    static void reportShort(MemorySegment buffer, int capacity, MemorySegment lengthAt, short reported) {
        lengthAt.set(JAVA_SHORT, 0, reported);
    }

    static short returnShort(MemorySegment buffer, short capacity, short reported) {
        return reported;
    }

    static void shortInPlace(MemorySegment buffer, MemorySegment lengthAt, String text) {
        short capacity = lengthAt.get(JAVA_SHORT, 0);
        LOG.add("capacity " + capacity);
        SegmentStrings.copyTruncated(text, UTF_8, 0, buffer, 0, capacity);
        lengthAt.set(JAVA_SHORT, 0, (short) text.length());
    }

    /** Releases the pointer, and returns a value, as XFree does. */
    static int free(MemorySegment pointer) {
        LOG.add("free " + pointer.address());
        return 1;
    }

    static void freeAndThrow(MemorySegment pointer) {
        LOG.add("free " + pointer.address());
        throw new UnsupportedOperationException("free");
    }

    static void refuseNull(MemorySegment pointer) {
        if (pointer.address() == 77 << 12) {
            throw new UnsupportedOperationException("77");
        }
    }

    static int described3(MemorySegment a, MemorySegment b, int count) {
        return count;
    }

    /** What an array of pointers has, without reinterpret: the texts are in the memory of the pointers. */
    private static String texts(MemorySegment pointers, long count, Charset charset) {
        List<String> texts = new ArrayList<>();
        for (int i = 0; count < 0 || i < count; i++) {
            long address = pointers.getAtIndex(JAVA_LONG, i);
            if (address == 0 && count < 0) {
                break;
            }
            texts.add(
                    address == 0
                            ? null
                            : SegmentStrings.getStringTerminated(pointers, address - pointers.address(), charset));
        }
        return texts.toString();
    }

    static long array(MemorySegment pointers, Charset charset) {
        LOG.add(pointers.address() == 0 ? "null" : texts(pointers, -1, charset));
        return pointers.address() % 8;
    }

    static int countedArray(int before, short count, MemorySegment pointers, Charset charset) {
        LOG.add(pointers.address() == 0 ? "null " + count : texts(pointers, count, charset));
        return count;
    }

    static String row(MemorySegment context, String[] values, String[] names) {
        return Arrays.toString(values) + Arrays.toString(names);
    }

    static String[] argv(String[] arguments) {
        return arguments;
    }

    static String upcase(String text, int state) {
        return text == null || text.equals("none") ? null : text.toUpperCase(Locale.ROOT);
    }
}
