package dev.unitstr.contract;

@EveryRun
class TensorHostileTest extends TensorHostileContract {
    TensorHostileTest() {
        super(BufferKind.ALL);
    }
}
