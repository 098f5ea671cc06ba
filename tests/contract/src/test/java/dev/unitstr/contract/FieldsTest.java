package dev.unitstr.contract;

@EveryRun
class FieldsTest extends FieldsContract {
    FieldsTest() {
        super(BufferKind.ALL);
    }
}
