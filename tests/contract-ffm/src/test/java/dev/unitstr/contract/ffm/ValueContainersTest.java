package dev.unitstr.contract.ffm;

import dev.unitstr.contract.ValueContainersContract;

@EveryRun
class ValueContainersTest extends ValueContainersContract {
    ValueContainersTest() {
        super(SlotKinds.SEGMENTS);
    }
}
