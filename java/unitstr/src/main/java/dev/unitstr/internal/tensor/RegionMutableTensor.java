package dev.unitstr.internal.tensor;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.MalformedTextException;
import dev.unitstr.NativeMemory;
import dev.unitstr.internal.binding.Binding;
import dev.unitstr.internal.binding.Bindings;
import dev.unitstr.internal.binding.Encoding;
import dev.unitstr.internal.binding.Packed;
import dev.unitstr.internal.binding.TensorCalls;
import dev.unitstr.internal.binding.TensorOptions;
import dev.unitstr.internal.binding.TensorPart;
import dev.unitstr.internal.binding.TextErrors;
import dev.unitstr.internal.memory.ArrayRegion;
import dev.unitstr.internal.text.BufferTexts;
import dev.unitstr.internal.text.Checks;
import dev.unitstr.internal.text.Ours;
import dev.unitstr.internal.text.RegionStrings;
import dev.unitstr.internal.text.StringSource;
import dev.unitstr.tensor.MutableStringTensor;
import dev.unitstr.tensor.StringOwner;
import dev.unitstr.tensor.StringTensor;
import dev.unitstr.tensor.TensorFormatException;
import dev.unitstr.tensor.TensorFormatException.Code;
import dev.unitstr.tensor.TensorFormatException.Field;
import dev.unitstr.tensor.TensorLayout;
import dev.unitstr.tensor.TensorLayout.Format;
import dev.unitstr.tensor.TensorLayout.ViewAbi;
import dev.unitstr.tensor.Trust;
import java.nio.charset.Charset;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Changes elements by native code. This class checks the arguments; native code checks the elements. */
public final class RegionMutableTensor implements MutableStringTensor {
    /** The number of elements that one call empties or frees. */
    private static final int AT_ONCE = 64 * 1024;

    private final StringTensor tensor;
    private final TensorReader reader;
    private final TensorCalls calls;

    private RegionMutableTensor(RegionTensor<StringTensor> tensor) {
        this.tensor = tensor;
        this.reader = tensor.reader;
        this.calls = Bindings.tensorCalls(reader.memory.binding());
    }

    /**
     * Implements {@link MutableStringTensor#of} for any memory.
     *
     * @param memory the memory
     * @param count the number of elements
     * @param layout the layout of the elements
     * @return the tensor
     */
    public static RegionMutableTensor of(TensorMemory memory, long count, TensorLayout layout) {
        checkElements(count, layout);
        memory.region().checkWritable();
        RegionTensor<StringTensor> tensor = RegionTensor.of(memory, count, layout, Trust.TRUSTED_POINTERS_CHECKED);
        memory.region().address(); // throws if the memory has no address, naming the reason
        return new RegionMutableTensor(tensor);
    }

    /**
     * Returns the size of the elements of a tensor, if they can be changed.
     *
     * @param count the number of elements
     * @param layout the layout of the elements
     * @return the size in bytes
     * @throws IllegalArgumentException if {@code count} is negative or too large, or the layout has no elements or is
     *     that of another machine
     */
    public static long tableBytes(long count, TensorLayout layout) {
        checkElements(count, layout);
        return layout.tableBytes(count);
    }

    private static void checkElements(long count, TensorLayout layout) {
        Objects.requireNonNull(layout, "layout");
        Checks.notNegative("count", count);
        if (layout.format() == Format.TF_LEGACY || layout.format() == Format.TFLITE || !layout.isNative()) {
            throw new IllegalArgumentException(
                    "layout is " + layout + ": not a layout of this machine with elements that can be changed");
        }
    }

    /**
     * Returns the size of a tensor whose elements have a capacity.
     *
     * @param count the number of elements
     * @param room the capacity of each element in bytes
     * @param layout the layout of the elements
     * @return the size of the elements and their room, in bytes
     * @throws IllegalArgumentException under the conditions of {@link MutableStringTensor#preallocate}
     */
    public static long preallocatedBytes(int count, int room, TensorLayout layout) {
        long table = tableBytes(count, layout);
        if (layout.format() == Format.TF24) {
            throw new IllegalArgumentException("layout is " + layout + ": its elements have no preallocated room");
        }
        return table + (long) count * TensorPlan.checkCapacity("room", room);
    }

    /**
     * Makes all elements empty, without reading their previous content.
     *
     * @return this tensor
     */
    public RegionMutableTensor emptied() {
        changeAll(TensorCalls.INIT);
        return this;
    }

    @Override
    public StringTensor strings() {
        return tensor;
    }

    @Override
    public long size() {
        return reader.count;
    }

    @Override
    public void copy(long index, CharSequence text, Charset charset, MalformedPolicy policy) {
        one(index, TensorCalls.COPY, encoded(index, text, charset, policy));
    }

    @Override
    public void copy(long index, byte[] bytes) {
        one(index, TensorCalls.COPY, Objects.requireNonNull(bytes, "bytes"));
    }

    @Override
    public void append(long index, CharSequence text, Charset charset, MalformedPolicy policy) {
        one(index, TensorCalls.APPEND, encoded(index, text, charset, policy));
    }

    @Override
    public void append(long index, byte[] bytes) {
        one(index, TensorCalls.APPEND, Objects.requireNonNull(bytes, "bytes"));
    }

    private byte[] encoded(long index, CharSequence text, Charset charset, MalformedPolicy policy) {
        Objects.requireNonNull(text, "text");
        RegionStrings.checkEncodes(Encoding.of(Objects.requireNonNull(charset, "charset")), charset);
        Objects.requireNonNull(policy, "policy");
        String[] one = {text.toString()};
        StringSource source = new StringSource(reader.memory.strings(), one, null, charset, policy);
        int size;
        try {
            size = source.measure()[0];
        } catch (MalformedTextException e) {
            throw e.inString(index);
        }
        if (size < 0) {
            String detail = "the text has more than " + Integer.MAX_VALUE + " bytes";
            throw new TensorFormatException(Code.SIZE_LIMIT, index, Field.SIZE, detail);
        }
        byte[] bytes = new byte[size];
        source.write(0, 1, new ArrayRegion(bytes), 0, size);
        return bytes;
    }

    private void one(long index, int change, byte[] bytes) {
        reader.checkIndex(index);
        change(part(index, 1), change, 0, 0, new TensorCalls.Texts(bytes, 0, new long[] {bytes.length}));
    }

    @Override
    public void resize(long index, long bytes, byte fill) {
        number(index, TensorCalls.RESIZE, bytes, fill);
    }

    @Override
    public void reserve(long index, long bytes) {
        number(index, TensorCalls.RESERVE, bytes, 0);
    }

    @Override
    public void reserveAmortized(long index, long bytes) {
        number(index, TensorCalls.RESERVE_AMORTIZED, bytes, 0);
    }

    private void number(long index, int change, long bytes, int fill) {
        Checks.notNegative("bytes", bytes);
        reader.checkIndex(index);
        change(part(index, 1), change, fill & 0xFF, bytes, null);
    }

    @Override
    public void assign(long index, MutableStringTensor from, long fromIndex) {
        assign(index, from, fromIndex, TensorCalls.ASSIGN);
    }

    @Override
    public void move(long index, MutableStringTensor from, long fromIndex) {
        assign(index, from, fromIndex, TensorCalls.MOVE);
    }

    private void assign(long index, MutableStringTensor from, long fromIndex, int change) {
        RegionMutableTensor other = Ours.cast(RegionMutableTensor.class, from, "from");
        reader.checkIndex(index);
        other.reader.checkIndex(fromIndex);
        reader.open();
        other.reader.open();
        checkVersion(index);
        other.checkVersion(fromIndex);
        if (isVersionMissing()) {
            int kind = other.kindOf(fromIndex);
            if (kind == Elements.OFFSET || kind == Elements.VIEW) {
                throw versionMissing(index, "it would become a VIEW");
            }
        }
        check(calls.assign(part(index, 1), other.part(fromIndex, 1), change), index, 1);
    }

    @Override
    public void assignView(long index, NativeMemory text) {
        BufferTexts.region(Objects.requireNonNull(text, "text")).checkAddress(0, text.byteSize());
        reader.checkIndex(index);
        view(index, text.address(), text.byteSize(), 0);
    }

    @Override
    public void assignView(long index, StringOwner owner, long offset, long bytes) {
        RegionOwner ours = Ours.cast(RegionOwner.class, owner, "owner");
        ours.checkRange(offset, bytes);
        reader.checkIndex(index);
        ours.whileOpen(() -> view(index, ours.memory().address() + offset, bytes, ours.ownerAddress()));
    }

    private void view(long index, long address, long bytes, long owner) {
        if (isVersionMissing()) {
            throw versionMissing(index, "it would become a VIEW");
        }
        TensorPart part = part(index, 1);
        TensorOptions.setLong(part.options(), TensorOptions.OWNER, owner);
        change(part, TensorCalls.VIEW, 0, 0, new TensorCalls.Texts(null, address, new long[] {bytes}));
    }

    @Override
    public void dealloc(long index) {
        reader.checkIndex(index);
        change(part(index, 1), TensorCalls.DEALLOC, 0, 0, null);
    }

    @Override
    public void deallocAll() {
        changeAll(TensorCalls.DEALLOC);
    }

    private void changeAll(int change) {
        for (long at = 0; at < size(); at += AT_ONCE) {
            change(part(at, (int) Math.min(size() - at, AT_ONCE)), change, 0, 0, null);
        }
    }

    /** Replaces elements from {@code first} on by copies of consecutive texts. */
    void copy(long first, byte[] bytes, long[] ends) {
        change(part(first, ends.length), TensorCalls.COPY, 0, 0, new TensorCalls.Texts(bytes, 0, ends));
    }

    private void change(TensorPart part, int change, int fill, long number, TensorCalls.@Nullable Texts texts) {
        reader.open();
        long first = part.first();
        if (change != TensorCalls.INIT && isVersionMissing()) {
            int before = elementsBeforeView(first, part.count());
            if (before < part.count()) {
                // only deallocAll passes more than one element here; it changes the elements before the VIEW
                if (before > 0) {
                    change(part.at(first, before), change, fill, number, texts);
                }
                throw versionMissing(first + before, "it is a VIEW");
            }
        }
        check(calls.change(part, change, fill, number, texts), first, part.count());
    }

    /** Tests whether the layout leaves open if a VIEW has an owner. */
    private boolean isVersionMissing() {
        return reader.layout.viewAbi() == ViewAbi.NOT_CHOSEN;
    }

    private int kindOf(long index) {
        Elements one = new Elements(1);
        reader.fields(index, 1, one);
        return one.kinds[0];
    }

    private int elementsBeforeView(long first, int count) {
        Elements elements = Elements.forAtMost(count);
        for (int at = 0; at < count; at += Elements.MOST) {
            int n = Math.min(count - at, Elements.MOST);
            reader.fields(first + at, n, elements);
            for (int i = 0; i < n; i++) {
                if (elements.kinds[i] == Elements.VIEW) {
                    return at + i;
                }
            }
        }
        return count;
    }

    private void checkVersion(long index) {
        if (isVersionMissing() && kindOf(index) == Elements.VIEW) {
            throw versionMissing(index, "it is a VIEW");
        }
    }

    private static TensorFormatException versionMissing(long index, String why) {
        String detail = why + ", and the layout TF24 does not say whether a VIEW has an owner: use"
                + " TensorLayout.TF24_UP_TO_2_20 or TensorLayout.TF24_FROM_2_21, depending on TF_Version()";
        return new TensorFormatException(Code.UNSUPPORTED, index, Field.POINTER, detail);
    }

    private TensorPart part(long first, int count) {
        return new TensorPart(reader.options(), reader.memory.region()).at(first, count);
    }

    private void check(long packed, long first, int count) {
        Binding binding = reader.memory.binding();
        if (packed == Packed.E_UNSUPPORTED) {
            throw reader.memory.region().isAddress()
                    ? Bindings.missing(binding, TensorCalls.WHAT)
                    : new UnsupportedOperationException("binding " + binding.name()
                            + " changes tensors at addresses only,"
                            + " not in segments, which another thread may close: pass the memory as a NativeMemory"
                            + Bindings.advice().map(advice -> ", or " + advice).orElse(""));
        }
        int done = Packed.isError(packed) ? 0 : Packed.written(packed);
        if (Packed.isDone(packed) && done == count) {
            return;
        }
        if (Packed.isError(packed) || Packed.status(packed) != Packed.REFUSED) {
            throw TextErrors.unexpected(binding, packed);
        }
        Code code = TensorReader.codeOf(packed);
        long index = first + done;
        switch (code) {
            case NO_MEMORY -> throw new OutOfMemoryError("C's heap has no memory for element " + index);
            case UNSUPPORTED -> {
                if (TensorReader.fieldOf(packed) == Field.POINTER) {
                    String detail = "a view has an owner, which TensorFlow up to 2.20 does not have";
                    throw new TensorFormatException(code, index, Field.POINTER, detail);
                }
                throw new UnsupportedOperationException("elements of " + reader.layout
                        + " do not support this operation," + " or not with elements of another version");
            }
            case SIZE_LIMIT ->
                throw new TensorFormatException(
                        code, index, TensorReader.fieldOf(packed), "the string would exceed the maximum size");
            default -> throw reader.refused(packed, index);
        }
    }
}
