package dev.unitstr.contract;

@EveryRun
class TensorArgumentsTest extends TensorArgumentsContract {
    TensorArgumentsTest() {
        super(BufferKind.ALL);
    }
}
