package dev.unitstr.contract;

@EveryRun
class TruncationTest extends TruncationContract {
    TruncationTest() {
        super(BufferKind.ALL);
    }
}
