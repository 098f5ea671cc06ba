package dev.unitstr.contract;

@EveryRun
class VectorsTest extends VectorsContract {
    VectorsTest() {
        super(BufferKind.ALL);
    }
}
