package dev.unitstr.internal.text;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.MalformedTextException;
import dev.unitstr.MalformedTextException.Kind;
import dev.unitstr.Surrogates;
import dev.unitstr.Ucs4String;
import dev.unitstr.UnitCharsets;
import dev.unitstr.internal.memory.ArrayRegion;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;

/** A UCS-4 text in an immutable array. */
public final class ArrayUcs4 extends AbstractUcs4 {
    private final int[] units;
    private final int from;

    /**
     * Creates a text of all units of an array.
     *
     * @param units the units, which must not change
     */
    public ArrayUcs4(int[] units) {
        this(units, 0, units.length);
    }

    private ArrayUcs4(int[] units, int from, int count) {
        super(count);
        this.units = units;
        this.from = from;
    }

    @Override
    protected int unit(int index) {
        return units[from + index];
    }

    @Override
    protected Ucs4String part(int from, int units) {
        return new ArrayUcs4(this.units, this.from + from, units);
    }

    /**
     * Returns the text of units. Takes ownership of the array.
     *
     * @param units the units
     * @param policy how to handle malformed text
     * @param surrogates whether surrogates are kept
     * @return the text
     */
    public static ArrayUcs4 ofUtf32(int[] units, MalformedPolicy policy, Surrogates surrogates) {
        return new ArrayUcs4(clean(units, policy, surrogates));
    }

    /**
     * Returns the text of a string.
     *
     * @param text the string
     * @param policy how to handle malformed text
     * @param surrogates whether surrogates are kept
     * @return the text
     */
    public static ArrayUcs4 ofUtf16(String text, MalformedPolicy policy, Surrogates surrogates) {
        Checks.replacesOrReports(policy);
        int[] units = text.codePoints().toArray();
        if (surrogates == Surrogates.MALFORMED && policy == MalformedPolicy.REPORT) {
            for (int i = 0, at = 0; i < units.length; at += Character.charCount(units[i++])) {
                if (isSurrogate(units[i])) {
                    throw MalformedTextException.encoding(UnitCharsets.UTF_32, Kind.MALFORMED, at, 1, 0);
                }
            }
        }
        return ofUtf32(units, policy, surrogates);
    }

    /**
     * Returns the text of UTF-8 bytes.
     *
     * @param strings the string operations
     * @param bytes the bytes
     * @param policy how to handle malformed text
     * @param surrogates whether surrogates are kept
     * @return the text
     */
    public static ArrayUcs4 ofUtf8(RegionStrings strings, byte[] bytes, MalformedPolicy policy, Surrogates surrogates) {
        Checks.replacesOrReports(policy);
        ArrayRegion region = new ArrayRegion(bytes);
        if (Objects.requireNonNull(surrogates, "surrogates") == Surrogates.MALFORMED) {
            return new ArrayUcs4(codePoints(strings, region, 0, bytes.length, policy));
        }
        int[] units = new int[bytes.length];
        int count = 0;
        for (int at = 0; at < bytes.length; ) {
            MalformedTextException error = null;
            int[] good;
            try {
                good = codePoints(strings, region, at, bytes.length - at, MalformedPolicy.REPORT);
                at = bytes.length;
            } catch (MalformedTextException e) {
                int before = (int) e.byteOffset();
                good = codePoints(strings, region, at, before, MalformedPolicy.REPORT);
                at += before;
                error = e;
            }
            System.arraycopy(good, 0, units, count, good.length);
            count += good.length;
            if (error == null) {
                break;
            }
            if (isSurrogate(bytes, at)) {
                units[count++] = 0xD000 | (bytes[at + 1] & 0x3F) << 6 | bytes[at + 2] & 0x3F;
                at += 3;
            } else if (policy == MalformedPolicy.REPLACE) {
                units[count++] = REPLACEMENT;
                at += error.byteCount();
            } else {
                throw MalformedTextException.decoding(StandardCharsets.UTF_8, Kind.MALFORMED, at, error.byteCount());
            }
        }
        return new ArrayUcs4(Arrays.copyOf(units, count));
    }

    private static boolean isSurrogate(byte[] bytes, int at) {
        return at + 2 < bytes.length
                && bytes[at] == (byte) 0xED
                && (bytes[at + 1] & 0xE0) == 0xA0
                && (bytes[at + 2] & 0xC0) == 0x80;
    }

    private static int[] codePoints(
            RegionStrings strings, ArrayRegion region, int offset, int bytes, MalformedPolicy policy) {
        return strings.getString(region, offset, bytes, StandardCharsets.UTF_8, policy)
                .codePoints()
                .toArray();
    }
}
