package dev.unitstr.contract;

@EveryRun
class ChunksTest extends ChunksContract {
    ChunksTest() {
        super(BufferKind.ALL);
    }
}
