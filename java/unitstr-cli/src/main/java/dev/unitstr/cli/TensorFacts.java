package dev.unitstr.cli;

import dev.unitstr.tensor.ElementField;
import dev.unitstr.tensor.StringElement;
import dev.unitstr.tensor.StringTensor;
import dev.unitstr.tensor.TensorFormatException;
import dev.unitstr.tensor.TensorFormatException.Code;
import dev.unitstr.tensor.TensorFormatException.Field;
import dev.unitstr.tensor.TensorLayout;
import dev.unitstr.tensor.TensorLayout.Format;
import dev.unitstr.tensor.ValidationReport;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What is to be said about a tensor in a file. Nothing here depends on how it is shown. */
final class TensorFacts {
    final ByteBuffer memory;
    final TensorLayout layout;
    final long count;
    /** Null if the table as a whole is bad. */
    final @Nullable StringTensor tensor;
    /** How many elements are good, from the first on, and how long the strings of these are together. */
    final long good;

    final long totalBytes;
    /** What is wrong first; null if nothing is. */
    final @Nullable Fault fault;

    /**
     * What is wrong, and where.
     *
     * @param error what
     * @param at the byte where the field in question begins, from the start of the tensor
     */
    record Fault(TensorFormatException error, long at) {
        /** Why, in words; code, element and field stand beside it. */
        String words() {
            if (error.code() == Code.POINTER_REFUSED) {
                return "its string is at an address, and there is nothing at an address in a file";
            }
            String message = String.valueOf(error.getMessage());
            return message.substring(message.indexOf(": ") + 2);
        }
    }

    /**
     * An element.
     *
     * @param said what it says; null if that can't be told
     * @param shown the first bytes of its string; null if that can't be read
     * @param fault what is wrong with it; null if nothing is
     */
    record Element(
            long index,
            @Nullable StringElement said,
            List<ElementField> fields,
            byte @Nullable [] shown,
            @Nullable Fault fault) {
        /** Whether there is more of the string than is shown. */
        boolean isCut() {
            return said != null && shown != null && shown.length < said.byteLength();
        }
    }

    TensorFacts(Input input, TensorLayout layout, ByteBuffer memory, long count) {
        this.memory = memory;
        this.layout = layout;
        this.count = count;
        StringTensor made = null;
        ValidationReport report = new ValidationReport(0, 0, Optional.empty());
        Fault found = null;
        try {
            made = input.tensor(memory, layout, count);
            report = made.validate();
            found = report.error().map(this::fault).orElse(null);
        } catch (TensorFormatException e) {
            found = fault(e);
        }
        this.tensor = made;
        this.good = report.elements();
        this.totalBytes = report.totalBytes();
        if (found != null && made != null && found.error.index() < made.size()) {
            found = new Fault(found.error, byteOf(found.error, made.fields(found.error.index())));
        }
        this.fault = found;
    }

    /** Fields of the table as a whole. */
    List<ElementField> tableFields() {
        if (layout.format() != Format.TFLITE || memory.limit() < 4) {
            return List.of();
        }
        int said = memory.duplicate().order(ByteOrder.LITTLE_ENDIAN).getInt(0);
        return List.of(new ElementField(Field.COUNT, "count", 0, 4, Integer.toUnsignedLong(said)));
    }

    /**
     * Elements, and the one that is wrong first, wherever it is.
     *
     * @param first the first of them
     * @param limit how many at most
     * @param most how many bytes of each string at most
     * @param consumer takes each
     * @return how many there were
     */
    long forEach(long first, long limit, int most, Consumer<Element> consumer) {
        if (tensor == null) {
            return 0;
        }
        long from = Math.min(first, count);
        long to = from + Math.min(limit, count - from);
        long wrong = fault == null || fault.error.index() >= count ? -1 : fault.error.index();
        if (wrong >= 0 && wrong < from) {
            consumer.accept(element(wrong, most));
        }
        for (long i = from; i < to; i++) {
            consumer.accept(element(i, most));
        }
        if (wrong >= to) {
            consumer.accept(element(wrong, most));
        }
        return to - from + (wrong >= 0 && (wrong < from || wrong >= to) ? 1 : 0);
    }

    private Element element(long index, int most) {
        List<ElementField> fields = tensor.fields(index);
        StringElement said = null;
        TensorFormatException error = null;
        byte[] shown = null;
        try {
            said = tensor.element(index);
            tensor.byteLength(index);
            shown = start(tensor.view(index), most);
        } catch (TensorFormatException e) {
            error = e;
        }
        if (fault != null && fault.error.index() == index) {
            error = fault.error;
        }
        return new Element(index, said, fields, shown, error == null ? null : new Fault(error, byteOf(error, fields)));
    }

    /** The first bytes, and no part of a character at their end. */
    private static byte[] start(ByteBuffer string, int most) {
        int size = Math.min(string.limit(), most);
        if (size < string.limit()) {
            int lead = size;
            while (lead > 0 && size - lead < 3 && (string.get(lead) & 0xC0) == 0x80) {
                lead--;
            }
            size = (string.get(lead) & 0xC0) == 0xC0 ? lead : size;
        }
        byte[] start = new byte[size];
        string.get(start);
        return start;
    }

    private Fault fault(TensorFormatException e) {
        // Of the table as a whole: where it goes on and the memory does not; else in the numbers at its start.
        return new Fault(e, e.field() == Field.TABLE ? memory.limit() : e.field() == Field.COUNT ? 0 : 4);
    }

    private long byteOf(TensorFormatException e, List<ElementField> fields) {
        // In TFLite a size is what lies between two offsets: the second one is wrong.
        Field wrong = e.field() == Field.SIZE && layout.format() == Format.TFLITE ? Field.END : e.field();
        for (ElementField field : fields) {
            if (field.field() == wrong && wrong != Field.PADDING) {
                return field.offset();
            }
            for (int i = 0; field.field() == wrong && i < field.bytes(); i++) {
                if (memory.get((int) field.offset() + i) != 0) {
                    return field.offset() + i;
                }
            }
        }
        return fields.get(0).offset();
    }
}
