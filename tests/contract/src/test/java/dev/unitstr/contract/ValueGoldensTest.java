package dev.unitstr.contract;

@EveryRun
class ValueGoldensTest extends ValueGoldensContract {
    ValueGoldensTest() {
        super(SlotKind.BUFFERS);
    }
}
