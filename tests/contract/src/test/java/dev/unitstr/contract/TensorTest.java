package dev.unitstr.contract;

@EveryRun
class TensorTest extends TensorContract {
    TensorTest() {
        super(BufferKind.ALL);
    }
}
