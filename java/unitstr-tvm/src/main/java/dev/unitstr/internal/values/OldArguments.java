package dev.unitstr.internal.values;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.Surrogates;
import dev.unitstr.Ucs4String;
import dev.unitstr.internal.binding.Bindings;
import dev.unitstr.internal.binding.ValueCalls;
import dev.unitstr.internal.text.Checks;
import dev.unitstr.internal.text.RegionStrings;
import dev.unitstr.values.Dialect;
import dev.unitstr.values.OldTvmArguments;
import dev.unitstr.values.Slot;
import dev.unitstr.values.ValueMemory;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The arguments of a call of old TVM: values of eight bytes, and a type code for each in another array. */
public final class OldArguments implements OldTvmArguments {
    private static final int STR = 11;
    private static final int BYTES = 12;
    /**
     * The type codes of objects. At index 1 to 3, those of the types that RFC 97 has too, by their codes there; at index
     * 0, that of all other types.
     */
    private static final List<Integer> OBJECTS = List.of(8, 9, 10, 13);

    private static final int LEAST = 8;

    private final ValueContext context;
    private final boolean bools;
    private int size;
    private int capacity;
    private long codes;
    private long values;

    /**
     * Constructs empty arguments.
     *
     * @param context a context that stores objects, in memory for all arguments
     * @param bools whether the function supports bool arguments
     */
    public OldArguments(ValueContext context, boolean bools) {
        this.context = context;
        this.bools = bools;
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
            throw Bindings.missing(strings.binding(), "arguments in native memory");
        }
        return new OldArguments(ValueContext.allocating(calls, strings, "the arguments are closed"), bools);
    }

    private void grow() {
        int more = Math.max(LEAST, Math.multiplyExact(capacity, 2));
        long larger = context.allocate((long) more * Long.BYTES);
        long codesToo = context.allocate((long) more * Integer.BYTES);
        if (capacity >= more) {
            return; // the arena, which may be user code, has added arguments
        }
        context.write(larger, context.read(values, size * Long.BYTES));
        context.write(codesToo, context.read(codes, size * Integer.BYTES));
        values = larger;
        codes = codesToo;
        capacity = more;
    }

    @Override
    public void add(@Nullable Object value) {
        context.check();
        if (value instanceof CharSequence || value instanceof Character) {
            String text = value.toString();
            RegionStrings strings = context.reach.strings();
            text(strings.encode(text, StandardCharsets.UTF_8, 0, text.length(), MalformedPolicy.REPLACE));
        } else if (value instanceof byte[] bytes) {
            binary(bytes);
        } else if (value instanceof Ucs4String text) {
            text(text);
        } else if (value instanceof RegionSlot pad) {
            add(pad);
        } else {
            RegionSlot pad = RegionSlot.copy(context, new byte[Rfc97Slots.SLOT]);
            pad.set(value);
            add(pad);
        }
    }

    private void add(RegionSlot pad) {
        pad.enter();
        try {
            addEntered(pad);
        } finally {
            pad.exit();
        }
    }

    private void addEntered(RegionSlot pad) {
        Tag tag = pad.wideTag();
        int code = (tag.kind() == Tag.Kind.BOOL && !bools ? Tag.Kind.INT : tag.kind()).code(Tag.OLD_TVM);
        if (code != Tag.NONE) {
            put(code, tag.word());
            return;
        }
        TextPlace text = Formats.text(pad.context().reach, tag);
        if (text != null) {
            RegionStrings strings = pad.context().reach.strings();
            switch (text.kind()) {
                case BYTES -> binary(ValueTexts.bytes(strings, text));
                case UCS4 -> text(ValueTexts.ucs4(strings, text, MalformedPolicy.REPLACE, Surrogates.MALFORMED));
                default -> text(ValueTexts.bytes(strings, text));
            }
        } else if (tag.kind() == Tag.Kind.OBJECT) {
            boolean isKnown = tag.owner() == Dialect.RFC97 && tag.code() > 0 && tag.code() < OBJECTS.size();
            put(OBJECTS.get(isKnown ? tag.code() : 0), tag.word());
        } else {
            throw FormatErrors.notHere(Dialect.RFC97, tag);
        }
    }

    private void text(Ucs4String text) {
        text(text.toUtf8(MalformedPolicy.REPLACE, Surrogates.MALFORMED));
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
        long address = context.allocate(2 * Long.BYTES);
        context.write(address, Bits.words(keep(bytes), bytes.length));
        put(BYTES, address);
    }

    /** Stores a copy followed by a zero byte. */
    private long keep(byte[] bytes) {
        long address = context.allocate(bytes.length + 1L);
        context.write(address, bytes);
        return address;
    }

    private void put(int code, long word) {
        while (size == capacity) {
            grow();
        }
        context.write(codes + (long) size * Integer.BYTES, Arrays.copyOf(Bits.words(code), Integer.BYTES));
        context.write(values + (long) size * Long.BYTES, Bits.words(word));
        size++;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public int code(int index) {
        Checks.element(index, size, "the list", "arguments");
        return Bits.i32(context.read(codes + (long) index * Integer.BYTES, Integer.BYTES), 0);
    }

    @Override
    public long word(int index) {
        Checks.element(index, size, "the list", "arguments");
        return Bits.i64(context.read(values + (long) index * Long.BYTES, Long.BYTES), 0);
    }

    @Override
    public long codes() {
        context.check();
        return codes;
    }

    @Override
    public long values() {
        context.check();
        return values;
    }

    @Override
    public void close() {
        context.close();
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
        int object = OBJECTS.indexOf(code);
        if (kind == null && object < 0) {
            throw FormatErrors.code(code, 0, 0);
        }
        Tag tag = kind != null
                ? Tag.word(kind, word)
                : Tag.object(Dialect.RFC97, object == 0 ? Tag.UNNAMED : object, word);
        byte[] slot = Rfc97Slots.FORMAT.write(Rfc97Slots.SLOT, tag);
        return RegionSlot.copy(ValueContext.of(Dialect.RFC97, memory), slot);
    }
}
