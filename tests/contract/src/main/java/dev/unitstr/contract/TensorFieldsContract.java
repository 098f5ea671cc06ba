package dev.unitstr.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.unitstr.tensor.ElementField;
import dev.unitstr.tensor.StringElement;
import dev.unitstr.tensor.StringKind;
import dev.unitstr.tensor.StringTensor;
import dev.unitstr.tensor.TensorFormatException;
import dev.unitstr.tensor.TensorFormatException.Field;
import dev.unitstr.tensor.TensorLayout.Format;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The places of the fields of elements, including malformed ones. */
@EveryRun
class TensorFieldsContract {
    private final List<? extends MemoryKind> kinds = Kinds.HERE.memory();

    static List<TensorHostileContract.Row> rows() {
        return TensorHostileContract.rows();
    }

    @ParameterizedTest
    @MethodSource("rows")
    void sayWhatTheElementSays(TensorHostileContract.Row row) {
        for (MemoryKind kind : kinds) {
            StringTensor tensor;
            try {
                tensor = kind.of(row.bytes()).tensor(row.count(), row.layout(), row.trust());
            } catch (TensorFormatException e) {
                continue; // no element can be asked for
            }
            StringTensor strict = tensor.withStrictness(row.strictness());
            for (int i = 0; i < tensor.size(); i++) {
                check(strict, i, tensor.fields(i), row.bytes().length);
            }
            strict.validate().error().filter(e -> e.index() < row.count()).ifPresent(error -> {
                List<ElementField> fields = tensor.fields(error.index());
                // In TFLite a size is what lies between two offsets.
                boolean lite = row.layout().format() == Format.TFLITE && error.field() == Field.SIZE;
                Field wrong = lite ? Field.END : error.field();
                assertTrue(fields.stream().anyMatch(field -> field.field() == wrong), () -> error + " " + fields);
            });
            assertThrows(IndexOutOfBoundsException.class, () -> strict.fields(-1));
            assertThrows(IndexOutOfBoundsException.class, () -> strict.fields(row.count()));
        }
    }

    private static void check(StringTensor tensor, long index, List<ElementField> fields, int bytes) {
        Format format = tensor.layout().format();
        long next = index * format.elementBytes() + (format == Format.TFLITE ? 4 : 0);
        for (ElementField field : fields) {
            boolean inTable = format != Format.TF_LEGACY || field.field() == Field.OFFSET;
            assertTrue(
                    inTable
                            ? field.offset() == next
                            : field.offset() >= tensor.layout().tableBytes(tensor.size()));
            assertTrue(field.bytes() > 0 && field.offset() + field.bytes() <= bytes);
            next += field.bytes();
        }
        boolean typed = format != Format.TF_LEGACY && format != Format.TFLITE;
        assertTrue(!typed || next == (index + 1) * format.elementBytes(), fields::toString);
        StringElement element;
        try {
            element = tensor.element(index);
        } catch (TensorFormatException e) {
            return;
        }
        for (ElementField field : fields) {
            switch (field.field()) {
                case SIZE -> assertEquals(element.byteLength(), field.value());
                case CAPACITY -> assertEquals(element.capacityBytes(), field.value());
                case POINTER -> assertEquals(element.address(), field.value());
                case END -> assertEquals(element.offset() + element.byteLength(), field.value());
                case OFFSET -> {
                    long base = format == Format.TFLITE ? 0 : index * format.elementBytes();
                    assertTrue(format == Format.TF_LEGACY || element.offset() == base + field.value());
                }
                case TEXT -> assertEquals(element.offset(), field.offset());
                default -> assertTrue(element.kind() != StringKind.LARGE || field.value() == 0);
            }
        }
    }
}
