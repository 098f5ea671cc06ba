package dev.unitstr.contract;

@EveryRun
class OffsetsTest extends OffsetsContract {
    OffsetsTest() {
        super(BufferKind.ALL);
    }
}
