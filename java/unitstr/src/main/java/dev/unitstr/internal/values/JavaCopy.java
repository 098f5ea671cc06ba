package dev.unitstr.internal.values;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.tvm.ValueFormatException;
import dev.unitstr.tvm.ValueFormatException.Code;
import dev.unitstr.tvm.ValueKind;
import dev.unitstr.tvm.ValueLimits;
import dev.unitstr.values.Dialect;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
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

    /** A container whose elements are being copied. */
    private abstract class Open {
        final long address;

        Open(long address, long count) {
            this.address = address;
            open(address, count);
        }

        /** Returns the next element; {@link #OPENED} if it is a container; {@link #END} if there are no more. */
        abstract @Nullable Object next();

        abstract void add(@Nullable Object copy);

        /** Returns the copy, after all elements were added. */
        abstract Object copy();
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
            Object next = open.next();
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
        TextPlace text = format.text(context.reach, tag);
        if (text != null) {
            return text(context, text);
        }
        if (tag.kind == Tag.Kind.WIDE) {
            tag = Rfc97Slots.widen(context.reach, tag);
        }
        return switch (tag.kind) {
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
        long address = Bits.i64(context.reach.bytes(tag.word, 8), 0);
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

    private Object object(ValueContext context, Tag tag, byte[] slot) {
        if (tag.of == Dialect.RFC97) {
            ValueContext holder = context.of(tag.word);
            return SlotFormat.codeOf(holder.reach, tag) == Rfc97Slots.LIST
                    ? opened(list(new Rfc97ListView(holder, tag), tag.word))
                    : RegionSlot.copy(context, slot);
        }
        if (tag.of != Dialect.TVM_FFI) {
            return RegionSlot.copy(context, slot);
        }
        ValueContext tvm = context.with(Dialect.TVM_FFI);
        return switch (TvmSlots.kind(TvmSlots.codeOf(tvm.reach, tag))) {
            case ARRAY, LIST -> opened(list(tvm, tag));
            case MAP, DICT -> opened(map(tvm, tag));
            case ERROR -> TvmError.of(tvm.reach, tag);
            default -> context == tvm ? tvm.element(slot, true) : RegionSlot.copy(context, slot);
        };
    }

    private abstract class OpenList extends Open {
        private final List<@Nullable Object> copy = new ArrayList<>();
        final int count;
        int index;

        OpenList(long address, int count) {
            super(address, count);
            this.count = count;
        }

        @Override
        final void add(@Nullable Object element) {
            copy.add(element);
        }

        @Override
        final Object copy() {
            return Collections.unmodifiableList(copy);
        }
    }

    private Open list(Rfc97ListView list, long address) {
        return new OpenList(address, list.size()) {
            @Override
            @Nullable
            Object next() {
                ListItems.checkSize(count, list.size());
                if (index == count) {
                    return END;
                }
                RegionSlot element = list.get(index++);
                return value(element.context(), element.bits());
            }
        };
    }

    private Open list(ValueContext context, Tag tag) {
        TvmListView list = new TvmListView(context, tag);
        return new OpenList(tag.word, list.size()) {
            private final byte[] piece = TvmListView.piece(count);
            /** The number of slots read into the piece; the next field is the number of these that were copied. */
            private int read;

            private int done;

            @Override
            @Nullable
            Object next() {
                if (done == read) {
                    index += read;
                    read = list.read(count, index, piece);
                    done = 0;
                    if (read == 0) {
                        return END;
                    }
                }
                int at = TvmSlots.SLOT * done++;
                return value(context, Arrays.copyOfRange(piece, at, at + TvmSlots.SLOT));
            }
        };
    }

    private Open map(ValueContext context, Tag tag) {
        TvmMapView.Slots slots = new TvmMapView(context, tag).slots();
        return new Open(tag.word, 2L * slots.count()) {
            private final Map<@Nullable Object, @Nullable Object> copy = new LinkedHashMap<>();
            /** The pair whose value is next; null if a key is next. */
            private byte @Nullable [] item;

            private @Nullable Object key;
            private boolean hasKey;

            @Override
            @Nullable
            Object next() {
                byte[] pair = item;
                if (pair != null) {
                    item = null;
                    return value(context, TvmMapView.value(pair));
                }
                if (!slots.hasNext()) {
                    return END;
                }
                pair = slots.next();
                item = pair;
                return value(context, TvmMapView.key(pair));
            }

            @Override
            void add(@Nullable Object element) {
                if (hasKey) {
                    copy.put(key, element);
                } else {
                    key = element;
                }
                hasKey = !hasKey;
            }

            @Override
            Object copy() {
                return Collections.unmodifiableMap(copy);
            }
        };
    }

    private Object opened(Open open) {
        path.addLast(open);
        return OPENED;
    }

    /** Enters a container. Throws if it contains itself or exceeds the limits. */
    private void open(long address, long count) {
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
    }

    private static ValueFormatException limit(String what) {
        return new ValueFormatException(Code.ELEMENTS, 32, 0, what);
    }
}
