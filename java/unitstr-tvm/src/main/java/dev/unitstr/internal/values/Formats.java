package dev.unitstr.internal.values;

import dev.unitstr.internal.memory.ArrayRegion;
import dev.unitstr.tvm.ValueKind;
import dev.unitstr.values.Dialect;
import org.jspecify.annotations.Nullable;

/** The formats of the slots of all dialects, and the values of tags, which may refer to memory. */
final class Formats {
    private Formats() {}

    /** Returns the format of the slots of a dialect. */
    static SlotFormat of(Dialect dialect) {
        return switch (dialect) {
            case RFC97 -> Rfc97Slots.FORMAT;
            case TVM_FFI -> TvmSlots.FORMAT;
            case MATX -> MatxSlots.FORMAT;
        };
    }

    /** Returns the text that a value is or refers to; null if it is another value. */
    static @Nullable TextPlace text(Reach reach, Tag tag) {
        return switch (tag.kind()) {
            case STRING, BYTES, UCS4 ->
                new TextPlace(tag.kind().value, new ArrayRegion(tag.bytes()), tag.at(), tag.length(), true);
            case C_STRING -> reach.cString(tag.word());
            case BYTE_ARRAY, TEXT_ARRAY -> reach.byteArray(tag.kind().value, tag.word());
            case BUFFER -> reach.text(tag.kind().value, tag.word(), tag.length());
            case UCS4_BUFFER -> reach.text(tag.kind().value, tag.word(), 4L * tag.length());
            case OBJECT ->
                switch (tag.owner()) {
                    case RFC97 -> Rfc97Slots.objectText(reach, tag);
                    case TVM_FFI -> TvmSlots.objectText(reach, tag);
                    case MATX -> null;
                };
            case WIDE -> {
                Tag wide = Rfc97Slots.widen(reach, tag);
                // Inline text is the one in memory, not in the copy.
                yield switch (wide.kind()) {
                    case STRING, BYTES, UCS4 ->
                        reach.text(wide.kind().value, AddressSpace.offset(tag.word(), wide.at()), wide.length());
                    default -> text(reach, wide);
                };
            }
            default -> null;
        };
    }

    /** Returns the number, bool or handle that a value is or that its box contains; null if it is another value. */
    static @Nullable Tag plain(Reach reach, Tag tag) {
        return switch (tag.kind()) {
            case INT, FLOAT, BOOL, HANDLE -> tag;
            case WIDE -> plain(reach, Rfc97Slots.widen(reach, tag)); // one level deep
            case OBJECT -> tag.owner() == Dialect.RFC97 ? Rfc97Slots.unboxed(reach, tag) : null;
            default -> null;
        };
    }

    /** Returns the kind of a value in the public API. */
    static ValueKind kind(Reach reach, Tag tag) {
        return switch (tag.kind()) {
            case WIDE -> kind(reach, Rfc97Slots.widen(reach, tag));
            case OBJECT -> {
                int code = tag.code() == Tag.UNNAMED ? SlotFormat.codeOf(reach, tag) : tag.code();
                yield switch (tag.owner()) {
                    case RFC97 -> Rfc97Slots.kind(code);
                    case TVM_FFI -> TvmSlots.kind(code);
                    case MATX -> MatxSlots.kind(code);
                };
            }
            default -> tag.kind().value;
        };
    }
}
