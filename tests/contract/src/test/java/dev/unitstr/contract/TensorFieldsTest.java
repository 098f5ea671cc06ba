package dev.unitstr.contract;

@EveryRun
class TensorFieldsTest extends TensorFieldsContract {
    TensorFieldsTest() {
        super(BufferKind.ALL);
    }
}
