package dev.unitstr.contract.ffm;

import dev.unitstr.contract.TensorArgumentsContract;

@EveryRun
class TensorArgumentsTest extends TensorArgumentsContract {
    TensorArgumentsTest() {
        super(SegmentKind.ALL);
    }
}
