package dev.unitstr.internal.tensor;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.MalformedTextException;
import dev.unitstr.NativeMemory;
import dev.unitstr.internal.memory.BufferRegion;
import dev.unitstr.internal.text.Chars;
import dev.unitstr.internal.text.Checks;
import dev.unitstr.internal.text.Ours;
import dev.unitstr.tensor.ElementField;
import dev.unitstr.tensor.Strictness;
import dev.unitstr.tensor.StringElement;
import dev.unitstr.tensor.StringKind;
import dev.unitstr.tensor.StringTensor;
import dev.unitstr.tensor.TensorFormatException;
import dev.unitstr.tensor.TensorLayout;
import dev.unitstr.tensor.Trust;
import dev.unitstr.tensor.ValidationReport;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * A tensor in any region. The methods check arguments in the order: null, counts and indices, liveness, bytes, text.
 *
 * @param <T> the interface that the class implements
 */
public abstract class RegionTensor<T extends StringTensor> implements StringTensor {
    /** The maximum length of an array on every JVM. */
    private static final int MOST_ELEMENTS = Integer.MAX_VALUE - 8;
    /** The number of strings that an iterator decodes ahead. */
    private static final int AHEAD = 256;

    final TensorReader reader;
    private final boolean parallel;

    /**
     * Creates a tensor.
     *
     * @param reader reads and checks the elements
     * @param parallel whether several threads decode
     */
    protected RegionTensor(TensorReader reader, boolean parallel) {
        this.reader = reader;
        this.parallel = parallel;
    }

    /**
     * Implements {@link StringTensor#of(ByteBuffer, long, TensorLayout, Trust)} for any memory.
     *
     * @param memory the memory
     * @param count the number of elements
     * @param layout the layout of the tensor
     * @param trust how far the bytes are trusted
     * @return the tensor
     */
    public static RegionTensor<StringTensor> of(TensorMemory memory, long count, TensorLayout layout, Trust trust) {
        return new Plain(TensorReader.of(memory, count, layout, trust), false);
    }

    /**
     * Implements {@link StringTensor#of(ByteBuffer, TensorLayout)} for any memory.
     *
     * @param memory the memory
     * @param layout the layout of the tensor
     * @param trust how far the bytes are trusted
     * @return the tensor
     */
    public static RegionTensor<StringTensor> of(TensorMemory memory, TensorLayout layout, Trust trust) {
        return new Plain(TensorReader.of(memory, layout, trust), false);
    }

    private static final class Plain extends RegionTensor<StringTensor> {
        Plain(TensorReader reader, boolean parallel) {
            super(reader, parallel);
        }

        @Override
        protected StringTensor with(TensorReader reader, boolean parallel) {
            return new Plain(reader, parallel);
        }
    }

    /**
     * Creates a tensor of the same class over the same memory.
     *
     * @param reader reads and checks the elements
     * @param parallel whether several threads decode
     * @return the tensor
     */
    protected abstract T with(TensorReader reader, boolean parallel);

    private T with(TensorChecks checks) {
        return with(reader.with(checks), parallel);
    }

    @Override
    public TensorLayout layout() {
        return reader.layout;
    }

    @Override
    public Trust trust() {
        return reader.checks.trust();
    }

    @Override
    public T withStrictness(Strictness strictness) {
        return with(reader.checks.with(strictness));
    }

    @Override
    public T withMaxBytes(long bytes) {
        return with(reader.checks.withMaxBytes(bytes));
    }

    @Override
    public T withMaxTotalBytes(long bytes) {
        return with(reader.checks.withMaxTotalBytes(bytes));
    }

    @Override
    public T withAddresses(NativeMemory... ranges) {
        return with(reader.checks.withAddresses(ranges));
    }

    @Override
    public T parallel() {
        return with(reader, true);
    }

    @Override
    public long size() {
        return reader.count;
    }

    @Override
    public StringKind kind(long index) {
        return element(index).kind();
    }

    @Override
    public StringElement element(long index) {
        reader.checkIndex(index);
        reader.open();
        Elements one = new Elements(1);
        reader.fields(index, 1, one);
        if (one.error != null) {
            throw one.error;
        }
        return one.element(0, index);
    }

    @Override
    public List<ElementField> fields(long index) {
        reader.checkIndex(index);
        reader.memory.checkAccess(0, reader.table);
        return List.copyOf(ElementFields.of(reader, index));
    }

    @Override
    public int byteLength(long index) {
        return (int) one(index).bytes[0];
    }

    @Override
    public String get(long index, Charset charset, MalformedPolicy policy) {
        Objects.requireNonNull(charset, "charset");
        Objects.requireNonNull(policy, "policy");
        Elements one = one(index);
        TensorMemory memory = reader.memory(one, 0);
        try {
            return memory.strings()
                    .getStringOfBytes(memory.region(), reader.offset(one, 0), (int) one.bytes[0], charset, policy);
        } catch (MalformedTextException e) {
            throw e.inString(index);
        }
    }

    @Override
    public byte[] bytes(long index) {
        Elements one = one(index);
        byte[] bytes = new byte[(int) one.bytes[0]];
        reader.copy(one, 0, bytes);
        return bytes;
    }

    @Override
    public ByteBuffer view(long index) {
        Place place = place(index);
        if (!place.isInside() || !(reader.memory.region() instanceof BufferRegion buffer)) {
            throw new UnsupportedOperationException("the string of element " + index
                    + " is at an address, which a buffer cannot cover; bytes(index) copies it");
        }
        return buffer.slice(place.at(), place.bytes()).asReadOnlyBuffer();
    }

    /**
     * The position of a string that passed the checks.
     *
     * @param at the offset in bytes from the start of the tensor's memory, or an address
     * @param bytes the size of the string in bytes
     * @param isInside whether the string is in the tensor's memory
     */
    protected record Place(long at, int bytes, boolean isInside) {}

    /**
     * Checks an element and returns the position of its string.
     *
     * @param index the index of the element
     * @return the position
     */
    protected final Place place(long index) {
        Elements one = one(index);
        boolean inside = one.isInside(0);
        return new Place(inside ? reader.offset(one, 0) : one.places[0], (int) one.bytes[0], inside);
    }

    @Override
    public boolean contentEquals(long index, CharSequence text) {
        CharSequence other = Chars.of(Objects.requireNonNull(text, "text")); // user code, which may change the element
        Elements one = one(index);
        TensorMemory memory = reader.memory(one, 0);
        long offset = reader.offset(one, 0);
        return memory.strings()
                .contentEquals(
                        memory.region(), offset, one.bytes[0], StandardCharsets.UTF_8, other, MalformedPolicy.REPLACE);
    }

    @Override
    public boolean contentEquals(StringTensor other) {
        return equal(reader, Ours.cast(RegionTensor.class, other, "other").reader);
    }

    private static boolean equal(TensorReader one, TensorReader other) {
        one.open();
        other.open();
        if (one.count != other.count) {
            return false;
        }
        TensorBudget myBudget = new TensorBudget(one);
        TensorBudget theirBudget = new TensorBudget(other);
        Elements mine = Elements.forAtMost(one.count);
        Elements theirs = Elements.forAtMost(one.count);
        byte[] left = {};
        byte[] right = {};
        for (long at = 0; at < one.count; at += Elements.MOST) {
            int n = (int) Math.min(one.count - at, Elements.MOST);
            int good = Math.min(myBudget.read(at, n, mine), theirBudget.read(at, n, theirs));
            for (int i = 0; i < good; i++) {
                int size = (int) mine.bytes[i];
                if (size != theirs.bytes[i]) {
                    return false;
                }
                if (size > left.length) {
                    left = new byte[size];
                    right = new byte[size];
                }
                one.copy(mine, i, left);
                other.copy(theirs, i, right);
                if (!Arrays.equals(left, 0, size, right, 0, size)) {
                    return false;
                }
            }
            if (good < n) {
                throw firstOf(mine.error, theirs.error);
            }
        }
        return true;
    }

    private static TensorFormatException firstOf(
            @Nullable TensorFormatException one, @Nullable TensorFormatException other) {
        if (one == null || other != null && other.index() < one.index()) {
            return Objects.requireNonNull(other);
        }
        return one;
    }

    @Override
    public Iterator<String> iterator() {
        return new Ahead();
    }

    @Override
    public Stream<String> stream() {
        return StreamSupport.stream(spliterator(), false);
    }

    @Override
    public String[] toStrings(Charset charset, MalformedPolicy policy) {
        Objects.requireNonNull(charset, "charset");
        Objects.requireNonNull(policy, "policy");
        String[] all = new String[checkCount("getStrings reads them in parts")];
        if (!parallel || !TensorTexts.readParallel(reader, charset, policy, all)) {
            new TensorTexts(reader, charset, policy, all).read(0, all.length, 0);
        }
        return all;
    }

    @Override
    public void getStrings(long first, Charset charset, String[] dst, int dstIndex, int count, MalformedPolicy policy) {
        Objects.requireNonNull(charset, "charset");
        Objects.requireNonNull(dst, "dst");
        Objects.requireNonNull(policy, "policy");
        checkRange(first, count);
        Checks.elements("dstIndex", dstIndex, "count", count, "dst", dst.length);
        reader.open();
        new TensorTexts(reader, charset, policy, dst).read(first, count, dstIndex);
    }

    private void checkRange(long first, int count) {
        if (first < 0 || count < 0 || first > reader.count - count) {
            throw new IndexOutOfBoundsException("first is " + first + " and count is " + count
                    + ": not a range of a tensor of " + reader.count + " elements");
        }
    }

    @Override
    public void locate(long first, long[] offsets, int[] byteLengths, int count) {
        Objects.requireNonNull(offsets, "offsets");
        Objects.requireNonNull(byteLengths, "byteLengths");
        checkRange(first, count);
        checkHolds("offsets", offsets.length, count);
        checkHolds("byteLengths", byteLengths.length, count);
        reader.open();
        new BulkReader(reader).locate(first, offsets, byteLengths, count);
    }

    private static void checkHolds(String array, int length, int count) {
        if (count > length) {
            throw new IndexOutOfBoundsException(
                    array + " has " + length + " elements: less than count, which is " + count);
        }
    }

    @Override
    public byte[][] toByteArrays() {
        checkCount("bytes reads them one by one");
        return new BulkReader(reader).copies();
    }

    @Override
    public int[] byteLengths() {
        checkCount("byteLength reads them one by one");
        return new BulkReader(reader).lengths();
    }

    @Override
    public long totalBytes() {
        TensorBudget budget = new TensorBudget(reader);
        TensorFormatException error = budget.readAll();
        if (error != null) {
            throw error;
        }
        return budget.total();
    }

    @Override
    public long firstMalformed(Charset charset) {
        Objects.requireNonNull(charset, "charset");
        reader.open();
        try {
            new TensorTexts(reader, charset, MalformedPolicy.REPORT, null).read(0, reader.count, 0);
            return -1;
        } catch (MalformedTextException e) {
            return e.stringIndex();
        }
    }

    @Override
    public ValidationReport validate() {
        return new BulkReader(reader).validate();
    }

    private Elements one(long index) {
        reader.checkIndex(index);
        reader.open();
        return reader.readAll(index, 1, new Elements(1));
    }

    private int checkCount(String instead) {
        if (reader.count > MOST_ELEMENTS) {
            throw new IllegalArgumentException("the tensor has " + reader.count + " elements: more than "
                    + MOST_ELEMENTS + ", the maximum length of an array; " + instead);
        }
        reader.open();
        return (int) reader.count;
    }

    private final class Ahead implements Iterator<String> {
        private final String[] part = new String[(int) Math.min(AHEAD, reader.count)];
        private long next;
        private int at;
        private int there;

        @Override
        public boolean hasNext() {
            return at < there || next < reader.count;
        }

        @Override
        public String next() {
            if (at == there) {
                int count = (int) Math.min(part.length, reader.count - next);
                if (count == 0) {
                    throw new NoSuchElementException();
                }
                getStrings(next, StandardCharsets.UTF_8, part, 0, count, MalformedPolicy.REPLACE);
                next += count;
                at = 0;
                there = count;
            }
            return part[at++];
        }
    }
}
