package dev.unitstr.contract;

@EveryRun
class BatchTest extends BatchContract {
    BatchTest() {
        super(BufferKind.ALL);
    }
}
