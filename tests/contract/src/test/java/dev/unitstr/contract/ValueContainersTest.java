package dev.unitstr.contract;

@EveryRun
class ValueContainersTest extends ValueContainersContract {
    ValueContainersTest() {
        super(SlotKind.BUFFERS);
    }
}
