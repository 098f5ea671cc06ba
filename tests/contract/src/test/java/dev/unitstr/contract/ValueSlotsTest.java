package dev.unitstr.contract;

@EveryRun
class ValueSlotsTest extends ValueSlotsContract {
    ValueSlotsTest() {
        super(SlotKind.BUFFERS);
    }
}
