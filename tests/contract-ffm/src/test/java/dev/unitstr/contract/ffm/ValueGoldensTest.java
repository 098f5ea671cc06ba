package dev.unitstr.contract.ffm;

import dev.unitstr.contract.ValueGoldensContract;

@EveryRun
class ValueGoldensTest extends ValueGoldensContract {
    ValueGoldensTest() {
        super(SlotKinds.SEGMENTS);
    }
}
