package dev.unitstr.internal.values;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.tvm.Value;
import dev.unitstr.tvm.ValueFormatException;
import dev.unitstr.tvm.ValueFormatException.Code;
import dev.unitstr.tvm.ValueKind;
import dev.unitstr.tvm.ValueLimits;
import dev.unitstr.values.Dialect;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Copies a value and all that it contains, within limits: {@code rust/unitstr-values/src/tvm/walk.rs}. */
final class JavaCopy {
    private final ValueContext context;
    private final ValueLimits limits;
    private long elements;
    private long bytes;
    /**
     * The open containers, innermost last. The copy is not recursive, because values may be nested deeper than the
     * stack allows.
     */
    private final ArrayDeque<Open> path = new ArrayDeque<>();

    private final Set<Long> addresses = new HashSet<>();

    /** A container whose elements are being copied: a list; or a map, of which each key precedes its value. */
    private static final class Open {
        /** The context in which the elements are read. */
        final ValueContext context;

        final long address;
        /** Returns the next element; {@link #OPENED} if it is a container; {@link #END} if there are no more. */
        final Supplier<@Nullable Object> next;

        private final List<@Nullable Object> list = new ArrayList<>();
        private final @Nullable Map<@Nullable Object, @Nullable Object> map;
        private @Nullable Object key;
        private boolean hasKey;

        Open(ValueContext context, long address, boolean isMap, Supplier<@Nullable Object> next) {
            this.context = context;
            this.address = address;
            this.next = next;
            this.map = isMap ? new LinkedHashMap<>() : null;
        }

        void add(@Nullable Object copy) {
            if (map == null) {
                list.add(copy);
            } else if (hasKey) {
                map.put(key, copy);
                hasKey = false;
            } else {
                key = copy;
                hasKey = true;
            }
        }

        /** Returns the copy, after all elements were added. */
        Object copy() {
            return map == null ? Collections.unmodifiableList(list) : Collections.unmodifiableMap(map);
        }
    }

    /** In place of a copy: the value is a container, which was opened and is copied later. */
    private static final Object OPENED = new Object();
    /** In place of a copy: there are no more elements. */
    private static final Object END = new Object();

    JavaCopy(ValueContext context, ValueLimits limits) {
        this.context = context;
        this.limits = limits;
        this.elements = limits.elements();
        this.bytes = limits.bytes();
    }

    @Nullable
    Object copy(byte[] slot) {
        Object copy = value(context, slot);
        while (copy == OPENED) {
            Open open = path.getLast();
            Object next = held(open.context, open.next);
            if (next == OPENED) {
                continue;
            }
            if (next != END) {
                open.add(next);
                continue;
            }
            path.removeLast();
            addresses.remove(open.address);
            if (path.isEmpty()) {
                return open.copy();
            }
            path.getLast().add(open.copy());
        }
        return copy;
    }

    /** Reads memory of a context. The caller holds only the memory of the value that is copied. */
    private @Nullable Object held(ValueContext from, Supplier<@Nullable Object> read) {
        if (from.isHeldWith(context)) {
            return read.get();
        }
        from.enter();
        try {
            return read.get();
        } finally {
            from.exit();
        }
    }

    private @Nullable Object value(ValueContext context, byte[] slot) {
        SlotFormat format = context.format;
        Tag tag = format.read(slot);
        Tag plain = Formats.plain(context.reach, tag);
        if (plain != null) {
            return switch (plain.kind()) {
                case FLOAT -> (Object) Double.longBitsToDouble(plain.word());
                case BOOL -> plain.word() != 0;
                default -> plain.word();
            };
        }
        TextPlace text = Formats.text(context.reach, tag);
        if (text != null) {
            return text(context, text);
        }
        if (tag.kind() == Tag.Kind.WIDE) {
            tag = Rfc97Slots.widen(context.reach, tag);
        }
        return switch (tag.kind()) {
            case NULL -> null;
            case DATA_TYPE -> tag.dataType();
            case DEVICE -> tag.device();
            case RVALUE -> taken(context, tag, slot);
            case OBJECT -> object(context, tag, slot);
            default -> RegionSlot.copy(context, slot);
        };
    }

    /** Copies an object that native code could take. The object is only read. */
    private @Nullable Object taken(ValueContext context, Tag tag, byte[] slot) {
        if (context.format.dialect != Dialect.TVM_FFI) {
            return RegionSlot.copy(context, slot);
        }
        long address = Bits.i64(context.reach.bytes(tag.word(), 8), 0);
        if (address == 0) {
            return null;
        }
        int code = TvmSlots.codeOf(context.reach, Tag.object(Dialect.TVM_FFI, Tag.UNNAMED, address));
        return value(context, context.format.write(TvmSlots.SLOT, Tag.object(Dialect.TVM_FFI, code, address)));
    }

    private Object text(ValueContext context, TextPlace text) {
        if (text.bytes() > bytes) {
            throw limit("more than " + limits.bytes() + " bytes of text");
        }
        bytes -= text.bytes();
        return text.kind() == ValueKind.BYTES
                ? ValueTexts.bytes(context.reach.strings(), text)
                : ValueTexts.string(context.reach.strings(), text, MalformedPolicy.REPLACE);
    }

    private @Nullable Object object(ValueContext context, Tag tag, byte[] slot) {
        if (tag.owner() == Dialect.RFC97) {
            ValueContext holder = context.of(tag.word());
            return held(
                    holder,
                    () -> SlotFormat.codeOf(holder.reach, tag) == Rfc97Slots.LIST
                            ? list(new Rfc97ListView(holder, tag), tag.word())
                            : RegionSlot.copy(context, slot));
        }
        if (tag.owner() != Dialect.TVM_FFI) {
            return RegionSlot.copy(context, slot);
        }
        ValueContext tvm = context.with(Dialect.TVM_FFI);
        return switch (TvmSlots.kind(TvmSlots.codeOf(tvm.reach, tag))) {
            case ARRAY, LIST -> list(tvm, tag);
            case MAP, DICT -> map(tvm, tag);
            case ERROR -> TvmError.of(tvm.reach, tag);
            default -> context == tvm ? tvm.element(slot, true) : RegionSlot.copy(context, slot);
        };
    }

    private Object list(Rfc97ListView list, long address) {
        Iterator<Value> elements = list.iterator();
        return open(list.context, address, list.size(), false, () -> {
            if (!elements.hasNext()) {
                return END;
            }
            RegionSlot element = (RegionSlot) elements.next();
            return held(element.context(), () -> value(element.context(), element.bits()));
        });
    }

    private Object list(ValueContext context, Tag tag) {
        TvmListView.Slots slots = new TvmListView(context, tag).slots();
        return open(context, tag.word(), slots.count, false, () -> {
            byte[] slot = slots.next();
            return slot == null ? END : value(context, slot);
        });
    }

    private Object map(ValueContext context, Tag tag) {
        TvmMapView.Slots<byte[]> pairs = new TvmMapView(context, tag).slots(pair -> pair);
        return open(context, tag.word(), 2L * pairs.count(), true, new Supplier<>() {
            /** The pair whose value is next; null if a key is next. */
            private byte @Nullable [] pair;

            @Override
            public @Nullable Object get() {
                byte[] current = pair;
                if (current != null) {
                    pair = null;
                    return value(context, TvmMapView.value(current));
                }
                if (!pairs.hasNext()) {
                    return END;
                }
                pair = pairs.next();
                return value(context, TvmMapView.key(pair));
            }
        });
    }

    /** Opens a container of {@code count} elements. Throws if it contains itself or exceeds the limits. */
    private Object open(
            ValueContext context, long address, long count, boolean isMap, Supplier<@Nullable Object> next) {
        if (addresses.contains(address)) {
            throw new ValueFormatException(Code.CYCLE, 24, address, "the container contains itself");
        }
        if (path.size() == limits.depth()) {
            throw new ValueFormatException(
                    Code.DEPTH, 24, address, "containers nested more than " + limits.depth() + " deep");
        }
        if (count > elements) {
            throw limit("more than " + limits.elements() + " elements");
        }
        elements -= count;
        addresses.add(address);
        path.addLast(new Open(context, address, isMap, next));
        return OPENED;
    }

    private static ValueFormatException limit(String what) {
        return new ValueFormatException(Code.ELEMENTS, 32, 0, what);
    }
}
