package dev.unitstr.internal.values;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.Surrogates;
import dev.unitstr.Ucs4String;
import dev.unitstr.internal.binding.TextErrors;
import dev.unitstr.internal.binding.ValueCalls;
import dev.unitstr.internal.memory.ArrayRegion;
import dev.unitstr.internal.text.ArrayUcs4;
import dev.unitstr.internal.text.RegionStrings;
import dev.unitstr.tvm.ValueKind;
import dev.unitstr.values.Dialect;
import dev.unitstr.values.OldTvmArguments;
import dev.unitstr.values.Slot;
import dev.unitstr.values.ValueMemory;
import java.lang.ref.Reference;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The arguments of old TVM: {@code rust/unitstr-values/src/d4a.rs}. */
public final class OldArguments implements OldTvmArguments {
    private static final int OBJECT = 8;
    private static final int MODULE = 9;
    private static final int FUNCTION = 10;
    private static final int STR = 11;
    private static final int BYTES = 12;
    private static final int ND_ARRAY = 13;

    private static final int LEAST = 8;

    private final ValueContext context;
    private final GrowingMemory store;
    private final boolean bools;
    private final Runnable end;
    private int size;
    private int capacity;
    private long codes;
    private long values;

    /**
     * Constructs empty arguments.
     *
     * @param context the context of {@code store}
     * @param store the memory for all arguments
     * @param bools whether the function supports bool arguments
     * @param end frees the memory
     */
    public OldArguments(ValueContext context, GrowingMemory store, boolean bools, Runnable end) {
        this.context = context;
        this.store = store;
        this.bools = bools;
        this.end = end;
        grow();
    }

    /**
     * Performs {@link OldTvmArguments#create}.
     *
     * @param bools whether the function supports bool arguments
     * @return the arguments
     */
    public static OldArguments create(boolean bools) {
        RegionStrings strings = RegionStrings.chosen();
        ValueCalls calls = strings.binding().valueCalls();
        if (calls == null) {
            throw TextErrors.missing(strings.binding(), "arguments in native memory");
        }
        AllocatedMemory memory = new AllocatedMemory(calls);
        OwnedLifetime life = new OwnedLifetime("the arguments are closed", memory.release());
        ValueContext context = new ValueContext(Dialect.RFC97, memory, strings, memory, life);
        return new OldArguments(context, memory, bools, life::close);
    }

    private void write(long address, byte[] bytes) {
        context.reach.memory().write(context.reach.strings(), address, bytes);
    }

    private void grow() {
        int more = Math.max(LEAST, Math.multiplyExact(capacity, 2));
        long larger = store.allocate((long) more * Long.BYTES).address();
        long codesToo = store.allocate((long) more * Integer.BYTES).address();
        write(larger, context.reach.bytes(values, size * Long.BYTES));
        write(codesToo, context.reach.bytes(codes, size * Integer.BYTES));
        values = larger;
        codes = codesToo;
        capacity = more;
    }

    @Override
    public void add(@Nullable Object value) {
        if (size == capacity) {
            grow();
        }
        if (value instanceof CharSequence || value instanceof Character) {
            String text = value.toString();
            RegionStrings strings = context.reach.strings();
            text(strings.encode(text, StandardCharsets.UTF_8, 0, text.length(), MalformedPolicy.REPLACE));
        } else if (value instanceof byte[] bytes) {
            binary(bytes);
        } else if (value instanceof Ucs4String text) {
            text(text.toUtf8(MalformedPolicy.REPLACE, Surrogates.MALFORMED));
        } else if (value instanceof RegionSlot pad) {
            add(pad);
        } else {
            RegionSlot pad = context.make(new ArrayRegion(new byte[Rfc97Slots.SLOT]), 0, Rfc97Slots.SLOT);
            pad.set(value);
            add(pad);
        }
        Reference.reachabilityFence(this);
    }

    private void add(RegionSlot pad) {
        Tag tag = pad.wideTag();
        int code = (tag.kind == Tag.Kind.BOOL && !bools ? Tag.Kind.INT : tag.kind).code(Tag.OLD_TVM);
        if (code != Tag.NONE) {
            put(code, tag.word);
            return;
        }
        TextPlace text = pad.textOf(tag);
        if (text != null) {
            text(pad, text);
        } else if (tag.kind == Tag.Kind.OBJECT) {
            put(object(tag), tag.word);
        } else {
            throw FormatErrors.notHere(Dialect.RFC97, tag);
        }
    }

    private void text(RegionSlot pad, TextPlace text) {
        byte[] bytes = ValueTexts.bytes(pad.context().reach.strings(), text);
        if (text.kind() == ValueKind.BYTES) {
            binary(bytes);
        } else if (text.kind() == ValueKind.UCS4) {
            text(ArrayUcs4.ofUtf32(ValueTexts.units(bytes), MalformedPolicy.REPLACE, Surrogates.MALFORMED)
                    .toUtf8(MalformedPolicy.REPLACE, Surrogates.MALFORMED));
        } else {
            text(bytes);
        }
    }

    private static int object(Tag tag) {
        if (tag.of != Dialect.RFC97) {
            return OBJECT;
        }
        return switch (tag.code) {
            case 1 -> MODULE;
            case 2 -> FUNCTION;
            case 3 -> ND_ARRAY;
            default -> OBJECT;
        };
    }

    private void text(byte[] utf8) {
        for (byte each : utf8) {
            if (each == 0) {
                binary(utf8);
                return;
            }
        }
        put(STR, keep(utf8));
    }

    private void binary(byte[] bytes) {
        byte[] pair = new byte[2 * Long.BYTES];
        Bits.put(pair, 0, keep(bytes));
        Bits.put(pair, Long.BYTES, (long) bytes.length);
        long address = store.allocate(pair.length).address();
        write(address, pair);
        put(BYTES, address);
    }

    /** Stores a copy followed by a zero byte. */
    private long keep(byte[] bytes) {
        long address = store.allocate(bytes.length + 1L).address();
        write(address, bytes);
        return address;
    }

    private void put(int code, long word) {
        byte[] four = new byte[Integer.BYTES];
        Bits.put(four, 0, code);
        byte[] eight = new byte[Long.BYTES];
        Bits.put(eight, 0, word);
        write(codes + (long) size * Integer.BYTES, four);
        write(values + (long) size * Long.BYTES, eight);
        size++;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public int code(int index) {
        Objects.checkIndex(index, size);
        byte[] code = context.reach.bytes(codes + (long) index * Integer.BYTES, Integer.BYTES);
        Reference.reachabilityFence(this); // owns the memory
        return Bits.i32(code, 0);
    }

    @Override
    public long word(int index) {
        Objects.checkIndex(index, size);
        byte[] word = context.reach.bytes(values + (long) index * Long.BYTES, Long.BYTES);
        Reference.reachabilityFence(this);
        return Bits.i64(word, 0);
    }

    @Override
    public long codes() {
        return codes;
    }

    @Override
    public long values() {
        return values;
    }

    @Override
    public void close() {
        end.run();
    }

    /**
     * Performs {@link OldTvmArguments#read}.
     *
     * @param code the type code
     * @param word the value
     * @param memory the memory that may be read
     * @return the value
     */
    public static Slot read(int code, long word, ValueMemory memory) {
        Tag.Kind kind = Tag.Kind.of(Tag.OLD_TVM, code);
        Tag tag = kind != null
                ? Tag.word(kind, word)
                : switch (code) {
                    case OBJECT -> Tag.object(Dialect.RFC97, Tag.UNNAMED, word);
                    case MODULE -> Tag.object(Dialect.RFC97, 1, word);
                    case FUNCTION -> Tag.object(Dialect.RFC97, 2, word);
                    case ND_ARRAY -> Tag.object(Dialect.RFC97, 3, word);
                    default -> throw FormatErrors.code(code, 0, 0);
                };
        byte[] slot = Rfc97Slots.FORMAT.write(Rfc97Slots.SLOT, tag);
        return RegionSlot.copy(ValueContext.of(Dialect.RFC97, memory), slot);
    }
}
