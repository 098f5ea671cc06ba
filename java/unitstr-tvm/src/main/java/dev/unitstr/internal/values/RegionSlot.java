package dev.unitstr.internal.values;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.Surrogates;
import dev.unitstr.Ucs4String;
import dev.unitstr.internal.memory.ArrayRegion;
import dev.unitstr.internal.memory.BufferRegion;
import dev.unitstr.internal.memory.Region;
import dev.unitstr.internal.text.RegionStrings;
import dev.unitstr.tvm.DataType;
import dev.unitstr.tvm.Device;
import dev.unitstr.tvm.ListValue;
import dev.unitstr.tvm.MapValue;
import dev.unitstr.tvm.TensorValue;
import dev.unitstr.tvm.TvmFunction;
import dev.unitstr.tvm.TvmModule;
import dev.unitstr.tvm.ValueError;
import dev.unitstr.tvm.ValueKind;
import dev.unitstr.tvm.ValueLimits;
import dev.unitstr.values.Dialect;
import dev.unitstr.values.Slot;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A slot in a region. Each operation reads the slot once, and works on that copy. */
public class RegionSlot implements Slot {
    /** The region of slots that cannot be written, whose bits are elsewhere. */
    private static final Region READ_ONLY =
            new BufferRegion(ByteBuffer.allocate(TvmSlots.SLOT).asReadOnlyBuffer());

    private static final Set<Tag.Kind> INTS = EnumSet.of(Tag.Kind.INT, Tag.Kind.BOOL);
    private static final Set<Tag.Kind> NUMBERS = EnumSet.of(Tag.Kind.INT, Tag.Kind.BOOL, Tag.Kind.FLOAT);
    private static final Set<Tag.Kind> HANDLES = EnumSet.of(Tag.Kind.HANDLE);

    private final @Nullable ValueContext context;
    /** The memory. */
    protected final Region region;
    /** The offset of the slot in the region, in bytes. */
    protected final long offset;

    private final int bytes;

    /**
     * Constructs a slot.
     *
     * @param context the context; null only if {@link #context()} is overridden
     * @param region the memory
     * @param offset the offset of the slot in the region, in bytes
     * @param bytes the size of the slot in bytes, already checked
     */
    protected RegionSlot(@Nullable ValueContext context, Region region, long offset, int bytes) {
        this.context = context;
        this.region = region;
        this.offset = offset;
        this.bytes = bytes;
    }

    /** Constructs a slot of libtvm_ffi that cannot be written. The subclass overrides {@link #context()} and bits(). */
    RegionSlot() {
        this(null, READ_ONLY, 0, TvmSlots.SLOT);
    }

    ValueContext context() {
        return Objects.requireNonNull(context);
    }

    private SlotFormat format() {
        return context().format;
    }

    private Reach reach() {
        return context().reach;
    }

    private RegionStrings strings() {
        return reach().strings();
    }

    /** Keeps the memory that the slot refers to alive until {@link #exit}. */
    void enter() {
        context().enter();
    }

    /** Ends one {@link #enter}. */
    void exit() {
        context().exit();
    }

    /**
     * Performs an operation that may read memory to which the slot refers. Operations that are often called capture no
     * variable, so that they allocate nothing.
     */
    private <T> T reading(Function<RegionSlot, T> operation) {
        enter();
        try {
            return operation.apply(this);
        } finally {
            exit();
        }
    }

    /** Throws if bytes that the slot refers to may not be read. */
    void check(long address, long bytes) {
        reach().memory().find(address, bytes);
    }

    Tag tag() {
        return format().read(bits());
    }

    @Override
    public Dialect dialect() {
        return format().dialect;
    }

    @Override
    public int slotBytes() {
        return bytes;
    }

    @Override
    public int inlineBytes() {
        return format().room(bytes);
    }

    @Override
    public byte[] bits() {
        context().check();
        byte[] slot = new byte[bytes];
        AddressSpace.read(strings(), region, offset, slot, bytes);
        return slot;
    }

    @Override
    public int code() {
        return Bits.i32(bits(), format().codeAt);
    }

    @Override
    public ValueKind kind() {
        return reading(slot -> Formats.kind(slot.reach(), slot.tag()));
    }

    @Override
    public boolean isNull() {
        return tag().kind() == Tag.Kind.NULL;
    }

    @Override
    public boolean isView() {
        return tag().isView();
    }

    @Override
    public boolean ownsMemory() {
        return format().owns(bits());
    }

    private Tag object() {
        return only(Tag.Kind.OBJECT, tag());
    }

    private Tag only(Tag.Kind kind, Tag tag) {
        return required(kind.toString(), tag.kind() == kind ? tag : null, tag);
    }

    @Override
    public long objectAddress() {
        return object().word();
    }

    @Override
    public int objectCode() {
        return reading(slot -> SlotFormat.codeOf(slot.reach(), slot.object()));
    }

    /**
     * Returns what was found. Throws if that is null, because the value is of another kind. The message names the object
     * type in the slot; no header is read for it.
     */
    private <T> T required(String wanted, @Nullable T found, Tag tag) {
        if (found == null) {
            boolean named = tag.kind() == Tag.Kind.OBJECT && tag.code() != Tag.UNNAMED;
            throw FormatErrors.kind(wanted, named ? Formats.kind(reach(), tag) : tag.kind());
        }
        return found;
    }

    // Numbers

    private Tag plain(String wanted, Set<Tag.Kind> kinds) {
        Tag tag = tag();
        Tag found = tag.refers() ? reading(slot -> Formats.plain(slot.reach(), tag)) : Formats.plain(reach(), tag);
        Tag plain = required(wanted, found, tag);
        if (!kinds.contains(plain.kind())) {
            throw FormatErrors.kind(wanted, plain.kind());
        }
        return plain;
    }

    @Override
    public long asLong() {
        return plain("int", INTS).word();
    }

    @Override
    public double asDouble() {
        Tag plain = plain("float", NUMBERS);
        return plain.kind() == Tag.Kind.FLOAT ? Double.longBitsToDouble(plain.word()) : plain.word();
    }

    @Override
    public boolean asBoolean() {
        return plain("bool", INTS).word() != 0;
    }

    @Override
    public long asHandle() {
        return plain("handle", HANDLES).word();
    }

    /** Returns the contents of the slot, or of the wider slot that it refers to. */
    Tag wideTag() {
        Tag tag = tag();
        return tag.kind() == Tag.Kind.WIDE ? Rfc97Slots.widen(reach(), tag) : tag;
    }

    @Override
    public DataType asDataType() {
        return only(Tag.Kind.DATA_TYPE, wideTag()).dataType();
    }

    @Override
    public Device asDevice() {
        return only(Tag.Kind.DEVICE, wideTag()).device();
    }

    // Text

    private TextPlace text() {
        Tag tag = tag();
        return required("text", Formats.text(reach(), tag), tag);
    }

    @Override
    public String asString(MalformedPolicy policy) {
        enter();
        try {
            Objects.requireNonNull(policy, "policy");
            return ValueTexts.string(strings(), text(), policy);
        } finally {
            exit();
        }
    }

    @Override
    public byte[] asBytes() {
        return reading(slot -> ValueTexts.bytes(slot.strings(), slot.text()));
    }

    @Override
    public int byteLength() {
        return reading(RegionSlot::text).bytes();
    }

    /**
     * Returns the location of the text for a view of it; of a copy, if the lifetime of the text may end before that of
     * the view.
     *
     * @return the location
     */
    public final TextPlace place() {
        if (context().isLimited()) {
            byte[] bytes = asBytes();
            return new TextPlace(ValueKind.BYTES, new ArrayRegion(bytes), 0, bytes.length, false);
        }
        TextPlace text = text();
        return text.inline() ? new TextPlace(text.kind(), region, offset + text.offset(), text.bytes(), true) : text;
    }

    @Override
    public ByteBuffer stringBuffer() {
        return context().view(place());
    }

    @Override
    public Ucs4String asUcs4(MalformedPolicy policy, Surrogates surrogates) {
        enter();
        try {
            Objects.requireNonNull(policy, "policy");
            Objects.requireNonNull(surrogates, "surrogates");
            return ValueTexts.ucs4(strings(), text(), policy, surrogates);
        } finally {
            exit();
        }
    }

    // Comparison

    /** Returns what the value is compared by. */
    final Object content() {
        return reading(Content::of);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other || other instanceof RegionSlot that && content().equals(that.content());
    }

    @Override
    public int hashCode() {
        return content().hashCode();
    }

    // Containers

    @Override
    public ListValue asList() {
        return reading(slot -> Rfc97ListView.of(slot.context(), slot.wideTag()));
    }

    @Override
    public MapValue asMap() {
        return reading(slot -> new TvmMapView(slot.context().with(Dialect.TVM_FFI), slot.tag()));
    }

    @Override
    public ValueError asError() {
        return reading(slot -> TvmError.of(slot.reach(), slot.tag()));
    }

    @Override
    public TvmFunction asFunction() {
        return reading(RegionSlot::function);
    }

    private TvmFunction function() {
        Tag tag = tag();
        TvmError.check(reach(), tag, "function", TvmSlots.FUNCTION, TvmSlots.FUNCTION);
        return BoundFunction.retained(runtime(), tag.word());
    }

    private BoundRuntime runtime() {
        BoundRuntime runtime = context().runtime;
        if (runtime == null) {
            throw new UnsupportedOperationException(
                    "the value does not belong to a runtime: only results, arguments and"
                            + " their elements have functions that can be called");
        }
        return runtime;
    }

    @Override
    public TensorValue asTensor() {
        return reading(TvmTensor::new);
    }

    @Override
    public TvmModule asModule() {
        return reading(RegionSlot::module);
    }

    private TvmModule module() {
        TvmError.check(reach(), tag(), "module", TvmSlots.MODULE, TvmSlots.MODULE);
        return new BoundModule(runtime(), null, null, OwnedSlot.retain(this));
    }

    @Override
    public @Nullable Object toJava(ValueLimits limits) {
        return reading(
                slot -> new JavaCopy(slot.context(), Objects.requireNonNull(limits, "limits")).copy(slot.bits()));
    }

    // Writing

    final void write(Tag tag) {
        region.checkWritable();
        AddressSpace.write(strings(), format().write(bytes, tag), region, offset);
    }

    private void writeText(Tag.Kind kind, byte[] text) {
        writeText(Tag.text(kind, text, 0, text.length));
    }

    private void writeText(Tag text) {
        region.checkWritable();
        Tag tag = text;
        if (text.length() > inlineBytes()) {
            if (text.kind() == Tag.Kind.UCS4 && dialect() == Dialect.TVM_FFI) {
                throw FormatErrors.notHere(dialect(), text);
            }
            Tag boxed = context().boxed(text);
            tag = boxed != null ? boxed : text;
        }
        write(tag);
    }

    @Override
    public void setBits(byte[] bits) {
        if (Objects.requireNonNull(bits, "bits").length != bytes) {
            throw FormatErrors.slot(bits.length, bytes);
        }
        byte[] slot = bits.clone();
        format().read(slot);
        region.checkWritable();
        AddressSpace.write(strings(), slot, region, offset);
    }

    @Override
    public void setNull() {
        write(Tag.word(Tag.Kind.NULL, 0));
    }

    @Override
    public void set(long value) {
        write(Tag.word(Tag.Kind.INT, value));
    }

    @Override
    public void set(double value) {
        write(Tag.word(Tag.Kind.FLOAT, Double.doubleToRawLongBits(value)));
    }

    @Override
    public void set(boolean value) {
        write(Tag.word(Tag.Kind.BOOL, value ? 1 : 0));
    }

    @Override
    public void set(CharSequence text, MalformedPolicy policy) {
        String string = Objects.requireNonNull(text, "text").toString();
        writeText(Tag.Kind.STRING, strings().encode(string, StandardCharsets.UTF_8, 0, string.length(), policy));
    }

    @Override
    public void setUtf8(byte[] utf8) {
        writeText(Tag.Kind.STRING, Objects.requireNonNull(utf8, "utf8").clone());
    }

    /**
     * Writes a copy of a value.
     *
     * @return null; or, for a counted object, which is not written, the contents of its slot
     */
    final @Nullable Tag setCopy(RegionSlot given) {
        given.enter();
        try {
            Tag tag = given.wideTag();
            Tag plain = Formats.plain(given.reach(), tag);
            boolean isWhole = switch (tag.kind()) {
                case NULL, DATA_TYPE, DEVICE -> true;
                case OTHER -> !given.ownsMemory();
                default -> false;
            };
            TextPlace text = plain != null ? null : Formats.text(given.reach(), tag);
            if (plain != null) {
                write(plain);
            } else if (text != null) {
                writeText(ValueTexts.tag(strings(), text));
            } else if (tag.kind() == Tag.Kind.OBJECT) {
                return tag;
            } else if (isWhole) {
                write(tag);
            } else {
                throw FormatErrors.borrowed(tag);
            }
            return null;
        } finally {
            given.exit();
        }
    }

    @Override
    public long asObject() {
        enter();
        try {
            Tag tag = wideTag();
            return tag.kind() == Tag.Kind.OBJECT && tag.owner() == dialect() ? tag.word() : context.object(tag);
        } finally {
            exit();
        }
    }

    @Override
    public void set(@Nullable Object value) {
        if (!setIfValue(value)) {
            throw FormatErrors.noValue("value", Objects.requireNonNull(value), FormatErrors.SLOT_VALUES);
        }
    }

    /** Performs {@link #set(Object)}. Returns false if the class of the object is not supported. */
    final boolean setIfValue(@Nullable Object value) {
        if (value == null) {
            setNull();
        } else if (value instanceof CharSequence text) {
            set(text, MalformedPolicy.REPLACE);
        } else if (value instanceof Character text) {
            set(text.charValue());
        } else if (value instanceof Long
                || value instanceof Integer
                || value instanceof Short
                || value instanceof Byte) {
            set(((Number) value).longValue());
        } else if (value instanceof BigInteger number) {
            if (number.bitLength() >= Long.SIZE) {
                throw new IllegalArgumentException("a BigInteger of " + number.bitLength()
                        + " bits and a sign: an int has 63 and a sign; pass its text or its bytes");
            }
            set(number.longValue());
        } else if (value instanceof Double || value instanceof Float) {
            set(((Number) value).doubleValue());
        } else if (value instanceof Boolean truth) {
            set(truth.booleanValue());
        } else if (value instanceof byte[] binary) {
            writeText(Tag.Kind.BYTES, binary.clone());
        } else if (value instanceof ByteBuffer buffer) {
            writeText(Tag.Kind.BYTES, bytes(buffer));
        } else if (value instanceof Ucs4String text) {
            writeText(Tag.Kind.UCS4, ValueTexts.bytes(text));
        } else if (value instanceof DataType type) {
            write(Tag.of(type));
        } else if (value instanceof Device device) {
            write(Tag.of(device));
        } else if (value instanceof RegionSlot given) {
            Tag object = setCopy(given);
            if (object != null) {
                throw FormatErrors.borrowed(object);
            }
        } else if (value instanceof OwnList list) {
            write(Tag.object(Dialect.RFC97, Rfc97Slots.LIST, list.address()));
        } else {
            return false;
        }
        return true;
    }

    /** Copies the bytes between a buffer's position and its limit. */
    static byte[] bytes(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.get(buffer.position(), bytes);
        return bytes;
    }

    @Override
    public void setHandle(long address) {
        write(Tag.word(Tag.Kind.HANDLE, address));
    }

    @Override
    public void setCString(long address) {
        write(Tag.word(Tag.Kind.C_STRING, address));
    }

    @Override
    public void setByteArray(long address) {
        write(Tag.word(dialect() == Dialect.MATX ? Tag.Kind.TEXT_ARRAY : Tag.Kind.BYTE_ARRAY, address));
    }

    @Override
    public void setObject(int code, long address) {
        write(Tag.object(dialect(), code, address));
    }

    @Override
    public void setWide(long address, int inlineBytes) {
        write(Tag.sized(Tag.Kind.WIDE, address, 0, inlineBytes));
    }

    private void checkHint() {
        if (dialect() != Dialect.RFC97) {
            throw FormatErrors.notHere(dialect() + " has no capacity hint");
        }
    }

    @Override
    public void offer() {
        checkHint();
        write(Tag.sized(Tag.Kind.NULL, 0, 0, inlineBytes()));
    }

    @Override
    public int offered() {
        checkHint();
        byte[] slot = bits();
        Tag tag = format().read(slot);
        if (tag.kind() != Tag.Kind.NULL) {
            throw FormatErrors.kind("null", tag.kind());
        }
        return Rfc97Slots.offeredBy(Bits.i32(slot, 4));
    }

    /** Returns the kind, and as much of the content as fits into one line. */
    @Override
    public String toString() {
        try {
            return reading(RegionSlot::described);
        } catch (RuntimeException e) {
            return "unreadable value of " + dialect() + ": " + e.getMessage();
        }
    }

    private String described() {
        ValueKind kind = kind();
        return switch (kind) {
            case INT -> "int " + asLong();
            case FLOAT -> "float " + asDouble();
            case BOOL -> "bool " + asBoolean();
            case HANDLE -> "handle 0x" + Long.toHexString(asHandle());
            case DATA_TYPE -> kind + " " + asDataType();
            case DEVICE -> kind + " " + asDevice();
            case STRING, UCS4 -> kind + " " + ValueTexts.shown(strings(), text());
            case BYTES -> "binary of " + text().bytes() + " bytes";
            case ARRAY, LIST ->
                dialect() == Dialect.MATX ? kind.toString() : kind + " of " + asList().size() + " elements";
            case MAP, DICT -> dialect() == Dialect.MATX ? kind.toString() : kind + " of " + asMap().size() + " pairs";
            case ERROR ->
                kind + " "
                        + ValueTexts.shortened(
                                asError().kind() + ": " + asError().message());
            case OBJECT -> kind + " of type " + objectCode();
            default -> kind.toString();
        };
    }

    /** Creates a slot with its own memory from a copy, for example an element of a container. */
    static RegionSlot copy(ValueContext context, byte[] slot) {
        return context.make(new ArrayRegion(slot), 0, slot.length);
    }
}
