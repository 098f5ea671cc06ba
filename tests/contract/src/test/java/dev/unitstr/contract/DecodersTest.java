package dev.unitstr.contract;

@EveryRun
class DecodersTest extends DecodersContract {
    DecodersTest() {
        super(BufferKind.ALL);
    }
}
