package dev.unitstr.ffm;

import dev.unitstr.Copied;
import dev.unitstr.MalformedPolicy;
import dev.unitstr.StringSpans;
import dev.unitstr.UnitCharsets;
import dev.unitstr.ffm.internal.text.CStringPath;
import dev.unitstr.ffm.internal.text.FastPath;
import dev.unitstr.internal.text.Chars;
import dev.unitstr.internal.text.Coding;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SequenceLayout;
import java.lang.foreign.ValueLayout;
import java.nio.charset.Charset;
import java.util.Objects;

/**
 * The only implementation of {@link StringField}. A record, because the compiler treats the components of a constant
 * record as constants, but not the fields of other classes.
 *
 * @param byteOffset the offset of the field in the struct
 * @param units the size of the field, in code units
 * @param strideBytes the size of the struct
 * @param terminated whether the last unit is always zero
 * @param padded whether blanks fill the field
 */
record LayoutField(
        Charset charset,
        long byteOffset,
        long units,
        long strideBytes,
        boolean terminated,
        boolean padded,
        MalformedPolicy policy)
        implements StringField {
    static LayoutField of(MemoryLayout layout, Charset charset, MemoryLayout.PathElement... path) {
        Objects.requireNonNull(layout, "layout");
        Objects.requireNonNull(charset, "charset");
        Coding.checkNul(charset);
        long offset = 0;
        MemoryLayout field = layout;
        for (MemoryLayout.PathElement element : Objects.requireNonNull(path, "path")) {
            Objects.requireNonNull(element, "path");
            offset += field.byteOffset(element); // refuses open and dereferencing elements
            // select refuses an element that has an index
            field = field instanceof SequenceLayout array ? array.elementLayout() : field.select(element);
        }
        int unitSize = UnitCharsets.unitSize(charset);
        if (!(field instanceof SequenceLayout units)
                || units.elementCount() == 0
                || !(units.elementLayout() instanceof ValueLayout unit)
                || unit.byteSize() != unitSize
                || !isInteger(unit.carrier())) {
            throw new IllegalArgumentException("layout " + field + " is not a field of " + charset
                    + ": expected a sequence of at least one integer of " + unitSize
                    + (unitSize == 1 ? " byte" : " bytes"));
        }
        return new LayoutField(
                charset, offset, units.elementCount(), layout.byteSize(), false, false, MalformedPolicy.REPLACE);
    }

    private static boolean isInteger(Class<?> carrier) {
        return carrier == byte.class || carrier == short.class || carrier == char.class || carrier == int.class;
    }

    @Override
    public StringField withTerminator() {
        checkNot(padded, "withBlanks");
        return new LayoutField(charset, byteOffset, units, strideBytes, true, false, policy);
    }

    @Override
    public StringField withBlanks() {
        checkNot(terminated, "withTerminator");
        return new LayoutField(charset, byteOffset, units, strideBytes, false, true, policy);
    }

    private static void checkNot(boolean called, String other) {
        if (called) {
            throw new IllegalStateException(other + " was called: a field padded with blanks has no terminator");
        }
    }

    @Override
    public StringField withPolicy(MalformedPolicy policy) {
        Objects.requireNonNull(policy, "policy");
        return new LayoutField(charset, byteOffset, units, strideBytes, terminated, padded, policy);
    }

    @Override
    public String get(MemorySegment segment, long offset) {
        return read(segment, at(offset));
    }

    @Override
    public String get(MemorySegment segment, long offset, long index) {
        return read(segment, at(offset, index));
    }

    @Override
    public Copied set(MemorySegment segment, long offset, CharSequence text) {
        return write(segment, at(offset), text);
    }

    @Override
    public Copied set(MemorySegment segment, long offset, long index, CharSequence text) {
        return write(segment, at(offset, index), text);
    }

    @Override
    public boolean contentEquals(MemorySegment segment, long offset, CharSequence text) {
        return compare(segment, at(offset), text);
    }

    @Override
    public boolean contentEquals(MemorySegment segment, long offset, long index, CharSequence text) {
        return compare(segment, at(offset, index), text);
    }

    @Override
    public StringSpans spans(long offset, long count) {
        long field = at(offset);
        return padded
                ? StringSpans.ofPaddedFields(field, units, strideBytes, count)
                : StringSpans.ofTerminatedFields(field, units, strideBytes, count);
    }

    private String read(MemorySegment segment, long at) {
        Objects.requireNonNull(segment, "segment");
        return padded
                ? SegmentStrings.getStringPadded(segment, at, units, charset, policy)
                : SegmentStrings.getStringTerminated(segment, at, units, charset, policy);
    }

    private Copied write(MemorySegment segment, long at, CharSequence text) {
        Objects.requireNonNull(segment, "segment");
        CharSequence chars = Chars.of(Objects.requireNonNull(text, "text"));
        if (padded) {
            return new Copied(chars.length(), SegmentStrings.copyPadded(chars, charset, segment, at, units, policy));
        }
        Copied copied = SegmentStrings.copyField(chars, charset, segment, at, units, terminated, policy);
        long written = copied.units();
        if (CStringPath.mayHaveZero(segment, at, written, UnitCharsets.unitSize(charset))
                && SegmentStrings.unitsToTerminator(segment, at, written, charset) < written) {
            Coding.checkNoNul("text", chars, charset);
        }
        return copied;
    }

    private boolean compare(MemorySegment segment, long at, CharSequence text) {
        Objects.requireNonNull(segment, "segment");
        Objects.requireNonNull(text, "text");
        if (padded) {
            return read(segment, at).contentEquals(text);
        }
        if (text instanceof String string) {
            Boolean equal = FastPath.fieldEquals(segment, at, units, charset, string, policy);
            if (equal != null) {
                return equal;
            }
        }
        long length = SegmentStrings.unitsToTerminator(segment, at, units, charset);
        return length == 0 ? text.isEmpty() : SegmentStrings.contentEquals(segment, at, length, charset, text, policy);
    }

    /** Returns the offset of the field; the operation that is passed it checks the upper bound. */
    private long at(long offset) {
        long field = offset + byteOffset;
        if (offset < 0 || field < 0) {
            throw outside("offset is " + offset);
        }
        return field;
    }

    private long at(long offset, long index) {
        long struct = offset + index * strideBytes;
        long field = struct + byteOffset;
        if (index < 0 || index > Long.MAX_VALUE / strideBytes || (offset | struct | field) < 0) {
            throw outside("offset is " + offset + " and index is " + index);
        }
        return field;
    }

    private IndexOutOfBoundsException outside(String given) {
        return new IndexOutOfBoundsException(given + ": not within any memory; the field is at byte " + byteOffset
                + " of a struct of " + strideBytes + " bytes");
    }
}
