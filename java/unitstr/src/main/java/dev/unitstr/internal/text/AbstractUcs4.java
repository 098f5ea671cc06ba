package dev.unitstr.internal.text;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.MalformedTextException;
import dev.unitstr.MalformedTextException.Kind;
import dev.unitstr.Surrogates;
import dev.unitstr.Ucs4String;
import dev.unitstr.UnitCharsets;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The operations common to all UCS-4 texts. */
public abstract class AbstractUcs4 implements Ucs4String {
    static final int REPLACEMENT = 0xFFFD;

    /** The number of code points. */
    protected final int count;

    /**
     * For subclasses.
     *
     * @param count the number of code points
     */
    protected AbstractUcs4(int count) {
        this.count = count;
    }

    /**
     * Returns the exception for memory whose size is not a multiple of 4 bytes.
     *
     * @param name the name of the argument
     * @param bytes the size of the memory, in bytes
     * @return the exception
     */
    protected static IllegalArgumentException partial(String name, long bytes) {
        return new IllegalArgumentException(name + " has " + bytes + " bytes: not a multiple of 4");
    }

    /**
     * Returns a unit.
     *
     * @param index the index of the unit, in range
     * @return the unit
     */
    protected abstract int unit(int index);

    /**
     * Returns a part of the text.
     *
     * @param from the index of the first unit, in range
     * @param units the number of units
     * @return the part
     */
    protected abstract Ucs4String part(int from, int units);

    @Override
    public final int codePointCount() {
        return count;
    }

    @Override
    public final int codePointAt(int index) {
        return unit(Checks.element(index, count, "the text", "code points"));
    }

    @Override
    public final Ucs4String slice(int from, int to) {
        if (from < 0 || from > to || to > count) {
            throw new IndexOutOfBoundsException(
                    "from is " + from + " and to is " + to + ": not a range of a text of " + count + " code points");
        }
        return part(from, to - from);
    }

    @Override
    public final int indexOf(Ucs4String part, int from) {
        int length = Objects.requireNonNull(part, "part").codePointCount();
        int start = Math.max(from, 0);
        if (length == 0) {
            return start <= count ? start : -1;
        }
        int first = part.codePointAt(0);
        for (int i = start; i <= count - length; i++) {
            if (unit(i) == first && matches(part, i)) {
                return i;
            }
        }
        return -1;
    }

    private boolean matches(Ucs4String part, int at) {
        for (int i = 1; i < part.codePointCount(); i++) {
            if (unit(at + i) != part.codePointAt(i)) {
                return false;
            }
        }
        return true;
    }

    @Override
    public final int compareTo(Ucs4String other) {
        int both = Math.min(count, Objects.requireNonNull(other, "other").codePointCount());
        for (int i = 0; i < both; i++) {
            int order = Integer.compareUnsigned(unit(i), other.codePointAt(i));
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(count, other.codePointCount());
    }

    @Override
    public final boolean equals(@Nullable Object other) {
        return other instanceof Ucs4String text && text.codePointCount() == count && compareTo(text) == 0;
    }

    @Override
    public final int hashCode() {
        int hash = 1;
        for (int i = 0; i < count; i++) {
            hash = 31 * hash + unit(i);
        }
        return hash;
    }

    /**
     * Returns a copy of the units, so that a check and the use after it see the same units even if the memory changes.
     */
    private int[] units() {
        int[] units = new int[count];
        for (int i = 0; i < count; i++) {
            units[i] = unit(i);
        }
        return units;
    }

    static boolean isSurrogate(int unit) {
        return (unit & 0xFFFF_F800) == 0xD800;
    }

    private static int firstBad(int[] units, Surrogates surrogates) {
        for (int i = 0; i < units.length; i++) {
            if (isBad(units[i], surrogates)) {
                return i;
            }
        }
        return -1;
    }

    private static boolean isBad(int unit, Surrogates surrogates) {
        return !Character.isValidCodePoint(unit) || surrogates == Surrogates.MALFORMED && isSurrogate(unit);
    }

    /** Replaces malformed units in place, or reports them. */
    static int[] clean(int[] units, MalformedPolicy policy, Surrogates surrogates) {
        Checks.replacesOrReports(policy);
        Objects.requireNonNull(surrogates, "surrogates");
        int bad = firstBad(units, surrogates);
        if (bad < 0) {
            return units;
        }
        if (policy == MalformedPolicy.REPORT) {
            throw MalformedTextException.decoding(UnitCharsets.UTF_32, Kind.MALFORMED, 4L * bad, 4);
        }
        for (int i = bad; i < units.length; i++) {
            if (isBad(units[i], surrogates)) {
                units[i] = REPLACEMENT;
            }
        }
        return units;
    }

    @Override
    public final int[] toUtf32(MalformedPolicy policy, Surrogates surrogates) {
        return clean(units(), policy, surrogates);
    }

    @Override
    public final String toString(MalformedPolicy policy, Surrogates surrogates) {
        return new String(toUtf32(policy, surrogates), 0, count);
    }

    @Override
    public final String toString() {
        return toString(MalformedPolicy.REPLACE, Surrogates.MALFORMED);
    }

    @Override
    public final byte[] toUtf8(MalformedPolicy policy, Surrogates surrogates) {
        int[] units = toUtf32(policy, surrogates);
        RegionStrings strings = RegionStrings.chosen();
        if (surrogates == Surrogates.MALFORMED) {
            return utf8(strings, units, 0, count);
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(count);
        for (int at = 0; at < count; ) {
            int end = at;
            while (end < count && !isSurrogate(units[end])) {
                end++;
            }
            bytes.writeBytes(utf8(strings, units, at, end - at));
            for (at = end; at < count && isSurrogate(units[at]); at++) {
                bytes.write(0xED);
                bytes.write(0x80 | units[at] >> 6 & 0x3F);
                bytes.write(0x80 | units[at] & 0x3F);
            }
        }
        return bytes.toByteArray();
    }

    private static byte[] utf8(RegionStrings strings, int[] units, int from, int count) {
        String text = new String(units, from, count);
        return strings.encode(text, StandardCharsets.UTF_8, 0, text.length(), MalformedPolicy.REPORT);
    }
}
