package dev.unitstr.contract.ffm;

import dev.unitstr.contract.TensorContract;

@EveryRun
class TensorTest extends TensorContract {
    TensorTest() {
        super(SegmentKind.ALL);
    }
}
