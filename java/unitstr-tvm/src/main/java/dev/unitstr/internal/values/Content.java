package dev.unitstr.internal.values;

import dev.unitstr.internal.text.RegionStrings;
import dev.unitstr.tvm.ValueKind;
import dev.unitstr.values.Dialect;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What values are compared by, as an object with {@code equals} and {@code hashCode}: the rules of {@code AnyEqual} of
 * libtvm_ffi, for all dialects. Numbers and texts are compared by kind and content, objects by their addresses.
 */
final class Content {
    private Content() {}

    /** Returns the content of a value. The caller has entered its lifetime. */
    static Object of(RegionSlot slot) {
        Tag tag = slot.wideTag();
        Reach reach = slot.context().reach;
        Tag plain = Formats.plain(reach, tag);
        if (plain != null) {
            return List.of(plain.kind(), plain.word());
        }
        TextPlace text = Formats.text(reach, tag);
        if (text != null) {
            return List.of(text.kind(), ByteBuffer.wrap(ValueTexts.bytes(reach.strings(), text)));
        }
        return tag.kind() == Tag.Kind.OTHER
                ? List.of(tag.owner(), ByteBuffer.wrap(tag.bytes()))
                : List.of(tag.kind(), tag.owner(), tag.word());
    }

    /**
     * Returns the content of a value, or of the value that a Java object is written as.
     *
     * @return the content; null if no value can equal the object
     */
    static @Nullable Object of(@Nullable Object object) {
        if (object instanceof RegionSlot slot) {
            return slot.content();
        }
        if (object instanceof CharSequence || object instanceof Character) {
            byte[] utf8 = MapKey.utf8(object.toString());
            return utf8 == null ? null : List.of(ValueKind.STRING, ByteBuffer.wrap(utf8));
        }
        if (object instanceof BigInteger number && number.bitLength() >= Long.SIZE) {
            return null;
        }
        ValueContext heap = new ValueContext(Dialect.RFC97, GrowingMemory.onHeap(), RegionStrings.chosen(), null);
        RegionSlot slot = RegionSlot.copy(heap, new byte[Dialect.RFC97.slotBytes()]);
        return slot.setIfValue(object) ? slot.content() : null;
    }
}
