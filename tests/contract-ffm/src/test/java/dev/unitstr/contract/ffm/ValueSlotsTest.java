package dev.unitstr.contract.ffm;

import dev.unitstr.contract.ValueSlotsContract;

@EveryRun
class ValueSlotsTest extends ValueSlotsContract {
    ValueSlotsTest() {
        super(SlotKinds.SEGMENTS);
    }
}
