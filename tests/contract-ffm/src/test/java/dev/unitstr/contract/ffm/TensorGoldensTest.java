package dev.unitstr.contract.ffm;

import dev.unitstr.contract.TensorGoldensContract;

@EveryRun
class TensorGoldensTest extends TensorGoldensContract {
    TensorGoldensTest() {
        super(SegmentKind.ALL);
    }
}
