package dev.unitstr.contract.ffm;

import dev.unitstr.contract.TensorHostileContract;

@EveryRun
class TensorHostileTest extends TensorHostileContract {
    TensorHostileTest() {
        super(SegmentKind.ALL);
    }
}
