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
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The facts about a tensor in a file, independent of how they are displayed. */
final class TensorFacts {
    final ByteBuffer memory;
    final TensorLayout layout;
    final long count;
    /** The tensor; null if the table as a whole is invalid. */
    final @Nullable StringTensor tensor;
    /** The number of valid elements before the first violation, and the total size of their strings. */
    final long good;

    final long totalBytes;
    /** The first violation; null if there is none. */
    final @Nullable Fault fault;

    /**
     * A violation and its location.
     *
     * @param error the violation
     * @param at the start of the field, in bytes from the start of the tensor
     */
    record Fault(TensorFormatException error, long at) {
        /** Returns the reason. Code, element and field are displayed separately. */
        String words() {
            if (error.code() == Code.POINTER_REFUSED) {
                return "its string is at an address, which a file does not contain";
            }
            String message = String.valueOf(error.getMessage());
            return message.substring(message.indexOf(": ") + 2);
        }
    }

    /**
     * An element.
     *
     * @param index its index
     * @param said its content; null if it cannot be read
     * @param fields its fields, in the order of their bytes
     * @param shown the first bytes of its string; null if the string cannot be read
     * @param fault its violation; null if there is none
     */
    record Element(
            long index,
            @Nullable StringElement said,
            List<ElementField> fields,
            byte @Nullable [] shown,
            @Nullable Fault fault) {
        /** Tests whether the string is longer than the shown bytes. */
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

    /** Returns the fields of the table as a whole. */
    List<ElementField> tableFields() {
        if (layout.format() != Format.TFLITE || memory.limit() < 4) {
            return List.of();
        }
        int said = memory.duplicate().order(ByteOrder.LITTLE_ENDIAN).getInt(0);
        return List.of(new ElementField(Field.COUNT, "count", 0, 4, Integer.toUnsignedLong(said)));
    }

    /** Returns the elements that the options select, and the first invalid one. */
    Stream<Element> elements(Shown options) {
        if (tensor == null) {
            return Stream.empty();
        }
        long bad = fault == null || fault.error.index() >= count ? -1 : fault.error.index();
        return options.indices(count, bad).mapToObj(i -> element(i, options.bytes()));
    }

    /** Returns the bytes of a field. */
    byte[] bytes(ElementField field) {
        byte[] bytes = new byte[field.bytes()];
        memory.duplicate().position((int) field.offset()).get(bytes);
        return bytes;
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

    /** Returns the first bytes of a string, without an incomplete character at the end. */
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
        // For the table as a whole: the end of the memory, which is too small; otherwise one of the numbers at its
        // start.
        return new Fault(e, e.field() == Field.TABLE ? memory.limit() : e.field() == Field.COUNT ? 0 : 4);
    }

    private long byteOf(TensorFormatException e, List<ElementField> fields) {
        // In TFLite, a size is the difference of two offsets, and the second one is reported as invalid.
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
