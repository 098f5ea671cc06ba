package dev.unitstr.contract.ffm;

import dev.unitstr.contract.TensorParityContract;

@EveryRun
class TensorParityTest extends TensorParityContract {
    TensorParityTest() {
        super(SegmentRegions.MAKERS);
    }
}
