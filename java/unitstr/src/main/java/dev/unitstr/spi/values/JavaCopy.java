package dev.unitstr.spi.values;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.values.Dialect;
import dev.unitstr.values.ValueFormatException;
import dev.unitstr.values.ValueFormatException.Code;
import dev.unitstr.values.ValueFormatException.Field;
import dev.unitstr.values.ValueKind;
import dev.unitstr.values.ValueLimits;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Copies a value with all that it holds, with limits: {@code rust/core/src/values/tvm/walk.rs}. */
final class JavaCopy {
    private final ValueContext context;
    private final ValueLimits limits;
    private long elements;
    private long bytes;
    /** The containers that are open. */
    private final List<Long> path = new ArrayList<>();

    JavaCopy(ValueContext context, ValueLimits limits) {
        this.context = context;
        this.limits = limits;
        this.elements = limits.elements();
        this.bytes = limits.bytes();
    }

    @Nullable
    Object copy(byte[] slot) {
        return value(context, slot);
    }

    private @Nullable Object value(ValueContext context, byte[] slot) {
        SlotFormat format = context.format;
        Tag tag = format.read(slot);
        Tag plain = format.plain(context.reach, tag);
        if (plain != null) {
            return switch (plain.kind) {
                case FLOAT -> (Object) Double.longBitsToDouble(plain.word);
                case BOOL -> plain.word != 0;
                default -> plain.word;
            };
        }
        Text text = format.text(context.reach, tag);
        if (text != null) {
            return text(context, text);
        }
        if (tag.kind == Tag.Kind.WIDE) {
            tag = Rfc97Slots.FORMAT.widen(context.reach, tag);
        }
        return switch (tag.kind) {
            case NULL -> null;
            case DATA_TYPE -> tag.dataType();
            case DEVICE -> tag.device();
            case RVALUE -> taken(context, tag, slot);
            case OBJECT -> object(context, tag, slot);
            default -> RegionPad.copy(context, slot);
        };
    }

    /** An object that may be taken is read through, and stays. */
    private @Nullable Object taken(ValueContext context, Tag tag, byte[] slot) {
        if (context.format.dialect != Dialect.TVM_FFI) {
            return RegionPad.copy(context, slot);
        }
        long address = Bits.i64(context.reach.bytes(tag.word, 8), 0);
        if (address == 0) {
            return null;
        }
        byte[] object = new byte[TvmSlots.SLOT];
        int code = TvmSlots.codeOf(context.reach, Tag.object(Dialect.TVM_FFI, Tag.UNNAMED, address));
        context.format.write(object, Tag.object(Dialect.TVM_FFI, code, address));
        return value(context, object);
    }

    private Object text(ValueContext context, Text text) {
        if (text.bytes() > bytes) {
            throw limit("more than " + limits.bytes() + " bytes of text");
        }
        bytes -= text.bytes();
        return text.kind() == ValueKind.BYTES
                ? Texts.bytes(context.reach.strings(), text)
                : Texts.string(context.reach.strings(), text, MalformedPolicy.REPLACE);
    }

    private Object object(ValueContext context, Tag tag, byte[] slot) {
        if (tag.of == Dialect.RFC97) {
            ValueContext holder = context.of(tag.word);
            return Rfc97Slots.FORMAT.objectCode(holder.reach, tag) == Rfc97Slots.LIST
                    ? list(new Rfc97List(holder, tag), tag.word)
                    : RegionPad.copy(context, slot);
        }
        if (tag.of != Dialect.TVM_FFI) {
            return RegionPad.copy(context, slot);
        }
        ValueContext tvm = context.with(Dialect.TVM_FFI);
        return switch (TvmSlots.kind(TvmSlots.codeOf(tvm.reach, tag))) {
            case ARRAY, LIST -> list(tvm, tag);
            case MAP, DICT -> map(tvm, tag);
            case ERROR -> TvmError.of(tvm.reach, tag);
            default -> RegionPad.copy(context, slot);
        };
    }

    private List<@Nullable Object> list(Rfc97List list, long address) {
        open(address, list.size());
        List<@Nullable Object> copy = new ArrayList<>();
        for (int i = 0; i < list.size(); i++) {
            RegionPad element = list.at(i);
            copy.add(value(element.context(), element.bits()));
        }
        path.remove(path.size() - 1);
        return Collections.unmodifiableList(copy);
    }

    private List<@Nullable Object> list(ValueContext context, Tag tag) {
        TvmList list = new TvmList(context, tag);
        open(tag.word, list.size());
        List<@Nullable Object> copy = new ArrayList<>();
        for (int i = 0; i < list.size(); i++) {
            copy.add(value(context, list.slot(i)));
        }
        path.remove(path.size() - 1);
        return Collections.unmodifiableList(copy);
    }

    private Map<@Nullable Object, @Nullable Object> map(ValueContext context, Tag tag) {
        TvmMap map = new TvmMap(context, tag);
        open(tag.word, 2L * map.size());
        Map<@Nullable Object, @Nullable Object> copy = new LinkedHashMap<>();
        TvmMap.Slots slots = map.slots();
        while (slots.hasNext()) {
            byte[] item = slots.next();
            copy.put(value(context, TvmMap.key(item)), value(context, TvmMap.value(item)));
        }
        path.remove(path.size() - 1);
        return Collections.unmodifiableMap(copy);
    }

    /** Enters a container. */
    private void open(long address, long count) {
        if (path.contains(address)) {
            throw new ValueFormatException(Code.CYCLE, Field.DATA, 24, address, "the container holds itself");
        }
        if (path.size() == limits.depth()) {
            throw new ValueFormatException(
                    Code.DEPTH, Field.DATA, 24, address, "containers more than " + limits.depth() + " deep");
        }
        if (count > elements) {
            throw limit("more than " + limits.elements() + " elements");
        }
        elements -= count;
        path.add(address);
    }

    private static ValueFormatException limit(String what) {
        return new ValueFormatException(Code.ELEMENTS, Field.SIZE, 32, 0, what);
    }
}
