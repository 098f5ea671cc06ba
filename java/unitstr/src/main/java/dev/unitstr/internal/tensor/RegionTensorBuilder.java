package dev.unitstr.internal.tensor;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.NativeMemory;
import dev.unitstr.internal.binding.Bindings;
import dev.unitstr.internal.binding.Encoding;
import dev.unitstr.internal.memory.BufferRegion;
import dev.unitstr.internal.memory.Region;
import dev.unitstr.internal.text.BufferTexts;
import dev.unitstr.internal.text.Checks;
import dev.unitstr.internal.text.Ours;
import dev.unitstr.internal.text.RegionStrings;
import dev.unitstr.internal.text.StringSource;
import dev.unitstr.tensor.MutableStringTensor;
import dev.unitstr.tensor.StringKind;
import dev.unitstr.tensor.StringTensor;
import dev.unitstr.tensor.StringTensorBuilder;
import dev.unitstr.tensor.TensorFormatException;
import dev.unitstr.tensor.TensorFormatException.Code;
import dev.unitstr.tensor.TensorFormatException.Field;
import dev.unitstr.tensor.TensorLayout;
import dev.unitstr.tensor.TensorLayout.Format;
import dev.unitstr.tensor.TensorLayout.ViewAbi;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.Objects;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** Collects the strings of a tensor; {@link TensorPlan} measures them, {@link OwnedTensorWriter} writes them. */
public final class RegionTensorBuilder implements StringTensorBuilder {
    private static final int FIRST_ROOM = 16;

    private final RegionStrings strings;
    private final TensorLayout layout;
    private StringKind kind;
    private boolean hasOwner;
    private boolean shortAsSmall;
    /** The capacity that was asked for in bytes; negative for the size of the longest string. */
    private int capacity = -1;

    private Charset charset = StandardCharsets.UTF_8;
    private MalformedPolicy policy = MalformedPolicy.REPLACE;
    private boolean nullsAsEmpty;

    /** For each string, at most one of {@code texts} and {@code raw} is not null. */
    private @Nullable String[] texts = new String[FIRST_ROOM];

    private byte @Nullable [] @Nullable [] raw;
    private int size;

    /**
     * Returns a builder as an object of this class.
     *
     * @param builder the argument {@code builder} of the caller
     * @return the builder
     * @throws NullPointerException if {@code builder} is null
     * @throws IllegalArgumentException if unitstr did not create {@code builder}
     */
    public static RegionTensorBuilder ours(StringTensorBuilder builder) {
        return Ours.cast(RegionTensorBuilder.class, builder, "builder");
    }

    /**
     * Creates a builder.
     *
     * @param strings the string operations
     * @param layout the layout
     */
    public RegionTensorBuilder(RegionStrings strings, TensorLayout layout) {
        this.strings = strings;
        this.layout = Objects.requireNonNull(layout, "layout");
        this.kind = isTable(layout) ? StringKind.PLAIN : StringKind.OFFSET;
    }

    /**
     * Implements {@link StringTensorBuilder#of}.
     *
     * @param layout the layout
     * @return a new builder
     */
    public static RegionTensorBuilder of(TensorLayout layout) {
        return new RegionTensorBuilder(RegionStrings.chosen(), layout);
    }

    /**
     * Implements {@link MutableStringTensor#preallocate} for any memory.
     *
     * @param memory the memory
     * @param count the number of elements
     * @param room the capacity of each element in bytes
     * @param layout the layout of the elements
     * @return the tensor
     */
    public static RegionMutableTensor preallocate(TensorMemory memory, int count, int room, TensorLayout layout) {
        Checks.fits(RegionMutableTensor.preallocatedBytes(count, room, layout), memory.region());
        String[] empty = new String[count];
        Arrays.fill(empty, "");
        Bindings.tensorCalls(memory.binding()); // throws if the binding cannot change elements
        new RegionTensorBuilder(memory.strings(), layout)
                .kind(StringKind.PREALLOC)
                .capacity(room)
                .addAll(empty)
                .writeTo(memory.region(), null, 0);
        return RegionMutableTensor.of(memory, count, layout);
    }

    private static boolean isTable(TensorLayout layout) {
        return layout.format() == Format.TF_LEGACY || layout.format() == Format.TFLITE;
    }

    @Override
    public RegionTensorBuilder kind(StringKind kind) {
        Objects.requireNonNull(kind, "kind");
        boolean there = switch (kind) {
            case PLAIN -> isTable(layout);
            case OFFSET -> !isTable(layout);
            case LARGE, VIEW -> layout.format() == Format.TF24;
            case PREALLOC -> layout.format() == Format.RFC16 || layout.format() == Format.RFC24;
            case SMALL -> false;
        };
        if (!there) {
            throw new IllegalArgumentException("kind is " + kind + ": cannot be written in " + layout.format());
        }
        this.kind = kind;
        this.hasOwner = false;
        this.shortAsSmall = false;
        return this;
    }

    @Override
    public RegionTensorBuilder shortAsSmall() {
        if (kind != StringKind.OFFSET) {
            throw new IllegalArgumentException(
                    "kind is " + kind + ": only elements of kind OFFSET can be mixed with short strings of kind SMALL");
        }
        this.shortAsSmall = true;
        return this;
    }

    @Override
    public RegionTensorBuilder ownedViews() {
        if (layout.format() != Format.TF24 || layout.viewAbi() != ViewAbi.FROM_2_21) {
            throw new IllegalArgumentException(
                    "layout is " + layout + ": views have an owner only in TensorLayout.TF24_FROM_2_21");
        }
        kind(StringKind.VIEW);
        this.hasOwner = true;
        return this;
    }

    @Override
    public RegionTensorBuilder capacity(int bytes) {
        this.capacity = TensorPlan.checkCapacity("bytes", bytes);
        return this;
    }

    @Override
    public RegionTensorBuilder charset(Charset charset) {
        RegionStrings.checkEncodes(Encoding.of(Objects.requireNonNull(charset, "charset")), charset);
        this.charset = charset;
        return this;
    }

    @Override
    public RegionTensorBuilder policy(MalformedPolicy policy) {
        this.policy = Objects.requireNonNull(policy, "policy");
        return this;
    }

    @Override
    public RegionTensorBuilder nullsAsEmpty() {
        this.nullsAsEmpty = true;
        return this;
    }

    @Override
    public RegionTensorBuilder add(@Nullable CharSequence text) {
        String string = text == null ? null : text.toString(); // may throw, or add strings itself
        room(1);
        texts[size++] = string;
        return this;
    }

    @Override
    public RegionTensorBuilder add(byte @Nullable [] bytes) {
        room(1);
        raw()[size++] = bytes;
        return this;
    }

    @Override
    public RegionTensorBuilder addAll(@Nullable String... strings) {
        room(Objects.requireNonNull(strings, "strings").length);
        System.arraycopy(strings, 0, texts, size, strings.length);
        size += strings.length;
        return this;
    }

    @Override
    public RegionTensorBuilder addAll(Collection<? extends @Nullable CharSequence> texts) {
        for (CharSequence text : Objects.requireNonNull(texts, "texts")) {
            add(text);
        }
        return this;
    }

    @Override
    public RegionTensorBuilder addAll(byte @Nullable [][] strings) {
        room(Objects.requireNonNull(strings, "strings").length);
        System.arraycopy(strings, 0, raw(), size, strings.length);
        size += strings.length;
        return this;
    }

    @Override
    public RegionTensorBuilder addAll(StringTensor tensor) {
        return addAll(Objects.requireNonNull(tensor, "tensor").toByteArrays());
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public long byteSize() {
        return plan().bytes();
    }

    @Override
    public ByteBuffer build(IntFunction<ByteBuffer> allocator) {
        Objects.requireNonNull(allocator, "allocator");
        TensorPlan plan = plan();
        if (plan.bytes() > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("the tensor has " + plan.bytes() + " bytes: more than "
                    + Integer.MAX_VALUE + ", the maximum size of a buffer");
        }
        checkNoAddresses("a buffer");
        int bytes = (int) plan.bytes();
        ByteBuffer buffer = Objects.requireNonNull(allocator.apply(bytes), "the allocator's buffer");
        if (buffer.capacity() < bytes) {
            throw new IllegalArgumentException("the allocator's buffer has a capacity of " + buffer.capacity()
                    + " bytes: less than the requested " + bytes);
        }
        buffer.clear().limit(bytes);
        BufferRegion memory = new BufferRegion(buffer);
        memory.checkWritable();
        write(plan, memory, 0);
        return buffer;
    }

    @Override
    public int writeTo(ByteBuffer memory, int index) {
        return (int) writeTo(new BufferRegion(Objects.requireNonNull(memory, "memory")), "index", index);
    }

    @Override
    public long writeTo(NativeMemory memory) {
        return writeTo(BufferTexts.region(Objects.requireNonNull(memory, "memory")), null, 0);
    }

    /**
     * Writes the tensor to any region.
     *
     * @param memory the memory
     * @param place the caller's name for {@code offset}, for messages; null if the caller has none, and it is 0
     * @param offset the start of the tensor in bytes
     * @return the number of bytes written
     */
    public long writeTo(Region memory, @Nullable String place, long offset) {
        memory.checkWritable();
        TensorPlan plan = plan();
        if (place == null) {
            Checks.fits(plan.bytes(), memory);
        } else {
            Checks.bytes(place, offset, plan.bytes(), memory);
        }
        if (kind.isAddress() && !memory.isAddress()) {
            if (memory instanceof BufferRegion) {
                checkNoAddresses("a buffer");
            }
            memory.address(); // throws if the region has no address, naming the reason
        }
        write(plan, memory, offset);
        return plan.bytes();
    }

    private void checkNoAddresses(String where) {
        if (kind.isAddress()) {
            throw new IllegalArgumentException("elements of kind " + kind + " contain addresses, and the address of "
                    + where + " is unknown; pass an address, or a native segment");
        }
    }

    @Override
    public long writeFile(Path file) throws IOException {
        Objects.requireNonNull(file, "file");
        checkNoAddresses("a file");
        TensorPlan plan = plan();
        TensorFiles.replace(file, channel -> {
            try {
                write(plan, new TensorFiles.FileRegion(channel, plan.bytes()), 0);
            } catch (UncheckedIOException e) {
                throw e.getCause();
            }
        });
        return plan.bytes();
    }

    /**
     * Measures the tensor.
     *
     * @return the plan for writing it
     */
    public TensorPlan plan() {
        @Nullable String[] copy = Arrays.copyOf(texts, size);
        byte @Nullable [] @Nullable [] bytes = raw == null ? null : raw();
        checkNulls(copy, bytes);
        StringSource source = new StringSource(strings, copy, bytes, charset, policy);
        return new TensorPlan(layout, kind, shortAsSmall, hasOwner, capacity, source);
    }

    /**
     * Writes a tensor.
     *
     * @param plan the result of {@link #plan}
     * @param region the target region, which is large enough
     * @param offset the start of the tensor in bytes
     */
    public void write(TensorPlan plan, Region region, long offset) {
        boolean owned = plan.kind == StringKind.LARGE || plan.hasOwner;
        if (owned) {
            Bindings.tensorCalls(strings.binding()); // throws if the binding cannot change elements
        }
        TensorMemory memory = new TensorMemory(region, strings);
        memory.checkAccess(offset, plan.bytes());
        if (!owned) {
            long address = plan.kind.isAddress() ? region.address() + offset : 0;
            new TensorWriter(plan, memory, offset, new TensorWriter.Data(memory, offset, address, 0)).write();
        } else if (plan.hasOwner) {
            new OwnedTensorWriter(plan, memory, offset).writeViews();
        } else {
            new OwnedTensorWriter(plan, memory, offset).writeLarge();
        }
    }

    private void checkNulls(@Nullable String[] texts, byte @Nullable [] @Nullable [] raw) {
        for (int i = 0; i < texts.length; i++) {
            if (texts[i] == null && (raw == null || raw[i] == null)) {
                if (!nullsAsEmpty) {
                    throw new TensorFormatException(
                            Code.NULL_ELEMENT,
                            i,
                            Field.TEXT,
                            "it is null, which a tensor cannot contain; nullsAsEmpty() writes an empty string instead");
                }
                texts[i] = ""; // the array is a private copy
            }
        }
    }

    private byte @Nullable [][] raw() {
        byte @Nullable [] @Nullable [] there = raw;
        if (there == null || there.length < texts.length) {
            raw = there = there == null ? new byte[texts.length][] : Arrays.copyOf(there, texts.length);
        }
        return there;
    }

    private void room(int more) {
        int least = Math.addExact(size, more);
        if (least > texts.length) {
            texts = Arrays.copyOf(texts, (int) Math.max(least, Math.min(Integer.MAX_VALUE - 8, 2L * texts.length)));
        }
    }
}
