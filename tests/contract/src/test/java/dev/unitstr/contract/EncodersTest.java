package dev.unitstr.contract;

@EveryRun
class EncodersTest extends EncodersContract {
    EncodersTest() {
        super(BufferKind.ALL);
    }
}
