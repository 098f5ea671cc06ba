package dev.unitstr.contract;

@EveryRun
class TensorGoldensTest extends TensorGoldensContract {
    TensorGoldensTest() {
        super(BufferKind.ALL);
    }
}
